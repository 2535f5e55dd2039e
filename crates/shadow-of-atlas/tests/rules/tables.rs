//! Tables to test with: described ones, dealt ones, and complete random games.

use atlas_core::{Chance, Edition, First, Game, Marks, Refusal, Rule, Seat, Told, Turn, Viewer};
use atlas_shadow_of_atlas::example::{Example, Play};
use atlas_shadow_of_atlas::position::{PlanetPosition, Position};
use atlas_shadow_of_atlas::{Action, ContentRef, Event, Options, ShadowOfAtlas, View};

use crate::graft::grafted;

/// The current rules with this content.
pub(crate) fn edition(content: ContentRef) -> Edition<ContentRef> {
    Edition { rules: ShadowOfAtlas::FACTS.rules_version, content }
}

/// The house Orders, with those of this text instead of those with the same ids.
#[track_caller]
pub(crate) fn with_orders(text: &str) -> ContentRef {
    let text = grafted(text);
    ContentRef::read("test.toml", &text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The house Orders, with another Ability for one of them.
#[track_caller]
pub(crate) fn with_ability(id: &str, ability: &str) -> ContentRef {
    let count = if id == "janus" { 5 } else { 6 };
    with_orders(&format!("[[order]]\nid = \"{id}\"\nname = \"{id}\"\ncount = {count}\nability = {ability}"))
}

/// Checks an example with the house Orders.
#[track_caller]
pub(crate) fn holds(example: &str) {
    holds_with(ContentRef::house(), example);
}

/// Checks an example with other Orders.
#[track_caller]
pub(crate) fn holds_with(content: ContentRef, example: &str) {
    let checked = Example::read(example, content).and_then(|example| example.check());
    if let Err(error) = checked {
        panic!("{error}\n{example}");
    }
}

/// The state that an example describes, before anything is played.
#[track_caller]
pub(crate) fn dealt(example: &str) -> ShadowOfAtlas {
    let dealt = example.parse::<Example>().and_then(|example| example.scenario.deal());
    dealt.unwrap_or_else(|error| panic!("{error}\n{example}"))
}

/// The last play of an example.
#[track_caller]
pub(crate) fn played(example: &str) -> Move {
    played_with(ContentRef::house(), example)
}

/// The last play of an example with other Orders.
#[track_caller]
pub(crate) fn played_with(content: ContentRef, example: &str) -> Move {
    let read = Example::read(example, content).unwrap_or_else(|error| panic!("{error}\n{example}"));
    let mut state = read.scenario.deal().unwrap_or_else(|error| panic!("{error}\n{example}"));
    let mut last = None;
    for step in read.steps {
        let Some((seat, Play::Sentence(sentence))) = step.play else { panic!("every step is a play") };
        let made = Move::act(state, seat, &sentence, &mut Chance::quick(1));
        state = made.after.clone();
        last = Some(made);
    }
    last.expect("there is a play")
}

/// A play: the state before it, the action, the events, and the state after it.
#[derive(Clone)]
pub(crate) struct Move {
    pub(crate) before: ShadowOfAtlas,
    pub(crate) seat: Seat,
    pub(crate) action: Action,
    pub(crate) news: Vec<(Rule, Event)>,
    pub(crate) marks: Marks,
    pub(crate) after: ShadowOfAtlas,
}

impl Move {
    #[track_caller]
    pub(crate) fn act(before: ShadowOfAtlas, seat: Seat, sentence: &str, chance: &mut Chance) -> Move {
        let action = before.read(seat, sentence).unwrap_or_else(|refusal| panic!("{sentence}: {refusal}"));
        Move::make(before, seat, action, chance)
    }

    #[track_caller]
    pub(crate) fn make(before: ShadowOfAtlas, seat: Seat, action: Action, chance: &mut Chance) -> Move {
        let (mut after, mut news) = (before.clone(), Vec::new());
        let mut turn = Turn::told(chance, &mut news);
        let applied = after.apply(seat, action, &mut turn);
        let marks = turn.marks();
        applied.unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
        Move { before, seat, action, news, marks, after }
    }

    pub(crate) fn sentence(&self) -> String {
        self.before.write(self.action, Viewer::Everything)
    }

    /// The rules of the events, in order.
    pub(crate) fn rules(&self) -> Vec<&'static str> {
        self.news.iter().map(|(rule, _)| rule.0).collect()
    }

    /// The events as a viewer is told them.
    pub(crate) fn told(&self, viewer: Viewer) -> Vec<Told> {
        let seen = self.news.iter().filter_map(|(_, event)| self.after.seen(event, viewer));
        seen.map(|event| self.after.tell(&event)).collect()
    }

    /// The words of the events for a viewer.
    pub(crate) fn texts(&self, viewer: Viewer) -> Vec<String> {
        self.told(viewer).into_iter().map(|told| told.text.to_string()).collect()
    }
}

/// A table before its first turn.
pub(crate) fn started(seed: u64) -> ShadowOfAtlas {
    started_with(&Options::default(), &mut Chance::quick(seed))
}

/// A table before its first turn, with this First Player.
pub(crate) fn started_by(first: Seat, seed: u64) -> ShadowOfAtlas {
    let options = Options { first: First::Seat(first) };
    started_with(&options, &mut Chance::quick(seed))
}

fn started_with(options: &Options, chance: &mut Chance) -> ShadowOfAtlas {
    ShadowOfAtlas::start(edition(ContentRef::house()), options, 2, chance).unwrap()
}

/// A random game. The seed also decides the style of the players: any legal action, `done` only if nothing else is
/// possible, Outposts first, planets first, or `done` most of the time.
pub(crate) fn random_game(seed: u64) -> Vec<Move> {
    let mut chance = Chance::quick_part(5, seed);
    let mut state = started_with(&Options::default(), &mut chance);
    let mut moves = Vec::new();
    while let Some(seat) = state.acting().first() {
        let mut legal = Vec::new();
        state.legal(seat, &mut legal);
        let mut prefer = |kept: fn(&Action) -> bool| {
            if legal.iter().any(kept) {
                legal.retain(kept);
            }
        };
        match seed % 5 {
            1 => prefer(|it| *it != Action::Done),
            2 => prefer(|it| matches!(it, Action::Expand(..) | Action::Melt(_))),
            3 => prefer(|it| matches!(it, Action::Venture(..) | Action::Move(..) | Action::Copy(_))),
            4 if chance.below(8) > 0 => prefer(|it| *it == Action::Done),
            _ => {}
        }
        let action = legal[chance.below(legal.len() as u32) as usize];
        let made = Move::make(state, seat, action, &mut chance);
        state = made.after.clone();
        moves.push(made);
    }
    moves
}

/// The moves of a number of random games.
pub(crate) fn random_moves(games: u64) -> impl Iterator<Item = Move> {
    (0..games).flat_map(random_game)
}

/// The complete state.
pub(crate) fn open(state: &ShadowOfAtlas) -> Position {
    state.position()
}

/// The planets that a viewer sees, as a position has them.
pub(crate) fn planets_in(view: View) -> Vec<PlanetPosition> {
    let planet = |it: atlas_shadow_of_atlas::view::PlanetView| PlanetPosition {
        id: it.id,
        arbiter: it.arbiter,
        orders: it.orders,
    };
    view.planets.into_iter().map(planet).collect()
}

pub(crate) fn acting(state: &ShadowOfAtlas) -> Seat {
    state.acting().first().expect("the game is not over")
}

/// The kind of question to the seat to act.
pub(crate) fn asked(state: &ShadowOfAtlas) -> &'static str {
    state.awaiting(acting(state)).expect("there is a question").kind
}

