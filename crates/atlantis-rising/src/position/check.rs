//! Checks that a position can occur.

use atlas_core::{Game, Refusal, Seat, Seats};

use super::refuse;
use crate::action::Action;
use crate::content::{LibraryEffect, MisfortuneKind};
use crate::legal;
use crate::place::Crowd;
use crate::state::{AtlantisRising, Ending, MAX_ROUNDS, Pending, Phase};
use crate::things::{Goods, Kind, Peninsula, Spot, count_of};

fn must(holds: bool, why: &str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refuse(why)) }
}

/// Refuses a state that cannot occur. It need not prove that the state can be reached.
pub(super) fn check(state: &AtlantisRising) -> Result<(), Refusal> {
    let seats = Seats::all(state.seats);
    must(state.start.0 < state.seats, "the starting player is not at the table")?;
    must((1..=MAX_ROUNDS).contains(&state.round), "there are 1 to 60 rounds (AR-68)")?;
    must((1..=MAX_ROUNDS).contains(&state.wrath), "the Wrath token is on a space of the track (AR-66)")?;
    let dry = |it: Peninsula| state.island[it.index()] > 0;
    let drowned = Peninsula::all().any(|it| state.barriers & it.bit() != 0 && !dry(it));
    must(!drowned, "a barrier stands on a drowned peninsula (AR-R91)")?;
    let mut gate = state.gate;
    gate.sort_unstable();
    must(gate.windows(2).all(|pair| pair[0] != pair[1]), "a component is in the blueprint twice (AR-14)")?;
    let letters = state.content.level(state.level).letters;
    let count = |letter: u8| gate.iter().filter(|it| state.content.component(**it).letter == letter).count();
    let fits = (0_u8..).zip(letters).all(|(letter, n)| count(letter) == usize::from(n));
    must(fits, "the blueprint has other letters than the level (AR-13)")?;
    must(state.built.iter().all(|round| *round <= state.round), "a component was built in a later round")?;
    must(
        state.core.is_empty() || state.is_core_open(),
        "a Leader contributed before nine components (AR-55)",
    )?;
    let all_in = state.core == seats;
    must(
        all_in == (state.over == Some(Ending::Won)),
        "the game is won when all Leaders have contributed (AR-57)",
    )?;
    if state.over == Some(Ending::Sunk) {
        must(state.gone == seats || state.tiles() == 0, "the island has not sunk (AR-40)")?;
    } else {
        must(state.gone != seats, "nobody is left (AR-R80)")?;
    }
    check_teams(state)?;
    check_board(state)?;
    check_cards(state)?;
    check_questions(state)
}

/// AR-15, AR-16: councilors and figures.
fn check_teams(state: &AtlantisRising) -> Result<(), Refusal> {
    let players = state.content.players(state.seats);
    let mut hologram = 0;
    for team in state.all_teams() {
        let own = state.team(team);
        let twice = state.all_teams().any(|it| it != team && state.team(it).councilor == own.councilor);
        must(!twice, "two seats have the same councilor (AR-15)")?;
        let placed =
            |kind: Kind| state.figures.iter().filter(|it| it.team == team && it.kind == kind).count() as u8;
        let total = |kind: Kind| {
            own.pool[kind.index()].saturating_add(own.supply[kind.index()]).saturating_add(placed(kind))
        };
        must(total(Kind::Leader) == 1, "every seat has one Leader (AR-16)")?;
        must(
            total(Kind::Follower) == players.followers + players.supply,
            "a seat has too many or too few followers (AR-16)",
        )?;
        let automaton = u8::from(players.automaton && team == 0);
        must(total(Kind::Automaton) == automaton, "only a single player has an Automaton (AR-76)")?;
        let others = own.supply[Kind::Volunteer.index()]
            + own.supply[Kind::Hologram.index()]
            + own.supply[Kind::Automaton.index()];
        must(others == 0, "only Leaders and followers are in the supply (AR-05)")?;
        must(own.pool[Kind::Volunteer.index()] <= 20 && own.due <= 20, "a seat has too many volunteers")?;
        must(own.energy <= 200 && own.goods.0.iter().all(|n| *n <= 100), "a seat has too many goods")?;
        hologram += total(Kind::Hologram);
        if total(Kind::Hologram) > 0 {
            must(state.start.0 == team, "the Hologram belongs to the starting player (AR-74)")?;
        }
        if state.this_round.recalls[usize::from(team)] > state.content.numbers.recalls {
            return Err(refuse("a seat has taken back too many figures (AR-R81)"));
        }
        check_workshop(state, team)?;
        if let Some(picked) = own.picked {
            let placing = matches!(state.phase, Phase::Place | Phase::Late);
            let there = state.placeable(team).any(|kind| kind == picked);
            must(placing && there, "a seat has chosen a figure that it cannot place")?;
        }
    }
    let most = u8::from(players.hologram && state.phase != Phase::Wrath);
    must(hologram <= most, "there is one Hologram, with one or two players (AR-74)")
}

