//! Parsing the expressions in card files: selectors, references, amounts and conditions.

use atlas_content::{Read, Wrong};
use atlas_core::refusal::quoted;

use super::language::{
    Amount, Comparison, Condition, Kinds, PieceState, Ref, Selector, SelectorId, Single, Term, Whose, Zone,
};
use super::read::Builder;

/// The zones by their words.
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
/// The zones in which everyone sees all cards.
pub(super) const OPEN: [Zone; 5] = [Zone::Front, Zone::Scrap, Zone::Void, Zone::Sequence, Zone::Player];
/// The zones in which things can be counted: the open ones, and a player's own hand.
const COUNTED: [Zone; 6] = [Zone::Front, Zone::Scrap, Zone::Void, Zone::Sequence, Zone::Player, Zone::Hand];

fn word(zone: Zone) -> &'static str {
    ZONES.iter().find(|(_, it)| *it == zone).map_or("", |(word, _)| word)
}

/// The names that an expression can use.
#[derive(Clone, Default)]
pub(super) struct Scope {
    /// The ids of targets.
    pub(super) targets: Vec<String>,
    /// The indices of targets that may be several things.
    pub(super) several: Vec<u8>,
    /// The names that earlier instructions gave.
    pub(super) names: Vec<String>,
    /// Whether the ability is triggered by an event that is about something.
    pub(super) event: bool,
    /// Whether the expression is inside a `for_each`.
    pub(super) it: bool,
    /// SR-R42: whether the card has an X.
    pub(super) x: bool,
}

impl Scope {
    /// Whether a name is still free.
    pub(super) fn is_free(&self, name: &str) -> bool {
        const RESERVED: [&str; 8] = ["you", "self", "event", "it", "any-target", "player", "opponent", "all"];
        !RESERVED.contains(&name) && !self.targets.iter().chain(&self.names).any(|it| it == name)
    }
}

/// An expression, its position in the file, and the key that it belongs to.
pub(super) struct Expression<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) what: &'a str,
    pub(super) scope: &'a Scope,
}

