//! Phase 3: what figures do where they stand.

use atlas_core::{Marks, Seat, Seats, Turn};

use crate::content::effect::{ArtifactEffect, Power, Step, Who};
use crate::content::{LibraryEffect, MisfortuneKind, TileAction};
use crate::state::{AtlantisRising, Ending, Gift, Pending};
use crate::tell::Event;
use crate::things::{Figure, Kind, Pile, Pose, Resource, Spot};

/// Why a figure has no action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoAction {
    /// AR-41: it has acted.
    Acted,
    /// AR-76: the Automaton takes no action.
    Automaton,
    /// AR-36: the peninsula is closed.
    Closed,
    /// AR-45: there is not enough ore.
    Ore(u8),
    /// The action costs energy that is not there.
    Energy(u8),
    /// AR-46: there are no cards.
    Cards,
    /// AR-51: a figure on a build space opens projects instead.
    Build,
    /// The component could do nothing now.
    Nothing,
}

impl AtlantisRising {
    /// AR-41: whether a standing figure has an action, with the owners of the pair.
    pub(crate) fn check_act(&self, figure: Figure, owners: Seats) -> Result<(), NoAction> {
        if figure.kind == Kind::Automaton {
            return Err(NoAction::Automaton);
        }
        if figure.pose == Pose::Down {
            return Err(NoAction::Acted);
        }
        let useful = self.check_use(figure, owners);
        // An action that gains nothing is still worth something beside a Mystic.
        let consoled = useful.is_err() && useful != Err(NoAction::Build) && self.consolation(figure.at) > 0;
        if consoled { Ok(()) } else { useful }
    }

    fn check_use(&self, figure: Figure, owners: Seats) -> Result<(), NoAction> {
        let energy = |team: u8| self.team(team).energy;
        if let Some((peninsula, _)) = figure.at.tile() {
            if self.this_round.closed & peninsula.bit() != 0 {
                return Err(NoAction::Closed);
            }
            return match &self.content.tile(figure.at).action {
                TileAction::Wild { .. } => Ok(()),
                TileAction::Forge(exchanges) => {
                    let least = exchanges.iter().map(|it| it.0).min().unwrap_or(0);
                    let ore = self.team(figure.team).goods.of(Resource::Ore);
                    if ore >= least { Ok(()) } else { Err(NoAction::Ore(least)) }
                }
                TileAction::Library { cost, .. } => {
                    let cost = self.price(*cost);
                    if energy(figure.team) < cost {
                        Err(NoAction::Energy(cost))
                    } else if self.library.deck.is_empty() && self.library.discard.is_empty() {
                        Err(NoAction::Cards)
                    } else {
                        Ok(())
                    }
                }
                TileAction::City { cost, .. } => {
                    let cost = self.price(*cost);
                    let paid = owners.iter().any(|seat| energy(seat.0) >= cost);
                    if paid { Ok(()) } else { Err(NoAction::Energy(cost)) }
                }
            };
        }
        match figure.at {
            Spot::SOURCE => Ok(()),
            Spot::BUILD | Spot::OBSERVATORY => Err(NoAction::Build),
            Spot::CORE => {
                if energy(figure.team) >= 1 {
                    Ok(())
                } else {
                    Err(NoAction::Energy(1))
                }
            }
            spot => {
                let component = self.component_at(spot, figure.team).expect("a component has the action");
                let spaces = self.content.component(component).spaces.as_ref().expect("it has spaces");
                let useful = spaces.effect.iter().any(|step| self.is_useful(*step, figure.team, owners));
                if useful { Ok(()) } else { Err(NoAction::Nothing) }
            }
        }
    }