fn check_workshop(state: &AtlantisRising, team: u8) -> Result<(), Refusal> {
    let own = state.team(team);
    let has_one = state.content.councilor(own.councilor).workshop;
    let asked = state.pending.iter().any(|it| matches!(it, Pending::Workshop { .. }));
    must(
        own.workshop.is_some() == (has_one && !asked),
        "only the Artificer has a Workshop, with one component",
    )?;
    let Some(component) = own.workshop else { return Ok(()) };
    let single = state.content.component(component).spaces.as_ref().is_some_and(|it| !it.double);
    must(
        single && !state.gate.contains(&component),
        "the Workshop holds an action component that is not in the blueprint",
    )
}

/// AR-08, AR-25: figures stand where they can.
fn check_board(state: &AtlantisRising) -> Result<(), Refusal> {
    let resting = matches!(state.phase, Phase::Power | Phase::Wrath) && state.over.is_none();
    must(!resting || state.figures.as_slice().is_empty(), "no figure is on the board in this phase (AR-54)")?;
    let crowd = Crowd::of(state, 0);
    for figure in state.figures.iter() {
        let automaton = figure.kind == Kind::Automaton;
        if let Some((peninsula, ring)) = figure.at.tile() {
            let dry = state.is_dry(peninsula, ring);
            must(
                dry || state.this_round.coral == Some(figure.at),
                "a figure stands on a flooded tile (AR-25)",
            )?;
        }
        if let Some(spaces) = state.spaces_of(figure.at) {
            let united = state.this_round.united & figure.at.bit() != 0;
            let full = crowd.is_over(figure.at, spaces);
            must(united || !full, "more figures stand on a spot than it has spaces (AR-08)")?;
        } else if figure.at.blueprint().is_some() {
            must(automaton, "a figure stands on a component that is not open (AR-27)")?;
        }
        match figure.at {
            Spot::CORE => must(
                figure.kind == Kind::Leader && state.is_core_open(),
                "only Leaders stand on an open Core (AR-28)",
            )?,
            Spot::WORKSHOP => {
                let own = state.team(figure.team).workshop.is_some();
                must(
                    own && matches!(figure.kind, Kind::Leader | Kind::Automaton),
                    "only the Artificer's Leader stands in the Workshop",
                )?;
            }
            Spot::OBSERVATORY => {
                let phase = matches!(state.phase, Phase::Place | Phase::Misfortunes | Phase::Late);
                must(phase, "nobody waits on the Observatory in this phase (AR-R21)")?;
            }
            _ => {}
        }
        must(!figure.cipher || figure.kind == Kind::Follower, "only a follower gets a power from a card")?;
        must(
            !figure.extra || figure.at.tile().is_some(),
            "only on tiles do figures stand beyond the spaces",
        )?;
    }
    for (index, of) in state.pledges.iter().enumerate() {
        let wanted = if index < 6 {
            Some(crate::state::Use::Barrier(Peninsula(index as u8)))
        } else {
            state.raisable(Peninsula(index as u8 - 6)).map(crate::state::Use::Raise)
        };
        let total: u32 = of.iter().map(|n| u32::from(*n)).sum();
        let fits = wanted.is_some_and(|it| state.can_pledge(it) && total < u32::from(state.use_price(it)));
        must(
            total == 0 || fits && matches!(state.phase, Phase::Place | Phase::Act),
            "a pledge is not possible (AR-61)",
        )?;
    }
    Ok(())
}

