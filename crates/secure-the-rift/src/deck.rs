//! Decks: deck lists as text, the rules of deck building (SR-02, SR-H01 to SR-H05), and the decks of a table.

use std::collections::BTreeMap;
use std::fmt;

use atlas_core::refusal::quoted;
use atlas_core::{Chance, Code, Refusal, Rule, Seat, Text, text};
use serde::{Deserialize, Serialize};

use crate::pack::language::{CardId, Kinds};
use crate::pack::{Library, LibraryRef};

/// SR-02: the number of cards in a main deck.
pub const MAIN_CARDS: usize = 40;
/// SR-02: the number of cards in an energy pile.
pub const ENERGY_CARDS: usize = 10;
/// SR-H01: the maximum number of copies of a card.
pub const MAX_COPIES: usize = 3;
/// SR-H02: the maximum number of factions, not counting Unbound.
pub const MAX_FACTIONS: usize = 2;
/// SR-H03: the maximum number of copies of an Energy card that is not basic.
pub const MAX_ENERGY_COPIES: usize = 2;
/// SR-H02: the faction that can be combined with all others.
pub const UNBOUND: &str = "unbound";
/// The maximum length of a deck list, in bytes.
const MAX_LIST_LEN: usize = 16 * 1024;
/// The maximum number of cards in one part of a list, legal or not.
const MAX_LISTED: usize = 2 * MAIN_CARDS;

/// A preconstructed deck: its name in options, and its list.
pub type DeckList = (&'static str, &'static str);

/// The preconstructed decks of the current core set.
pub const PRECONSTRUCTED: [DeckList; 6] = [
    ("dividend-swarm", include_str!("../decks/dividend-swarm.txt")),
    ("burn-rate", include_str!("../decks/burn-rate.txt")),
    ("old-growth", include_str!("../decks/old-growth.txt")),
    ("requiem", include_str!("../decks/requiem.txt")),
    ("unbroken-line", include_str!("../decks/unbroken-line.txt")),
    ("blank-map", include_str!("../decks/blank-map.txt")),
];

/// SR-02: a main deck and an energy pile, sorted as in the library.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deck {
    /// The name of the deck, which may be empty.
    pub name: String,
    /// The main deck.
    pub main: Vec<CardId>,
    /// The energy pile.
    pub energy: Vec<CardId>,
}

/// An error in a deck list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckError {
    /// The line, from 1, if the error is in one line.
    pub line: Option<usize>,
    /// The rule that the deck breaks, if it breaks one.
    pub rule: Option<&'static str>,
    /// The error in words.
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
    fn in_line(line: usize, message: impl Into<String>) -> DeckError {
        DeckError { line: Some(line), rule: None, message: message.into() }
    }

    fn by_rule(rule: &'static str, message: impl Into<String>) -> DeckError {
        DeckError { line: None, rule: Some(rule), message: message.into() }
    }

    /// The refusal of an option because of this error. `what` is the beginning of the sentence.
    fn refusal(&self, what: Text) -> Refusal {
        let line = self.line.map(|line| format!("line {line}: "));
        let stop = if self.message.ends_with('?') { "" } else { "." };
        let message = text![what, ": ", line, self.message.clone(), stop];
        Refusal { code: Code::Options, rule: self.rule.map(Rule), message }
    }
}

/// A part of a deck list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListPart {
    Main,
    Energy,
    /// SR-H05: side decks do not exist in this game, but lists of other games have them.
    Side,
}

impl ListPart {
    /// The part that this line is the heading of.
    fn headed_by(line: &str) -> Option<ListPart> {
        const HEADINGS: [(&str, ListPart); 5] = [
            ("energy", ListPart::Energy),
            ("main", ListPart::Main),
            ("side", ListPart::Side),
            ("sideboard", ListPart::Side),
            ("side deck", ListPart::Side),
        ];
        let word = line.trim_end_matches(':');
        HEADINGS.iter().find(|(heading, _)| word.eq_ignore_ascii_case(heading)).map(|(_, part)| *part)
    }
}

