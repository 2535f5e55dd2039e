//! Worked examples: a table, actions of its players, and what follows from them.
//!
//! The rule book contains many of them, and the tests run them all. An example looks like this:
//!
//! ```text
//! front 0: wrecking-crew
//! front 1: coil-hatchling, sprout-tender vulnerable
//! life 40 10
//!
//! seat 0 plays attack wrecking-crew base.1
//! seat 0 plays declare
//! all pass
//! seat 1 plays block coil-hatchling wrecking-crew
//! the attack goes on
//! -> life 40 9
//! -> scrap 1: coil-hatchling
//! ```
//!
//! Whatever an example does not mention has its default: it is the Main step of seat 0, late in the game; every player
//! has 40 life, ten Rift Cells in play, the cards that the example plays in hand, and a deck of Rift Strays. A card is
//! written as its id, and `drone.2` is the second one with that id.

use std::fmt::Debug;
use std::str::FromStr;

use atlas_core::{Chance, Game, Refusal, Rule, Seat, Turn, Viewer};
use serde_json::{Value, json};

use crate::event::Event;
use crate::pack::LibraryRef;
use crate::pack::language::{Card, Kinds};
use crate::question::question;
use crate::state::SecureTheRift;
use crate::view::{PieceView, View};

/// The cards that fill decks and energy piles.
const FILLER: &str = "rift-stray";
const CELL: &str = "rift-cell";
const DECK: usize = 40;
const PILE: usize = 10;
/// A turn of seat 0 late in the game.
const LATE: u16 = 81;

/// An example: a table, and the steps that are played at it.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    table: TableSetup,
    steps: Vec<ExampleStep>,
}

/// The table that an example describes.
#[derive(Clone, PartialEq, Debug)]
struct TableSetup {
    library: LibraryRef,
    sides: Vec<Side>,
    front: Vec<Value>,
    active: u8,
    step: String,
    turn: u16,
    strikes_back: bool,
}

/// The description of one player.
#[derive(Clone, PartialEq, Debug, Default)]
struct Side {
    life: Option<i16>,
    cells: Option<usize>,
    hand: Option<Vec<String>>,
    deck: Pile,
    pile: Pile,
    scrap: Vec<String>,
}

/// The listed cards of a pile, and whether the list is complete.
#[derive(Clone, PartialEq, Debug, Default)]
struct Pile {
    cards: Vec<String>,
    all: bool,
}

/// A command, and what is expected right after it.
#[derive(Clone, PartialEq, Debug)]
struct ExampleStep {
    command: Command,
    expected: Vec<String>,
}

/// A command of an example.
#[derive(Clone, PartialEq, Debug)]
enum Command {
    /// Nothing is played, and the initial table is checked.
    Look,
    Plays(Seat, String),
    Leaves(Seat),
    /// All players pass once.
    AllPass,
    /// All players pass until the Sequence is empty or a player is asked something else.
    Concludes,
    /// All players pass and nobody blocks until the attack is over or a player is asked something else.
    AttackGoesOn,
    /// All players pass until another step begins.
    StepEnds,
    /// All players pass until the next turn begins.
    TurnEnds,
}

impl FromStr for Example {
    type Err = String;

