//! A builder for positions, and a table that is played with sentences.

use atlas_atlantis_rising::{AtlantisRising, Event, Options, Selection};
use atlas_core::{Chance, Edition, Game, Refusal, Rule, Seat, Turn, Viewer};
use serde_json::{Value, json};

/// The councilors of the seats, unless a test chooses others.
pub(crate) const COUNCILORS: [&str; 7] =
    ["explorer", "scholar", "forgemaster", "warden", "emissary", "mystic", "priestess"];

/// A position that is being prepared: round 1, seat 0 starts, every figure in the pool.
#[derive(Clone)]
pub(crate) struct Setup(pub(crate) Value);

/// A new game of a level with these councilors.
pub(crate) fn new_game(level: u8, councilors: &[&str]) -> AtlantisRising {
    let chosen = councilors.iter().map(|id| (*id).to_owned()).collect();
    let options = Options { level, councilors: Selection::Chosen(chosen), ..Options::default() };
    let mut chance = Chance::quick(u64::from(level));
    AtlantisRising::start(Edition::newest::<AtlantisRising>(), &options, councilors.len() as u8, &mut chance)
        .unwrap()
}

/// A table of level 1 with this number of seats, in phase 1.
pub(crate) fn seats(count: usize) -> Setup {
    with(&COUNCILORS[..count])
}

/// A table of level 1 with these councilors, in phase 1 of round 1. Seat 0 starts.
pub(crate) fn with(councilors: &[&str]) -> Setup {
    level(1, councilors)
}

/// A table of a level with these councilors.
pub(crate) fn level(level: u8, councilors: &[&str]) -> Setup {
    let mut state = new_game(level, councilors);
    // The questions at the start are answered in any way.
    while state.acting().len() == 1
        && state.awaiting(state.acting().first().unwrap()).unwrap().kind != "place"
    {
        let seat = state.acting().first().unwrap();
        let mut legal = Vec::new();
        state.legal(seat, &mut legal);
        state.play(seat, legal[0], &mut Turn::quiet(&mut Chance::quick(1)));
    }
    let mut setup = Setup(state.dump());
    let start = setup.0["start"].as_u64().unwrap() as usize;
    if start != 0 {
        setup.0["start"] = json!(0);
        if councilors.len() == 2 {
            setup.0["teams"][start]["pool"].as_object_mut().unwrap().remove("hologram");
            setup.0["teams"][0]["pool"]["hologram"] = json!(1);
        }
    }
    for seat in 0..councilors.len() {
        setup.0["teams"][seat]["energy"] = json!(0);
    }
    setup
}

impl Setup {
    /// Changes the JSON.
    pub(crate) fn edit(mut self, change: impl FnOnce(&mut Value)) -> Setup {
        change(&mut self.0);
        self
    }

    /// The unflooded tiles of the peninsulas.
    pub(crate) fn island(mut self, tiles: [u8; 6]) -> Setup {
        for (land, tiles) in LANDS.iter().zip(tiles) {
            self.0["island"][land] = json!(tiles);
        }
        self
    }

    pub(crate) fn round(mut self, round: u8) -> Setup {
        self.0["round"] = json!(round);
        self.0["wrath"] = json!(round);
        self
    }

    pub(crate) fn act(mut self) -> Setup {
        self.0["phase"] = json!("act");
        self
    }

    /// Gold, crystal, ore and Atlantium of a seat.
    pub(crate) fn goods(mut self, seat: usize, goods: [u8; 4]) -> Setup {
        for (resource, n) in ["gold", "crystal", "ore", "atlantium"].iter().zip(goods) {
            self.0["teams"][seat][resource] = json!(n);
        }
        self
    }

    pub(crate) fn energy(mut self, seat: usize, energy: u8) -> Setup {
        self.0["teams"][seat]["energy"] = json!(energy);
        self
    }

    /// Puts library cards into a hand, from the deck or the box.
    pub(crate) fn cards(mut self, seat: usize, cards: &[&str]) -> Setup {
        for card in cards {
            self = self.take_card(card);
            self.0["teams"][seat]["cards"].as_array_mut().unwrap().push(json!(card));
        }
        let order = card_order();
        let hand = self.0["teams"][seat]["cards"].as_array_mut().unwrap();
        hand.sort_by_key(|card| order.iter().position(|it| card == it));
        self
    }

