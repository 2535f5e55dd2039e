//! Reading a content file strictly: whatever is not understood is an error that names file, line and what
//! was expected.

use std::fmt::Write;
use std::ops::RangeInclusive;

use atlas_content::{ContentError, Keys, Node, Read, Wrong, list, read_file};
use atlas_core::fair::Hash;
use atlas_core::refusal::quoted;

use super::ability::{Code, Deed, MODES, Step, Who};
use super::{Content, InHand, OrderCard, PlanetCard, Special};
use crate::cards::{CARDS, ORDERS, PLANETS};
use crate::state::SURVEY_COST;

/// A file larger than this is no content file.
const LARGEST: usize = 64 * 1024;
/// The most of anything that one step gives or takes.
const MOST: u8 = 10;

/// The most letters of a name.
const LONGEST_NAME: usize = 40;

pub(super) fn read(file: &str, text: &str) -> Result<Content, ContentError> {
    read_file(file, text, LARGEST, content)
}

/// The table that a node is, which has no other keys than these.
fn table<'a>(node: Node<'a>, what: &'a str, known: &[&str]) -> Read<Keys<'a>> {
    Keys::of(node, what)?.knowing(known)
}

fn name(keys: Keys<'_>) -> Read<String> {
    keys.words("name", LONGEST_NAME)
}

/// A word of sentences that is none yet.
fn id(keys: Keys<'_>) -> Read<(String, usize)> {
    let (id, at) = keys.id("id")?;
    if WORDS.contains(&id.as_str()) {
        return Err(Wrong::at(at, format!("{} is a word of the table already", quoted(&id))));
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

/// The id of the rule that tells about it, or of the one that all Abilities follow.
fn cite(keys: Keys<'_>) -> Read<&'static str> {
    let Some((id, at)) = keys.maybe_string("cite")? else { return Ok("SA-31") };
    let Some(rule) = crate::RULES.find(id) else {
        return Err(Wrong::at(at, format!("the rule book has no rule {}", quoted(id))));
    };
    // As the book writes it: that word lives as long as the program.
    let cited = crate::RULES.cited(crate::RULES.text).into_iter().find(|it| *it == rule.id);
    Ok(cited.expect("the book names its rules"))
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
    Ok(Content { name: name(keys)?, hash, planets, orders, program })
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
    let keys = table(node, "in_hand", &["name", "rule", "cite", "discard_self", "cost"])?;
    let discount = keys.word("rule", &[("expand_wildcard", false), ("survey_discount", true)])?;
    keys.need("rule")?;
    let rule = if discount {
        if !keys.flag("discard_self")? {
            return Err(Wrong::at(keys.at, "a survey_discount needs discard_self = true"));
        }
        // For nothing a turn could go on for ever: a card discarded, a card turned up, and that one discarded.
        Special::SurveyDiscount { cost: number(keys, "cost", 1..=SURVEY_COST)? }
    } else {
        keys.knowing(&["name", "rule", "cite"]).map(|_| Special::ExpandWildcard)?
    };
    Ok(InHand { name: name(keys)?, rule, cite: cite(keys)? })
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
    let keys = Keys::of(node, "a step")
        .map_err(|_| Wrong::at(at, "a step must be a table, like { do = \"draw\", n = 1 }"))?;
    if keys.get("choose").is_some() {
        return choose(keys, depth);
    }
    let (deed, at) = keys.string("do").map_err(|wrong| Wrong {
        message: format!("{}: a step needs do or choose", wrong.message),
        ..wrong
    })?;
    let knows = |own: &[&str]| {
        let known: Vec<&str> = ["do", "may", "then"].iter().chain(own).copied().collect();
        keys.called(deed).knowing(&known)
    };
    let here = [("this_planet", ())];
    let deed = match deed {
        "gain_credit" => {
            let keys = knows(&["who", "n"])?;
            Deed::GainCredit { who: who(keys, "who")?, n: number(keys, "n", 1..=MOST)? }
        }
        "spend" => {
            let keys = knows(&["who", "n"])?;
            Deed::Spend { who: who(keys, "who")?, n: number(keys, "n", 1..=MOST)? }
        }
        "draw" => {
            let keys = knows(&["who", "n"])?;
            Deed::Draw { who: who(keys, "who")?, n: number(keys, "n", 1..=MOST)? }
        }
        "gain_outpost" => {
            let keys = knows(&["who", "n"])?;
            Deed::GainOutpost { who: who(keys, "who")?, n: number(keys, "n", 1..=MOST)? }
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
            Deed::Move { whose: who(keys, "whose")?, away: from }
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
    Ok(Step { deed, may: keys.flag("may")?, then: steps(keys.maybe_list("then")?, depth + 1)? })
}

fn choose(keys: Keys<'_>, depth: usize) -> Read<Step> {
    let keys = keys.knowing(&["choose", "modes"])?;
    number(keys, "choose", 1..=1)?;
    let nodes = keys.list("modes")?;
    if !(2..=MODES).contains(&nodes.len()) {
        return Err(Wrong::at(keys.at, format!("a choice has 2 to {MODES} modes, not {}", nodes.len())));
    }
    let modes = nodes.into_iter().map(|node| steps(list(node, "a mode")?, depth + 1)).collect::<Read<_>>()?;
    Ok(Step { deed: Deed::Choose { modes }, may: false, then: Vec::new() })
}
