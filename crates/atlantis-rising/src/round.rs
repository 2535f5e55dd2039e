//! The course of a round: what happens by itself, up to the next decision.

use atlas_core::{Marks, Seat, Seats, Turn};

use crate::content::MisfortuneKind;
use crate::content::effect::{Lasting, Special};
use crate::state::{AtlantisRising, Cause, Ending, MAX_ROUNDS, Pending, Phase, ThisRound};
use crate::tell::Event;
use crate::things::{Kind, PENINSULAS, Peninsula, SEATS, Spot};

/// All peninsulas, as bits.
pub(crate) const ANYWHERE: u8 = (1 << PENINSULAS) - 1;

impl AtlantisRising {
    /// AR-21: the start of a round.
    pub(crate) fn begin_round(&mut self, turn: &mut Turn<'_, Event>) {
        self.round += 1;
        assert!(self.round <= MAX_ROUNDS, "AR-68: a game has at most {MAX_ROUNDS} rounds");
        if self.round > 1 {
            self.start = self.start.next(self.seats);
        }
        turn.tell("AR-21", || Event::Round { round: self.round, start: self.start });
        let start = self.start.0;
        if self.seats == 1 {
            self.gain_energy(0, self.content.numbers.solo_energy, "AR-21", turn);
        }
        for at in 0..self.gate.len() {
            if let (true, Some(Lasting::RoundEnergy(n))) =
                (self.built[at] > 0, self.content.component(self.gate[at]).lasting)
            {
                self.gain_energy(start, n, "AR-52", turn);
            }
        }
        for team in self.all_teams() {
            let due = std::mem::take(&mut self.team_mut(team).due);
            self.team_mut(team).pool[Kind::Volunteer.index()] += due;
        }
        self.phase = Phase::Power;
        if self.content.players(self.seats).hologram {
            // AR-74: the Hologram belongs to the starting player.
            self.team_mut(start).pool[Kind::Hologram.index()] = 1;
            let cards = [self.reveal_power(turn), self.reveal_power(turn)];
            self.pending.push(Pending::Power { team: start, cards });
            turn.tell("AR-75", || Event::Revealed { cards });
        }
    }

    /// AR-75: the top card of the Hologram deck.
    fn reveal_power(&mut self, turn: &mut Turn<'_, Event>) -> u8 {
        if self.hologram.deck.is_empty() {
            self.hologram.deck = std::mem::take(&mut self.hologram.discard);
            self.hologram.deck.shuffle_below(0, turn.chance);
            turn.mark(Marks::CHANCE);
        }
        turn.beyond_knowledge();
        turn.mark(Marks::REVEALED);
        self.hologram.deck.pop().expect("there are more councilors than seats")
    }

    /// Lets everything happen that needs no decision.
    pub(crate) fn settle(&mut self, turn: &mut Turn<'_, Event>) {
        while self.over.is_none() {
            if let Some(pending) = self.pending.top() {
                if self.answer_alone(pending, turn) {
                    continue;
                }
                return;
            }
            match self.phase {
                Phase::Power => self.phase = Phase::Place,
                Phase::Place if self.ready == Seats::all(self.seats) => self.end_placing(turn),
                Phase::Misfortunes => self.next_misfortune(turn),
                Phase::Late if self.figures.at(Spot::OBSERVATORY).next().is_none() => self.phase = Phase::Act,
                Phase::Act if self.ready == Seats::all(self.seats) => self.end_actions(turn),
                Phase::Wrath => self.end_wrath(turn),
                Phase::Place | Phase::Late | Phase::Act => return,
            }
        }
    }

    /// AR-29: the end of phase 1.
    fn end_placing(&mut self, turn: &mut Turn<'_, Event>) {
        self.end_pledges();
        self.ready = Seats::NONE;
        self.phase = Phase::Misfortunes;
        self.drawn = 0;
        turn.mark(Marks::PASSED);
        turn.tell("AR-30", || Event::MisfortunesBegin);
        self.draw_misfortune(turn);
    }

    /// AR-30: the team that draws the next misfortune.
    pub(crate) fn drawer(&self) -> u8 {
        (self.start.0 + self.drawn) % self.seats
    }

