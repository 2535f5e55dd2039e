//! Lighthouse: a small co-operative game for one to seven seats that plan at the same time, with hidden hands and dice.
//!
//! It is not part of the product. The tests use it to prove that laws, bots, simulation, protocol, server and pages
//! treat several acting seats and shared results correctly. The rules are in `RULES.md`.

mod board;
mod insight;
mod position;
mod tell;

use atlas_core::refusal::quoted;
use atlas_core::{
    Chance, Code, Edition, Facts, Game, Marks, Odds, Outcome, Preview, Prompt, Refusal, Rule, Rulebook, Seat,
    Seats, Told, Turn, Viewer, text,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The rule book.
pub const RULES: Rulebook = Rulebook { prefix: "LH", text: include_str!("../RULES.md") };

/// LH-04: the number of nights.
const NIGHTS: u8 = 3;
/// LH-03: the number of keepers that a beacon has room for.
const ROOM: usize = 2;
/// LH-02: the number of cards in a hand at the start.
const HAND_SIZE: usize = 3;

/// The state of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lighthouse {
    rules: u32,
    /// The current night, from 1; [`NIGHTS`] + 1 when the game is over.
    night: u8,
    /// The storm at each beacon.
    storms: Vec<u8>,
    hands: Vec<Vec<u8>>,
    plans: Vec<Option<Plan>>,
    ready: Seats,
    gone: Seats,
    deck: Vec<u8>,
    discard: Vec<u8>,
    /// The number of beacons that have stayed lit so far.
    lit: u8,
}

/// A card placed at a beacon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The beacon, from 0.
    pub beacon: u8,
    /// The value of the card; `None` for viewers who may not know it.
    pub card: Option<u8>,
}

/// An action of a keeper.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// LH-05: place a card at a beacon.
    Place {
        /// The beacon, from 0.
        beacon: u8,
        /// The value of the card.
        card: u8,
    },
    /// LH-06: take the placed card back.
    TakeBack,
    /// LH-07: finish planning for this night.
    Ready,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Event {
    Placed { seat: Seat, plan: Plan },
    TookBack { seat: Seat },
    Ready { seat: Seat },
    Night { beacon: u8, cards: Vec<u8>, die: u8, storm: u8 },
    Storms { night: u8, storms: Vec<u8> },
    Over { won: bool },
    Left { seat: Seat },
}

/// The table as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct View {
    pub night: u8,
    pub storms: Vec<u8>,
    /// The hand of each seat; `None` if the viewer may not see it.
    pub hands: Vec<Option<Vec<u8>>>,
    pub hand_sizes: Vec<usize>,
    pub plans: Vec<Option<Plan>>,
    pub ready: Seats,
    pub discard: Vec<u8>,
    pub lit: u8,
    pub needed: u8,
}

impl Lighthouse {
    /// LH-09: the number of beacons that must stay lit.
    fn needed(&self) -> u8 {
        (NIGHTS * self.storms.len() as u8).div_ceil(2)
    }

    fn is_over(&self) -> bool {
        self.night > NIGHTS
    }

    fn at(&self, beacon: u8) -> impl Iterator<Item = u8> {
        let there = self.plans.iter().flatten().filter(move |plan| plan.beacon == beacon);
        there.filter_map(|plan| plan.card)
    }

    fn roll_storms(&mut self, turn: &mut Turn<'_, Event>) {
        for storm in &mut self.storms {
            *storm = 4 + turn.chance.die(6) as u8;
        }
        turn.tell("LH-04", || Event::Storms { night: self.night, storms: self.storms.clone() });
    }

    /// LH-08: the night begins when everyone is ready.
    fn settle(&mut self, turn: &mut Turn<'_, Event>) {
        if self.ready != Seats::all(self.seats()) {
            return;
        }
        turn.mark(Marks::REVEALED | Marks::CHANCE | Marks::PASSED);
        turn.beyond_knowledge();
        for beacon in 0..self.storms.len() as u8 {
            let cards: Vec<u8> = self.at(beacon).collect();
            let (die, storm) = (turn.chance.die(6) as u8, self.storms[usize::from(beacon)]);
            if cards.iter().sum::<u8>() + die >= storm {
                self.lit += 1;
            }
            turn.tell("LH-08", || Event::Night { beacon, cards, die, storm });
        }
        let used = self.plans.iter_mut().filter_map(Option::take).filter_map(|plan| plan.card);
        self.discard.extend(used);
        self.discard.sort_unstable();
        self.night += 1;
        self.ready = self.gone;
        if self.is_over() || self.gone == Seats::all(self.seats()) {
            self.night = NIGHTS + 1;
            turn.tell("LH-09", || Event::Over { won: self.lit >= self.needed() });
        } else {
            self.roll_storms(turn);
        }
    }

