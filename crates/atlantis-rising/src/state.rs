//! The state of a table, and the questions that it can ask.

use atlas_core::{
    Chance, Edition, Facts, Game, Outcome, Preview, Prompt, Refusal, Seat, Seats, Told, Turn, Viewer,
};
use serde_json::{Value, json};

use crate::action::Action;
use crate::content::ContentRef;
use crate::content::effect::{ArtifactEffect, Lasting, Power};
use crate::content::{ComponentSpaces, LibraryEffect};
use crate::setup::{CHOICES, Options};
use crate::tell::{self, Event};
use crate::things::{
    BLUEPRINT, Figure, Figures, Goods, Kind, PENINSULAS, Peninsula, Pile, RINGS, SEATS, Spot,
};
use crate::view::View;
use crate::{explain, legal, position, preview, setup};

/// The maximum number of library cards: a limit of this program.
pub const LIBRARY_SIZE: usize = 48;
/// The maximum number of misfortunes: a limit of this program.
pub const MISFORTUNES_SIZE: usize = 96;
/// AR-68: no game has more rounds.
pub const MAX_ROUNDS: u8 = 60;

/// The complete state of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AtlantisRising {
    pub(crate) content: ContentRef,
    /// The rules version that the table is played by.
    pub(crate) rules: u8,
    pub(crate) seats: u8,
    pub(crate) level: u8,
    /// AR-R80: the seats whose players have left.
    pub(crate) gone: Seats,
    /// AR-19: the starting player.
    pub(crate) start: Seat,
    pub(crate) round: u8,
    pub(crate) phase: Phase,
    /// AR-66: the space of the Wrath token.
    pub(crate) wrath: u8,
    pub(crate) over: Option<Ending>,
    /// AR-07: the number of unflooded tiles of each peninsula.
    pub(crate) island: [u8; PENINSULAS],
    /// AR-61: the peninsulas with a barrier, as bits.
    pub(crate) barriers: u8,
    /// AR-14: the components of the blueprint.
    pub(crate) gate: [u8; BLUEPRINT],
    /// The round in which each of them was built; 0 if it was not.
    pub(crate) built: [u8; BLUEPRINT],
    /// AR-55: the seats whose Leaders have contributed.
    pub(crate) core: Seats,
    pub(crate) teams: [Team; SEATS],
    pub(crate) figures: Figures,
    /// The seats that are ready in phase 1, or done in phase 3.
    pub(crate) ready: Seats,
    /// The energy that each seat has pledged for each use.
    pub(crate) pledges: [[u8; SEATS]; Use::COUNT],
    pub(crate) library: Deck<LIBRARY_SIZE>,
    pub(crate) misfortunes: Deck<MISFORTUNES_SIZE>,
    /// The misfortune that is being carried out.
    pub(crate) open: Option<u8>,
    /// AR-30: the number of misfortunes of this round that are done.
    pub(crate) drawn: u8,
    /// AR-75: the cards of the councilors that nobody plays.
    pub(crate) hologram: Deck<16>,
    /// AR-75: the councilor whose power the Hologram has in this round.
    pub(crate) power: Option<u8>,
    pub(crate) this_round: ThisRound,
    /// The questions to answer; the last is asked now.
    pub(crate) pending: Stack,
}

/// AR-06: the figures and goods of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Team {
    pub(crate) councilor: u8,
    pub(crate) goods: Goods,
    pub(crate) energy: u8,
    /// AR-70: the library cards in hand, sorted.
    pub(crate) cards: Pile<8>,
    /// AR-05: the figures in the pool, by kind.
    pub(crate) pool: [u8; 5],
    /// AR-05: the figures in the supply, by kind.
    pub(crate) supply: [u8; 5],
    /// The volunteers that join next round.
    pub(crate) due: u8,
    /// The component in the Workshop.
    pub(crate) workshop: Option<u8>,
    /// The kind of figure that the seat has chosen to place next.
    pub(crate) picked: Option<Kind>,
}

/// A deck and its discard pile, which is sorted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(clippy::struct_field_names, reason = "a deck has a discard pile")]
pub(crate) struct Deck<const N: usize> {
    pub(crate) deck: Pile<N>,
    pub(crate) discard: Pile<N>,
    /// The number of top cards that everybody knows.
    pub(crate) seen: u8,
}

/// AR-20: the phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// AR-21: before phase 1, when something is to be chosen.
    Power,
    Place,
    Misfortunes,
    /// AR-R21: figures on the Observatory are placed.
    Late,
    Act,
    Wrath,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// AR-57: the Cosmic Gate is complete.
    Won,
    /// AR-40: the Source was flooded, or nobody was left (AR-R80).
    Sunk,
}

