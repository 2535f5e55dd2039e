//! Reads content files strictly: anything unexpected is an error that names the file, the line and what was expected.

use std::fmt::Write;
use std::ops::RangeInclusive;

use atlas_content::{ContentError, Keys, Node, Read, Wrong, list, read_file};
use atlas_core::fair::Hash;
use atlas_core::refusal::quoted;

use super::ability::{Effect, MAX_MODES, Program, Step, Who};
use super::{Content, InHand, OrderCard, PlanetCard, Special};
use crate::cards::{CARDS, ORDERS, PLANETS};
use crate::state::SURVEY_COST;

/// The maximum size of a content file, in bytes.
const MAX_FILE_SIZE: usize = 64 * 1024;
/// The maximum number of Credits, cards or Outposts in one step.
const MAX_NUMBER: u8 = 10;
/// The maximum length of a name, in characters.
const MAX_NAME_LEN: usize = 40;
/// The maximum depth of nested steps.
const MAX_DEPTH: usize = 6;

pub(super) fn read(file: &str, text: &str) -> Result<Content, ContentError> {
    read_file(file, text, MAX_FILE_SIZE, content)
}

/// The table at a node, which may have only these keys.
fn table<'a>(node: Node<'a>, what: &'a str, known: &[&str]) -> Read<Keys<'a>> {
    Keys::of(node, what)?.knowing(known)
}

fn name(keys: Keys<'_>) -> Read<String> {
    keys.words("name", MAX_NAME_LEN)
}

/// The id of a planet or an Order, which must not be reserved, and its position.
fn id(keys: Keys<'_>) -> Read<(String, usize)> {
    let (id, at) = keys.id("id")?;
    if RESERVED.contains(&id.as_str()) {
        return Err(Wrong::at(at, format!("the id {} is reserved", quoted(&id))));
    }
    Ok((id, at))
}

fn number(keys: Keys<'_>, key: &str, range: RangeInclusive<u8>) -> Read<u8> {
    let number = keys.number(key, i64::from(*range.start())..=i64::from(*range.end()))?;
    Ok(number as u8)
}

fn who(keys: Keys<'_>, key: &str) -> Read<Who> {
    keys.word(key, &[("you", Who::You), ("opponent", Who::Opponent)])
}

