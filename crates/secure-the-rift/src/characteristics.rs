//! The current characteristics of cards in play, after all effects (SR-R27).

use atlas_core::Seat;

use crate::evaluate::{Context, is_whose};
use crate::pack::language::{
    Ability, CardId, Grant, Keywords, Kinds, Layers, Prohibitions, SelectorId, Zone,
};
use crate::state::{MAX_VALUE, SecureTheRift};
use crate::things::{Change, Characteristics, Piece};

impl SecureTheRift {
    #[inline]
    pub(crate) fn is_soul(&self, card: CardId) -> bool {
        self.card(card).kind == Kinds::SOUL
    }

    /// SR-R27 (1): the printed characteristics.
    pub(crate) fn printed(&self, piece: &Piece) -> Characteristics {
        let card = self.card(piece.card);
        let (attack, defence) = if card.has_variable_stats {
            let context = Context::in_play(piece);
            (self.amount(&card.attack, context), self.amount(&card.defence, context))
        } else {
            card.printed_stats
        };
        Characteristics { attack, defence, keywords: card.keywords, ..Characteristics::default() }
    }

    /// SR-R27: recomputes the characteristics of all cards in play.
    pub(crate) fn recompute(&mut self) {
        if self.has_no_modifiers() {
            for at in 0..self.front.len() {
                let upgrades = self.front[at].upgrades;
                let mut current = self.printed(&self.front[at]);
                current.add(upgrades, upgrades);
                self.front[at].current = current;
            }
            return;
        }
        let mut all: Vec<Characteristics> = Vec::with_capacity(self.front.len());
        for piece in &self.front {
            let mut current = self.printed(piece);
            if self.spent_safeguards.contains(&(piece.number, 0)) {
                current.keywords = current.keywords & !Keywords::SAFEGUARD;
            }
            all.push(current);
        }
        self.add_abilities(&mut all);
        self.add_set_stats(&mut all);
        self.add_sums(&mut all);
        for (piece, current) in self.front.iter_mut().zip(all) {
            piece.current = current;
        }
    }

    /// Whether upgrade counters are all that changes the printed characteristics, which is the common case.
    fn has_no_modifiers(&self) -> bool {
        self.lasting.is_empty()
            && self.spent_safeguards.is_empty()
            && self
                .front
                .iter()
                .all(|piece| (self.card(piece.card).layers & !(Layers::COST | Layers::PLAYERS)).is_empty())
    }

    /// The continuous abilities in play that may apply in this layer, each with its card.
    fn continuous(
        &self,
        layer: Layers,
    ) -> impl Iterator<Item = (&Piece, Option<SelectorId>, &'static Grant)> {
        let sources = self.front.iter().filter(move |piece| self.card(piece.card).layers.has(layer));
        sources.flat_map(|piece| {
            self.card(piece.card).abilities.iter().filter_map(move |ability| match ability {
                Ability::Continuous { affects, grant } => Some((piece, *affects, grant)),
                _ => None,
            })
        })
    }

    fn is_affected(&self, piece: &Piece, source: &Piece, affects: Option<SelectorId>) -> bool {
        match affects {
            None => piece.number == source.number,
            Some(selector) => {
                self.library.get().selector(selector).zone == Zone::Front
                    && self.matches(selector, piece, source.controller, source.number)
            }
        }
    }

    /// Whether a continuous ability in play prevents a player from gaining life.
    pub(crate) fn cannot_gain_life(&self, seat: Seat) -> bool {
        self.continuous(Layers::PLAYERS).any(|(source, affects, grant)| {
            let whose = affects.map(|affects| self.library.get().selector(affects).whose);
            grant.cannot.has(Prohibitions::GAIN_LIFE)
                && whose.is_some_and(|whose| is_whose(whose, seat, source.controller, source.controller))
        })
    }

    /// SR-R27 (3): abilities gained and lost, in the order of their timestamps.
    fn add_abilities(&self, all: &mut [Characteristics]) {
        for (source, affects, grant) in self.continuous(Layers::ABILITIES) {
            if grant.keywords.is_empty() && grant.cannot.is_empty() && grant.may.is_empty() {
                continue;
            }
            for (piece, current) in self.front.iter().zip(all.iter_mut()) {
                if !self.is_affected(piece, source, affects) {
                    continue;
                }
                let mut keywords = grant.keywords;
                if self.spent_safeguards.contains(&(piece.number, source.number)) {
                    keywords = keywords & !Keywords::SAFEGUARD;
                }
                // A keyword that was lost after this card entered stays lost.
                let lost =
                    self.lasting.iter().filter(|it| it.time > source.number).filter_map(|it| match it.what {
                        Change::Lose { on, keyword } if on == piece.number => Some(keyword),
                        _ => None,
                    });
                let lost = lost.fold(Keywords::NONE, |all, keyword| all | keyword);
                current.keywords = current.keywords | (keywords & !lost);
                current.cannot = current.cannot | grant.cannot;
                current.may = current.may | grant.may;
            }
        }
        for lasting in &self.lasting {
            let (on, gained, lost) = match lasting.what {
                Change::Gain { on, keyword } => (on, keyword, Keywords::NONE),
                Change::Lose { on, keyword } => (on, Keywords::NONE, keyword),
                _ => continue,
            };
            let Ok(at) = self.front.binary_search_by_key(&on, |piece| piece.number) else { continue };
            let later = |source: &Piece| source.number > lasting.time;
            let given_later = self.continuous(Layers::ABILITIES).filter(|(source, affects, _)| {
                later(source) && self.is_affected(&self.front[at], source, *affects)
            });
            let given_later = given_later.fold(Keywords::NONE, |all, (_, _, grant)| all | grant.keywords);
            all[at].keywords = (all[at].keywords | gained) & !(lost & !given_later);
        }
    }

    /// SR-R27 (4): attack and defence that are equal to something, in the order of their timestamps.
    fn add_set_stats(&self, all: &mut [Characteristics]) {
        for (source, affects, grant) in self.continuous(Layers::SET) {
            let Some((attack, defence)) = &grant.set_stats else { continue };
            let context = Context::in_play(source);
            let (attack, defence) = (self.amount(attack, context), self.amount(defence, context));
            for (piece, current) in self.front.iter().zip(all.iter_mut()) {
                if self.is_affected(piece, source, affects) {
                    (current.attack, current.defence) = (attack, defence);
                }
            }
        }
    }

    /// SR-R27 (5): additions and subtractions.
    fn add_sums(&self, all: &mut [Characteristics]) {
        for (source, affects, grant) in self.continuous(Layers::SUMS) {
            let Some((attack, defence)) = &grant.stats else { continue };
            let context = Context::in_play(source);
            let (attack, defence) = (self.amount(attack, context), self.amount(defence, context));
            for (piece, current) in self.front.iter().zip(all.iter_mut()) {
                if self.is_affected(piece, source, affects) {
                    current.add(attack, defence);
                }
            }
        }
        for lasting in &self.lasting {
            let Change::Stats { on, attack, defence } = lasting.what else { continue };
            if let Ok(at) = self.front.binary_search_by_key(&on, |piece| piece.number) {
                all[at].add(attack, defence);
            }
        }
        for (piece, current) in self.front.iter().zip(all.iter_mut()) {
            current.add(piece.upgrades, piece.upgrades);
        }
    }
}

impl Characteristics {
    fn add(&mut self, attack: i16, defence: i16) {
        self.attack = (self.attack + attack).clamp(-MAX_VALUE, MAX_VALUE);
        self.defence = (self.defence + defence).clamp(-MAX_VALUE, MAX_VALUE);
    }
}
