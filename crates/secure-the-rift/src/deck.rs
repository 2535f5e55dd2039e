//! Decks: the plain text they are written in, what they may hold (SR-02, SR-H01 to SR-H05), and what a player
//! may think of a deck that they do not know.

use std::collections::BTreeMap;
use std::fmt;

use atlas_core::refusal::quoted;
use atlas_core::{Chance, Code, Refusal, Seat};
use serde::{Deserialize, Serialize};

use crate::pack::language::{CardId, Kinds};
use crate::pack::{Library, LibraryRef};
use crate::state::SecureTheRift;
use crate::things::{Hidden, Matter};

/// SR-02: the cards of a main deck.
pub const MAIN_CARDS: usize = 40;
/// SR-02: the cards of an energy pile.
pub const ENERGY_CARDS: usize = 10;
/// SR-H01: the most copies of a card.
pub const MOST_COPIES: usize = 3;
/// SR-H02: the most factions besides Unbound.
pub const MOST_FACTIONS: usize = 2;
/// SR-H03: the most copies of an Energy card that is not basic.
pub const MOST_ENERGY_COPIES: usize = 2;
/// SR-H02: the faction that goes with every other.
pub const UNBOUND: &str = "unbound";
/// A deck list longer than this is none.
const LONGEST: usize = 16 * 1024;

/// The preconstructed decks: the name in options, and the list.
pub const PRECONSTRUCTED: [(&str, &str); 6] = [
    ("dividend-swarm", include_str!("../decks/dividend-swarm.txt")),
    ("burn-rate", include_str!("../decks/burn-rate.txt")),
    ("old-growth", include_str!("../decks/old-growth.txt")),
    ("requiem", include_str!("../decks/requiem.txt")),
    ("unbroken-line", include_str!("../decks/unbroken-line.txt")),
    ("blank-map", include_str!("../decks/blank-map.txt")),
];

/// SR-02: a main deck and an energy pile, in the order of the library.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deck {
    /// What it is called, if it is.
    pub name: String,
    /// The main deck.
    pub main: Vec<CardId>,
    /// The energy pile.
    pub energy: Vec<CardId>,
}

/// What is wrong with a deck list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckError {
    /// The line, from 1, if it is about one.
    pub line: Option<usize>,
    /// The rule that it breaks, if it breaks one.
    pub rule: Option<&'static str>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}", self.message)?;
        self.rule.map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}

impl std::error::Error for DeckError {}

impl DeckError {
    fn line(line: usize, message: impl Into<String>) -> DeckError {
        DeckError { line: Some(line), rule: None, message: message.into() }
    }

    fn rule(rule: &'static str, message: impl Into<String>) -> DeckError {
        DeckError { line: None, rule: Some(rule), message: message.into() }
    }
}

/// What the lines of a list are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Main,
    Energy,
    /// SR-H05: there is none, but other games have one.
    Side,
}

impl Part {
    /// The part that begins with this line.
    fn headed(line: &str) -> Option<Part> {
        const HEADS: [(&str, Part); 5] = [
            ("energy", Part::Energy),
            ("main", Part::Main),
            ("side", Part::Side),
            ("sideboard", Part::Side),
            ("side deck", Part::Side),
        ];
        let word = line.trim_end_matches(':');
        HEADS.iter().find(|(head, _)| word.eq_ignore_ascii_case(head)).map(|(_, part)| *part)
    }
}