    /// AR-38: draws a misfortune and carries it out.
    fn draw_misfortune(&mut self, turn: &mut Turn<'_, Event>) {
        if self.misfortunes.deck.is_empty() {
            self.misfortunes.deck = std::mem::take(&mut self.misfortunes.discard);
            self.shuffle_misfortunes("AR-38", turn);
        }
        if self.misfortunes.seen == 0 {
            turn.beyond_knowledge();
        }
        self.misfortunes.seen = self.misfortunes.seen.saturating_sub(1);
        let card = self.misfortunes.deck.pop().expect("the box has misfortunes that no effect removes");
        self.open = Some(card);
        turn.mark(Marks::REVEALED);
        let team = self.drawer();
        turn.tell("AR-30", || Event::DrewMisfortune { team, card });
        self.carry_out_misfortune(team, card, turn);
    }

    pub(crate) fn shuffle_misfortunes(&mut self, rule: &'static str, turn: &mut Turn<'_, Event>) {
        turn.tell(rule, || Event::ShuffledMisfortunes);
        self.misfortunes.seen = 0;
        self.misfortunes.deck.shuffle_below(0, turn.chance);
        turn.mark(Marks::CHANCE);
    }

    fn carry_out_misfortune(&mut self, team: u8, card: u8, turn: &mut Turn<'_, Event>) {
        let cause = Cause::Misfortune;
        let floods = |left: u8, among: u8| Pending::Flood { team, left, among, distinct: false, cause };
        match self.content.misfortune(card).kind {
            MisfortuneKind::Basic(peninsula) => {
                if self.island[peninsula.index()] == 0 {
                    // AR-32: two floods instead.
                    self.pending.push(floods(2, ANYWHERE));
                } else {
                    self.flood(peninsula, cause, team, turn);
                }
            }
            // AR-33: nothing.
            MisfortuneKind::Calm => {}
            MisfortuneKind::Controlled => self.pending.push(floods(1, ANYWHERE)),
            MisfortuneKind::Catastrophic => self.catastrophe(team),
            MisfortuneKind::Special(special) => self.special(team, card, special, turn),
        }
    }

    /// AR-35: the tips of the two peninsulas with most unflooded tiles.
    fn catastrophe(&mut self, team: u8) {
        let cause = Cause::Misfortune;
        let most = |among: u8, island: &[u8; PENINSULAS]| {
            let tiles = |it: &Peninsula| island[it.index()];
            let there = Peninsula::all().filter(|it| among & it.bit() != 0 && tiles(it) > 0);
            let highest = there.clone().map(|it| tiles(&it)).max().unwrap_or(0);
            there.filter(|it| tiles(it) == highest).fold(0, |set, it| set | it.bit())
        };
        let first = most(ANYWHERE, &self.island);
        if first == 0 {
            self.pending.push(Pending::Flood { team, left: 1, among: ANYWHERE, distinct: false, cause });
        } else if first.count_ones() > 1 {
            self.pending.push(Pending::Flood { team, left: 2, among: first, distinct: true, cause });
        } else {
            let second = most(ANYWHERE & !first, &self.island);
            if second != 0 {
                self.pending.push(Pending::Flood { team, left: 1, among: second, distinct: true, cause });
            }
            self.pending.push(Pending::Flood { team, left: 1, among: first, distinct: true, cause });
        }
    }

