//! The words on a card, made from what it does: nothing is written twice.

mod amounts;
mod nouns;
mod steps;

use std::cell::Cell;

use self::nouns::{bounds, joined};
use super::Library;
use super::language::{
    Ability, About, Card, Costs, Events, Grant, Kinds, Paying, Replacement, SelectorId, Struck, Target,
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