    /// Whether a step would do anything.
    pub(crate) fn is_useful(&self, step: Step, team: u8, owners: Seats) -> bool {
        match step {
            Step::Raise(_) => self.island.iter().any(|tiles| *tiles < crate::things::RINGS),
            Step::Exchange { .. } => self.team(team).goods.total() > 0,
            Step::Look(_) => !self.misfortunes.deck.is_empty(),
            Step::Library { .. } | Step::Draw(..) => {
                !(self.library.deck.is_empty() && self.library.discard.is_empty())
            }
            Step::Forge(_) => self.goods_of(owners).of(Resource::Ore) > 0,
            Step::Barrier { .. } => crate::things::Peninsula::all().any(|it| self.can_bar(it)),
            Step::Energy(..)
            | Step::Followers(_)
            | Step::SkipWrath
            | Step::AddCalm(_)
            | Step::Volunteer(_)
            | Step::Move
            | Step::GainAny { .. } => true,
        }
    }

    /// The energy that a Mystic on this spot gives for an action that gains nothing.
    fn consolation(&self, spot: Spot) -> u8 {
        let console = |power| if let Power::Console(n) = power { Some(n) } else { None };
        self.powers_at(spot).filter_map(console).max().unwrap_or(0)
    }

    /// An action has gained nothing.
    pub(crate) fn console(&mut self, figure: Figure, turn: &mut Turn<'_, Event>) {
        let n = self.consolation(figure.at);
        self.gain_energy(figure.team, n, "AR-42", turn);
    }

    /// AR-41: a figure lies down after its action.
    pub(crate) fn lay_down(&mut self, figure: Figure) -> Figure {
        let down = Figure { pose: Pose::Down, ..figure };
        self.figures.change(figure, down);
        down
    }

    /// AR-41: a figure acts, on a pair spot together with a partner.
    pub(crate) fn act(&mut self, figure: Figure, partner: Option<Figure>, turn: &mut Turn<'_, Event>) {
        let (team, kind, spot) = (figure.team, figure.kind, figure.at);
        let with = partner.map(|it| (it.team, it.kind));
        turn.tell("AR-41", || Event::Acted { team, kind, spot, with });
        let useful = {
            let owners = owners(figure, partner);
            self.check_use(figure, owners)
        };
        let figure = self.lay_down(figure);
        let partner = partner.map(|it| self.lay_down(it));
        self.bless(figure, turn);
        if let Some(partner) = partner {
            self.bless(partner, turn);
        }
        if useful.is_err() {
            return self.console(figure, turn);
        }
        if spot.tile().is_some() {
            return self.act_on_tile(figure, partner, turn);
        }
        match spot {
            Spot::SOURCE => self.gain_energy(team, 1, "AR-48", turn),
            Spot::CORE => self.contribute(team, turn),
            _ => {
                let component = self.component_at(spot, team).expect("a component has the action");
                let content: &'static crate::Content = self.content.get();
                let spaces = content.component(component).spaces.as_ref().expect("it has spaces");
                self.run(&spaces.effect, figure, partner, turn);
            }
        }
    }

    /// The Priestess: her seat and one other with a figure here gain energy when she acts.
    pub(crate) fn bless(&mut self, figure: Figure, turn: &mut Turn<'_, Event>) {
        let Some(Power::Bless(n)) = self.power_of(figure) else { return };
        self.gain_energy(figure.team, n, "AR-42", turn);
        let of = self.seats_at(figure.at).without(Seats::one(Seat(figure.team)));
        if !of.is_empty() {
            self.pending.push(Pending::To { team: figure.team, gift: Gift::Energy, left: n, of });
        }
    }

    fn act_on_tile(&mut self, figure: Figure, partner: Option<Figure>, turn: &mut Turn<'_, Event>) {
        let content: &'static crate::Content = self.content.get();
        match &content.tile(figure.at).action {
            TileAction::Wild { target, .. } => self.roll(figure, *target, turn),
            TileAction::Forge(_) => self.pending.push(Pending::Forge { figure }),
            TileAction::Library { look, keep, cost } => {
                self.spend_energy(figure.team, self.price(*cost), "AR-46", turn);
                self.read_library(figure, *look, *keep, turn);
            }
            TileAction::City { .. } => {
                let partner = partner.map_or(figure.team, |it| it.team);
                self.pending.push(Pending::Payer { figure, partner });
            }
        }
    }

