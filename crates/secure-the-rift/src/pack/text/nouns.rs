//! The words for players and things.

use std::fmt::Write;

use super::{Form, TextWriter, capital, counted};
use crate::pack::language::{
    Comparison, Kinds, PieceState, Ref, Selector, SelectorId, Single, Target, TargetPool, Triggers, Whose,
    Zone,
};

impl TextWriter<'_> {
    /// A player as a possessive: "your", "target player's".
    pub(super) fn possessive(&self, who: Ref) -> String {
        match who {
            Ref::You => "your".to_owned(),
            who => match self.thing(who).as_str() {
                "it" => "its".to_owned(),
                "them" => "their".to_owned(),
                who if who.ends_with('s') => format!("{who}'"),
                who => format!("{who}'s"),
            },
        }
    }

    /// A reference as the subject of a sentence.
    pub(super) fn subject(&self, what: Ref) -> String {
        let words = self.thing(what);
        if words == "them" { "they".to_owned() } else { words }
    }

    /// Whether this use of the word "target" has several targets.
    fn is_several(&self, slot: u8) -> bool {
        self.targets.get(slot as usize).is_some_and(|target| target.n > 1)
    }

    /// Whether a reference is to several players who act separately.
    pub(super) fn is_several_players(&self, who: Ref) -> bool {
        match who {
            Ref::Target(slot) | Ref::Controller(Single::Target(slot)) | Ref::Owner(Single::Target(slot)) => {
                self.is_several(slot)
            }
            _ => false,
        }
    }

    /// Whether a reference is to several things.
    pub(super) fn is_many(&self, what: Ref) -> bool {
        match what {
            Ref::Each(_) => true,
            Ref::Target(slot) => self.is_several(slot),
            _ => false,
        }
    }

    /// A reference as an object, with "all" for several things.
    pub(super) fn all(&self, what: Ref) -> String {
        match what {
            Ref::Each(selector) => format!("all {}", self.noun(selector, Form::Plural, None)),
            what => self.thing(what),
        }
    }

    /// A reference as an object, with "each" for several things.
    pub(super) fn each(&self, what: Ref) -> String {
        match what {
            Ref::Each(selector) => format!("each {}", self.noun(selector, Form::Bare, None)),
            Ref::Target(_) if self.is_many(what) => format!("each of {}", self.thing(what)),
            what => self.thing(what),
        }
    }

    /// The words for the thing that the event was about.
    fn event(&self) -> &'static str {
        match self.event {
            Some(Triggers::BLOCKS) => "the blocked Soul",
            Some(Triggers::BLOCKED) => "the blocking Soul",
            Some(Triggers::DAMAGED) => "the source",
            Some(Triggers::DEALS_DAMAGE) => "what was damaged",
            Some(Triggers::TARGETED) => "that card or ability",
            Some(Triggers::DRAWN | Triggers::DISCARDED | Triggers::LIFE_GAINED | Triggers::LIFE_LOST) => {
                "that player"
            }
            _ => "it",
        }
    }

    /// Whether the text has mentioned a target already.
    fn is_named(&self, slot: u8) -> bool {
        self.named.get() >> slot & 1 == 1
    }

    /// A property of a thing: "its controller".
    pub(super) fn of(&self, what: &str, one: Single) -> String {
        match (one, self.event()) {
            (Single::Event, "it") => format!("its {what}"),
            (Single::Event, event @ ("that card or ability" | "what was damaged")) => {
                format!("the {what} of {event}")
            }
            (Single::Event, event) => format!("{event}'s {what}"),
            (Single::Itself, event) if event != "it" || matches!(what, "controller" | "owner") => {
                format!("this card's {what}")
            }
            (Single::Target(slot), _) if !self.is_named(slot) && !self.is_several(slot) => {
                format!("the {what} of {}", self.thing(Ref::Target(slot)))
            }
            (Single::Target(slot), _) if self.is_several(slot) => format!("their {what}s"),
            _ => format!("its {what}"),
        }
    }

    /// Whether things are in the player's own pile, so that they return to "your hand".
    pub(super) fn is_in_own_pile(&self, what: Ref) -> bool {
        let selector = match what {
            Ref::Each(selector) => Some(selector),
            Ref::Target(slot) => match self.targets.get(slot as usize).map(|it| it.from) {
                Some(TargetPool::Things(selector)) => Some(selector),
                _ => None,
            },
            _ => None,
        };
        selector.is_some_and(|selector| {
            let wanted = self.library.selector(selector);
            matches!(wanted.zone, Zone::Scrap | Zone::Void) && wanted.whose == Whose::You
        })
    }

    pub(super) fn thing(&self, what: Ref) -> String {
        match what {
            Ref::You => "you".to_owned(),
            Ref::EachOpponent => "each opponent".to_owned(),
            Ref::EachPlayer => "each player".to_owned(),
            Ref::Itself => "this".to_owned(),
            Ref::Event => self.event().to_owned(),
            Ref::It if self.it_is_player => "that player".to_owned(),
            Ref::It | Ref::Named(_) => "it".to_owned(),
            Ref::Controller(base) => self.of("controller", base),
            Ref::Owner(base) => self.of("owner", base),
            Ref::Each(selector) => {
                let all = if self.library.selector(selector).whose == Whose::Any { "all " } else { "" };
                format!("{all}{}", self.noun(selector, Form::Plural, None))
            }
            Ref::Target(slot) => {
                let Some(target) = self.targets.get(slot as usize) else { return "it".to_owned() };
                if self.is_named(slot) {
                    let again = match target.from {
                        _ if target.n > 1 => "them",
                        TargetPool::Player(_) => "that player",
                        _ => "it",
                    };
                    return again.to_owned();
                }
                self.named.set(self.named.get() | 1 << slot);
                self.target(target)
            }
        }
    }

    fn target(&self, target: &Target) -> String {
        let many = if target.n > 1 { Form::Plural } else { Form::Bare };
        let other = matches!(target.from, TargetPool::Things(it) if self.library.selector(it).other);
        let number = match (target.n, target.upto) {
            (1, false) => if other { "another " } else { "" }.to_owned(),
            (n, upto) => {
                let (up_to, other) = (if upto { "up to " } else { "" }, if other { "other " } else { "" });
                format!("{up_to}{} {other}", counted(n.into()))
            }
        };
        let plural = if target.n > 1 { "s" } else { "" };
        match target.from {
            TargetPool::AnyTarget if number.is_empty() => "any target".to_owned(),
            TargetPool::AnyTarget => format!("{number}target{plural}"),
            TargetPool::Player(Whose::Opponent) => format!("{number}target opponent{plural}"),
            TargetPool::Player(_) => format!("{number}target player{plural}"),
            TargetPool::Things(selector) => {
                let wanted = self.library.selector(selector);
                let noun = self.noun_of(&Selector { other: false, ..wanted.clone() }, many);
                let place = place(wanted, wanted.whose, many, "from");
                format!("{number}target {}", joined(wanted, noun, &bounds(wanted), &place))
            }
        }
    }

    /// The words for what a selector matches, including the zone. `whose` replaces the selector's own if the sentence
    /// already says whose it is.
    pub(super) fn noun(&self, selector: SelectorId, form: Form, whose: Option<Whose>) -> String {
        let wanted = self.library.selector(selector);
        let place = place(wanted, whose.unwrap_or(wanted.whose), form, "in");
        joined(wanted, self.noun_of(wanted, form), &bounds(wanted), &place)
    }

    /// The words for what a selector matches, without the zone and the bounds of cost, attack and defence.
    pub(super) fn noun_of(&self, it: &Selector, form: Form) -> String {
        let mut words: Vec<String> = Vec::new();
        if it.other {
            words.push(if form == Form::Singular { "another" } else { "other" }.to_owned());
        }
        for state in &it.states {
            let word = match state {
                PieceState::StandBy => "stand-by",
                PieceState::Vulnerable => "vulnerable",
                PieceState::Attacking => "attacking",
                PieceState::Blocking => "blocking",
            };
            words.push(word.to_owned());
        }
        if let Some(faction) = it.faction {
            words.push(capital(self.library.faction(faction)));
        }
        if let Some(subtype) = it.subtype {
            words.push(capital(self.library.subtypes(1 << subtype).next().unwrap_or("Soul")));
        }
        let piled = matches!(it.zone, Zone::Scrap | Zone::Void | Zone::Hand | Zone::Deck);
        match it.kinds {
            _ if it.name.is_some() => {
                words.push(it.name.map_or(String::new(), |card| self.library.card(card).name.clone()));
            }
            _ if it.zone == Zone::Player => {
                words.push(if it.whose == Whose::Opponent { "opponent" } else { "player" }.to_owned());
            }
            Kinds::ABILITY => words.push("ability".to_owned()),
            Kinds::CARD | Kinds::ENERGY if it.subtype.is_none() => {
                words.push(if it.kinds == Kinds::ENERGY { "Energy card" } else { "card" }.to_owned());
            }
            // A subtype implies a Soul, so "Soul" is left out.
            kinds if it.subtype.is_none() || !kinds.contains(Kinds::SOUL) => {
                words.push(format!("{}{}", capital(kinds.word()), if piled { " card" } else { "" }));
            }
            _ => {}
        }
        if it.token {
            words.push("token".to_owned());
        }
        let text = words.join(" ");
        match form {
            Form::Plural if text.ends_with("ability") => text.replace("ability", "abilities"),
            Form::Plural => format!("{text}s"),
            Form::Singular if !it.other => a(&text),
            _ => text,
        }
    }
}

