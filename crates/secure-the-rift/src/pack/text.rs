//! The words on a card, made from what it does: nothing is written twice.

use std::cell::Cell;
use std::fmt::Write;

use super::Library;
use super::language::{
    Ability, About, Amount, Base, Card, Chooser, Compare, Condition, Costs, Events, Found, Grant, Kinds,
    ListId, Paying, Pool, Ref, Replacement, Script, Selector, SelectorId, Shielded, Step, Struck, Target,
    Term, Test, Until, Whose, Zone,
};

/// Everything that stands on a card, as one line of sentences.
pub fn card(library: &Library, card: &Card) -> String {
    lines(library, card).join(" ")
}

/// Everything that stands on a card, ability by ability.
pub fn lines(library: &Library, card: &Card) -> Vec<String> {
    let words = Words::new(library);
    let mut lines = Vec::new();
    let keywords: Vec<&str> = card.keywords.words().collect();
    if !keywords.is_empty() {
        lines.push(format!("{}.", keywords.join(", ")));
    }
    if let Some(change) = &card.cost_change {
        let least = if change.min > 0 { format!(" (at least {})", change.min) } else { String::new() };
        let (less, whence) = words.less(&change.less);
        lines.push(format!("Costs {less}{least}{whence}."));
    }
    if card.extra_cost != Costs::default() {
        lines.push(format!("Extra cost: {}.", words.costs(&card.extra_cost)));
    }
    if card.unique || card.limit.is_some() {
        let place = if card.kind == Kinds::ENERGY { "an energy pile" } else { "a deck" };
        lines.push(format!("At most {} in {place}.", card.limit.unwrap_or(1)));
    }
    if card.enters_vulnerable {
        lines.push("Enters vulnerable.".to_owned());
    }
    if card.reckoned {
        let same = card.attack == card.defence;
        lines.push(if same {
            format!("CONTINUOUS: attack and defence are each {}.", words.amount(&card.attack))
        } else {
            format!(
                "CONTINUOUS: attack is {} and defence is {}.",
                words.amount(&card.attack),
                words.amount(&card.defence)
            )
        });
    }
    match card.modes.as_slice() {
        [] => {}
        [only] => lines.push(sentence(&words.script(only))),
        several => {
            let modes: Vec<String> = several.iter().map(|mode| words.clause(mode)).collect();
            lines.push(format!("Choose one: {}.", modes.join("; or ")));
        }
    }
    lines.extend(card.abilities.iter().map(|it| ability(library, it)));
    lines
}

/// What one ability of a card says.
pub fn ability(library: &Library, ability: &Ability) -> String {
    let words = Words::new(library);
    match ability {
        Ability::Continuous { affects, grant } => words.continuous(*affects, grant),
        Ability::Triggered { event, about, test, once, script } => {
            let condition =
                test.as_ref().map_or_else(String::new, |test| format!(", if {}", words.test(test)));
            let once = if *once { " (once each turn)" } else { "" };
            let words = Words { event: Some(*event), ..words };
            let when = words.when(*event, *about);
            // A keyword stands before a colon, a sentence goes on.
            let colon = if when.chars().all(char::is_uppercase) { ":" } else { "," };
            format!("{when}{condition}{colon} {}{once}.", words.script(script))
        }
        Ability::Activated { cost, script, .. } => {
            format!("{}: {}.", capital(&words.costs(cost)), words.script(script))
        }
        Ability::Replacement(replacement) => words.replacement(replacement),
    }
}

