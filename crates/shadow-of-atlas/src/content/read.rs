//! Reading a content file strictly: whatever is not understood is an error that names file, line and what
//! was expected.

use std::fmt::{self, Write};

use atlas_core::fair::Hash;
use atlas_core::refusal::quoted;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::ability::{Code, Deed, MODES, Step, Who};
use super::{Content, InHand, OrderCard, PlanetCard, Special};
use crate::cards::{CARDS, ORDERS, PLANETS};
use crate::state::SURVEY_COST;

/// What is wrong with a content file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentError {
    /// The file, as it was called.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for ContentError {}

/// A file larger than this is no content file.
const LARGEST: usize = 64 * 1024;
/// The most of anything that one step gives or takes.
const MOST: u8 = 10;

pub(super) fn read(file: &str, text: &str) -> Result<Content, ContentError> {
    let error = |wrong: Wrong| ContentError {
        file: file.to_owned(),
        line: text.bytes().take(wrong.at).fold(1, |line, byte| line + usize::from(byte == b'\n')),
        message: wrong.message,
    };
    if text.len() > LARGEST {
        return Err(error(Wrong::at(0, format!("a content file has at most {LARGEST} bytes"))));
    }
    let (table, wrongs) = DeTable::parse_recoverable(text);
    let at = |wrong: &toml::de::Error| wrong.span().map_or(0, |span| span.start);
    if let Some(first) = wrongs.iter().min_by_key(|wrong| at(wrong)) {
        return Err(error(Wrong::at(at(first), first.message())));
    }
    content(&table).map_err(error)
}

/// What is wrong, and at which byte.
struct Wrong {
    at: usize,
    message: String,
}

impl Wrong {
    fn at(at: usize, message: impl Into<String>) -> Wrong {
        Wrong { at, message: message.into() }
    }
}

type Read<T> = Result<T, Wrong>;
type Node<'a> = &'a Spanned<DeValue<'a>>;

/// A table whose keys must all be known.
struct Keys<'a> {
    table: &'a DeTable<'a>,
    at: usize,
    /// What the table is, for errors.
    what: &'a str,
}