    /// AR-43: the target of a roll, and what is added to the die.
    fn target_and_bonus(&self, figure: Figure, target: u8) -> (u8, u8) {
        let lower = |power| if let Power::Target(n) = power { Some(n) } else { None };
        let lower: u8 = self.powers_at(figure.at).filter_map(lower).sum();
        let target = (target + self.this_round.targets).saturating_sub(lower);
        let mut plus = 0;
        if self.figures.at(figure.at).any(|it| it.kind == Kind::Automaton) {
            plus += self.content.numbers.automaton;
        }
        if figure.kind == Kind::Leader {
            let bonus = |it| if let ArtifactEffect::LeaderBonus(n) = it { Some(n) } else { None };
            plus += self.artifact_bonus(figure.team, bonus);
        }
        (target, plus)
    }

    /// AR-44: the least number on the die with which a figure on an open wild tile succeeds; `None` if it needs no roll.
    pub(crate) fn needed_roll(&self, figure: Figure) -> Option<u8> {
        let (peninsula, _) = figure.at.tile()?;
        let TileAction::Wild { target, .. } = self.content.tile(figure.at).action else { return None };
        let (target, plus) = self.target_and_bonus(figure, target);
        let open = self.this_round.closed & peninsula.bit() == 0;
        (open && target > 1 + plus).then(|| target - plus)
    }

    /// AR-43: rolls for a wild tile.
    fn roll(&mut self, figure: Figure, target: u8, turn: &mut Turn<'_, Event>) {
        let (target, plus) = self.target_and_bonus(figure, target);
        // AR-44: no roll is needed.
        if target <= 1 + plus {
            return self.succeed(figure, turn);
        }
        self.throw(figure, plus, target, turn);
    }

    /// Throws the die, and asks if the roll failed but can be saved.
    pub(crate) fn throw(&mut self, figure: Figure, plus: u8, target: u8, turn: &mut Turn<'_, Event>) {
        let die = turn.chance.die(6) as u8;
        turn.mark(Marks::CHANCE);
        let (team, total) = (figure.team, die + plus);
        turn.tell("AR-43", || Event::Rolled { team, die, total, target });
        self.judge_roll(figure, die, plus, target, turn);
    }

    /// AR-43: whether the total is enough, could still become enough, or has failed.
    pub(crate) fn judge_roll(
        &mut self,
        figure: Figure,
        die: u8,
        plus: u8,
        target: u8,
        turn: &mut Turn<'_, Event>,
    ) {
        let roll = Pending::Roll { figure, die, plus, target };
        if die + plus >= target {
            self.succeed(figure, turn);
        } else if self.can_add(figure.team, target - die - plus)
            || self.reroller(figure.team).is_some()
            || self.saver(figure.team).is_some()
        {
            self.pending.push(roll);
        } else {
            self.fail(figure, turn);
        }
    }

    /// AR-60: what one energy adds to a roll of a team.
    pub(crate) fn roll_per_energy(&self, team: u8) -> u8 {
        let amplified = |it| if let ArtifactEffect::RollPerEnergy(n) = it { Some(n) } else { None };
        self.artifact_bonus(team, amplified).max(1) * self.per_energy()
    }

    /// AR-60: whether a team has enough energy to make a roll succeed.
    pub(crate) fn can_add(&self, team: u8, missing: u8) -> bool {
        u16::from(self.team(team).energy) * u16::from(self.roll_per_energy(team)) >= u16::from(missing)
    }

    /// The unused artifact of a team that rolls again.
    pub(crate) fn reroller(&self, team: u8) -> Option<u8> {
        let fresh = |card: u8| self.this_round.used & 1 << card == 0;
        self.artifacts(team).find(|it| it.1 == ArtifactEffect::Reroll && fresh(it.0)).map(|it| it.0)
    }

