//! Positions: the complete state as JSON with the names that people use, and back.
//!
//! A position has every key, and its lists are sorted. `check` refuses what cannot occur.

mod check;
mod pending;

use std::collections::BTreeMap;

use atlas_core::refusal::quoted;
use atlas_core::{Code, Edition, Refusal, Seat, Seats};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::content::{Content, ContentRef, LibraryEffect, MisfortuneKind};
use crate::state::{
    AtlantisRising, Deck, Ending, LIBRARY_SIZE, MISFORTUNES_SIZE, Phase, Stack, Team, ThisRound, Use,
};
use crate::things::{
    BLUEPRINT, Figure, Figures, Goods, Kind, PENINSULAS, Peninsula, Pile, Pose, RINGS, Resource, SEATS, Spot,
};

/// A position, as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Position {
    pub level: u8,
    pub seats: u8,
    pub parts: Vec<String>,
    pub monsters: Vec<String>,
    pub solo: String,
    pub round: u8,
    pub phase: String,
    pub start: u8,
    pub wrath: u8,
    pub over: Option<String>,
    pub gone: Vec<u8>,
    pub island: Map<String, Value>,
    pub barriers: Vec<String>,
    pub gate: Vec<GateEntry>,
    pub core: Vec<u8>,
    pub teams: Vec<TeamEntry>,
    pub figures: Vec<FigureEntry>,
    pub ready: Vec<u8>,
    pub recalls: Vec<u8>,
    pub overruled: Vec<String>,
    pub pledges: Vec<PledgeEntry>,
    pub library: DeckEntry,
    pub misfortunes: MisfortunesEntry,
    pub hologram: HologramEntry,
    #[serde(rename = "box")]
    pub in_box: Map<String, Value>,
    pub effects: Vec<String>,
    pub pending: Vec<Value>,
}

/// A component of the blueprint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct GateEntry {
    pub id: String,
    pub built: Option<u8>,
}

/// The figures and goods of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TeamEntry {
    pub councilor: String,
    pub gold: u8,
    pub crystal: u8,
    pub ore: u8,
    pub atlantium: u8,
    pub energy: u8,
    pub cards: Vec<String>,
    pub pool: BTreeMap<String, u8>,
    pub supply: BTreeMap<String, u8>,
    pub due: BTreeMap<String, u8>,
    /// The component in the Workshop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workshop: Option<String>,
    /// The kind of figure that the seat has chosen to place next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picked: Option<String>,
}

/// A figure on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct FigureEntry {
    pub team: u8,
    pub kind: String,
    pub at: String,
    pub state: String,
    /// The councilor whose power the Cipher of Expertise gives to a follower.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<String>,
    /// Whether it stands beyond the spaces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub extra: bool,
}

/// Energy that a seat has set aside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PledgeEntry {
    #[serde(rename = "for")]
    pub wanted: String,
    pub seat: u8,
    pub n: u8,
}

/// A deck, top card first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DeckEntry {
    pub deck: Vec<String>,
    pub discard: Vec<String>,
    pub seen: u8,
}

/// The misfortune deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct MisfortunesEntry {
    pub deck: Vec<String>,
    pub discard: Vec<String>,
    pub seen: u8,
    /// The card that is being carried out.
    pub open: Vec<String>,
    /// The number of cards of this round that are done.
    pub drawn: u8,
}

/// The Hologram deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct HologramEntry {
    pub deck: Vec<String>,
    pub discard: Vec<String>,
    pub powers: Vec<String>,
}

/// The refusal of a position.
pub(crate) fn refuse(why: impl std::fmt::Display) -> Refusal {
    Refusal::new(Code::Position, format!("This is not a position of Atlantis Rising: {why}."))
}

const PHASES: [(&str, Phase); 6] = [
    ("power", Phase::Power),
    ("place", Phase::Place),
    ("misfortunes", Phase::Misfortunes),
    ("late", Phase::Late),
    ("act", Phase::Act),
    ("wrath", Phase::Wrath),
];

pub(crate) fn phase_word(phase: Phase) -> &'static str {
    PHASES.iter().find(|it| it.1 == phase).expect("every phase has a word").0
}

fn numbers(seats: Seats) -> Vec<u8> {
    seats.iter().map(|seat| seat.0).collect()
}

