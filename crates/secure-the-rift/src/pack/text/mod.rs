//! Generating the text of a card from what it does, so that the two cannot contradict each other.

mod amounts;
mod instructions;
mod nouns;

use std::cell::Cell;

use self::nouns::{bounds, joined};
use super::Library;
use super::language::{
    Ability, Card, Costs, DamageRecipient, Grant, Kinds, PaymentMethod, Replacement, SelectorId, Target,
    TriggerSubject, Triggers, Until, Whose, Zone,
};

/// The text of a card on one line.
pub fn card(library: &Library, card: &Card) -> String {
    lines(library, card).join(" ")
}

/// The text of a card, one line per ability.
pub fn lines(library: &Library, card: &Card) -> Vec<String> {
    let writer = TextWriter::new(library);
    let mut lines = Vec::new();
    let keywords: Vec<&str> = card.keywords.words().collect();
    if !keywords.is_empty() {
        lines.push(format!("{}.", keywords.join(", ")));
    }
    if let Some(change) = &card.cost_change {
        let least = if change.min > 0 { format!(" (at least {})", change.min) } else { String::new() };
        let (less, definitions) = writer.less(&change.less);
        lines.push(format!("Costs {less}{least}{definitions}."));
    }
    if card.extra_cost != Costs::default() {
        lines.push(format!("Extra cost: {}.", writer.costs(&card.extra_cost)));
    }
    if card.unique || card.limit.is_some() {
        let place = if card.kind == Kinds::ENERGY { "an energy pile" } else { "a deck" };
        lines.push(format!("At most {} in {place}.", card.limit.unwrap_or(1)));
    }
    if card.enters_vulnerable {
        lines.push("Enters vulnerable.".to_owned());
    }
    if card.has_variable_stats {
        let same = card.attack == card.defence;
        lines.push(if same {
            format!("CONTINUOUS: attack and defence are each {}.", writer.amount(&card.attack))
        } else {
            format!(
                "CONTINUOUS: attack is {} and defence is {}.",
                writer.amount(&card.attack),
                writer.amount(&card.defence)
            )
        });
    }
    match card.modes.as_slice() {
        [] => {}
        [only] => lines.push(sentence(&writer.script(only))),
        several => {
            let modes: Vec<String> = several.iter().map(|mode| writer.clause(mode)).collect();
            lines.push(format!("Choose one: {}.", modes.join("; or ")));
        }
    }
    lines.extend(card.abilities.iter().map(|it| ability(library, it)));
    lines
}

/// The text of an ability.
pub fn ability(library: &Library, ability: &Ability) -> String {
    let writer = TextWriter::new(library);
    match ability {
        Ability::Continuous { affects, grant } => writer.continuous(*affects, grant),
        Ability::Triggered { event, about, condition, once, script } => {
            let condition =
                condition.as_ref().map_or_else(String::new, |it| format!(", if {}", writer.condition(it)));
            let once = if *once { " (once each turn)" } else { "" };
            let writer = TextWriter { event: Some(*event), ..writer };
            let when = writer.when(*event, *about);
            // A keyword is followed by a colon, a clause by a comma.
            let colon = if when.chars().all(char::is_uppercase) { ":" } else { "," };
            format!("{when}{condition}{colon} {}{once}.", writer.script(script))
        }
        Ability::Activated { cost, script, .. } => {
            format!("{}: {}.", capital(&writer.costs(cost)), writer.script(script))
        }
        Ability::Replacement(replacement) => writer.replacement(replacement),
    }
}

/// A clause as a sentence.
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

/// The parts as a list: "a, b or c".
fn listed(parts: &[String], conjunction: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

/// The grammatical form of a noun.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// With an article: "a Soul".
    Singular,
    /// Without an article: "Soul".
    Bare,
    /// "Souls".
    Plural,
}

/// Writes the text of an ability.
#[derive(Clone)]
struct TextWriter<'a> {
    library: &'a Library,
    /// The event that triggers the ability.
    event: Option<Triggers>,
    /// SR-68: its targets.
    targets: &'a [Target],
    /// The targets that the text has mentioned already, one bit each.
    named: Cell<u8>,
    /// Whether another player was the last subject, so that "you" must be written out.
    others: bool,
    /// Whether the current thing of a `for_each` is a player.
    it_is_player: bool,
}