    /// The card of a team that makes a failed roll succeed.
    pub(crate) fn saver(&self, team: u8) -> Option<u8> {
        let saves = |card: &u8| {
            self.content.card(*card).effect
                == LibraryEffect::Card(crate::content::effect::CardEffect::Succeed)
        };
        self.team(team).cards.as_slice().iter().copied().find(|card| saves(card))
    }

    pub(crate) fn succeed(&mut self, figure: Figure, turn: &mut Turn<'_, Event>) {
        if let TileAction::Wild { gain, .. } = self.content.tile(figure.at).action {
            self.gain_goods(figure.team, gain, 1, "AR-43", turn);
        }
    }

    pub(crate) fn fail(&mut self, figure: Figure, turn: &mut Turn<'_, Event>) {
        turn.tell("AR-43", || Event::Failed { team: figure.team });
        self.console(figure, turn);
    }

    /// AR-45: exchanges ore on a Forges tile.
    pub(crate) fn forge(&mut self, figure: Figure, ore: u8, turn: &mut Turn<'_, Event>) {
        let TileAction::Forge(exchanges) = &self.content.tile(figure.at).action else {
            unreachable!("a forge is on a Forges tile")
        };
        let made = exchanges.iter().find(|it| it.0 == ore).expect("the exchange was judged").1;
        let here = |power| if let Power::ForgeBonus(n) = power { Some(n) } else { None };
        let here: u8 = self.powers_at(figure.at).filter_map(here).sum();
        let own = |it| if let ArtifactEffect::ForgeBonus(n) = it { Some(n) } else { None };
        let made = made + here + self.artifact_bonus(figure.team, own);
        self.smelt(figure.team, ore, made, "AR-45", turn);
    }

    pub(crate) fn smelt(
        &mut self,
        team: u8,
        ore: u8,
        made: u8,
        rule: &'static str,
        turn: &mut Turn<'_, Event>,
    ) {
        *self.team_mut(team).goods.of_mut(Resource::Ore) -= ore;
        *self.team_mut(team).goods.of_mut(Resource::Atlantium) += made;
        turn.tell(rule, || Event::Forged { team, ore, made });
    }

    /// AR-46: looks at library cards and keeps some.
    fn read_library(&mut self, figure: Figure, look: u8, keep: u8, turn: &mut Turn<'_, Event>) {
        let (mut look, mut keep) = (look, keep);
        for power in self.powers_at(figure.at) {
            if let Power::Read { look: more, .. } = power {
                look += more;
            }
        }
        if let Some(Power::Read { keep: more, .. }) = self.power_of(figure) {
            keep += more;
        }
        let team = figure.team;
        let mask = |it| if let ArtifactEffect::Read(n) = it { Some(n) } else { None };
        look += self.artifact_bonus(team, mask);
        let mut cards: Pile<8> = Pile::default();
        for _ in 0..look {
            if let Some(card) = self.take_library_card(turn) {
                cards.insert(card);
            }
        }
        if cards.is_empty() {
            return self.console(figure, turn);
        }
        turn.tell("AR-46", || Event::Looked { team, cards: cards.as_slice().to_vec() });
        self.pending.push(Pending::Keep { team, cards, left: keep });
    }

    /// AR-46, AR-R12: the top library card. The discard pile is shuffled if the deck is empty.
    pub(crate) fn take_library_card(&mut self, turn: &mut Turn<'_, Event>) -> Option<u8> {
        if self.library.deck.is_empty() && !self.library.discard.is_empty() {
            self.library.deck = std::mem::take(&mut self.library.discard);
            turn.tell("AR-46", || Event::ShuffledLibrary);
            self.library.deck.shuffle_below(0, turn.chance);
            turn.mark(Marks::CHANCE);
        }
        turn.beyond_knowledge();
        turn.mark(Marks::REVEALED);
        self.library.deck.pop()
    }

