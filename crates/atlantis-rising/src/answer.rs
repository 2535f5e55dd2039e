//! Carries out actions and answers, and answers questions that have only one answer.

use atlas_core::{Seat, Seats, Turn};

use crate::action::{Action, Gain, Target};
use crate::content::effect::{ArtifactEffect, CardEffect, Step};
use crate::content::{LibraryEffect, TileAction};
use crate::state::{AtlantisRising, Gift, Pending, Phase};
use crate::tell::Event;
use crate::things::{Figure, Kind, Peninsula, Pile, Pose, RINGS, Resource, Spot};

impl AtlantisRising {
    /// Carries out a legal action of a team.
    pub(crate) fn carry_out(&mut self, team: u8, action: Action, turn: &mut Turn<'_, Event>) {
        match action {
            Action::Pick(kind) => {
                self.team_mut(team).picked = Some(kind);
                turn.tell("AR-23", || Event::Picked { team, kind });
            }
            Action::Place(kind, spot) => self.place(team, kind, spot, turn),
            Action::Recall(kind, spot) => self.recall(team, kind, spot, turn),
            Action::Overrule(spot, seat) => self.overrule(seat.0, spot, turn),
            Action::Act(kind, spot, partner) => {
                let figure = self.standing(team, kind, spot).expect("the figure was judged to stand");
                let partner = self.partner(figure, partner);
                self.act(figure, partner, turn);
            }
            Action::Build(component) => {
                let at = self.gate.iter().position(|it| *it == component).expect("it is in the blueprint");
                self.open_project(team, at as u8, turn);
            }
            Action::Play(card, target) => self.play_card(team, card, target, turn),
            Action::Use(card) => self.use_artifact(team, card, turn),
            Action::Pledge(wanted) => self.pledge(team, wanted, turn),
            Action::Withdraw => self.withdraw(team, turn),
            Action::Ready => {
                self.ready = self.ready.with(Seat(team));
                turn.tell("AR-29", || Event::Ready { team });
            }
            Action::Done => {
                self.ready = self.ready.with(Seat(team));
                turn.tell("AR-54", || Event::Done { team });
            }
            answer => {
                let pending = self.pending.top().expect("an answer has a question");
                self.answer(pending, team, answer, turn);
            }
        }
    }

    /// The standing figure of a team on a spot.
    pub(crate) fn standing(&self, team: u8, kind: Kind, spot: Spot) -> Option<Figure> {
        let there = self.figures.at(spot);
        there.into_iter().find(|it| it.team == team && it.kind == kind && it.pose == Pose::Up)
    }

    /// AR-09, AR-R94: the partner of a figure on a pair spot: the one that was named, or the only other one.
    pub(crate) fn partner(&self, figure: Figure, named: Option<(Kind, Seat)>) -> Option<Figure> {
        if !self.is_pair_spot(figure.at) {
            return None;
        }
        let mut others = self.partners(figure);
        match named {
            Some((kind, seat)) => others.find(|it| it.kind == kind && it.team == seat.0),
            None => others.next(),
        }
    }

    /// The standing figures that could be the partner of a figure on a pair spot.
    pub(crate) fn partners(&self, figure: Figure) -> impl Iterator<Item = Figure> {
        let mut skipped = false;
        self.figures.at(figure.at).filter(move |it| {
            if *it == figure && !skipped {
                skipped = true;
                return false;
            }
            it.pose == Pose::Up && it.kind != Kind::Automaton
        })
    }