impl AtlantisRising {
    /// The position.
    pub fn position(&self) -> Position {
        let content = &self.content;
        let mut island: Map<String, Value> = Peninsula::all()
            .map(|it| (content.peninsula(it).id.clone(), json!(self.island[it.index()])))
            .collect();
        island.insert(
            "source".to_owned(),
            json!(self.over != Some(Ending::Sunk) || self.gone == Seats::all(self.seats)),
        );
        let lands = Peninsula::all().filter(|it| self.barriers & it.bit() != 0);
        let gate = self.gate.iter().zip(self.built).map(|(id, built)| GateEntry {
            id: content.component(*id).named.id.clone(),
            built: (built > 0).then_some(built),
        });
        Position {
            level: self.level,
            seats: self.seats,
            parts: Vec::new(),
            monsters: Vec::new(),
            solo: "base".to_owned(),
            round: self.round,
            phase: phase_word(self.phase).to_owned(),
            start: self.start.0,
            wrath: self.wrath,
            over: self.over.map(|ending| if ending == Ending::Won { "won" } else { "sunk" }.to_owned()),
            gone: numbers(self.gone),
            island,
            barriers: lands.map(|it| content.peninsula(it).id.clone()).collect(),
            gate: gate.collect(),
            core: numbers(self.core),
            teams: self.all_teams().map(|team| self.team_entry(team)).collect(),
            figures: self.figures.iter().map(|figure| self.figure_entry(figure)).collect(),
            ready: numbers(self.ready),
            recalls: self.this_round.recalls[..usize::from(self.seats)].to_vec(),
            overruled: self.overruled_words(),
            pledges: self.pledge_entries(),
            library: deck_entry(&self.library, |card| content.card(card).named.id.clone()),
            misfortunes: self.misfortunes_entry(),
            hologram: self.hologram_entry(),
            in_box: self.box_entry(),
            effects: self.effect_words(),
            pending: self.pending.iter().map(|pending| pending::dump(self, pending)).collect(),
        }
    }

    pub(crate) fn team_entry(&self, team: u8) -> TeamEntry {
        let own = self.team(team);
        let kinds = |of: &[u8; 5]| -> BTreeMap<String, u8> {
            let there = Kind::ALL.into_iter().filter(|kind| of[kind.index()] > 0);
            there.map(|kind| (kind.word().to_owned(), of[kind.index()])).collect()
        };
        let due =
            if own.due > 0 { BTreeMap::from([("volunteer".to_owned(), own.due)]) } else { BTreeMap::new() };
        TeamEntry {
            councilor: self.content.councilor(own.councilor).named.id.clone(),
            gold: own.goods.of(Resource::Gold),
            crystal: own.goods.of(Resource::Crystal),
            ore: own.goods.of(Resource::Ore),
            atlantium: own.goods.of(Resource::Atlantium),
            energy: own.energy,
            cards: own
                .cards
                .as_slice()
                .iter()
                .map(|card| self.content.card(*card).named.id.clone())
                .collect(),
            pool: kinds(&own.pool),
            supply: kinds(&own.supply),
            due,
            workshop: own.workshop.map(|it| self.content.component(it).named.id.clone()),
            picked: own.picked.map(|kind| kind.word().to_owned()),
        }
    }

    pub(crate) fn figure_entry(&self, figure: Figure) -> FigureEntry {
        let councilor = self.team(figure.team).councilor;
        FigureEntry {
            team: figure.team,
            kind: figure.kind.word().to_owned(),
            at: self.spot_word(figure.at).to_owned(),
            state: if figure.pose == Pose::Up { "up" } else { "down" }.to_owned(),
            power: figure.cipher.then(|| self.content.councilor(councilor).named.id.clone()),
            extra: figure.extra,
        }
    }