    /// Takes a library card out of the deck. An artifact of the box is exchanged for one of the deck first.
    fn take_card(mut self, card: &str) -> Setup {
        let order = card_order();
        let artifact = |it: &Value| order.iter().position(|id| it == id).unwrap() >= 12;
        let boxed = self.0["box"]["artifacts"].as_array().unwrap().iter().position(|it| it == card);
        if let Some(at) = boxed {
            let deck = self.0["library"]["deck"].as_array_mut().unwrap();
            let other = deck.iter().position(artifact).expect("an artifact is in the deck");
            let other = std::mem::replace(&mut deck[other], json!(card));
            let out = self.0["box"]["artifacts"].as_array_mut().unwrap();
            out[at] = other;
            out.sort_by_key(|it| order.iter().position(|id| it == id));
        }
        let deck = self.0["library"]["deck"].as_array_mut().unwrap();
        let at = deck.iter().position(|it| it == card).expect("the card is in the deck");
        deck.remove(at);
        self
    }

    /// Puts library cards on top of the deck, the first on top.
    pub(crate) fn library_top(mut self, cards: &[&str]) -> Setup {
        for card in cards {
            self = self.take_card(card);
        }
        let deck = self.0["library"]["deck"].as_array_mut().unwrap();
        cards.iter().rev().for_each(|card| deck.insert(0, json!(card)));
        self
    }

    /// Puts misfortunes on top of the deck, the first on top.
    pub(crate) fn top(mut self, cards: &[&str]) -> Setup {
        let deck = self.0["misfortunes"]["deck"].as_array_mut().unwrap();
        for card in cards {
            let at = deck.iter().rposition(|it| it == card).expect("the card is in the deck");
            deck.remove(at);
        }
        cards.iter().rev().for_each(|card| deck.insert(0, json!(card)));
        self
    }

    /// Places a figure from the pool, or from the supply if the pool has none.
    pub(crate) fn figure(self, seat: usize, kind: &str, at: &str) -> Setup {
        self.figure_as(seat, kind, at, "up")
    }

    /// Places a figure that stands or lies.
    pub(crate) fn figure_as(mut self, seat: usize, kind: &str, at: &str, state: &str) -> Setup {
        let team = &mut self.0["teams"][seat];
        if kind != "volunteer" {
            let from = if team["pool"].get(kind).is_some() { "pool" } else { "supply" };
            let left = team[from][kind].as_u64().expect("there is such a figure") - 1;
            team[from][kind] = json!(left);
            if left == 0 {
                team[from].as_object_mut().unwrap().remove(kind);
            }
        }
        let entry = json!({ "team": seat, "kind": kind, "at": at, "state": state });
        self.0["figures"].as_array_mut().unwrap().push(entry);
        self
    }

    /// Moves all figures of the pools to the supply, so that every seat can say that it is ready.
    pub(crate) fn nobody(mut self) -> Setup {
        for team in self.0["teams"].as_array_mut().unwrap() {
            for kind in ["leader", "follower"] {
                let n =
                    team["pool"].as_object_mut().unwrap().remove(kind).and_then(|n| n.as_u64()).unwrap_or(0);
                let there = team["supply"].get(kind).and_then(Value::as_u64).unwrap_or(0);
                if n + there > 0 {
                    team["supply"][kind] = json!(n + there);
                }
            }
            team["pool"].as_object_mut().unwrap().remove("hologram");
        }
        self
    }

    /// Marks components of the blueprint as built in a round.
    pub(crate) fn built(mut self, components: &[(&str, u8)]) -> Setup {
        for (id, round) in components {
            let gate = self.0["gate"].as_array_mut().unwrap();
            let entry = gate.iter_mut().find(|it| it["id"] == *id).expect("it is in the blueprint");
            entry["built"] = json!(round);
        }
        self
    }

    /// Marks all components as built in a round.
    pub(crate) fn all_built(mut self, round: u8) -> Setup {
        for entry in self.0["gate"].as_array_mut().unwrap() {
            entry["built"] = json!(round);
        }
        self
    }

