//! The events of the game, and the words for events and questions.

use atlas_core::text::count;
use atlas_core::{Part, Prompt, Seat, Text, Told, text};

use crate::action::Means;
use crate::state::{AtlantisRising, Cause, Gift, Pending, Phase, Use};
use crate::things::{Kind, Peninsula, Resource, Spot};

/// An event of the game. Teams are given by the number of their seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Event {
    Round { round: u8, start: Seat },
    Revealed { cards: [u8; 2] },
    Power { team: u8, councilor: u8 },
    Workshop { team: u8, component: u8 },
    Picked { team: u8, kind: Kind },
    Placed { team: u8, kind: Kind, spot: Spot },
    Recalled { team: u8, kind: Kind, spot: Spot },
    Overruled { team: u8, kind: Kind, spot: Spot },
    Ready { team: u8 },
    Done { team: u8 },
    MisfortunesBegin,
    ActionsBegin,
    DrewMisfortune { team: u8, card: u8 },
    ShuffledMisfortunes,
    ShuffledLibrary,
    Flooded { tile: Spot },
    WashedBack { team: u8, kind: Kind, tile: Spot },
    Moved { team: u8, kind: Kind, to: Spot },
    Prevented { team: u8, means: Means, peninsula: Peninsula },
    Barrier { peninsula: Peninsula },
    BarrierUsed { peninsula: Peninsula },
    Raised { tile: Spot },
    Pledged { team: u8, wanted: Use, missing: u8 },
    Withdrew { team: u8 },
    GainedEnergy { team: u8, n: u8 },
    SpentEnergy { team: u8, n: u8 },
    LostEnergy { team: u8, n: u8 },
    Gained { team: u8, resource: Resource, n: u8 },
    Acted { team: u8, kind: Kind, spot: Spot, with: Option<(u8, Kind)> },
    Rolled { team: u8, die: u8, total: u8, target: u8 },
    Failed { team: u8 },
    Forged { team: u8, ore: u8, made: u8 },
    Swapped { team: u8, from: Resource, to: Resource },
    Handed { team: u8, to: u8, resource: Resource },
    Looked { team: u8, cards: Vec<u8> },
    LookedAhead { team: u8, cards: Vec<u8> },
    Kept { team: u8, card: u8 },
    Discarded { team: u8, card: u8 },
    Played { team: u8, card: u8 },
    Used { team: u8, card: u8 },
    United { tile: Spot },
    StandsUp { team: u8, kind: Kind, spot: Spot },
    Empowered { team: u8, spot: Spot },
    GainedFigure { team: u8, kind: Kind },
    NobodyLeft,
    VolunteerNow { team: u8 },
    VolunteerDue { team: u8 },
    Opened { team: u8, component: u8 },
    Gave { team: u8, resource: Resource },
    Discounted { team: u8, resource: Resource },
    Dropped { team: u8, component: u8 },
    Built { team: u8, component: u8 },
    WrathSkipped,
    AddedCalm { n: u8 },
    Wrath { floods: u8, skipped: bool },
    Contributed { team: u8 },
    Won,
    Sunk,
    Left { seat: Seat },
    Abandoned,
}

impl AtlantisRising {
    /// The name of a spot for people.
    pub(crate) fn spot_text(&self, spot: Spot) -> Text {
        let fixed =
            |thing: &str, name: &str| text![Part::Thing { thing: thing.to_owned(), name: name.to_owned() }];
        if spot.tile().is_some() {
            return text![&self.content.tile(spot).named];
        }
        if let Some(at) = spot.blueprint() {
            return text!["the ", &self.content.component(self.gate[usize::from(at)]).named];
        }
        match spot {
            Spot::SOURCE => fixed("source", "the Source"),
            Spot::BUILD => fixed("build", "the build spaces"),
            Spot::CORE => fixed("core", "the Power Core"),
            Spot::WORKSHOP => fixed("workshop", "the Workshop"),
            _ => fixed("observatory", "the Observatory"),
        }
    }
}

/// A figure of a team, such as `seat 1's follower`.
fn figure_text(team: u8, kind: Kind) -> Text {
    text![Seat(team), "'s ", kind.name()]
}

fn energy(n: u8) -> Text {
    text![n, " energy"]
}