    fn overruled_words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for spot in Spot::all() {
            for team in self.all_teams() {
                if self.this_round.overruled[usize::from(team)] & spot.bit() != 0 {
                    words.push(format!("{} {team}", self.spot_word(spot)));
                }
            }
        }
        words
    }

    pub(crate) fn pledge_entries(&self) -> Vec<PledgeEntry> {
        let mut entries = Vec::new();
        for (index, of) in self.pledges.iter().enumerate() {
            let land = &self.content.peninsula(Peninsula((index % PENINSULAS) as u8)).id;
            let verb = if index < PENINSULAS { "barrier" } else { "raise" };
            for (seat, n) in (0..).zip(of).filter(|it| *it.1 > 0) {
                entries.push(PledgeEntry { wanted: format!("{verb} {land}"), seat, n: *n });
            }
        }
        entries
    }

    fn misfortunes_entry(&self) -> MisfortunesEntry {
        let name = |card: u8| self.content.misfortune(card).named.id.clone();
        let DeckEntry { deck, discard, seen } = deck_entry(&self.misfortunes, name);
        MisfortunesEntry {
            deck,
            discard,
            seen,
            open: self.open.map(name).into_iter().collect(),
            drawn: self.drawn,
        }
    }

    fn hologram_entry(&self) -> HologramEntry {
        let name = |card: u8| self.content.councilor(card).named.id.clone();
        let DeckEntry { deck, discard, .. } = deck_entry(&self.hologram, name);
        HologramEntry { deck, discard, powers: self.power.map(name).into_iter().collect() }
    }

    /// The cards in the box.
    pub(crate) fn box_entry(&self) -> Map<String, Value> {
        let out = self.artifacts_in_box().map(|card| self.content.card(card).named.id.clone());
        let mut entry = Map::new();
        entry.insert("artifacts".to_owned(), out.collect());
        let mut specials = Vec::new();
        for (card, it) in (0..).zip(&self.content.misfortunes) {
            match it.kind {
                MisfortuneKind::Basic(_) => {}
                MisfortuneKind::Special(_) => {
                    specials.extend((0..self.in_box(card)).map(|_| it.named.id.clone()));
                }
                _ => {
                    entry.insert(it.named.id.clone(), json!(self.in_box(card)));
                }
            }
        }
        entry.insert("specials".to_owned(), json!(specials));
        entry
    }

    /// AR-11: the artifacts that are out of the game.
    fn artifacts_in_box(&self) -> impl Iterator<Item = u8> {
        let all = (0_u8..).zip(&self.content.library);
        let artifacts = all.filter(|it| matches!(it.1.effect, LibraryEffect::Artifact(_))).map(|it| it.0);
        artifacts.filter(|card| !self.library_cards().any(|it| it == *card))
    }

    /// All library cards that are in the game, wherever they are.
    pub(crate) fn library_cards(&self) -> impl Iterator<Item = u8> {
        let hands = self.teams.iter().flat_map(|team| team.cards.as_slice().iter().copied());
        let looked = self.pending.iter().flat_map(|pending| match pending {
            crate::state::Pending::Keep { cards, .. } => cards.as_slice().to_vec(),
            _ => Vec::new(),
        });
        let piles = self.library.deck.as_slice().iter().chain(self.library.discard.as_slice()).copied();
        piles.chain(hands).chain(looked)
    }

    /// What holds in this round, in words.
    pub(crate) fn effect_words(&self) -> Vec<String> {
        let now = &self.this_round;
        let mut words = Vec::new();
        words.extend((0..now.targets).map(|_| "earthquake".to_owned()));
        words.extend((0..now.cost).map(|_| "malfunction".to_owned()));
        words.extend(now.limit.map(|limit| format!("lost-schema {limit}")));
        let lands = Peninsula::all().filter(|it| now.closed & it.bit() != 0);
        words.extend(lands.map(|it| format!("closed {}", self.content.peninsula(it).id)));
        let tiles = Spot::all().filter(|it| now.united & it.bit() != 0);
        words.extend(tiles.map(|it| format!("unity {}", self.spot_word(it))));
        let used = (0..self.content.library.len() as u8).filter(|card| now.used & 1 << card != 0);
        words.extend(used.map(|card| format!("used {}", self.content.card(card).named.id)));
        words.extend(now.coral.map(|spot| format!("coral {}", self.spot_word(spot))));
        words.extend(now.withdrew.iter().map(|seat| format!("withdrew {}", seat.0)));
        for team in self.all_teams() {
            for (at, id) in self.gate.iter().enumerate() {
                if now.dropped[usize::from(team)] & 1 << at != 0 {
                    words.push(format!("dropped {team} {}", self.content.component(*id).named.id));
                }
            }
        }
        if now.skip_wrath {
            words.push("skip-wrath".to_owned());
        }
        words.sort();
        words
    }
}

