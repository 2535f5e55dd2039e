//! Reads content files strictly: anything unexpected is an error that names the file, the line and what was expected.

use atlas_content::{ContentError, Keys, Node, Read, Wrong, list, number, one_of, read_file, text};
use atlas_core::fair::Hash;
use atlas_core::refusal::quoted;
use serde_json::Value;

use super::effect::{ArtifactEffect, CardEffect, Lasting, Power, Special, Step, Who};
use super::{
    ComponentSpaces, ComponentTile, Content, CouncilorBoard, HOUSE, House, Level, LibraryCard, LibraryEffect,
    MisfortuneCard, MisfortuneKind, Named, Numbers, PeninsulaCard, Players, Tile, TileAction, When, position,
};
use crate::things::{BLUEPRINT, Goods, PENINSULAS, Peninsula, RINGS, Resource, SEATS};

/// The maximum size of a content file, in bytes.
const MAX_FILE_SIZE: usize = 64 * 1024;
/// The maximum length of a name, in characters.
const MAX_NAME_LEN: usize = 40;
/// The maximum of numbers on cards and tiles.
const MOST: i64 = 20;

/// The words of sentences, which cannot be ids in a file.
const RESERVED: [&str; 12] = [
    "source",
    "build",
    "core",
    "workshop",
    "observatory",
    "leader",
    "follower",
    "volunteer",
    "hologram",
    "automaton",
    "barrier",
    "raise",
];

pub(super) fn read(files: &[(&str, &str)]) -> Result<Content, ContentError> {
    let file = |name: &str| {
        files.iter().find(|file| file.0 == name).copied().ok_or_else(|| ContentError {
            file: name.to_owned(),
            line: 1,
            message: "this file is missing".to_owned(),
        })
    };
    let mut parts = Vec::new();
    let mut read = |index: usize| file(HOUSE[index].0);
    let texts: Vec<(&str, &str)> = (0..HOUSE.len()).map(&mut read).collect::<Result<_, _>>()?;
    for (name, text) in &texts {
        parts.push(read_file(name, text, MAX_FILE_SIZE, |keys| Ok(canonical(keys.as_json(&[]))))?);
    }
    let mut ids = Ids::default();
    let (peninsulas, tiles) =
        read_file(texts[0].0, texts[0].1, MAX_FILE_SIZE, |keys| read_tiles(keys, &mut ids))?;
    let components =
        read_file(texts[1].0, texts[1].1, MAX_FILE_SIZE, |keys| read_components(keys, &mut ids))?;
    let councilors =
        read_file(texts[2].0, texts[2].1, MAX_FILE_SIZE, |keys| read_councilors(keys, &mut ids))?;
    let library = read_file(texts[3].0, texts[3].1, MAX_FILE_SIZE, |keys| read_library(keys, &mut ids))?;
    let misfortunes = read_file(texts[4].0, texts[4].1, MAX_FILE_SIZE, |keys| {
        read_misfortunes(keys, &peninsulas, &mut ids)
    })?;
    let numbers = read_file(texts[5].0, texts[5].1, MAX_FILE_SIZE, |keys| {
        read_numbers(keys, &components, &misfortunes, &library)
    })?;
    let hash =
        Hash::of([b"atlantis rising\n".as_slice(), Value::from(parts).to_string().as_bytes()]).to_string();
    Ok(Content { hash, peninsulas, tiles, components, councilors, library, misfortunes, numbers })
}

/// The part of a file that the rules depend on: everything but the names for people and what is house content.
fn canonical(value: Value) -> Value {
    match value {
        Value::Object(map) => map
            .into_iter()
            .filter(|(key, _)| key != "name" && key != "house")
            .map(|(key, it)| (key, canonical(it)))
            .collect(),
        Value::Array(list) => list.into_iter().map(canonical).collect(),
        other => other,
    }
}

/// The ids that were used so far.
#[derive(Default)]
struct Ids(Vec<String>);