    fn answer(&mut self, pending: Pending, team: u8, action: Action, turn: &mut Turn<'_, Event>) {
        match (pending, action) {
            (Pending::Workshop { .. }, Action::KeepComponent(component)) => {
                self.pending.pop();
                self.team_mut(team).workshop = Some(component);
                turn.tell("AR-42", || Event::Workshop { team, component });
            }
            (Pending::Power { cards, .. }, Action::Power(councilor)) => {
                self.pending.pop();
                self.power = Some(councilor);
                let other = if cards[0] == councilor { cards[1] } else { cards[0] };
                self.hologram.discard.insert(other);
                turn.tell("AR-75", || Event::Power { team, councilor });
            }
            (Pending::Flood { .. }, Action::Flood(peninsula)) => self.flood_chosen(pending, peninsula, turn),
            (Pending::Prevent { peninsula, .. }, Action::Prevent(means)) => {
                self.pending.pop();
                self.prevent(team, means, peninsula, turn);
            }
            (Pending::Prevent { first, peninsula, cause, .. }, Action::Let) => {
                self.pending.pop();
                self.ask_prevention(Some(team), first, peninsula, cause, turn);
            }
            (Pending::Roll { figure, die, plus, target }, _) => {
                self.pending.pop();
                self.answer_roll(figure, die, plus, target, action, turn);
            }
            (Pending::Keep { cards, left, .. }, Action::Keep(card)) => {
                let mut cards = cards;
                cards.take(card);
                self.team_mut(team).cards.insert(card);
                turn.tell("AR-46", || Event::Kept { team, card });
                self.pending.replace(Pending::Keep { team, cards, left: left - 1 });
            }
            (Pending::Next { of, done, .. }, Action::Next(card)) => {
                self.put_next(done, of, card);
                self.pending.replace(Pending::Next { team, of, done: done + 1 });
            }
            (Pending::Payer { figure, partner }, Action::Payer(seat)) => {
                self.pending.pop();
                self.settle_city(figure, partner, seat.0, turn);
            }
            (Pending::To { gift, left, of, .. }, Action::To(seat)) => {
                self.pending.replace(Pending::To { team, gift, left: left - 1, of });
                self.hand_over(gift, seat.0, turn);
            }
            (Pending::Forge { figure }, Action::Forge(ore)) => {
                self.pending.pop();
                self.forge(figure, ore, turn);
            }
            (Pending::Smelt { left, other, .. }, Action::Forge(ore)) => {
                self.smelt(team, ore, ore, "AR-50", turn);
                self.smelt_next(left - ore, other);
            }
            (Pending::Smelt { left, other, .. }, Action::Stop) => self.smelt_next(left, other),
            (Pending::Swap { left, any, .. }, Action::Swap(from, to)) => {
                *self.team_mut(team).goods.of_mut(from) -= 1;
                *self.team_mut(team).goods.of_mut(to) += 1;
                turn.tell("AR-50", || Event::Swapped { team, from, to });
                self.pending.replace(Pending::Swap { team, left: left - 1, any });
            }
            (Pending::Gain { left, .. }, Action::Gain(Gain::Goods(resource))) => {
                self.gain_resource(pending, team, left, resource, turn);
            }
            (Pending::Follower { .. }, Action::Gain(Gain::Figure(kind))) => {
                self.pending.pop();
                self.gain_figure(team, kind, turn);
            }
            (Pending::Project(project), Action::Give(resource)) => self.give(&project, team, resource, turn),
            (Pending::Project(project), Action::Less(resource)) => {
                self.use_discount(&project, team, resource, turn);
            }
            (Pending::Project(project), Action::Drop) => self.drop_project(&project, turn),
            (Pending::Discard { .. }, Action::Discard(card)) => {
                self.discard_card(team, card);
                turn.tell("AR-70", || Event::Discarded { team, card });
            }
            (Pending::Raise { left, .. }, Action::Raise(peninsula)) => {
                self.pending.replace(Pending::Raise { team, left: left - 1 });
                self.raise(peninsula, "AR-52", turn);
            }
            (Pending::Barrier { left, up_to, .. }, Action::Barrier(peninsula)) => {
                self.pending.replace(Pending::Barrier { team, left: left - 1, up_to });
                self.bar(peninsula, "AR-52", turn);
            }
            (Pending::Move { figure }, Action::Move(spot)) => {
                self.pending.pop();
                self.move_figure(figure, spot, turn);
            }
            (Pending::Share { to, left, .. }, Action::Give(resource)) => {
                self.pending.replace(Pending::Share { team, to, left: left - 1 });
                *self.team_mut(team).goods.of_mut(resource) -= 1;
                *self.team_mut(to).goods.of_mut(resource) += 1;
                turn.tell("AR-53", || Event::Handed { team, to, resource });
            }
            (Pending::Swap { .. } | Pending::Barrier { .. } | Pending::Share { .. }, Action::Stop) => {
                self.pending.pop();
            }
            (pending, action) => unreachable!("{action:?} is no answer to {pending:?}"),
        }
    }

    fn answer_roll(
        &mut self,
        figure: Figure,
        die: u8,
        plus: u8,
        target: u8,
        action: Action,
        turn: &mut Turn<'_, Event>,
    ) {
        let team = figure.team;
        match action {
            Action::Add => {
                self.spend_energy(team, 1, "AR-60", turn);
                let plus = plus + self.roll_per_energy(team);
                self.judge_roll(figure, die, plus, target, turn);
            }
            Action::Reroll => {
                let card = self.reroller(team).expect("the artifact was judged to be there");
                self.this_round.used |= 1 << card;
                turn.tell("AR-71", || Event::Used { team, card });
                self.throw(figure, plus, target, turn);
            }
            Action::Save(card) => {
                self.discard_card(team, card);
                turn.tell("AR-71", || Event::Played { team, card });
                self.succeed(figure, turn);
            }
            _ => self.fail(figure, turn),
        }
    }

