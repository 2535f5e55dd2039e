//! The options of a table and its set-up.

use atlas_core::refusal::quoted;
use atlas_core::{Chance, Choice, Code, Edition, Refusal, Seat, Seats, Text, Turn, text};
use serde::{Deserialize, Serialize};

use crate::content::{Content, ContentRef, LibraryEffect, MisfortuneKind};
use crate::state::{
    AtlantisRising, Deck, LIBRARY_SIZE, MISFORTUNES_SIZE, Pending, Phase, Stack, Team, ThisRound, Use,
};
use crate::things::{BLUEPRINT, Figures, Kind, PENINSULAS, RINGS, SEATS};

/// The options of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// AR-13: the level, from 1.
    pub level: u8,
    /// AR-15: the councilors.
    pub councilors: Selection,
    /// AR-14: the components.
    pub blueprint: Selection,
    /// AR-12: whether the special misfortunes are left out, for a first game.
    pub first: bool,
}

/// Things that are drawn at random or chosen by their ids.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Selection {
    /// At random.
    #[default]
    Random,
    /// These, in this order.
    #[serde(untagged)]
    Chosen(Vec<String>),
}

impl Default for Options {
    fn default() -> Options {
        Options { level: 1, councilors: Selection::Random, blueprint: Selection::Random, first: false }
    }
}

/// AR-12, AR-13: the choices that people are offered.
pub(crate) const CHOICES: &[Choice] = &[
    Choice {
        name: "level",
        text: "Level",
        values: &[
            ("1", "1 (introduction)"),
            ("2", "2 (easy)"),
            ("3", "3 (normal)"),
            ("4", "4 (hard)"),
            ("5", "5 (very hard)"),
        ],
    },
    Choice {
        name: "first",
        text: "Special misfortunes",
        values: &[("false", "With special cards"), ("true", "Without, for a first game")],
    },
];

fn refuse(rule: &'static str, message: impl Into<Text>) -> Refusal {
    Refusal::by(rule, Code::Options, message)
}

/// AR-10 to AR-19.
pub(crate) fn start(
    edition: Edition<ContentRef>,
    options: &Options,
    seats: u8,
    chance: &mut Chance,
) -> Result<AtlantisRising, Refusal> {
    atlas_core::play::check_seats::<AtlantisRising>(seats)?;
    let content = edition.content;
    let levels = content.numbers.levels.len();
    if !(1..=levels).contains(&usize::from(options.level)) {
        let message = text!["The level is a number from 1 to ", levels, ", not ", options.level, "."];
        return Err(refuse("AR-13", message));
    }
    let players = content.players(seats);
    let councilors = councilors(&content, &options.councilors, seats, chance)?;
    let gate = blueprint(&content, options, chance)?;
    let energy = players.energy.saturating_sub(content.level(options.level).less_energy);
    let mut teams = [Team::default(); SEATS];
    for (team, councilor) in teams.iter_mut().zip(&councilors) {
        team.councilor = *councilor;
        team.energy = energy;
        team.pool[Kind::Leader.index()] = 1;
        team.pool[Kind::Follower.index()] = players.followers;
        team.supply[Kind::Follower.index()] = players.supply;
    }
    if players.automaton {
        teams[0].pool[Kind::Automaton.index()] = 1;
    }
    let mut state = AtlantisRising {
        content,
        rules: edition.rules as u8,
        seats,
        level: options.level,
        gone: Seats::NONE,
        start: Seat(0),
        round: 0,
        phase: Phase::Power,
        wrath: 1,
        over: None,
        island: [RINGS; PENINSULAS],
        barriers: 0,
        gate,
        built: [0; BLUEPRINT],
        core: Seats::NONE,
        teams,
        figures: Figures::default(),
        ready: Seats::NONE,
        pledges: [[0; SEATS]; Use::COUNT],
        library: library_deck(&content, chance),
        misfortunes: misfortune_deck(&content, options, chance),
        open: None,
        drawn: 0,
        hologram: Deck::default(),
        power: None,
        this_round: ThisRound::default(),
        pending: Stack::default(),
    };
    if players.hologram {
        let unused = (0..content.councilors.len() as u8).filter(|it| !councilors.contains(it));
        state.hologram.deck = unused.collect();
        state.hologram.deck.shuffle_below(0, chance);
    }
    // AR-19: the starting player is random. Chance is not needed for a single seat.
    let first = Seats::all(seats).draw(chance).expect("there is a seat");
    state.start = first;
    let workshop = state.all_teams().find(|team| content.councilor(state.team(*team).councilor).workshop);
    let choice = workshop.map(|team| Pending::Workshop { team, components: workshop_choice(&state, chance) });
    let turn = &mut Turn::quiet(chance);
    state.begin_round(turn);
    if let Some(choice) = choice {
        state.pending.push(choice);
        state.phase = Phase::Power;
    }
    state.settle(turn);
    Ok(state)
}

