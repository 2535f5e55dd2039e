//! What would never end (SR-R53).

use crate::pack::language::Ability;
use crate::state::{MOST_REPEATS, SecureTheRift};
use crate::things::{Change, Item, Matter, Thing};

/// Numbers folded into one that hardly two lists share.
struct Fold(u64);

impl Fold {
    fn add(&mut self, n: impl Into<i64>) {
        let mixed = (self.0 ^ n.into().cast_unsigned()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 29;
    }

    fn add_size(&mut self, size: usize) {
        self.add(size as i64);
    }
}

impl SecureTheRift {
    /// SR-R53: an item concludes; says whether that has led to this position again and again, while nobody did
    /// anything about it. Only what triggers can come back by itself.
    pub(crate) fn is_endless(&mut self, item: &Item) -> bool {
        if !self.is_triggered(item) {
            return false;
        }
        let now = self.fold(item);
        self.seen.push(now);
        self.seen.iter().filter(|it| **it == now).count() >= MOST_REPEATS
    }

    /// SR-64: whether it is a triggered ability.
    pub(crate) fn is_triggered(&self, item: &Item) -> bool {
        matches!(item.matter, Matter::Ability { place }
            if matches!(self.card(item.card).abilities[place as usize], Ability::Triggered { .. }))
    }

    /// The position as everyone sees it. What happened before is no part of it, and numbers are not: a card that
    /// comes back looks the same.
    fn fold(&self, item: &Item) -> u64 {
        let mut fold = Fold(0);
        fold.add(self.active.0);
        fold.add(self.step as u8);
        for player in &self.players {
            fold.add(player.life);
            fold.add(player.energy);
            fold.add_size(player.hand.len());
            fold.add_size(player.deck.len());
            fold.add_size(player.pile.len());
            for zone in [&player.scrap, &player.void] {
                fold.add_size(zone.len());
                zone.iter().for_each(|lying| fold.add(lying.card.0));
            }
        }
        for piece in &self.front {
            fold.add(piece.card.0);
            fold.add(piece.controller.0);
            fold.add(u8::from(piece.vulnerable) | u8::from(self.must_wait(piece)) << 1 | piece.skips << 2);
            fold.add(piece.damage);
            fold.add(piece.now.attack);
            fold.add(piece.now.defence);
            fold.add(piece.now.keywords.0);
        }
        for item in self.sequence.iter().chain([item]).chain(&self.waiting) {
            fold.add(item.card.0);
            fold.add(item.controller.0);
            fold.add(item.amount);
            fold.add(self.place_of(Thing::card(item.source)));
            item.targets.iter().for_each(|(_, thing)| fold.add(self.place_of(thing)));
        }
        for lasting in &self.lasting {
            if let Change::Shield { left: Some(left), .. }
            | Change::Shelter { left: Some(left), .. }
            | Change::Detour { left: Some(left), .. } = lasting.what
            {
                fold.add(left);
            }
        }
        fold.0
    }

    /// Where a thing is, in a number that does not change when the card comes back to the same place.
    fn place_of(&self, thing: Thing) -> u32 {
        let Some(number) = thing.number() else {
            return 1 << 20 | u32::from(thing.seat().map_or(9, |it| it.0));
        };
        let place = |zone: u32, at: Option<usize>| at.map(|at| zone << 20 | at as u32);
        let front = self.front.binary_search_by_key(&number, |piece| piece.number).ok();
        let sequence = self.sequence.iter().position(|item| item.number == number);
        place(2, front).or_else(|| place(3, sequence)).unwrap_or(0)
    }
}