    fn take_back(&mut self, seat: Seat) -> bool {
        let card = self.plans[seat.index()].take().and_then(|plan| plan.card);
        let hand = &mut self.hands[seat.index()];
        hand.extend(card);
        hand.sort_unstable();
        card.is_some()
    }
}

impl Game for Lighthouse {
    const FACTS: Facts = Facts {
        id: "lighthouse",
        name: "Lighthouse",
        pitch: "Keep the beacons lit through three stormy nights.",
        rules_version: 1,
        oldest_rules_version: 1,
        min_seats: 1,
        max_seats: 7,
        cooperative: true,
        choices: &[],
    };
    type Options = ();
    type Content = ();
    type Action = Action;
    type Event = Event;
    type View = View;

    /// LH-02 to LH-04.
    fn start(edition: Edition<()>, (): &(), seats: u8, chance: &mut Chance) -> Result<Self, Refusal> {
        atlas_core::play::check_seats::<Self>(seats)?;
        let mut deck: Vec<u8> = (0..42).map(|card| card % 6 + 1).collect();
        chance.shuffle(&mut deck);
        let mut hands: Vec<Vec<u8>> = (0..seats).map(|_| deck.split_off(deck.len() - HAND_SIZE)).collect();
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        let mut state = Lighthouse {
            rules: edition.rules,
            night: 1,
            storms: vec![0; usize::from(seats).div_ceil(2) + 1],
            hands,
            plans: vec![None; seats.into()],
            ready: Seats::NONE,
            gone: Seats::NONE,
            deck,
            discard: Vec::new(),
            lit: 0,
        };
        state.roll_storms(&mut Turn::quiet(chance));
        Ok(state)
    }

    fn edition(&self) -> Edition<()> {
        Edition { rules: self.rules, content: () }
    }

    fn seats(&self) -> u8 {
        self.hands.len() as u8
    }

    /// LH-05: the seats that are not ready.
    fn acting(&self) -> Seats {
        if self.is_over() {
            return Seats::NONE;
        }
        Seat::all(self.seats()).filter(|seat| !self.ready.contains(*seat)).collect()
    }

    /// The prompt depends only on the seat's own plan, so it does not change while others plan.
    fn awaiting(&self, seat: Seat) -> Option<Prompt> {
        if !self.acting().contains(seat) {
            return None;
        }
        Some(match self.plans[seat.index()] {
            None => Prompt::new(
                "plan",
                text!["Night ", self.night, ": place a card at a beacon, or choose ready. (LH-05)"],
            ),
            Some(plan) => {
                let beacon = plan.beacon + 1;
                Prompt::new(
                    "confirm",
                    text!["Your card is at beacon ", beacon, ". Choose ready, or take it back. (LH-07)"],
                )
            }
        })
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.acting().contains(seat) {
            return;
        }
        if self.plans[seat.index()].is_some() {
            out.push(Action::TakeBack);
        } else {
            let mut cards = self.hands[seat.index()].clone();
            cards.dedup();
            for beacon in (0..self.storms.len() as u8).filter(|beacon| self.at(*beacon).count() < ROOM) {
                out.extend(cards.iter().map(|card| Action::Place { beacon, card: *card }));
            }
        }
        out.push(Action::Ready);
    }

