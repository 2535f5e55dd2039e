//! Who and what is meant.

use std::fmt::Write;

use super::{Number, Words, capital, counted};
use crate::pack::language::{
    Base, Compare, Condition, Events, Kinds, Pool, Ref, Selector, SelectorId, Target, Whose, Zone,
};

impl Words<'_> {
    /// Whose something is: "your", "target player's".
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

    /// Whoever or whatever does something.
    pub(super) fn subject(&self, what: Ref) -> String {
        let said = self.thing(what);
        if said == "them" { "they".to_owned() } else { said }
    }

    /// Whether several targets are meant by this use of the word.
    fn is_several(&self, slot: u8) -> bool {
        self.targets.get(slot as usize).is_some_and(|target| target.n > 1)
    }

    /// Whether several players do something, each for themselves.
    pub(super) fn is_many_people(&self, who: Ref) -> bool {
        match who {
            Ref::Target(slot) | Ref::Controller(Base::Target(slot)) | Ref::Owner(Base::Target(slot)) => {
                self.is_several(slot)
            }
            _ => false,
        }
    }

    /// Whether more than one thing is meant.
    pub(super) fn is_many(&self, what: Ref) -> bool {
        match what {
            Ref::Each(_) => true,
            Ref::Target(slot) => self.is_several(slot),
            _ => false,
        }
    }

    /// All of them, as what something is done to.
    pub(super) fn all(&self, what: Ref) -> String {
        match what {
            Ref::Each(selector) => format!("all {}", self.noun(selector, Number::Many, None)),
            what => self.thing(what),
        }
    }

    /// Each of them, as what something is done to.
    pub(super) fn each(&self, what: Ref) -> String {
        match what {
            Ref::Each(selector) => format!("each {}", self.noun(selector, Number::Bare, None)),
            Ref::Target(_) if self.is_many(what) => format!("each of {}", self.thing(what)),
            what => self.thing(what),
        }
    }

    /// What the event was about.
    fn event(&self) -> &'static str {
        match self.event {
            Some(Events::BLOCKS) => "the blocked Soul",
            Some(Events::BLOCKED) => "the blocking Soul",
            Some(Events::DAMAGED) => "the source",
            Some(Events::DEALS_DAMAGE) => "what was damaged",
            Some(Events::TARGETED) => "that card or ability",
            Some(Events::DRAWN | Events::DISCARDED | Events::LIFE_GAINED | Events::LIFE_LOST) => {
                "that player"
            }
            _ => "it",
        }
    }

    /// Whether a target has been named.
    fn is_said(&self, slot: u8) -> bool {
        self.said.get() >> slot & 1 == 1
    }

    /// What a thing has, or who has to do with it: "its controller".
    pub(super) fn of(&self, what: &str, base: Base) -> String {
        match (base, self.event()) {
            (Base::Event, "it") => format!("its {what}"),
            (Base::Event, event @ ("that card or ability" | "what was damaged")) => {
                format!("the {what} of {event}")
            }
            (Base::Event, event) => format!("{event}'s {what}"),
            (Base::Itself, event) if event != "it" || matches!(what, "controller" | "owner") => {
                format!("this card's {what}")
            }
            (Base::Target(slot), _) if !self.is_said(slot) && !self.is_several(slot) => {
                format!("the {what} of {}", self.thing(Ref::Target(slot)))
            }
            (Base::Target(slot), _) if self.is_several(slot) => format!("their {what}s"),
            _ => format!("its {what}"),
        }
    }

    /// Whether things are in a pile of yours, so that they go to your hand.
    pub(super) fn is_in_own_pile(&self, what: Ref) -> bool {
        let selector = match what {
            Ref::Each(selector) => Some(selector),
            Ref::Target(slot) => match self.targets.get(slot as usize).map(|it| it.from) {
                Some(Pool::Things(selector)) => Some(selector),
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
            Ref::It if self.it_plays => "that player".to_owned(),
            Ref::It | Ref::Named(_) => "it".to_owned(),
            Ref::Controller(base) => self.of("controller", base),
            Ref::Owner(base) => self.of("owner", base),
            Ref::Each(selector) => {
                let all = if self.library.selector(selector).whose == Whose::Any { "all " } else { "" };
                format!("{all}{}", self.noun(selector, Number::Many, None))
            }
            Ref::Target(slot) => {
                let Some(target) = self.targets.get(slot as usize) else { return "it".to_owned() };
                if self.is_said(slot) {
                    let again = match target.from {
                        _ if target.n > 1 => "them",
                        Pool::Player(_) => "that player",
                        _ => "it",
                    };
                    return again.to_owned();
                }
                self.said.set(self.said.get() | 1 << slot);
                self.target(target)
            }
        }
    }

    fn target(&self, target: &Target) -> String {
        let many = if target.n > 1 { Number::Many } else { Number::Bare };
        let other = matches!(target.from, Pool::Things(it) if self.library.selector(it).other);
        let number = match (target.n, target.upto) {
            (1, false) => if other { "another " } else { "" }.to_owned(),
            (n, upto) => {
                let (up_to, other) = (if upto { "up to " } else { "" }, if other { "other " } else { "" });
                format!("{up_to}{} {other}", counted(n.into()))
            }
        };
        let plural = if target.n > 1 { "s" } else { "" };
        match target.from {
            Pool::AnyTarget if number.is_empty() => "any target".to_owned(),
            Pool::AnyTarget => format!("{number}target{plural}"),
            Pool::Player(Whose::Opponent) => format!("{number}target opponent{plural}"),
            Pool::Player(_) => format!("{number}target player{plural}"),
            Pool::Things(selector) => {
                let wanted = self.library.selector(selector);
                let noun = self.noun_of(&Selector { other: false, ..wanted.clone() }, many);
                let place = place(wanted, wanted.whose, many, "from");
                format!("{number}target {}", joined(wanted, noun, &bounds(wanted), &place))
            }
        }
    }

    /// What fits and where it is, in words. `whose` is told instead of the selector's own if the sentence says it
    /// otherwise.
    pub(super) fn noun(&self, selector: SelectorId, number: Number, whose: Option<Whose>) -> String {
        let wanted = self.library.selector(selector);
        let place = place(wanted, whose.unwrap_or(wanted.whose), number, "in");
        joined(wanted, self.noun_of(wanted, number), &bounds(wanted), &place)
    }

    /// What fits but for its cost, attack and defence, in words.
    pub(super) fn noun_of(&self, it: &Selector, number: Number) -> String {
        let mut words: Vec<String> = Vec::new();
        if it.other {
            words.push(if number == Number::One { "another" } else { "other" }.to_owned());
        }
        for condition in &it.conditions {
            let word = match condition {
                Condition::StandBy => "stand-by",
                Condition::Vulnerable => "vulnerable",
                Condition::Attacking => "attacking",
                Condition::Blocking => "blocking",
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
            // What has a subtype is a Soul, unless something else is said.
            kinds if it.subtype.is_none() || !kinds.contains(Kinds::SOUL) => {
                words.push(format!("{}{}", capital(kinds.word()), if piled { " card" } else { "" }));
            }
            _ => {}
        }
        if it.token {
            words.push("token".to_owned());
        }
        let text = words.join(" ");
        match number {
            Number::Many if text.ends_with("ability") => text.replace("ability", "abilities"),
            Number::Many => format!("{text}s"),
            Number::One if !it.other => a(&text),
            _ => text,
        }
    }
}

/// "a Soul", "an Action".
pub(super) fn a(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// "with cost 2 or less and attack 1".
pub(super) fn bounds(it: &Selector) -> String {
    let mut text = String::new();
    for (what, bound) in [("cost", it.cost), ("attack", it.attack), ("defence", it.defence)] {
        if let Some((compare, n)) = bound {
            let how = match compare {
                Compare::AtMost => " or less",
                Compare::AtLeast => " or more",
                Compare::Equal => "",
            };
            let with = if text.is_empty() { "with" } else { "and" };
            write!(text, " {with} {what} {n}{how}").expect("a string takes all");
        }
    }
    text
}

/// A noun, its bounds and its place: "Souls you control with attack 4", "Soul cards with cost 4 in a Scrap pile".
pub(super) fn joined(it: &Selector, noun: String, bounds: &str, place: &str) -> String {
    match it.zone {
        Zone::Front | Zone::Sequence => noun + place + bounds,
        _ => noun + bounds + place,
    }
}

/// Where they are, and whose: "you control", "in your Scrap pile", or "from" it.
fn place(it: &Selector, whose: Whose, number: Number, preposition: &str) -> String {
    let zone = it.zone;
    let pile = match zone {
        Zone::Scrap => "Scrap pile",
        Zone::Hand => "hand",
        Zone::Deck => "deck",
        Zone::Void => return format!(" {preposition} the void"),
        Zone::Front | Zone::Sequence | Zone::Playing | Zone::Player => {
            // An ability is not played, but it has somebody who controls it as well.
            let zone = if it.kinds == Kinds::ABILITY { Zone::Front } else { zone };
            let of = match (zone, whose) {
                (Zone::Front, Whose::You) => " you control",
                (Zone::Front, Whose::Opponent) if number == Number::Many => " your opponents control",
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
        Whose::Opponent if number == Number::Many => format!(" {preposition} your opponents' {pile}s"),
        Whose::Opponent => format!(" {preposition} an opponent's {pile}"),
        // A deck is searched by its owner, and a hand is one's own: the sentence says so.
        _ if zone != Zone::Scrap => String::new(),
        _ if number == Number::Many => format!(" {preposition} all {pile}s"),
        _ => format!(" {preposition} a {pile}"),
    }
}
