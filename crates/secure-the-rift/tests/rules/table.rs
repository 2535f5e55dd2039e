//! Test tables: each is set up with a short description and then played like a game.
//!
//! In sentences `drone.2` is the second Drone that everyone sees: first those on the front lines, in the order in
//! which they entered, then those in the Sequence, then those in Scrap piles and in the void.

use std::sync::OnceLock;

use atlas_core::{Chance, Edition, Game, Outcome, Refusal, Rule, Seat, Turn, Viewer};
use atlas_secure_the_rift::pack::CORE;
use atlas_secure_the_rift::pack::language::{Card, Kinds};
use atlas_secure_the_rift::view::PieceView;
use atlas_secure_the_rift::{Event, LibraryRef, SecureTheRift, View};
use serde_json::{Value, json};

/// The card that fills up main decks: a 1/2 without text.
pub(crate) const FILLER: &str = "rift-stray";
const MAIN: usize = 40;
const PILE: usize = 10;

/// The cards that only tests need.
const OWN: (&str, &str) = ("cards.toml", include_str!("cards.toml"));
const LOOPS: (&str, &str) = ("loops.toml", include_str!("loops.toml"));

fn read(own: &[(&'static str, &'static str)]) -> LibraryRef {
    let files: Vec<_> = CORE.into_iter().chain(own.iter().copied()).collect();
    LibraryRef::read(&files).unwrap_or_else(|error| panic!("{error}"))
}

/// The core set and the cards that only tests need.
pub(crate) fn library() -> &'static LibraryRef {
    static LIBRARY: OnceLock<LibraryRef> = OnceLock::new();
    LIBRARY.get_or_init(|| read(&[OWN, LOOPS]))
}

/// The same without the cards that cause loops.
pub(crate) fn library_without_loops() -> &'static LibraryRef {
    static LIBRARY: OnceLock<LibraryRef> = OnceLock::new();
    LIBRARY.get_or_init(|| read(&[OWN]))
}

/// A table that is being set up.
pub(crate) struct Setting {
    players: Vec<Side>,
    front: Vec<Value>,
    active: u8,
    step: &'static str,
    turn: u16,
    strikes_back: bool,
    lying: u16,
    rules: u32,
}

struct Side {
    life: i16,
    hand: Vec<String>,
    deck: Vec<String>,
    pile: Vec<String>,
    scrap: Vec<String>,
    energy: u8,
    /// The rest of the deck, and of the pile, is in the void.
    no_more: bool,
    no_more_energy: bool,
}

/// A table for two, in the Main step of the ninth turn, which is seat 0's.
pub(crate) fn table() -> Setting {
    table_for(2)
}

/// The same for this number of players.
pub(crate) fn table_for(seats: usize) -> Setting {
    let side = || Side {
        life: 40,
        hand: Vec::new(),
        deck: Vec::new(),
        pile: Vec::new(),
        scrap: Vec::new(),
        energy: 0,
        no_more: false,
        no_more_energy: false,
    };
    let players = (0..seats).map(|_| side()).collect();
    let rules = SecureTheRift::FACTS.rules_version;
    Setting {
        players,
        front: Vec::new(),
        active: 0,
        step: "main",
        turn: 9,
        strikes_back: false,
        lying: 0,
        rules,
    }
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split_whitespace().map(str::to_owned)
}

impl Setting {
    fn side(&mut self, seat: u8) -> &mut Side {
        &mut self.players[usize::from(seat)]
    }

    /// Adds a card in play, with its properties: `vulnerable`, `new`, `damage 2`, `upgrades 1`, `skips 1`,
    /// or `of 1` for a card that another seat owns.
    pub(crate) fn front(mut self, seat: u8, card: &str) -> Setting {
        let mut said = card.split_whitespace();
        let name = said.next().expect("a card");
        let mut note = json!({ "id": format!("{name}.{}", self.front.len() + 1), "owner": seat });
        while let Some(word) = said.next() {
            let mut number = || said.next().and_then(|n| n.parse::<u16>().ok()).expect("a number");
            match word {
                "vulnerable" => note["vulnerable"] = json!(true),
                "new" => note["since"] = json!("new"),
                "of" => {
                    note["owner"] = json!(number());
                    note["controller"] = json!(seat);
                }
                other => note[other] = json!(number()),
            }
        }
        self.front.push(note);
        self
    }