/// A line of a list: the card, and how many.
fn entry(library: &Library, line: &str) -> Result<(CardId, usize), String> {
    let (count, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let count = count.trim_end_matches('x').parse::<usize>().ok().filter(|n| (1..=MAIN_CARDS).contains(n));
    let Some(count) = count.filter(|_| !name.trim().is_empty()) else {
        return Err(format!("{} is not a number and a card, like 3 Survey Drone", quoted(line)));
    };
    let card = library.card_called(name.trim()).filter(|card| !library.card(*card).token);
    card.map_or_else(|| Err(library.no_card(name.trim())), |card| Ok((card, count)))
}

impl Deck {
    /// Reads a list: lines such as `3 Survey Drone`, the energy pile after a line `Energy:`. A line that begins
    /// with `#` says nothing, but the first of them is the name.
    pub fn read(library: &Library, text: &str) -> Result<Deck, DeckError> {
        let (deck, wrong) = Deck::scan(library, text, 1);
        wrong.into_iter().next().map_or(Ok(deck), Err)
    }

    /// Reads a list and says everything that is wrong: with its lines, and with the deck that they make.
    pub fn examine(library: &Library, text: &str) -> (Deck, Vec<DeckError>) {
        let (deck, mut wrong) = Deck::scan(library, text, usize::MAX);
        wrong.extend(deck.check(library));
        (deck, wrong)
    }

    /// The deck that the lines make, and those lines that make nothing. It stops when so many are found.
    fn scan(library: &Library, text: &str, most: usize) -> (Deck, Vec<DeckError>) {
        let (mut deck, mut wrong) = (Deck::default(), Vec::new());
        if text.len() > LONGEST {
            wrong.push(DeckError::line(1, format!("a deck list has at most {LONGEST} bytes")));
            return (deck, wrong);
        }
        let mut part = Part::Main;
        for (line, number) in text.lines().map(str::trim).zip(1..) {
            if wrong.len() >= most {
                break;
            }
            if let Some(said) = line.strip_prefix('#') {
                if deck.name.is_empty() {
                    said.trim().clone_into(&mut deck.name);
                }
                continue;
            }
            if line.is_empty() {
                continue;
            }
            if let Some(next) = Part::headed(line) {
                part = next;
                if part == Part::Side {
                    let none = DeckError::line(number, "there is no side deck");
                    wrong.push(DeckError { rule: Some("SR-H05"), ..none });
                }
                continue;
            }
            let zone = match part {
                Part::Main => &mut deck.main,
                Part::Energy => &mut deck.energy,
                Part::Side => continue,
            };
            match entry(library, line) {
                Ok((_, count)) if zone.len() + count > 2 * MAIN_CARDS => {
                    wrong.push(DeckError::line(number, "that is more than two decks"));
                }
                Ok((card, count)) => zone.extend(std::iter::repeat_n(card, count)),
                Err(message) => wrong.push(DeckError::line(number, message)),
            }
        }
        deck.main.sort_unstable();
        deck.energy.sort_unstable();
        (deck, wrong)
    }

    /// The list, as it is read.
    pub fn write(&self, library: &Library) -> String {
        let lines = |cards: &[CardId]| -> String {
            counted(cards).into_iter().map(|(card, n)| format!("{n} {}\n", library.card(card).name)).collect()
        };
        let name = if self.name.is_empty() { String::new() } else { format!("# {}\n", self.name) };
        format!("{name}{}Energy:\n{}", lines(&self.main), lines(&self.energy))
    }

    /// Everything that is wrong with it.
    pub fn check(&self, library: &Library) -> Vec<DeckError> {
        let mut wrong = Vec::new();
        let mut size = |zone: &[CardId], must: usize, what: &str| {
            if zone.len() != must {
                wrong.push(DeckError::rule(
                    "SR-02",
                    format!("the {what} has {} cards, not {must}", zone.len()),
                ));
            }
        };
        size(&self.main, MAIN_CARDS, "main deck");
        size(&self.energy, ENERGY_CARDS, "energy pile");
        for (card, n) in counted(&self.main) {
            let (it, most) = (library.card(card), most_copies(library, card));
            if it.kind == Kinds::ENERGY || it.token {
                wrong.push(DeckError::rule("SR-03", format!("{} does not go into a main deck", it.name)));
            } else if n > most {
                let message = format!("there are {n} of {}; the most is {most}", it.name);
                wrong.push(DeckError::rule("SR-H01", message));
            }
        }
        let factions = self.factions(library);
        if factions.len() > MOST_FACTIONS {
            let names: Vec<&str> = factions.iter().map(|it| library.faction(*it)).collect();
            let message = format!("{} are more than two factions", names.join(", "));
            wrong.push(DeckError::rule("SR-H02", message));
        }
        for (card, n) in counted(&self.energy) {
            let (it, most) = (library.card(card), most_copies(library, card));
            if it.kind != Kinds::ENERGY {
                wrong.push(DeckError::rule("SR-03", format!("{} does not go into an energy pile", it.name)));
            } else if n > most {
                let message = format!("there are {n} of {}; the most is {most}", it.name);
                wrong.push(DeckError::rule("SR-H03", message));
            } else if library.faction(it.faction) != UNBOUND && !factions.contains(&it.faction) {
                let message = format!("{} needs a card of its faction in the main deck", it.name);
                wrong.push(DeckError::rule("SR-H04", message));
            }
        }
        wrong
    }

    /// The factions of the main deck but for Unbound.
    pub fn factions(&self, library: &Library) -> Vec<u8> {
        let mut factions: Vec<u8> = self.main.iter().map(|card| library.card(*card).faction).collect();
        factions.sort_unstable();
        factions.dedup();
        factions.retain(|it| library.faction(*it) != UNBOUND);
        factions
    }

    /// A deck, drawn at random, that holds at least these cards. It is legal, if the library has enough cards.
    fn random(library: &Library, main: &[CardId], energy: &[CardId], chance: &mut Chance) -> Deck {
        let mut deck = Deck { name: String::new(), main: main.to_vec(), energy: energy.to_vec() };
        let mut factions = deck.factions(library);
        let mut all: Vec<u8> = library.cards().map(|(_, card)| card.faction).collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|it| library.faction(*it) != UNBOUND && !factions.contains(it));
        while factions.len() < MOST_FACTIONS && !all.is_empty() {
            factions.push(all.swap_remove(chance.below(all.len() as u32) as usize));
        }
        let fits = |faction: u8| library.faction(faction) == UNBOUND || factions.contains(&faction);
        let pool: Vec<CardId> = library
            .cards()
            .filter(|(_, card)| !card.token && card.kind != Kinds::ENERGY && fits(card.faction))
            .map(|(id, _)| id)
            .collect();
        fill(library, &mut deck.main, &pool, MAIN_CARDS, chance);
        let factions = deck.factions(library);
        let fits = |faction: u8| library.faction(faction) == UNBOUND || factions.contains(&faction);
        let pool: Vec<CardId> = library
            .cards()
            .filter(|(_, card)| card.kind == Kinds::ENERGY && fits(card.faction))
            .map(|(id, _)| id)
            .collect();
        fill(library, &mut deck.energy, &pool, ENERGY_CARDS, chance);
        deck.main.sort_unstable();
        deck.energy.sort_unstable();
        deck
    }
}