/// A sentence from a clause.
fn sentence(clause: &str) -> String {
    format!("{}.", capital(clause))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

fn counted(n: i16) -> String {
    const WORDS: [&str; 8] = ["no", "one", "two", "three", "four", "five", "six", "seven"];
    usize::try_from(n)
        .ok()
        .and_then(|n| WORDS.get(n))
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

fn until(until: Until) -> &'static str {
    match until {
        Until::EndOfTurn => " until end of turn",
        Until::YourNextTurn => " until your next turn",
        Until::SelfLeaves => " until this leaves the front lines",
        Until::Forever => "",
    }
}

/// What amounts are called for short in "where N is …".
const LETTERS: [&str; 2] = ["N", "M"];

/// "three times".
fn times(n: &str) -> String {
    match n {
        "one" => "once".to_owned(),
        "two" => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

/// "a, b or c".
fn listed(parts: &[String], conjunction: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

/// How many things are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    /// "a Soul"
    One,
    /// "Soul"
    Bare,
    /// "Souls"
    Many,
}

#[derive(Clone)]
struct Words<'a> {
    library: &'a Library,
    /// What an ability waits for.
    event: Option<Events>,
    /// SR-68: what is chosen.
    targets: &'a [Target],
    /// The targets that have been named already, one bit each.
    said: Cell<u8>,
    /// Whether somebody else has done something: then it must be said that it is you who goes on.
    others: bool,
    /// Whether the thing of a `for_each` is a player.
    it_plays: bool,
}

impl Words<'_> {
    fn new(library: &Library) -> Words<'_> {
        Words { library, event: None, targets: &[], said: Cell::new(0), others: false, it_plays: false }
    }

    /// What happens, as sentences; the first begins small and the last has no stop.
    fn script(&self, script: &Script) -> String {
        let mut words = Words { targets: &script.targets, ..self.clone() };
        let mut text = String::new();
        for step in self.library.list(script.effect) {
            let said = words.step(step);
            match step {
                _ if text.is_empty() => text = said,
                Step::Bury { .. } => text = format!("{text}, then {said}"),
                _ => text = format!("{text}. {}", capital(&said)),
            }
        }
        text
    }

    /// What happens, as a part of a sentence.
    fn clause(&self, script: &Script) -> String {
        Words { targets: &script.targets, ..self.clone() }.steps(self.library.list(script.effect))
    }

    fn steps(&mut self, steps: &[Step]) -> String {
        let parts: Vec<String> = steps.iter().map(|step| self.step(step)).collect();
        parts.join(", then ")
    }

    fn list(&mut self, list: ListId) -> String {
        let steps = self.library.list(list);
        self.steps(steps)
    }

    #[allow(clippy::too_many_lines, reason = "one arm a word of the card language")]
    fn step(&mut self, step: &Step) -> String {
        let one = |n: &Amount| n.as_number() == Some(1);
        match step {
            Step::Damage { amount, to, source } => {
                let by = match source {
                    Ref::Itself => "deal".to_owned(),
                    source => {
                        let deals = if self.is_many(*source) { "deal" } else { "deals" };
                        format!("{} {deals}", self.subject(*source))
                    }
                };
                let amount = self.measured(amount, "damage");
                match to {
                    Ref::EachOpponent => format!("{by} {amount} to each opponent's Base"),
                    Ref::EachPlayer => format!("{by} {amount} to each Base"),
                    Ref::You => format!("{by} {amount} to your Base"),
                    to => format!("{by} {amount} to {}", self.each(*to)),
                }
            }
            Step::Destroy { what } => format!("destroy {}", self.all(*what)),
            Step::Scrap { what } => format!("scrap {}", self.all(*what)),
            Step::ScrapPick { who, pick, from } => {
                let whose = Some(if *who == Ref::You { Whose::You } else { Whose::Own });
                let (n, whence) = self.brief_word(pick);
                let what = match n.as_str() {
                    "one" => self.noun(*from, Number::One, whose),
                    n => format!("{n} {}", self.noun(*from, Number::Many, whose)),
                };
                match who {
                    Ref::You => format!("scrap {what}, if you can{whence}"),
                    who => self.does(*who, "scrap", "scraps", &format!("{what}{whence}")),
                }
            }
            Step::Void { what, until_self_leaves } => {
                let until = if *until_self_leaves { " until this leaves the front lines" } else { "" };
                format!("void {}{until}", self.all(*what))
            }
            Step::Draw { who, n } => {
                let cards = self.cards(n);
                self.does(*who, "draw", "draws", &cards)
            }
            Step::Discard { who, n: None, .. } => {
                let hand = format!("{} hand", if *who == Ref::You { "your" } else { "their" });
                self.does(*who, "discard", "discards", &hand)
            }
            Step::Discard { who, n: Some(n), chooser } => {
                let cards = self.cards(n);
                let how = match chooser {
                    Chooser::Owner => "",
                    Chooser::You => " that you choose",
                    Chooser::Random => " at random",
                };
                self.does(*who, "discard", "discards", &format!("{cards}{how}"))
            }
            Step::Mill { who, n } => {
                let ((top, whence), their) = (self.top(n), if *who == Ref::You { "your" } else { "their" });
                let what = format!("{top} of {their} deck into {their} Scrap pile{whence}");
                self.does(*who, "put", "puts", &what)
            }
            Step::Look { who, n } => {
                let ((top, whence), each) = (self.top(n), if one(n) { "it" } else { "each" });
                let whose = self.possessive(*who);
                format!("look at {top} of {whose} deck{whence}; you may put {each} on the bottom")
            }
            Step::Reveal { who, n } => {
                let their = if *who == Ref::You { "your" } else { "their" };
                let what = n.as_ref().map_or_else(
                    || format!("{their} hand"),
                    |n| {
                        let (top, whence) = self.top(n);
                        format!("{top} of {their} deck{whence}")
                    },
                );
                self.does(*who, "reveal", "reveals", &what)
            }
            Step::Search { want, upto, to } => {
                let what = match upto {
                    1 => self.noun(*want, Number::One, Some(Whose::Any)),
                    n => format!(
                        "up to {} {}",
                        counted((*n).into()),
                        self.noun(*want, Number::Many, Some(Whose::Any))
                    ),
                };
                let to = if *to == Found::Hand { "into your hand" } else { "onto the front lines" };
                let it = if *upto == 1 { "it" } else { "them" };
                format!("search your deck for {what}, reveal {it}, put {it} {to}, shuffle")
            }
            Step::Bury { who, pick, top } => {
                let cards = self.cards(pick);
                let place = if *top { "on top" } else { "on the bottom" };
                let their = if *who == Ref::You { "your" } else { "their" };
                let what = format!("{cards} from {their} hand {place} of {their} deck");
                self.does(*who, "put", "puts", &what)
            }
            Step::Shuffle { who } => {
                let deck = if *who == Ref::You { "your deck" } else { "their deck" };
                self.does(*who, "shuffle", "shuffles", deck)
            }
            Step::GainLife { who, n } => {
                let n = self.measured(n, "life");
                self.does(*who, "gain", "gains", &n)
            }
            Step::LoseLife { who, n } => {
                let n = self.measured(n, "life");
                self.does(*who, "lose", "loses", &n)
            }
            Step::SetLife { who, n } => {
                let n = self.amount(n);
                format!("{} life becomes {n}", self.possessive(*who))
            }
            Step::Modify { what, attack, defence, until: end } => {
                let gets = if self.is_many(*what) { "get" } else { "gets" };
                let (strength, whence) = self.more(attack, defence);
                format!("{} {gets} {strength}{}{whence}", self.subject(*what), until(*end))
            }
            Step::Counters { what, n } => {
                let (n, whence) = self.brief_word(n);
                let counters = match n.as_str() {
                    "one" => "an upgrade counter".to_owned(),
                    n => format!("{n} upgrade counters"),
                };
                format!("put {counters} on {}{whence}", self.each(*what))
            }
            Step::GainKeyword { what, keyword, until: end } => {
                let gains = if self.is_many(*what) { "gain" } else { "gains" };
                let word = keyword.words().next().unwrap_or_default();
                format!("{} {gains} {word}{}", self.subject(*what), until(*end))
            }
            Step::LoseKeyword { what, keyword, until: end } => {
                let loses = if self.is_many(*what) { "lose" } else { "loses" };
                let word = keyword.words().next().unwrap_or_default();
                format!("{} {loses} {word}{}", self.subject(*what), until(*end))
            }
            Step::CreateToken { token, n, who, vulnerable } => {
                let name = &self.library.card(*token).name;
                let state = if *vulnerable { " vulnerable" } else { "" };
                let (n, whence) = self.brief_word(n);
                let what = match n.as_str() {
                    "one" if *vulnerable => format!("a vulnerable {name}"),
                    "one" => a(name),
                    n => format!("{n}{state} {name}s"),
                };
                self.does(*who, "create", "creates", &format!("{what}{whence}"))
            }
            Step::Cancel { what } => format!("cancel {}", self.thing(*what)),
            Step::PayOr { who, energy, otherwise } => {
                let several = self.library.list(*otherwise).len() > 1;
                // The target is named by what happens otherwise.
                let otherwise = self.list(*otherwise);
                if matches!(who, Ref::EachOpponent | Ref::EachPlayer) {
                    return format!("for {} who does not pay {energy} Energy, {otherwise}", self.thing(*who));
                }
                let pays = if *who == Ref::You { "pay" } else { "pays" };
                let unless = format!("unless {} {pays} {energy} Energy", self.subject(*who));
                if several {
                    format!("do this {unless}: {otherwise}")
                } else {
                    format!("{otherwise} {unless}")
                }
            }
            Step::Refresh { what } => format!("refresh {}", self.all(*what)),
            Step::MakeVulnerable { what } => format!("make {} vulnerable", self.all(*what)),
            Step::SkipRefresh { what, times } => {
                let turns = match times {
                    1 => "turn".to_owned(),
                    n => format!("{} turns", counted((*n).into())),
                };
                let (does, whose) = if self.is_many(*what) {
                    ("do", "their controllers'")
                } else {
                    ("does", "its controller's")
                };
                let who = self.subject(*what);
                format!("{who} {does} not refresh at the beginning of {whose} next {turns}")
            }
            Step::ReturnToHand { what } => {
                let hand = match what {
                    what if self.is_in_own_pile(*what) => "your hand",
                    what if self.is_many(*what) => "their owners' hands",
                    _ => "its owner's hand",
                };
                format!("return {} to {hand}", self.all(*what))
            }
            Step::PutInPlay { what, controller, vulnerable, .. } => {
                let state = if *vulnerable { " vulnerable" } else { "" };
                let own = *controller == Ref::You && self.is_in_own_pile(*what);
                let what = self.all(*what);
                // Whose it will be need not be said of what was yours before.
                let whose = if own {
                    String::new()
                } else {
                    format!(" under {} control", self.possessive(*controller))
                };
                format!("put {what} onto the front lines{state}{whose}")
            }
            Step::GainControl { what, who, until: end } => {
                // Who gains it is named first.
                let who = (*who != Ref::You).then(|| self.subject(*who));
                let what = format!("control of {}{}", self.all(*what), until(*end));
                who.map_or_else(|| format!("gain {what}"), |who| format!("{who} gains {what}"))
            }
            Step::AddEnergy { n } => {
                let (n, whence) = self.brief(n);
                format!("add {n} Energy{whence}")
            }
            Step::EnergyFromPile { n, vulnerable } => {
                let (top, whence) = self.top(n);
                let state = if *vulnerable { " vulnerable" } else { "" };
                format!("put {top} of your energy pile into play{state}{whence}")
            }
            Step::Prevent { to, amount, only_battle, until: end } => {
                let whom = match to {
                    Shielded::These(what) => self.each(*what),
                    Shielded::Fitting(selector) => self.noun(*selector, Number::Many, None),
                };
                let (damage, whence) = self.coming(amount.as_ref(), *only_battle, &whom, *end);
                format!("prevent {damage}{whence}")
            }
            Step::Redirect { to, onto, amount, only_battle, until: end } => {
                let whom = self.each(*to);
                let onto = if *onto == Ref::You { "your Base".to_owned() } else { self.thing(*onto) };
                let (damage, whence) = self.coming(amount.as_ref(), *only_battle, &whom, *end);
                format!("{damage} is dealt to {onto} instead{whence}")
            }
            Step::If { test, then, otherwise } => {
                let short = |list: &ListId| self.library.list(*list).len() == 1;
                let short = short(then) && otherwise.as_ref().is_some_and(short);
                let (test, then) = (self.test(test), self.list(*then));
                match otherwise.map(|otherwise| self.list(otherwise)) {
                    None => format!("if {test}, {then}"),
                    Some(otherwise) if short => format!("{otherwise}, or {then} if {test}"),
                    Some(otherwise) => format!("if {test}, {then}; otherwise, {otherwise}"),
                }
            }
            Step::ForEach { what, effect } => {
                let plays = matches!(what, Ref::EachPlayer | Ref::EachOpponent);
                let what = self.each(*what);
                let outer = std::mem::replace(&mut self.it_plays, plays);
                let effect = self.list(*effect);
                self.it_plays = outer;
                format!("for {what}, {effect}")
            }
            Step::Repeat { n, effect } => {
                let (n, whence) = self.brief_word(n);
                format!("do this {}{whence}: {}", times(&n), self.list(*effect))
            }
            Step::May { effect } => {
                let first = self.library.list(*effect).first();
                if first.is_some_and(is_yours) {
                    // That it is you has been said.
                    self.others = false;
                    format!("you may {}", self.list(*effect))
                } else {
                    format!("you may do this: {}", self.list(*effect))
                }
            }
            Step::Delay { at, effect } => {
                let when = if *at == Events::END_TURN {
                    "at end of turn"
                } else {
                    "at the beginning of the next turn"
                };
                format!("{when} {}", self.list(*effect))
            }
        }
    }

    fn does(&mut self, who: Ref, you: &str, they: &str, what: &str) -> String {
        match who {
            Ref::You if self.others => format!("you {you} {what}"),
            Ref::You => format!("{you} {what}"),
            who => {
                self.others = true;
                let verb = if self.is_many_people(who) { format!("each {you}") } else { they.to_owned() };
                format!("{} {verb} {what}", self.subject(who))
            }
        }
    }

    /// "all battle damage that would be dealt to this this turn", and how much that is.
    fn coming(&self, amount: Option<&Amount>, only_battle: bool, whom: &str, end: Until) -> (String, String) {
        let how = if only_battle { "battle damage" } else { "damage" };
        let (much, whence) = amount.map_or_else(
            || ("all".to_owned(), String::new()),
            |amount| {
                let (n, whence) = self.brief(amount);
                (format!("the next {n}"), whence)
            },
        );
        let when = if end == Until::EndOfTurn { " this turn" } else { until(end) };
        (format!("{much} {how} that would be dealt to {whom}{when}"), whence)
    }

    /// Whose something is: "your", "target player's".
    fn possessive(&self, who: Ref) -> String {
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
    fn subject(&self, what: Ref) -> String {
        let said = self.thing(what);
        if said == "them" { "they".to_owned() } else { said }
    }

    /// Whether several targets are meant by this use of the word.
    fn is_several(&self, slot: u8) -> bool {
        self.targets.get(slot as usize).is_some_and(|target| target.n > 1)
    }

    /// Whether several players do something, each for themselves.
    fn is_many_people(&self, who: Ref) -> bool {
        match who {
            Ref::Target(slot) | Ref::Controller(Base::Target(slot)) | Ref::Owner(Base::Target(slot)) => {
                self.is_several(slot)
            }
            _ => false,
        }
    }

    /// Whether more than one thing is meant.
    fn is_many(&self, what: Ref) -> bool {
        match what {
            Ref::Each(_) => true,
            Ref::Target(slot) => self.is_several(slot),
            _ => false,
        }
    }

    /// All of them, as what something is done to.
    fn all(&self, what: Ref) -> String {
        match what {
            Ref::Each(selector) => format!("all {}", self.noun(selector, Number::Many, None)),
            what => self.thing(what),
        }
    }

    /// Each of them, as what something is done to.
    fn each(&self, what: Ref) -> String {
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
    fn of(&self, what: &str, base: Base) -> String {
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
    fn is_in_own_pile(&self, what: Ref) -> bool {
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

    fn thing(&self, what: Ref) -> String {
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
    fn noun(&self, selector: SelectorId, number: Number, whose: Option<Whose>) -> String {
        let wanted = self.library.selector(selector);
        let place = place(wanted, whose.unwrap_or(wanted.whose), number, "in");
        joined(wanted, self.noun_of(wanted, number), &bounds(wanted), &place)
    }

    /// What fits but for its cost, attack and defence, in words.
    fn noun_of(&self, it: &Selector, number: Number) -> String {
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

    /// "1 less for each Drone you control".
    fn less(&self, amount: &Amount) -> (String, String) {
        if let [(1, Term::Count(selector))] = amount.0.as_slice() {
            return (format!("1 less for each {}", self.noun(*selector, Number::Bare, None)), String::new());
        }
        let (n, whence) = self.brief(amount);
        (format!("{n} less"), whence)
    }

    /// An amount for the middle of a sentence, and what must be said of it at the end.
    fn brief(&self, amount: &Amount) -> (String, String) {
        match amount.0.as_slice() {
            [(1, Term::Number(_) | Term::X)] => (self.amount(amount), String::new()),
            _ => (LETTERS[0].to_owned(), format!(", where {} is {}", LETTERS[0], self.amount(amount))),
        }
    }

    /// The same, with a small number as a word.
    fn brief_word(&self, amount: &Amount) -> (String, String) {
        amount.as_number().map_or_else(|| self.brief(amount), |n| (counted(n), String::new()))
    }

    /// "the top two cards".
    fn top(&self, n: &Amount) -> (String, String) {
        let (n, whence) = self.brief_word(n);
        if n == "one" {
            return ("the top card".to_owned(), whence);
        }
        (format!("the top {n} cards"), whence)
    }

    /// "+1/-1".
    fn more<'a>(&self, attack: &'a Amount, defence: &'a Amount) -> (String, String) {
        let mut wheres: Vec<(&Amount, String)> = Vec::new();
        let mut signed = |amount: &'a Amount| {
            amount.as_number().map_or_else(|| self.lettered(amount, "+", &mut wheres), |n| format!("{n:+}"))
        };
        let strength = format!("{}/{}", signed(attack), signed(defence));
        (strength, whence(&wheres))
    }

    /// "2/3".
    fn strength(&self, attack: &Amount, defence: &Amount) -> (String, String) {
        let mut wheres = Vec::new();
        let strength =
            format!("{}/{}", self.lettered(attack, "", &mut wheres), self.lettered(defence, "", &mut wheres));
        (strength, whence(&wheres))
    }

    /// An amount as a number, or as a letter that stands for it.
    fn lettered<'a>(&self, amount: &'a Amount, sign: &str, wheres: &mut Vec<(&'a Amount, String)>) -> String {
        let short = self.brief(amount);
        if short.1.is_empty() {
            return format!("{sign}{}", short.0);
        }
        let place = wheres.iter().position(|(it, _)| *it == amount).unwrap_or_else(|| {
            wheres.push((amount, self.amount(amount)));
            wheres.len() - 1
        });
        format!("{sign}{}", LETTERS[place])
    }

    /// "2 damage", "damage equal to its attack".
    fn measured(&self, amount: &Amount, what: &str) -> String {
        match amount.0.as_slice() {
            [(1, Term::Number(_) | Term::X)] => format!("{} {what}", self.amount(amount)),
            [(1, Term::EventAmount)] => format!("as much {what}"),
            _ => format!("{what} equal to {}", self.amount(amount)),
        }
    }

    fn cards(&self, n: &Amount) -> String {
        match n.0.as_slice() {
            [(1, Term::Number(1))] => "a card".to_owned(),
            [(1, Term::Number(_) | Term::X)] => format!("{} cards", self.brief_word(n).0),
            _ => format!("as many cards as {}", self.amount(n)),
        }
    }

    fn amount(&self, amount: &Amount) -> String {
        let mut text = String::new();
        for (sign, term) in &amount.0 {
            let term = match term {
                Term::Number(n) => n.to_string(),
                Term::X => "X".to_owned(),
                Term::Count(selector) => {
                    format!("the number of {}", self.noun(*selector, Number::Many, None))
                }
                Term::Attack(base) => self.of("attack", *base),
                Term::Defence(base) => self.of("defence", *base),
                Term::Cost(base) => self.of("cost", *base),
                Term::Life(player) => format!("{} life", self.possessive(*player)),
                Term::EventAmount => "that amount".to_owned(),
                Term::DiedThisTurn => "the number of Souls that died this turn".to_owned(),
            };
            match (text.is_empty(), sign) {
                (true, 1) => text = term,
                (true, _) => text = format!("-{term}"),
                (false, 1) => text = format!("{text} plus {term}"),
                (false, _) => text = format!("{text} minus {term}"),
            }
        }
        text
    }

    fn test(&self, test: &Test) -> String {
        match test {
            Test::Exists(selector) => {
                let wanted = self.library.selector(*selector);
                match wanted.whose {
                    Whose::You if wanted.zone == Zone::Front => {
                        format!("you control {}", self.noun(*selector, Number::One, Some(Whose::Any)))
                    }
                    _ => format!("there is {}", self.noun(*selector, Number::One, None)),
                }
            }
            Test::Compare(left, Compare::AtLeast, right)
                if left.0 == [(1, Term::DiedThisTurn)] && right.as_number() == Some(1) =>
            {
                "a Soul died this turn".to_owned()
            }
            Test::Compare(left, compare, right) => {
                let how = match compare {
                    Compare::AtMost => "at most ",
                    Compare::AtLeast => "at least ",
                    Compare::Equal => "",
                };
                format!("{} is {how}{}", self.amount(left), self.amount(right))
            }
        }
    }

    fn costs(&self, costs: &Costs) -> String {
        let mut parts = Vec::new();
        if costs.energy > 0 {
            parts.push(format!("{} Energy", costs.energy));
        }
        if costs.activate {
            parts.push("ACTIVATE".to_owned());
        }
        if costs.life > 0 {
            parts.push(format!("pay {} life", costs.life));
        }
        if costs.scrap_self {
            parts.push("scrap this".to_owned());
        }
        if let Some(payment) = &costs.pick {
            // Everyone pays with what is their own, so that need not be said; but where it lies must be.
            let wanted = self.library.selector(payment.from);
            let bounds = bounds(wanted);
            let what = match payment.n {
                1 => self.noun_of(wanted, Number::One) + &bounds,
                n => format!("{} {}{bounds}", counted(n.into()), self.noun_of(wanted, Number::Many)),
            };
            parts.push(match payment.how {
                Paying::Scrap => format!("scrap {what}"),
                Paying::Discard => format!("discard {what}"),
                Paying::Void if wanted.zone == Zone::Scrap => format!("void {what} from your Scrap pile"),
                Paying::Void => format!("void {what}"),
                Paying::MakeVulnerable => format!("make {what} vulnerable"),
                Paying::ReturnToHand if payment.n > 1 => format!("return {what} to their owners' hands"),
                Paying::ReturnToHand => format!("return {what} to its owner's hand"),
            });
        }
        parts.join(", ")
    }

    fn when(&self, event: Events, about: About) -> String {
        let verb = event.words().next().unwrap_or_default();
        match about {
            About::Itself => match event {
                Events::LEAVES => "When this leaves the front lines".to_owned(),
                Events::BLOCKED => "When this is blocked".to_owned(),
                Events::DAMAGED => "Whenever this is dealt damage".to_owned(),
                Events::DEALS_DAMAGE => "Whenever this deals damage".to_owned(),
                Events::PLAYED => "When you play this".to_owned(),
                Events::BECOMES_VULNERABLE => "Whenever this becomes vulnerable".to_owned(),
                Events::REFRESHED => "Whenever this is refreshed".to_owned(),
                Events::ACTIVATED => "Whenever an ability of this is used".to_owned(),
                Events::TARGETED => "Whenever this becomes a target".to_owned(),
                Events::CONTROLLED => "Whenever this comes under somebody's control".to_owned(),
                _ => verb.to_uppercase(),
            },
            About::Fitting(selector) => {
                let noun = self.noun(selector, Number::One, None);
                match event {
                    Events::PLAYED => {
                        let noun = self.noun(selector, Number::One, Some(Whose::Any));
                        match self.library.selector(selector).whose {
                            Whose::You => format!("Whenever you play {noun}"),
                            Whose::Opponent => format!("Whenever an opponent plays {noun}"),
                            _ => format!("Whenever a player plays {noun}"),
                        }
                    }
                    Events::ENTERS | Events::CONTROLLED => {
                        let noun = self.noun(selector, Number::One, Some(Whose::Any));
                        let whose = self.library.selector(selector).whose;
                        let control = match whose {
                            Whose::You | Whose::Own => "your control",
                            Whose::Opponent => "an opponent's control",
                            Whose::Any => "somebody's control",
                        };
                        match (event, whose) {
                            (Events::ENTERS, Whose::Any) => format!("Whenever {noun} comes into play"),
                            (Events::ENTERS, _) => format!("Whenever {noun} comes into play under {control}"),
                            _ => format!("Whenever {noun} comes under {control}"),
                        }
                    }
                    Events::LEAVES => format!("Whenever {noun} leaves the front lines"),
                    Events::BLOCKED => format!("Whenever {noun} is blocked"),
                    Events::DAMAGED => format!("Whenever {noun} is dealt damage"),
                    Events::DEALS_DAMAGE => format!("Whenever {noun} deals damage"),
                    Events::BECOMES_VULNERABLE => format!("Whenever {noun} becomes vulnerable"),
                    Events::REFRESHED => format!("Whenever {noun} is refreshed"),
                    Events::ACTIVATED => format!("Whenever an ability of {noun} is used"),
                    Events::TARGETED => format!("Whenever {noun} becomes a target"),
                    _ => format!("Whenever {noun} {verb}"),
                }
            }
            About::Player(whose) => {
                let (who, turn) = match whose {
                    Whose::You | Whose::Own => ("you", "your turn"),
                    Whose::Opponent => ("an opponent", "each opponent's turn"),
                    Whose::Any => ("a player", "each turn"),
                };
                let s = if who == "you" { "" } else { "s" };
                match event {
                    Events::BEGIN_TURN => format!("At the beginning of {turn}"),
                    Events::END_TURN => format!("At the end of {turn}"),
                    Events::DRAWN => format!("Whenever {who} draw{s} a card"),
                    Events::DISCARDED => format!("Whenever {who} discard{s} a card"),
                    Events::LIFE_GAINED => format!("Whenever {who} gain{s} life"),
                    Events::LIFE_LOST => format!("Whenever {who} lose{s} life"),
                    Events::TARGETED => format!("Whenever {who} become{s} a target"),
                    _ => {
                        let base = match whose {
                            Whose::You | Whose::Own => "your Base",
                            Whose::Opponent => "an opponent's Base",
                            Whose::Any => "a Base",
                        };
                        format!("Whenever damage is dealt to {base}")
                    }
                }
            }
        }
    }

    fn continuous(&self, affects: Option<SelectorId>, grant: &Grant) -> String {
        let verb = |one: &'static str, many: &'static str| if affects.is_some() { many } else { one };
        let mut said = Vec::new();
        let mut wheres = String::new();
        if let Some((attack, defence)) = &grant.stats {
            let (strength, whence) = self.more(attack, defence);
            said.push(format!("{} {strength}", verb("gets", "get")));
            wheres += &whence;
        }
        if let Some((attack, defence)) = &grant.set_stats {
            let (strength, whence) = self.strength(attack, defence);
            said.push(format!("{} {strength}", verb("is", "are")));
            wheres += &whence;
        }
        let keywords: Vec<&str> = grant.keywords.words().collect();
        if !keywords.is_empty() {
            let keywords: Vec<String> = keywords.into_iter().map(str::to_owned).collect();
            said.push(format!("{} {}", verb("has", "have"), listed(&keywords, "and")));
        }
        let cannot: Vec<String> = grant.cannot.words().map(|word| word.replace('_', " ")).collect();
        let cannot = (!cannot.is_empty()).then(|| format!("cannot {}", listed(&cannot, "or")));
        let may = grant.may.words().map(|_| "may block AIRBORNE Souls".to_owned());
        let permits: Vec<String> = cannot.into_iter().chain(may).collect();
        // The plainest cards need no more than the verb.
        if let ([], [only], None) = (said.as_slice(), permits.as_slice(), affects) {
            return sentence(only);
        }
        said.extend(permits);
        let wanted = affects.map(|affects| (affects, self.library.selector(affects)));
        let who = match wanted {
            None => "this".to_owned(),
            Some((_, it)) if it.zone == Zone::Player && it.whose == Whose::You => "you".to_owned(),
            Some((selector, it)) if it.zone == Zone::Playing => {
                said.extend(costs_change(grant));
                let noun = self.noun(selector, Number::Many, Some(Whose::Any));
                match it.whose {
                    Whose::You => format!("{noun} you play"),
                    Whose::Opponent => format!("{noun} your opponents play"),
                    _ => noun,
                }
            }
            Some((selector, _)) => self.noun(selector, Number::Many, None),
        };
        format!("CONTINUOUS: {who} {}{wheres}.", listed(&said, "and"))
    }

    fn replacement(&self, replacement: &Replacement) -> String {
        match replacement {
            Replacement::EntersVulnerable(who) => {
                format!("{} enter vulnerable.", capital(&self.noun(*who, Number::Many, None)))
            }
            Replacement::Damage { to, by, only_battle, change } => {
                let by = by.map_or_else(
                    || "a source".to_owned(),
                    |by| {
                        let wanted = self.library.selector(by);
                        let whose = match wanted.whose {
                            Whose::You => " you control",
                            Whose::Opponent => " an opponent controls",
                            _ => "",
                        };
                        joined(wanted, self.noun_of(wanted, Number::One), &bounds(wanted), whose)
                    },
                );
                let to = match to {
                    Struck::Itself => "this".to_owned(),
                    Struck::Player(Whose::You | Whose::Own) => "your Base".to_owned(),
                    Struck::Player(_) => "an opponent's Base".to_owned(),
                    Struck::Fitting(selector) => self.noun(*selector, Number::One, None),
                };
                let damage = if *only_battle { "battle damage" } else { "damage" };
                match change {
                    change if *change < 0 => {
                        format!("If {by} would deal {damage} to {to}, prevent {} of it.", -change)
                    }
                    change => format!("If {by} would deal {damage} to {to}, it deals {change} more."),
                }
            }
        }
    }
}

/// "cost 1 less (at least 1)".
fn costs_change(grant: &Grant) -> Vec<String> {
    let mut said = Vec::new();
    if grant.cost_more > 0 {
        said.push(format!("cost {} more", grant.cost_more));
    }
    if grant.cost_less > 0 {
        said.push(format!("cost {} less", grant.cost_less));
    }
    match (said.last_mut(), grant.cost_min) {
        (_, ..=0) => {}
        (Some(last), least) => *last = format!("{last} (at least {least})"),
        // SR-R43: a minimum stops reductions and makes nothing dearer.
        (None, least) => said.push(format!("cannot be made to cost less than {least}")),
    }
    said
}

/// "a Soul", "an Action".
fn a(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// What letters stand for.
fn whence(wheres: &[(&Amount, String)]) -> String {
    let parts = wheres.iter().zip(LETTERS).map(|((_, amount), letter)| format!("{letter} is {amount}"));
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { String::new() } else { format!(", where {}", parts.join(" and ")) }
}

/// "with cost 2 or less and attack 1".
fn bounds(it: &Selector) -> String {
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
fn joined(it: &Selector, noun: String, bounds: &str, place: &str) -> String {
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

/// Whether it is you who does it, in a step that begins with a verb.
fn is_yours(step: &Step) -> bool {
    match step {
        Step::Draw { who, .. }
        | Step::Discard { who, .. }
        | Step::Mill { who, .. }
        | Step::Reveal { who, .. }
        | Step::Bury { who, .. }
        | Step::Shuffle { who }
        | Step::GainLife { who, .. }
        | Step::LoseLife { who, .. }
        | Step::CreateToken { who, .. }
        | Step::ScrapPick { who, .. }
        | Step::GainControl { who, .. }
        | Step::Damage { source: who, .. } => matches!(who, Ref::You | Ref::Itself),
        Step::SetLife { .. }
        | Step::Modify { .. }
        | Step::GainKeyword { .. }
        | Step::LoseKeyword { .. }
        | Step::SkipRefresh { .. }
        | Step::PayOr { .. }
        | Step::Redirect { .. }
        | Step::If { .. }
        | Step::ForEach { .. }
        | Step::May { .. }
        | Step::Delay { .. } => false,
        _ => true,
    }
}