    /// Adds this many Rift Cells in play.
    pub(crate) fn cells(mut self, seat: u8, n: usize) -> Setting {
        for _ in 0..n {
            self = self.front(seat, "rift-cell");
        }
        self
    }

    pub(crate) fn hand(mut self, seat: u8, cards: &str) -> Setting {
        self.side(seat).hand.extend(words(cards));
        self
    }

    /// The cards on top of the deck, the top one first.
    pub(crate) fn deck(mut self, seat: u8, cards: &str) -> Setting {
        self.side(seat).deck.extend(words(cards));
        self
    }

    /// The deck has only the cards that are named.
    pub(crate) fn no_more_deck(mut self, seat: u8) -> Setting {
        self.side(seat).no_more = true;
        self
    }

    /// The cards on top of the energy pile, the top one first.
    pub(crate) fn pile(mut self, seat: u8, cards: &str) -> Setting {
        self.side(seat).pile.extend(words(cards));
        self
    }

    /// The energy pile has only the cards that are named.
    pub(crate) fn no_more_pile(mut self, seat: u8) -> Setting {
        self.side(seat).no_more_energy = true;
        self
    }

    pub(crate) fn scrap(mut self, seat: u8, cards: &str) -> Setting {
        self.side(seat).scrap.extend(words(cards));
        self
    }

    pub(crate) fn life(mut self, seat: u8, life: i16) -> Setting {
        self.side(seat).life = life;
        self
    }

    /// Energy that has been made already.
    pub(crate) fn energy(mut self, seat: u8, energy: u8) -> Setting {
        self.side(seat).energy = energy;
        self
    }

    pub(crate) fn active(mut self, seat: u8) -> Setting {
        self.active = seat;
        self
    }

    /// The number of the turn, if seat 0 is active.
    pub(crate) fn turn(mut self, turn: u16) -> Setting {
        self.turn = turn;
        self
    }

    pub(crate) fn step(mut self, step: &'static str) -> Setting {
        self.step = step;
        self
    }

    /// SR-R14: an attacked vulnerable Soul strikes back.
    pub(crate) fn striking_back(mut self) -> Setting {
        self.strikes_back = true;
        self
    }

    /// The version of the rules that the table is played by.
    pub(crate) fn rules(mut self, version: u32) -> Setting {
        self.rules = version;
        self
    }

    fn number(&mut self, card: &str) -> String {
        self.lying += 1;
        format!("{card}.{}", self.front.len() + usize::from(self.lying))
    }