fn deck_entry<const N: usize>(deck: &Deck<N>, name: impl Fn(u8) -> String) -> DeckEntry {
    DeckEntry {
        deck: deck.deck.top(N).map(&name).collect(),
        discard: deck.discard.as_slice().iter().copied().map(&name).collect(),
        seen: deck.seen,
    }
}

pub(crate) fn dump(state: &AtlantisRising) -> Value {
    serde_json::to_value(state.position()).expect("a position is plain data")
}

/// The state of a position, if it can occur.
pub(crate) fn load(edition: Edition<ContentRef>, value: &Value) -> Result<AtlantisRising, Refusal> {
    let position = Position::deserialize(value).map_err(refuse)?;
    let content = edition.content;
    if !(1..=SEATS as u8).contains(&position.seats) || position.teams.len() != usize::from(position.seats) {
        return Err(refuse("there are 1 to 7 seats, and one team for each"));
    }
    if position.level == 0 || usize::from(position.level) > content.numbers.levels.len() {
        return Err(refuse("there is no such level (AR-13)"));
    }
    if !position.parts.is_empty() || !position.monsters.is_empty() || position.solo != "base" {
        return Err(refuse("this program plays the base game"));
    }
    let state = read(edition, &position)?;
    check::check(&state)?;
    // Every list is in its order, and nothing is missing.
    let canonical = dump(&state);
    if canonical != *value {
        let wrong = canonical.as_object().into_iter().flatten().find(|(key, it)| value.get(key) != Some(it));
        let key = wrong.map_or("a key", |(key, _)| key.as_str());
        return Err(refuse(format!("{} is not in its standard form, or contradicts the rest", quoted(key))));
    }
    Ok(state)
}

fn find<T>(found: Option<T>, word: &str, what: &str) -> Result<T, Refusal> {
    found.ok_or_else(|| refuse(format!("{} is not {what}", quoted(word))))
}

fn pile<const N: usize>(
    words: &[String],
    what: &str,
    named: impl Fn(&str) -> Option<u8>,
) -> Result<Pile<N>, Refusal> {
    if words.len() > N {
        return Err(refuse(format!("there are too many of {what}")));
    }
    words.iter().rev().map(|word| find(named(word), word, what)).collect()
}

fn sorted<const N: usize>(
    words: &[String],
    what: &str,
    named: impl Fn(&str) -> Option<u8>,
) -> Result<Pile<N>, Refusal> {
    let unsorted: Pile<N> = pile(words, what, named)?;
    let mut sorted = Pile::default();
    unsorted.as_slice().iter().for_each(|card| sorted.insert(*card));
    Ok(sorted)
}

fn seats_of(numbers: &[u8], seats: u8) -> Result<Seats, Refusal> {
    if numbers.iter().any(|seat| *seat >= seats) {
        return Err(refuse("a seat does not exist"));
    }
    Ok(numbers.iter().map(|seat| Seat(*seat)).collect())
}

fn kinds(words: &BTreeMap<String, u8>) -> Result<[u8; 5], Refusal> {
    let mut counts = [0; 5];
    for (word, n) in words {
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        counts[find(kind, word, "a kind of figure")?.index()] = *n;
    }
    Ok(counts)
}

