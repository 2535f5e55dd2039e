//! The value of each action.

use atlas_core::{Seat, Seats};

use super::plan::{Plan, best_barrier, best_raise, projects, success};
use crate::action::{Action, Gain, Means, Target};
use crate::content::effect::{ArtifactEffect, CardEffect, Lasting, Power, Step};
use crate::content::{LibraryEffect, MisfortuneKind, TileAction};
use crate::state::{AtlantisRising, Cause, Gift, Pending, Phase, Use};
use crate::things::{Figure, Kind, Peninsula, Pose, Resource, Spot};

/// The energy that a team keeps for its rolls and for the Core.
const RESERVE: u8 = 1;

/// The value of an action of the team of a plan.
pub(super) fn value(state: &AtlantisRising, plan: &Plan, action: Action) -> f32 {
    let team = plan.team;
    match action {
        Action::Pick(kind) => match kind {
            Kind::Hologram | Kind::Leader => 3.0,
            _ => 2.0,
        },
        Action::Place(kind, spot) => place(state, plan, kind, spot),
        Action::Act(kind, spot, _) => act(state, plan, kind, spot),
        Action::Build(component) => 4.0 + component_value(state, plan, component),
        Action::Play(card, target) => play(state, plan, card, target),
        Action::Use(card) => use_of(state, plan, card),
        Action::Pledge(wanted) => pledge(state, plan, wanted),
        Action::Recall(..) | Action::Overrule(..) | Action::Withdraw | Action::Drop => -5.0,
        Action::KeepComponent(component) => {
            let steps = state.content.component(component).spaces.as_ref().map_or(&[][..], |it| &it.effect);
            steps.iter().map(|step| step_value(plan, *step)).sum()
        }
        Action::Power(councilor) => power_value(state.content.councilor(councilor).power),
        Action::Flood(peninsula) => flood(state, plan, peninsula),
        Action::Prevent(means) => prevent(state, plan, means),
        Action::Ready | Action::Done | Action::Let | Action::Stand | Action::Stop => 0.0,
        Action::Add => add(state, plan),
        Action::Reroll => 0.6,
        Action::Save(_) => 0.5,
        Action::Keep(card) => card_value(state, plan, card),
        Action::Discard(card) => -card_value(state, plan, card),
        Action::Next(card) => match state.content.misfortune(card).kind {
            MisfortuneKind::Calm => 2.0,
            MisfortuneKind::Basic(peninsula) => -plan.tip(state, peninsula),
            _ => -0.8,
        },
        Action::Payer(seat) => f32::from(state.team(seat.0).energy),
        Action::To(seat) => to(state, plan, seat),
        Action::Forge(ore) => {
            f32::from(ore) * (plan.worth(Resource::Atlantium) - plan.worth(Resource::Ore) * 0.5)
        }
        Action::Swap(from, to) => {
            let held = f32::from(state.team(team).goods.of(from));
            plan.worth(to) - plan.worth(from) - 0.3 + 0.05 * held
        }
        Action::Gain(Gain::Goods(resource)) => plan.worth(resource),
        Action::Gain(Gain::Figure(kind)) => {
            if kind == Kind::Leader {
                2.0
            } else {
                1.0
            }
        }
        // Whoever has more of a resource gives it.
        Action::Give(resource) => {
            let sharing = matches!(state.pending.top(), Some(Pending::Share { .. }));
            let own = f32::from(state.team(team).goods.of(resource));
            if sharing { -plan.worth(resource) } else { 1.0 + 0.1 * own }
        }
        Action::Less(resource) => 2.0 + plan.worth(resource),
        Action::Raise(peninsula) => {
            if best_raise(state, plan) == Some(peninsula) {
                2.0
            } else {
                0.5
            }
        }
        Action::Barrier(peninsula) => {
            if best_barrier(state, plan) == Some(peninsula) {
                2.0
            } else {
                0.5
            }
        }
        Action::Move(spot) => {
            if state.is_pair_spot(spot) {
                -1.0
            } else {
                spot_value(state, plan, Kind::Follower, spot)
            }
        }
    }
}

/// AR-23: the value of placing a figure.
fn place(state: &AtlantisRising, plan: &Plan, kind: Kind, spot: Spot) -> f32 {
    if kind == Kind::Automaton {
        let rolls = state.figures.at(spot).filter(|it| success(state, *it) < 1.0).count();
        return 0.5 + rolls as f32;
    }
    2.0 + spot_value(state, plan, kind, spot) * plan.stays(state, spot)
}