/// The description of an event.
#[allow(clippy::too_many_lines, reason = "one arm for each kind")]
pub(crate) fn tell(state: &AtlantisRising, event: &Event) -> Told {
    let content = &state.content;
    let things = things(state, event);
    let card = |it: &u8| text![&content.card(*it).named];
    let land = |it: &Peninsula| text!["the ", content.peninsula(*it)];
    let component = |it: &u8| text!["the ", &content.component(*it).named];
    let figure = |team: &u8, kind: &Kind| figure_text(*team, *kind);
    let seat = |team: &u8| Seat(*team);
    let text = match event {
        Event::Round { round, start } => {
            text!["Round ", *round, " begins. ", *start, " is the starting player"]
        }
        Event::Revealed { cards } => {
            let names = cards.iter().map(|it| text![&content.councilor(*it).named]);
            text!["The Hologram can have the power of the ", Text::joined(names, " or of the ")]
        }
        Event::Power { team, councilor } => {
            text![seat(team), " gives the Hologram the power of the ", &content.councilor(*councilor).named]
        }
        Event::Workshop { team, component: it } => {
            text![seat(team), " keeps ", component(it), " in the Workshop"]
        }
        Event::Picked { team, kind } => text![seat(team), " chooses the ", kind.name(), " to place next"],
        Event::Placed { team, kind, spot } => {
            text![seat(team), " places a ", kind.name(), " on ", state.spot_text(*spot)]
        }
        Event::Recalled { team, kind, spot } => {
            text![seat(team), " takes a ", kind.name(), " back from ", state.spot_text(*spot)]
        }
        Event::Overruled { team, kind, spot } => {
            text!["The starting player sends ", figure(team, kind), " away from ", state.spot_text(*spot)]
        }
        Event::Ready { team } => text![seat(team), " is ready"],
        Event::Done { team } => text![seat(team), " is done"],
        Event::MisfortunesBegin => text!["The misfortunes begin"],
        Event::ActionsBegin => text!["The actions begin"],
        Event::DrewMisfortune { team, card } => {
            text![seat(team), " draws a misfortune: ", &content.misfortune(*card).named]
        }
        Event::ShuffledMisfortunes => text!["The misfortune deck is shuffled"],
        Event::ShuffledLibrary => text!["The discarded library cards are shuffled and become the deck"],
        Event::Flooded { tile } => text![state.spot_text(*tile), " is flooded"],
        Event::WashedBack { team, kind, tile } => {
            text![figure(team, kind), " is washed back from ", state.spot_text(*tile)]
        }
        Event::Moved { team, kind, to } => text![figure(team, kind), " moves to ", state.spot_text(*to)],
        Event::Prevented { team, means: Means::Card(it), peninsula } => {
            text![seat(team), " prevents the flood of ", land(peninsula), " with ", card(it)]
        }
        Event::Prevented { team, means: Means::Figure(kind), peninsula } => {
            text![figure(team, kind), " leaves the board and prevents the flood of ", land(peninsula)]
        }
        Event::Barrier { peninsula } => text!["A barrier protects ", land(peninsula)],
        Event::BarrierUsed { peninsula } => text!["The barrier of ", land(peninsula), " is removed"],
        Event::Raised { tile } => text![state.spot_text(*tile), " is raised from the sea"],
        Event::Pledged { team, wanted, missing } => {
            let what = match wanted {
                Use::Barrier(peninsula) => text!["a barrier for ", land(peninsula)],
                Use::Raise(tile) => text!["raising ", state.spot_text(*tile)],
            };
            let missing = match missing {
                0 => text![""],
                n => text![": ", *n, " more needed"],
            };
            text![seat(team), " pledges 1 energy for ", what, missing]
        }
        Event::Withdrew { team } => text![seat(team), " takes back all pledges"],
        Event::GainedEnergy { team, n } => text![seat(team), " gains ", energy(*n)],
        Event::SpentEnergy { team, n } => text![seat(team), " spends ", energy(*n)],
        Event::LostEnergy { team, n } => text![seat(team), " loses ", energy(*n)],
        Event::Gained { team, resource, n } => text![seat(team), " gains ", *n, " ", resource.name()],
        Event::Acted { team, kind, spot, with } => {
            let with = with.map(|(team, kind)| text![" with ", figure_text(team, kind)]);
            text![figure(team, kind), " acts on ", state.spot_text(*spot), with]
        }
        Event::Rolled { team, die, total, target } if die == total => {
            text![seat(team), " rolls ", *die, " against ", *target]
        }
        Event::Rolled { team, die, total, target } => {
            text![seat(team), " rolls ", *die, ", in total ", *total, " against ", *target]
        }
        Event::Failed { team } => text!["The roll of ", seat(team), " fails"],
        Event::Forged { team, ore, made } => {
            text![seat(team), " turns ", *ore, " ore into ", *made, " Atlantium"]
        }
        Event::Swapped { team, from, to } => {
            text![seat(team), " exchanges 1 ", from.name(), " for 1 ", to.name()]
        }
        Event::Handed { team, to, resource } => {
            text![seat(team), " gives 1 ", resource.name(), " to ", seat(to)]
        }
        Event::Looked { team, cards } => {
            text![seat(team), " looks at ", Text::listed(cards.iter().map(card).collect::<Vec<_>>())]
        }
        Event::LookedAhead { team, cards } => {
            let names: Vec<Text> = cards.iter().map(|it| text![&content.misfortune(*it).named]).collect();
            text![seat(team), " looks at the next misfortunes: ", Text::listed(names)]
        }
        Event::Kept { team, card: it } => text![seat(team), " takes ", card(it)],
        Event::Discarded { team, card: it } => text![seat(team), " discards ", card(it)],
        Event::Played { team, card: it } => text![seat(team), " plays ", card(it)],
        Event::Used { team, card: it } => text![seat(team), " uses the ", card(it)],
        Event::United { tile } => text![state.spot_text(*tile), " takes any number of figures this round"],
        Event::StandsUp { team, kind, spot } => {
            text![figure(team, kind), " on ", state.spot_text(*spot), " may act again"]
        }
        Event::Empowered { team, spot } => {
            text![
                figure(team, &Kind::Follower),
                " on ",
                state.spot_text(*spot),
                " has the power of its Leader"
            ]
        }
        Event::GainedFigure { team, kind } => text![seat(team), " gains a ", kind.name()],
        Event::NobodyLeft => text!["Nobody is left in the supply to be gained"],
        Event::VolunteerNow { team } => text!["A volunteer joins ", seat(team)],
        Event::VolunteerDue { team } => text!["A volunteer will join ", seat(team), " next round"],
        Event::Opened { team, component: it } => text![seat(team), " opens a project: ", component(it)],
        Event::Gave { team, resource } => text![seat(team), " pays 1 ", resource.name()],
        Event::Discounted { team, resource } => {
            text!["A discount of ", seat(team), " saves 1 ", resource.name()]
        }
        Event::Dropped { team, component: it } => text![seat(team), " gives up the project ", component(it)],
        Event::Built { team, component: it } => text![seat(team), " builds ", component(it)],
        Event::WrathSkipped => text!["The next phase 4 will flood nothing"],
        Event::AddedCalm { n } => {
            text![count((*n).into(), "card"), " Calm Seas are added to the misfortune deck"]
        }
        Event::Wrath { skipped: true, .. } => text!["Wrath floods nothing this round"],
        Event::Wrath { floods, .. } => text!["Wrath floods ", count((*floods).into(), "tile")],
        Event::Contributed { team } => text![figure(team, &Kind::Leader), " contributes to the Power Core"],
        Event::Won => text!["The Cosmic Gate is complete: the Atlanteans are saved"],
        Event::Sunk => text!["The Source is flooded: Atlantis is lost"],
        Event::Left { seat } => text![*seat, " leaves"],
        Event::Abandoned => text!["Nobody is left, so Atlantis is lost"],
    };
    Told::about(text, things)
}