impl<'a> Expression<'a> {
    fn error<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Wrong::at(self.at, format!("{}: {}", self.what, message.into())))
    }

    fn inner(&self, text: &'a str) -> Expression<'a> {
        Expression { text: text.trim(), ..*self }
    }

    /// The argument of `name(…)`.
    fn call(&self, name: &str) -> Option<Expression<'a>> {
        let rest = self.text.strip_prefix(name)?.trim_start().strip_prefix('(')?;
        rest.strip_suffix(')').map(|inside| self.inner(inside))
    }

    /// A reference to one thing or player, or to the targets of one use of "target".
    fn single(&self) -> Read<Single> {
        let place = |names: &[String]| names.iter().position(|it| it == self.text).map(|place| place as u8);
        match self.text {
            "self" => Ok(Single::Itself),
            "event" if self.scope.event => Ok(Single::Event),
            "event" => self
                .error("event can be used only in an ability that is triggered by an event about something"),
            "it" if self.scope.it => Ok(Single::It),
            name => match (place(&self.scope.targets), place(&self.scope.names)) {
                (Some(target), _) => Ok(Single::Target(target)),
                (_, Some(name)) => Ok(Single::Named(name)),
                _ => self.error(format!("{} is neither a target nor a name", quoted(name))),
            },
        }
    }

    /// A reference to exactly one thing.
    fn exactly_one(&self) -> Read<Single> {
        match self.single()? {
            Single::Target(slot) if self.scope.several.contains(&slot) => self.error(format!(
                "{} may be several things; use for_each to handle them one by one",
                quoted(self.text)
            )),
            one => Ok(one),
        }
    }

    /// A reference to things or players.
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
            return inside.single().map(Ref::Controller);
        }
        if let Some(inside) = self.call("owner") {
            return inside.single().map(Ref::Owner);
        }
        match self.text {
            "you" => Ok(Ref::You),
            "each_opponent" => Ok(Ref::EachOpponent),
            "each_player" => Ok(Ref::EachPlayer),
            _ => self.single().map(Ref::from),
        }
    }

    /// A selector for one of these zones.
    pub(super) fn selector(&self, builder: &mut Builder, zones: &[Zone]) -> Read<SelectorId> {
        let selector = self.parsed(builder)?;
        if !zones.contains(&selector.zone) {
            let known = zones.iter().map(|zone| word(*zone)).collect::<Vec<_>>().join(" or ");
            return self.error(format!("the zone must be {known}, not {}", word(selector.zone)));
        }
        let only_in_play = !selector.states.is_empty()
            || selector.attack.is_some()
            || selector.defence.is_some()
            || selector.other
            || selector.token;
        if only_in_play && selector.zone != Zone::Front {
            return self.error(
                "states, attack, defence, other and token can be used only for cards in the zone front",
            );
        }
        if selector.kinds == Kinds::ABILITY && selector.zone != Zone::Sequence {
            return self.error("ability can be used only in the zone sequence");
        }
        if selector.kinds == Kinds::ABILITY && selector.cost.is_some() {
            return self.error("an ability has no cost to filter by");
        }
        if selector.zone == Zone::Player && (selector.is_restrictive() || selector.whose == Whose::Own) {
            return self.error("players can be filtered only by you, opponent or any");
        }
        if selector.zone == Zone::Hand && selector.whose == Whose::Opponent {
            return self.error("the hand of an opponent cannot be used, because it is hidden");
        }
        builder.intern(selector).map_or_else(|| self.error("there are too many different selectors"), Ok)
    }

    fn parsed(&self, builder: &mut Builder) -> Read<Selector> {
        let (zone, filters) = match self.text.split_once(':') {
            Some((zone, filters)) => (zone.trim(), filters),
            None => ("front", self.text),
        };
        let named = ZONES.iter().find(|(word, _)| *word == zone).map(|(_, zone)| *zone);
        let Some(zone) = named.or((zone == "card").then_some(Zone::Deck)) else {
            let known = ZONES.map(|(word, _)| word).join(", ");
            return self.error(format!("{} is not a zone; the zones are {known}", quoted(zone)));
        };
        let mut selector = Selector {
            zone,
            kinds: Kinds::CARD,
            whose: Whose::Any,
            states: Vec::new(),
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
        if let Some((_, kinds)) = Kinds::WORDS.iter().find(|(word, _)| *word == self.text) {
            selector.kinds = *kinds;
            return Ok(());
        }
        match self.text {
            "you" => selector.whose = Whose::You,
            "opponent" => selector.whose = Whose::Opponent,
            "own" => selector.whose = Whose::Own,
            "any" => selector.whose = Whose::Any,
            "standby" => selector.states.push(PieceState::StandBy),
            "vulnerable" => selector.states.push(PieceState::Vulnerable),
            "attacking" => selector.states.push(PieceState::Attacking),
            "blocking" => selector.states.push(PieceState::Blocking),
            "other" => selector.other = true,
            "token" => selector.token = true,
            text => return self.compared(text, selector, builder),
        }
        Ok(())
    }

    /// A filter with a comparison, such as `cost<=4` or `subtype=drone`.
    fn compared(&self, text: &str, selector: &mut Selector, builder: &mut Builder) -> Read<()> {
        let parts = [("<=", Comparison::AtMost), (">=", Comparison::AtLeast), ("=", Comparison::Equal)];
        let parts = parts.iter().find_map(|(sign, compare)| {
            text.split_once(sign).map(|(key, value)| (key.trim(), *compare, value.trim()))
        });
        let Some((key, compare, value)) = parts else {
            let known = "soul, tech, action, energy, card, ability, you, opponent, own, any, standby, vulnerable, \
                         attacking, blocking, other, token, subtype=, faction=, name=, cost<=, attack>=, defence<=";
            return self.error(format!("{} is not a filter; the filters are {known}", quoted(text)));
        };
        let equal = compare == Comparison::Equal;
        match key {
            "subtype" if equal => match builder.subtypes.iter().position(|it| it == value) {
                Some(place) => selector.subtype = Some(place as u8),
                None => return self.error(format!("no card has the subtype {}", quoted(value))),
            },
            "faction" if equal => match builder.factions.iter().position(|it| it == value) {
                Some(place) => selector.faction = Some(place as u8),
                None => return self.error(format!("no card belongs to the faction {}", quoted(value))),
            },
            "name" if equal => match builder.card_named(value) {
                Some(card) => selector.name = Some(card),
                None => return self.error(format!("there is no card with the id {}", quoted(value))),
            },
            "cost" | "attack" | "defence" => {
                let number = value.parse().ok().filter(|n: &i16| (0..=99).contains(n));
                let Some(number) = number else {
                    return self.error(format!("{} is not a number from 0 to 99", quoted(value)));
                };
                let bound = Some((compare, number));
                match key {
                    "cost" => selector.cost = bound,
                    "attack" => selector.attack = bound,
                    _ => selector.defence = bound,
                }
            }
            _ => return self.error(format!("{} cannot be used as a filter in this way", quoted(key))),
        }
        Ok(())
    }

    pub(super) fn amount(&self, builder: &mut Builder) -> Read<Amount> {
        let mut terms = Vec::new();
        let (mut depth, mut begin, mut sign) = (0, 0, 1);
        for (at, letter) in self.text.char_indices().chain([(self.text.len(), '+')]) {
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                '+' | '-' if depth == 0 => {
                    let term = self.text[begin..at].trim();
                    if !term.is_empty() {
                        terms.push((sign, self.inner(term).term(builder)?));
                    } else if begin > 0 || at == self.text.len() {
                        return self.error("a term of the sum is missing");
                    }
                    (begin, sign) = (at + 1, if letter == '-' { -1 } else { 1 });
                }
                _ => {}
            }
        }
        if depth != 0 || terms.len() > 6 {
            return self.error(format!("{} is not an amount", quoted(self.text)));
        }
        Ok(Amount(terms))
    }

    fn term(&self, builder: &mut Builder) -> Read<Term> {
        if let Ok(number) = self.text.parse::<i16>()
            && (0..=99).contains(&number)
        {
            return Ok(Term::Number(number));
        }
        if let Some(inside) = self.call("count") {
            return inside.selector(builder, &COUNTED).map(Term::Count);
        }
        if let Some(inside) = self.call("attack") {
            return inside.exactly_one().map(Term::Attack);
        }
        if let Some(inside) = self.call("defence") {
            return inside.exactly_one().map(Term::Defence);
        }
        if let Some(inside) = self.call("cost") {
            return inside.exactly_one().map(Term::Cost);
        }
        if let Some(inside) = self.call("life") {
            return match inside.thing(builder)? {
                Ref::Each(_) | Ref::EachOpponent | Ref::EachPlayer | Ref::Itself => {
                    self.error("life must refer to exactly one player")
                }
                Ref::Target(slot)
                | Ref::Controller(Single::Target(slot))
                | Ref::Owner(Single::Target(slot))
                    if self.scope.several.contains(&slot) =>
                {
                    self.error("life must refer to exactly one player")
                }
                player => Ok(Term::Life(player)),
            };
        }
        match self.text {
            "X" if self.scope.x => Ok(Term::X),
            "X" => self.error("X can be used only on a card with X in its cost"),
            "event.amount" if self.scope.event => Ok(Term::EventAmount),
            "died_this_turn" => Ok(Term::DiedThisTurn),
            text => {
                let known = "numbers, X, count(…), attack(…), defence(…), cost(…), life(…), event.amount and \
                             died_this_turn";
                self.error(format!("{} is not an amount; an amount consists of {known}", quoted(text)))
            }
        }
    }

    pub(super) fn condition(&self, builder: &mut Builder) -> Read<Condition> {
        if let Some(inside) = self.call("exists") {
            return inside.selector(builder, &COUNTED).map(Condition::Exists);
        }
        let signs = [("<=", Comparison::AtMost), (">=", Comparison::AtLeast), ("==", Comparison::Equal)];
        for (sign, compare) in signs {
            // A comparison inside a selector does not count.
            let mut depth = 0;
            let outside = self.text.char_indices().find(|(at, letter)| {
                depth += i32::from(*letter == '(') - i32::from(*letter == ')');
                depth == 0 && self.text[*at..].starts_with(sign)
            });
            if let Some((at, _)) = outside {
                let (left, right) = (&self.text[..at], &self.text[at + sign.len()..]);
                return Ok(Condition::Compare(
                    self.inner(left).amount(builder)?,
                    compare,
                    self.inner(right).amount(builder)?,
                ));
            }
        }
        self.error(format!("{} is neither exists(…) nor a comparison with <=, >= or ==", quoted(self.text)))
    }
}