impl<'a> Keys<'a> {
    fn of(node: Node<'a>, what: &'a str, known: &[&str]) -> Read<Keys<'a>> {
        let at = node.span().start;
        let Some(table) = node.get_ref().as_table() else {
            return Err(Wrong::at(at, format!("{what} must be a table")));
        };
        Keys { table, at, what }.knowing(known)
    }

    fn knowing(self, known: &[&str]) -> Read<Keys<'a>> {
        let what = self.what;
        match self.table.iter().find(|(key, _)| !known.contains(&key.get_ref().as_ref())) {
            None => Ok(self),
            Some((key, _)) => Err(Wrong::at(
                key.span().start,
                format!("{what} has no key {}; there is {}", quoted(key.get_ref()), known.join(", ")),
            )),
        }
    }

    fn get(&self, key: &str) -> Option<Node<'a>> {
        self.table.iter().find(|(it, _)| it.get_ref() == key).map(|(_, value)| value)
    }

    fn need(&self, key: &str) -> Read<Node<'a>> {
        self.get(key).ok_or_else(|| Wrong::at(self.at, format!("{} has no {key}", self.what)))
    }

    fn string(&self, key: &str) -> Read<(&'a str, usize)> {
        let node = self.need(key)?;
        let text = node.get_ref().as_str();
        text.map(|text| (text, node.span().start))
            .ok_or_else(|| Wrong::at(node.span().start, format!("{key} must be a string")))
    }

    /// A name for people: short, and without anything that could not be printed.
    fn name(&self, key: &str) -> Read<String> {
        let (text, at) = self.string(key)?;
        let fits =
            !text.trim().is_empty() && text.chars().count() <= 40 && !text.chars().any(char::is_control);
        if fits {
            Ok(text.to_owned())
        } else {
            Err(Wrong::at(at, format!("{key} must have 1 to 40 letters")))
        }
    }

    /// A word of sentences.
    fn id(&self) -> Read<(String, usize)> {
        let (text, at) = self.string("id")?;
        let fits = (1..=24).contains(&text.len())
            && text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if !fits {
            let must = "an id has 1 to 24 small letters, digits and hyphens, and begins with a letter";
            return Err(Wrong::at(at, format!("{must}; {} does not", quoted(text))));
        }
        if WORDS.contains(&text) {
            return Err(Wrong::at(at, format!("{} is a word of the table already", quoted(text))));
        }
        Ok((text.to_owned(), at))
    }

    fn number(&self, key: &str, range: std::ops::RangeInclusive<u8>) -> Read<u8> {
        let node = self.need(key)?;
        let number = match node.get_ref() {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let number = number.and_then(|number| u8::try_from(number).ok()).filter(|it| range.contains(it));
        number.ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            Wrong::at(node.span().start, format!("{key} must be a number from {low} to {high}"))
        })
    }

    fn flag(&self, key: &str) -> Read<bool> {
        match self.get(key) {
            None => Ok(false),
            Some(node) => node
                .get_ref()
                .as_bool()
                .ok_or_else(|| Wrong::at(node.span().start, format!("{key} must be true or false"))),
        }
    }

    fn list(&self, key: &str) -> Read<Vec<Node<'a>>> {
        self.need(key).and_then(|node| list(node, key))
    }

    /// One of a few words, each with what it means. The first is meant when the key is not there.
    fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Read<T> {
        if self.get(key).is_none() {
            return Ok(words[0].1);
        }
        let (text, at) = self.string(key)?;
        words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            Wrong::at(at, format!("{key} must be {}, not {}", known.join(" or "), quoted(text)))
        })
    }

    fn who(&self, key: &str) -> Read<Who> {
        self.word(key, &[("you", Who::You), ("opponent", Who::Opponent)])
    }

    /// The id of the rule that tells about it, or of the one that all Abilities follow.
    fn cite(&self) -> Read<&'static str> {
        if self.get("cite").is_none() {
            return Ok("SA-31");
        }
        let (id, at) = self.string("cite")?;
        let Some(rule) = crate::RULES.find(id) else {
            return Err(Wrong::at(at, format!("the rule book has no rule {}", quoted(id))));
        };
        // As the book writes it: that word lives as long as the program.
        let cited = crate::RULES.cited(crate::RULES.text).into_iter().find(|it| *it == rule.id);
        Ok(cited.expect("the book names its rules"))
    }
}

/// The words that sentences, and what is told of things on the table, are made of besides names.
const WORDS: [&str; 17] = [
    "venture",
    "survey",
    "expand",
    "done",
    "place",
    "remove",
    "copy",
    "melt",
    "decline",
    "move",
    "draw",
    "mode",
    "play",
    "discard",
    "you",
    "deck",
    "turned-up",
];

fn list<'a>(node: Node<'a>, what: &str) -> Read<Vec<Node<'a>>> {
    match node.get_ref().as_array() {
        Some(array) => Ok(array.iter().collect()),
        None => Err(Wrong::at(node.span().start, format!("{what} must be a list"))),
    }
}