/// The ids of the things that an event is about.
fn things(state: &AtlantisRising, event: &Event) -> Vec<String> {
    let content = &state.content;
    let spot = |it: &Spot| state.spot_word(*it).to_owned();
    let land = |it: &Peninsula| content.peninsula(*it).id.clone();
    match event {
        Event::Placed { spot: at, .. }
        | Event::Recalled { spot: at, .. }
        | Event::Overruled { spot: at, .. }
        | Event::Acted { spot: at, .. }
        | Event::StandsUp { spot: at, .. }
        | Event::Empowered { spot: at, .. }
        | Event::Flooded { tile: at }
        | Event::WashedBack { tile: at, .. }
        | Event::Moved { to: at, .. }
        | Event::Raised { tile: at }
        | Event::United { tile: at } => vec![spot(at)],
        Event::Prevented { peninsula, .. }
        | Event::Barrier { peninsula }
        | Event::BarrierUsed { peninsula }
        | Event::Pledged { wanted: Use::Barrier(peninsula), .. } => vec![land(peninsula)],
        Event::Pledged { wanted: Use::Raise(tile), .. } => vec![spot(tile)],
        Event::DrewMisfortune { card, .. } => vec![content.misfortune(*card).named.id.clone()],
        Event::Kept { card, .. }
        | Event::Discarded { card, .. }
        | Event::Played { card, .. }
        | Event::Used { card, .. } => vec![content.card(*card).named.id.clone()],
        Event::Opened { component, .. }
        | Event::Dropped { component, .. }
        | Event::Built { component, .. }
        | Event::Workshop { component, .. } => vec![content.component(*component).named.id.clone()],
        Event::Contributed { .. } => vec!["core".to_owned()],
        _ => Vec::new(),
    }
}