fn read(edition: Edition<ContentRef>, position: &Position) -> Result<AtlantisRising, Refusal> {
    let content = edition.content;
    let mut island = [0; PENINSULAS];
    for it in Peninsula::all() {
        let tiles = position.island.get(&content.peninsula(it).id).and_then(Value::as_u64);
        let tiles = tiles.filter(|tiles| *tiles <= RINGS.into());
        island[it.index()] =
            tiles.ok_or_else(|| refuse("a peninsula has 0 to 6 unflooded tiles (AR-07)"))? as u8;
    }
    let (mut gate, mut built) = ([0; BLUEPRINT], [0; BLUEPRINT]);
    if position.gate.len() != BLUEPRINT {
        return Err(refuse("the blueprint has nine components (AR-14)"));
    }
    for (at, entry) in position.gate.iter().enumerate() {
        gate[at] = find(content.component_named(&entry.id), &entry.id, "a component")?;
        built[at] = entry.built.unwrap_or(0);
    }
    let mut barriers = 0;
    for id in &position.barriers {
        barriers |= find(content.peninsula_named(id), id, "a peninsula")?.bit();
    }
    let over = match position.over.as_deref() {
        None => None,
        Some("won") => Some(Ending::Won),
        Some("sunk") => Some(Ending::Sunk),
        Some(other) => return Err(refuse(format!("{} is not an ending", quoted(other)))),
    };
    let mut teams = [Team::default(); SEATS];
    for (team, entry) in teams.iter_mut().zip(&position.teams) {
        *team = read_team(&content, entry)?;
    }
    let seats = position.seats;
    let phase = PHASES.iter().find(|it| it.0 == position.phase).map(|it| it.1);
    let card = |word: &str| content.card_named(word);
    let misfortune = |word: &str| content.misfortune_named(word);
    let councilor = |word: &str| content.councilor_named(word);
    let open: Pile<1> = pile(&position.misfortunes.open, "a misfortune", misfortune)?;
    let powers: Pile<1> = pile(&position.hologram.powers, "a councilor", councilor)?;
    let mut state = AtlantisRising {
        content,
        rules: edition.rules as u8,
        seats,
        level: position.level,
        gone: seats_of(&position.gone, seats)?,
        start: Seat(position.start),
        round: position.round,
        phase: find(phase, &position.phase, "a phase")?,
        wrath: position.wrath,
        over,
        island,
        barriers,
        gate,
        built,
        core: seats_of(&position.core, seats)?,
        teams,
        figures: Figures::default(),
        ready: seats_of(&position.ready, seats)?,
        pledges: [[0; SEATS]; Use::COUNT],
        library: Deck {
            deck: pile::<LIBRARY_SIZE>(&position.library.deck, "a library card", card)?,
            discard: sorted(&position.library.discard, "a library card", card)?,
            seen: position.library.seen,
        },
        misfortunes: Deck {
            deck: pile::<MISFORTUNES_SIZE>(&position.misfortunes.deck, "a misfortune", misfortune)?,
            discard: sorted(&position.misfortunes.discard, "a misfortune", misfortune)?,
            seen: position.misfortunes.seen,
        },
        open: open.as_slice().first().copied(),
        drawn: position.misfortunes.drawn,
        hologram: Deck {
            deck: pile(&position.hologram.deck, "a councilor", councilor)?,
            discard: sorted(&position.hologram.discard, "a councilor", councilor)?,
            seen: 0,
        },
        power: powers.as_slice().first().copied(),
        this_round: ThisRound::default(),
        pending: Stack::default(),
    };
    read_board(&mut state, position)?;
    read_effects(&mut state, position)?;
    for value in &position.pending {
        let pending = pending::load(&state, value)?;
        if state.pending.iter().count() >= 12 {
            return Err(refuse("there are too many open questions"));
        }
        state.pending.push(pending);
    }
    Ok(state)
}

fn read_team(content: &Content, entry: &TeamEntry) -> Result<Team, Refusal> {
    let workshop = entry.workshop.as_ref().map(|id| find(content.component_named(id), id, "a component"));
    let kind = |word: &String| Kind::ALL.into_iter().find(|kind| kind.word() == word);
    let picked = entry.picked.as_ref().map(|word| find(kind(word), word, "a kind of figure"));
    if entry.due.keys().any(|key| key != "volunteer") {
        return Err(refuse("only volunteers are due next round"));
    }
    Ok(Team {
        councilor: find(content.councilor_named(&entry.councilor), &entry.councilor, "a councilor")?,
        goods: Goods([entry.gold, entry.crystal, entry.ore, entry.atlantium]),
        energy: entry.energy,
        cards: sorted(&entry.cards, "a library card", |word| content.card_named(word))?,
        pool: kinds(&entry.pool)?,
        supply: kinds(&entry.supply)?,
        due: entry.due.get("volunteer").copied().unwrap_or(0),
        workshop: workshop.transpose()?,
        picked: picked.transpose()?,
    })
}