/// Reads a line of a list: a card and its number of copies.
fn entry(library: &Library, line: &str) -> Result<(CardId, usize), String> {
    let (count, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let count = count.trim_end_matches('x').parse::<usize>().ok().filter(|n| (1..=MAIN_CARDS).contains(n));
    let Some(count) = count.filter(|_| !name.trim().is_empty()) else {
        return Err(format!("{} is not a number and a card name, such as 3 Survey Drone", quoted(line)));
    };
    let card = library.card_called(name.trim()).filter(|card| !library.card(*card).token);
    card.map_or_else(|| Err(library.unknown_card(name.trim())), |card| Ok((card, count)))
}

impl Deck {
    /// Reads a deck list: lines such as `3 Survey Drone`, and the energy pile after a line `Energy:`. Lines that begin
    /// with `#` are comments; the first comment is the name of the deck.
    pub fn read(library: &Library, text: &str) -> Result<Deck, DeckError> {
        let (deck, errors) = Deck::scan(library, text, 1);
        errors.into_iter().next().map_or(Ok(deck), Err)
    }

    /// Reads a deck list and returns all errors, in its lines and in the deck as a whole.
    pub fn examine(library: &Library, text: &str) -> (Deck, Vec<DeckError>) {
        let (deck, mut errors) = Deck::scan(library, text, usize::MAX);
        errors.extend(deck.check(library));
        (deck, errors)
    }

    /// Reads a deck list and stops after `max_errors` errors.
    fn scan(library: &Library, text: &str, max_errors: usize) -> (Deck, Vec<DeckError>) {
        let (mut deck, mut errors) = (Deck::default(), Vec::new());
        if text.len() > MAX_LIST_LEN {
            let message = format!("a deck list can have at most {MAX_LIST_LEN} bytes");
            return (deck, vec![DeckError::in_line(1, message)]);
        }
        let mut part = ListPart::Main;
        for (line, number) in text.lines().map(str::trim).zip(1..) {
            if errors.len() >= max_errors {
                break;
            }
            if let Some(comment) = line.strip_prefix('#') {
                if deck.name.is_empty() {
                    comment.trim().clone_into(&mut deck.name);
                }
                continue;
            }
            if line.is_empty() {
                continue;
            }
            if let Some(next) = ListPart::headed_by(line) {
                part = next;
                if part == ListPart::Side {
                    let error = DeckError::in_line(number, "there are no side decks in this game");
                    errors.push(DeckError { rule: Some("SR-H05"), ..error });
                }
                continue;
            }
            let cards = match part {
                ListPart::Main => &mut deck.main,
                ListPart::Energy => &mut deck.energy,
                ListPart::Side => continue,
            };
            match entry(library, line) {
                Ok((_, count)) if cards.len() + count > MAX_LISTED => {
                    let message = format!("there are more than {MAX_LISTED} cards up to this line");
                    errors.push(DeckError::in_line(number, message));
                }
                Ok((card, count)) => cards.extend(std::iter::repeat_n(card, count)),
                Err(message) => errors.push(DeckError::in_line(number, message)),
            }
        }
        deck.main.sort_unstable();
        deck.energy.sort_unstable();
        (deck, errors)
    }

    /// The deck list as text, as [`read`](Deck::read) reads it.
    pub fn write(&self, library: &Library) -> String {
        let lines = |cards: &[CardId]| -> String {
            counted(cards).into_iter().map(|(card, n)| format!("{n} {}\n", library.card(card).name)).collect()
        };
        let name = if self.name.is_empty() { String::new() } else { format!("# {}\n", self.name) };
        format!("{name}{}Energy:\n{}", lines(&self.main), lines(&self.energy))
    }

    /// All rules of deck building that the deck breaks.
    pub fn check(&self, library: &Library) -> Vec<DeckError> {
        let mut errors = Vec::new();
        for (cards, size, what) in
            [(&self.main, MAIN_CARDS, "main deck"), (&self.energy, ENERGY_CARDS, "energy pile")]
        {
            if cards.len() != size {
                let message = format!("the {what} has {} cards, not {size}", cards.len());
                errors.push(DeckError::by_rule("SR-02", message));
            }
        }
        let too_many = |rule, n: usize, name: &str, max: usize| {
            DeckError::by_rule(rule, format!("there are {n} copies of {name}, and the maximum is {max}"))
        };
        for (id, n) in counted(&self.main) {
            let (card, max) = (library.card(id), max_copies(library, id));
            if card.kind == Kinds::ENERGY || card.token {
                errors.push(DeckError::by_rule("SR-03", format!("{} cannot be in a main deck", card.name)));
            } else if n > max {
                errors.push(too_many("SR-H01", n, &card.name, max));
            }
        }
        let factions = self.factions(library);
        if factions.len() > MAX_FACTIONS {
            let names: Vec<&str> = factions.iter().map(|it| library.faction(*it)).collect();
            let message =
                format!("a deck can have at most {MAX_FACTIONS} factions, not {}", names.join(", "));
            errors.push(DeckError::by_rule("SR-H02", message));
        }
        for (id, n) in counted(&self.energy) {
            let (card, max) = (library.card(id), max_copies(library, id));
            if card.kind != Kinds::ENERGY {
                errors
                    .push(DeckError::by_rule("SR-03", format!("{} cannot be in an energy pile", card.name)));
            } else if n > max {
                errors.push(too_many("SR-H03", n, &card.name, max));
            } else if library.faction(card.faction) != UNBOUND && !factions.contains(&card.faction) {
                let message = format!("{} needs a card of its faction in the main deck", card.name);
                errors.push(DeckError::by_rule("SR-H04", message));
            }
        }
        errors
    }

    /// The factions of the main deck except Unbound.
    pub fn factions(&self, library: &Library) -> Vec<u8> {
        let mut factions: Vec<u8> = self.main.iter().map(|card| library.card(*card).faction).collect();
        factions.sort_unstable();
        factions.dedup();
        factions.retain(|it| library.faction(*it) != UNBOUND);
        factions
    }

    /// A random deck that contains at least these cards. It is legal if the library has enough cards.
    pub(crate) fn random(library: &Library, main: &[CardId], energy: &[CardId], chance: &mut Chance) -> Deck {
        let mut deck = Deck { name: String::new(), main: main.to_vec(), energy: energy.to_vec() };
        let mut factions = deck.factions(library);
        let mut others: Vec<u8> = library.cards().map(|(_, card)| card.faction).collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|it| library.faction(*it) != UNBOUND && !factions.contains(it));
        while factions.len() < MAX_FACTIONS && !others.is_empty() {
            factions.push(others.swap_remove(chance.below(others.len() as u32) as usize));
        }
        let allowed = |faction: u8| library.faction(faction) == UNBOUND || factions.contains(&faction);
        let pool: Vec<CardId> = library
            .cards()
            .filter(|(_, card)| !card.token && card.kind != Kinds::ENERGY && allowed(card.faction))
            .map(|(id, _)| id)
            .collect();
        fill(library, &mut deck.main, &pool, MAIN_CARDS, chance);
        let factions = deck.factions(library);
        let allowed = |faction: u8| library.faction(faction) == UNBOUND || factions.contains(&faction);
        let pool: Vec<CardId> = library
            .cards()
            .filter(|(_, card)| card.kind == Kinds::ENERGY && allowed(card.faction))
            .map(|(id, _)| id)
            .collect();
        fill(library, &mut deck.energy, &pool, ENERGY_CARDS, chance);
        deck.main.sort_unstable();
        deck.energy.sort_unstable();
        deck
    }
}