    /// Draws library cards into a hand.
    pub(crate) fn draw_cards(&mut self, team: u8, n: u8, turn: &mut Turn<'_, Event>) {
        for _ in 0..n {
            if let Some(card) = self.take_library_card(turn) {
                self.team_mut(team).cards.insert(card);
                turn.tell("AR-46", || Event::Kept { team, card });
            }
        }
        self.pending.push(Pending::Discard { team });
    }

    /// Discards a card from a hand.
    pub(crate) fn discard_card(&mut self, team: u8, card: u8) {
        let held = self.team_mut(team).cards.take(card);
        debug_assert!(held, "the card was judged to be in the hand");
        self.library.discard.insert(card);
    }

    /// AR-47: a pair in the Cities gains followers and energy.
    pub(crate) fn settle_city(&mut self, figure: Figure, partner: u8, payer: u8, turn: &mut Turn<'_, Event>) {
        let TileAction::City { followers, energy, cost } = self.content.tile(figure.at).action else {
            unreachable!("a pair of the Cities stands on a Cities tile")
        };
        self.spend_energy(payer, self.price(cost), "AR-47", turn);
        let of = Seats::one(Seat(figure.team)).with(Seat(partner));
        let someone = of.iter().any(|seat| self.can_gain_follower(seat.0));
        if energy == 0 && (followers == 0 || !someone) {
            turn.tell("AR-R06", || Event::NobodyLeft);
            return self.console(figure, turn);
        }
        let team = figure.team;
        if energy > 0 {
            self.pending.push(Pending::To { team, gift: Gift::Energy, left: energy, of });
        }
        if followers > 0 {
            self.pending.push(Pending::To { team, gift: Gift::Follower, left: followers, of });
        }
    }

    /// AR-17: whether a team has a figure to gain in the supply.
    pub(crate) fn can_gain_follower(&self, team: u8) -> bool {
        let supply = &self.team(team).supply;
        supply[Kind::Follower.index()] + supply[Kind::Leader.index()] > 0
    }

    /// AR-49: a figure comes from the supply to the pool.
    pub(crate) fn gain_figure(&mut self, team: u8, kind: Kind, turn: &mut Turn<'_, Event>) {
        self.team_mut(team).supply[kind.index()] -= 1;
        self.team_mut(team).pool[kind.index()] += 1;
        turn.tell("AR-49", || Event::GainedFigure { team, kind });
        let trumpet = |it| if let ArtifactEffect::EnergyPerFollower(n) = it { Some(n) } else { None };
        let n = self.artifact_bonus(team, trumpet);
        self.gain_energy(team, n, "AR-71", turn);
    }

    /// AR-55: the Leader on the Core contributes.
    fn contribute(&mut self, team: u8, turn: &mut Turn<'_, Event>) {
        self.spend_energy(team, 1, "AR-55", turn);
        self.core = self.core.with(Seat(team));
        turn.tell("AR-55", || Event::Contributed { team });
        if self.core == Seats::all(self.seats) {
            // AR-57: won at once.
            self.over = Some(Ending::Won);
            self.pending = crate::state::Stack::default();
            turn.mark(Marks::PASSED);
            turn.tell("AR-57", || Event::Won);
        }
    }

    /// Carries out the steps of a component. Questions of earlier steps are asked first.
    pub(crate) fn run(
        &mut self,
        steps: &[Step],
        figure: Figure,
        partner: Option<Figure>,
        turn: &mut Turn<'_, Event>,
    ) {
        steps.iter().rev().for_each(|step| self.step(*step, figure, partner, turn));
    }