    /// Replaces a component of the blueprint by another of its letter.
    pub(crate) fn blueprint(mut self, old: &str, new: &str) -> Setup {
        let gate = self.0["gate"].as_array_mut().unwrap();
        gate.iter_mut().find(|it| it["id"] == old).expect("it is in the blueprint")["id"] = json!(new);
        self
    }

    pub(crate) fn barriers(mut self, lands: &[&str]) -> Setup {
        self.0["barriers"] = json!(lands);
        self
    }

    pub(crate) fn effects(mut self, effects: &[&str]) -> Setup {
        self.0["effects"] = json!(effects);
        self
    }

    /// The refusal of an impossible position.
    pub(crate) fn refused(self) -> String {
        let edition = Edition::newest::<AtlantisRising>();
        AtlantisRising::load(edition, &self.0).expect_err("the position is impossible").to_string()
    }

    /// The table with this position. Figures are sorted.
    pub(crate) fn table(mut self) -> Table {
        let order = |figure: &Value| {
            let kinds = ["leader", "follower", "volunteer", "hologram", "automaton"];
            let kind = kinds.iter().position(|kind| figure["kind"] == *kind);
            let at = figure["at"].as_str().unwrap();
            let gate = self.0["gate"].as_array().unwrap();
            (figure["team"].as_u64(), kind, spot_order(at, gate), figure["state"] == "down")
        };
        let mut figures = self.0["figures"].as_array().unwrap().clone();
        figures.sort_by_key(order);
        self.0["figures"] = json!(figures);
        let edition = Edition::newest::<AtlantisRising>();
        match AtlantisRising::load(edition, &self.0) {
            Ok(state) => Table { state },
            Err(refusal) => panic!("{refusal}: {}", self.0),
        }
    }
}

pub(crate) const LANDS: [&str; 6] = ["forests", "libraries", "hills", "cities", "mountains", "forges"];

fn spot_order(at: &str, gate: &[Value]) -> usize {
    let tile = at.rsplit_once('-').and_then(|(land, ring)| {
        let land = LANDS.iter().position(|it| *it == land)?;
        Some(land * 6 + ring.parse::<usize>().ok()?)
    });
    let fixed = ["source", "build"].iter().position(|it| *it == at).map(|at| 40 + at);
    let component = gate.iter().position(|it| it["id"] == at).map(|at| 50 + at);
    let last = ["core", "workshop", "observatory"].iter().position(|it| *it == at).map(|at| 60 + at);
    tile.or(fixed).or(component).or(last).expect("there is such a spot")
}

/// The ids of all library cards, in their order.
pub(crate) fn card_order() -> Vec<String> {
    atlas_atlantis_rising::ContentRef::house().library.iter().map(|card| card.named.id.clone()).collect()
}

/// A table that is played with sentences.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) state: AtlantisRising,
}

impl Table {
    /// Plays a sentence that uses no chance.
    pub(crate) fn play(&mut self, seat: u8, sentence: &str) -> &mut Table {
        self.roll(seat, sentence, &[])
    }

    /// Plays the same sentence several times.
    pub(crate) fn times(&mut self, times: u8, seat: u8, sentence: &str) -> &mut Table {
        for _ in 0..times {
            self.play(seat, sentence);
        }
        self
    }

    /// Plays a sentence with these results of chance. A die shows one more than its result.
    pub(crate) fn roll(&mut self, seat: u8, sentence: &str, results: &[u32]) -> &mut Table {
        self.events(seat, sentence, results);
        self
    }

    /// Plays a sentence and returns its events with their rules.
    pub(crate) fn events(&mut self, seat: u8, sentence: &str, results: &[u32]) -> Vec<(Rule, Event)> {
        let action =
            self.state.read(Seat(seat), sentence).unwrap_or_else(|refusal| panic!("{sentence}: {refusal}"));
        if let Err(refusal) = self.state.judge(Seat(seat), action) {
            panic!("{sentence}: {refusal}; legal: {:?}", self.legal(seat));
        }
        let (mut chance, mut news) = (Chance::scripted(results.iter().copied()), Vec::new());
        self.state.play(Seat(seat), action, &mut Turn::told(&mut chance, &mut news));
        news
    }

