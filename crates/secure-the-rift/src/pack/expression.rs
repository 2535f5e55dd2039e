//! The small expressions inside card files: selectors, things, amounts and conditions.

use atlas_content::{Read, Wrong};
use atlas_core::refusal::quoted;

use super::language::{
    Amount, Base, Compare, Condition, Kinds, Ref, Selector, SelectorId, Term, Test, Whose, Zone,
};
use super::read::Builder;

/// The words for zones.
const ZONES: [(&str, Zone); 8] = [
    ("front", Zone::Front),
    ("hand", Zone::Hand),
    ("deck", Zone::Deck),
    ("scrap", Zone::Scrap),
    ("void", Zone::Void),
    ("sequence", Zone::Sequence),
    ("playing", Zone::Playing),
    ("player", Zone::Player),
];
/// Where everyone sees what is there.
pub(super) const OPEN: [Zone; 5] = [Zone::Front, Zone::Scrap, Zone::Void, Zone::Sequence, Zone::Player];
/// Where things can be counted: also in the own hand.
const COUNTED: [Zone; 6] = [Zone::Front, Zone::Scrap, Zone::Void, Zone::Sequence, Zone::Player, Zone::Hand];

fn word(zone: Zone) -> &'static str {
    ZONES.iter().find(|(_, it)| *it == zone).map_or("", |(word, _)| word)
}

/// What can be named where an expression stands.
#[derive(Clone, Default)]
pub(super) struct Scope {
    /// The ids of targets.
    pub(super) targets: Vec<String>,
    /// Which of them may be several things.
    pub(super) several: Vec<u8>,
    /// What earlier steps called something.
    pub(super) names: Vec<String>,
    /// Whether there was an event that is about something.
    pub(super) event: bool,
    /// Whether this is inside of a `for_each`.
    pub(super) it: bool,
    /// SR-R42: whether X was chosen.
    pub(super) x: bool,
}

impl Scope {
    /// Whether a new name can be this one.
    pub(super) fn introduce(&self, name: &str) -> bool {
        const TAKEN: [&str; 8] = ["you", "self", "event", "it", "any-target", "player", "opponent", "all"];
        !TAKEN.contains(&name) && !self.targets.iter().chain(&self.names).any(|it| it == name)
    }
}

/// An expression, and what it is for.
pub(super) struct Expression<'a> {
    pub(super) said: &'a str,
    pub(super) at: usize,
    pub(super) what: &'a str,
    pub(super) scope: &'a Scope,
}