impl Ids {
    fn named(&mut self, keys: Keys<'_>) -> Read<Named> {
        let (id, at) = keys.id("id")?;
        if RESERVED.contains(&id.as_str()) {
            return Err(Wrong::at(at, format!("the id {} is reserved", quoted(&id))));
        }
        if self.0.contains(&id) {
            return Err(Wrong::at(at, format!("the id {} is used twice", quoted(&id))));
        }
        self.0.push(id.clone());
        Ok(Named { id, name: keys.words("name", MAX_NAME_LEN)?, house: house(keys)? })
    }
}

fn house(keys: Keys<'_>) -> Read<House> {
    match keys.maybe_string("house")? {
        None => Ok(House::Nothing),
        Some(said) => one_of(said, "house", &[("content", House::Content), ("all", House::All)]),
    }
}

fn table<'a>(node: Node<'a>, what: &'a str, known: &[&str]) -> Read<Keys<'a>> {
    Keys::of(node, what)?.knowing(known)
}

fn small(keys: Keys<'_>, key: &str, least: u8) -> Read<u8> {
    Ok(keys.number(key, i64::from(least)..=MOST)? as u8)
}

fn small_or(keys: Keys<'_>, key: &str, usual: u8) -> Read<u8> {
    Ok(keys.number_or(key, 0..=MOST, usual.into())? as u8)
}

const RESOURCES: [(&str, Resource); 4] = [
    ("gold", Resource::Gold),
    ("crystal", Resource::Crystal),
    ("ore", Resource::Ore),
    ("atlantium", Resource::Atlantium),
];

fn read_tiles(keys: Keys<'_>, ids: &mut Ids) -> Read<(Vec<PeninsulaCard>, Vec<Tile>)> {
    let keys = keys.knowing(&["peninsula", "tile"])?;
    let (mut peninsulas, mut gains) = (Vec::new(), Vec::new());
    for node in keys.list("peninsula")? {
        let keys = table(node, "a peninsula", &["id", "name", "house", "gain"])?;
        peninsulas.push(PeninsulaCard { named: ids.named(keys)? });
        let gain = keys.maybe_string("gain")?.map(|said| one_of(said, "gain", &RESOURCES)).transpose()?;
        gains.push(gain);
    }
    if peninsulas.len() != PENINSULAS {
        return Err(Wrong::at(keys.at, format!("there must be {PENINSULAS} peninsulas (AR-01)")));
    }
    let nodes = keys.list("tile")?;
    if nodes.len() != PENINSULAS * usize::from(RINGS) {
        return Err(Wrong::at(keys.at, format!("there must be {RINGS} tiles for each peninsula (AR-01)")));
    }
    let mut tiles = Vec::new();
    for (at, node) in nodes.into_iter().enumerate() {
        let (peninsula, ring) = (at / usize::from(RINGS), at % usize::from(RINGS) + 1);
        tiles.push(read_tile(node, &peninsulas[peninsula].named, ring, gains[peninsula], ids)?);
    }
    Ok((peninsulas, tiles))
}