    /// Carries out a flood that was chosen.
    fn flood_chosen(&mut self, pending: Pending, peninsula: Peninsula, turn: &mut Turn<'_, Event>) {
        let Pending::Flood { team, left, among, distinct, cause } = pending else { return };
        let among = if distinct { among & !peninsula.bit() } else { among };
        if left > 1 {
            self.pending.replace(Pending::Flood { team, left: left - 1, among, distinct, cause });
        } else {
            self.pending.pop();
        }
        self.flood(peninsula, cause, team, turn);
    }

    /// Puts a card of the looked at misfortunes in its place below the first `done`.
    fn put_next(&mut self, done: u8, of: u8, card: u8) {
        let top: Vec<u8> = self.misfortunes.deck.top(of.into()).collect();
        let at = top.iter().skip(done.into()).position(|it| *it == card).expect("the card was judged");
        let mut order = top;
        let chosen = order.remove(usize::from(done) + at);
        order.insert(done.into(), chosen);
        for _ in 0..of {
            self.misfortunes.deck.pop();
        }
        order.iter().rev().for_each(|card| self.misfortunes.deck.push(*card));
    }

    /// AR-R06: a seat gets what was to be given.
    fn hand_over(&mut self, gift: Gift, team: u8, turn: &mut Turn<'_, Event>) {
        match gift {
            Gift::Energy => self.gain_energy(team, 1, "AR-R06", turn),
            Gift::Follower => self.pending.push(Pending::Follower { team }),
            Gift::Goods { n, atlantium } => {
                self.pending.push(Pending::Gain { team, left: n, atlantium: Some(atlantium) });
            }
        }
    }

    fn smelt_next(&mut self, left: u8, other: Option<u8>) {
        self.pending.pop();
        if let (Some(team), true) = (other, left > 0) {
            self.pending.push(Pending::Smelt { team, left, other: None, optional: true });
        }
    }

    fn gain_resource(
        &mut self,
        pending: Pending,
        team: u8,
        left: u8,
        resource: Resource,
        turn: &mut Turn<'_, Event>,
    ) {
        let Pending::Gain { atlantium, .. } = pending else { return };
        match (atlantium, resource) {
            // Atlantium instead of everything else.
            (Some(n), Resource::Atlantium) => {
                self.pending.pop();
                self.gain_goods(team, resource, n, "AR-50", turn);
            }
            (_, resource) => {
                // After the first other resource Atlantium cannot be chosen any more.
                let atlantium = atlantium.map(|_| 0);
                self.pending.replace(Pending::Gain { team, left: left - 1, atlantium });
                self.gain_goods(team, resource, 1, "AR-50", turn);
            }
        }
    }

    /// AR-71: plays an ordinary card in phase 1 or 3.
    fn play_card(&mut self, team: u8, card: u8, target: Target, turn: &mut Turn<'_, Event>) {
        self.discard_card(team, card);
        turn.tell("AR-71", || Event::Played { team, card });
        let LibraryEffect::Card(effect) = self.content.card(card).effect else {
            unreachable!("an artifact is not played")
        };
        match (effect, target) {
            (CardEffect::Step(Step::Raise(_)), Target::Peninsula(peninsula)) => {
                self.raise(peninsula, "AR-71", turn);
            }
            (CardEffect::Step(Step::Barrier { .. }), Target::Peninsula(peninsula)) => {
                self.bar(peninsula, "AR-71", turn);
            }
            (CardEffect::Step(Step::Look(n)), _) => self.look(team, n, turn),
            (CardEffect::Step(Step::Forge(left)), _) => {
                self.pending.push(Pending::Smelt { team, left, other: None, optional: false });
            }
            (CardEffect::VolunteerNow, _) => {
                self.team_mut(team).pool[Kind::Volunteer.index()] += 1;
                turn.tell("AR-73", || Event::VolunteerNow { team });
            }
            (CardEffect::Convert(_), Target::Number(n)) => {
                self.spend_energy(team, n, "AR-71", turn);
                let left = n * self.per_energy();
                self.pending.push(Pending::Gain { team, left, atlantium: None });
            }
            (CardEffect::Unite, Target::Spot(tile)) => {
                self.this_round.united |= tile.bit();
                turn.tell("AR-71", || Event::United { tile });
            }
            (CardEffect::ActAgain, Target::Figure(kind, spot)) => {
                let down = |it: &Figure| it.team == team && it.kind == kind && it.pose == Pose::Down;
                let figure = self.figures.at(spot).find(down).expect("the figure was judged to lie there");
                self.figures.change(figure, Figure { pose: Pose::Up, ..figure });
                turn.tell("AR-71", || Event::StandsUp { team, kind, spot });
            }
            (CardEffect::Share(left), Target::Seats(from, to)) => {
                self.pending.push(Pending::Share { team: from.0, to: to.0, left });
            }
            (CardEffect::CopyPower, Target::Spot(spot)) => {
                let figure = self.figures.at(spot).find(|it| {
                    it.team == team && it.kind == Kind::Follower && it.pose == Pose::Up && !it.cipher
                });
                let figure = figure.expect("the follower was judged to be there");
                self.figures.change(figure, Figure { cipher: true, ..figure });
                turn.tell("AR-71", || Event::Empowered { team, spot });
            }
            (effect, target) => unreachable!("{effect:?} is not played with {target:?}"),
        }
    }