    fn from_str(text: &str) -> Result<Example, String> {
        let mut table = TableSetup {
            library: LibraryRef::core(),
            sides: vec![Side::default(); 2],
            front: Vec::new(),
            active: 0,
            step: "main".to_owned(),
            turn: LATE,
            strikes_back: false,
        };
        let mut steps: Vec<ExampleStep> = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let command = match words.as_slice() {
                ["seat", seat, "plays", sentence @ ..] => Command::Plays(seat_in(seat)?, sentence.join(" ")),
                ["seat", seat, "leaves"] => Command::Leaves(seat_in(seat)?),
                ["all", "pass"] => Command::AllPass,
                ["everything", "concludes"] => Command::Concludes,
                ["the", "attack", "goes", "on"] => Command::AttackGoesOn,
                ["the", "step", "ends"] => Command::StepEnds,
                ["the", "turn", "ends"] => Command::TurnEnds,
                ["->", expected @ ..] => {
                    if steps.is_empty() {
                        steps.push(ExampleStep { command: Command::Look, expected: Vec::new() });
                    }
                    steps.last_mut().expect("a step was just added").expected.push(expected.join(" "));
                    continue;
                }
                words if steps.is_empty() => {
                    table.read_line(line, words)?;
                    continue;
                }
                _ => return Err(format!("the line cannot be understood here: {line}")),
            };
            steps.push(ExampleStep { command, expected: Vec::new() });
        }
        if steps.iter().all(|step| step.expected.is_empty()) {
            return Err("the example expects nothing".to_owned());
        }
        for (side, seat) in table.sides.iter_mut().zip(0..) {
            side.hand.get_or_insert_with(|| cards_played(&steps, Seat(seat)));
        }
        Ok(Example { table, steps })
    }
}

/// The cards that a seat plays. A card whose play is refused can be played again.
fn cards_played(steps: &[ExampleStep], seat: Seat) -> Vec<String> {
    let mut cards: Vec<String> = Vec::new();
    for step in steps {
        let refused = step.expected.iter().any(|it| it.starts_with("refused"));
        if let Command::Plays(by, sentence) = &step.command
            && let Some(card) = sentence.strip_prefix("play ").filter(|_| *by == seat)
        {
            let card = card.split(' ').next().unwrap_or_default().to_owned();
            if !(refused && cards.contains(&card)) {
                cards.push(card);
            }
        }
    }
    cards
}

fn seat_in(word: &str) -> Result<Seat, String> {
    number_in(word.trim_end_matches(':'))
        .map(Seat)
        .and_then(|seat| if seat.0 < 4 { Ok(seat) } else { Err(format!("there is no {seat}")) })
}

fn number_in<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("{word} is not a number"))
}

/// The words as a list; `nothing` is an empty list.
fn list(words: &[&str]) -> Vec<String> {
    words.iter().filter(|word| **word != "nothing").map(|word| (*word).to_owned()).collect()
}

fn pile_in(words: &[&str]) -> Pile {
    match words {
        [cards @ .., "..."] => Pile { cards: list(cards), all: false },
        cards => Pile { cards: list(cards), all: true },
    }
}

impl TableSetup {
    fn side(&mut self, word: &str) -> Result<&mut Side, String> {
        let seat = seat_in(word)?;
        self.sides.get_mut(seat.index()).ok_or_else(|| format!("there is no {seat} at this table"))
    }

    /// Reads one line of the description of the table.
    fn read_line(&mut self, line: &str, words: &[&str]) -> Result<(), String> {
        match words {
            ["players", n] => self.sides = vec![Side::default(); number_in(n)?],
            ["life", lives @ ..] => {
                for (side, life) in self.sides.iter_mut().zip(lives) {
                    side.life = Some(number_in(life)?);
                }
            }
            ["energy", cells @ ..] => {
                for (side, cells) in self.sides.iter_mut().zip(cells) {
                    side.cells = Some(number_in(cells)?);
                }
            }
            ["hand", seat, cards @ ..] => self.side(seat)?.hand = Some(list(cards)),
            ["deck", seat, cards @ ..] => self.side(seat)?.deck = pile_in(cards),
            ["pile", seat, cards @ ..] => self.side(seat)?.pile = pile_in(cards),
            ["scrap", seat, cards @ ..] => self.side(seat)?.scrap = list(cards),
            ["turn", "of", "seat", seat] => self.active = seat_in(seat)?.0,
            ["turn", turn] => self.turn = number_in(turn)?,
            ["step", step] => (*step).clone_into(&mut self.step),
            ["vulnerable", "strikes", "back"] => self.strikes_back = true,
            ["front", seat, ..] => {
                let seat = seat_in(seat)?;
                let cards = line.split_once(':').map_or("", |(_, cards)| cards);
                cards.split(',').try_for_each(|card| self.put_in_play(seat, card))?;
            }
            _ => return Err(format!("the line cannot be understood: {line}")),
        }
        Ok(())
    }

