//! What the table needs and what the sea will take: the facts that values of actions are made of.

use atlas_core::{Seat, Seats};

use crate::content::effect::Power;
use crate::content::{MisfortuneKind, TileAction};
use crate::state::AtlantisRising;
use crate::things::{Figure, Kind, PENINSULAS, Peninsula, Pose, RINGS, Resource, SEATS, Spot};

/// How much more a resource is worth that is missing for the next project.
const WANTED: f32 = 1.2;

/// The needs of the table and the odds of floods, from the view of one team.
pub(super) struct Plan {
    pub(super) team: u8,
    /// The value of one more of each resource.
    pub(super) worth: [f32; 4],
    /// The value of one more energy.
    pub(super) energy: f32,
    /// The chance that the tip of a peninsula floods in the rest of phase 2, once and twice.
    flood: [[f32; 2]; PENINSULAS],
    /// The number of rounds that are probably left.
    pub(super) rounds: f32,
    /// The number of components that are still to be built.
    pub(super) missing: u8,
    /// The one or two teams that can probably build the next component in this round, if any can.
    pub(super) crew: Seats,
    /// The ore that the team has, less what its figures on the Forges will use.
    pub(super) ore: f32,
}

impl Plan {
    pub(super) fn of(state: &AtlantisRising, team: u8) -> Plan {
        let mut need = [0.0_f32; 4];
        for at in 0..state.gate.len() as u8 {
            if state.built[usize::from(at)] == 0 {
                for (need, cost) in need.iter_mut().zip(state.cost(at).0) {
                    *need += f32::from(cost);
                }
            }
        }
        let everyone = state.goods_of(Seats::all(state.seats));
        for (need, there) in need.iter_mut().zip(everyone.0) {
            *need -= f32::from(there);
        }
        let mut ore = f32::from(state.team(team).goods.of(Resource::Ore));
        let mut soon = [[0.0_f32; 4]; SEATS];
        for team in state.all_teams() {
            soon[usize::from(team)] = state.team(team).goods.0.map(f32::from);
        }
        // What figures on the board will probably bring this round.
        for figure in state.figures.iter().filter(|it| it.pose == Pose::Up && it.at.tile().is_some()) {
            match &state.content.tile(figure.at).action {
                TileAction::Wild { gain, .. } => {
                    let odds = success(state, figure);
                    need[gain.index()] -= odds;
                    soon[usize::from(figure.team)][gain.index()] += odds;
                    if figure.team == team && *gain == Resource::Ore {
                        ore += odds;
                    }
                }
                TileAction::Forge(exchanges) => {
                    let (used, made) = exchanges.last().copied().unwrap_or((0, 0));
                    need[Resource::Atlantium.index()] -= 0.7 * f32::from(made);
                    need[Resource::Ore.index()] += 0.7 * f32::from(used);
                    let own = &mut soon[usize::from(figure.team)];
                    own[Resource::Atlantium.index()] += 0.7 * f32::from(made);
                    own[Resource::Ore.index()] -= 0.7 * f32::from(used);
                    if figure.team == team {
                        ore -= f32::from(used);
                    }
                }
                _ => {}
            }
        }
        // Atlantium is made of ore, at a little more than one for one.
        let atlantium = need[Resource::Atlantium.index()].max(0.0);
        need[Resource::Ore.index()] += 0.9 * atlantium;
        let mut worth = need.map(|need| if need > 0.3 { 1.2 + 0.06 * need.min(12.0) } else { 0.1 });
        for (worth, wanted) in worth.iter_mut().zip(next_wants(state, team, &soon)) {
            *worth += WANTED * wanted.min(1.5);
        }
        worth[Resource::Atlantium.index()] *= 1.1;
        let missing = state.built.len() as u8 - state.components_built();
        let floods = f32::from(state.content.players(state.seats).misfortunes) * 0.75;
        let rounds = (f32::from(state.tiles()) / (floods + f32::from(state.wrath_value(state.wrath + 1))))
            .clamp(1.0, 10.0);
        let on_source =
            state.figures.at(Spot::SOURCE).filter(|it| it.team == team && it.pose == Pose::Up).count();
        let own = usize::from(state.team(team).energy) + on_source;
        let needs_one = missing <= 3 && !state.core.contains(Seat(team));
        let energy = match own {
            0 if needs_one => 1.2,
            0 => 0.6,
            1 => 0.4,
            2 => 0.3,
            _ => 0.18,
        };
        Plan { team, worth, energy, flood: flood_odds(state), rounds, missing, crew: crew(state, &soon), ore }
    }

