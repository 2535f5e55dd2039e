//! The legal actions of a team, in order.

use atlas_core::{Seat, Seats};

use crate::act::owners;
use crate::action::{Action, Gain, Target};
use crate::content::effect::{ArtifactEffect, CardEffect, Step};
use crate::content::{LibraryEffect, TileAction};
use crate::place::Crowd;
use crate::state::{AtlantisRising, Pending, Phase, Project, Use};
use crate::things::{Figure, Kind, Peninsula, Pose, RINGS, Resource, Spot};

/// With more kinds of figures than this in a pool the kind is chosen first, so that lists stay short.
const MANY_KINDS: usize = 3;

/// Calls `out` for every legal action of a team that may act.
pub(crate) fn each(state: &AtlantisRising, team: u8, out: &mut dyn FnMut(Action)) {
    match state.pending.top() {
        Some(pending) => answers(state, pending, team, out),
        None => match state.phase {
            Phase::Place => placing(state, team, out),
            Phase::Late => places(state, team, out),
            Phase::Act => acting(state, team, out),
            Phase::Power | Phase::Misfortunes | Phase::Wrath => {}
        },
    }
}

/// Whether the kind of figure is to be chosen before its spot.
pub(crate) fn picks_first(state: &AtlantisRising, team: u8) -> bool {
    let kinds = state.placeable(team).filter(|kind| *kind != Kind::Automaton).count();
    state.team(team).picked.is_none() && kinds >= MANY_KINDS
}

/// AR-23: where the figures of a team can be placed.
fn places(state: &AtlantisRising, team: u8, out: &mut dyn FnMut(Action)) {
    let crowd = Crowd::of(state, team);
    if picks_first(state, team) {
        state
            .placeable(team)
            .filter(|kind| *kind != Kind::Automaton)
            .for_each(|kind| out(Action::Pick(kind)));
        if state.placeable(team).any(|kind| kind == Kind::Automaton) {
            spots(state, team, Kind::Automaton, &crowd, out);
        }
        return;
    }
    match state.team(team).picked {
        Some(kind) => spots(state, team, kind, &crowd, out),
        None => state.placeable(team).for_each(|kind| spots(state, team, kind, &crowd, out)),
    }
}

fn spots(state: &AtlantisRising, team: u8, kind: Kind, crowd: &Crowd, out: &mut dyn FnMut(Action)) {
    for spot in Spot::all() {
        if state.check_place(team, kind, spot, crowd).is_ok() {
            out(Action::Place(kind, spot));
        }
    }
}

/// Phase 1.
fn placing(state: &AtlantisRising, team: u8, out: &mut dyn FnMut(Action)) {
    places(state, team, out);
    if state.team(team).picked.is_some() {
        return;
    }
    if state.this_round.recalls[usize::from(team)] < state.content.numbers.recalls {
        let mut last = None;
        for figure in state.figures.iter().filter(|it| it.team == team) {
            if last != Some((figure.kind, figure.at))
                && state.recallable(team, figure.kind, figure.at).is_some()
            {
                last = Some((figure.kind, figure.at));
                out(Action::Recall(figure.kind, figure.at));
            }
        }
    }
    if team == state.start.0 {
        overrules(state, out);
    }
    cards(state, team, out);
    pledges(state, team, out);
    if state.team(team).pool.iter().all(|n| *n == 0) {
        out(Action::Ready);
    }
}

/// AR-R05: the figures of others that the starting player can send away.
fn overrules(state: &AtlantisRising, out: &mut dyn FnMut(Action)) {
    let occupied = state.figures.iter().fold(0_u64, |set, it| set | it.at.bit());
    for spot in Spot::all().filter(|spot| occupied & spot.bit() != 0) {
        for seat in state.seats_at(spot).iter() {
            if state.overrulable(seat.0, spot).is_some() {
                out(Action::Overrule(spot, seat));
            }
        }
    }
}

