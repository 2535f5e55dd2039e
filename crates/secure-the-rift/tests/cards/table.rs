//! Test tables as scripts. A script has three kinds of lines:
//!
//! - the set-up: `0 front survey-drone border-mastiff/vulnerable`, `0 hand …`, `0 scrap …`, `0 deck …` (the top card
//!   first), `0 pile …`, `0 energy 3` (the number of Rift Cells in play), `0 life 12`;
//! - actions: `> play spark-volley border-mastiff` by the player to act, `> settle` to pass until the Sequence is
//!   empty, `> blocks` until a player may block, `> battle` until the attack is over, `> next` until another step
//!   begins, `> turn` until the next turn's Main step; and `! play spark-volley : SR-69` for an action that a rule
//!   forbids;
//! - expectations: `= life 40 38`, `= 0 scrap spark-volley`, `= stats drone 2/2`.
//!
//! It is the Main step of seat 0 in the fifth turn, and all cards have been in play since the first turn. Cards that
//! are not specified are Rift Strays in decks and Rift Cells in energy piles. A card is written as its id, and as
//! `drone/2` if it is the second of several.

use atlas_core::{Chance, Game, Refusal, Seat, Turn, Viewer};
use atlas_secure_the_rift::pack::language::Kinds;
use atlas_secure_the_rift::view::PieceView;
use atlas_secure_the_rift::{LibraryRef, SecureTheRift, View};
use serde_json::{Value, json};

/// The cards that fill up decks and energy piles.
const FILLER: &str = "rift-stray";
const CELL: &str = "rift-cell";

/// Plays a script with the core set.
#[track_caller]
pub(crate) fn play(script: &str) {
    play_with(LibraryRef::core(), script);
}

/// Plays a script with other cards.
#[track_caller]
pub(crate) fn play_with(library: LibraryRef, script: &str) {
    let lines: Vec<&str> = script.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_setup = |line: &&&str| !line.starts_with(['>', '=', '!']);
    let mut setup = Setup::new(library);
    lines.iter().take_while(is_setup).for_each(|line| setup.line(line));
    let mut table = Table { state: setup.state(), chance: Chance::quick(7) };
    let mut checks = 0;
    for line in lines.iter().skip_while(is_setup) {
        let (mark, said) = line.split_at(1);
        let said = said.trim();
        match mark {
            ">" => table.act(said),
            "!" => table.is_refused(said),
            "=" => table.check(said),
            _ => panic!("the set-up must come before this line: “{line}”"),
        }
        checks += usize::from(mark != ">");
    }
    assert!(checks > 0, "the script checks nothing");
}

/// A position that is being set up.
struct Setup {
    library: LibraryRef,
    players: [Value; 2],
    front: Vec<Value>,
    numbers: u16,
}

impl Setup {
    fn new(library: LibraryRef) -> Setup {
        let player = |began: u16| json!({ "life": 40, "hand": [], "deck": [], "pile": [], "scrap": [], "void": [], "began": began });
        Setup { library, players: [player(5), player(4)], front: Vec::new(), numbers: 0 }
    }

    fn numbered(&mut self, name: &str) -> String {
        self.numbers += 1;
        format!("{name}.{}", self.numbers)
    }

    fn line(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let seat: usize = words.next().and_then(|it| it.parse().ok()).expect("a line begins with a seat");
        let zone = words.next().expect("a line names a zone");
        let cards: Vec<&str> = words.collect();
        let number = || cards[0].parse::<usize>().expect("a number");
        match zone {
            "life" => self.players[seat]["life"] = json!(number()),
            "energy" => (0..number()).for_each(|_| self.enter(seat, CELL)),
            "front" => cards.iter().for_each(|card| self.enter(seat, card)),
            "hand" | "deck" | "pile" => self.players[seat][zone] = json!(cards),
            "scrap" | "void" => {
                let lying: Vec<String> = cards.iter().map(|card| self.numbered(card)).collect();
                self.players[seat][zone] = json!(lying);
            }
            _ => panic!("there is no zone “{zone}”"),
        }
    }

    /// Puts a card into play, such as `drone/new/vulnerable/damage1`.
    fn enter(&mut self, seat: usize, card: &str) {
        let mut words = card.split('/');
        let id = self.numbered(words.next().unwrap_or_default());
        let mut piece = json!({ "id": id, "owner": seat, "since": 1 });
        for word in words {
            match word {
                "new" => piece["since"] = json!(5),
                "vulnerable" => piece["vulnerable"] = json!(true),
                word => {
                    let damage = word.strip_prefix("damage").and_then(|it| it.parse::<i16>().ok());
                    piece["damage"] = json!(damage.expect("new, vulnerable or damage1"));
                }
            }
        }
        self.front.push(piece);
    }