    /// Puts cards into play: `drone`, `3 drone`, `drone vulnerable new damage 1 upgrades 2`, or `drone of 1` if seat 1
    /// owns it.
    fn put_in_play(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let times = words.first().and_then(|word| word.parse::<usize>().ok());
        if times.is_some() {
            words.remove(0);
        }
        let mut words = words.into_iter();
        let name = words.next().ok_or_else(|| format!("there is no card in: {text}"))?;
        let mut note = json!({ "owner": seat });
        while let Some(word) = words.next() {
            let mut number =
                || words.next().map_or(Err(format!("a number is missing after {word}")), number_in::<u16>);
            match word {
                "vulnerable" => note["vulnerable"] = json!(true),
                "new" => note["since"] = json!(word),
                "damage" | "upgrades" => note[word] = json!(number()?),
                "of" => {
                    note["owner"] = json!(number()?);
                    note["controller"] = json!(seat);
                }
                _ => return Err(format!("a card in play cannot be “{word}”")),
            }
        }
        for _ in 0..times.unwrap_or(1) {
            note["id"] = json!(format!("{name}.{}", self.front.len() + 1));
            self.front.push(note.clone());
        }
        Ok(())
    }

    /// The state, with defaults for everything that the example does not mention.
    fn deal(mut self) -> Result<SecureTheRift, String> {
        let seats = self.sides.len() as u8;
        for seat in 0..seats {
            let cells = self.sides[usize::from(seat)].cells;
            let own = |note: &&Value| note["owner"] == json!(seat) && !note["id"].to_string().contains(CELL);
            let others = self.front.iter().filter(own).map(|note| note["id"].as_str().unwrap_or_default());
            let mut others = others.map(|id| named(self.library, id)).collect::<Result<Vec<_>, _>>()?;
            others.retain(|card| card.kind == Kinds::ENERGY);
            let piled = self.sides[usize::from(seat)].pile.cards.len();
            let default = PILE.saturating_sub(others.len() + piled);
            for _ in 0..cells.unwrap_or(default) {
                self.put_in_play(Seat(seat), CELL)?;
            }
        }
        let turn = self.turn + u16::from(self.active);
        let mut numbers = self.front.len();
        let mut players = Vec::new();
        for (side, seat) in self.sides.iter_mut().zip(0..) {
            let front = self.front.iter().filter(|note| note["owner"] == json!(seat));
            let front = front.map(|note| note["id"].as_str().unwrap_or_default().to_owned());
            let hand = side.hand.take().unwrap_or_default();
            let listed = front.chain(hand.iter().chain(&side.deck.cards).chain(&side.scrap).cloned());
            let (mut main, mut energy) = (0, side.pile.cards.len());
            for word in listed {
                match named(self.library, &word)? {
                    card if card.token => {}
                    card if card.kind == Kinds::ENERGY => energy += 1,
                    _ => main += 1,
                }
            }
            let mut void: Vec<String> = Vec::new();
            for (pile, filler, full, listed) in
                [(&mut side.deck, FILLER, DECK, main), (&mut side.pile, CELL, PILE, energy)]
            {
                let rest = full.checked_sub(listed).ok_or("there are too many cards")?;
                let to = if pile.all { &mut void } else { &mut pile.cards };
                to.extend(std::iter::repeat_n(filler.to_owned(), rest));
            }
            let mut number = |card: &String| {
                numbers += 1;
                format!("{card}.{numbers}")
            };
            players.push(json!({
                "life": side.life.unwrap_or(40), "hand": hand, "deck": side.deck.cards, "pile": side.pile.cards,
                "scrap": side.scrap.iter().map(&mut number).collect::<Vec<_>>(),
                "void": void.iter().map(&mut number).collect::<Vec<_>>(),
                "began": turn.saturating_sub(u16::from((self.active + seats - seat) % seats)),
            }));
        }
        for note in self.front.iter_mut().filter(|note| note.get("since").is_some()) {
            note["since"] = json!(turn);
        }
        let position = json!({
            "turn": turn, "step": self.step, "active": self.active, "first": 0, "players": players,
            "front": self.front, "ask": { "kind": "priority" }, "vulnerable_strikes_back": self.strikes_back,
        });
        SecureTheRift::load(self.library.edition(), &position).map_err(|refusal| refusal.to_string())
    }
}