/// Phase 3.
fn acting(state: &AtlantisRising, team: u8, out: &mut dyn FnMut(Action)) {
    let mut last = None;
    for figure in state.figures.iter().filter(|it| it.team == team && it.pose == Pose::Up) {
        if last == Some((figure.kind, figure.at)) {
            continue;
        }
        last = Some((figure.kind, figure.at));
        acts(state, figure, out);
    }
    if state.builder(team).is_some() {
        let mut open: Vec<u8> = Vec::new();
        for at in 0..state.gate.len() as u8 {
            if state.check_open(team, at).is_ok() {
                open.push(state.gate[usize::from(at)]);
            }
        }
        open.sort_unstable();
        open.into_iter().for_each(|component| out(Action::Build(component)));
    }
    cards(state, team, out);
    pledges(state, team, out);
    out(Action::Done);
}

/// AR-41: the actions of one figure.
fn acts(state: &AtlantisRising, figure: Figure, out: &mut dyn FnMut(Action)) {
    let Figure { kind, at, .. } = figure;
    if !state.is_pair_spot(at) {
        if state.check_act(figure, owners(figure, None)).is_ok() {
            out(Action::Act(kind, at, None));
        }
        return;
    }
    match distinct_partners(state, figure) {
        (None, _) => {}
        (Some(partner), false) => {
            if state.check_act(figure, owners(figure, Some(partner))).is_ok() {
                out(Action::Act(kind, at, None));
            }
        }
        (Some(_), true) => {
            for partner_kind in Kind::ALL {
                for seat in Seat::all(state.seats) {
                    let named = Some((partner_kind, seat));
                    let Some(partner) = state.partner(figure, named) else { continue };
                    if state.check_act(figure, owners(figure, Some(partner))).is_ok() {
                        out(Action::Act(kind, at, named));
                    }
                }
            }
        }
    }
}

/// The first partner of a figure on a pair spot, and whether there are different ones to choose from.
pub(crate) fn distinct_partners(state: &AtlantisRising, figure: Figure) -> (Option<Figure>, bool) {
    let mut partners = state.partners(figure);
    let first = partners.next();
    let several =
        partners.any(|it| first.is_some_and(|first| (it.kind, it.team) != (first.kind, first.team)));
    (first, several)
}

/// AR-71: the cards that a team can play or use now.
fn cards(state: &AtlantisRising, team: u8, out: &mut dyn FnMut(Action)) {
    let hand = state.team(team).cards;
    let mut last = None;
    for card in hand.as_slice() {
        if last != Some(*card) && state.is_card_phase(*card) {
            last = Some(*card);
            targets(state, team, *card, &mut |target| out(Action::Play(*card, target)));
        }
    }
    for card in hand.as_slice() {
        if is_usable(state, team, *card) {
            out(Action::Use(*card));
        }
    }
}

/// Whether an artifact that works once a round can be used now.
pub(crate) fn is_usable(state: &AtlantisRising, team: u8, card: u8) -> bool {
    if state.this_round.used & 1 << card != 0 {
        return false;
    }
    match state.content.card(card).effect {
        LibraryEffect::Artifact(ArtifactEffect::Exchange(_)) => {
            state.phase == Phase::Act && state.team(team).goods.total() > 0
        }
        LibraryEffect::Artifact(ArtifactEffect::Look(_)) => {
            state.phase == Phase::Place && !state.misfortunes.deck.is_empty()
        }
        _ => false,
    }
}

