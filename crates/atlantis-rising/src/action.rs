//! The actions of a seat, and the sentences that express them.

use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal, Seat, Text, text};

use crate::state::{AtlantisRising, Use};
use crate::things::{Kind, Peninsula, Resource, Spot};

/// An action of a seat, or the answer to a question. Legal lists are sorted by its order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Chooses the kind of figure to place next, if there are many kinds.
    Pick(Kind),
    /// AR-23: places a figure.
    Place(Kind, Spot),
    /// AR-24: takes a figure back.
    Recall(Kind, Spot),
    /// AR-R05: sends a figure of a seat away from a spot.
    Overrule(Spot, Seat),
    /// AR-41: a figure acts. With more than two figures on a pair spot its partner is named.
    Act(Kind, Spot, Option<(Kind, Seat)>),
    /// AR-51: opens a project.
    Build(u8),
    /// AR-71: plays a library card.
    Play(u8, Target),
    /// AR-71: uses an artifact.
    Use(u8),
    /// AR-61, AR-63: sets one energy aside for a use.
    Pledge(Use),
    /// Takes back all own pledges.
    Withdraw,
    /// AR-29: finishes placing.
    Ready,
    /// AR-54: finishes acting.
    Done,
    /// Keeps a component in the Workshop.
    KeepComponent(u8),
    /// AR-75: chooses the power of the Hologram.
    Power(u8),
    /// AR-34: floods the tip of a peninsula.
    Flood(Peninsula),
    /// AR-39: prevents a flood.
    Prevent(Means),
    /// AR-39: does not prevent a flood.
    Let,
    /// AR-60: adds one energy to a roll.
    Add,
    /// Rolls again.
    Reroll,
    /// Plays a card that makes a failed roll succeed.
    Save(u8),
    /// Accepts a failed roll.
    Stand,
    /// AR-46: keeps a card.
    Keep(u8),
    /// Puts a misfortune back as the next from the top.
    Next(u8),
    /// AR-47: chooses who pays.
    Payer(Seat),
    /// AR-R06: gives something to a seat.
    To(Seat),
    /// AR-45: turns this much ore into Atlantium.
    Forge(u8),
    /// Exchanges a resource for another.
    Swap(Resource, Resource),
    /// Gains a resource or a figure.
    Gain(Gain),
    /// AR-51: pays a resource.
    Give(Resource),
    /// AR-R37: uses a discount for a resource.
    Less(Resource),
    /// AR-51: gives up a project.
    Drop,
    /// AR-70: discards a card.
    Discard(u8),
    /// Raises a tile.
    Raise(Peninsula),
    /// Places a barrier.
    Barrier(Peninsula),
    /// Moves a figure to a tile.
    Move(Spot),
    /// Takes no more of something optional.
    Stop,
}

/// What a card is played on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// Nothing.
    None,
    /// An amount of energy.
    Number(u8),
    /// A peninsula.
    Peninsula(Peninsula),
    /// A tile, or the spot of a follower.
    Spot(Spot),
    /// A figure on a spot.
    Figure(Kind, Spot),
    /// The seat that gives and the seat that takes.
    Seats(Seat, Seat),
}

/// What prevents a flood.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Means {
    /// A library card.
    Card(u8),
    /// A figure with the power to do it.
    Figure(Kind),
}

/// What is gained.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Gain {
    /// A resource.
    Goods(Resource),
    /// A figure from the supply.
    Figure(Kind),
}

/// The first words of sentences.
pub(crate) const VERBS: [&str; 33] = [
    "place", "recall", "overrule", "act", "build", "play", "use", "pledge", "withdraw", "ready", "done",
    "keep", "power", "flood", "prevent", "let", "add", "reroll", "stand", "next", "payer", "to", "forge",
    "swap", "gain", "give", "less", "drop", "discard", "raise", "barrier", "move", "stop",
];

