//! Detecting loops that would never end (SR-R53).

use crate::pack::language::Ability;
use crate::state::{MAX_REPEATS, SecureTheRift};
use crate::things::{Change, Item, ItemKind, Thing};

/// A 64-bit hash of a list of numbers. Positions contain such digests, so the function must not change.
struct Digest(u64);

impl Digest {
    fn add(&mut self, n: impl Into<i64>) {
        let mixed = (self.0 ^ n.into().cast_unsigned()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 29;
    }

    fn add_size(&mut self, size: usize) {
        self.add(size as i64);
    }
}

impl SecureTheRift {
    /// SR-R53: notes the position in which an item concludes. Returns whether it has occurred too often without a
    /// voluntary action. Only triggered abilities can repeat without one.
    pub(crate) fn is_repeating(&mut self, item: &Item) -> bool {
        if !self.is_triggered(item) {
            return false;
        }
        let digest = self.digest(item);
        self.seen_positions.push(digest);
        self.seen_positions.iter().filter(|it| **it == digest).count() >= MAX_REPEATS
    }

    /// SR-64: whether an item is a triggered ability.
    pub(crate) fn is_triggered(&self, item: &Item) -> bool {
        matches!(item.kind, ItemKind::Ability { place }
            if matches!(self.card(item.card).abilities[place as usize], Ability::Triggered { .. }))
    }

    /// A digest of the public position without card numbers, so that a card that left and returned looks the same.
    fn digest(&self, item: &Item) -> u64 {
        let mut digest = Digest(0);
        digest.add(self.active.0);
        digest.add(self.step as u8);
        for player in &self.players {
            digest.add(player.life);
            digest.add(player.energy);
            digest.add_size(player.hand.len());
            digest.add_size(player.deck.len());
            digest.add_size(player.pile.len());
            for zone in [&player.scrap, &player.void] {
                digest.add_size(zone.len());
                zone.iter().for_each(|it| digest.add(it.card.0));
            }
        }
        for piece in &self.front {
            digest.add(piece.card.0);
            digest.add(piece.controller.0);
            digest.add(
                u8::from(piece.vulnerable) | u8::from(self.must_wait(piece)) << 1 | piece.refresh_skips << 2,
            );
            digest.add(piece.damage);
            digest.add(piece.current.attack);
            digest.add(piece.current.defence);
            digest.add(piece.current.keywords.0);
        }
        for item in self.sequence.iter().chain([item]).chain(&self.pending_triggers) {
            digest.add(item.card.0);
            digest.add(item.controller.0);
            digest.add(item.amount);
            digest.add(self.place_of(Thing::card(item.source)));
            item.targets.iter().for_each(|(_, thing)| digest.add(self.place_of(thing)));
        }
        for lasting in &self.lasting {
            if let Change::Shield { left: Some(left), .. }
            | Change::ShieldMatching { left: Some(left), .. }
            | Change::Redirect { left: Some(left), .. } = lasting.what
            {
                digest.add(left);
            }
        }
        digest.0
    }

    /// The place of a thing as a number, which stays the same if a card leaves and returns to the same place.
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