/// SR-H01, SR-H03: the maximum number of copies of a card in a main deck or an energy pile.
fn max_copies(library: &Library, card: CardId) -> usize {
    let it = library.card(card);
    match (it.limit, it.kind) {
        (Some(limit), _) => limit.into(),
        (None, Kinds::ENERGY) if it.basic => ENERGY_CARDS,
        (None, Kinds::ENERGY) => MAX_ENERGY_COPIES,
        (None, _) if it.unique => 1,
        (None, _) => MAX_COPIES,
    }
}

/// Fills a main deck or an energy pile up with random cards from a pool. The limits of copies are kept unless the pool
/// is too small for that.
fn fill(library: &Library, cards: &mut Vec<CardId>, pool: &[CardId], size: usize, chance: &mut Chance) {
    let has_room = |cards: &[CardId], card: CardId| {
        cards.iter().filter(|it| **it == card).count() < max_copies(library, card)
    };
    let copies: usize = pool.iter().map(|card| max_copies(library, *card)).sum();
    let enough = copies >= size;
    while cards.len() < size && !pool.is_empty() {
        let card = pool[chance.below(pool.len() as u32) as usize];
        if !enough || has_room(cards, card) {
            cards.push(card);
        }
    }
}

fn counted(cards: &[CardId]) -> BTreeMap<CardId, usize> {
    let mut counts = BTreeMap::new();
    cards.iter().for_each(|card| *counts.entry(*card).or_insert(0) += 1);
    counts
}