fn content(table: &Spanned<DeTable<'_>>) -> Read<Content> {
    let keys =
        Keys { table: table.get_ref(), at: 0, what: "the file" }.knowing(&["name", "planet", "order"])?;
    let mut ids: Vec<String> = Vec::new();
    let mut unique = |(id, at): (String, usize)| {
        if ids.contains(&id) {
            return Err(Wrong::at(at, format!("the id {} is used twice", quoted(&id))));
        }
        ids.push(id.clone());
        Ok(id)
    };
    let planets = keys.list("planet")?.into_iter().map(|node| {
        let keys = Keys::of(node, "a planet", &["id", "name"])?;
        Ok(PlanetCard { id: unique(keys.id()?)?, name: keys.name("name")? })
    });
    let planets = planets.collect::<Read<Vec<_>>>()?;
    let planets: [PlanetCard; PLANETS] = planets.try_into().map_err(|planets: Vec<_>| {
        Wrong::at(keys.at, format!("there must be {PLANETS} planets (SA-01), not {}", planets.len()))
    })?;
    let nodes = keys.list("order")?;
    let orders = nodes.iter().map(|node| {
        let known = ["id", "name", "count", "cite", "ability", "in_hand"];
        let keys = Keys::of(node, "an Order", &known)?;
        Ok(OrderCard {
            id: unique(keys.id()?)?,
            name: keys.name("name")?,
            count: keys.number("count", 1..=30)?,
            cite: keys.cite()?,
            ability: steps(keys.list("ability")?, 0)?,
            in_hand: keys.get("in_hand").map(in_hand).transpose()?,
        })
    });
    let orders = orders.collect::<Read<Vec<_>>>()?;
    let orders: [OrderCard; ORDERS] = orders.try_into().map_err(|orders: Vec<_>| {
        Wrong::at(keys.at, format!("there must be {ORDERS} Orders (SA-04), not {}", orders.len()))
    })?;
    let cards: usize = orders.iter().map(|order| order.count as usize).sum();
    if cards != CARDS {
        return Err(Wrong::at(keys.at, format!("there must be {CARDS} Order cards (SA-03), not {cards}")));
    }
    // Two that use each other's Ability would never come to an end.
    let mut copiers = orders.iter().zip(&nodes).filter(|(order, _)| order.ability.iter().any(copies));
    if let Some((order, node)) = copiers.nth(1) {
        let name = &order.name;
        return Err(Wrong::at(
            node.span().start,
            format!("{name} is the second Order that uses the Ability of another: they could do so for ever"),
        ));
    }
    let Some(program) = Code::compile(&orders) else {
        return Err(Wrong::at(keys.at, "the Abilities have too many steps"));
    };
    let hash = hash(&planets, &orders);
    Ok(Content { name: keys.name("name")?, hash, planets, orders, program })
}

fn copies(step: &Step) -> bool {
    match &step.deed {
        Deed::UseAbilityOf => true,
        Deed::Choose { modes } => modes.iter().flatten().any(copies),
        _ => step.then.iter().any(copies),
    }
}

/// The hash of what matters to the rules. Names, comments and the rules cited may change: logs do not care.
fn hash(planets: &[PlanetCard; PLANETS], orders: &[OrderCard; ORDERS]) -> String {
    let mut text = String::new();
    for planet in planets {
        writeln!(text, "planet {}", planet.id).expect("a string takes all");
    }
    for order in orders {
        let special = order.in_hand.as_ref().map(|it| it.rule);
        writeln!(text, "order {} {} {:?} {special:?}", order.id, order.count, order.ability)
            .expect("a string takes all");
    }
    Hash::of([b"shadow of atlas\n".as_slice(), text.as_bytes()]).to_string()
}

fn in_hand(node: Node<'_>) -> Read<InHand> {
    let keys = Keys::of(node, "in_hand", &["name", "rule", "cite", "discard_self", "cost"])?;
    let discount = keys.word("rule", &[("expand_wildcard", false), ("survey_discount", true)])?;
    keys.need("rule")?;
    let rule = if discount {
        if !keys.flag("discard_self")? {
            return Err(Wrong::at(keys.at, "a survey_discount needs discard_self = true"));
        }
        // For nothing a turn could go on for ever: a card discarded, a card turned up, and that one discarded.
        Special::SurveyDiscount { cost: keys.number("cost", 1..=SURVEY_COST)? }
    } else {
        keys.knowing(&["name", "rule", "cite"]).map(|_| Special::ExpandWildcard)?
    };
    let keys = Keys::of(node, "in_hand", &["name", "rule", "cite", "discard_self", "cost"])?;
    Ok(InHand { name: keys.name("name")?, rule, cite: keys.cite()? })
}

/// Deeper than this nobody could follow an Ability.
const DEEPEST: usize = 6;

fn steps(nodes: Vec<Node<'_>>, depth: usize) -> Read<Vec<Step>> {
    nodes.into_iter().map(|node| step(node, depth)).collect()
}