/// The card that a word refers to, with or without a number.
fn named(library: LibraryRef, word: &str) -> Result<&'static Card, String> {
    let name = name_of(word);
    library
        .card_named(name)
        .map(|card| library.get().card(card))
        .ok_or_else(|| format!("there is no card {name}"))
}

fn name_of(word: &str) -> &str {
    word.rsplit_once('.').map_or(word, |(name, _)| name)
}

impl Example {
    /// Plays the example. The error describes the first expectation that is not met.
    pub fn check(&self) -> Result<(), String> {
        let state = self.table.clone().deal()?;
        let mut table = Table { state, chance: Chance::quick(1), refused: None, news: Vec::new() };
        for step in &self.steps {
            table.act(&step.command)?;
            for expected in &step.expected {
                table
                    .expect(expected)
                    .map_err(|found| format!("{:?} -> {expected}: {found}", step.command))?;
            }
            let expected = step.expected.iter().any(|it| it.starts_with("refused"));
            if let Some(refusal) = table.refused.take().filter(|_| !expected) {
                return Err(format!("{:?} is refused: {refusal}", step.command));
            }
        }
        Ok(())
    }
}

/// The table while the example is played, and the result of the last command.
struct Table {
    state: SecureTheRift,
    chance: Chance,
    refused: Option<Refusal>,
    news: Vec<(Rule, Event)>,
}

impl Table {
    fn view(&self) -> View {
        self.state.view(Viewer::Everything)
    }

    /// The word that the game uses for `drone.2`, the second Drone on the front lines, in the Sequence and in piles.
    fn exact(&self, word: &str) -> String {
        let (name, nth) = word.rsplit_once('.').unwrap_or((word, "1"));
        let view = self.view();
        let items = view.sequence.iter().map(|item| &item.id);
        let piles = view.players.iter().flat_map(|player| player.scrap.iter().chain(&player.void));
        let mut all = view.front.iter().map(|piece| &piece.id).chain(items).chain(piles);
        let nth = nth.parse::<usize>().unwrap_or(1).saturating_sub(1);
        let fits = |id: &&String| name_of(id) == name && name != "base";
        all.by_ref().filter(fits).nth(nth).map_or_else(|| word.to_owned(), Clone::clone)
    }

    /// A sentence of the example with the card numbers of the game. Cards in a hand have no number.
    fn sentence(&self, text: &str) -> String {
        let mut words = text.split_whitespace();
        let verb = words.next().unwrap_or_default();
        let held = matches!(verb, "pay" | "choose") && self.judged(text).is_ok();
        let plain = usize::from(held || matches!(verb, "play" | "redraw"));
        let rest =
            words.enumerate().map(|(at, word)| if at < plain { word.to_owned() } else { self.exact(word) });
        std::iter::once(verb.to_owned()).chain(rest).collect::<Vec<_>>().join(" ")
    }

    /// Whether a sentence is legal for the seat that has to decide.
    fn judged(&self, sentence: &str) -> Result<(), Refusal> {
        let seat = self.state.asked().unwrap_or(Seat(0));
        self.state.read(seat, sentence).and_then(|action| self.state.judge(seat, action))
    }

    fn play(&mut self, seat: Seat, sentence: &str) {
        let before = self.state.clone();
        let mut turn = Turn::told(&mut self.chance, &mut self.news);
        let action = self.state.read(seat, sentence);
        self.refused = action.and_then(|action| self.state.apply(seat, action, &mut turn)).err();
        assert!(self.refused.is_none() || self.state == before, "a refusal changes nothing");
    }

