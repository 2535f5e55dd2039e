//! The words for instructions.

use super::nouns::a;
use super::{Form, TextWriter, capital, counted, until};
use crate::pack::language::{
    Amount, Chooser, EffectId, Instruction, PreventionTarget, Ref, Script, SearchDestination, Triggers,
    Until, Whose,
};

impl TextWriter<'_> {
    /// An effect as sentences. The first begins in lower case, and the last has no full stop.
    pub(super) fn script(&self, script: &Script) -> String {
        let mut writer = TextWriter { targets: &script.targets, ..self.clone() };
        let mut text = String::new();
        for instruction in self.library.effect(script.effect) {
            let clause = writer.instruction(instruction);
            match instruction {
                _ if text.is_empty() => text = clause,
                Instruction::Bury { .. } => text = format!("{text}, then {clause}"),
                _ => text = format!("{text}. {}", capital(&clause)),
            }
        }
        text
    }

    /// An effect as a part of a sentence.
    pub(super) fn clause(&self, script: &Script) -> String {
        TextWriter { targets: &script.targets, ..self.clone() }
            .instructions(self.library.effect(script.effect))
    }

    fn instructions(&mut self, instructions: &[Instruction]) -> String {
        let parts: Vec<String> = instructions.iter().map(|it| self.instruction(it)).collect();
        parts.join(", then ")
    }

    fn effect(&mut self, effect: EffectId) -> String {
        let instructions = self.library.effect(effect);
        self.instructions(instructions)
    }

    #[allow(clippy::too_many_lines, reason = "one arm per instruction of the card language")]
    fn instruction(&mut self, instruction: &Instruction) -> String {
        let one = |n: &Amount| n.as_number() == Some(1);
        match instruction {
            Instruction::Damage { amount, to, source } => {
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
            Instruction::Destroy { what } => format!("destroy {}", self.all(*what)),
            Instruction::Scrap { what } => format!("scrap {}", self.all(*what)),
            Instruction::ScrapPick { who, pick, from } => {
                let whose = Some(if *who == Ref::You { Whose::You } else { Whose::Own });
                let (n, definitions) = self.brief_word(pick);
                let what = match n.as_str() {
                    "one" => self.noun(*from, Form::Singular, whose),
                    n => format!("{n} {}", self.noun(*from, Form::Plural, whose)),
                };
                match who {
                    Ref::You => format!("scrap {what}, if you can{definitions}"),
                    who => self.does(*who, "scrap", "scraps", &format!("{what}{definitions}")),
                }
            }
            Instruction::Void { what, until_self_leaves } => {
                let until = if *until_self_leaves { " until this leaves the front lines" } else { "" };
                format!("void {}{until}", self.all(*what))
            }
            Instruction::Draw { who, n } => {
                let cards = self.cards(n);
                self.does(*who, "draw", "draws", &cards)
            }
            Instruction::Discard { who, n: None, .. } => {
                let hand = format!("{} hand", if *who == Ref::You { "your" } else { "their" });
                self.does(*who, "discard", "discards", &hand)
            }
            Instruction::Discard { who, n: Some(n), chooser } => {
                let cards = self.cards(n);
                let how = match chooser {
                    Chooser::Owner => "",
                    Chooser::You => " that you choose",
                    Chooser::Random => " at random",
                };
                self.does(*who, "discard", "discards", &format!("{cards}{how}"))
            }
            Instruction::Mill { who, n } => {
                let ((top, definitions), their) =
                    (self.top(n), if *who == Ref::You { "your" } else { "their" });
                let what = format!("{top} of {their} deck into {their} Scrap pile{definitions}");
                self.does(*who, "put", "puts", &what)
            }
            Instruction::Look { who, n } => {
                let ((top, definitions), each) = (self.top(n), if one(n) { "it" } else { "each" });
                let whose = self.possessive(*who);
                format!("look at {top} of {whose} deck{definitions}; you may put {each} on the bottom")
            }
            Instruction::Reveal { who, n } => {
                let their = if *who == Ref::You { "your" } else { "their" };
                let what = n.as_ref().map_or_else(
                    || format!("{their} hand"),
                    |n| {
                        let (top, definitions) = self.top(n);
                        format!("{top} of {their} deck{definitions}")
                    },
                );
                self.does(*who, "reveal", "reveals", &what)
            }
            Instruction::Search { want, upto, to } => {
                let what = match upto {
                    1 => self.noun(*want, Form::Singular, Some(Whose::Any)),
                    n => format!(
                        "up to {} {}",
                        counted((*n).into()),
                        self.noun(*want, Form::Plural, Some(Whose::Any))
                    ),
                };
                let to =
                    if *to == SearchDestination::Hand { "into your hand" } else { "onto the front lines" };
                let it = if *upto == 1 { "it" } else { "them" };
                format!("search your deck for {what}, reveal {it}, put {it} {to}, shuffle")
            }
            Instruction::Bury { who, pick, top } => {
                let cards = self.cards(pick);
                let place = if *top { "on top" } else { "on the bottom" };
                let their = if *who == Ref::You { "your" } else { "their" };
                let what = format!("{cards} from {their} hand {place} of {their} deck");
                self.does(*who, "put", "puts", &what)
            }
            Instruction::Shuffle { who } => {
                let deck = if *who == Ref::You { "your deck" } else { "their deck" };
                self.does(*who, "shuffle", "shuffles", deck)
            }
            Instruction::GainLife { who, n } => {
                let n = self.measured(n, "life");
                self.does(*who, "gain", "gains", &n)
            }
            Instruction::LoseLife { who, n } => {
                let n = self.measured(n, "life");
                self.does(*who, "lose", "loses", &n)
            }
            Instruction::SetLife { who, n } => {
                let n = self.amount(n);
                format!("{} life becomes {n}", self.possessive(*who))
            }
            Instruction::Modify { what, attack, defence, until: end } => {
                let gets = if self.is_many(*what) { "get" } else { "gets" };
                let (strength, definitions) = self.more(attack, defence);
                format!("{} {gets} {strength}{}{definitions}", self.subject(*what), until(*end))
            }
            Instruction::Counters { what, n } => {
                let (n, definitions) = self.brief_word(n);
                let counters = match n.as_str() {
                    "one" => "an upgrade counter".to_owned(),
                    n => format!("{n} upgrade counters"),
                };
                format!("put {counters} on {}{definitions}", self.each(*what))
            }
            Instruction::GainKeyword { what, keyword, until: end } => {
                let gains = if self.is_many(*what) { "gain" } else { "gains" };
                let word = keyword.words().next().unwrap_or_default();
                format!("{} {gains} {word}{}", self.subject(*what), until(*end))
            }
            Instruction::LoseKeyword { what, keyword, until: end } => {
                let loses = if self.is_many(*what) { "lose" } else { "loses" };
                let word = keyword.words().next().unwrap_or_default();
                format!("{} {loses} {word}{}", self.subject(*what), until(*end))
            }
            Instruction::CreateToken { token, n, who, vulnerable } => {
                let name = &self.library.card(*token).name;
                let state = if *vulnerable { " vulnerable" } else { "" };
                let (n, definitions) = self.brief_word(n);
                let what = match n.as_str() {
                    "one" if *vulnerable => format!("a vulnerable {name}"),
                    "one" => a(name),
                    n => format!("{n}{state} {name}s"),
                };
                self.does(*who, "create", "creates", &format!("{what}{definitions}"))
            }
            Instruction::Cancel { what } => format!("cancel {}", self.thing(*what)),
            Instruction::PayOr { who, energy, otherwise } => {
                let several = self.library.effect(*otherwise).len() > 1;
                // The other effect mentions the target first.
                let otherwise = self.effect(*otherwise);
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
            Instruction::Refresh { what } => format!("refresh {}", self.all(*what)),
            Instruction::MakeVulnerable { what } => format!("make {} vulnerable", self.all(*what)),
            Instruction::SkipRefresh { what, times } => {
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
            Instruction::ReturnToHand { what } => {
                let hand = match what {
                    what if self.is_in_own_pile(*what) => "your hand",
                    what if self.is_many(*what) => "their owners' hands",
                    _ => "its owner's hand",
                };
                format!("return {} to {hand}", self.all(*what))
            }
            Instruction::PutInPlay { what, controller, vulnerable, .. } => {
                let state = if *vulnerable { " vulnerable" } else { "" };
                let own = *controller == Ref::You && self.is_in_own_pile(*what);
                let what = self.all(*what);
                // The controller is mentioned only if it changes.
                let whose = if own {
                    String::new()
                } else {
                    format!(" under {} control", self.possessive(*controller))
                };
                format!("put {what} onto the front lines{state}{whose}")
            }
            Instruction::GainControl { what, who, until: end } => {
                // The player who gains control is mentioned first.
                let who = (*who != Ref::You).then(|| self.subject(*who));
                let what = format!("control of {}{}", self.all(*what), until(*end));
                who.map_or_else(|| format!("gain {what}"), |who| format!("{who} gains {what}"))
            }
            Instruction::AddEnergy { n } => {
                let (n, definitions) = self.brief(n);
                format!("add {n} Energy{definitions}")
            }
            Instruction::EnergyFromPile { n, vulnerable } => {
                let (top, definitions) = self.top(n);
                let state = if *vulnerable { " vulnerable" } else { "" };
                format!("put {top} of your energy pile into play{state}{definitions}")
            }
            Instruction::Prevent { to, amount, only_battle, until: end } => {
                let whom = match to {
                    PreventionTarget::Things(what) => self.each(*what),
                    PreventionTarget::Matching(selector) => self.noun(*selector, Form::Plural, None),
                };
                let (damage, definitions) = self.coming(amount.as_ref(), *only_battle, &whom, *end);
                format!("prevent {damage}{definitions}")
            }
            Instruction::Redirect { to, onto, amount, only_battle, until: end } => {
                let whom = self.each(*to);
                let onto = if *onto == Ref::You { "your Base".to_owned() } else { self.thing(*onto) };
                let (damage, definitions) = self.coming(amount.as_ref(), *only_battle, &whom, *end);
                format!("{damage} is dealt to {onto} instead{definitions}")
            }
            Instruction::If { condition, then, otherwise } => {
                let short = |effect: &EffectId| self.library.effect(*effect).len() == 1;
                let short = short(then) && otherwise.as_ref().is_some_and(short);
                let (condition, then) = (self.condition(condition), self.effect(*then));
                match otherwise.map(|otherwise| self.effect(otherwise)) {
                    None => format!("if {condition}, {then}"),
                    Some(otherwise) if short => format!("{otherwise}, or {then} if {condition}"),
                    Some(otherwise) => format!("if {condition}, {then}; otherwise, {otherwise}"),
                }
            }
            Instruction::ForEach { what, effect } => {
                let is_player = matches!(what, Ref::EachPlayer | Ref::EachOpponent);
                let what = self.each(*what);
                let outer = std::mem::replace(&mut self.it_is_player, is_player);
                let effect = self.effect(*effect);
                self.it_is_player = outer;
                format!("for {what}, {effect}")
            }
            Instruction::Repeat { n, effect } => {
                let (n, definitions) = self.brief_word(n);
                format!("do this {}{definitions}: {}", times(&n), self.effect(*effect))
            }
            Instruction::May { effect } => {
                let first = self.library.effect(*effect).first();
                if first.is_some_and(is_yours) {
                    // "You" has just been written.
                    self.others = false;
                    format!("you may {}", self.effect(*effect))
                } else {
                    format!("you may do this: {}", self.effect(*effect))
                }
            }
            Instruction::Delay { at, effect } => {
                let when = if *at == Triggers::END_TURN {
                    "at end of turn"
                } else {
                    "at the beginning of the next turn"
                };
                format!("{when} {}", self.effect(*effect))
            }
        }
    }

    fn does(&mut self, who: Ref, you: &str, they: &str, what: &str) -> String {
        match who {
            Ref::You if self.others => format!("you {you} {what}"),
            Ref::You => format!("{you} {what}"),
            who => {
                self.others = true;
                let verb = if self.is_several_players(who) { format!("each {you}") } else { they.to_owned() };
                format!("{} {verb} {what}", self.subject(who))
            }
        }
    }

    /// "all battle damage that would be dealt to this this turn", and the definition of a letter.
    fn coming(&self, amount: Option<&Amount>, only_battle: bool, whom: &str, end: Until) -> (String, String) {
        let how = if only_battle { "battle damage" } else { "damage" };
        let (much, definitions) = amount.map_or_else(
            || ("all".to_owned(), String::new()),
            |amount| {
                let (n, definitions) = self.brief(amount);
                (format!("the next {n}"), definitions)
            },
        );
        let when = if end == Until::EndOfTurn { " this turn" } else { until(end) };
        (format!("{much} {how} that would be dealt to {whom}{when}"), definitions)
    }
}

/// A number of times: "once", "three times".
fn times(n: &str) -> String {
    match n {
        "one" => "once".to_owned(),
        "two" => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

/// Whether the text of an instruction begins with a verb whose subject is "you".
fn is_yours(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Draw { who, .. }
        | Instruction::Discard { who, .. }
        | Instruction::Mill { who, .. }
        | Instruction::Reveal { who, .. }
        | Instruction::Bury { who, .. }
        | Instruction::Shuffle { who }
        | Instruction::GainLife { who, .. }
        | Instruction::LoseLife { who, .. }
        | Instruction::CreateToken { who, .. }
        | Instruction::ScrapPick { who, .. }
        | Instruction::GainControl { who, .. }
        | Instruction::Damage { source: who, .. } => matches!(who, Ref::You | Ref::Itself),
        Instruction::SetLife { .. }
        | Instruction::Modify { .. }
        | Instruction::GainKeyword { .. }
        | Instruction::LoseKeyword { .. }
        | Instruction::SkipRefresh { .. }
        | Instruction::PayOr { .. }
        | Instruction::Redirect { .. }
        | Instruction::If { .. }
        | Instruction::ForEach { .. }
        | Instruction::May { .. }
        | Instruction::Delay { .. } => false,
        _ => true,
    }
}