/// The value of a figure on a spot, if it gets to act.
fn spot_value(state: &AtlantisRising, plan: &Plan, kind: Kind, spot: Spot) -> f32 {
    let team = plan.team;
    let power = state.power_of_kind(team, kind);
    if spot.tile().is_some() {
        return tile_value(state, plan, kind, spot, power);
    }
    if let Some(component) = state.component_at(spot, team) {
        let spaces = state.content.component(component).spaces.as_ref();
        let worth: f32 = spaces.map_or(0.0, |it| it.effect.iter().map(|step| step_value(plan, *step)).sum());
        let double = spaces.is_some_and(|it| it.double);
        let partner = state.figures.at(spot).count() % 2 == 1;
        let fits = spaces.is_some_and(|it| {
            it.effect.iter().any(|step| state.is_useful(*step, team, Seats::one(Seat(team))))
        });
        return match (fits, double, partner) {
            (false, ..) => -0.5,
            (_, true, false) => 0.45 * worth,
            _ => worth,
        };
    }
    match spot {
        Spot::BUILD => {
            let more = projects(state, Some((team, power))).saturating_sub(projects(state, None));
            let there = state.seats_at(Spot::BUILD);
            let joins = plan.crew.contains(Seat(team)) && !there.contains(Seat(team));
            match more {
                0 if joins && there.without(plan.crew).is_empty() => 4.0,
                0 => -1.0,
                _ => 6.0,
            }
        }
        Spot::CORE => 50.0,
        Spot::OBSERVATORY => 1.1,
        Spot::SOURCE => {
            let core =
                state.is_core_open() && state.team(team).energy == 0 && !state.core.contains(Seat(team));
            let blessed = if matches!(power, Some(Power::Bless(_))) { plan.energy } else { 0.0 };
            plan.energy + blessed + if core { 20.0 } else { 0.0 }
        }
        _ => 0.0,
    }
}

/// The value of a tile for a figure with a power.
fn tile_value(state: &AtlantisRising, plan: &Plan, kind: Kind, spot: Spot, power: Option<Power>) -> f32 {
    let team = plan.team;
    let there = state.figures.at(spot).filter(|it| it.pose == Pose::Up).count() as f32;
    let closed = spot.tile().is_some_and(|(peninsula, _)| state.this_round.closed & peninsula.bit() != 0);
    if closed {
        return if matches!(power, Some(Power::Console(_))) { plan.energy } else { -0.5 };
    }
    match &state.content.tile(spot).action {
        TileAction::Wild { gain, .. } => {
            let figure = Figure { team, kind, at: spot, pose: Pose::Up, cipher: false, extra: false };
            let mut odds = success(state, figure);
            let worth = plan.worth(*gain);
            let mut more = 0.0;
            match power {
                Some(Power::Target(n)) => {
                    odds = (odds + f32::from(n) / 6.0).min(1.0);
                    more = there * worth / 6.0;
                }
                Some(Power::Console(_)) => more = (1.0 - odds) * plan.energy,
                _ => {}
            }
            // A little energy can save a roll that fails by one.
            let saved: f32 = if state.team(team).energy > RESERVE { 1.0 / 6.0 } else { 0.0 };
            (odds + 0.6 * saved.min(1.0 - odds)) * worth + more
        }
        TileAction::Forge(exchanges) => {
            let bonus = if let Some(Power::ForgeBonus(n)) = power { f32::from(n) } else { 0.0 };
            let here = state.powers_at(spot).any(|it| matches!(it, Power::ForgeBonus(_)));
            let bonus = bonus + f32::from(u8::from(here));
            let gain = |(ore, made): &(u8, u8)| {
                let enough = if plan.ore + 0.01 >= f32::from(*ore) {
                    1.0
                } else {
                    (plan.ore / f32::from(*ore)).max(0.0) * 0.35
                };
                let spent = f32::from(*ore) * plan.worth(Resource::Ore) * 0.5;
                enough * ((f32::from(*made) + bonus) * plan.worth(Resource::Atlantium) - spent)
            };
            exchanges.iter().map(gain).fold(0.0, f32::max)
        }
        TileAction::Library { look, keep, cost } => {
            let room = f32::from(state.content.numbers.hand) - state.team(team).cards.len() as f32;
            let (mut look, mut keep) = (f32::from(*look), f32::from(*keep));
            if let Some(Power::Read { look: more, keep: most }) = power {
                look += f32::from(more);
                keep += f32::from(most);
            }
            let usable = keep.min(room.max(0.3));
            let late = if plan.missing == 0 { 0.6 } else { 1.0 };
            late * usable * (0.7 + 0.12 * look) - f32::from(*cost) * plan.energy
        }
        TileAction::City { followers, energy, cost } => {
            let partner = state.figures.at(spot).find(|it| it.pose == Pose::Up);
            let supply = |team: u8| {
                let supply = &state.team(team).supply;
                f32::from(supply[Kind::Follower.index()] + supply[Kind::Leader.index()])
            };
            let leader = f32::from(state.team(team).supply[Kind::Leader.index()]) * 4.0;
            let gained = match partner {
                Some(other) => supply(team) + if other.team == team { 0.0 } else { supply(other.team) },
                None => supply(team) + 0.5,
            };
            let gained = gained.min(f32::from(*followers));
            let total =
                gained * (0.75 * (plan.rounds - 1.5)).max(0.0) + leader + f32::from(*energy) * plan.energy
                    - f32::from(*cost) * plan.energy;
            if partner.is_some() { total * 0.8 } else { total * 0.4 }
        }
    }
}