/// AR-15: a different councilor for every seat.
fn councilors(
    content: &Content,
    wanted: &Selection,
    seats: u8,
    chance: &mut Chance,
) -> Result<Vec<u8>, Refusal> {
    let Selection::Chosen(ids) = wanted else {
        let mut all: Vec<u8> = (0..content.councilors.len() as u8).collect();
        chance.shuffle(&mut all);
        all.truncate(seats.into());
        return Ok(all);
    };
    if ids.len() != usize::from(seats) {
        let message = text!["There must be one councilor for each of the ", seats, " seats."];
        return Err(refuse("AR-15", message));
    }
    let mut chosen = Vec::new();
    for id in ids {
        let Some(councilor) = content.councilor_named(id) else {
            let known = content.councilors.iter().map(|it| it.named.id.clone());
            let message =
                text![quoted(id), " is not a councilor. The councilors are ", Text::listed(known), "."];
            return Err(refuse("AR-15", message));
        };
        if chosen.contains(&councilor) {
            let name = &content.councilor(councilor).named;
            return Err(refuse("AR-15", text!["Two seats cannot both play the ", name, "."]));
        }
        chosen.push(councilor);
    }
    Ok(chosen)
}

/// AR-14: nine components whose letters fit the level.
fn blueprint(content: &Content, options: &Options, chance: &mut Chance) -> Result<[u8; BLUEPRINT], Refusal> {
    let letters = content.level(options.level).letters;
    let Selection::Chosen(ids) = &options.blueprint else {
        let mut chosen = Vec::new();
        if options.level == 1 {
            chosen.clone_from(&content.numbers.first_blueprint);
        } else {
            for (letter, count) in letters.iter().enumerate() {
                let of_letter = |it: &u8| usize::from(content.component(*it).letter) == letter;
                let mut all: Vec<u8> = (0..content.components.len() as u8).filter(of_letter).collect();
                chance.shuffle(&mut all);
                all.truncate((*count).into());
                all.sort_unstable();
                chosen.extend(all);
            }
        }
        return Ok(chosen.try_into().expect("the letters of a level add up to a blueprint"));
    };
    let mut chosen = Vec::new();
    for id in ids {
        let component = content.component_named(id);
        let Some(component) = component.filter(|component| !chosen.contains(component)) else {
            let message = text![quoted(id), " is not a component, or it is in the blueprint twice."];
            return Err(refuse("AR-14", message));
        };
        chosen.push(component);
    }
    let count = |letter: u8| chosen.iter().filter(|it| content.component(**it).letter == letter).count();
    let fits = (0..4_u8).zip(letters).all(|(letter, wanted)| count(letter) == usize::from(wanted));
    if !fits || chosen.len() != BLUEPRINT {
        let [a, b, c, d] = letters;
        let message = text![
            "A blueprint of level ",
            options.level,
            " has ",
            a,
            " components A, ",
            b,
            " B, ",
            c,
            " C and ",
            d,
            " D."
        ];
        return Err(refuse("AR-13", message));
    }
    Ok(chosen.try_into().expect("there are nine"))
}

/// AR-11: all ordinary cards and some of the artifacts.
fn library_deck(content: &Content, chance: &mut Chance) -> Deck<LIBRARY_SIZE> {
    let mut library = Deck::default();
    let mut artifacts = Vec::new();
    for (card, it) in (0..).zip(&content.library) {
        match it.effect {
            LibraryEffect::Card(_) => (0..it.count).for_each(|_| library.deck.push(card)),
            LibraryEffect::Artifact(_) => artifacts.push(card),
        }
    }
    chance.shuffle(&mut artifacts);
    artifacts.iter().take(content.numbers.artifacts.into()).for_each(|card| library.deck.push(*card));
    library.deck.shuffle_below(0, chance);
    library
}

/// AR-12: how many cards of each kind are in the deck.
pub(crate) fn misfortunes_in_deck(content: &Content, level: u8, first: bool, card: u8) -> u8 {
    let level = content.level(level);
    let it = content.misfortune(card);
    match it.kind {
        MisfortuneKind::Basic(_) => it.count,
        MisfortuneKind::Calm => level.calm,
        MisfortuneKind::Controlled => level.controlled,
        MisfortuneKind::Catastrophic => level.catastrophic,
        MisfortuneKind::Special(_) => it.count * u8::from(!first),
    }
}

/// AR-12: basic and special cards, and the others by level.
fn misfortune_deck(content: &Content, options: &Options, chance: &mut Chance) -> Deck<MISFORTUNES_SIZE> {
    let mut misfortunes = Deck::default();
    for card in 0..content.misfortunes.len() as u8 {
        let count = misfortunes_in_deck(content, options.level, options.first, card);
        (0..count).for_each(|_| misfortunes.deck.push(card));
    }
    misfortunes.deck.shuffle_below(0, chance);
    misfortunes
}

/// Two random action components that are not in the blueprint, for the Artificer.
fn workshop_choice(state: &AtlantisRising, chance: &mut Chance) -> [u8; 2] {
    let content = state.content;
    let fits = |it: &u8| {
        let single = content.component(*it).spaces.as_ref().is_some_and(|spaces| !spaces.double);
        single && !state.gate.contains(it)
    };
    let mut all: Vec<u8> = (0..content.components.len() as u8).filter(fits).collect();
    chance.shuffle(&mut all);
    all.truncate(2);
    all.sort_unstable();
    all.try_into().expect("there are two action components beside every blueprint")
}