fn read_tile(node: Node<'_>, land: &Named, ring: usize, gain: Option<Resource>, ids: &mut Ids) -> Read<Tile> {
    let all = ["id", "spaces", "target", "exchange", "look", "keep", "energy", "followers", "gives_energy"];
    let keys = table(node, "a tile", &all)?;
    let (id, at) = keys.id("id")?;
    let expected = format!("{}-{ring}", land.id);
    if id != expected {
        return Err(Wrong::at(at, format!("the next tile must be {expected}, not {}", quoted(&id))));
    }
    ids.0.push(id.clone());
    let named = Named { id, name: format!("{} {ring}", land.name), house: land.house };
    let spaces = small(keys, "spaces", 1)?;
    let action = if keys.get("exchange").is_some() {
        let keys = keys.knowing(&["id", "spaces", "exchange"])?;
        let pairs = keys.list("exchange")?.into_iter().map(|node| {
            let keys = table(node, "an exchange", &["ore", "atlantium"])?;
            Ok((small(keys, "ore", 1)?, small(keys, "atlantium", 1)?))
        });
        TileAction::Forge(pairs.collect::<Read<_>>()?)
    } else if keys.get("look").is_some() {
        let keys = keys.knowing(&["id", "spaces", "look", "keep", "energy"])?;
        let look = keys.number("look", 1..=5)? as u8;
        TileAction::Library { look, keep: small(keys, "keep", 1)?, cost: small_or(keys, "energy", 0)? }
    } else if keys.get("followers").is_some() {
        let keys = keys.knowing(&["id", "spaces", "followers", "gives_energy", "energy"])?;
        if spaces != 2 {
            return Err(Wrong::at(keys.at, "a tile for a pair has 2 spaces (AR-47)"));
        }
        TileAction::City {
            followers: small(keys, "followers", 0)?,
            energy: small_or(keys, "gives_energy", 0)?,
            cost: small_or(keys, "energy", 0)?,
        }
    } else {
        let keys = keys.knowing(&["id", "spaces", "target"])?;
        let target = small(keys, "target", 1)?;
        let gain = gain.ok_or_else(|| {
            Wrong::at(keys.at, format!("a tile with a target needs a gain of the {}", land.name))
        })?;
        TileAction::Wild { gain, target }
    };
    Ok(Tile { named, spaces, action })
}

fn read_components(keys: Keys<'_>, ids: &mut Ids) -> Read<Vec<ComponentTile>> {
    let keys = keys.knowing(&["component"])?;
    let known = ["id", "name", "house", "letter", "cost", "solo", "now", "on", "act", "double"];
    let component = |node: Node<'_>, ids: &mut Ids| {
        let keys = table(node, "a component", &known)?;
        let named = ids.named(keys)?;
        let letter = one_of(keys.string("letter")?, "letter", &[("A", 0), ("B", 1), ("C", 2), ("D", 3)])?;
        let (cost, solo) = (goods(keys.need("cost")?)?, goods(keys.need("solo")?)?);
        let now = steps(keys.maybe_list("now")?)?;
        let lasting = keys.get("on").map(lasting).transpose()?;
        let spaces = match (keys.get("act"), keys.get("double")) {
            (Some(node), None) => Some(spaces(node, false)?),
            (None, Some(node)) => Some(spaces(node, true)?),
            (None, None) => None,
            _ => return Err(Wrong::at(keys.at, "a component has act or double, not both")),
        };
        if usize::from(!now.is_empty()) + usize::from(lasting.is_some()) + usize::from(spaces.is_some()) != 1
        {
            return Err(Wrong::at(keys.at, "a component has one of now, on, act and double"));
        }
        Ok(ComponentTile { named, letter, cost, solo, now, lasting, spaces })
    };
    keys.list("component")?.into_iter().map(|node| component(node, ids)).collect()
}

fn goods(node: Node<'_>) -> Read<Goods> {
    let keys = table(node, "a cost", &["gold", "crystal", "ore", "atlantium"])?;
    let mut goods = Goods::default();
    for (word, resource) in RESOURCES {
        *goods.of_mut(resource) = keys.number_or(word, 0..=9, 0)? as u8;
    }
    if goods.total() == 0 {
        return Err(Wrong::at(keys.at, "a component costs at least 1 resource"));
    }
    Ok(goods)
}

fn spaces(node: Node<'_>, double: bool) -> Read<ComponentSpaces> {
    let count = if double { "spots" } else { "spaces" };
    let keys = table(node, if double { "double" } else { "act" }, &[count, "five_plus", "effect"])?;
    let size = if double { 2 } else { 1 };
    let effect = steps(keys.list("effect")?)?;
    Ok(ComponentSpaces {
        double,
        spaces: keys.number(count, 1..=4)? as u8 * size,
        five_plus: keys.number_or("five_plus", 0..=4, 0)? as u8 * size,
        effect,
    })
}