/// AR-41: the value of acting now. Goods are gathered first, then used.
fn act(state: &AtlantisRising, plan: &Plan, kind: Kind, spot: Spot) -> f32 {
    if spot == Spot::CORE {
        return 100.0;
    }
    let first = match spot.tile().map(|_| &state.content.tile(spot).action) {
        Some(TileAction::Wild { .. }) => 8.0,
        Some(TileAction::Forge(_)) => 7.0,
        Some(_) => 6.0,
        None if spot == Spot::SOURCE => 9.0,
        None => 6.5,
    };
    first + 0.1 * spot_value(state, plan, kind, spot).max(-1.0)
}

/// The value of a step of an action component, for the figures that use it.
fn step_value(plan: &Plan, step: Step) -> f32 {
    match step {
        Step::Raise(_) => 2.6,
        Step::Energy(n, _) => f32::from(n) * plan.energy,
        Step::Followers(n) => f32::from(n) * 0.7 * (plan.rounds - 1.0).max(0.0),
        Step::Draw(n, _) => f32::from(n),
        Step::Barrier { n, .. } => 1.6 * f32::from(n),
        Step::SkipWrath => 2.5,
        Step::AddCalm(n) => 0.4 * f32::from(n),
        Step::Exchange { .. } => 0.5,
        Step::Look(_) => 0.4,
        Step::Volunteer(_) => {
            if plan.rounds > 1.5 {
                1.0
            } else {
                0.0
            }
        }
        Step::Library { look, keep } => f32::from(keep) * (0.75 + 0.12 * f32::from(look)),
        Step::Move => 1.1,
        Step::GainAny { n, .. } => f32::from(n) * 1.1,
        Step::Forge(_) => {
            if plan.ore >= 1.0 {
                plan.ore.min(4.0) * plan.worth(Resource::Atlantium) * 0.5
            } else {
                0.0
            }
        }
    }
}

/// The value of having a component built now, beyond the progress that every component is.
fn component_value(state: &AtlantisRising, plan: &Plan, component: u8) -> f32 {
    let it = state.content.component(component);
    let now: f32 = it
        .now
        .iter()
        .map(|step| match step {
            Step::SkipWrath => 0.6 * f32::from(state.wrath_value(state.wrath)),
            step => step_value(plan, *step),
        })
        .sum();
    let lasting = match it.lasting {
        Some(Lasting::RoundEnergy(n)) => 0.3 * f32::from(n) * plan.rounds,
        Some(Lasting::DoubleEnergy) => 0.3 * plan.rounds,
        None => 0.0,
    };
    let spaces = it.spaces.as_ref().map_or(0.0, |spaces| {
        let steps: f32 = spaces.effect.iter().map(|step| step_value(plan, *step)).sum();
        0.1 * steps * plan.rounds
    });
    0.3 * (now + lasting + spaces)
}