/// What holds for this round only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct ThisRound {
    /// How much higher all targets are.
    pub(crate) targets: u8,
    /// How much more every project costs.
    pub(crate) cost: u8,
    /// How many projects may be built.
    pub(crate) limit: Option<u8>,
    /// The closed peninsulas, as bits.
    pub(crate) closed: u8,
    /// The tiles that take any number of figures, as bits.
    pub(crate) united: u64,
    /// The artifacts that were used, as bits.
    pub(crate) used: u64,
    /// The flooded tile on which the Coral Key placed a figure.
    pub(crate) coral: Option<Spot>,
    /// The seats that have withdrawn their pledges in this phase.
    pub(crate) withdrew: Seats,
    /// The components that each seat has dropped, as bits.
    pub(crate) dropped: [u16; SEATS],
    /// AR-R81: how often each seat has taken a figure back.
    pub(crate) recalls: [u8; SEATS],
    /// AR-R05: the spots that each seat may not use, as bits.
    pub(crate) overruled: [u64; SEATS],
    /// Whether phase 4 floods nothing.
    pub(crate) skip_wrath: bool,
}

/// AR-61, AR-63: what energy can be pledged for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Use {
    /// A barrier.
    Barrier(Peninsula),
    /// Raising this tile, which is the innermost flooded one of its peninsula.
    Raise(Spot),
}

impl Use {
    pub(crate) const COUNT: usize = 2 * PENINSULAS;

    /// Where the pledges are counted.
    pub(crate) fn index(self) -> usize {
        match self {
            Use::Barrier(peninsula) => peninsula.index(),
            Use::Raise(tile) => PENINSULAS + tile.index() / usize::from(RINGS),
        }
    }
}

/// Why a flood happens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Cause {
    Misfortune,
    Wrath,
}

/// What is given to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gift {
    Follower,
    Energy,
    /// The resources of a component for one of the two owners.
    Goods {
        n: u8,
        atlantium: u8,
    },
}

/// A question to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pending {
    /// Which of two components the Workshop gets.
    Workshop { team: u8, components: [u8; 2] },
    /// AR-75: which power the Hologram has.
    Power { team: u8, cards: [u8; 2] },
    /// Which tip floods next. `distinct` peninsulas cannot be chosen twice.
    Flood { team: u8, left: u8, among: u8, distinct: bool, cause: Cause },
    /// AR-39: whether a seat prevents a flood. The seats are asked clockwise from `first`.
    Prevent { team: u8, first: u8, peninsula: Peninsula, cause: Cause },
    /// AR-43: whether a failed roll is saved. `plus` is added to the die.
    Roll { figure: Figure, die: u8, plus: u8, target: u8 },
    /// AR-46: which cards are kept.
    Keep { team: u8, cards: Pile<8>, left: u8 },
    /// Which of the top misfortunes comes next. The first `done` of `of` are in order.
    Next { team: u8, of: u8, done: u8 },
    /// AR-47: which of two owners pays.
    Payer { figure: Figure, partner: u8 },
    /// AR-R06: who of several seats gets something.
    To { team: u8, gift: Gift, left: u8, of: Seats },
    /// AR-45: how much ore is exchanged on a tile.
    Forge { figure: Figure },
    /// How much ore becomes Atlantium. The other owner is asked next about what is left.
    Smelt { team: u8, left: u8, other: Option<u8>, optional: bool },
    /// Which resource is exchanged for which.
    Swap { team: u8, left: u8, any: bool },
    /// Which resources are gained. With `atlantium` above 0 it can be chosen instead of the others.
    Gain { team: u8, left: u8, atlantium: Option<u8> },
    /// AR-49: whether a follower or the Leader is gained.
    Follower { team: u8 },
    /// AR-51: who pays for a project.
    Project(Project),
    /// AR-70: which card above the hand limit is discarded.
    Discard { team: u8 },
    /// Which tile is raised.
    Raise { team: u8, left: u8 },
    /// Where a barrier is placed.
    Barrier { team: u8, left: u8, up_to: bool },
    /// Where the Astral Watchtower moves a figure.
    Move { figure: Figure },
    /// Which resources a seat gives to another.
    Share { team: u8, to: u8, left: u8 },
}

/// AR-51: a project that is being paid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Project {
    /// The seat that opened it.
    pub(crate) opener: u8,
    /// The position of the component in the blueprint.
    pub(crate) at: u8,
    /// What is still to be paid.
    pub(crate) left: Goods,
    /// How many resources of any kind in the cost are still to be paid.
    pub(crate) any: u8,
    /// What each seat has given.
    pub(crate) given: [Goods; SEATS],
    /// The discounts that each seat has used.
    pub(crate) less: [u8; SEATS],
}