    /// SR-02: the state, with decks filled up to 40 cards and energy piles to 10.
    fn state(mut self) -> SecureTheRift {
        for (seat, player) in self.players.iter_mut().enumerate() {
            let list = |zone: &Value| zone.as_array().expect("a zone").clone();
            let mine = self.front.iter().filter(|piece| piece["owner"] == json!(seat));
            let mine = mine.map(|piece| piece["id"].clone()).chain(list(&player["scrap"]));
            let all = mine.chain(list(&player["void"])).chain(list(&player["hand"]));
            let (mut main, mut energy) = (0, list(&player["pile"]).len());
            for word in all.chain(list(&player["deck"])) {
                let name = word.as_str().expect("a word").split('.').next().unwrap_or_default();
                let card = self.library.card_named(name).unwrap_or_else(|| panic!("there is no {name}"));
                let card = self.library.card(card);
                if card.kind == Kinds::ENERGY {
                    energy += 1;
                } else if !card.token {
                    main += 1;
                }
            }
            let fill = |zone: &mut Value, card: &str, times: usize| {
                let zone = zone.as_array_mut().expect("a zone");
                zone.extend(std::iter::repeat_n(json!(card), times));
            };
            fill(&mut player["deck"], FILLER, 40 - main);
            fill(&mut player["pile"], CELL, 10 - energy);
        }
        let position = json!({
            "turn": 5, "step": "main", "active": 0, "first": 0, "players": self.players, "front": self.front,
            "ask": { "kind": "priority" },
        });
        SecureTheRift::load(self.library.edition(), &position).expect("the position can occur")
    }
}

struct Table {
    state: SecureTheRift,
    chance: Chance,
}

impl Table {
    fn view(&self) -> View {
        self.state.view(Viewer::Everything)
    }

    fn asked(&self) -> Seat {
        self.state.acting().first().expect("the game is not over")
    }

    /// The words of all numbered cards on the table, those in play first.
    fn words(&self) -> Vec<String> {
        let view = self.view();
        let items = view.sequence.iter().map(|item| item.id.clone());
        let lying = view.players.iter().flat_map(|player| player.scrap.iter().chain(&player.void)).cloned();
        view.front.iter().map(|piece| piece.id.clone()).chain(items).chain(lying).collect()
    }

    /// `drone/2` as `drone.17`. A word that names nothing on the table stays as it is.
    fn named(&self, word: &str) -> String {
        let (name, nth) = word.split_once('/').unwrap_or((word, "1"));
        let nth: usize = nth.parse().expect("a number");
        let is = |it: &String| it.rsplit_once('.').is_some_and(|(before, _)| before == name);
        self.words().into_iter().filter(is).nth(nth - 1).unwrap_or_else(|| word.to_owned())
    }

    /// The sentence with the numbers of the cards that it names. Cards in hands have no numbers.
    fn sentence(&self, said: &str) -> String {
        let words: Vec<&str> = said.split_whitespace().collect();
        let plain = match words[0] {
            "play" | "redraw" => 2,
            "pay" | "choose" if self.is_legal(said) => words.len(),
            _ => 1,
        };
        let rest = words[plain..].iter().map(|word| self.named(word));
        words[..plain].iter().map(|word| (*word).to_owned()).chain(rest).collect::<Vec<_>>().join(" ")
    }

    fn judge(&self, sentence: &str) -> Result<(), Refusal> {
        let seat = self.asked();
        let action = self.state.read(seat, sentence)?;
        self.state.judge(seat, action)
    }

    fn is_legal(&self, sentence: &str) -> bool {
        !self.state.acting().is_empty() && self.judge(sentence).is_ok()
    }

    #[track_caller]
    fn act(&mut self, said: &str) {
        match said {
            "settle" => self.settle(),
            "blocks" => {
                while self.is_legal("pass") {
                    self.apply("pass");
                }
            }
            "battle" => {
                while self.view().attack.is_some() && self.is_legal("pass") {
                    self.apply("pass");
                }
            }
            "next" => {
                let step = self.view().step;
                while self.view().step == step {
                    self.advance();
                }
            }
            "turn" => {
                let turn = self.view().turn;
                while self.view().turn == turn || self.view().step != "main" {
                    self.advance();
                }
            }
            said => self.apply(said),
        }
    }

    #[track_caller]
    fn apply(&mut self, said: &str) {
        let sentence = self.sentence(said);
        if let Err(refusal) = self.judge(&sentence) {
            panic!("“{sentence}” is refused: {} {:?}\n{:#?}", refusal.message, refusal.rule, self.view());
        }
        let seat = self.asked();
        let action = self.state.read(seat, &sentence).expect("the sentence is valid");
        self.state.play(seat, action, &mut Turn::quiet(&mut self.chance));
        // Every position can be written and loaded again.
        let again = SecureTheRift::load(self.state.edition(), &self.state.dump()).expect("it is valid");
        assert!(again == self.state, "the position is loaded differently after “{sentence}”");
    }

    /// Everyone passes until the Sequence is empty or a player has to choose something.
    fn settle(&mut self) {
        while self.is_legal("pass") && !self.view().sequence.is_empty() {
            self.apply("pass");
        }
    }

    fn advance(&mut self) {
        let said = if self.is_legal("pass") { "pass" } else { "declare" };
        self.apply(said);
    }