/// What a card in the hand of a team can be played on.
fn targets(state: &AtlantisRising, team: u8, card: u8, out: &mut dyn FnMut(Target)) {
    let LibraryEffect::Card(effect) = state.content.card(card).effect else { return };
    let own = state.team(team);
    match effect {
        CardEffect::Step(Step::Raise(_)) => {
            let flooded = Peninsula::all().filter(|it| state.island[it.index()] < RINGS);
            flooded.for_each(|it| out(Target::Peninsula(it)));
        }
        CardEffect::Step(Step::Barrier { .. }) => {
            Peninsula::all().filter(|it| state.can_bar(*it)).for_each(|it| out(Target::Peninsula(it)));
        }
        CardEffect::Step(Step::Look(_)) => {
            if !state.misfortunes.deck.is_empty() {
                out(Target::None);
            }
        }
        CardEffect::Step(Step::Forge(_)) => {
            if own.goods.of(Resource::Ore) > 0 {
                out(Target::None);
            }
        }
        CardEffect::VolunteerNow => out(Target::None),
        CardEffect::Convert(most) => (1..=most.min(own.energy)).for_each(|n| out(Target::Number(n))),
        CardEffect::Unite => {
            let crowd = Crowd::of(state, team);
            for spot in Spot::all().take(Spot::TILES.into()) {
                if can_unite(state, spot, &crowd) {
                    out(Target::Spot(spot));
                }
            }
        }
        CardEffect::ActAgain => {
            let mut last = None;
            for figure in state.figures.iter().filter(|it| it.team == team && it.pose == Pose::Down) {
                if last != Some((figure.kind, figure.at)) {
                    last = Some((figure.kind, figure.at));
                    out(Target::Figure(figure.kind, figure.at));
                }
            }
        }
        CardEffect::Share(_) => {
            for from in Seat::all(state.seats).filter(|seat| state.team(seat.0).goods.total() > 0) {
                for to in Seat::all(state.seats).filter(|to| *to != from) {
                    out(Target::Seats(from, to));
                }
            }
        }
        CardEffect::CopyPower => {
            let fits = |it: &Figure| it.team == team && it.kind == Kind::Follower && !it.cipher;
            let mut last = None;
            for figure in state.figures.iter().filter(fits) {
                if last != Some(figure.at) {
                    last = Some(figure.at);
                    out(Target::Spot(figure.at));
                }
            }
        }
        CardEffect::Step(_) | CardEffect::Succeed | CardEffect::PreventFlood => {}
    }
}

/// The Libram of Unity is played on a full tile.
fn can_unite(state: &AtlantisRising, tile: Spot, crowd: &Crowd) -> bool {
    let Some((peninsula, ring)) = tile.tile() else { return false };
    state.is_dry(peninsula, ring)
        && state.this_round.united & tile.bit() == 0
        && crowd.is_full(tile, state.content.tile(tile).spaces)
}

/// AR-61, AR-63: what energy can be pledged for.
fn pledges(state: &AtlantisRising, team: u8, out: &mut dyn FnMut(Action)) {
    if state.team(team).energy > 0 {
        for peninsula in Peninsula::all().filter(|it| state.can_bar(*it)) {
            out(Action::Pledge(Use::Barrier(peninsula)));
        }
        for tile in Peninsula::all().filter_map(|it| state.raisable(it)) {
            out(Action::Pledge(Use::Raise(tile)));
        }
    }
    if !state.this_round.withdrew.contains(Seat(team)) && state.has_pledged(team) {
        out(Action::Withdraw);
    }
}

/// AR-51: the seats that can give something to a project. Nobody else decides about it.
pub(crate) fn payers(state: &AtlantisRising, project: &Project) -> Seats {
    let can = |team: &u8| {
        let gives = |it: &Resource| {
            state.after_giving(project, *team, *it).is_some()
                || state.after_discount(project, *team, *it).is_some()
        };
        Resource::ALL.iter().any(gives)
    };
    state.all_teams().filter(can).map(Seat).collect()
}

/// AR-45: the amounts of ore that a figure can exchange on its tile.
pub(crate) fn forges(state: &AtlantisRising, figure: Figure) -> impl Iterator<Item = u8> + use<> {
    let content: &'static crate::Content = state.content.get();
    let ore = state.team(figure.team).goods.of(Resource::Ore);
    let exchanges = match &content.tile(figure.at).action {
        TileAction::Forge(exchanges) => exchanges.as_slice(),
        _ => &[],
    };
    exchanges.iter().map(|it| it.0).filter(move |needed| *needed <= ore)
}