/// The id of the rule that is cited, by default of the one that all Abilities follow.
fn cite(keys: Keys<'_>) -> Read<&'static str> {
    let Some((id, at)) = keys.maybe_string("cite")? else { return Ok("SA-31") };
    let Some(rule) = crate::RULES.find(id) else {
        return Err(Wrong::at(at, format!("the rule book has no rule {}", quoted(id))));
    };
    // The spelling in the book, which has a static lifetime.
    let cited = crate::RULES.cited(crate::RULES.text).into_iter().find(|it| *it == rule.id);
    Ok(cited.expect("the book contains the ids of its rules"))
}

/// The words of sentences and the ids of things on the table, which cannot be ids in a file.
const RESERVED: [&str; 17] = [
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

fn content(keys: Keys<'_>) -> Read<Content> {
    let keys = keys.knowing(&["name", "planet", "order"])?;
    let mut ids: Vec<String> = Vec::new();
    let mut unique = |(id, at): (String, usize)| {
        if ids.contains(&id) {
            return Err(Wrong::at(at, format!("the id {} is used twice", quoted(&id))));
        }
        ids.push(id.clone());
        Ok(id)
    };
    let planets = keys.list("planet")?.into_iter().map(|node| {
        let keys = table(node, "a planet", &["id", "name"])?;
        Ok(PlanetCard { id: unique(id(keys)?)?, name: name(keys)? })
    });
    let planets = planets.collect::<Read<Vec<_>>>()?;
    let planets: [PlanetCard; PLANETS] = planets.try_into().map_err(|planets: Vec<_>| {
        Wrong::at(keys.at, format!("there must be {PLANETS} planets (SA-01), not {}", planets.len()))
    })?;
    let nodes = keys.list("order")?;
    let orders = nodes.iter().map(|node| {
        let known = ["id", "name", "count", "cite", "ability", "in_hand"];
        let keys = table(node, "an Order", &known)?;
        Ok(OrderCard {
            id: unique(id(keys)?)?,
            name: name(keys)?,
            count: number(keys, "count", 1..=30)?,
            cite: cite(keys)?,
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
    // Two Orders that use each other's Ability would never finish.
    let mut copiers = orders.iter().zip(&nodes).filter(|(order, _)| order.ability.iter().any(copies));
    if let Some((order, node)) = copiers.nth(1) {
        let name = &order.name;
        return Err(Wrong::at(
            node.span().start,
            format!("{name} is the second Order that uses the Ability of another: they could do so forever"),
        ));
    }
    let Some(program) = Program::compile(&orders) else {
        return Err(Wrong::at(keys.at, "the Abilities have too many steps"));
    };
    let hash = hash(&planets, &orders);
    Ok(Content { name: name(keys)?, hash, planets, orders, program })
}

/// Whether a step, or one nested in it, uses the Ability of another Order.
fn copies(step: &Step) -> bool {
    match &step.effect {
        Effect::UseAbilityOf => true,
        Effect::Choose { modes } => modes.iter().flatten().any(copies),
        _ => step.then.iter().any(copies),
    }
}

/// The hash of everything that the rules depend on. Names, comments and cited rules may change without changing it.
fn hash(planets: &[PlanetCard; PLANETS], orders: &[OrderCard; ORDERS]) -> String {
    let mut text = String::new();
    for planet in planets {
        writeln!(text, "planet {}", planet.id).expect("writing to a string cannot fail");
    }
    for OrderCard { id, count, ability, in_hand, .. } in orders {
        let special = match in_hand.as_ref().map(|it| it.rule) {
            None => "None".to_owned(),
            Some(Special::ExpandWildcard) => "Some(ExpandWildcard)".to_owned(),
            Some(Special::SurveyDiscount { cost }) => format!("Some(SurveyDiscount {{ cost: {cost} }})"),
        };
        writeln!(text, "order {id} {count} {} {special}", steps_to_hash(ability))
            .expect("writing to a string cannot fail");
    }
    Hash::of([b"shadow of atlas\n".as_slice(), text.as_bytes()]).to_string()
}

/// Steps in the text that is hashed. Logs name content by the hash, so this format can never change.
fn steps_to_hash(steps: &[Step]) -> String {
    let who = |who: Who| match who {
        Who::You => "You",
        Who::Opponent => "Opponent",
    };
    let number = |name: &str, whose: Who, n: u8| format!("{name} {{ who: {}, n: {n} }}", who(whose));
    let step = |step: &Step| {
        let effect = match &step.effect {
            Effect::GainCredit { who, n } => number("GainCredit", *who, *n),
            Effect::Spend { who, n } => number("Spend", *who, *n),
            Effect::Draw { who, n } => number("Draw", *who, *n),
            Effect::GainOutpost { who, n } => number("GainOutpost", *who, *n),
            Effect::Discard { matching } => format!("Discard {{ matching: {matching} }}"),
            Effect::DiscardOpposing => "DiscardOpposing".to_owned(),
            Effect::Move { whose, away } => format!("Move {{ whose: {}, away: {away} }}", who(*whose)),
            Effect::UseAbilityOf => "UseAbilityOf".to_owned(),
            Effect::Play { anywhere } => format!("Play {{ anywhere: {anywhere} }}"),
            Effect::Choose { modes } => {
                let modes: Vec<String> = modes.iter().map(|mode| steps_to_hash(mode)).collect();
                format!("Choose {{ modes: [{}] }}", modes.join(", "))
            }
        };
        let then = steps_to_hash(&step.then);
        format!("Step {{ deed: {effect}, may: {}, then: {then} }}", step.may)
    };
    format!("[{}]", steps.iter().map(step).collect::<Vec<_>>().join(", "))
}

fn in_hand(node: Node<'_>) -> Read<InHand> {
    let keys = table(node, "in_hand", &["name", "rule", "cite", "discard_self", "cost"])?;
    let discount = keys.word("rule", &[("expand_wildcard", false), ("survey_discount", true)])?;
    keys.need("rule")?;
    let rule = if discount {
        if !keys.flag("discard_self")? {
            return Err(Wrong::at(keys.at, "a survey_discount needs discard_self = true"));
        }
        // A free Survey could repeat without end: discard a card, turn one up, and discard that one.
        Special::SurveyDiscount { cost: number(keys, "cost", 1..=SURVEY_COST)? }
    } else {
        keys.knowing(&["name", "rule", "cite"]).map(|_| Special::ExpandWildcard)?
    };
    Ok(InHand { name: name(keys)?, rule, cite: cite(keys)? })
}

fn steps(nodes: Vec<Node<'_>>, depth: usize) -> Read<Vec<Step>> {
    nodes.into_iter().map(|node| step(node, depth)).collect()
}

fn step(node: Node<'_>, depth: usize) -> Read<Step> {
    let at = node.span().start;
    if depth > MAX_DEPTH {
        return Err(Wrong::at(at, format!("steps are nested more than {MAX_DEPTH} levels deep")));
    }
    let keys = Keys::of(node, "a step")
        .map_err(|_| Wrong::at(at, "a step must be a table, such as { do = \"draw\", n = 1 }"))?;
    if keys.get("choose").is_some() {
        return choose(keys, depth);
    }
    let (name, at) = keys.string("do").map_err(|wrong| Wrong {
        message: format!("{}: a step needs do or choose", wrong.message),
        ..wrong
    })?;
    let knows = |own: &[&str]| {
        let known: Vec<&str> = ["do", "may", "then"].iter().chain(own).copied().collect();
        keys.called(name).knowing(&known)
    };
    let here = [("this_planet", ())];
    let effect = match name {
        "gain_credit" => {
            let keys = knows(&["who", "n"])?;
            Effect::GainCredit { who: who(keys, "who")?, n: number(keys, "n", 1..=MAX_NUMBER)? }
        }
        "spend" => {
            let keys = knows(&["who", "n"])?;
            Effect::Spend { who: who(keys, "who")?, n: number(keys, "n", 1..=MAX_NUMBER)? }
        }
        "draw" => {
            let keys = knows(&["who", "n"])?;
            Effect::Draw { who: who(keys, "who")?, n: number(keys, "n", 1..=MAX_NUMBER)? }
        }
        "gain_outpost" => {
            let keys = knows(&["who", "n"])?;
            Effect::GainOutpost { who: who(keys, "who")?, n: number(keys, "n", 1..=MAX_NUMBER)? }
        }
        "discard" => {
            let keys = knows(&["match"])?;
            Effect::Discard {
                matching: keys.word("match", &[("any", false), ("order_at_this_planet", true)])?,
            }
        }
        "discard_opposing_order" => {
            knows(&["at"])?.word("at", &here)?;
            Effect::DiscardOpposing
        }
        "move_order" => {
            let keys = knows(&["from", "whose", "to"])?;
            let ends = [("other_planet", false), ("this_planet", true)];
            let (from, to) = (keys.word("from", &ends)?, keys.word("to", &[ends[1], ends[0]])?);
            if from == to {
                return Err(Wrong::at(at, "an Order moves between this_planet and other_planet"));
            }
            Effect::Move { whose: who(keys, "whose")?, away: from }
        }
        "use_ability_of" => {
            let keys = knows(&["pick", "at", "side"])?;
            keys.word("pick", &[("other_order", ())])?;
            keys.word("at", &here)?;
            keys.word("side", &[("any", ())])?;
            Effect::UseAbilityOf
        }
        "play_order" => {
            let keys = knows(&["from", "to"])?;
            keys.word("from", &[("hand", ())])?;
            Effect::Play { anywhere: keys.word("to", &[("this_planet", false), ("any_planet", true)])? }
        }
        other => {
            let known = "gain_credit, spend, draw, gain_outpost, discard, discard_opposing_order, move_order, \
                         use_ability_of, play_order";
            return Err(Wrong::at(at, format!("there is no step {}; the steps are {known}", quoted(other))));
        }
    };
    Ok(Step { effect, may: keys.flag("may")?, then: steps(keys.maybe_list("then")?, depth + 1)? })
}

fn choose(keys: Keys<'_>, depth: usize) -> Read<Step> {
    let keys = keys.knowing(&["choose", "modes"])?;
    number(keys, "choose", 1..=1)?;
    let nodes = keys.list("modes")?;
    if !(2..=MAX_MODES).contains(&nodes.len()) {
        return Err(Wrong::at(keys.at, format!("a choice has 2 to {MAX_MODES} modes, not {}", nodes.len())));
    }
    let modes = nodes.into_iter().map(|node| steps(list(node, "a mode")?, depth + 1)).collect::<Read<_>>()?;
    Ok(Step { effect: Effect::Choose { modes }, may: false, then: Vec::new() })
}