/// The legal sentences of the seat to act.
pub(crate) fn legal(state: &ShadowOfAtlas) -> Vec<String> {
    let mut actions = Vec::new();
    state.legal(acting(state), &mut actions);
    actions.iter().map(|action| state.write(*action, Viewer::Everything)).collect()
}

/// The legal sentences of the seat to act that begin with `start`.
pub(crate) fn legal_like(state: &ShadowOfAtlas, start: &str) -> Vec<String> {
    legal(state).into_iter().filter(|sentence| sentence.starts_with(start)).collect()
}

/// Why the sentence of the seat is refused.
#[track_caller]
pub(crate) fn refusal(state: &ShadowOfAtlas, seat: Seat, sentence: &str) -> Refusal {
    let mut tried = state.clone();
    let mut chance = Chance::scripted([]);
    let applied = state
        .read(seat, sentence)
        .and_then(|action| tried.apply(seat, action, &mut Turn::quiet(&mut chance)));
    assert_eq!(tried, *state, "“{sentence}” changed the state");
    applied.expect_err("it should be refused")
}

/// The rule by which the sentence of the seat is refused.
#[track_caller]
pub(crate) fn refused_by(state: &ShadowOfAtlas, seat: Seat, sentence: &str) -> Option<&'static str> {
    refusal(state, seat, sentence).rule.map(|rule| rule.0)
}

/// The number of planets of which a seat is Arbiter.
pub(crate) fn planets(state: &ShadowOfAtlas, seat: Seat) -> usize {
    open(state).planets.iter().filter(|planet| planet.arbiter == Some(seat)).count()
}