/// The maximum number of open questions: a limit of this program.
const MAX_PENDING: usize = 16;

/// The open questions; the last is asked now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Stack {
    list: [Option<Pending>; MAX_PENDING],
    len: u8,
}

impl Stack {
    pub(crate) fn top(&self) -> Option<Pending> {
        self.len.checked_sub(1).and_then(|at| self.list[usize::from(at)])
    }

    pub(crate) fn push(&mut self, pending: Pending) {
        assert!(usize::from(self.len) < MAX_PENDING, "there is room for {MAX_PENDING} open questions");
        self.list[usize::from(self.len)] = Some(pending);
        self.len += 1;
    }

    pub(crate) fn pop(&mut self) {
        self.len -= 1;
        self.list[usize::from(self.len)] = None;
    }

    pub(crate) fn replace(&mut self, pending: Pending) {
        self.list[usize::from(self.len) - 1] = Some(pending);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Pending> {
        self.list[..usize::from(self.len)].iter().filter_map(|pending| *pending)
    }
}

impl AtlantisRising {
    #[inline]
    pub(crate) fn team(&self, team: u8) -> &Team {
        &self.teams[usize::from(team)]
    }

    #[inline]
    pub(crate) fn team_mut(&mut self, team: u8) -> &mut Team {
        &mut self.teams[usize::from(team)]
    }

    /// All teams, in order.
    pub(crate) fn all_teams(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.seats
    }

    /// AR-07: the peninsulas with an unflooded tile, as bits.
    pub(crate) fn unflooded(&self) -> u8 {
        Peninsula::all().filter(|it| self.island[it.index()] > 0).fold(0, |set, it| set | it.bit())
    }

    /// AR-63: the innermost flooded tile of a peninsula, which is the next to be raised.
    pub(crate) fn raisable(&self, peninsula: Peninsula) -> Option<Spot> {
        let tiles = self.island[peninsula.index()];
        (tiles < RINGS).then(|| peninsula.tile(tiles + 1))
    }

    /// AR-25: whether a tile is unflooded.
    #[inline]
    pub(crate) fn is_dry(&self, peninsula: Peninsula, ring: u8) -> bool {
        ring <= self.island[peninsula.index()]
    }

    /// AR-66: the value of a space of the Wrath track.
    pub(crate) fn wrath_value(&self, space: u8) -> u8 {
        let track = &self.content.numbers.wrath;
        let last = track.len() as u8;
        if space <= last {
            track[usize::from(space) - 1]
        } else {
            track[usize::from(last) - 1] + space - last
        }
    }

    /// AR-42: the power of a figure on the board.
    #[inline]
    pub(crate) fn power_of(&self, figure: Figure) -> Option<Power> {
        let councilor = match figure.kind {
            Kind::Leader => self.team(figure.team).councilor,
            Kind::Follower if figure.cipher => self.team(figure.team).councilor,
            Kind::Hologram => self.power?,
            _ => return None,
        };
        Some(self.content.councilor(councilor).power)
    }

    /// The powers of the figures on a spot.
    pub(crate) fn powers_at(&self, spot: Spot) -> impl Iterator<Item = Power> {
        self.figures.at(spot).filter_map(|figure| self.power_of(figure))
    }

    /// The artifacts in the hand of a team, with their effects.
    pub(crate) fn artifacts(&self, team: u8) -> impl Iterator<Item = (u8, ArtifactEffect)> {
        self.team(team).cards.as_slice().iter().filter_map(|card| match self.content.card(*card).effect {
            LibraryEffect::Artifact(effect) => Some((*card, effect)),
            LibraryEffect::Card(_) => None,
        })
    }

    /// The sum of what the artifacts of a team give.
    pub(crate) fn artifact_bonus(&self, team: u8, value: impl Fn(ArtifactEffect) -> Option<u8>) -> u8 {
        self.artifacts(team).filter_map(|(_, effect)| value(effect)).sum()
    }

    /// Whether a component with this lasting effect is built.
    pub(crate) fn has_lasting(&self, wanted: impl Fn(Lasting) -> bool) -> bool {
        let built = self.gate.iter().zip(self.built).filter(|(_, round)| *round > 0);
        built.into_iter().any(|(id, _)| self.content.component(*id).lasting.is_some_and(&wanted))
    }

    /// AR-R18: a fixed amount of energy, which the Laic Receiver halves.
    pub(crate) fn price(&self, energy: u8) -> u8 {
        if self.has_lasting(|it| it == Lasting::DoubleEnergy) { energy.div_ceil(2) } else { energy }
    }