fn lasting(node: Node<'_>) -> Read<Lasting> {
    let keys = Keys::of(node, "on")?;
    let (word, at) = keys.string("do")?;
    match word {
        "round_energy" => Ok(Lasting::RoundEnergy(small(keys.knowing(&["do", "n"])?, "n", 1)?)),
        "double_energy" => keys.knowing(&["do"]).map(|_| Lasting::DoubleEnergy),
        other => Err(unknown(at, other, "round_energy, double_energy")),
    }
}

fn unknown(at: usize, word: &str, known: &str) -> Wrong {
    Wrong::at(at, format!("{} cannot stand here; known words: {known}", quoted(word)))
}

fn steps(nodes: Vec<Node<'_>>) -> Read<Vec<Step>> {
    nodes.into_iter().map(step).collect()
}

const WHO: [(&str, Who); 4] = [
    ("you", Who::You),
    ("every_seat", Who::EverySeat),
    ("one_owner", Who::OneOwner),
    ("each_owner", Who::EachOwner),
];

fn step(node: Node<'_>) -> Read<Step> {
    let keys = Keys::of(node, "a step")?;
    let (word, at) = keys.string("do")?;
    let knows = |own: &[&str]| keys.knowing(&[&["do"], own].concat());
    Ok(match word {
        "raise" => Step::Raise(small(knows(&["n"])?, "n", 1)?),
        "gain" => {
            let keys = knows(&["what", "n", "who"])?;
            keys.word("what", &[("energy", ())])?;
            Step::Energy(small(keys, "n", 1)?, keys.word("who", &WHO)?)
        }
        "gain_follower" => Step::Followers(small(knows(&["n"])?, "n", 1)?),
        "draw" => {
            let keys = knows(&["n", "who"])?;
            Step::Draw(keys.number("n", 1..=3)? as u8, keys.word("who", &WHO[..2])?)
        }
        "barrier" => {
            let keys = knows(&["n", "up_to"])?;
            Step::Barrier { n: small(keys, "n", 1)?, up_to: keys.flag("up_to")? }
        }
        "skip_wrath" => knows(&[]).map(|_| Step::SkipWrath)?,
        "add_calm" => Step::AddCalm(small(knows(&["n"])?, "n", 1)?),
        "exchange" => {
            let keys = knows(&["n", "any"])?;
            Step::Exchange { n: small(keys, "n", 1)?, any: keys.flag("any")? }
        }
        "look" => Step::Look(knows(&["n"])?.number("n", 1..=5)? as u8),
        "volunteer" => {
            let keys = knows(&["when", "who"])?;
            keys.word("when", &[("next_round", ())])?;
            Step::Volunteer(keys.word("who", &[WHO[0], WHO[3]])?)
        }
        "library" => {
            let keys = knows(&["look", "keep"])?;
            Step::Library { look: keys.number("look", 1..=5)? as u8, keep: small(keys, "keep", 1)? }
        }
        "move_figure" => knows(&[]).map(|_| Step::Move)?,
        "gain_any" => {
            let keys = knows(&["n", "atlantium"])?;
            Step::GainAny { n: small(keys, "n", 1)?, atlantium: small(keys, "atlantium", 1)? }
        }
        "forge" => Step::Forge(small(knows(&["n"])?, "n", 1)?),
        other => {
            let known = "raise, gain, gain_follower, draw, barrier, skip_wrath, add_calm, exchange, look, \
                         volunteer, library, move_figure, gain_any, forge";
            return Err(unknown(at, other, known));
        }
    })
}