/// The answers to a question.
#[allow(clippy::too_many_lines, reason = "one arm for each kind")]
fn answers(state: &AtlantisRising, pending: Pending, team: u8, out: &mut dyn FnMut(Action)) {
    match pending {
        Pending::Workshop { components, .. } => {
            components.into_iter().for_each(|it| out(Action::KeepComponent(it)));
        }
        Pending::Power { mut cards, .. } => {
            cards.sort_unstable();
            cards.into_iter().for_each(|it| out(Action::Power(it)));
        }
        Pending::Flood { among, .. } => {
            let there = among & state.unflooded();
            Peninsula::all().filter(|it| there & it.bit() != 0).for_each(|it| out(Action::Flood(it)));
        }
        Pending::Prevent { .. } => {
            state.means(team).for_each(|means| out(Action::Prevent(means)));
            out(Action::Let);
        }
        Pending::Roll { die, plus, target, .. } => {
            if state.can_add(team, target - die - plus) {
                out(Action::Add);
            }
            if state.reroller(team).is_some() {
                out(Action::Reroll);
            }
            if let Some(card) = state.saver(team) {
                out(Action::Save(card));
            }
            out(Action::Stand);
        }
        Pending::Keep { cards, .. } => {
            distinct(cards.as_slice().iter().copied()).for_each(|card| out(Action::Keep(card)));
        }
        Pending::Next { of, done, .. } => {
            let mut rest = [0; 8];
            let mut count = 0;
            for card in state.misfortunes.deck.top(of.into()).skip(done.into()) {
                rest[count] = card;
                count += 1;
            }
            rest[..count].sort_unstable();
            distinct(rest[..count].iter().copied()).for_each(|card| out(Action::Next(card)));
        }
        Pending::Payer { figure, partner } => {
            let [one, two] = [figure.team.min(partner), figure.team.max(partner)];
            out(Action::Payer(Seat(one)));
            out(Action::Payer(Seat(two)));
        }
        Pending::To { gift, of, .. } => {
            state.takers(gift, of).iter().for_each(|seat| out(Action::To(seat)));
        }
        Pending::Forge { figure } => forges(state, figure).for_each(|ore| out(Action::Forge(ore))),
        Pending::Smelt { left, optional, .. } => {
            let most = left.min(state.team(team).goods.of(Resource::Ore));
            (1..=most).for_each(|ore| out(Action::Forge(ore)));
            if optional {
                out(Action::Stop);
            }
        }
        Pending::Swap { any, .. } => {
            for from in Resource::ALL.into_iter().filter(|it| state.team(team).goods.of(*it) > 0) {
                let to = Resource::ALL.into_iter().filter(|to| any || *to != Resource::Atlantium);
                to.filter(|to| *to != from).for_each(|to| out(Action::Swap(from, to)));
            }
            out(Action::Stop);
        }
        Pending::Gain { atlantium, .. } => {
            let all =
                Resource::ALL.into_iter().filter(|it| *it != Resource::Atlantium || atlantium != Some(0));
            all.for_each(|it| out(Action::Gain(Gain::Goods(it))));
        }
        Pending::Follower { .. } => {
            out(Action::Gain(Gain::Figure(Kind::Leader)));
            out(Action::Gain(Gain::Figure(Kind::Follower)));
        }
        Pending::Project(project) => {
            for resource in Resource::ALL {
                if state.after_giving(&project, team, resource).is_some() {
                    out(Action::Give(resource));
                }
            }
            for resource in Resource::ALL {
                if state.after_discount(&project, team, resource).is_some() {
                    out(Action::Less(resource));
                }
            }
            out(Action::Drop);
        }
        Pending::Discard { .. } => {
            let hand = state.team(team).cards;
            distinct(hand.as_slice().iter().copied()).for_each(|card| out(Action::Discard(card)));
        }
        Pending::Raise { .. } => {
            let flooded = Peninsula::all().filter(|it| state.island[it.index()] < RINGS);
            flooded.for_each(|it| out(Action::Raise(it)));
        }
        Pending::Barrier { up_to, .. } => {
            Peninsula::all().filter(|it| state.can_bar(*it)).for_each(|it| out(Action::Barrier(it)));
            if up_to {
                out(Action::Stop);
            }
        }
        Pending::Move { .. } => {
            for spot in Spot::all().take(usize::from(Spot::TILES) + 1) {
                if spot.tile().is_none_or(|(peninsula, ring)| state.is_dry(peninsula, ring)) {
                    out(Action::Move(spot));
                }
            }
        }
        Pending::Share { .. } => {
            let held = Resource::ALL.into_iter().filter(|it| state.team(team).goods.of(*it) > 0);
            held.for_each(|it| out(Action::Give(it)));
            out(Action::Stop);
        }
    }
}

/// The different ones of sorted cards.
fn distinct(cards: impl Iterator<Item = u8>) -> impl Iterator<Item = u8> {
    let mut last = None;
    cards.filter(move |card| last.replace(*card) != Some(*card))
}