/// AR-11, AR-12: every card is there as often as it should be.
fn check_cards(state: &AtlantisRising) -> Result<(), Refusal> {
    let content = &state.content;
    let mut artifacts = 0;
    for (card, it) in (0_u8..).zip(&content.library) {
        let there = state.library_cards().filter(|other| *other == card).count();
        match it.effect {
            LibraryEffect::Card(_) => {
                must(there == usize::from(it.count), "a library card is missing or too often there (AR-11)")?;
            }
            LibraryEffect::Artifact(_) => {
                must(there <= 1, "an artifact is there twice (AR-11)")?;
                artifacts += there;
            }
        }
    }
    must(artifacts == usize::from(content.numbers.artifacts), "there are four artifacts (AR-11)")?;
    let in_play = |card: u8| {
        let of = |pile: &[u8]| count_of(pile, card);
        let decks = of(state.misfortunes.deck.as_slice()) + of(state.misfortunes.discard.as_slice());
        decks + usize::from(state.open == Some(card))
    };
    let mut specials = (0, 0);
    for (card, it) in (0_u8..).zip(&content.misfortunes) {
        let (there, wanted) =
            (in_play(card), crate::setup::misfortunes_in_deck(content, state.level, false, card));
        let fits = match it.kind {
            // The Storm Gyve adds Calm Seas.
            MisfortuneKind::Calm => there >= wanted.into() && there <= it.count.into(),
            MisfortuneKind::Special(_) => {
                specials = (specials.0 + there, specials.1 + usize::from(wanted));
                there <= wanted.into()
            }
            _ => there == usize::from(wanted),
        };
        must(fits, "a misfortune is missing or too often there (AR-12)")?;
    }
    must(
        specials.0 == 0 || specials.0 == specials.1,
        "either all special misfortunes are there or none (AR-12)",
    )?;
    must(
        usize::from(state.misfortunes.seen) <= state.misfortunes.deck.len(),
        "more cards are known than there are",
    )?;
    must(state.library.seen == 0, "nobody knows the top of the library deck (AR-46)")?;
    check_hologram(state)?;
    must(
        state.open.is_some()
            == (state.phase == Phase::Misfortunes && state.over.is_none()
                || state.open.is_some() && state.over.is_some()),
        "a misfortune is open exactly in phase 2 (AR-38)",
    )?;
    must(state.drawn < content.players(state.seats).misfortunes, "too many misfortunes were drawn (AR-30)")?;
    must(state.phase == Phase::Misfortunes || state.drawn == 0, "misfortunes are drawn in phase 2 (AR-30)")
}

/// AR-75: every councilor that nobody plays has one card.
fn check_hologram(state: &AtlantisRising) -> Result<(), Refusal> {
    let players = state.content.players(state.seats);
    let revealed = state
        .pending
        .iter()
        .find_map(|it| if let Pending::Power { cards, .. } = it { Some(cards) } else { None });
    let mut cards: Vec<u8> =
        state.hologram.deck.as_slice().iter().chain(state.hologram.discard.as_slice()).copied().collect();
    cards.extend(state.power);
    cards.extend(revealed.into_iter().flatten());
    cards.sort_unstable();
    let played = |it: &u8| state.all_teams().any(|team| state.team(team).councilor == *it);
    let all = (0..state.content.councilors.len() as u8).filter(|it| players.hologram && !played(it));
    must(cards == all.collect::<Vec<_>>(), "a Hologram card is missing or too often there (AR-75)")?;
    let chosen = state.power.is_some() == (players.hologram && revealed.is_none());
    must(chosen || state.over.is_some(), "the Hologram has one power in each round (AR-75)")
}