    pub(crate) fn step(
        &mut self,
        step: Step,
        figure: Figure,
        partner: Option<Figure>,
        turn: &mut Turn<'_, Event>,
    ) {
        let team = figure.team;
        let of = owners(figure, partner);
        match step {
            Step::Raise(left) => self.pending.push(Pending::Raise { team, left }),
            Step::Energy(n, Who::EverySeat) => {
                self.all_teams().for_each(|team| self.gain_energy(team, n, "AR-52", turn));
            }
            Step::Energy(n, Who::OneOwner) => {
                self.pending.push(Pending::To { team, gift: Gift::Energy, left: n, of });
            }
            Step::Energy(n, Who::You | Who::EachOwner) => self.gain_energy(team, n, "AR-50", turn),
            Step::Followers(left) => {
                let of = Seats::all(self.seats);
                self.pending.push(Pending::To { team, gift: Gift::Follower, left, of });
            }
            Step::Draw(n, Who::EverySeat) => {
                let seats = self.seats;
                (0..seats).for_each(|step| self.draw_cards((team + step) % seats, n, turn));
            }
            Step::Draw(n, _) => self.draw_cards(team, n, turn),
            Step::Barrier { n, up_to } => self.pending.push(Pending::Barrier { team, left: n, up_to }),
            Step::SkipWrath => {
                self.this_round.skip_wrath = true;
                turn.tell("AR-52", || Event::WrathSkipped);
            }
            Step::AddCalm(n) => self.add_calm(n, turn),
            Step::Exchange { n, any } => self.pending.push(Pending::Swap { team, left: n, any }),
            Step::Look(n) => self.look(team, n, turn),
            Step::Volunteer(who) => {
                let of = if who == Who::EachOwner {
                    [Some(team), partner.map(|it| it.team)]
                } else {
                    [Some(team), None]
                };
                for team in of.into_iter().flatten() {
                    self.team_mut(team).due += 1;
                    turn.tell("AR-73", || Event::VolunteerDue { team });
                }
            }
            Step::Library { look, keep } => self.read_library(figure, look, keep, turn),
            Step::Move => self.pending.push(Pending::Move { figure }),
            Step::GainAny { n, atlantium } => {
                let gift = Gift::Goods { n, atlantium };
                self.pending.push(Pending::To { team, gift, left: 1, of });
            }
            Step::Forge(left) => {
                let other = partner.map(|it| it.team).filter(|other| *other != team);
                self.pending.push(Pending::Smelt { team, left, other, optional: partner.is_some() });
            }
        }
    }

    /// AR-R85: adds Calm Seas, as many as there are in the box.
    fn add_calm(&mut self, n: u8, turn: &mut Turn<'_, Event>) {
        let Some(card) = self.content.misfortune_of(MisfortuneKind::Calm) else { return };
        let added = n.min(self.in_box(card));
        (0..added).for_each(|_| self.misfortunes.deck.push(card));
        turn.tell("AR-R85", || Event::AddedCalm { n: added });
        self.shuffle_misfortunes("AR-52", turn);
    }

    /// Looks at the top misfortunes and puts them back in any order.
    pub(crate) fn look(&mut self, team: u8, n: u8, turn: &mut Turn<'_, Event>) {
        let of = n.min(self.misfortunes.deck.len() as u8);
        if self.misfortunes.seen < of {
            turn.beyond_knowledge();
            turn.mark(Marks::REVEALED);
        }
        self.misfortunes.seen = self.misfortunes.seen.max(of);
        turn.tell("AR-72", || Event::LookedAhead {
            team,
            cards: self.misfortunes.deck.top(of.into()).collect(),
        });
        self.pending.push(Pending::Next { team, of, done: 0 });
    }

    /// AR-50: the Astral Watchtower moves a figure, which stands up again to act there.
    pub(crate) fn move_figure(&mut self, figure: Figure, to: Spot, turn: &mut Turn<'_, Event>) {
        let extra = to != Spot::SOURCE;
        self.figures.change(figure, Figure { at: to, pose: Pose::Up, extra, ..figure });
        turn.tell("AR-50", || Event::Moved { team: figure.team, kind: figure.kind, to });
    }
}

/// The seats of the one or two figures of an action.
pub(crate) fn owners(figure: Figure, partner: Option<Figure>) -> Seats {
    let one = Seats::one(Seat(figure.team));
    partner.map_or(one, |partner| one.with(Seat(partner.team)))
}