impl TextWriter<'_> {
    fn new(library: &Library) -> TextWriter<'_> {
        TextWriter {
            library,
            event: None,
            targets: &[],
            named: Cell::new(0),
            others: false,
            it_is_player: false,
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
            // Costs are always paid with the player's own things, so only the zone is mentioned.
            let wanted = self.library.selector(payment.from);
            let bounds = bounds(wanted);
            let what = match payment.n {
                1 => self.noun_of(wanted, Form::Singular) + &bounds,
                n => format!("{} {}{bounds}", counted(n.into()), self.noun_of(wanted, Form::Plural)),
            };
            parts.push(match payment.how {
                PaymentMethod::Scrap => format!("scrap {what}"),
                PaymentMethod::Discard => format!("discard {what}"),
                PaymentMethod::Void if wanted.zone == Zone::Scrap => {
                    format!("void {what} from your Scrap pile")
                }
                PaymentMethod::Void => format!("void {what}"),
                PaymentMethod::MakeVulnerable => format!("make {what} vulnerable"),
                PaymentMethod::ReturnToHand if payment.n > 1 => {
                    format!("return {what} to their owners' hands")
                }
                PaymentMethod::ReturnToHand => format!("return {what} to its owner's hand"),
            });
        }
        parts.join(", ")
    }

    fn when(&self, event: Triggers, about: TriggerSubject) -> String {
        let verb = event.words().next().unwrap_or_default();
        match about {
            TriggerSubject::Itself => match event {
                Triggers::LEAVES => "When this leaves the front lines".to_owned(),
                Triggers::BLOCKED => "When this is blocked".to_owned(),
                Triggers::DAMAGED => "Whenever this is dealt damage".to_owned(),
                Triggers::DEALS_DAMAGE => "Whenever this deals damage".to_owned(),
                Triggers::PLAYED => "When you play this".to_owned(),
                Triggers::BECOMES_VULNERABLE => "Whenever this becomes vulnerable".to_owned(),
                Triggers::REFRESHED => "Whenever this is refreshed".to_owned(),
                Triggers::ACTIVATED => "Whenever an ability of this is used".to_owned(),
                Triggers::TARGETED => "Whenever this becomes a target".to_owned(),
                Triggers::CONTROLLED => "Whenever this comes under somebody's control".to_owned(),
                _ => verb.to_uppercase(),
            },
            TriggerSubject::Matching(selector) => {
                let noun = self.noun(selector, Form::Singular, None);
                match event {
                    Triggers::PLAYED => {
                        let noun = self.noun(selector, Form::Singular, Some(Whose::Any));
                        match self.library.selector(selector).whose {
                            Whose::You => format!("Whenever you play {noun}"),
                            Whose::Opponent => format!("Whenever an opponent plays {noun}"),
                            _ => format!("Whenever a player plays {noun}"),
                        }
                    }
                    Triggers::ENTERS | Triggers::CONTROLLED => {
                        let noun = self.noun(selector, Form::Singular, Some(Whose::Any));
                        let whose = self.library.selector(selector).whose;
                        let control = match whose {
                            Whose::You | Whose::Own => "your control",
                            Whose::Opponent => "an opponent's control",
                            Whose::Any => "somebody's control",
                        };
                        match (event, whose) {
                            (Triggers::ENTERS, Whose::Any) => format!("Whenever {noun} comes into play"),
                            (Triggers::ENTERS, _) => {
                                format!("Whenever {noun} comes into play under {control}")
                            }
                            _ => format!("Whenever {noun} comes under {control}"),
                        }
                    }
                    Triggers::LEAVES => format!("Whenever {noun} leaves the front lines"),
                    Triggers::BLOCKED => format!("Whenever {noun} is blocked"),
                    Triggers::DAMAGED => format!("Whenever {noun} is dealt damage"),
                    Triggers::DEALS_DAMAGE => format!("Whenever {noun} deals damage"),
                    Triggers::BECOMES_VULNERABLE => format!("Whenever {noun} becomes vulnerable"),
                    Triggers::REFRESHED => format!("Whenever {noun} is refreshed"),
                    Triggers::ACTIVATED => format!("Whenever an ability of {noun} is used"),
                    Triggers::TARGETED => format!("Whenever {noun} becomes a target"),
                    _ => format!("Whenever {noun} {verb}"),
                }
            }
            TriggerSubject::Player(whose) => {
                let (who, turn) = match whose {
                    Whose::You | Whose::Own => ("you", "your turn"),
                    Whose::Opponent => ("an opponent", "each opponent's turn"),
                    Whose::Any => ("a player", "each turn"),
                };
                let s = if who == "you" { "" } else { "s" };
                match event {
                    Triggers::BEGIN_TURN => format!("At the beginning of {turn}"),
                    Triggers::END_TURN => format!("At the end of {turn}"),
                    Triggers::DRAWN => format!("Whenever {who} draw{s} a card"),
                    Triggers::DISCARDED => format!("Whenever {who} discard{s} a card"),
                    Triggers::LIFE_GAINED => format!("Whenever {who} gain{s} life"),
                    Triggers::LIFE_LOST => format!("Whenever {who} lose{s} life"),
                    Triggers::TARGETED => format!("Whenever {who} become{s} a target"),
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
        let mut parts = Vec::new();
        let mut all_definitions = String::new();
        if let Some((attack, defence)) = &grant.stats {
            let (strength, definitions) = self.more(attack, defence);
            parts.push(format!("{} {strength}", verb("gets", "get")));
            all_definitions += &definitions;
        }
        if let Some((attack, defence)) = &grant.set_stats {
            let (strength, definitions) = self.strength(attack, defence);
            parts.push(format!("{} {strength}", verb("is", "are")));
            all_definitions += &definitions;
        }
        let keywords: Vec<&str> = grant.keywords.words().collect();
        if !keywords.is_empty() {
            let keywords: Vec<String> = keywords.into_iter().map(str::to_owned).collect();
            parts.push(format!("{} {}", verb("has", "have"), listed(&keywords, "and")));
        }
        let cannot: Vec<String> = grant.cannot.words().map(|word| word.replace('_', " ")).collect();
        let cannot = (!cannot.is_empty()).then(|| format!("cannot {}", listed(&cannot, "or")));
        let may = grant.may.words().map(|_| "may block AIRBORNE Souls".to_owned());
        let permits: Vec<String> = cannot.into_iter().chain(may).collect();
        // A single prohibition or permission of the card itself needs no subject.
        if let ([], [only], None) = (parts.as_slice(), permits.as_slice(), affects) {
            return sentence(only);
        }
        parts.extend(permits);
        let wanted = affects.map(|affects| (affects, self.library.selector(affects)));
        let who = match wanted {
            None => "this".to_owned(),
            Some((_, it)) if it.zone == Zone::Player && it.whose == Whose::You => "you".to_owned(),
            Some((selector, it)) if it.zone == Zone::Playing => {
                parts.extend(costs_change(grant));
                let noun = self.noun(selector, Form::Plural, Some(Whose::Any));
                match it.whose {
                    Whose::You => format!("{noun} you play"),
                    Whose::Opponent => format!("{noun} your opponents play"),
                    _ => noun,
                }
            }
            Some((selector, _)) => self.noun(selector, Form::Plural, None),
        };
        format!("CONTINUOUS: {who} {}{all_definitions}.", listed(&parts, "and"))
    }

    fn replacement(&self, replacement: &Replacement) -> String {
        match replacement {
            Replacement::EntersVulnerable(who) => {
                format!("{} enter vulnerable.", capital(&self.noun(*who, Form::Plural, None)))
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
                        joined(wanted, self.noun_of(wanted, Form::Singular), &bounds(wanted), whose)
                    },
                );
                let to = match to {
                    DamageRecipient::Itself => "this".to_owned(),
                    DamageRecipient::Player(Whose::You | Whose::Own) => "your Base".to_owned(),
                    DamageRecipient::Player(_) => "an opponent's Base".to_owned(),
                    DamageRecipient::Matching(selector) => self.noun(*selector, Form::Singular, None),
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

/// The changes of a cost: "cost 1 less (at least 1)".
fn costs_change(grant: &Grant) -> Vec<String> {
    let mut parts = Vec::new();
    if grant.cost_more > 0 {
        parts.push(format!("cost {} more", grant.cost_more));
    }
    if grant.cost_less > 0 {
        parts.push(format!("cost {} less", grant.cost_less));
    }
    match (parts.last_mut(), grant.cost_min) {
        (_, ..=0) => {}
        (Some(last), least) => *last = format!("{last} (at least {least})"),
        // SR-R43: a minimum limits reductions and never increases a cost.
        (None, least) => parts.push(format!("cannot be made to cost less than {least}")),
    }
    parts
}