    /// AR-36: a special misfortune.
    fn special(&mut self, team: u8, card: u8, special: Special, turn: &mut Turn<'_, Event>) {
        let cause = Cause::Misfortune;
        match special {
            Special::Reshuffle => {
                let discard = std::mem::take(&mut self.misfortunes.discard);
                discard.as_slice().iter().for_each(|card| self.misfortunes.deck.push(*card));
                self.misfortunes.deck.push(card);
                self.open = None;
                self.shuffle_misfortunes("AR-36", turn);
                self.draw_misfortune(turn);
            }
            Special::Target(n) => self.this_round.targets += n,
            Special::Cost(n) => self.this_round.cost += n,
            Special::LimitProjects(n) => self.this_round.limit = Some(n),
            Special::FloodPerFigures(size) => {
                let left = (self.in_play() / size).max(1);
                self.pending.push(Pending::Flood { team, left, among: ANYWHERE, distinct: false, cause });
            }
            Special::Close(peninsula) => self.this_round.closed |= peninsula.bit(),
            Special::LoseEnergy(n) => {
                for team in self.all_teams() {
                    let lost = n.min(self.team(team).energy);
                    self.team_mut(team).energy -= lost;
                    if lost > 0 {
                        turn.tell("AR-36", || Event::LostEnergy { team, n: lost });
                    }
                }
            }
            Special::FloodMostFigures => {
                let count = |it: Peninsula| {
                    self.figures.iter().filter(|figure| figure.at.tile().is_some_and(|at| at.0 == it)).count()
                };
                let there = Peninsula::all().filter(|it| self.island[it.index()] > 0);
                let most = there.clone().map(count).max().unwrap_or(0);
                let among = there.filter(|it| count(*it) == most).fold(0, |set, it| set | it.bit());
                let among = if among == 0 { ANYWHERE } else { among };
                self.pending.push(Pending::Flood { team, left: 1, among, distinct: false, cause });
            }
        }
    }

    /// AR-R87: the Atlanteans in play: on the board and in the pools.
    pub(crate) fn in_play(&self) -> u8 {
        let pools: u8 = self.teams.iter().map(|team| team.pool.iter().sum::<u8>()).sum();
        pools + self.figures.as_slice().len() as u8
    }

    /// AR-38: discards the misfortune that was carried out, and draws the next.
    fn next_misfortune(&mut self, turn: &mut Turn<'_, Event>) {
        if let Some(card) = self.open.take() {
            self.misfortunes.discard.insert(card);
            self.drawn += 1;
        }
        if self.drawn < self.content.players(self.seats).misfortunes {
            self.draw_misfortune(turn);
        } else {
            self.drawn = 0;
            self.phase = Phase::Late;
            turn.tell("AR-41", || Event::ActionsBegin);
        }
    }

    /// AR-54: the end of phase 3.
    fn end_actions(&mut self, turn: &mut Turn<'_, Event>) {
        self.end_pledges();
        self.ready = Seats::NONE;
        for figure in std::mem::take(&mut self.figures).iter() {
            self.team_mut(figure.team).pool[figure.kind.index()] += 1;
        }
        for team in self.all_teams() {
            let pool = &mut self.team_mut(team).pool;
            // AR-37, AR-73: volunteers leave, and the Hologram waits beside the board.
            pool[Kind::Volunteer.index()] = 0;
            pool[Kind::Hologram.index()] = 0;
        }
        self.phase = Phase::Wrath;
        let value = if self.this_round.skip_wrath { 0 } else { self.wrath_value(self.wrath) };
        let skipped = self.this_round.skip_wrath;
        turn.mark(Marks::PASSED);
        turn.tell("AR-65", || Event::Wrath { floods: value, skipped });
        if value > 0 {
            let (team, cause) = (self.start.0, Cause::Wrath);
            self.pending.push(Pending::Flood { team, left: value, among: ANYWHERE, distinct: false, cause });
        }
    }

    /// AR-67: the token moves, and the round ends.
    fn end_wrath(&mut self, turn: &mut Turn<'_, Event>) {
        self.wrath += 1;
        if let Some(card) = self.power.take() {
            self.hologram.discard.insert(card);
        }
        self.this_round = ThisRound::default();
        self.begin_round(turn);
    }

    /// AR-40, AR-58: the Source sinks, and the game is lost.
    pub(crate) fn sink(&mut self, turn: &mut Turn<'_, Event>) {
        self.over = Some(Ending::Sunk);
        self.pending = crate::state::Stack::default();
        turn.mark(Marks::PASSED);
        turn.tell("AR-40", || Event::Sunk);
    }

    /// AR-R80: a player leaves.
    pub(crate) fn abandon(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        if self.over.is_some() || self.gone.contains(seat) {
            return;
        }
        self.gone = self.gone.with(seat);
        turn.mark(Marks::PASSED);
        turn.tell("AR-R80", || Event::Left { seat });
        if self.gone == Seats::all(self.seats) {
            self.over = Some(Ending::Sunk);
            self.pending = crate::state::Stack::default();
            turn.tell("AR-R80", || Event::Abandoned);
        }
    }
}

const _: () = assert!(SEATS <= 8, "a set of seats has eight bits");