    /// Players pass as long as that is legal and a condition holds.
    fn pass_while(&mut self, holds: impl Fn(&View) -> bool) {
        while holds(&self.view()) && self.judged("pass").is_ok() {
            self.play(self.state.priority, "pass");
        }
    }

    fn act(&mut self, command: &Command) -> Result<(), String> {
        self.news.clear();
        match command {
            Command::Look => {}
            Command::Plays(seat, sentence) => self.play(*seat, &self.sentence(sentence)),
            Command::Leaves(seat) => {
                let mut turn = Turn::told(&mut self.chance, &mut self.news);
                self.state.leave(*seat, &mut turn);
            }
            Command::AllPass => {
                for _ in 0..self.state.living().count() {
                    self.judged("pass").map_err(|refusal| format!("a player cannot pass: {refusal}"))?;
                    self.play(self.state.priority, "pass");
                }
            }
            Command::Concludes => self.pass_while(|view| !view.sequence.is_empty()),
            Command::AttackGoesOn => loop {
                self.pass_while(|view| view.attack.is_some());
                let blocks = self.view().attack.is_some_and(|attack| attack.stage == "blocks");
                match self.state.asked().filter(|_| blocks) {
                    Some(seat) => self.play(seat, "declare"),
                    None => break,
                }
            },
            Command::StepEnds => {
                let step = self.view().step;
                self.pass_while(|view| view.step == step);
            }
            Command::TurnEnds => {
                let turn = self.view().turn;
                self.pass_while(|view| view.turn == turn);
            }
        }
        Ok(())
    }

    fn expect(&self, expected: &str) -> Result<(), String> {
        let words: Vec<&str> = expected.split_whitespace().collect();
        let view = self.view();
        let player = |seat: &str| {
            let seat = seat_in(seat)?;
            view.players.get(seat.index()).ok_or_else(|| format!("there is no {seat}"))
        };
        match words.as_slice() {
            ["refused", rule] => {
                check_equal(&self.refused.as_ref().and_then(|it| it.rule).map(|it| it.0), &Some(*rule))
            }
            ["by", rule] => {
                let rules: Vec<&str> = self.news.iter().map(|(rule, _)| rule.0).collect();
                if rules.contains(rule) { Ok(()) } else { Err(format!("found {rules:?}")) }
            }
            ["life", lives @ ..] => check_numbers(view.players.iter().map(|player| player.life), lives),
            ["unspent", energies @ ..] => {
                check_numbers(view.players.iter().map(|player| player.energy.into()), energies)
            }
            // The number of Energy cards that stand by.
            ["energy", cells @ ..] => {
                let ready = |seat| {
                    let own =
                        view.front.iter().filter(move |it| it.controller == Seat(seat) && !it.vulnerable);
                    own.filter(|it| self.is_energy(it)).count() as i16
                };
                check_numbers((0..view.players.len() as u8).map(ready), cells)
            }
            ["hand", seat, cards @ ..] => {
                let hand = player(seat)?.hand.clone().unwrap_or_default();
                check_cards(hand, cards, Order::Any)
            }
            ["deck", _, n] if n.parse::<usize>().is_ok() => {
                check_equal(&player(words[1])?.deck_size, &number_in(n)?)
            }
            ["deck", seat, cards @ ..] => {
                let deck = player(seat)?.deck.iter().map(|(_, card)| card.clone()).collect();
                check_cards(deck, cards, Order::Same)
            }
            ["scrap", seat, cards @ ..] => check_cards(player(seat)?.scrap.clone(), cards, Order::Same),
            ["void", seat, cards @ ..] => check_cards(player(seat)?.void.clone(), cards, Order::Same),
            ["front", seat, cards @ ..] => {
                let seat = seat_in(seat)?;
                let own = view.front.iter().filter(|it| it.controller == seat && !self.is_energy(it));
                check_cards(own.map(|it| it.card.clone()).collect(), cards, Order::Same)
            }
            ["sequence:", cards @ ..] => {
                check_cards(view.sequence.iter().map(|item| item.id.clone()).collect(), cards, Order::Same)
            }
            ["asks", "seat", seat] => check_equal(&view.to_act, &Some(seat_in(seat)?)),
            ["asks", "seat", seat, kind] => check_equal(
                &view.to_act.map(|seat| (seat, question(&self.state).kind)),
                &Some((seat_in(seat)?, *kind)),
            ),
            ["can", sentence @ ..] => {
                self.judged(&self.sentence(&sentence.join(" "))).map_err(|it| it.to_string())
            }
            ["cannot", sentence @ ..] => match self.judged(&self.sentence(&sentence.join(" "))) {
                Ok(()) => Err("it is legal".to_owned()),
                Err(refusal) if refusal.rule.is_none() => Err(refusal.to_string()),
                Err(_) => Ok(()),
            },
            ["turn", "of", "seat", seat] => check_equal(&view.active, &seat_in(seat)?),
            ["step", step] => check_equal(&view.step.as_str(), step),
            ["stage", stage] => check_equal(&view.attack.as_ref().map(|it| it.stage.as_str()), &Some(*stage)),
            ["no", "attack"] => check_equal(&view.attack.is_none(), &true),
            ["winner", seat] => {
                let winners = self.state.outcome().map(|it| it.winners());
                check_equal(&winners, &Some(std::iter::once(seat_in(seat)?).collect()))
            }
            ["draw"] => check_equal(
                &self.state.outcome().map(|it| it.ranks().iter().all(|rank| *rank == 0)),
                &Some(true),
            ),
            ["goes", "on"] => check_equal(&self.state.outcome().is_none(), &true),
            [card, is @ ..] if card.ends_with(':') => {
                let exact = self.exact(card.trim_end_matches(':'));
                let piece = view.front.iter().find(|it| it.id == exact);
                let piece = piece.ok_or_else(|| format!("{card} is not in play"))?;
                check_equal(&shown(piece), &is.join(" "))
            }
            _ => Err("the expectation cannot be understood".to_owned()),
        }
    }