/// The value of a power for the Hologram.
fn power_value(power: Power) -> f32 {
    match power {
        Power::ForgeBonus(_) => 1.6,
        Power::Target(_) => 1.2,
        Power::Read { .. } => 1.5,
        Power::Console(_) => 1.0,
        Power::Discount(_) => 1.1,
        Power::Bless(_) => 0.9,
        Power::ExtraSpace(_) => 0.6,
        Power::PlaceLate(_) | Power::Protect => 0.5,
        Power::PreventFlood => 0.7,
    }
}

/// The value of a library card in hand.
pub(super) fn card_value(state: &AtlantisRising, plan: &Plan, card: u8) -> f32 {
    match state.content.card(card).effect {
        LibraryEffect::Card(effect) => match effect {
            CardEffect::Step(Step::Raise(_)) => 2.4,
            CardEffect::Step(Step::Barrier { .. }) => 1.8,
            CardEffect::Step(Step::Look(_)) => 0.4,
            CardEffect::Step(Step::Forge(_)) => 0.6 + plan.worth(Resource::Atlantium),
            CardEffect::Step(_) | CardEffect::CopyPower => 0.5,
            CardEffect::VolunteerNow => 1.7,
            CardEffect::Convert(_) => 1.0 + 0.3 * f32::from(state.team(plan.team).energy.min(3)),
            CardEffect::Unite => 0.2,
            CardEffect::Succeed => 1.1,
            CardEffect::PreventFlood => 2.0,
            CardEffect::ActAgain => 1.2,
            CardEffect::Share(_) => 0.3,
        },
        LibraryEffect::Artifact(effect) => match effect {
            ArtifactEffect::RollPerEnergy(_) => 1.2,
            ArtifactEffect::Discount(_) => 2.5,
            ArtifactEffect::Exchange(_) => 1.3,
            ArtifactEffect::ForgeBonus(_) => 2.4,
            ArtifactEffect::Read(_) => 0.7,
            ArtifactEffect::LeaderBonus(_) => 0.9,
            ArtifactEffect::Look(_) | ArtifactEffect::EnergyPerFollower(_) => 0.4,
            ArtifactEffect::PlaceFlooded => 0.8,
            ArtifactEffect::Reroll => 1.4,
        },
    }
}

/// AR-71: the value of playing a card now.
fn play(state: &AtlantisRising, plan: &Plan, card: u8, target: Target) -> f32 {
    let LibraryEffect::Card(effect) = state.content.card(card).effect else { return -1.0 };
    let team = plan.team;
    match (effect, target) {
        (CardEffect::Step(Step::Raise(_)), Target::Peninsula(it)) if best_raise(state, plan) == Some(it) => {
            5.0
        }
        (CardEffect::Step(Step::Barrier { .. }), Target::Peninsula(it))
            if best_barrier(state, plan) == Some(it) =>
        {
            3.5
        }
        (CardEffect::Step(Step::Look(_)), _) => 0.5,
        (CardEffect::Step(Step::Forge(n)), _) => {
            let ore = state.team(team).goods.of(Resource::Ore).min(n);
            let enough = ore >= 1;
            if enough && plan.worth(Resource::Atlantium) > 0.5 { 6.5 } else { -0.5 }
        }
        (CardEffect::VolunteerNow, _) => 8.0,
        (CardEffect::Convert(_), Target::Number(n)) => {
            let spare = i16::from(state.team(team).energy) - i16::from(RESERVE) >= i16::from(n);
            if spare && plan.missing > 0 { 4.0 + f32::from(n) } else { -0.5 }
        }
        (CardEffect::ActAgain, Target::Figure(kind, spot)) => {
            let worth = if state.is_pair_spot(spot) || spot == Spot::BUILD {
                0.0
            } else {
                spot_value(state, plan, kind, spot)
            };
            if worth > 0.7 { worth } else { -0.5 }
        }
        (CardEffect::CopyPower, Target::Spot(_)) => 0.3,
        _ => -1.0,
    }
}

/// AR-71: the value of using an artifact now.
fn use_of(state: &AtlantisRising, plan: &Plan, card: u8) -> f32 {
    match state.content.card(card).effect {
        LibraryEffect::Artifact(ArtifactEffect::Exchange(_)) => {
            let goods = state.team(plan.team).goods;
            let held = Resource::ALL.into_iter().filter(|it| goods.of(*it) > 0);
            let least = held.map(|it| plan.worth(it)).fold(f32::INFINITY, f32::min);
            let most = plan.worth.iter().copied().fold(0.0, f32::max);
            if most - least > 0.5 { 5.0 } else { -0.5 }
        }
        _ => 0.4,
    }
}

