//! The search distinguishes situations by what its seat has seen.
//!
//! In this small game one player guesses the number on a hidden die. They may look at the die first, or toss a coin that
//! wins two times in five. Looking wins every time, but only for a search that remembers what it saw: a search that treats
//! all numbers alike after the look can only guess, and takes the coin.

use atlas_bots::{BotTable, Budget, Level, think};
use atlas_core::{
    Chance, Code, Edition, Eyes, Facts, Game, Insight, Marks, Match, Outcome, Prompt, Refusal, Seat, Seats,
    Secret, Table, Told, Turn, Viewer, text,
};
use serde_json::{Value, json};

const SIDES: u8 = 3;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct HiddenDie {
    die: u8,
    looked: bool,
    won: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Action {
    Coin,
    Guess(u8),
    Look,
}

impl Game for HiddenDie {
    const FACTS: Facts = Facts {
        id: "hidden-die",
        name: "Hidden Die",
        pitch: "Guess the number.",
        rules_version: 1,
        oldest_rules_version: 1,
        min_seats: 1,
        max_seats: 1,
        cooperative: true,
        choices: &[],
    };
    type Options = ();
    type Content = ();
    type Action = Action;
    type Event = u8;
    type View = Value;

    fn start(_: Edition<()>, (): &(), _: u8, chance: &mut Chance) -> Result<Self, Refusal> {
        Ok(HiddenDie { die: chance.die(SIDES.into()) as u8, looked: false, won: None })
    }

    fn edition(&self) -> Edition<()> {
        Edition::newest::<HiddenDie>()
    }

    fn seats(&self) -> u8 {
        1
    }

    fn acting(&self) -> Seats {
        if self.won.is_some() { Seats::NONE } else { Seats::one(Seat(0)) }
    }

    fn awaiting(&self, seat: Seat) -> Option<Prompt> {
        self.acting().contains(seat).then(|| Prompt::new("guess", "Guess the number."))
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.acting().contains(seat) {
            out.push(Action::Coin);
            out.extend((1..=SIDES).map(Action::Guess));
            out.extend((!self.looked).then_some(Action::Look));
        }
    }

    fn judge(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let mut legal = Vec::new();
        self.legal(seat, &mut legal);
        if legal.contains(&action) { Ok(()) } else { Err(Refusal::illegal("HD-01", "This is not legal.")) }
    }

    fn play(&mut self, _: Seat, action: Action, turn: &mut Turn<'_, u8>) {
        match action {
            Action::Coin => self.won = Some(turn.chance.die(5) <= 2),
            Action::Guess(number) => self.won = Some(number == self.die),
            Action::Look => {
                self.looked = true;
                turn.mark(Marks::REVEALED);
                turn.tell("HD-02", || self.die);
            }
        }
    }

    fn leave(&mut self, _: Seat, _: &mut Turn<'_, u8>) {
        self.won = Some(false);
    }

    fn turn(&self) -> u32 {
        0
    }

    fn outcome(&self) -> Option<Outcome> {
        self.won.map(|won| Outcome::together(1, won, won.into()))
    }

    fn view(&self, _: Viewer) -> Value {
        json!({ "die": self.looked.then_some(self.die) })
    }

    fn seen(&self, die: &u8, _: Viewer) -> Option<u8> {
        Some(*die)
    }

    fn tell(&self, die: &u8) -> Told {
        Told::new(text!["The die shows ", *die])
    }

    fn imagine(&self, _: Seat, chance: &mut Chance) -> Self {
        let die = if self.looked { self.die } else { chance.die(SIDES.into()) as u8 };
        HiddenDie { die, ..self.clone() }
    }

    fn write(&self, action: Action, _: Viewer) -> String {
        match action {
            Action::Coin => "coin".to_owned(),
            Action::Guess(number) => number.to_string(),
            Action::Look => "look".to_owned(),
        }
    }

    fn read(&self, _: Seat, sentence: &str) -> Result<Action, Refusal> {
        match sentence {
            "coin" => Ok(Action::Coin),
            "look" => Ok(Action::Look),
            number => {
                number.parse().map(Action::Guess).map_err(|_| Refusal::new(Code::Notation, "A number."))
            }
        }
    }

    fn dump(&self) -> Value {
        json!([self.die, self.looked, self.won])
    }

    fn load(_: Edition<()>, position: &Value) -> Result<Self, Refusal> {
        let (die, looked, won) = serde_json::from_value(position.clone())
            .map_err(|error| Refusal::new(Code::Position, error.to_string()))?;
        Ok(HiddenDie { die, looked, won })
    }
}

impl Insight for HiddenDie {}

#[test]
fn a_search_values_what_it_will_learn() {
    let level = Level::named("master").unwrap();
    for seed in 0..5 {
        let mut chance = Chance::quick(seed);
        let mut state = HiddenDie::start(Edition::newest::<HiddenDie>(), &(), 1, &mut chance).unwrap();
        let search =
            |state: &HiddenDie, chance: &mut Chance| think(Eyes::new(state, Seat(0)), level, None, 1, chance);
        let first = search(&state, &mut chance);
        assert_eq!(first.action, Action::Look, "{:?}", first.considered);
        assert!(first.value.unwrap() > 0.75, "{:?}", first.considered);
        state.play(Seat(0), Action::Look, &mut Turn::quiet(&mut chance));
        assert_eq!(search(&state, &mut chance).action, Action::Guess(state.die));
    }
}

/// A game without remarks: the reason for a move is the share of games that it wins, and it never mentions another move.
#[test]
fn without_a_remark_the_reason_is_the_chance_to_win() {
    let edition = Edition::newest::<HiddenDie>();
    let mut table = Match::<HiddenDie>::new(edition, (), 1, Secret([3; 32]), Vec::new()).unwrap();
    let reason = |table: &Match<HiddenDie>, level: &str, playouts: u32| {
        let level = Level::named(level).unwrap();
        let advice = table.advise(Seat(0), level, Some(Budget::Playouts(playouts)), 1, 7).unwrap();
        (advice.reason.to_string(), advice.value)
    };
    table.act(Seat(0), "look").unwrap();
    let (said, value) = reason(&table, "master", 400);
    assert_eq!(said, "The team wins about 100 in 100 games from here.");
    assert!(value.unwrap() > 0.995, "{value:?}");
    assert_eq!(reason(&table, "random", 400), ("It looks as good as any other move.".to_owned(), None));
}