fn read_councilors(keys: Keys<'_>, ids: &mut Ids) -> Read<Vec<CouncilorBoard>> {
    let keys = keys.knowing(&["councilor"])?;
    let nodes = keys.list("councilor")?;
    if nodes.len() < SEATS + 2 {
        return Err(Wrong::at(keys.at, format!("there must be at least {} councilors", SEATS + 2)));
    }
    let read = |node: Node<'_>| {
        let keys = table(node, "a councilor", &["id", "name", "house", "power", "workshop"])?;
        let power = power(keys.need("power")?)?;
        Ok(CouncilorBoard { named: ids.named(keys)?, power, workshop: keys.flag("workshop")? })
    };
    nodes.into_iter().map(read).collect()
}

fn power(node: Node<'_>) -> Read<Power> {
    let keys = Keys::of(node, "a power")?;
    let (word, at) = keys.string("do")?;
    let n = || small(keys.knowing(&["do", "n"])?, "n", 1);
    Ok(match word {
        "discount" => Power::Discount(n()?),
        "place_late" => Power::PlaceLate(n()?),
        "extra_space" => Power::ExtraSpace(n()?),
        "target" => Power::Target(n()?),
        "console" => Power::Console(n()?),
        "bless" => Power::Bless(n()?),
        "read" => {
            let keys = keys.knowing(&["do", "look", "keep"])?;
            Power::Read { look: keys.number("look", 0..=1)? as u8, keep: small(keys, "keep", 0)? }
        }
        "prevent_flood" => keys.knowing(&["do"]).map(|_| Power::PreventFlood)?,
        "forge_bonus" => Power::ForgeBonus(n()?),
        "protect" => keys.knowing(&["do"]).map(|_| Power::Protect)?,
        other => {
            let known = "discount, place_late, extra_space, target, console, bless, read, prevent_flood, \
                         forge_bonus, protect";
            return Err(unknown(at, other, known));
        }
    })
}

fn read_library(keys: Keys<'_>, ids: &mut Ids) -> Read<Vec<LibraryCard>> {
    let keys = keys.knowing(&["card", "artifact"])?;
    let mut cards = Vec::new();
    for node in keys.list("card")? {
        let keys = table(node, "a card", &["id", "name", "house", "count", "when", "effect"])?;
        let mut when = When::default();
        for node in keys.list("when")? {
            let (word, at) = text(node, "when")?;
            match word {
                "place" => when.place = true,
                "act" => when.act = true,
                "react" => when.react = true,
                "roll" => when.roll = true,
                other => return Err(unknown(at, other, "place, act, react, roll")),
            }
        }
        let effect = LibraryEffect::Card(card_effect(keys.need("effect")?, when)?);
        let count = keys.number("count", 1..=4)? as u8;
        cards.push(LibraryCard { named: ids.named(keys)?, count, when, effect });
    }
    for node in keys.list("artifact")? {
        let keys = table(node, "an artifact", &["id", "name", "house", "effect"])?;
        let effect = LibraryEffect::Artifact(artifact_effect(keys.need("effect")?)?);
        cards.push(LibraryCard { named: ids.named(keys)?, count: 1, when: When::default(), effect });
    }
    let total: usize = cards.iter().map(|card| usize::from(card.count)).sum();
    if total > crate::state::LIBRARY_SIZE || cards.len() > 64 {
        return Err(Wrong::at(
            keys.at,
            format!("there is room for {} library cards", crate::state::LIBRARY_SIZE),
        ));
    }
    Ok(cards)
}