impl AtlantisRising {
    /// The word for a spot in sentences.
    pub(crate) fn spot_word(&self, spot: Spot) -> &str {
        if spot.tile().is_some() {
            return &self.content.tile(spot).named.id;
        }
        if let Some(at) = spot.blueprint() {
            return &self.content.component(self.gate[usize::from(at)]).named.id;
        }
        match spot {
            Spot::SOURCE => "source",
            Spot::BUILD => "build",
            Spot::CORE => "core",
            Spot::WORKSHOP => "workshop",
            _ => "observatory",
        }
    }

    /// The spot with this word.
    pub(crate) fn spot_named(&self, word: &str) -> Option<Spot> {
        let found = match word {
            "source" => Some(Spot::SOURCE),
            "build" => Some(Spot::BUILD),
            "core" => Some(Spot::CORE),
            "workshop" => Some(Spot::WORKSHOP),
            "observatory" => Some(Spot::OBSERVATORY),
            _ => None,
        };
        let component = || {
            let component = self.content.component_named(word)?;
            self.gate.iter().position(|it| *it == component).map(|at| Spot::component(at as u8))
        };
        found.or_else(|| self.content.tile_named(word)).or_else(component)
    }

    fn peninsula_word(&self, peninsula: Peninsula) -> &str {
        &self.content.peninsula(peninsula).id
    }

    fn card_word(&self, card: u8) -> &str {
        &self.content.card(card).named.id
    }

    /// The seats that a starting player could overrule at a spot.
    fn overruled_at(&self, spot: Spot) -> impl Iterator<Item = Seat> {
        let seats = self.seats_at(spot);
        (0..self.seats).map(Seat).filter(move |seat| seats.contains(*seat) && *seat != self.start)
    }
}

impl Action {
    /// The action as a sentence, such as `place follower forests-4`.
    pub fn sentence(self, state: &AtlantisRising) -> String {
        let content = &state.content;
        let spot = |it| state.spot_word(it);
        let land = |it| state.peninsula_word(it);
        let card = |it| state.card_word(it);
        match self {
            Action::Pick(kind) => format!("place {}", kind.word()),
            Action::Place(kind, at) => format!("place {} {}", kind.word(), spot(at)),
            Action::Recall(kind, at) => format!("recall {} {}", kind.word(), spot(at)),
            Action::Overrule(at, seat) => {
                let mut there = state.overruled_at(at);
                if there.next() == Some(seat) && there.next().is_none() {
                    format!("overrule {}", spot(at))
                } else {
                    format!("overrule {} {}", spot(at), seat.0)
                }
            }
            Action::Act(kind, at, None) => format!("act {} {}", kind.word(), spot(at)),
            Action::Act(kind, at, Some((partner, seat))) => {
                format!("act {} {} {} {}", kind.word(), spot(at), partner.word(), seat.0)
            }
            Action::Build(component) => format!("build {}", content.component(component).named.id),
            Action::Play(it, target) => {
                let target = match target {
                    Target::None => String::new(),
                    Target::Number(n) => format!(" {n}"),
                    Target::Peninsula(it) => format!(" {}", land(it)),
                    Target::Spot(it) => format!(" {}", spot(it)),
                    Target::Figure(kind, it) => format!(" {} {}", kind.word(), spot(it)),
                    Target::Seats(from, to) => format!(" {} {}", from.0, to.0),
                };
                format!("play {}{target}", card(it))
            }
            Action::Use(it) => format!("use {}", card(it)),
            Action::Pledge(Use::Barrier(it)) => format!("pledge barrier {}", land(it)),
            Action::Pledge(Use::Raise(tile)) => {
                let (peninsula, _) = tile.tile().expect("a tile is raised");
                format!("pledge raise {}", land(peninsula))
            }
            Action::Withdraw => "withdraw".to_owned(),
            Action::Ready => "ready".to_owned(),
            Action::Done => "done".to_owned(),
            Action::KeepComponent(it) => format!("keep {}", content.component(it).named.id),
            Action::Power(it) => format!("power {}", content.councilor(it).named.id),
            Action::Flood(it) => format!("flood {}", land(it)),
            Action::Prevent(Means::Card(it)) => format!("prevent {}", card(it)),
            Action::Prevent(Means::Figure(kind)) => format!("prevent {}", kind.word()),
            Action::Let => "let".to_owned(),
            Action::Add => "add".to_owned(),
            Action::Reroll => "reroll".to_owned(),
            Action::Save(it) => format!("play {}", card(it)),
            Action::Stand => "stand".to_owned(),
            Action::Keep(it) => format!("keep {}", card(it)),
            Action::Next(it) => format!("next {}", content.misfortune(it).named.id),
            Action::Payer(seat) => format!("payer {}", seat.0),
            Action::To(seat) => format!("to {}", seat.0),
            Action::Forge(ore) => format!("forge {ore}"),
            Action::Swap(from, to) => format!("swap {} {}", from.word(), to.word()),
            Action::Gain(Gain::Goods(resource)) => format!("gain {}", resource.word()),
            Action::Gain(Gain::Figure(kind)) => format!("gain {}", kind.word()),
            Action::Give(resource) => format!("give {}", resource.word()),
            Action::Less(resource) => format!("less {}", resource.word()),
            Action::Drop => "drop".to_owned(),
            Action::Discard(it) => format!("discard {}", card(it)),
            Action::Raise(it) => format!("raise {}", land(it)),
            Action::Barrier(it) => format!("barrier {}", land(it)),
            Action::Move(it) => format!("move {}", spot(it)),
            Action::Stop => "stop".to_owned(),
        }
    }

