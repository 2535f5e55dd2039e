//! Floods: how they happen, and how they are prevented.

use atlas_core::{Seats, Turn};

use crate::action::Means;
use crate::content::LibraryEffect;
use crate::content::effect::{CardEffect, Power};
use crate::state::{AtlantisRising, Cause, Pending};
use crate::tell::Event;
use crate::things::{Figure, Kind, Peninsula};

impl AtlantisRising {
    /// AR-39: a flood of the tip of a peninsula, which has an unflooded tile. Seats are asked from `first` clockwise.
    pub(crate) fn flood(
        &mut self,
        peninsula: Peninsula,
        cause: Cause,
        first: u8,
        turn: &mut Turn<'_, Event>,
    ) {
        // AR-62: a barrier stops a flood by itself, but not Wrath.
        if cause == Cause::Misfortune && self.barriers & peninsula.bit() != 0 {
            self.barriers &= !peninsula.bit();
            turn.tell("AR-62", || Event::BarrierUsed { peninsula });
            return;
        }
        self.ask_prevention(None, first, peninsula, cause, turn);
    }

    /// AR-R08: asks the next team that can prevent the flood, or lets the tile turn.
    pub(crate) fn ask_prevention(
        &mut self,
        last: Option<u8>,
        first: u8,
        peninsula: Peninsula,
        cause: Cause,
        turn: &mut Turn<'_, Event>,
    ) {
        let asked = last.map_or(0, |last| (last + self.seats - first) % self.seats + 1);
        let mut order = (asked..self.seats).map(|step| (first + step) % self.seats);
        match order.find(|team| self.means(*team).next().is_some()) {
            Some(team) => self.pending.push(Pending::Prevent { team, first, peninsula, cause }),
            None => self.drown(peninsula, cause, turn),
        }
    }

    /// AR-39: the ways in which a team can prevent a flood, in the order of legal lists.
    pub(crate) fn means(&self, team: u8) -> impl Iterator<Item = Means> {
        let prevents =
            |card: &u8| self.content.card(*card).effect == LibraryEffect::Card(CardEffect::PreventFlood);
        let mut hand = self.team(team).cards.as_slice().iter().copied().filter(prevents);
        let card = hand.next().map(Means::Card);
        let figure = move |kind: Kind| {
            let holds = |figure: Figure| {
                figure.team == team
                    && figure.kind == kind
                    && self.power_of(figure) == Some(Power::PreventFlood)
            };
            self.figures.iter().any(holds).then_some(Means::Figure(kind))
        };
        card.into_iter().chain([Kind::Leader, Kind::Follower, Kind::Hologram].into_iter().filter_map(figure))
    }

    /// AR-39: a team prevents the flood.
    pub(crate) fn prevent(
        &mut self,
        team: u8,
        means: Means,
        peninsula: Peninsula,
        turn: &mut Turn<'_, Event>,
    ) {
        turn.tell("AR-39", || Event::Prevented { team, means, peninsula });
        match means {
            Means::Card(card) => self.discard_card(team, card),
            Means::Figure(kind) => {
                let power = Some(Power::PreventFlood);
                let holds = |it: &Figure| it.team == team && it.kind == kind && self.power_of(*it) == power;
                let figure = self.figures.iter().find(holds).expect("the figure was judged to be there");
                self.figures.remove(figure);
                // The Hologram goes out until the next round; others go to the supply.
                if kind != Kind::Hologram {
                    self.team_mut(team).supply[kind.index()] += 1;
                }
            }
        }
    }

    /// AR-37, AR-39: the tip turns, and its figures are washed back.
    pub(crate) fn drown(&mut self, peninsula: Peninsula, cause: Cause, turn: &mut Turn<'_, Event>) {
        let ring = self.island[peninsula.index()];
        let tile = peninsula.tile(ring);
        let rule = if cause == Cause::Wrath { "AR-65" } else { "AR-39" };
        turn.tell(rule, || Event::Flooded { tile });
        self.island[peninsula.index()] -= 1;
        let protected = ring > 1 && self.powers_at(tile).any(|power| power == Power::Protect);
        let figures = self.figures;
        for figure in figures.at(tile) {
            self.figures.remove(figure);
            let team = figure.team;
            if protected {
                let to = peninsula.tile(ring - 1);
                self.figures.add(Figure { at: to, extra: true, ..figure });
                turn.tell("AR-42", || Event::Moved { team, kind: figure.kind, to });
            } else {
                self.team_mut(team).pool[figure.kind.index()] += 1;
                turn.tell("AR-37", || Event::WashedBack { team, kind: figure.kind, tile });
            }
        }
        // AR-R91: a barrier needs an unflooded tile.
        if ring == 1 && self.barriers & peninsula.bit() != 0 {
            self.barriers &= !peninsula.bit();
            turn.tell("AR-R91", || Event::BarrierUsed { peninsula });
        }
    }

    /// The seats that have a figure on the board at this tile.
    pub(crate) fn seats_at(&self, spot: crate::things::Spot) -> Seats {
        self.figures.at(spot).map(|figure| atlas_core::Seat(figure.team)).collect()
    }
}