/// SR-H01, SR-H03: how often a card may be in a deck or pile.
fn most_copies(library: &Library, card: CardId) -> usize {
    let it = library.card(card);
    match (it.limit, it.kind) {
        (Some(limit), _) => limit.into(),
        (None, Kinds::ENERGY) if it.basic => ENERGY_CARDS,
        (None, Kinds::ENERGY) => MOST_ENERGY_COPIES,
        (None, _) if it.unique => 1,
        (None, _) => MOST_COPIES,
    }
}

/// Fills a deck or pile up from a pool, with no card more often than it may be there; but if the pool is too small
/// for that, with what there is.
fn fill(library: &Library, zone: &mut Vec<CardId>, pool: &[CardId], size: usize, chance: &mut Chance) {
    let has_room = |zone: &[CardId], card: CardId| {
        zone.iter().filter(|it| **it == card).count() < most_copies(library, card)
    };
    let copies: usize = pool.iter().map(|card| most_copies(library, *card)).sum();
    let enough = copies >= size;
    while zone.len() < size && !pool.is_empty() {
        let card = pool[chance.below(pool.len() as u32) as usize];
        if !enough || has_room(zone, card) {
            zone.push(card);
        }
    }
}

fn counted(cards: &[CardId]) -> BTreeMap<CardId, usize> {
    let mut counts = BTreeMap::new();
    cards.iter().for_each(|card| *counts.entry(*card).or_insert(0) += 1);
    counts
}