/// The question that a seat answers for a team.
pub(crate) fn prompt(state: &AtlantisRising, seat: Seat, team: u8) -> Prompt {
    let (kind, mut text) = match state.pending.top() {
        Some(pending) => question(state, pending, team),
        None => match state.phase {
            Phase::Late => ("late", text!["Place the figures that waited on the Observatory."]),
            Phase::Act => ("act", text!["Act with your figures, or say that you are done."]),
            _ => {
                let left: u8 = state.team(team).pool.iter().sum();
                match (left, state.team(team).picked) {
                    (0, _) => ("ready", text!["All your figures are placed. Say that you are ready."]),
                    (_, Some(kind)) => ("place", text!["Where do you place the ", kind.name(), "?"]),
                    (n, None) => ("place", text!["Place ", count(n.into(), "figure"), "."]),
                }
            }
        },
    };
    if seat.0 != team {
        text = text!["For ", Seat(team), ", who has left: ", text];
    }
    Prompt::new(kind, text)
}

fn question(state: &AtlantisRising, pending: Pending, team: u8) -> (&'static str, Text) {
    let content = &state.content;
    match pending {
        Pending::Workshop { .. } => ("workshop", text!["Which component do you keep in the Workshop?"]),
        Pending::Power { .. } => ("power", text!["Which power does the Hologram have this round?"]),
        Pending::Flood { left, cause, .. } => {
            let why = if cause == Cause::Wrath { "Wrath" } else { "The misfortune" };
            ("flood", text![why, " floods ", count(left.into(), "tile"), ". Which tip is next?"])
        }
        Pending::Prevent { peninsula, .. } => (
            "prevent",
            text!["The ", content.peninsula(peninsula), " are about to flood. Do you prevent it?"],
        ),
        Pending::Roll { die, plus, target, .. } => {
            ("add", text!["The roll failed: ", die + plus, " against ", target, ". Do you save it?"])
        }
        Pending::Keep { left, .. } => ("keep", text!["Keep ", count(left.into(), "more card"), "."]),
        Pending::Next { .. } => ("next", text!["Which of these misfortunes comes next from the top?"]),
        Pending::Payer { .. } => ("payer", text!["Who pays the energy?"]),
        Pending::To { gift: Gift::Follower, .. } => ("to", text!["Who gains the follower?"]),
        Pending::To { gift: Gift::Energy, .. } => ("to", text!["Who gains the energy?"]),
        Pending::To { gift: Gift::Goods { .. }, .. } => ("to", text!["Who gains the resources?"]),
        Pending::Forge { .. } | Pending::Smelt { .. } => {
            ("forge", text!["How much ore do you turn into Atlantium?"])
        }
        Pending::Swap { left, .. } => ("swap", text!["Exchange up to ", count(left.into(), "resource"), "."]),
        Pending::Gain { .. } => ("gain", text!["Which resource do you gain?"]),
        Pending::Follower { .. } => ("gain", text!["Do you gain a follower or your Leader?"]),
        Pending::Project(project) => {
            let name = &content.component(state.gate[usize::from(project.at)]).named;
            let left = project.left.total() + project.any;
            // The number changes with every gift, so it is left out for those who only give.
            let what = if team == project.opener {
                text!["You are building the ", name, ": ", left, " more to pay."]
            } else {
                text!["Pay for the ", name, " with your figure on a build space."]
            };
            ("project", what)
        }
        Pending::Discard { .. } => ("discard", text!["You hold too many cards. Which one do you discard?"]),
        Pending::Raise { .. } => ("raise", text!["Which tile is raised?"]),
        Pending::Barrier { .. } => ("barrier", text!["Where do you put up a barrier?"]),
        Pending::Move { figure } => ("move", text!["Where does the ", figure.kind.name(), " move?"]),
        Pending::Share { to, left, .. } => {
            ("share", text!["Give up to ", count(left.into(), "resource"), " to ", Seat(to), "."])
        }
    }
}