    /// AR-R18: how much each energy counts for in effects that depend on the amount.
    pub(crate) fn per_energy(&self) -> u8 {
        if self.has_lasting(|it| it == Lasting::DoubleEnergy) { 2 } else { 1 }
    }

    /// AR-61, AR-63: the energy that a use costs.
    pub(crate) fn use_price(&self, wanted: Use) -> u8 {
        match wanted {
            Use::Barrier(_) => self.price(self.content.numbers.barrier[usize::from(self.seats >= 5)]),
            Use::Raise(_) => self.price(self.content.numbers.raise),
        }
    }

    /// The component at a spot: one that was built, or the one in the Workshop of a team.
    pub(crate) fn component_at(&self, spot: Spot, team: u8) -> Option<u8> {
        match spot.blueprint() {
            Some(at) => Some(self.gate[usize::from(at)]),
            None if spot == Spot::WORKSHOP => self.team(team).workshop,
            None => None,
        }
    }

    /// AR-27: the spaces of a component of the blueprint that is open in this round.
    pub(crate) fn open_spaces(&self, at: u8) -> Option<&'static ComponentSpaces> {
        let at = usize::from(at);
        let open = self.built[at] > 0 && self.built[at] < self.round;
        let content: &'static crate::Content = self.content.get();
        if open { content.components[usize::from(self.gate[at])].spaces.as_ref() } else { None }
    }

    /// AR-09: whether two figures act together on a spot.
    pub(crate) fn is_pair_spot(&self, spot: Spot) -> bool {
        match (spot.tile(), spot.blueprint()) {
            (Some(_), _) => {
                matches!(self.content.tile(spot).action, crate::content::TileAction::City { .. })
            }
            (_, Some(at)) => self.open_spaces(at).is_some_and(|spaces| spaces.double),
            _ => false,
        }
    }

    /// AR-28: whether all nine components were built before this round.
    pub(crate) fn is_core_open(&self) -> bool {
        self.built.iter().all(|round| *round > 0 && *round < self.round)
    }

    /// The number of components that were built.
    pub(crate) fn components_built(&self) -> u8 {
        self.built.iter().filter(|round| **round > 0).count() as u8
    }

    /// The number of unflooded tiles of all peninsulas.
    pub(crate) fn tiles(&self) -> u8 {
        self.island.iter().sum()
    }

    /// AR-59: the score.
    pub(crate) fn score(&self, won: bool) -> i32 {
        if won {
            100 + 2 * i32::from(self.tiles()) + (20 - i32::from(self.round)).max(0)
        } else {
            let leaders = 9 * self.core.len() as i32 / i32::from(self.seats);
            10 * i32::from(self.components_built()) + leaders
        }
    }

    /// The teams that have a decision to make now.
    pub(crate) fn waiting(&self) -> Seats {
        let all = Seats::all(self.seats);
        if self.over.is_some() {
            return Seats::NONE;
        }
        match self.pending.top() {
            Some(Pending::Project(project)) => legal::payers(self, &project),
            Some(pending) => Seats::one(Seat(pending.team())),
            None => match self.phase {
                Phase::Place | Phase::Act => all.without(self.ready),
                Phase::Late => self.figures.at(Spot::OBSERVATORY).map(|figure| Seat(figure.team)).collect(),
                Phase::Power | Phase::Misfortunes | Phase::Wrath => Seats::NONE,
            },
        }
    }

    /// AR-R80: the seat that decides for a team: its own, or the next clockwise that is still there.
    pub(crate) fn decider(&self, team: u8) -> Option<Seat> {
        let present = Seats::all(self.seats).without(self.gone);
        if present.contains(Seat(team)) { Some(Seat(team)) } else { present.next_after(Seat(team)) }
    }

    /// AR-R80: the team that a seat decides for now: its own first, then those whose players have left.
    #[inline]
    pub(crate) fn acts_for(&self, seat: Seat) -> Option<u8> {
        let waiting = self.waiting();
        if self.gone.is_empty() {
            return waiting.contains(seat).then_some(seat.0);
        }
        let mine = (0..self.seats).map(|step| (seat.0 + step) % self.seats);
        mine.into_iter().find(|team| waiting.contains(Seat(*team)) && self.decider(*team) == Some(seat))
    }

    /// The resource that a team has, as a sum over teams.
    pub(crate) fn goods_of(&self, teams: Seats) -> Goods {
        teams.iter().fold(Goods::default(), |sum, seat| sum.plus(self.team(seat.0).goods))
    }
}