    pub(super) fn worth(&self, resource: Resource) -> f32 {
        self.worth[resource.index()]
    }

    /// The chance that a figure on a spot is not washed back in this round.
    pub(super) fn stays(&self, state: &AtlantisRising, spot: Spot) -> f32 {
        if !matches!(state.phase, crate::state::Phase::Place | crate::state::Phase::Power) {
            return 1.0;
        }
        let Some((peninsula, ring)) = spot.tile() else { return 1.0 };
        let tiles = state.island[peninsula.index()];
        let barrier = state.barriers & peninsula.bit() != 0;
        match (tiles.saturating_sub(ring), barrier) {
            (0, false) => 1.0 - self.flood[peninsula.index()][0],
            (0, true) | (1, false) => 1.0 - self.flood[peninsula.index()][1],
            _ => 1.0,
        }
    }

    /// How much the table loses with the tip of a peninsula.
    pub(super) fn tip(&self, state: &AtlantisRising, peninsula: Peninsula) -> f32 {
        let tiles = state.island[peninsula.index()];
        if tiles == 0 {
            return 0.0;
        }
        let use_of = match &state.content.tile(peninsula.tile(tiles)).action {
            TileAction::Wild { gain, .. } => self.worth(*gain),
            TileAction::Forge(_) => self.worth(Resource::Atlantium),
            TileAction::Library { .. } => 0.6,
            TileAction::City { .. } => 0.15 * self.rounds,
        };
        let last = match tiles {
            1 => 2.5,
            2 => 0.8,
            _ => 0.0,
        };
        0.6 + 0.25 * use_of * f32::from(7 - tiles) + last
    }
}

/// The chance that a roll on a wild tile succeeds without energy.
pub(super) fn success(state: &AtlantisRising, figure: Figure) -> f32 {
    match state.needed_roll(figure) {
        Some(needed) => f32::from(7_u8.saturating_sub(needed)) / 6.0,
        None => 1.0,
    }
}

/// What is missing for the component that the team could build next, alone or with one other team, with what their
/// figures will probably bring.
fn next_wants(state: &AtlantisRising, team: u8, soon: &[[f32; 4]; SEATS]) -> [f32; 4] {
    let mut best = (f32::INFINITY, [0.0; 4]);
    for at in (0..state.gate.len() as u8).filter(|at| state.built[usize::from(*at)] == 0) {
        let cost = state.cost(at);
        for other in state.all_teams() {
            let mut missing = [0.0; 4];
            let mut size = if other == team { 0.0 } else { 0.3 };
            for (it, missing) in missing.iter_mut().enumerate() {
                let mut there = soon[usize::from(team)][it].max(0.0);
                if other != team {
                    there += soon[usize::from(other)][it].max(0.0);
                }
                *missing = (f32::from(cost.0[it]) - there).max(0.0);
                size += *missing * if it == Resource::Atlantium.index() { 1.6 } else { 1.0 };
            }
            // Atlantium is made of ore.
            missing[Resource::Ore.index()] += missing[Resource::Atlantium.index()];
            if size < best.0 && size > 0.4 {
                best = (size, missing);
            }
        }
    }
    best.1
}

/// The one or two teams that miss least for a component, if it is nearly nothing.
fn crew(state: &AtlantisRising, soon: &[[f32; 4]; SEATS]) -> Seats {
    let mut best = (0.5, Seats::NONE);
    for at in (0..state.gate.len() as u8).filter(|at| state.built[usize::from(*at)] == 0) {
        let cost = state.cost(at);
        for one in state.all_teams() {
            for two in one..state.seats {
                let mut gap = if one == two { 0.0 } else { 0.1 };
                for (it, cost) in cost.0.iter().enumerate() {
                    let mut there = soon[usize::from(one)][it].max(0.0);
                    if one != two {
                        there += soon[usize::from(two)][it].max(0.0);
                    }
                    gap += (f32::from(*cost) - there).max(0.0);
                }
                if gap < best.0 {
                    best = (gap, Seats::one(Seat(one)).with(Seat(two)));
                }
            }
        }
    }
    best.1
}