/// The figures, pledges and disputes on the board.
fn read_board(state: &mut AtlantisRising, position: &Position) -> Result<(), Refusal> {
    if position.figures.len() > 60 {
        return Err(refuse("there are too many figures on the board"));
    }
    for entry in &position.figures {
        state.figures.add(read_figure(state, entry)?);
    }
    if position.recalls.len() != usize::from(state.seats) {
        return Err(refuse("recalls has one number for each seat"));
    }
    state.this_round.recalls[..position.recalls.len()].copy_from_slice(&position.recalls);
    for words in &position.overruled {
        let (spot, seat) = words.split_once(' ').unwrap_or((words, ""));
        let spot = find(state.spot_named(spot), spot, "a spot")?;
        let seat = seat.parse().ok().filter(|seat: &u8| *seat < state.seats);
        let seat = find(seat, words, "a spot and a seat")?;
        state.this_round.overruled[usize::from(seat)] |= spot.bit();
    }
    for entry in &position.pledges {
        let (verb, land) = entry.wanted.split_once(' ').unwrap_or((&entry.wanted, ""));
        let peninsula = find(state.content.peninsula_named(land), land, "a peninsula")?;
        let index = match verb {
            "barrier" => peninsula.index(),
            "raise" => PENINSULAS + peninsula.index(),
            other => return Err(refuse(format!("energy is not pledged for {}", quoted(other)))),
        };
        if entry.seat >= state.seats || entry.n == 0 {
            return Err(refuse("a pledge has a seat and at least 1 energy"));
        }
        state.pledges[index][usize::from(entry.seat)] = entry.n;
    }
    Ok(())
}

pub(crate) fn read_figure(state: &AtlantisRising, entry: &FigureEntry) -> Result<Figure, Refusal> {
    if entry.team >= state.seats {
        return Err(refuse("a figure belongs to a seat that does not exist"));
    }
    let kind = Kind::ALL.into_iter().find(|kind| kind.word() == entry.kind);
    let pose = match entry.state.as_str() {
        "up" => Pose::Up,
        "down" => Pose::Down,
        other => return Err(refuse(format!("a figure is up or down, not {}", quoted(other)))),
    };
    Ok(Figure {
        team: entry.team,
        kind: find(kind, &entry.kind, "a kind of figure")?,
        at: find(state.spot_named(&entry.at), &entry.at, "a spot")?,
        pose,
        cipher: entry.power.is_some(),
        extra: entry.extra,
    })
}

/// What holds in this round.
fn read_effects(state: &mut AtlantisRising, position: &Position) -> Result<(), Refusal> {
    let content = state.content;
    for effect in &position.effects {
        let words: Vec<&str> = effect.split(' ').collect();
        let now = &mut state.this_round;
        match words.as_slice() {
            ["earthquake"] => now.targets = now.targets.saturating_add(1),
            ["malfunction"] => now.cost = now.cost.saturating_add(1),
            ["lost-schema", limit] => now.limit = Some(find(limit.parse().ok(), limit, "a number")?),
            ["closed", land] => {
                now.closed |= find(content.peninsula_named(land), land, "a peninsula")?.bit();
            }
            ["unity", tile] => now.united |= find(content.tile_named(tile), tile, "a tile")?.bit(),
            ["used", card] => now.used |= 1 << find(content.card_named(card), card, "a library card")?,
            ["coral", tile] => now.coral = Some(find(content.tile_named(tile), tile, "a tile")?),
            ["withdrew", seat] => {
                let seat = seat.parse().ok().filter(|it: &u8| *it < position.seats);
                now.withdrew = now.withdrew.with(Seat(find(seat, effect, "an effect")?));
            }
            ["dropped", seat, id] => {
                let seat = seat.parse().ok().filter(|it: &u8| *it < position.seats);
                let seat = find(seat, effect, "an effect")?;
                let component = find(content.component_named(id), id, "a component")?;
                let at = state.gate.iter().position(|it| *it == component);
                let at = find(at, id, "a component of the blueprint")?;
                now.dropped[usize::from(seat)] |= 1 << at;
            }
            ["skip-wrath"] => now.skip_wrath = true,
            _ => return Err(refuse(format!("{} is not an effect", quoted(effect)))),
        }
    }
    if state.this_round.targets > 9 || state.this_round.cost > 9 {
        return Err(refuse("there are too many effects"));
    }
    Ok(())
}