/// The preconstructed decks, as far as the library has their cards.
pub(crate) fn preconstructed(library: &Library) -> Vec<(&'static str, Deck)> {
    let read = |(name, text): &(&'static str, &str)| Some((*name, Deck::read(library, text).ok()?));
    PRECONSTRUCTED.iter().filter_map(read).collect()
}

/// The deck of a seat: `random` (a preconstructed one), `any` (any legal one), `same` (as the seat before it has),
/// the name of a preconstructed one, or a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DeckChoice(pub String);

/// The decks that a table chose.
pub(crate) fn chosen(
    library: LibraryRef,
    choices: &[DeckChoice],
    seats: u8,
    chance: &mut Chance,
) -> Result<Vec<Deck>, Refusal> {
    let random = DeckChoice("random".to_owned());
    let mut decks: Vec<Deck> = Vec::new();
    for seat in 0..usize::from(seats) {
        let choice = choices.get(seat).unwrap_or(&random);
        decks.push(match decks.last() {
            Some(before) if choice.0 == "same" => before.clone(),
            _ => choose(library, choice, seat, chance)?,
        });
    }
    Ok(decks)
}

fn choose(
    library: LibraryRef,
    choice: &DeckChoice,
    seat: usize,
    chance: &mut Chance,
) -> Result<Deck, Refusal> {
    let refuse = |rule: Option<&'static str>, message: String| {
        let message = format!("the deck of seat {seat}: {message}");
        Err(match rule {
            Some(rule) => Refusal::by(rule, Code::Options, message),
            None => Refusal::new(Code::Options, message),
        })
    };
    let name = match choice.0.trim() {
        "random" => PRECONSTRUCTED[chance.below(PRECONSTRUCTED.len() as u32) as usize].0,
        name => name,
    };
    if let Some(deck) = library.get().preconstructed_named(name) {
        return Ok(deck.clone());
    }
    let text = match name {
        "any" => {
            let deck = Deck::random(&library, &[], &[], chance);
            return match deck.check(&library).first() {
                None => Ok(deck),
                Some(error) => refuse(error.rule, format!("there are not enough cards: {error}")),
            };
        }
        name => match PRECONSTRUCTED.iter().find(|(it, _)| *it == name) {
            Some((_, text)) => text,
            None if name.contains('\n') => name,
            None => {
                let known: Vec<&str> = PRECONSTRUCTED.iter().map(|(name, _)| *name).collect();
                let known = known.join(", ");
                return refuse(
                    None,
                    format!("{} is neither a list nor one of {known}, random, any, same", quoted(name)),
                );
            }
        },
    };
    let deck = match Deck::read(&library, text) {
        Ok(deck) => deck,
        Err(error) => return refuse(error.rule, error.to_string()),
    };
    match deck.check(&library).first() {
        None => Ok(deck),
        Some(error) => refuse(error.rule, error.to_string()),
    }
}