/// The chance that each peninsula is hit at least once, and at least twice, by the misfortunes of a round.
fn flood_odds(state: &AtlantisRising) -> [[f32; 2]; PENINSULAS] {
    let draws = i32::from(state.content.players(state.seats).misfortunes);
    let mut count = [0.0_f32; PENINSULAS];
    let mut chosen = 0.0;
    let known = usize::from(state.misfortunes.seen);
    let mut certain = [0_u8; PENINSULAS];
    for card in state.misfortunes.deck.top(known).take(draws as usize) {
        if let MisfortuneKind::Basic(peninsula) = state.content.misfortune(card).kind {
            certain[peninsula.index()] += 1;
        }
    }
    for card in state.misfortunes.deck.top(usize::MAX).skip(known) {
        match state.content.misfortune(card).kind {
            MisfortuneKind::Basic(peninsula) => count[peninsula.index()] += 1.0,
            MisfortuneKind::Calm => {}
            _ => chosen += 0.08,
        }
    }
    let size = (state.misfortunes.deck.len() - known.min(state.misfortunes.deck.len())).max(1) as f32;
    let unknown = draws - (known as i32).min(draws);
    let mut odds = [[0.0; 2]; PENINSULAS];
    for (at, odds) in odds.iter_mut().enumerate() {
        let each = ((count[at] + chosen) / size).min(1.0);
        let none = (1.0 - each).powi(unknown);
        let one = unknown as f32 * each * (1.0 - each).powi((unknown - 1).max(0));
        *odds = match certain[at] {
            0 => [1.0 - none, (1.0 - none - one).max(0.0)],
            1 => [1.0, 1.0 - none],
            _ => [1.0, 1.0],
        };
    }
    odds
}

/// The number of components that could be built now by the figures on build spaces, with one more figure of a team.
pub(super) fn projects(state: &AtlantisRising, extra: Option<(u8, Option<Power>)>) -> u8 {
    let mut figures = [0_u8; SEATS];
    let mut discount = 0;
    for figure in state.figures.at(Spot::BUILD).filter(|it| it.pose == Pose::Up && it.kind != Kind::Automaton)
    {
        figures[usize::from(figure.team)] += 1;
        if let Some(Power::Discount(n)) = state.power_of(figure) {
            discount += n;
        }
    }
    if let Some((team, power)) = extra {
        figures[usize::from(team)] += 1;
        if let Some(Power::Discount(n)) = power {
            discount += n;
        }
    }
    let teams: Seats = state.all_teams().filter(|team| figures[usize::from(*team)] > 0).map(Seat).collect();
    let mut goods = state.goods_of(teams);
    let mut left: u8 = figures.iter().sum();
    let mut built = 0;
    for at in (0..state.gate.len() as u8).filter(|at| state.built[usize::from(*at)] == 0) {
        let cost = state.cost(at);
        let missing: u8 = Resource::ALL.into_iter().map(|it| cost.of(it).saturating_sub(goods.of(it))).sum();
        let alone = teams.iter().any(|seat| {
            let own = state.team(seat.0).goods;
            Resource::ALL.into_iter().all(|it| own.of(it) >= cost.of(it))
        });
        let hands = if alone { 1 } else { 2 };
        if missing <= discount && (left >= hands || left >= 1 && teams.len() == 1) {
            discount -= missing;
            left -= hands.min(left);
            built += 1;
            for it in Resource::ALL {
                let own = goods.of_mut(it);
                *own = own.saturating_sub(cost.of(it));
            }
        }
    }
    built
}

/// The peninsula that is best raised.
pub(super) fn best_raise(state: &AtlantisRising, plan: &Plan) -> Option<Peninsula> {
    let flooded = Peninsula::all().filter(|it| state.island[it.index()] < RINGS);
    let gain = |it: Peninsula| {
        let tiles = state.island[it.index()];
        let ring = tiles + 1;
        let use_of = match &state.content.tile(it.tile(ring)).action {
            TileAction::Wild { gain, .. } => plan.worth(*gain),
            TileAction::Forge(_) => plan.worth(Resource::Atlantium),
            TileAction::Library { .. } => 0.5,
            TileAction::City { .. } => 0.1 * plan.rounds,
        };
        let first = if tiles == 0 { 1.5 } else { 0.0 };
        use_of * f32::from(7 - tiles.min(6)) * 0.25 + first
    };
    flooded.max_by(|one, two| gain(*one).total_cmp(&gain(*two)))
}

/// The peninsula that is best protected, if it has no barrier.
pub(super) fn best_barrier(state: &AtlantisRising, plan: &Plan) -> Option<Peninsula> {
    let open = Peninsula::all().filter(|it| state.can_bar(*it));
    let gain = |it: Peninsula| plan.tip(state, it) * (0.3 + plan.flood[it.index()][0]);
    open.max_by(|one, two| gain(*one).total_cmp(&gain(*two)))
}