/// The energy of all teams that could still be pledged for a use, beyond their reserves, and what is pledged.
fn available(state: &AtlantisRising, wanted: Use) -> u8 {
    let waiting = state.waiting();
    let spare = |team: u8| state.team(team).energy.saturating_sub(RESERVE);
    let there: u8 = state.all_teams().filter(|team| waiting.contains(Seat(*team))).map(spare).sum();
    there.saturating_add(state.pledged(wanted))
}

/// Whether the teams that may still act could complete a use.
pub(super) fn can_complete(state: &AtlantisRising, team: u8, wanted: Use) -> bool {
    state.team(team).energy > RESERVE && available(state, wanted) >= state.use_price(wanted)
}

/// AR-61, AR-63: the value of a pledge, if the teams together can complete it.
fn pledge(state: &AtlantisRising, plan: &Plan, wanted: Use) -> f32 {
    if !can_complete(state, plan.team, wanted) {
        return -1.0;
    }
    let begun = f32::from(state.pledged(wanted)) * 0.2;
    match wanted {
        Use::Raise(tile) => {
            let peninsula = tile.tile().map(|it| it.0);
            if best_raise(state, plan) == peninsula { 1.5 + begun } else { -1.0 }
        }
        Use::Barrier(peninsula) => {
            let early = state.phase == Phase::Place;
            let flooded = best_raise(state, plan).is_some();
            let best = best_barrier(state, plan) == Some(peninsula);
            if best && early {
                1.6 + begun
            } else if best && !flooded {
                0.5 + begun
            } else {
                -1.0
            }
        }
    }
}

/// AR-34, AR-65: the tip that hurts least.
fn flood(state: &AtlantisRising, plan: &Plan, peninsula: Peninsula) -> f32 {
    let misfortune = matches!(state.pending.top(), Some(Pending::Flood { cause: Cause::Misfortune, .. }));
    if misfortune && state.barriers & peninsula.bit() != 0 {
        return -0.9;
    }
    let tile = peninsula.tile(state.island[peninsula.index()].max(1));
    let figures = if misfortune { state.figures.at(tile).count() as f32 } else { 0.0 };
    -plan.tip(state, peninsula) - figures
}

/// AR-39: whether a flood is worth a card or a figure.
fn prevent(state: &AtlantisRising, plan: &Plan, means: Means) -> f32 {
    let Some(Pending::Prevent { peninsula, .. }) = state.pending.top() else { return 0.0 };
    let tiles = state.tiles();
    let tile = peninsula.tile(state.island[peninsula.index()].max(1));
    let figures = state.figures.at(tile).count() as f32;
    let danger = if tiles <= 3 { 3.0 } else { 0.0 };
    let loss = plan.tip(state, peninsula) + figures + danger;
    match means {
        Means::Card(_) => loss - 0.8,
        Means::Figure(Kind::Hologram) => loss - 1.5,
        Means::Figure(_) => loss - 5.0,
    }
}

/// AR-60: whether a failed roll is worth the energy that saves it.
fn add(state: &AtlantisRising, plan: &Plan) -> f32 {
    let Some(Pending::Roll { figure, die, plus, target }) = state.pending.top() else { return 0.0 };
    let needed = (target - die - plus).div_ceil(state.roll_per_energy(plan.team));
    let TileAction::Wild { gain, .. } = state.content.tile(figure.at).action else { return 0.0 };
    plan.worth(gain) - f32::from(needed) * plan.energy
}

/// AR-R06: who should get a gift.
fn to(state: &AtlantisRising, plan: &Plan, seat: Seat) -> f32 {
    let own = state.team(seat.0);
    match state.pending.top() {
        Some(Pending::To { gift: Gift::Energy, .. }) => -f32::from(own.energy),
        Some(Pending::To { gift: Gift::Follower, .. }) => {
            let leader = f32::from(own.supply[Kind::Leader.index()]);
            leader * 3.0 + f32::from(own.goods.total()) * 0.05
        }
        _ => f32::from(own.goods.total()) + if seat.0 == plan.team { 0.1 } else { 0.0 },
    }
}