    fn judge(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal { rule: Some(Rule("LH-09")), ..Refusal::over() });
        }
        if !self.acting().contains(seat) {
            return Err(Refusal { rule: Some(Rule("LH-07")), ..Refusal::not_your_turn(self.acting()) });
        }
        let planned = self.plans[seat.index()].is_some();
        match action {
            Action::TakeBack if !planned => Err(Refusal::illegal("LH-06", "You have placed no card.")),
            Action::Place { .. } if planned => {
                Err(Refusal::illegal("LH-05", "You have already placed a card this night."))
            }
            Action::Place { beacon, .. } if usize::from(beacon) >= self.storms.len() => {
                Err(Refusal::illegal("LH-03", text!["There is no beacon ", beacon + 1, "."]))
            }
            Action::Place { card, .. } if !self.hands[seat.index()].contains(&card) => {
                Err(Refusal::illegal("LH-05", text!["You do not hold a ", card, "."]))
            }
            Action::Place { beacon, .. } if self.at(beacon).count() >= ROOM => {
                Err(Refusal::illegal("LH-05", text!["Beacon ", beacon + 1, " has no room left."]))
            }
            Action::Ready | Action::TakeBack | Action::Place { .. } => Ok(()),
        }
    }

    fn play(&mut self, seat: Seat, action: Action, turn: &mut Turn<'_, Event>) {
        match action {
            Action::Place { beacon, card } => {
                let hand = &mut self.hands[seat.index()];
                let at = hand.iter().position(|held| *held == card).expect("a legal card is in the hand");
                hand.remove(at);
                let plan = Plan { beacon, card: Some(card) };
                self.plans[seat.index()] = Some(plan);
                turn.tell("LH-05", || Event::Placed { seat, plan });
            }
            Action::TakeBack => {
                self.take_back(seat);
                turn.tell("LH-06", || Event::TookBack { seat });
            }
            Action::Ready => {
                self.ready = self.ready.with(seat);
                turn.tell("LH-07", || Event::Ready { seat });
                self.settle(turn);
            }
        }
    }

    /// LH-10: the placed card is taken back, and the keeper is ready from then on.
    fn leave(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        if self.is_over() {
            return;
        }
        self.take_back(seat);
        self.gone = self.gone.with(seat);
        self.ready = self.ready.with(seat);
        turn.tell("LH-10", || Event::Left { seat });
        self.settle(turn);
    }

    fn turn(&self) -> u32 {
        0
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::together(self.seats(), self.lit >= self.needed(), self.lit.into()))
    }

    fn view(&self, viewer: Viewer) -> View {
        let hand = |(seat, hand): (Seat, &Vec<u8>)| viewer.sees(seat).then(|| hand.clone());
        let plan = |(seat, plan): (Seat, &Option<Plan>)| {
            plan.map(|plan| Plan { card: plan.card.filter(|_| viewer.sees(seat)), ..plan })
        };
        View {
            night: self.night,
            storms: self.storms.clone(),
            hands: Seat::all(self.seats()).zip(&self.hands).map(hand).collect(),
            hand_sizes: self.hands.iter().map(Vec::len).collect(),
            plans: Seat::all(self.seats()).zip(&self.plans).map(plan).collect(),
            ready: self.ready,
            discard: self.discard.clone(),
            lit: self.lit,
            needed: self.needed(),
        }
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Placed { seat, plan } if !viewer.sees(*seat) => {
                Event::Placed { seat: *seat, plan: Plan { card: None, ..*plan } }
            }
            event => event.clone(),
        })
    }

    fn tell(&self, event: &Event) -> Told {
        tell::tell(event)
    }

    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        let mut state = self.clone();
        let mut unseen = std::mem::take(&mut state.deck);
        for other in Seat::all(self.seats()).filter(|other| *other != seat) {
            unseen.append(&mut state.hands[other.index()]);
            unseen.extend(self.plans[other.index()].and_then(|plan| plan.card));
        }
        // Sorted first, so that the result does not depend on the order in the true state.
        unseen.sort_unstable();
        chance.shuffle(&mut unseen);
        for other in Seat::all(self.seats()).filter(|other| *other != seat) {
            let size = self.hands[other.index()].len();
            state.hands[other.index()] = unseen.split_off(unseen.len() - size);
            state.hands[other.index()].sort_unstable();
            if let Some(plan) = &mut state.plans[other.index()] {
                plan.card = unseen.pop();
            }
        }
        state.deck = unseen;
        state
    }

    fn write(&self, action: Action, viewer: Viewer) -> String {
        match action {
            // LH-05: others see where a card is placed, but not which one.
            Action::Place { beacon, .. } if viewer == Viewer::Spectator => {
                format!("place beacon-{}", beacon + 1)
            }
            Action::Place { beacon, card } => format!("place beacon-{} {card}", beacon + 1),
            Action::TakeBack => "take-back".to_owned(),
            Action::Ready => "ready".to_owned(),
        }
    }

    fn read(&self, _: Seat, sentence: &str) -> Result<Action, Refusal> {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let number = |text: &str| text.parse::<u8>().ok().filter(|number| (1..=9).contains(number));
        match words.as_slice() {
            ["place", beacon, card] => {
                let beacon = beacon.strip_prefix("beacon-").and_then(number).map(|number| number - 1);
                if let (Some(beacon), Some(card)) = (beacon, number(card)) {
                    return Ok(Action::Place { beacon, card });
                }
            }
            ["take-back"] => return Ok(Action::TakeBack),
            ["ready"] => return Ok(Action::Ready),
            _ => {}
        }
        let message = format!("Write place beacon-1 3, take-back or ready, not {}.", quoted(sentence));
        Err(Refusal::new(Code::Notation, message))
    }

    fn dump(&self) -> Value {
        position::dump(self)
    }

    fn load(edition: Edition<()>, position: &Value) -> Result<Self, Refusal> {
        position::load(edition, position)
    }

    /// The odds are those of the beacon with only this card, because other cards are hidden.
    fn preview(&self, seat: Seat, action: Action) -> Preview {
        let mut preview = Preview::of(self, seat, action, |_, _| 0);
        if let Action::Place { beacon, card } = action {
            let needed = self.storms[usize::from(beacon)].saturating_sub(card);
            let chance = f64::from(7_u8.saturating_sub(needed.max(1))) / 6.0;
            let of = text!["Beacon ", beacon + 1, " stays lit with this card alone"];
            preview.odds.push(Odds { of, chance });
        }
        preview
    }
}