fn card_effect(node: Node<'_>, when: When) -> Read<CardEffect> {
    let keys = Keys::of(node, "an effect")?;
    let (word, at) = keys.string("do")?;
    let n = || small(keys.knowing(&["do", "n"])?, "n", 1);
    let bare = |effect: CardEffect| keys.knowing(&["do"]).map(|_| effect);
    let effect = match word {
        "convert" => CardEffect::Convert(n()?),
        "unite" => bare(CardEffect::Unite)?,
        "succeed" => bare(CardEffect::Succeed)?,
        "prevent_flood" => bare(CardEffect::PreventFlood)?,
        "act_again" => bare(CardEffect::ActAgain)?,
        "share" => CardEffect::Share(n()?),
        "copy_power" => bare(CardEffect::CopyPower)?,
        "volunteer" => {
            keys.knowing(&["do", "when"])?.word("when", &[("now", ())])?;
            CardEffect::VolunteerNow
        }
        "look" | "raise" | "barrier" | "forge" => CardEffect::Step(step(node)?),
        other => {
            let known = "convert, unite, succeed, prevent_flood, act_again, share, copy_power, volunteer, look, \
                         raise, barrier, forge";
            return Err(unknown(at, other, known));
        }
    };
    // Some effects make sense in one phase only.
    let fits = match effect {
        CardEffect::Succeed => when == When { roll: true, ..When::default() },
        CardEffect::PreventFlood => when == When { react: true, ..When::default() },
        CardEffect::Unite | CardEffect::VolunteerNow | CardEffect::CopyPower => {
            when == When { place: true, ..When::default() }
        }
        CardEffect::ActAgain | CardEffect::Share(_) | CardEffect::Convert(_) => {
            when == When { act: true, ..When::default() }
        }
        CardEffect::Step(_) => (when.place || when.act) && !when.react && !when.roll,
    };
    if fits { Ok(effect) } else { Err(Wrong::at(at, format!("{} does not fit to when", quoted(word)))) }
}

fn artifact_effect(node: Node<'_>) -> Read<ArtifactEffect> {
    let keys = Keys::of(node, "an effect")?;
    let (word, at) = keys.string("do")?;
    let n = || small(keys.knowing(&["do", "n"])?, "n", 1);
    Ok(match word {
        "roll_per_energy" => ArtifactEffect::RollPerEnergy(n()?),
        "discount" => ArtifactEffect::Discount(n()?),
        "exchange" => {
            keys.knowing(&["do", "n", "any"])?;
            ArtifactEffect::Exchange(small(keys, "n", 1)?)
        }
        "look" => ArtifactEffect::Look(keys.knowing(&["do", "n"])?.number("n", 1..=5)? as u8),
        "forge_bonus" => ArtifactEffect::ForgeBonus(n()?),
        "read" => {
            let keys = keys.knowing(&["do", "look", "keep"])?;
            keys.number("keep", 0..=0)?;
            ArtifactEffect::Read(keys.number("look", 1..=2)? as u8)
        }
        "leader_bonus" => ArtifactEffect::LeaderBonus(n()?),
        "energy_per_follower" => ArtifactEffect::EnergyPerFollower(n()?),
        "place_flooded" => keys.knowing(&["do"]).map(|_| ArtifactEffect::PlaceFlooded)?,
        "reroll" => keys.knowing(&["do"]).map(|_| ArtifactEffect::Reroll)?,
        other => {
            let known = "roll_per_energy, discount, exchange, look, forge_bonus, read, leader_bonus, \
                         energy_per_follower, place_flooded, reroll";
            return Err(unknown(at, other, known));
        }
    })
}