    /// Completes the table with defaults for everything that was not specified.
    #[track_caller]
    pub(crate) fn deal(mut self) -> Table {
        let seats = self.players.len() as u8;
        let turn = self.turn + u16::from(self.active);
        let mut players = Vec::new();
        for seat in 0..seats {
            let own = self.front.iter().filter(|note| note["owner"] == json!(seat));
            let front: Vec<String> = own.map(|note| note["id"].as_str().expect("an id").to_owned()).collect();
            let side = self.side(seat);
            let named = front.iter().chain(&side.hand).chain(&side.deck).chain(&side.pile).chain(&side.scrap);
            let (cells, cards): (Vec<&String>, Vec<&String>) =
                named.filter(|word| !card(word).token).partition(|word| card(word).kind == Kinds::ENERGY);
            let more = vec![FILLER.to_owned(); MAIN.checked_sub(cards.len()).expect("at most 40 cards")];
            let more_energy =
                vec!["rift-cell".to_owned(); PILE.checked_sub(cells.len()).expect("at most 10 Energy cards")];
            let mut void = Vec::new();
            if side.no_more { &mut void } else { &mut side.deck }.extend(more);
            if side.no_more_energy { &mut void } else { &mut side.pile }.extend(more_energy);
            let scrap = std::mem::take(&mut side.scrap);
            let scrap: Vec<String> = scrap.iter().map(|card| self.number(card)).collect();
            let void: Vec<String> = void.iter().map(|card| self.number(card)).collect();
            let began = turn - u16::from((self.active + seats - seat) % seats);
            let side = self.side(seat);
            players.push(json!({
                "life": side.life, "energy": side.energy, "hand": side.hand, "deck": side.deck,
                "pile": side.pile, "scrap": scrap, "void": void, "began": began,
            }));
        }
        for note in &mut self.front {
            if note.get("since").is_some_and(|since| since == "new") {
                note["since"] = json!(turn);
            }
        }
        let position = json!({
            "turn": turn, "step": self.step, "active": self.active, "first": 0, "players": players,
            "front": self.front, "ask": { "kind": "priority" }, "vulnerable_strikes_back": self.strikes_back,
        });
        let edition = Edition { rules: self.rules, ..library().edition() };
        let state = SecureTheRift::load(edition, &position).unwrap_or_else(|refusal| panic!("{refusal}"));
        Table::of(state)
    }
}

/// The card that a word names.
fn card(word: &str) -> &'static Card {
    let (library, name) = (library(), name_of(word));
    let card = library.card_named(name).unwrap_or_else(|| panic!("there is no {name}"));
    library.card(card)
}

/// A table in play.
pub(crate) struct Table {
    pub(crate) state: SecureTheRift,
    pub(crate) chance: Chance,
    /// The events of the last play.
    pub(crate) news: Vec<(Rule, Event)>,
}

fn name_of(word: &str) -> &str {
    word.rsplit_once('.').map_or(word, |(name, _)| name)
}

fn names<'a>(words: impl IntoIterator<Item = &'a String>) -> String {
    words.into_iter().map(|word| name_of(word)).collect::<Vec<_>>().join(" ")
}

impl Table {
    pub(crate) fn of(state: SecureTheRift) -> Table {
        Table { state, chance: Chance::quick(1), news: Vec::new() }
    }

    pub(crate) fn view(&self) -> View {
        self.state.view(Viewer::Everything)
    }

    /// The word that the game uses for a word of a test: `drone.2` is the second Drone.
    fn exact(&self, word: &str) -> String {
        let Some((name, nth)) = word.rsplit_once('.').filter(|(name, _)| *name != "base") else {
            return word.to_owned();
        };
        let view = self.view();
        let mut all: Vec<String> = view.front.into_iter().map(|piece| piece.id).collect();
        all.extend(view.sequence.into_iter().map(|item| item.id));
        all.extend(view.players.into_iter().flat_map(|player| player.scrap.into_iter().chain(player.void)));
        let nth: usize = nth.parse().expect("a number");
        all.into_iter().filter(|id| name_of(id) == name).nth(nth - 1).unwrap_or_else(|| word.to_owned())
    }