/// What a seat may think: its own deck in another order, and of others what fits what it has seen. A deck that
/// it does not know is one of the preconstructed ones, if one fits, and any legal one if none does.
pub(crate) fn imagine(state: &SecureTheRift, seat: Seat, chance: &mut Chance) -> SecureTheRift {
    let mut world = state.clone();
    for other in 0..state.players.len() as u8 {
        let other = Seat(other);
        if state.player(other).lost {
            continue;
        }
        let known = |hidden: &Hidden| hidden.known >> seat.0 & 1 == 1;
        let own = other == seat;
        let player = state.player(other);
        let hand_hidden = |held: &Hidden| !own && !known(held);
        let deck_hidden = |held: &Hidden| !known(held);
        let mut cards: Vec<CardId> = player
            .hand
            .iter()
            .filter(|it| hand_hidden(it))
            .chain(player.deck.iter().filter(|it| deck_hidden(it)))
            .map(|it| it.card)
            .collect();
        let mut pile = player.pile.clone();
        if !own && !state.rules.open_lists {
            let size = cards.len();
            let (seen, seen_energy) = seen_by(state, seat, other);
            let deck = likely_deck(state, &seen, &seen_energy, chance);
            cards = without(&deck.main, &seen);
            chance.shuffle(&mut cards);
            cards.truncate(size);
            let left = without(&deck.energy, &seen_energy);
            let size = pile.len();
            pile = left;
            chance.shuffle(&mut pile);
            pile.truncate(size);
        }
        chance.shuffle(&mut cards);
        chance.shuffle(&mut pile);
        let player = world.player_mut(other);
        player.pile = pile;
        for hidden in player.hand.iter_mut().filter(|it| hand_hidden(it)) {
            hidden.card = cards.pop().expect("there are as many cards as places");
        }
        for hidden in player.deck.iter_mut().filter(|it| deck_hidden(it)) {
            hidden.card = cards.pop().expect("there are as many cards as places");
        }
        player.hand.sort_by_key(|held| (held.card, held.known));
    }
    world
}

/// The cards of a player that a seat has seen and that are still in the game: main deck, energy pile, both in order.
fn seen_by(state: &SecureTheRift, seat: Seat, of: Seat) -> (Vec<CardId>, Vec<CardId>) {
    let player = state.player(of);
    let front = state.front.iter().filter(|piece| piece.owner == of).map(|piece| piece.card);
    let piles = player.scrap.iter().chain(&player.void).map(|lying| lying.card);
    let items = state.sequence.iter().chain(state.conclusion.iter().map(|it| &it.item));
    let items = items
        .filter(|item| matches!(item.matter, Matter::Card { owner, .. } if owner == of))
        .map(|it| it.card);
    let hidden =
        player.hand.iter().chain(&player.deck).filter(|it| it.known >> seat.0 & 1 == 1).map(|it| it.card);
    let all = front.chain(piles).chain(items).chain(hidden).filter(|card| !state.card(*card).token);
    let (mut main, mut energy): (Vec<CardId>, Vec<CardId>) =
        all.partition(|card| state.card(*card).kind != Kinds::ENERGY);
    main.sort_unstable();
    energy.sort_unstable();
    (main, energy)
}

fn likely_deck(state: &SecureTheRift, seen: &[CardId], energy: &[CardId], chance: &mut Chance) -> Deck {
    let library = state.library.get();
    let fits = |deck: &&Deck| holds(&deck.main, seen) && holds(&deck.energy, energy);
    let fitting: Vec<&Deck> = library.preconstructed().filter(fits).collect();
    if fitting.is_empty() {
        return Deck::random(library, seen, energy, chance);
    }
    fitting[chance.below(fitting.len() as u32) as usize].clone()
}

/// Whether all of these cards, each as often as it is there, are among those. Both are in order.
fn holds(cards: &[CardId], some: &[CardId]) -> bool {
    let mut cards = cards.iter();
    some.iter().all(|card| cards.any(|it| it == card))
}

/// The cards less some of them. Both are in order.
fn without(cards: &[CardId], some: &[CardId]) -> Vec<CardId> {
    let mut some = some.iter().peekable();
    let is_left = |card: &&CardId| {
        while some.next_if(|it| it < card).is_some() {}
        some.next_if(|it| it == card).is_none()
    };
    cards.iter().filter(is_left).copied().collect()
}