fn read_misfortunes(
    keys: Keys<'_>,
    peninsulas: &[PeninsulaCard],
    ids: &mut Ids,
) -> Read<Vec<MisfortuneCard>> {
    let keys = keys.knowing(&["misfortune"])?;
    let land = |keys: Keys<'_>| {
        let (id, at) = keys.string("peninsula")?;
        let found = position(peninsulas.iter().map(|it| &it.named), id).map(Peninsula);
        found.ok_or_else(|| Wrong::at(at, format!("{} is not a peninsula", quoted(id))))
    };
    let mut cards = Vec::new();
    for node in keys.list("misfortune")? {
        let known = ["id", "name", "house", "count", "kind", "peninsula", "effect"];
        let keys = table(node, "a misfortune", &known)?;
        let (kind, at) = keys.string("kind")?;
        let kind = match kind {
            "basic" => MisfortuneKind::Basic(land(keys)?),
            "calm" => MisfortuneKind::Calm,
            "controlled" => MisfortuneKind::Controlled,
            "catastrophic" => MisfortuneKind::Catastrophic,
            "special" => MisfortuneKind::Special(special(keys.need("effect")?, &land)?),
            other => return Err(unknown(at, other, "basic, calm, controlled, catastrophic, special")),
        };
        // A basic card has the id of its peninsula, which sentences and positions tell apart by their place.
        let named = if let MisfortuneKind::Basic(land) = kind {
            let (id, at) = keys.id("id")?;
            if id != peninsulas[land.index()].named.id {
                return Err(Wrong::at(at, "a basic card has the id of its peninsula (AR-31)"));
            }
            Named { id, name: keys.words("name", MAX_NAME_LEN)?, house: house(keys)? }
        } else {
            ids.named(keys)?
        };
        cards.push(MisfortuneCard { named, count: small(keys, "count", 0)?, kind });
    }
    let total: usize = cards.iter().map(|card| usize::from(card.count)).sum();
    if total > crate::state::MISFORTUNES_SIZE {
        return Err(Wrong::at(
            keys.at,
            format!("there is room for {} misfortunes", crate::state::MISFORTUNES_SIZE),
        ));
    }
    Ok(cards)
}

fn special(node: Node<'_>, land: &dyn Fn(Keys<'_>) -> Read<Peninsula>) -> Read<Special> {
    let keys = Keys::of(node, "an effect")?;
    let (word, at) = keys.string("do")?;
    let n = || small(keys.knowing(&["do", "n"])?, "n", 1);
    Ok(match word {
        "reshuffle" => keys.knowing(&["do"]).map(|_| Special::Reshuffle)?,
        "target" => Special::Target(n()?),
        "cost" => Special::Cost(n()?),
        "limit_projects" => Special::LimitProjects(n()?),
        "flood" if keys.get("per_figures").is_some() => {
            Special::FloodPerFigures(small(keys.knowing(&["do", "per_figures"])?, "per_figures", 1)?)
        }
        "flood" => {
            keys.knowing(&["do", "where"])?.word("where", &[("most_figures", ())])?;
            Special::FloodMostFigures
        }
        "close" => Special::Close(land(keys.knowing(&["do", "peninsula"])?)?),
        "lose" => {
            let keys = keys.knowing(&["do", "what", "n"])?;
            keys.word("what", &[("energy", ())])?;
            Special::LoseEnergy(small(keys, "n", 1)?)
        }
        other => {
            let known = "reshuffle, target, cost, limit_projects, flood, close, lose";
            return Err(unknown(at, other, known));
        }
    })
}