    fn sentence(&self, said: &str) -> String {
        said.split(' ').map(|word| self.exact(word)).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn judged(&self, seat: u8, said: &str) -> Result<atlas_secure_the_rift::Action, Refusal> {
        let action = self.state.read(Seat(seat), &self.sentence(said))?;
        self.state.judge(Seat(seat), action).map(|()| action)
    }

    /// Plays a legal action of a seat.
    #[track_caller]
    pub(crate) fn play(&mut self, seat: u8, said: &str) -> &mut Table {
        let action = self.judged(seat, said).unwrap_or_else(|refusal| panic!("{said}: {refusal}"));
        self.news.clear();
        self.state.play(Seat(seat), action, &mut Turn::told(&mut self.chance, &mut self.news));
        self.check_position(said);
        self
    }

    /// Checks that the position can be written and loaded again.
    #[track_caller]
    fn check_position(&self, after: &str) {
        let position = self.state.dump();
        match SecureTheRift::load(self.state.edition(), &position) {
            Ok(again) => assert!(again == self.state, "after {after} this is loaded differently: {position}"),
            Err(refusal) => panic!("after {after}: {refusal}\n{position}"),
        }
    }

    /// Checks that an action of a seat is refused by this rule.
    #[track_caller]
    pub(crate) fn refuses(&self, seat: u8, said: &str, rule: &str) -> &Table {
        match self.judged(seat, said) {
            Ok(_) => panic!("{said} is allowed"),
            Err(refusal) => assert_eq!(refusal.rule.map(|it| it.0), Some(rule), "{said}: {refusal}"),
        }
        self
    }

    pub(crate) fn may(&self, seat: u8, said: &str) -> bool {
        self.judged(seat, said).is_ok()
    }

    /// The seat to act.
    #[track_caller]
    pub(crate) fn asked(&self) -> u8 {
        self.view().to_act.expect("the game is not over").0
    }

    /// The legal sentences of the seat to act.
    pub(crate) fn choices(&self) -> Vec<String> {
        let Some(seat) = self.view().to_act else { return Vec::new() };
        let mut all = Vec::new();
        self.state.legal(seat, &mut all);
        all.into_iter().map(|action| self.state.write(action, Viewer::Everything)).collect()
    }

    /// The seat to act passes.
    #[track_caller]
    pub(crate) fn pass(&mut self) -> &mut Table {
        let seat = self.asked();
        self.play(seat, "pass")
    }

    /// Everyone passes once.
    #[track_caller]
    pub(crate) fn all_pass(&mut self) -> &mut Table {
        let living = self.view().players.iter().filter(|player| !player.lost).count();
        for _ in 0..living {
            self.pass();
        }
        self
    }

    fn can_pass(&self) -> bool {
        self.view().to_act.is_some_and(|seat| self.may(seat.0, "pass"))
    }

    /// Everyone passes until the Sequence is empty or a player has to choose something.
    #[track_caller]
    pub(crate) fn settle(&mut self) -> &mut Table {
        while !self.view().sequence.is_empty() && self.can_pass() {
            self.all_pass();
        }
        self
    }

    /// Plays an action of a seat and lets it conclude.
    #[track_caller]
    pub(crate) fn does(&mut self, seat: u8, said: &str) -> &mut Table {
        self.play(seat, said);
        self.settle()
    }

    /// Everyone passes until the next turn has begun.
    #[track_caller]
    pub(crate) fn end_turn(&mut self) -> &mut Table {
        let turn = self.view().turn;
        while self.view().turn == turn && self.view().to_act.is_some() {
            self.pass();
        }
        self
    }

    /// Everyone passes until this step begins.
    #[track_caller]
    pub(crate) fn until_step(&mut self, step: &str) -> &mut Table {
        while self.view().step != step {
            self.pass();
        }
        self
    }

    /// A1: declares attackers and what they attack, such as `drone.1 base.1`.
    #[track_caller]
    pub(crate) fn attack(&mut self, seat: u8, attacks: &[&str]) -> &mut Table {
        for attack in attacks {
            self.play(seat, &format!("attack {attack}"));
        }
        self.play(seat, "declare")
    }

    pub(crate) fn stage(&self) -> String {
        self.view().attack.map_or(String::new(), |attack| attack.stage)
    }

    /// Everyone passes until blocks are chosen.
    #[track_caller]
    pub(crate) fn until_blocks(&mut self) -> &mut Table {
        while self.stage() == "react" {
            self.pass();
        }
        self
    }

    /// A3: declares blockers and the attackers that they block, such as `drone.1 ash-runner.1`.
    #[track_caller]
    pub(crate) fn block(&mut self, seat: u8, blocks: &[&str]) -> &mut Table {
        self.until_blocks();
        for block in blocks {
            self.play(seat, &format!("block {block}"));
        }
        if self.stage() == "blocks" && self.asked() == seat {
            self.play(seat, "declare");
        }
        self
    }

    /// Everyone passes and nobody else blocks until the attack is over.
    #[track_caller]
    pub(crate) fn fight_on(&mut self) -> &mut Table {
        while self.view().attack.is_some() && self.view().to_act.is_some() {
            let seat = self.asked();
            let said = if self.may(seat, "pass") { "pass" } else { "declare" };
            self.play(seat, said);
        }
        self
    }

    #[track_caller]
    pub(crate) fn life(&self, seat: u8) -> i16 {
        self.view().players[usize::from(seat)].life
    }

    fn piece(&self, word: &str) -> Option<PieceView> {
        let exact = self.exact(word);
        self.view().front.into_iter().find(|piece| piece.id == exact)
    }

    /// The state of a card in play: `2/3 damage 1 vulnerable TOXIC`.
    #[track_caller]
    pub(crate) fn shows(&self, word: &str) -> String {
        let piece = self.piece(word).unwrap_or_else(|| panic!("{word} is not in play"));
        let mut all = Vec::new();
        if let (Some(attack), Some(defence)) = (piece.attack, piece.defence) {
            all.push(format!("{attack}/{defence}"));
        }
        if piece.damage > 0 {
            all.push(format!("damage {}", piece.damage));
        }
        if piece.vulnerable {
            all.push("vulnerable".to_owned());
        }
        all.extend(piece.keywords);
        all.join(" ")
    }

    /// The cards that a seat controls on the front lines, except Energy cards.
    pub(crate) fn front(&self, seat: u8) -> String {
        let is_meant = |it: &PieceView| it.controller == Seat(seat) && card(&it.card).kind != Kinds::ENERGY;
        let own = self.view().front.into_iter().filter(is_meant);
        own.map(|piece| piece.card).collect::<Vec<_>>().join(" ")
    }

    /// The number of Energy cards that a seat has in play, and the number of them that stand by.
    pub(crate) fn cells(&self, seat: u8) -> (usize, usize) {
        let view = self.view();
        let own = || {
            view.front.iter().filter(|it| it.controller == Seat(seat) && card(&it.card).kind == Kinds::ENERGY)
        };
        (own().count(), own().filter(|it| !it.vulnerable).count())
    }

    pub(crate) fn hand(&self, seat: u8) -> String {
        names(&self.view().players[usize::from(seat)].hand.clone().unwrap_or_default())
    }

    pub(crate) fn scrap(&self, seat: u8) -> String {
        names(&self.view().players[usize::from(seat)].scrap)
    }

    pub(crate) fn void(&self, seat: u8) -> String {
        names(&self.view().players[usize::from(seat)].void)
    }

    pub(crate) fn deck_size(&self, seat: u8) -> usize {
        self.view().players[usize::from(seat)].deck_size
    }

    /// The items in the Sequence. The last concludes first.
    pub(crate) fn sequence(&self) -> String {
        names(&self.view().sequence.into_iter().map(|item| item.id).collect::<Vec<_>>())
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    /// The seats that have won, if the game is over.
    #[track_caller]
    pub(crate) fn winners(&self) -> Vec<u8> {
        let outcome = self.outcome().expect("the game is over");
        outcome.winners().iter().map(|seat| seat.0).collect()
    }

    /// SR-128: the player of a seat leaves.
    #[track_caller]
    pub(crate) fn leave(&mut self, seat: u8) -> &mut Table {
        self.news.clear();
        self.state.leave(Seat(seat), &mut Turn::told(&mut self.chance, &mut self.news));
        self.check_position("leaving");
        if self.outcome().is_none() {
            assert!(!self.choices().is_empty(), "a player can act after seat {seat} left");
        }
        self
    }
}
