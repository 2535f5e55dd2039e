//! Orders, planets, and the collections of cards: hands, piles and the sides of a planet.
//!
//! Orders and planets are small numbers here; their names are in the [content](crate::content).

use std::ops::{BitAnd, BitOr, Not};

use atlas_core::Chance;

/// SA-04: the number of Orders.
pub const ORDERS: usize = 6;
/// SA-01: the number of planets.
pub const PLANETS: usize = 5;
/// SA-03: the number of Order cards.
pub const CARDS: usize = 35;

/// One of the six Orders, as its index in the content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Order(pub(crate) u8);

impl Order {
    /// All Orders, in the order of the content.
    pub fn all() -> impl ExactSizeIterator<Item = Order> + DoubleEndedIterator {
        (0..ORDERS as u8).map(Order)
    }

    /// The index in the content, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % 8
    }

    /// The set of the Orders after this one.
    #[inline]
    pub(crate) const fn above(self) -> Orders {
        Orders(0b11_1110 << (self.0 % 8) & Orders::ALL.0)
    }

    /// The set that contains only this Order.
    #[inline]
    pub const fn alone(self) -> Orders {
        Orders(1 << (self.0 % 8))
    }
}

/// One of the five planets, as its index in the row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Planet(pub(crate) u8);

impl Planet {
    /// All planets, in the order of the row.
    pub fn all() -> impl ExactSizeIterator<Item = Planet> + DoubleEndedIterator {
        (0..PLANETS as u8).map(Planet)
    }

    /// The index in the row, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % 8
    }
}

/// A set of Orders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Orders(pub(crate) u8);

impl Orders {
    pub(crate) const NONE: Orders = Orders(0);
    pub(crate) const ALL: Orders = Orders(0b11_1111);

    /// The number of Orders in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the Order is in the set.
    #[inline]
    pub const fn contains(self, order: Order) -> bool {
        self.0 & order.alone().0 != 0
    }

    /// The Order at index `n` of the set.
    #[inline]
    pub(crate) const fn nth(self, n: usize) -> Order {
        let (mut bits, mut left) = (self.0, n);
        while left > 0 {
            bits &= bits.wrapping_sub(1);
            left -= 1;
        }
        Order(bits.trailing_zeros() as u8)
    }
}

#[expect(clippy::copy_iterator, reason = "iterating over a copy leaves the set as it was")]
impl Iterator for Orders {
    type Item = Order;

    #[inline]
    fn next(&mut self) -> Option<Order> {
        let first = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (first < 8).then_some(Order(first as u8))
    }
}

impl FromIterator<Order> for Orders {
    fn from_iter<I: IntoIterator<Item = Order>>(orders: I) -> Orders {
        orders.into_iter().fold(Orders::NONE, |set, order| set | order.alone())
    }
}

impl BitOr for Orders {
    type Output = Orders;

    #[inline]
    fn bitor(self, other: Orders) -> Orders {
        Orders(self.0 | other.0)
    }
}

impl BitAnd for Orders {
    type Output = Orders;

    #[inline]
    fn bitand(self, other: Orders) -> Orders {
        Orders(self.0 & other.0)
    }
}

impl Not for Orders {
    type Output = Orders;

    #[inline]
    fn not(self) -> Orders {
        Orders(!self.0) & Orders::ALL
    }
}

/// A number of cards of each Order: a hand, or the known cards of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    counts: [u8; 8],
    size: u8,
    orders: Orders,
    pairs: Orders,
}

impl Hand {
    /// The number of cards.
    #[inline]
    pub const fn len(&self) -> usize {
        self.size as usize
    }

    /// Whether there are no cards.
    pub const fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// The number of cards of this Order.
    #[inline]
    pub const fn count(&self, order: Order) -> u8 {
        self.counts[order.index()]
    }

    /// The Orders with at least one card.
    #[inline]
    pub const fn orders(&self) -> Orders {
        self.orders
    }

    /// The Orders with at least two cards.
    #[inline]
    pub(crate) const fn pairs(&self) -> Orders {
        self.pairs
    }

    #[inline]
    pub(crate) fn add(&mut self, order: Order) {
        // An Order that was there before now has at least two cards.
        self.pairs = self.pairs | (self.orders & order.alone());
        self.orders = self.orders | order.alone();
        self.counts[order.index()] += 1;
        self.size += 1;
    }

    /// Removes a card of this Order and returns whether there was one.
    #[inline]
    pub(crate) fn take(&mut self, order: Order) -> bool {
        let count = &mut self.counts[order.index()];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        self.size -= 1;
        match *count {
            0 => self.orders = self.orders & !order.alone(),
            1 => self.pairs = self.pairs & !order.alone(),
            _ => {}
        }
        true
    }

    /// The cards, in the order of the content.
    pub fn cards(self) -> impl Iterator<Item = Order> {
        Order::all().flat_map(move |order| (0..self.count(order)).map(move |_| order))
    }
}

impl FromIterator<Order> for Hand {
    fn from_iter<I: IntoIterator<Item = Order>>(cards: I) -> Hand {
        let mut hand = Hand::default();
        cards.into_iter().for_each(|card| hand.add(card));
        hand
    }
}

/// A pile of cards, the top card last. Unused entries stay 0, so that equal piles are equal values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pile {
    cards: [u8; CARDS],
    size: u8,
}

impl Default for Pile {
    fn default() -> Pile {
        Pile { cards: [0; CARDS], size: 0 }
    }
}

impl Pile {
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.size as usize
    }

    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// The cards from the bottom to the top.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Order> + ExactSizeIterator {
        self.cards[..self.len()].iter().map(|card| Order(*card))
    }

    #[inline]
    pub(crate) fn push(&mut self, order: Order) {
        self.cards[self.len()] = order.0;
        self.size += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Order> {
        self.size = self.size.checked_sub(1)?;
        self.cards.get_mut(self.size as usize).map(|card| Order(std::mem::take(card)))
    }

    #[inline]
    pub(crate) fn shuffle(&mut self, chance: &mut Chance) {
        let size = self.len();
        chance.shuffle(&mut self.cards[..size]);
    }
}

impl FromIterator<Order> for Pile {
    fn from_iter<I: IntoIterator<Item = Order>>(cards: I) -> Pile {
        let mut pile = Pile::default();
        cards.into_iter().for_each(|card| pile.push(card));
        pile
    }
}

/// SA-19: one player's side of a planet. The Orders are stored in the order in which they arrived, in four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Side {
    line: u32,
    orders: Orders,
}

impl Side {
    #[inline]
    pub(crate) const fn len(self) -> usize {
        self.orders.len()
    }

    #[inline]
    pub(crate) const fn orders(self) -> Orders {
        self.orders
    }

    /// The Orders, the first to arrive first.
    pub(crate) fn iter(self) -> impl Iterator<Item = Order> {
        (0..self.len()).map(move |i| Order((self.line >> (4 * i) & 15) as u8))
    }

    #[inline]
    pub(crate) fn push(&mut self, order: Order) {
        self.line |= u32::from(order.0) << (4 * self.len());
        self.orders = self.orders | order.alone();
    }

    pub(crate) fn remove(&mut self, order: Order) {
        *self = self.iter().filter(|it| *it != order).collect();
    }
}

impl FromIterator<Order> for Side {
    fn from_iter<I: IntoIterator<Item = Order>>(orders: I) -> Side {
        let mut side = Side::default();
        orders.into_iter().for_each(|order| side.push(order));
        side
    }
}