    /// The action that a sentence means. It need not be legal.
    pub fn read(state: &AtlantisRising, seat: Seat, sentence: &str) -> Result<Action, Refusal> {
        let _ = seat;
        let mut words = Words { state, rest: sentence.split_whitespace() };
        let verb = words.rest.next().ok_or_else(|| {
            Refusal::new(Code::Notation, "Name a move, such as place follower source, ready or done.")
        })?;
        let action = match verb {
            "place" => {
                let kind = words.kind(verb)?;
                if words.is_over() { Action::Pick(kind) } else { Action::Place(kind, words.spot(verb)?) }
            }
            "recall" => Action::Recall(words.kind(verb)?, words.spot(verb)?),
            "overrule" => {
                let spot = words.spot(verb)?;
                let only = state.overruled_at(spot).next();
                let seat = if words.is_over() { only.unwrap_or(state.start) } else { words.seat(verb)? };
                Action::Overrule(spot, seat)
            }
            "act" => Action::Act(words.kind(verb)?, words.spot(verb)?, words.partner(verb)?),
            "build" => Action::Build(words.component(verb)?),
            "play" => words.card_and_target(verb)?,
            "use" => Action::Use(words.card(verb)?),
            "pledge" => {
                let what = words.next(verb, "barrier or raise", "barrier hills")?;
                let peninsula = words.peninsula(verb)?;
                match what {
                    "barrier" => Action::Pledge(Use::Barrier(peninsula)),
                    "raise" => {
                        // Without a flooded tile the outermost one stands for "none".
                        let tile = state.raisable(peninsula).unwrap_or(peninsula.tile(crate::things::RINGS));
                        Action::Pledge(Use::Raise(tile))
                    }
                    other => {
                        let message =
                            format!("Energy is pledged for barrier or raise, not for {}.", quoted(other));
                        return Err(Refusal::new(Code::Notation, message));
                    }
                }
            }
            "withdraw" => Action::Withdraw,
            "ready" => Action::Ready,
            "done" => Action::Done,
            "keep" => {
                let word = words.next(verb, "a card", "foresight")?;
                match state.content.component_named(word) {
                    Some(component) => Action::KeepComponent(component),
                    None => Action::Keep(words.card_named(word)?),
                }
            }
            "power" => Action::Power(words.councilor(verb)?),
            "flood" => Action::Flood(words.peninsula(verb)?),
            "prevent" => {
                let word = words.next(verb, "a card or a figure", "turned-tide")?;
                match kind_named(word) {
                    Some(kind) => Action::Prevent(Means::Figure(kind)),
                    None => Action::Prevent(Means::Card(words.card_named(word)?)),
                }
            }
            "let" => Action::Let,
            "add" => Action::Add,
            "reroll" => Action::Reroll,
            "stand" => Action::Stand,
            "next" => Action::Next(words.misfortune(verb)?),
            "payer" => Action::Payer(words.seat(verb)?),
            "to" => Action::To(words.seat(verb)?),
            "forge" => Action::Forge(words.number(verb)?),
            "swap" => Action::Swap(words.resource(verb)?, words.resource(verb)?),
            "gain" => {
                let word = words.next(verb, "a resource or a figure", "ore")?;
                match kind_named(word) {
                    Some(kind) => Action::Gain(Gain::Figure(kind)),
                    None => Action::Gain(Gain::Goods(resource_named(word)?)),
                }
            }
            "give" => Action::Give(words.resource(verb)?),
            "less" => Action::Less(words.resource(verb)?),
            "drop" => Action::Drop,
            "discard" => Action::Discard(words.card(verb)?),
            "raise" => Action::Raise(words.peninsula(verb)?),
            "barrier" => Action::Barrier(words.peninsula(verb)?),
            "move" => Action::Move(words.spot(verb)?),
            "stop" => Action::Stop,
            other => {
                let known = Text::listed(VERBS);
                let message = text![quoted(other), " is not a move in this game. The moves are ", known, "."];
                return Err(Refusal::new(Code::Notation, message));
            }
        };
        words.end()?;
        Ok(action)
    }
}