    /// Plays a sentence with any chance.
    pub(crate) fn play_any(&mut self, seat: u8, sentence: &str) -> &mut Table {
        let action = self.state.read(Seat(seat), sentence).unwrap();
        self.state.judge(Seat(seat), action).unwrap_or_else(|refusal| panic!("{sentence}: {refusal}"));
        self.state.play(Seat(seat), action, &mut Turn::quiet(&mut Chance::quick(5)));
        self
    }

    /// Every seat that is not ready or done says so.
    pub(crate) fn all(&mut self, sentence: &str) -> &mut Table {
        for seat in 0..self.state.seats() {
            if self.legal(seat).iter().any(|it| it == sentence) {
                self.play(seat, sentence);
            }
        }
        self
    }

    /// The rule that refuses a sentence, and its words.
    pub(crate) fn refused(&self, seat: u8, sentence: &str) -> (String, String) {
        let Refusal { rule, message, .. } = match self.state.read(Seat(seat), sentence) {
            Ok(action) => self.state.judge(Seat(seat), action).expect_err(sentence),
            Err(refusal) => refusal,
        };
        (rule.map(|rule| rule.0.to_owned()).unwrap_or_default(), message.to_string())
    }

    /// Asserts that a rule refuses a sentence.
    #[track_caller]
    pub(crate) fn no(&self, seat: u8, sentence: &str, rule: &str) -> &Table {
        assert_eq!(self.refused(seat, sentence).0, rule, "{sentence}: {}", self.refused(seat, sentence).1);
        self
    }

    /// The legal sentences of a seat.
    pub(crate) fn legal(&self, seat: u8) -> Vec<String> {
        let mut actions = Vec::new();
        self.state.legal(Seat(seat), &mut actions);
        actions.into_iter().map(|action| self.state.write(action, Viewer::Everything)).collect()
    }

    /// The seats that may act.
    pub(crate) fn acting(&self) -> Vec<u8> {
        self.state.acting().iter().map(|seat| seat.0).collect()
    }

    /// A value of the position, by its JSON pointer.
    pub(crate) fn at(&self, pointer: &str) -> Value {
        self.state.dump().pointer(pointer).cloned().unwrap_or(Value::Null)
    }

    /// The unflooded tiles of the peninsulas.
    pub(crate) fn island(&self) -> [u64; 6] {
        LANDS.map(|land| self.at(&format!("/island/{land}")).as_u64().unwrap())
    }

    pub(crate) fn energy(&self, seat: u8) -> u64 {
        self.at(&format!("/teams/{seat}/energy")).as_u64().unwrap()
    }

    /// Gold, crystal, ore and Atlantium of a seat.
    pub(crate) fn goods(&self, seat: u8) -> [u64; 4] {
        ["gold", "crystal", "ore", "atlantium"]
            .map(|it| self.at(&format!("/teams/{seat}/{it}")).as_u64().unwrap())
    }

    pub(crate) fn pool(&self, seat: u8, kind: &str) -> u64 {
        self.at(&format!("/teams/{seat}/pool/{kind}")).as_u64().unwrap_or(0)
    }

    pub(crate) fn supply(&self, seat: u8, kind: &str) -> u64 {
        self.at(&format!("/teams/{seat}/supply/{kind}")).as_u64().unwrap_or(0)
    }

    pub(crate) fn hand(&self, seat: u8) -> Vec<String> {
        let hand = self.at(&format!("/teams/{seat}/cards"));
        hand.as_array().unwrap().iter().map(|card| card.as_str().unwrap().to_owned()).collect()
    }

    pub(crate) fn phase(&self) -> String {
        self.at("/phase").as_str().unwrap().to_owned()
    }

    /// The kind of the question to a seat.
    pub(crate) fn asked(&self, seat: u8) -> &'static str {
        self.state.awaiting(Seat(seat)).expect("the seat is asked").kind
    }

    /// The number of standing and of lying figures of a seat on a spot.
    pub(crate) fn figures(&self, seat: u8, at: &str) -> (usize, usize) {
        let figures = self.at("/figures");
        let there = figures.as_array().unwrap().iter().filter(|it| it["team"] == seat && it["at"] == at);
        let (up, down): (Vec<_>, Vec<_>) = there.partition(|it| it["state"] == "up");
        (up.len(), down.len())
    }
}