/// The open questions fit the phase and can be answered.
fn check_questions(state: &AtlantisRising) -> Result<(), Refusal> {
    if state.over.is_some() {
        return must(state.pending.top().is_none(), "nothing is asked after the end");
    }
    for pending in state.pending.iter() {
        let fits = match pending {
            Pending::Workshop { .. } | Pending::Power { .. } => state.phase == Phase::Power,
            Pending::Flood { left, among, .. } => {
                matches!(state.phase, Phase::Misfortunes | Phase::Wrath)
                    && left > 0
                    && among & state.unflooded() != 0
            }
            Pending::Prevent { team, peninsula, .. } => {
                let phase = matches!(state.phase, Phase::Misfortunes | Phase::Wrath);
                phase && state.island[peninsula.index()] > 0 && state.means(team).next().is_some()
            }
            Pending::Next { of, done, .. } => of <= state.misfortunes.seen && done < of && of <= 5,
            Pending::Keep { left, cards, .. } => left > 0 && usize::from(left) < cards.len(),
            Pending::Project(project) => {
                let mut all = Goods::default();
                for goods in project.given {
                    all = all.plus(goods);
                }
                let less: u8 = project.less.iter().fold(0, |sum, n| sum.saturating_add(*n));
                let total = all
                    .total()
                    .saturating_add(project.left.total())
                    .saturating_add(project.any)
                    .saturating_add(less);
                let price = state.cost(project.at).total() + state.this_round.cost;
                state.phase == Phase::Act
                    && total == price
                    && state.built[usize::from(project.at)] == 0
                    && state.builder(project.opener).is_some()
            }
            Pending::Roll { figure, .. } | Pending::Forge { figure } | Pending::Payer { figure, .. } => {
                state.phase == Phase::Act && figure.at.tile().is_some()
            }
            Pending::Discard { team } => state.team(team).cards.len() <= 7 || state.phase == Phase::Act,
            _ => matches!(state.phase, Phase::Act | Phase::Place),
        };
        must(fits, "a question does not fit the rest of the position")?;
    }
    let resting = matches!(state.phase, Phase::Power | Phase::Misfortunes | Phase::Wrath);
    must(!resting || state.pending.top().is_some(), "nothing is asked, so the phase must go on")?;
    for team in state.all_teams() {
        let over = state.team(team).cards.len() > state.content.numbers.hand.into();
        let asked =
            state.pending.iter().any(|it| matches!(it, Pending::Discard { .. } | Pending::Keep { .. }));
        must(!over || asked, "a seat holds too many cards (AR-70)")?;
    }
    let placing = state.phase == Phase::Place;
    let ready = state.ready.iter().all(|seat| !placing || state.team(seat.0).pool.iter().all(|n| *n == 0));
    must(ready, "a seat is ready although its pool is not empty (AR-29)")?;
    must(!state.waiting().is_empty(), "nobody has anything to decide, so the game must go on")?;
    for seat in Seat::all(state.seats).filter(|seat| state.acting().contains(*seat)) {
        let team = state.acts_for(seat).expect("an acting seat acts for a team");
        let mut any = None::<Action>;
        legal::each(state, team, &mut |action| any = Some(action));
        must(any.is_some(), "a seat is asked but has no answer")?;
    }
    let mut settled = state.clone();
    let mut chance = atlas_core::Chance::quick(0);
    settled.settle(&mut atlas_core::Turn::quiet(&mut chance));
    must(settled == *state, "something happens by itself, so the game must go on")
}
