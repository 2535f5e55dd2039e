//! What is done, step by step.

use super::nouns::a;
use super::{Number, Words, capital, counted, until};
use crate::pack::language::{
    Amount, Chooser, Events, Found, ListId, Ref, Script, Shielded, Step, Until, Whose,
};

impl Words<'_> {
    /// What happens, as sentences; the first begins small and the last has no stop.
    pub(super) fn script(&self, script: &Script) -> String {
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
    pub(super) fn clause(&self, script: &Script) -> String {
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
}

/// "three times".
fn times(n: &str) -> String {
    match n {
        "one" => "once".to_owned(),
        "two" => "twice".to_owned(),
        n => format!("{n} times"),
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