    fn is_energy(&self, piece: &PieceView) -> bool {
        named(self.state.library, &piece.card).is_ok_and(|card| card.kind == Kinds::ENERGY)
    }
}

/// The state of a card in play: `2/3 damage 1 vulnerable TOXIC`.
fn shown(piece: &PieceView) -> String {
    let mut all: Vec<String> = Vec::new();
    all.extend(piece.attack.zip(piece.defence).map(|(attack, defence)| format!("{attack}/{defence}")));
    if piece.damage > 0 {
        all.push(format!("damage {}", piece.damage));
    }
    if piece.vulnerable {
        all.push("vulnerable".to_owned());
    }
    all.extend(piece.keywords.iter().cloned());
    if all.is_empty() { "stands by".to_owned() } else { all.join(" ") }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Same,
    Any,
}

/// Compares cards with their expected number, or with a list, which may end with `...` if there can be more.
fn check_cards(found: Vec<String>, words: &[&str], order: Order) -> Result<(), String> {
    if let [number] = words
        && let Ok(number) = number.parse::<usize>()
    {
        return check_equal(&found.len(), &number);
    }
    let expected = pile_in(words);
    let mut found: Vec<String> = found.into_iter().map(|word| name_of(&word).to_owned()).collect();
    let mut cards = expected.cards;
    if !expected.all {
        found.truncate(cards.len());
    }
    if order == Order::Any {
        found.sort();
        cards.sort();
    }
    check_equal(&found, &cards)
}

fn check_numbers(found: impl Iterator<Item = i16>, words: &[&str]) -> Result<(), String> {
    let expected = words.iter().map(|word| number_in::<i16>(word)).collect::<Result<Vec<_>, _>>()?;
    check_equal(&found.collect::<Vec<_>>(), &expected)
}

fn check_equal<T: PartialEq + Debug>(found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("found {found:?}, expected {expected:?}")) }
}
