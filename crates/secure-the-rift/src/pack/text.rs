//! The words on a card, made from what it does: nothing is written twice.

use std::fmt::Write;

use super::Library;
use super::language::{
    Ability, About, Amount, Base, Card, Chooser, Compare, Condition, Costs, Events, Found, Grant, Kinds,
    Paying, Pool, Ref, Replacement, Script, Selector, SelectorId, Shielded, Step, Struck, Target, Term, Test,
    Until, Whose, Zone,
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
        lines.push(format!("Costs {}{least}.", words.less(&change.less)));
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

fn signed(amount: &Amount, words: &Words<'_>) -> String {
    match amount.as_number() {
        Some(n) => format!("{n:+}"),
        None => format!("+{}", words.amount(amount)),
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
    /// The targets that have been named already.
    said: Vec<u8>,
    /// Whether somebody else has done something: then it must be said that it is you who goes on.
    others: bool,
}

impl Words<'_> {
    fn new(library: &Library) -> Words<'_> {
        Words { library, event: None, said: Vec::new(), others: false }
    }

    /// What happens, as sentences; the first begins small and the last has no stop.
    fn script(&self, script: &Script) -> String {
        let mut words = self.clone();
        let mut text = String::new();
        for step in self.library.list(script.effect) {
            let said = words.step(step, &script.targets);
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
        self.clone().steps(self.library.list(script.effect), &script.targets)
    }

    fn steps(&mut self, steps: &[Step], targets: &[Target]) -> String {
        let parts: Vec<String> = steps.iter().map(|step| self.step(step, targets)).collect();
        parts.join(", then ")
    }

    fn list(&mut self, list: super::language::ListId, targets: &[Target]) -> String {
        let steps = self.library.list(list);
        self.steps(steps, targets)
    }

    #[allow(clippy::too_many_lines, reason = "one arm a word of the card language")]
    fn step(&mut self, step: &Step, targets: &[Target]) -> String {
        let one = |n: &Amount| n.as_number() == Some(1);
        match step {
            Step::Damage { amount, to, source } => {
                let by = match source {
                    Ref::Itself => "deal".to_owned(),
                    source => format!("{} deals", self.thing(*source, targets)),
                };
                let amount = self.measured(amount, "damage");
                match to {
                    Ref::EachOpponent => format!("{by} {amount} to each opponent's Base"),
                    Ref::You => format!("{by} {amount} to your Base"),
                    to => format!("{by} {amount} to {}", self.each(*to, targets)),
                }
            }
            Step::Destroy { what } => format!("destroy {}", self.all(*what, targets)),
            Step::Scrap { what } => format!("scrap {}", self.all(*what, targets)),
            Step::ScrapPick { who, pick, from } => {
                let whose = Some(if *who == Ref::You { Whose::You } else { Whose::Own });
                let what = match pick.as_number() {
                    Some(1) => self.noun(*from, Number::One, whose),
                    _ => format!("{} {}", self.amount_word(pick), self.noun(*from, Number::Many, whose)),
                };
                match who {
                    Ref::You => format!("scrap {what}, if you can"),
                    who => format!("{} scraps {what}", self.thing(*who, targets)),
                }
            }
            Step::Void { what, until_self_leaves } => {
                let until = if *until_self_leaves { " until this leaves the front lines" } else { "" };
                format!("void {}{until}", self.all(*what, targets))
            }
            Step::Draw { who, n } => {
                let cards = self.cards(n);
                self.does(*who, "draw", "draws", &cards, targets)
            }
            Step::Discard { who, n, chooser } => {
                let cards = self.cards(n);
                let how = match chooser {
                    Chooser::Owner => "",
                    Chooser::You => " that you choose",
                    Chooser::Random => " at random",
                };
                self.does(*who, "discard", "discards", &format!("{cards}{how}"), targets)
            }
            Step::Mill { who, n } => {
                let top = if one(n) {
                    "the top card".to_owned()
                } else {
                    format!("the top {} cards", self.amount_word(n))
                };
                match who {
                    Ref::You => format!("put {top} of your deck into your Scrap pile"),
                    who => format!(
                        "{} puts {top} of their deck into their Scrap pile",
                        self.thing(*who, targets)
                    ),
                }
            }
            Step::Look { n } if one(n) => {
                "look at the top card of your deck; you may put it on the bottom".to_owned()
            }
            Step::Look { n } => {
                let n = self.amount_word(n);
                format!("look at the top {n} cards of your deck; you may put each on the bottom")
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
                format!("search your deck for {what}, reveal it, put it {to}, shuffle")
            }
            Step::Bury { who, pick, top } => {
                let cards = self.cards(pick);
                let place = if *top { "on top" } else { "on the bottom" };
                match who {
                    Ref::You => format!("put {cards} from your hand {place} of your deck"),
                    who => format!(
                        "{} puts {cards} from their hand {place} of their deck",
                        self.thing(*who, targets)
                    ),
                }
            }
            Step::Shuffle { who } => self.does(*who, "shuffle", "shuffles", "the deck", targets),
            Step::GainLife { who, n } => {
                let n = self.measured(n, "life");
                self.does(*who, "gain", "gains", &n, targets)
            }
            Step::LoseLife { who, n } => {
                let n = self.measured(n, "life");
                self.does(*who, "lose", "loses", &n, targets)
            }
            Step::SetLife { who, n } => {
                let whose = match who {
                    Ref::You => "your".to_owned(),
                    who => format!("{}'s", self.thing(*who, targets)),
                };
                format!("{whose} life becomes {}", self.amount(n))
            }
            Step::Modify { what, attack, defence, until: end } => {
                let gets = if is_many(*what, targets) { "get" } else { "gets" };
                let (attack, defence) = (signed(attack, self), signed(defence, self));
                format!("{} {gets} {attack}/{defence}{}", self.thing(*what, targets), until(*end))
            }
            Step::Counters { what, n } => {
                let counters = if one(n) {
                    "an upgrade counter".to_owned()
                } else {
                    format!("{} upgrade counters", self.amount_word(n))
                };
                format!("put {counters} on {}", self.each(*what, targets))
            }
            Step::GainKeyword { what, keyword, until: end } => {
                let gains = if is_many(*what, targets) { "gain" } else { "gains" };
                let word = keyword.words().next().unwrap_or_default();
                format!("{} {gains} {word}{}", self.thing(*what, targets), until(*end))
            }
            Step::LoseKeyword { what, keyword, until: end } => {
                let loses = if is_many(*what, targets) { "lose" } else { "loses" };
                let word = keyword.words().next().unwrap_or_default();
                format!("{} {loses} {word}{}", self.thing(*what, targets), until(*end))
            }
            Step::CreateToken { token, n, who, vulnerable } => {
                let name = &self.library.card(*token).name;
                let state = if *vulnerable { " vulnerable" } else { "" };
                let what = match n.as_number() {
                    Some(1) => format!("a{state} {name}"),
                    Some(n) => format!("{}{state} {name}s", counted(n)),
                    None => format!("{}{state} {name}s", self.amount(n)),
                };
                self.does(*who, "create", "creates", &what, targets)
            }
            Step::Cancel { what } => format!("cancel {}", self.thing(*what, targets)),
            Step::PayOr { who, energy, otherwise } => {
                // The target is named by what happens otherwise.
                let otherwise = self.list(*otherwise, targets);
                match who {
                    Ref::You => format!("{otherwise} unless you pay {energy} Energy"),
                    who => format!("{otherwise} unless {} pays {energy} Energy", self.thing(*who, targets)),
                }
            }
            Step::Refresh { what } => format!("refresh {}", self.all(*what, targets)),
            Step::MakeVulnerable { what } => format!("make {} vulnerable", self.all(*what, targets)),
            Step::SkipRefresh { what, times } => {
                let turns = if *times == 1 { "turn".to_owned() } else { format!("{times} turns") };
                let does = if is_many(*what, targets) { "do" } else { "does" };
                let who = self.thing(*what, targets);
                format!("{who} {does} not refresh at the beginning of its controller's next {turns}")
            }
            Step::ReturnToHand { what } => {
                let hand = match what {
                    Ref::Target(slot) if self.is_in_scrap(targets.get(*slot as usize)) => "your hand",
                    what if is_many(*what, targets) => "their owners' hands",
                    _ => "its owner's hand",
                };
                format!("return {} to {hand}", self.all(*what, targets))
            }
            Step::PutInPlay { what, vulnerable, .. } => {
                let state = if *vulnerable { " vulnerable" } else { "" };
                format!("put {} onto the front lines{state}", self.all(*what, targets))
            }
            Step::GainControl { what, until: end } => {
                format!("gain control of {}{}", self.all(*what, targets), until(*end))
            }
            Step::AddEnergy { n } => format!("add {} Energy", self.amount(n)),
            Step::EnergyFromPile { n, vulnerable } => {
                let top = if one(n) {
                    "the top card".to_owned()
                } else {
                    format!("the top {} cards", self.amount_word(n))
                };
                format!(
                    "put {top} of your energy pile into play{}",
                    if *vulnerable { " vulnerable" } else { "" }
                )
            }
            Step::Prevent { to, amount, only_battle, until: end } => {
                let whom = match to {
                    Shielded::These(what) => self.thing(*what, targets),
                    Shielded::Fitting(selector) => self.noun(*selector, Number::Many, None),
                };
                let how = if *only_battle { "battle damage" } else { "damage" };
                let much = amount
                    .as_ref()
                    .map_or_else(|| "all".to_owned(), |it| format!("the next {}", self.amount(it)));
                let when = if *end == Until::EndOfTurn { " this turn" } else { until(*end) };
                format!("prevent {much} {how} that would be dealt to {whom}{when}")
            }
            Step::If { test, then, otherwise } => {
                let (test, then) = (self.test(test), self.list(*then, targets));
                match otherwise {
                    None => format!("if {test}, {then}"),
                    Some(otherwise) => format!("{}, or {then} if {test}", self.list(*otherwise, targets)),
                }
            }
            Step::ForEach { what, effect } => {
                format!("for {}, {}", self.each(*what, targets), self.list(*effect, targets))
            }
            Step::Repeat { n, effect } => {
                format!("{} times: {}", self.amount(n), self.list(*effect, targets))
            }
            Step::May { effect } => format!("you may {}", self.list(*effect, targets)),
            Step::Delay { at, effect } => {
                let when = if *at == Events::END_TURN {
                    "at end of turn"
                } else {
                    "at the beginning of the next turn"
                };
                format!("{when} {}", self.list(*effect, targets))
            }
        }
    }

    fn does(&mut self, who: Ref, you: &str, they: &str, what: &str, targets: &[Target]) -> String {
        match who {
            Ref::You if self.others => format!("you {you} {what}"),
            Ref::You => format!("{you} {what}"),
            who => {
                self.others = true;
                format!("{} {they} {what}", self.thing(who, targets))
            }
        }
    }

    /// All of them, as what something is done to.
    fn all(&mut self, what: Ref, targets: &[Target]) -> String {
        match what {
            Ref::Each(selector) => format!("all {}", self.noun(selector, Number::Many, None)),
            what => self.thing(what, targets),
        }
    }

    /// Each of them, as what something is done to.
    fn each(&mut self, what: Ref, targets: &[Target]) -> String {
        match what {
            Ref::Each(selector) => format!("each {}", self.noun(selector, Number::Bare, None)),
            what => self.thing(what, targets),
        }
    }

    /// What the event was about.
    fn event(&self) -> &'static str {
        match self.event {
            Some(Events::BLOCKS) => "the blocked Soul",
            Some(Events::BLOCKED) => "the blocking Soul",
            _ => "it",
        }
    }

    /// Who has to do with a thing.
    fn person(&self, base: Base, what: &str) -> String {
        match base {
            Base::Event if self.event() != "it" => format!("{}'s {what}", self.event()),
            _ => format!("its {what}"),
        }
    }

    fn is_in_scrap(&self, target: Option<&Target>) -> bool {
        matches!(target.map(|it| it.from), Some(Pool::Things(it)) if self.library.selector(it).zone == Zone::Scrap)
    }

    fn thing(&mut self, what: Ref, targets: &[Target]) -> String {
        match what {
            Ref::You => "you".to_owned(),
            Ref::EachOpponent => "each opponent".to_owned(),
            Ref::EachPlayer => "each player".to_owned(),
            Ref::Itself => "this".to_owned(),
            Ref::Event => self.event().to_owned(),
            Ref::It | Ref::Named(_) => "it".to_owned(),
            Ref::Controller(base) => self.person(base, "controller"),
            Ref::Owner(base) => self.person(base, "owner"),
            Ref::Each(selector) => {
                let all = if self.library.selector(selector).whose == Whose::Any { "all " } else { "" };
                format!("{all}{}", self.noun(selector, Number::Many, None))
            }
            Ref::Target(slot) => {
                let Some(target) = targets.get(slot as usize) else { return "it".to_owned() };
                if self.said.contains(&slot) {
                    return if target.n > 1 { "them" } else { "it" }.to_owned();
                }
                self.said.push(slot);
                self.target(target)
            }
        }
    }

    fn target(&self, target: &Target) -> String {
        let many = if target.n > 1 { Number::Many } else { Number::Bare };
        let number = match (target.n, target.upto) {
            (1, false) => String::new(),
            (n, false) => format!("{} ", counted(n.into())),
            (n, true) => format!("up to {} ", counted(n.into())),
        };
        let plural = if target.n > 1 { "s" } else { "" };
        match target.from {
            Pool::AnyTarget => format!("{number}any target{plural}"),
            Pool::Player(Whose::Opponent) => format!("{number}target opponent{plural}"),
            Pool::Player(_) => format!("{number}target player{plural}"),
            Pool::Things(selector) => {
                let wanted = self.library.selector(selector);
                let other = if wanted.other { "another " } else { "" };
                let noun = self.noun_of(&Selector { other: false, ..wanted.clone() }, many);
                format!("{other}{number}target {noun}{}", place(wanted.zone, wanted.whose, many, "from"))
            }
        }
    }

    /// What fits and where it is, in words. `whose` is told instead of the selector's own if the sentence says it
    /// otherwise.
    fn noun(&self, selector: SelectorId, number: Number, whose: Option<Whose>) -> String {
        let wanted = self.library.selector(selector);
        self.noun_of(wanted, number) + &place(wanted.zone, whose.unwrap_or(wanted.whose), number, "in")
    }

    /// What fits, in words.
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
            Kinds::CARD | Kinds::ENERGY if it.subtype.is_none() => {
                words.push(if it.kinds == Kinds::ENERGY { "Energy card" } else { "card" }.to_owned());
            }
            kinds if it.subtype.is_none() => {
                words.push(format!("{}{}", capital(kinds.word()), if piled { " card" } else { "" }));
            }
            _ => {}
        }
        if it.token {
            words.push("token".to_owned());
        }
        let mut text = words.join(" ");
        if number == Number::Many {
            text.push('s');
        }
        if number == Number::One && !it.other {
            let vowel = text.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
            text = format!("{} {text}", if vowel { "an" } else { "a" });
        }
        let mut with = "with";
        for (what, bound) in [("cost", it.cost), ("attack", it.attack), ("defence", it.defence)] {
            if let Some((compare, n)) = bound {
                let how = match compare {
                    Compare::AtMost => " or less",
                    Compare::AtLeast => " or more",
                    Compare::Equal => "",
                };
                write!(text, " {with} {what} {n}{how}").expect("a string takes all");
                with = "and";
            }
        }
        text
    }

    /// "1 less for each Drone you control".
    fn less(&self, amount: &Amount) -> String {
        match amount.0.as_slice() {
            [(1, Term::Count(selector))] => {
                format!("1 less for each {}", self.noun(*selector, Number::Bare, None))
            }
            _ => format!("{} less", self.amount(amount)),
        }
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
            [(1, Term::Number(_) | Term::X)] => format!("{} cards", self.amount_word(n)),
            _ => format!("as many cards as {}", self.amount(n)),
        }
    }

    fn amount_word(&self, amount: &Amount) -> String {
        amount.as_number().map_or_else(|| self.amount(amount), counted)
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
                Term::Attack(_) => "its attack".to_owned(),
                Term::Defence(_) => "its defence".to_owned(),
                Term::Cost(_) => "its cost".to_owned(),
                Term::Life => "your life".to_owned(),
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
            let what = match payment.n {
                1 => self.noun_of(wanted, Number::One),
                n => format!("{} {}", counted(n.into()), self.noun_of(wanted, Number::Many)),
            };
            parts.push(match payment.how {
                Paying::Scrap => format!("scrap {what}"),
                Paying::Discard => format!("discard {what}"),
                Paying::Void if wanted.zone == Zone::Scrap => format!("void {what} from your Scrap pile"),
                Paying::Void => format!("void {what}"),
                Paying::MakeVulnerable => format!("make {what} vulnerable"),
                Paying::ReturnToHand => format!("return {what} to hand"),
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
                    Events::ENTERS => {
                        let noun = self.noun(selector, Number::One, Some(Whose::Any));
                        let whose = match self.library.selector(selector).whose {
                            Whose::You | Whose::Own => " under your control",
                            Whose::Opponent => " under an opponent's control",
                            Whose::Any => "",
                        };
                        format!("Whenever {noun} comes into play{whose}")
                    }
                    Events::LEAVES => format!("Whenever {noun} leaves the front lines"),
                    Events::BLOCKED => format!("Whenever {noun} is blocked"),
                    Events::DAMAGED => format!("Whenever {noun} is dealt damage"),
                    Events::DEALS_DAMAGE => format!("Whenever {noun} deals damage"),
                    Events::BECOMES_VULNERABLE => format!("Whenever {noun} becomes vulnerable"),
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
                    _ => format!(
                        "Whenever damage is dealt to {}",
                        if who == "you" { "your Base" } else { "a Base" }
                    ),
                }
            }
        }
    }

    fn continuous(&self, affects: Option<SelectorId>, grant: &Grant) -> String {
        let mut said = Vec::new();
        let who = affects.map_or("this".to_owned(), |selector| self.noun(selector, Number::Many, None));
        let verb = |one: &'static str, many: &'static str| if affects.is_some() { many } else { one };
        if let Some((attack, defence)) = &grant.stats {
            let gets = verb("gets", "get");
            said.push(format!("{who} {gets} {}/{}", signed(attack, self), signed(defence, self)));
        }
        if let Some((attack, defence)) = &grant.set_stats {
            let (attack, defence) = (self.amount(attack), self.amount(defence));
            said.push(format!("attack and defence of {who} are {attack}/{defence}"));
        }
        let keywords: Vec<&str> = grant.keywords.words().collect();
        if !keywords.is_empty() {
            said.push(format!("{who} {} {}", verb("has", "have"), keywords.join(", ")));
        }
        let cannot = grant.cannot.words().map(|word| format!("cannot {}", word.replace('_', " ")));
        let may = grant.may.words().map(|_| "may block AIRBORNE Souls".to_owned());
        let permits: Vec<String> = cannot.chain(may).collect();
        // The plainest cards need no more than the verb.
        if let ([], [only], None) = (said.as_slice(), permits.as_slice(), affects) {
            return sentence(only);
        }
        said.extend(permits.iter().map(|what| format!("{who} {what}")));
        let played = |selector: SelectorId| {
            let wanted = self.library.selector(selector);
            let noun = self.noun(selector, Number::Many, Some(Whose::Any));
            match wanted.whose {
                Whose::You => format!("{noun} you play"),
                Whose::Opponent => format!("{noun} your opponents play"),
                _ => noun,
            }
        };
        if let Some(selector) = affects {
            let least =
                if grant.cost_min > 0 { format!(" (at least {})", grant.cost_min) } else { String::new() };
            if grant.cost_less > 0 {
                said.push(format!("{} cost {} less{least}", played(selector), grant.cost_less));
            }
            if grant.cost_more > 0 {
                said.push(format!("{} cost {} more", played(selector), grant.cost_more));
            }
        }
        format!("CONTINUOUS: {}.", said.join("; "))
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
                        let noun = self.noun(by, Number::One, Some(Whose::Any));
                        match self.library.selector(by).whose {
                            Whose::You => format!("{noun} you control"),
                            Whose::Opponent => format!("{noun} an opponent controls"),
                            _ => noun,
                        }
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

/// Where they are, and whose: "you control", "in your Scrap pile", or "from" it.
fn place(zone: Zone, whose: Whose, number: Number, preposition: &str) -> String {
    let pile = match zone {
        Zone::Scrap => "Scrap pile",
        Zone::Hand => "hand",
        Zone::Deck => "deck",
        Zone::Void => return format!(" {preposition} the void"),
        Zone::Front | Zone::Sequence | Zone::Playing => {
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
        Whose::Opponent => format!(" {preposition} an opponent's {pile}"),
        // A deck is searched by its owner, and a hand is one's own: the sentence says so.
        _ if zone != Zone::Scrap => String::new(),
        _ => format!(" {preposition} a {pile}"),
    }
}

/// Whether more than one thing is meant.
fn is_many(what: Ref, targets: &[Target]) -> bool {
    match what {
        Ref::Each(_) | Ref::EachPlayer | Ref::EachOpponent => true,
        Ref::Target(slot) => targets.get(slot as usize).is_some_and(|target| target.n > 1),
        _ => false,
    }
}
