//! Energy, barriers and raised tiles.

use atlas_core::Turn;

use crate::state::{AtlantisRising, Use};
use crate::tell::Event;
use crate::things::{PENINSULAS, Peninsula, Resource, SEATS, count_of};

impl AtlantisRising {
    pub(crate) fn gain_energy(&mut self, team: u8, n: u8, rule: &'static str, turn: &mut Turn<'_, Event>) {
        let energy = &mut self.team_mut(team).energy;
        *energy = energy.saturating_add(n);
        if n > 0 {
            turn.tell(rule, || Event::GainedEnergy { team, n });
        }
    }

    pub(crate) fn spend_energy(&mut self, team: u8, n: u8, rule: &'static str, turn: &mut Turn<'_, Event>) {
        self.team_mut(team).energy -= n;
        if n > 0 {
            turn.tell(rule, || Event::SpentEnergy { team, n });
        }
    }

    pub(crate) fn gain_goods(
        &mut self,
        team: u8,
        resource: Resource,
        n: u8,
        rule: &'static str,
        turn: &mut Turn<'_, Event>,
    ) {
        let amount = self.team_mut(team).goods.of_mut(resource);
        *amount = amount.saturating_add(n);
        turn.tell(rule, || Event::Gained { team, resource, n });
    }

    /// The energy that is pledged for a use.
    pub(crate) fn pledged(&self, wanted: Use) -> u8 {
        self.pledges[wanted.index()].iter().sum()
    }

    /// Whether energy can be pledged for a use now: it is possible and not done yet.
    pub(crate) fn can_pledge(&self, wanted: Use) -> bool {
        match wanted {
            Use::Barrier(peninsula) => self.can_bar(peninsula),
            Use::Raise(tile) => tile.tile().is_some_and(|(it, _)| self.raisable(it) == Some(tile)),
        }
    }

    /// AR-61: whether a barrier can be placed on a peninsula.
    pub(crate) fn can_bar(&self, peninsula: Peninsula) -> bool {
        self.barriers & peninsula.bit() == 0 && self.island[peninsula.index()] > 0
    }

    /// AR-61, AR-63: sets one energy aside. When the price is reached the thing happens.
    pub(crate) fn pledge(&mut self, team: u8, wanted: Use, turn: &mut Turn<'_, Event>) {
        self.team_mut(team).energy -= 1;
        self.pledges[wanted.index()][usize::from(team)] += 1;
        let missing = self.use_price(wanted) - self.pledged(wanted);
        let rule = if matches!(wanted, Use::Barrier(_)) { "AR-61" } else { "AR-63" };
        turn.tell(rule, || Event::Pledged { team, wanted, missing });
        if missing == 0 {
            self.pledges[wanted.index()] = [0; SEATS];
            match wanted {
                Use::Barrier(peninsula) => self.bar(peninsula, rule, turn),
                Use::Raise(tile) => self.raise(tile.tile().expect("a tile is raised").0, rule, turn),
            }
        }
    }

    /// AR-61: places a barrier. Pledges for it are returned.
    pub(crate) fn bar(&mut self, peninsula: Peninsula, rule: &'static str, turn: &mut Turn<'_, Event>) {
        self.barriers |= peninsula.bit();
        self.return_pledges(peninsula.index());
        turn.tell(rule, || Event::Barrier { peninsula });
    }

    /// AR-63: raises the innermost flooded tile of a peninsula. Pledges for it are returned.
    pub(crate) fn raise(&mut self, peninsula: Peninsula, rule: &'static str, turn: &mut Turn<'_, Event>) {
        self.island[peninsula.index()] += 1;
        self.return_pledges(PENINSULAS + peninsula.index());
        let tile = peninsula.tile(self.island[peninsula.index()]);
        if self.this_round.coral == Some(tile) {
            // The figure there needs no Coral Key any more.
            self.this_round.coral = None;
        }
        turn.tell(rule, || Event::Raised { tile });
    }

    fn return_pledges(&mut self, index: usize) {
        let pledges = std::mem::take(&mut self.pledges[index]);
        for (team, n) in self.teams.iter_mut().zip(pledges) {
            team.energy += n;
        }
    }

    /// All pledges are returned.
    pub(crate) fn return_all_pledges(&mut self) {
        (0..Use::COUNT).for_each(|index| self.return_pledges(index));
    }

    /// Pledges end with the phase.
    pub(crate) fn end_pledges(&mut self) {
        self.return_all_pledges();
        self.this_round.withdrew = atlas_core::Seats::NONE;
    }

    /// Takes back all pledges of a team.
    pub(crate) fn withdraw(&mut self, team: u8, turn: &mut Turn<'_, Event>) {
        for index in 0..Use::COUNT {
            let n = std::mem::take(&mut self.pledges[index][usize::from(team)]);
            self.team_mut(team).energy += n;
        }
        self.this_round.withdrew = self.this_round.withdrew.with(atlas_core::Seat(team));
        turn.tell("AR-61", || Event::Withdrew { team });
    }

    /// Whether a team has pledged anything.
    pub(crate) fn has_pledged(&self, team: u8) -> bool {
        self.pledges.iter().any(|of| of[usize::from(team)] > 0)
    }

    /// The Calm Seas that are left in the box.
    pub(crate) fn in_box(&self, card: u8) -> u8 {
        let of = |pile: &[u8]| count_of(pile, card) as u8;
        let used = of(self.misfortunes.deck.as_slice()) + of(self.misfortunes.discard.as_slice());
        self.content.misfortune(card).count - used - u8::from(self.open == Some(card))
    }
}