    #[track_caller]
    fn is_refused(&self, said: &str) {
        let (said, rule) = said.split_once(" : ").expect("a refused action names its rule");
        let sentence = self.sentence(said);
        match self.judge(&sentence) {
            Ok(()) => panic!("“{sentence}” is allowed"),
            Err(refusal) => {
                let found = refusal.rule.map(|rule| rule.0);
                assert_eq!(found, Some(rule), "“{sentence}”: {}", refusal.message);
            }
        }
    }

    #[track_caller]
    fn piece(&self, word: &str) -> PieceView {
        let (word, view) = (self.named(word), self.view());
        let piece = view.front.iter().find(|piece| piece.id == word);
        piece.unwrap_or_else(|| panic!("{word} is not in play: {view:#?}")).clone()
    }

    /// The cards of a zone, sorted by name, or from the top for a deck or a pile.
    fn zone(&self, seat: usize, zone: &str) -> Vec<String> {
        let view = self.view();
        let player = &view.players[seat];
        let mut cards: Vec<String> = match zone {
            "front" => {
                let own = view.front.iter().filter(|it| it.controller.index() == seat);
                own.map(|it| it.id.clone()).filter(|it| !it.starts_with(CELL)).collect()
            }
            "cells" => {
                let own = view.front.iter().filter(|it| it.controller.index() == seat);
                own.map(|it| it.id.clone()).filter(|it| it.starts_with(CELL)).collect()
            }
            "hand" => player.hand.clone().expect("everything is seen"),
            "scrap" => player.scrap.clone(),
            "void" => player.void.clone(),
            "deck" | "pile" => {
                let position = self.state.dump();
                let cards = position["players"][seat][zone].as_array().expect("a zone").clone();
                let word = |it: Value| it.as_array().map_or(it.clone(), |pair| pair[0].clone());
                cards.into_iter().map(|it| word(it).as_str().expect("a card").to_owned()).collect()
            }
            _ => panic!("there is no zone “{zone}”"),
        };
        for card in &mut cards {
            *card = card.split('.').next().unwrap_or_default().to_owned();
        }
        if !matches!(zone, "deck" | "pile") {
            cards.sort();
        }
        cards
    }

    #[track_caller]
    fn check(&self, said: &str) {
        let words: Vec<&str> = said.split_whitespace().collect();
        let view = self.view();
        match words.as_slice() {
            ["life", lives @ ..] => {
                let found: Vec<String> = view.players.iter().map(|it| it.life.to_string()).collect();
                assert_eq!(found, lives, "{said}");
            }
            ["unspent", energies @ ..] => {
                let found: Vec<String> = view.players.iter().map(|it| it.energy.to_string()).collect();
                assert_eq!(found, energies, "{said}");
            }
            ["stats", card, must] => {
                let piece = self.piece(card);
                let found = format!("{}/{}", piece.attack.unwrap_or(0), piece.defence.unwrap_or(0));
                assert_eq!(&found, must, "{said}");
            }
            ["damage", card, must] => {
                assert_eq!(&self.piece(card).damage.to_string(), must, "{said}");
            }
            ["upgrades", card, must] => {
                assert_eq!(&self.piece(card).upgrades.to_string(), must, "{said}");
            }
            ["has", card, keywords @ ..] => assert_eq!(self.piece(card).keywords, keywords, "{said}"),
            ["vulnerable", cards @ ..] => {
                cards.iter().for_each(|card| assert!(self.piece(card).vulnerable, "{card}: {said}"));
            }
            ["standby", cards @ ..] => {
                cards.iter().for_each(|card| assert!(!self.piece(card).vulnerable, "{card}: {said}"));
            }
            ["sequence", cards @ ..] => {
                let found: Vec<&str> = view.sequence.iter().map(|item| item.card.as_str()).collect();
                assert_eq!(found, cards, "{said}");
            }
            ["asked", seat] => assert_eq!(&self.asked().0.to_string(), seat, "{said}"),
            ["step", step] => assert_eq!(&view.step, step, "{said}"),
            ["over"] => assert_eq!(view.step, "over"),
            ["can", ..] => {
                let sentence = self.sentence(said.trim_start_matches("can "));
                let judged = self.judge(&sentence);
                assert!(judged.is_ok(), "“{sentence}”: {}", judged.unwrap_err().message);
            }
            [seat, zone, "has", card] => {
                let cards = self.zone(seat.parse().expect("a seat"), zone);
                assert!(cards.iter().any(|it| it == card), "{said}: {cards:?}");
            }
            [seat, zone, "size", size] => {
                let cards = self.zone(seat.parse().expect("a seat"), zone);
                assert_eq!(&cards.len().to_string(), size, "{said}: {cards:?}");
            }
            [seat, "top", card] => {
                assert_eq!(&self.zone(seat.parse().expect("a seat"), "deck")[0], card, "{said}");
            }
            [seat, "bottom", card] => {
                let deck = self.zone(seat.parse().expect("a seat"), "deck");
                assert_eq!(deck.last().map(String::as_str), Some(*card), "{said}");
            }
            [seat, zone, cards @ ..] => {
                let mut must = cards.to_vec();
                must.sort_unstable();
                assert_eq!(self.zone(seat.parse().expect("a seat"), zone), must, "{said}\n{view:#?}");
            }
            _ => panic!("“{said}” is not understood"),
        }
    }
}