    /// AR-71: uses an artifact that works once a round.
    fn use_artifact(&mut self, team: u8, card: u8, turn: &mut Turn<'_, Event>) {
        self.this_round.used |= 1 << card;
        turn.tell("AR-71", || Event::Used { team, card });
        match self.content.card(card).effect {
            LibraryEffect::Artifact(ArtifactEffect::Exchange(left)) => {
                self.pending.push(Pending::Swap { team, left, any: true });
            }
            LibraryEffect::Artifact(ArtifactEffect::Look(n)) => self.look(team, n, turn),
            effect => unreachable!("{effect:?} is not used by itself"),
        }
    }

    /// Answers a question if nothing is to be chosen, and returns whether it did.
    #[allow(clippy::too_many_lines, reason = "one arm for each kind")]
    pub(crate) fn answer_alone(&mut self, pending: Pending, turn: &mut Turn<'_, Event>) -> bool {
        match pending {
            Pending::Workshop { .. }
            | Pending::Prevent { .. }
            | Pending::Power { .. }
            | Pending::Roll { .. }
            | Pending::Move { .. } => false,
            Pending::Flood { team, left, among, distinct, .. } => {
                let there = among & self.unflooded();
                let forced = there.is_power_of_two() || distinct && there.count_ones() <= left.into();
                if there == 0 {
                    if among == crate::round::ANYWHERE {
                        self.sink(turn);
                    } else {
                        self.pending.pop();
                    }
                    return true;
                }
                if !forced {
                    return false;
                }
                let only = Peninsula(there.trailing_zeros() as u8);
                debug_assert!(team < self.seats);
                self.flood_chosen(pending, only, turn);
                true
            }
            Pending::Keep { team, cards, left } => self.keep_alone(team, cards, left, turn),
            Pending::Next { of, done, .. } => {
                let mut rest = self.misfortunes.deck.top(of.into()).skip(done.into());
                let first = rest.next();
                let alike = rest.all(|card| Some(card) == first);
                if alike {
                    self.pending.pop();
                }
                alike
            }
            Pending::Payer { figure, partner } => {
                let TileAction::City { cost, .. } = self.content.tile(figure.at).action else {
                    unreachable!("a pair of the Cities stands on a Cities tile")
                };
                let cost = self.price(cost);
                let payers = [figure.team, partner].map(|team| self.team(team).energy >= cost);
                let payer = match payers {
                    _ if cost == 0 || figure.team == partner => figure.team,
                    [true, true] => return false,
                    [true, false] => figure.team,
                    _ => partner,
                };
                self.pending.pop();
                self.settle_city(figure, partner, payer, turn);
                true
            }
            Pending::To { gift, left, of, .. } => self.give_alone(pending, gift, left, of, turn),
            Pending::Forge { figure } => {
                let mut options = crate::legal::forges(self, figure);
                match (options.next(), options.next()) {
                    (Some(_), Some(_)) => false,
                    (only, _) => {
                        drop(options);
                        self.pending.pop();
                        self.forge(figure, only.expect("the exchange was judged"), turn);
                        true
                    }
                }
            }
            Pending::Smelt { team, left, other, optional } => {
                let most = left.min(self.team(team).goods.of(Resource::Ore));
                if most == 0 {
                    self.smelt_next(left, other);
                } else if most == 1 && !optional {
                    self.smelt(team, 1, 1, "AR-71", turn);
                    self.smelt_next(left - 1, other);
                } else {
                    return false;
                }
                true
            }
            Pending::Swap { team, left, .. } | Pending::Share { team, left, .. } => {
                let over = left == 0 || self.team(team).goods.total() == 0;
                self.pop_if(over)
            }
            Pending::Gain { left, .. } => self.pop_if(left == 0),
            Pending::Follower { team } => {
                let supply = self.team(team).supply;
                let kind = match (supply[Kind::Leader.index()], supply[Kind::Follower.index()]) {
                    (0, 0) => return self.pop_if(true),
                    (0, _) => Kind::Follower,
                    (_, 0) => Kind::Leader,
                    _ => return false,
                };
                self.pending.pop();
                self.gain_figure(team, kind, turn);
                true
            }
            Pending::Project(project) => {
                let paid = project.left.total() == 0 && project.any == 0;
                if paid {
                    self.finish_project(&project, turn);
                }
                paid
            }
            Pending::Discard { team } => self.discard_alone(team, turn),
            Pending::Raise { team, left } => {
                let flooded = |it: &Peninsula| self.island[it.index()] < RINGS;
                let mut there = Peninsula::all().filter(flooded);
                match (there.next(), there.next(), left) {
                    (_, _, 0) | (None, _, _) => self.pending.pop(),
                    (Some(only), None, _) => {
                        self.pending.replace(Pending::Raise { team, left: left - 1 });
                        self.raise(only, "AR-52", turn);
                    }
                    _ => return false,
                }
                true
            }
            Pending::Barrier { team, left, up_to } => {
                let mut there = Peninsula::all().filter(|it| self.can_bar(*it));
                match (there.next(), there.next(), left) {
                    (_, _, 0) | (None, _, _) => self.pending.pop(),
                    (Some(only), None, _) if !up_to => {
                        self.pending.replace(Pending::Barrier { team, left: left - 1, up_to });
                        self.bar(only, "AR-52", turn);
                    }
                    _ => return false,
                }
                true
            }
        }
    }