fn read_numbers(
    keys: Keys<'_>,
    components: &[ComponentTile],
    misfortunes: &[MisfortuneCard],
    library: &[LibraryCard],
) -> Read<Numbers> {
    let keys = keys.knowing(&[
        "barrier",
        "raise",
        "hand",
        "artifacts",
        "solo_energy",
        "wrath",
        "automaton",
        "recalls",
        "first_blueprint",
        "players",
        "level",
    ])?;
    let bytes = |key: &str, least: i64| -> Read<Vec<u8>> {
        keys.list(key)?.into_iter().map(|node| Ok(number(node, key, least..=MOST)? as u8)).collect()
    };
    let barrier: [u8; 2] = bytes("barrier", 1)?
        .try_into()
        .map_err(|_| Wrong::at(keys.at, "barrier has two numbers, for up to four and for more players"))?;
    let wrath = bytes("wrath", 0)?;
    if wrath.is_empty() {
        return Err(Wrong::at(keys.at, "the Wrath track has at least one space"));
    }
    let mut first_blueprint = Vec::new();
    for node in keys.list("first_blueprint")? {
        let (id, at) = text(node, "first_blueprint")?;
        let found = position(components.iter().map(|it| &it.named), id);
        first_blueprint
            .push(found.ok_or_else(|| Wrong::at(at, format!("{} is not a component", quoted(id))))?);
    }
    if first_blueprint.len() != BLUEPRINT {
        return Err(Wrong::at(keys.at, format!("a blueprint has {BLUEPRINT} components (AR-14)")));
    }
    let players = keys.list("players")?.into_iter().map(|node| {
        let known = ["followers", "supply", "misfortunes", "energy", "hologram", "automaton"];
        let keys = table(node, "players", &known)?;
        Ok(Players {
            followers: keys.number("followers", 0..=7)? as u8,
            supply: keys.number("supply", 0..=7)? as u8,
            misfortunes: small(keys, "misfortunes", 1)?,
            energy: small(keys, "energy", 0)?,
            hologram: keys.flag("hologram")?,
            automaton: keys.flag("automaton")?,
        })
    });
    let players = players.collect::<Read<Vec<_>>>()?;
    if players.len() != SEATS {
        return Err(Wrong::at(keys.at, format!("there must be {SEATS} tables of players (AR-16)")));
    }
    let mut levels = Vec::new();
    for node in keys.list("level")? {
        levels.push(level(node, components, misfortunes)?);
    }
    if levels.is_empty() {
        return Err(Wrong::at(keys.at, "there must be at least one level (AR-13)"));
    }
    let artifacts = small(keys, "artifacts", 0)?;
    let there = library.iter().filter(|card| matches!(card.effect, LibraryEffect::Artifact(_))).count();
    if usize::from(artifacts) > there {
        return Err(Wrong::at(keys.at, format!("there are only {there} artifacts")));
    }
    Ok(Numbers {
        barrier,
        raise: small(keys, "raise", 1)?,
        hand: keys.number("hand", 1..=3)? as u8,
        artifacts,
        solo_energy: small(keys, "solo_energy", 0)?,
        wrath,
        automaton: small(keys, "automaton", 0)?,
        recalls: small(keys, "recalls", 0)?,
        first_blueprint,
        players,
        levels,
    })
}

fn level(node: Node<'_>, components: &[ComponentTile], misfortunes: &[MisfortuneCard]) -> Read<Level> {
    let keys = table(node, "a level", &["letters", "calm", "controlled", "catastrophic", "less_energy"])?;
    let letters = list(keys.need("letters")?, "letters")?;
    let letters = letters.into_iter().map(|node| Ok(number(node, "letters", 0..=9)? as u8));
    let letters: [u8; 4] = letters
        .collect::<Read<Vec<_>>>()?
        .try_into()
        .map_err(|_| Wrong::at(keys.at, "letters has four numbers, for A, B, C and D"))?;
    if letters.iter().map(|n| usize::from(*n)).sum::<usize>() != BLUEPRINT {
        return Err(Wrong::at(keys.at, format!("a level has {BLUEPRINT} components (AR-14)")));
    }
    for (letter, wanted) in letters.iter().enumerate() {
        let there = components.iter().filter(|it| usize::from(it.letter) == letter).count();
        if usize::from(*wanted) > there {
            return Err(Wrong::at(
                keys.at,
                format!("the level asks for more components of a letter than {there}"),
            ));
        }
    }
    let level = Level {
        letters,
        calm: small(keys, "calm", 0)?,
        controlled: small(keys, "controlled", 0)?,
        catastrophic: small_or(keys, "catastrophic", 0)?,
        less_energy: small_or(keys, "less_energy", 0)?,
    };
    let kinds = [
        (MisfortuneKind::Calm, level.calm),
        (MisfortuneKind::Controlled, level.controlled),
        (MisfortuneKind::Catastrophic, level.catastrophic),
    ];
    for (kind, wanted) in kinds {
        let there = misfortunes.iter().filter(|card| card.kind == kind).map(|card| card.count).sum::<u8>();
        if wanted > there {
            return Err(Wrong::at(
                keys.at,
                format!("the level asks for {wanted} cards of a kind, but there are {there}"),
            ));
        }
    }
    Ok(level)
}