fn step(node: Node<'_>, depth: usize) -> Read<Step> {
    let at = node.span().start;
    if depth > DEEPEST {
        return Err(Wrong::at(at, format!("steps are nested more than {DEEPEST} deep")));
    }
    let Some(table) = node.get_ref().as_table() else {
        return Err(Wrong::at(at, "a step must be a table, like { do = \"draw\", n = 1 }"));
    };
    let keys = Keys { table, at, what: "a step" };
    if keys.get("choose").is_some() {
        return choose(keys, depth);
    }
    let (deed, at) = keys.string("do").map_err(|wrong| Wrong {
        message: format!("{}: a step needs do or choose", wrong.message),
        ..wrong
    })?;
    let knows = |own: &[&str]| {
        let known: Vec<&str> = ["do", "may", "then"].iter().chain(own).copied().collect();
        Keys { table, at: keys.at, what: deed }.knowing(&known)
    };
    let here = [("this_planet", ())];
    let deed = match deed {
        "gain_credit" => {
            let keys = knows(&["who", "n"])?;
            Deed::GainCredit { who: keys.who("who")?, n: keys.number("n", 1..=MOST)? }
        }
        "spend" => {
            let keys = knows(&["who", "n"])?;
            Deed::Spend { who: keys.who("who")?, n: keys.number("n", 1..=MOST)? }
        }
        "draw" => {
            let keys = knows(&["who", "n"])?;
            Deed::Draw { who: keys.who("who")?, n: keys.number("n", 1..=MOST)? }
        }
        "gain_outpost" => {
            let keys = knows(&["who", "n"])?;
            Deed::GainOutpost { who: keys.who("who")?, n: keys.number("n", 1..=MOST)? }
        }
        "discard" => {
            let keys = knows(&["match"])?;
            Deed::Discard { matching: keys.word("match", &[("any", false), ("order_at_this_planet", true)])? }
        }
        "discard_opposing_order" => {
            knows(&["at"])?.word("at", &here)?;
            Deed::DiscardOpposing
        }
        "move_order" => {
            let keys = knows(&["from", "whose", "to"])?;
            let ends = [("other_planet", false), ("this_planet", true)];
            let (from, to) = (keys.word("from", &ends)?, keys.word("to", &[ends[1], ends[0]])?);
            if from == to {
                return Err(Wrong::at(at, "an Order moves between this_planet and other_planet"));
            }
            Deed::Move { whose: keys.who("whose")?, away: from }
        }
        "use_ability_of" => {
            let keys = knows(&["pick", "at", "side"])?;
            keys.word("pick", &[("other_order", ())])?;
            keys.word("at", &here)?;
            keys.word("side", &[("any", ())])?;
            Deed::UseAbilityOf
        }
        "play_order" => {
            let keys = knows(&["from", "to"])?;
            keys.word("from", &[("hand", ())])?;
            Deed::Play { anywhere: keys.word("to", &[("this_planet", false), ("any_planet", true)])? }
        }
        other => {
            let known = "gain_credit, spend, draw, gain_outpost, discard, discard_opposing_order, move_order, \
                         use_ability_of, play_order";
            return Err(Wrong::at(at, format!("nothing is called {}; there is {known}", quoted(other))));
        }
    };
    let then = keys.get("then").map(|node| list(node, "then")).transpose()?.unwrap_or_default();
    Ok(Step { deed, may: keys.flag("may")?, then: steps(then, depth + 1)? })
}

fn choose(keys: Keys<'_>, depth: usize) -> Read<Step> {
    let keys = keys.knowing(&["choose", "modes"])?;
    keys.number("choose", 1..=1)?;
    let nodes = keys.list("modes")?;
    if !(2..=MODES).contains(&nodes.len()) {
        return Err(Wrong::at(keys.at, format!("a choice has 2 to {MODES} modes, not {}", nodes.len())));
    }
    let modes = nodes.into_iter().map(|node| steps(list(node, "a mode")?, depth + 1)).collect::<Read<_>>()?;
    Ok(Step { deed: Deed::Choose { modes }, may: false, then: Vec::new() })
}