/// A noun with its article: "a Soul", "an Action".
pub(super) fn a(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// The bounds of a selector: " with cost 2 or less and attack 1".
pub(super) fn bounds(it: &Selector) -> String {
    let mut text = String::new();
    for (what, bound) in [("cost", it.cost), ("attack", it.attack), ("defence", it.defence)] {
        if let Some((compare, n)) = bound {
            let how = match compare {
                Comparison::AtMost => " or less",
                Comparison::AtLeast => " or more",
                Comparison::Equal => "",
            };
            let with = if text.is_empty() { "with" } else { "and" };
            write!(text, " {with} {what} {n}{how}").expect("writing to a string cannot fail");
        }
    }
    text
}

/// A noun with its bounds and its place, in the usual order: "Souls you control with attack 4", "Soul cards with cost 4
/// in a Scrap pile".
pub(super) fn joined(it: &Selector, noun: String, bounds: &str, place: &str) -> String {
    match it.zone {
        Zone::Front | Zone::Sequence => noun + place + bounds,
        _ => noun + bounds + place,
    }
}

/// The place of things: " you control", " in your Scrap pile", or with "from" as the preposition.
fn place(it: &Selector, whose: Whose, form: Form, preposition: &str) -> String {
    let zone = it.zone;
    let pile = match zone {
        Zone::Scrap => "Scrap pile",
        Zone::Hand => "hand",
        Zone::Deck => "deck",
        Zone::Void => return format!(" {preposition} the void"),
        Zone::Front | Zone::Sequence | Zone::Playing | Zone::Player => {
            // Abilities are not played, but they have a controller.
            let zone = if it.kinds == Kinds::ABILITY { Zone::Front } else { zone };
            let of = match (zone, whose) {
                (Zone::Front, Whose::You) => " you control",
                (Zone::Front, Whose::Opponent) if form == Form::Plural => " your opponents control",
                (Zone::Front, Whose::Opponent) => " an opponent controls",
                (Zone::Sequence, Whose::You) => " you played",
                (Zone::Sequence, Whose::Opponent) => " an opponent played",
                _ => "",
            };
            return of.to_owned();
        }
    };
    match whose {
        Whose::You => format!(" {preposition} your {pile}"),
        Whose::Opponent if form == Form::Plural => format!(" {preposition} your opponents' {pile}s"),
        Whose::Opponent => format!(" {preposition} an opponent's {pile}"),
        // For a deck or a hand the sentence already says whose it is.
        _ if zone != Zone::Scrap => String::new(),
        _ if form == Form::Plural => format!(" {preposition} all {pile}s"),
        _ => format!(" {preposition} a {pile}"),
    }
}