    fn pop_if(&mut self, over: bool) -> bool {
        if over {
            self.pending.pop();
        }
        over
    }

    /// AR-46: keeps cards if there is no choice; at the end discards the others.
    fn keep_alone(&mut self, team: u8, cards: Pile<8>, left: u8, turn: &mut Turn<'_, Event>) -> bool {
        let list = cards.as_slice();
        let alike = list.iter().all(|card| *card == list[0]);
        if left > 0 && list.len() > usize::from(left) && !alike {
            return false;
        }
        self.pending.pop();
        for (at, card) in list.iter().enumerate() {
            if at < usize::from(left) {
                self.team_mut(team).cards.insert(*card);
                turn.tell("AR-46", || Event::Kept { team, card: *card });
            } else {
                self.library.discard.insert(*card);
            }
        }
        self.pending.push(Pending::Discard { team });
        true
    }

    /// AR-70: discards down to the hand limit if there is no choice.
    fn discard_alone(&mut self, team: u8, turn: &mut Turn<'_, Event>) -> bool {
        let hand = self.team(team).cards;
        if hand.len() <= self.content.numbers.hand.into() {
            self.pending.pop();
            return true;
        }
        let list = hand.as_slice();
        if list.iter().any(|card| *card != list[0]) {
            return false;
        }
        self.discard_card(team, list[0]);
        turn.tell("AR-70", || Event::Discarded { team, card: list[0] });
        true
    }

    /// AR-R06: gives something away if only one seat can get it.
    fn give_alone(
        &mut self,
        pending: Pending,
        gift: Gift,
        left: u8,
        of: Seats,
        turn: &mut Turn<'_, Event>,
    ) -> bool {
        let of = self.takers(gift, of);
        if left == 0 {
            self.pending.pop();
            return true;
        }
        let Some(only) = of.first() else {
            self.pending.pop();
            turn.tell("AR-R06", || Event::NobodyLeft);
            return true;
        };
        if of.len() > 1 {
            return false;
        }
        self.pending.replace(Pending::To { team: pending.team(), gift, left: left - 1, of });
        self.hand_over(gift, only.0, turn);
        true
    }

    /// The seats that can get something.
    pub(crate) fn takers(&self, gift: Gift, of: Seats) -> Seats {
        match gift {
            Gift::Follower => of.iter().filter(|seat| self.can_gain_follower(seat.0)).collect(),
            Gift::Energy | Gift::Goods { .. } => of,
        }
    }

    /// Whether cards marked for this phase can be played.
    pub(crate) fn is_card_phase(&self, card: u8) -> bool {
        let when = self.content.card(card).when;
        match self.phase {
            Phase::Place => when.place,
            Phase::Act => when.act,
            _ => false,
        }
    }
}