impl Pending {
    /// The team that is asked.
    pub(crate) fn team(self) -> u8 {
        match self {
            Pending::Workshop { team, .. }
            | Pending::Power { team, .. }
            | Pending::Flood { team, .. }
            | Pending::Prevent { team, .. }
            | Pending::Keep { team, .. }
            | Pending::Next { team, .. }
            | Pending::To { team, .. }
            | Pending::Smelt { team, .. }
            | Pending::Swap { team, .. }
            | Pending::Gain { team, .. }
            | Pending::Follower { team }
            | Pending::Discard { team }
            | Pending::Raise { team, .. }
            | Pending::Barrier { team, .. }
            | Pending::Share { team, .. } => team,
            Pending::Roll { figure, .. }
            | Pending::Payer { figure, .. }
            | Pending::Forge { figure }
            | Pending::Move { figure } => figure.team,
            Pending::Project(project) => project.opener,
        }
    }
}

impl Game for AtlantisRising {
    const FACTS: Facts = Facts {
        id: "atlantis-rising",
        name: "Atlantis Rising",
        pitch: "Build the Cosmic Gate together before the sea takes the island.",
        rules_version: 1,
        oldest_rules_version: 1,
        min_seats: 1,
        max_seats: SEATS as u8,
        cooperative: true,
        choices: CHOICES,
    };

    type Options = Options;
    type Content = ContentRef;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn start(
        edition: Edition<ContentRef>,
        options: &Options,
        seats: u8,
        chance: &mut Chance,
    ) -> Result<Self, Refusal> {
        setup::start(edition, options, seats, chance)
    }

    fn edition(&self) -> Edition<ContentRef> {
        Edition { rules: self.rules.into(), content: self.content }
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.seats
    }

    #[inline]
    fn acting(&self) -> Seats {
        let waiting = self.waiting();
        if self.gone.is_empty() {
            return waiting;
        }
        waiting.iter().filter_map(|seat| self.decider(seat.0)).collect()
    }

    fn awaiting(&self, seat: Seat) -> Option<Prompt> {
        self.acts_for(seat).map(|team| tell::prompt(self, seat, team))
    }

    #[inline]
    fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        if let Some(team) = self.acts_for(seat) {
            legal::each(self, team, &mut |action| out.push(action));
        }
    }

    fn judge(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        explain::judge(self, seat, action)
    }

    #[inline]
    fn play(&mut self, seat: Seat, action: Action, turn: &mut Turn<'_, Event>) {
        let team = self.acts_for(seat).expect("a legal action is played by a seat that may act");
        self.carry_out(team, action, turn);
        self.settle(turn);
    }

    fn leave(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        self.abandon(seat, turn);
    }

    fn turn(&self) -> u32 {
        self.round.into()
    }

    fn outcome(&self) -> Option<Outcome> {
        let won = self.over? == Ending::Won;
        Some(Outcome::together(self.seats, won, self.score(won)))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    /// AR-72: everybody sees everything that happens.
    fn seen(&self, event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn tell(&self, event: &Event) -> Told {
        tell::tell(self, event)
    }

    /// AR-72: only the order of the decks is hidden.
    fn imagine(&self, _: Seat, chance: &mut Chance) -> Self {
        fn deal<const N: usize>(deck: &mut Deck<N>, chance: &mut Chance) {
            // Sorted first, so that the result does not depend on the order in the true state.
            deck.deck.sort_below(deck.seen.into());
            deck.deck.shuffle_below(deck.seen.into(), chance);
        }
        let mut state = self.clone();
        deal(&mut state.library, chance);
        deal(&mut state.misfortunes, chance);
        deal(&mut state.hologram, chance);
        state
    }

    fn write(&self, action: Action, _: Viewer) -> String {
        action.sentence(self)
    }

    fn read(&self, seat: Seat, sentence: &str) -> Result<Action, Refusal> {
        Action::read(self, seat, sentence)
    }

    fn dump(&self) -> Value {
        position::dump(self)
    }

    fn load(edition: Edition<ContentRef>, position: &Value) -> Result<Self, Refusal> {
        position::load(edition, position)
    }

    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        explain::explain(self, seat, words)
    }

    fn preview(&self, seat: Seat, action: Action) -> Preview {
        preview::preview(self, seat, action)
    }

    fn result_details(&self) -> Vec<(&'static str, Value)> {
        let Some(ending) = self.over else { return Vec::new() };
        vec![
            ("by", json!(if ending == Ending::Won { "gate" } else { "sunk" })),
            ("round", json!(self.round)),
            ("components", json!(self.components_built())),
            ("leaders", json!(self.core.len())),
            ("tiles", json!(self.tiles())),
        ]
    }
}