impl<'a> Expression<'a> {
    fn wrong<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Wrong::at(self.at, format!("{}: {}", self.what, message.into())))
    }

    fn inner(&self, said: &'a str) -> Expression<'a> {
        Expression { said: said.trim(), ..*self }
    }

    /// The inside of `name(…)`.
    fn call(&self, name: &str) -> Option<Expression<'a>> {
        let rest = self.said.strip_prefix(name)?.trim_start().strip_prefix('(')?;
        rest.strip_suffix(')').map(|inside| self.inner(inside))
    }

    /// One thing, or one player.
    fn base(&self) -> Read<Base> {
        let place = |names: &[String]| names.iter().position(|it| it == self.said).map(|place| place as u8);
        match self.said {
            "self" => Ok(Base::Itself),
            "event" if self.scope.event => Ok(Base::Event),
            "event" => self.wrong("no event is about anything here"),
            "it" if self.scope.it => Ok(Base::It),
            said => match (place(&self.scope.targets), place(&self.scope.names)) {
                (Some(target), _) => Ok(Base::Target(target)),
                (_, Some(name)) => Ok(Base::Named(name)),
                _ => self.wrong(format!("{} is neither a target nor a name", quoted(said))),
            },
        }
    }

    /// One thing whose figures are asked for.
    fn single(&self) -> Read<Base> {
        match self.base()? {
            Base::Target(slot) if self.scope.several.contains(&slot) => self.wrong(format!(
                "{} may be several things; for_each takes them one by one",
                quoted(self.said)
            )),
            base => Ok(base),
        }
    }

    pub(super) fn thing(&self, builder: &mut Builder) -> Read<Ref> {
        if let Some(inside) = self.call("each") {
            let selector = inside.selector(builder, &OPEN)?;
            return Ok(builder.players(selector).map_or(Ref::Each(selector), |whose| match whose {
                Whose::Opponent => Ref::EachOpponent,
                Whose::You => Ref::You,
                _ => Ref::EachPlayer,
            }));
        }
        if let Some(inside) = self.call("controller") {
            return inside.base().map(Ref::Controller);
        }
        if let Some(inside) = self.call("owner") {
            return inside.base().map(Ref::Owner);
        }
        match self.said {
            "you" => Ok(Ref::You),
            "each_opponent" => Ok(Ref::EachOpponent),
            "each_player" => Ok(Ref::EachPlayer),
            _ => self.base().map(Ref::from),
        }
    }

    /// A selector that looks at one of these zones.
    pub(super) fn selector(&self, builder: &mut Builder, zones: &[Zone]) -> Read<SelectorId> {
        let selector = self.parsed(builder)?;
        if !zones.contains(&selector.zone) {
            let known = zones.iter().map(|zone| word(*zone)).collect::<Vec<_>>().join(" or ");
            return self.wrong(format!("this must be in {known}, not in {}", word(selector.zone)));
        }
        let only_in_play = !selector.conditions.is_empty()
            || selector.attack.is_some()
            || selector.defence.is_some()
            || selector.other
            || selector.token;
        if only_in_play && selector.zone != Zone::Front {
            return self.wrong("states, attack, defence, other and token are for cards in front");
        }
        if selector.kinds == Kinds::ABILITY && selector.zone != Zone::Sequence {
            return self.wrong("ability is for what waits in the sequence");
        }
        if selector.kinds == Kinds::ABILITY && selector.cost.is_some() {
            return self.wrong("an ability in the sequence has no cost to choose by");
        }
        if selector.zone == Zone::Player && (selector.asks_for_a_quality() || selector.whose == Whose::Own) {
            return self.wrong("players are you, opponent or any");
        }
        if selector.zone == Zone::Hand && selector.whose == Whose::Opponent {
            return self.wrong("nobody looks into the hand of an opponent");
        }
        builder.keep(selector).map_or_else(|| self.wrong("there are too many selectors"), Ok)
    }

    fn parsed(&self, builder: &mut Builder) -> Read<Selector> {
        let (zone, filters) = match self.said.split_once(':') {
            Some((zone, filters)) => (zone.trim(), filters),
            None => ("front", self.said),
        };
        let named = ZONES.iter().find(|(word, _)| *word == zone).map(|(_, zone)| *zone);
        let Some(zone) = named.or((zone == "card").then_some(Zone::Deck)) else {
            let known = ZONES.map(|(word, _)| word).join(", ");
            return self.wrong(format!("{} is not a zone; there is {known}", quoted(zone)));
        };
        let mut selector = Selector {
            zone,
            kinds: Kinds::CARD,
            whose: Whose::Any,
            conditions: Vec::new(),
            other: false,
            token: false,
            subtype: None,
            faction: None,
            name: None,
            cost: None,
            attack: None,
            defence: None,
        };
        for filter in filters.split(',').map(str::trim) {
            self.inner(filter).filter(&mut selector, builder)?;
        }
        Ok(selector)
    }

    fn filter(&self, selector: &mut Selector, builder: &mut Builder) -> Read<()> {
        if let Some((_, kinds)) = Kinds::WORDS.iter().find(|(word, _)| *word == self.said) {
            selector.kinds = *kinds;
            return Ok(());
        }
        match self.said {
            "you" => selector.whose = Whose::You,
            "opponent" => selector.whose = Whose::Opponent,
            "own" => selector.whose = Whose::Own,
            "any" => selector.whose = Whose::Any,
            "standby" => selector.conditions.push(Condition::StandBy),
            "vulnerable" => selector.conditions.push(Condition::Vulnerable),
            "attacking" => selector.conditions.push(Condition::Attacking),
            "blocking" => selector.conditions.push(Condition::Blocking),
            "other" => selector.other = true,
            "token" => selector.token = true,
            said => return self.measured(said, selector, builder),
        }
        Ok(())
    }

    /// `cost<=4`, `subtype=drone`.
    fn measured(&self, said: &str, selector: &mut Selector, builder: &mut Builder) -> Read<()> {
        let parts = [("<=", Compare::AtMost), (">=", Compare::AtLeast), ("=", Compare::Equal)];
        let parts = parts.iter().find_map(|(sign, compare)| {
            said.split_once(sign).map(|(key, value)| (key.trim(), *compare, value.trim()))
        });
        let Some((key, compare, value)) = parts else {
            let known = "soul, tech, action, energy, card, ability, you, opponent, own, any, standby, vulnerable, \
                         attacking, blocking, other, token, subtype=, faction=, name=, cost<=, attack>=, defence<=";
            return self.wrong(format!("{} is not a filter; there is {known}", quoted(said)));
        };
        let equal = compare == Compare::Equal;
        match key {
            "subtype" if equal => match builder.subtypes.iter().position(|it| it == value) {
                Some(place) => selector.subtype = Some(place as u8),
                None => return self.wrong(format!("no card has the subtype {}", quoted(value))),
            },
            "faction" if equal => match builder.factions.iter().position(|it| it == value) {
                Some(place) => selector.faction = Some(place as u8),
                None => return self.wrong(format!("no card is of the faction {}", quoted(value))),
            },
            "name" if equal => match builder.card_named(value) {
                Some(card) => selector.name = Some(card),
                None => return self.wrong(format!("there is no card {}", quoted(value))),
            },
            "cost" | "attack" | "defence" => {
                let number = value.parse().ok().filter(|n: &i16| (0..=99).contains(n));
                let Some(number) = number else {
                    return self.wrong(format!("{} is not a number from 0 to 99", quoted(value)));
                };
                let bound = Some((compare, number));
                match key {
                    "cost" => selector.cost = bound,
                    "attack" => selector.attack = bound,
                    _ => selector.defence = bound,
                }
            }
            _ => return self.wrong(format!("{} cannot be filtered by", quoted(key))),
        }
        Ok(())
    }

    pub(super) fn amount(&self, builder: &mut Builder) -> Read<Amount> {
        let mut terms = Vec::new();
        let (mut depth, mut begin, mut sign) = (0, 0, 1);
        for (at, letter) in self.said.char_indices().chain([(self.said.len(), '+')]) {
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                '+' | '-' if depth == 0 => {
                    let said = self.said[begin..at].trim();
                    if !said.is_empty() {
                        terms.push((sign, self.inner(said).term(builder)?));
                    } else if begin > 0 || at == self.said.len() {
                        return self.wrong("something is missing in the sum");
                    }
                    (begin, sign) = (at + 1, if letter == '-' { -1 } else { 1 });
                }
                _ => {}
            }
        }
        if depth != 0 || terms.len() > 6 {
            return self.wrong(format!("{} is not an amount", quoted(self.said)));
        }
        Ok(Amount(terms))
    }

    fn term(&self, builder: &mut Builder) -> Read<Term> {
        if let Ok(number) = self.said.parse::<i16>()
            && (0..=99).contains(&number)
        {
            return Ok(Term::Number(number));
        }
        if let Some(inside) = self.call("count") {
            return inside.selector(builder, &COUNTED).map(Term::Count);
        }
        if let Some(inside) = self.call("attack") {
            return inside.single().map(Term::Attack);
        }
        if let Some(inside) = self.call("defence") {
            return inside.single().map(Term::Defence);
        }
        if let Some(inside) = self.call("cost") {
            return inside.single().map(Term::Cost);
        }
        if let Some(inside) = self.call("life") {
            return match inside.thing(builder)? {
                Ref::Each(_) | Ref::EachOpponent | Ref::EachPlayer | Ref::Itself => {
                    self.wrong("life is that of one player")
                }
                Ref::Target(slot) | Ref::Controller(Base::Target(slot)) | Ref::Owner(Base::Target(slot))
                    if self.scope.several.contains(&slot) =>
                {
                    self.wrong("life is that of one player")
                }
                player => Ok(Term::Life(player)),
            };
        }
        match self.said {
            "X" if self.scope.x => Ok(Term::X),
            "X" => self.wrong("the cost has no X"),
            "event.amount" if self.scope.event => Ok(Term::EventAmount),
            "died_this_turn" => Ok(Term::DiedThisTurn),
            said => {
                let known = "a number, X, count(…), attack(…), defence(…), cost(…), life(…), event.amount, \
                             died_this_turn";
                self.wrong(format!("{} is not an amount; there is {known}", quoted(said)))
            }
        }
    }

    pub(super) fn test(&self, builder: &mut Builder) -> Read<Test> {
        if let Some(inside) = self.call("exists") {
            return inside.selector(builder, &COUNTED).map(Test::Exists);
        }
        let signs = [("<=", Compare::AtMost), (">=", Compare::AtLeast), ("==", Compare::Equal)];
        for (sign, compare) in signs {
            // A sign inside of a selector does not count.
            let mut depth = 0;
            let outside = self.said.char_indices().find(|(at, letter)| {
                depth += i32::from(*letter == '(') - i32::from(*letter == ')');
                depth == 0 && self.said[*at..].starts_with(sign)
            });
            if let Some((at, _)) = outside {
                let (left, right) = (&self.said[..at], &self.said[at + sign.len()..]);
                return Ok(Test::Compare(
                    self.inner(left).amount(builder)?,
                    compare,
                    self.inner(right).amount(builder)?,
                ));
            }
        }
        self.wrong(format!("{} is neither exists(…) nor a comparison with <=, >= or ==", quoted(self.said)))
    }
}