/// The words of a sentence that are still to be read.
struct Words<'a, W> {
    state: &'a AtlantisRising,
    rest: W,
}

fn kind_named(word: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.word() == word)
}

fn resource_named(word: &str) -> Result<Resource, Refusal> {
    Resource::ALL.into_iter().find(|resource| resource.word() == word).ok_or_else(|| {
        let message = format!("{} is not gold, crystal, ore or atlantium.", quoted(word));
        Refusal::new(Code::Notation, message)
    })
}

fn unknown(word: &str, what: &str) -> Refusal {
    Refusal::new(Code::Notation, format!("{} is not {what}.", quoted(word)))
}

impl<'a, W: Iterator<Item = &'a str> + Clone> Words<'a, W> {
    fn is_over(&self) -> bool {
        self.rest.clone().next().is_none()
    }

    fn next(&mut self, verb: &str, what: &str, example: &str) -> Result<&'a str, Refusal> {
        let missing = || Refusal::new(Code::Notation, format!("Add {what} after {verb}, such as {example}."));
        self.rest.next().ok_or_else(missing)
    }

    fn kind(&mut self, verb: &str) -> Result<Kind, Refusal> {
        let word = self.next(verb, "a figure", "follower")?;
        kind_named(word)
            .ok_or_else(|| unknown(word, "a figure (leader, follower, volunteer, hologram, automaton)"))
    }

    fn spot(&mut self, verb: &str) -> Result<Spot, Refusal> {
        let word = self.next(verb, "a place", "forests-4")?;
        self.state
            .spot_named(word)
            .ok_or_else(|| unknown(word, "a place on the board, such as forests-4 or source"))
    }

    fn peninsula(&mut self, verb: &str) -> Result<Peninsula, Refusal> {
        let word = self.next(verb, "a peninsula", "hills")?;
        self.state.content.peninsula_named(word).ok_or_else(|| {
            let known = Peninsula::all().map(|it| self.state.content.peninsula(it).id.clone());
            let known = Text::listed(known.collect::<Vec<_>>());
            Refusal::new(Code::Notation, text![quoted(word), " is not a peninsula. They are ", known, "."])
        })
    }

    fn resource(&mut self, verb: &str) -> Result<Resource, Refusal> {
        resource_named(self.next(verb, "a resource", "gold")?)
    }

    fn card(&mut self, verb: &str) -> Result<u8, Refusal> {
        let word = self.next(verb, "a card", "foresight")?;
        self.card_named(word)
    }

    fn card_named(&self, word: &str) -> Result<u8, Refusal> {
        self.state.content.card_named(word).ok_or_else(|| unknown(word, "a library card"))
    }

    fn misfortune(&mut self, verb: &str) -> Result<u8, Refusal> {
        let word = self.next(verb, "a misfortune", "calm-seas")?;
        self.state.content.misfortune_named(word).ok_or_else(|| unknown(word, "a misfortune"))
    }

    fn component(&mut self, verb: &str) -> Result<u8, Refusal> {
        let word = self.next(verb, "a component", "tidal-anchor")?;
        self.state.content.component_named(word).ok_or_else(|| unknown(word, "a component"))
    }

    fn councilor(&mut self, verb: &str) -> Result<u8, Refusal> {
        let word = self.next(verb, "a councilor", "explorer")?;
        self.state.content.councilor_named(word).ok_or_else(|| unknown(word, "a councilor"))
    }

    fn number(&mut self, verb: &str) -> Result<u8, Refusal> {
        let word = self.next(verb, "a number", "1")?;
        let number = word.parse().ok().filter(|n: &u8| n.to_string() == word);
        number.ok_or_else(|| unknown(word, "a number"))
    }

    fn seat(&mut self, verb: &str) -> Result<Seat, Refusal> {
        let word = self.next(verb, "a seat", "0")?;
        let number = word.parse().ok().filter(|n: &u8| n.to_string() == word && *n < self.state.seats);
        number.map(Seat).ok_or_else(|| unknown(word, "a seat of this table"))
    }

    /// AR-R94: the partner, if one is named. The seat can be left out if only one has such a figure there.
    fn partner(&mut self, verb: &str) -> Result<Option<(Kind, Seat)>, Refusal> {
        if self.is_over() {
            return Ok(None);
        }
        let kind = self.kind(verb)?;
        Ok(Some((kind, self.seat(verb)?)))
    }

    fn card_and_target(&mut self, verb: &str) -> Result<Action, Refusal> {
        use crate::content::LibraryEffect;
        use crate::content::effect::{CardEffect, Step};
        let card = self.card(verb)?;
        let LibraryEffect::Card(effect) = self.state.content.card(card).effect else {
            return Ok(Action::Play(card, Target::None));
        };
        Ok(match effect {
            CardEffect::Succeed => Action::Save(card),
            CardEffect::Step(Step::Raise(_) | Step::Barrier { .. }) => {
                Action::Play(card, Target::Peninsula(self.peninsula(verb)?))
            }
            CardEffect::Convert(_) => Action::Play(card, Target::Number(self.number(verb)?)),
            CardEffect::Unite | CardEffect::CopyPower => Action::Play(card, Target::Spot(self.spot(verb)?)),
            CardEffect::ActAgain => Action::Play(card, Target::Figure(self.kind(verb)?, self.spot(verb)?)),
            CardEffect::Share(_) => Action::Play(card, Target::Seats(self.seat(verb)?, self.seat(verb)?)),
            CardEffect::Step(_) | CardEffect::VolunteerNow | CardEffect::PreventFlood => {
                Action::Play(card, Target::None)
            }
        })
    }

    fn end(&mut self) -> Result<(), Refusal> {
        match self.rest.next() {
            None => Ok(()),
            Some(extra) => {
                let message = format!("Leave out {}: the move is complete without it.", quoted(extra));
                Err(Refusal::new(Code::Notation, message))
            }
        }
    }
}