/// Reads the lists of which the library has all cards.
pub(crate) fn preconstructed(library: &Library, lists: &[DeckList]) -> Vec<(&'static str, Deck)> {
    let read = |(name, list): &DeckList| Some((*name, Deck::read(library, list).ok()?));
    lists.iter().filter_map(read).collect()
}

/// The deck of a seat: `random` (a preconstructed deck), `any` (any legal deck), `same` (the deck of the previous
/// seat), the name of a preconstructed deck, or a deck list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DeckChoice(pub String);

/// The decks of a table.
pub(crate) fn chosen(
    library: LibraryRef,
    choices: &[DeckChoice],
    seats: u8,
    chance: &mut Chance,
) -> Result<Vec<Deck>, Refusal> {
    let random = DeckChoice("random".to_owned());
    let mut decks: Vec<Deck> = Vec::new();
    for seat in Seat::all(seats) {
        let choice = choices.get(seat.index()).unwrap_or(&random);
        decks.push(match decks.last() {
            Some(previous) if choice.0 == "same" => previous.clone(),
            _ => choose(library, choice, seat, chance)?,
        });
    }
    Ok(decks)
}

fn choose(
    library: LibraryRef,
    choice: &DeckChoice,
    seat: Seat,
    chance: &mut Chance,
) -> Result<Deck, Refusal> {
    let lists = library.get().deck_lists();
    let name = match choice.0.trim() {
        "random" => lists[chance.below(lists.len() as u32) as usize].0,
        name => name,
    };
    if let Some(deck) = library.get().preconstructed_named(name) {
        return Ok(deck.clone());
    }
    if name == "any" {
        let deck = Deck::random(&library, &[], &[], chance);
        return match deck.check(&library).first() {
            None => Ok(deck),
            Some(error) => {
                Err(error.refusal(text!["There are not enough cards for a random deck for ", seat]))
            }
        };
    }
    let list = match lists.iter().find(|(it, _)| *it == name) {
        Some((_, list)) => list,
        None if name.contains('\n') => name,
        None => {
            let known: Vec<&str> = lists.iter().map(|(name, _)| *name).collect();
            let message = text![
                format!("{} is not a deck for ", quoted(name)),
                seat,
                format!(": give a deck list, random, any, same, or one of {}.", known.join(", "))
            ];
            return Err(Refusal::new(Code::Options, message));
        }
    };
    let error = match Deck::read(&library, list) {
        Ok(deck) => match deck.check(&library).into_iter().next() {
            None => return Ok(deck),
            Some(error) => error,
        },
        Err(error) => error,
    };
    Err(error.refusal(text![seat, "'s deck is not legal"]))
}
