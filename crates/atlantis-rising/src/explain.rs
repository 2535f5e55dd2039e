//! Explains why an action is refused: the rule that forbids it.

use atlas_core::game::contains_words;
use atlas_core::{Refusal, Rule, Seat, Text, text};

use crate::act::{NoAction, owners};
use crate::action::{Action, Target};
use crate::build::NoProject;
use crate::content::LibraryEffect;
use crate::legal;
use crate::place::{Crowd, NoPlace};
use crate::state::{AtlantisRising, Pending, Phase, Use};
use crate::things::{Figure, Kind, Pose, Spot};

/// Whether an action of a seat is legal now, and if not, why.
pub(crate) fn judge(state: &AtlantisRising, seat: Seat, action: Action) -> Result<(), Refusal> {
    if state.over.is_some() {
        return Err(Refusal { rule: Some(Rule("AR-58")), ..Refusal::over() });
    }
    let Some(team) = state.acts_for(seat) else { return Err(not_waiting(state, seat)) };
    let mut listed = false;
    legal::each(state, team, &mut |it| listed |= it == action);
    if listed { Ok(()) } else { Err(reason(state, team, action)) }
}

/// The refusal of an action by a seat that has nothing to decide.
fn not_waiting(state: &AtlantisRising, seat: Seat) -> Refusal {
    use atlas_core::Game;
    let refusal = Refusal::not_your_turn(state.acting());
    let rule = match (state.phase, state.ready.contains(seat)) {
        (Phase::Place, true) => "AR-29",
        (Phase::Act, true) => "AR-R89",
        _ => "AR-22",
    };
    let message = match (state.pending.top(), state.phase, state.ready.contains(seat)) {
        (None, Phase::Place, true) => text!["You are ready. The others are still placing."],
        (None, Phase::Act, true) => text!["You are done for this round."],
        _ => refusal.message,
    };
    Refusal { rule: Some(Rule(rule)), message, ..refusal }
}

/// Why no legal sentence of the seat contains these words, if none does.
pub(crate) fn explain(state: &AtlantisRising, seat: Seat, words: &str) -> Result<(), Refusal> {
    if state.over.is_some() {
        return Err(Refusal { rule: Some(Rule("AR-58")), ..Refusal::over() });
    }
    let Some(team) = state.acts_for(seat) else { return Err(not_waiting(state, seat)) };
    let mut possible = false;
    legal::each(state, team, &mut |it| possible |= possible || contains_words(&it.sentence(state), words));
    if possible {
        return Ok(());
    }
    // A single spot without a verb means placing or acting there.
    let spot = words.split_whitespace().find_map(|word| state.spot_named(word));
    match Action::read(state, seat, words) {
        Ok(action) => judge(state, seat, action),
        Err(refusal) => Err(match (spot, state.pending.top(), state.phase) {
            (Some(spot), None, Phase::Place | Phase::Late) => {
                reason(state, team, Action::Place(first_kind(state, team), spot))
            }
            (Some(spot), None, Phase::Act) => {
                let own = state.figures.at(spot).find(|it| it.team == team);
                let kind = own.map_or(Kind::Follower, |it| it.kind);
                reason(state, team, Action::Act(kind, spot, None))
            }
            _ => refusal,
        }),
    }
}

fn first_kind(state: &AtlantisRising, team: u8) -> Kind {
    state.team(team).picked.or_else(|| state.placeable(team).next()).unwrap_or(Kind::Follower)
}

fn no(rule: &'static str, message: impl Into<Text>) -> Refusal {
    Refusal::illegal(rule, message)
}

/// The reason why an action that is not listed is refused.
fn reason(state: &AtlantisRising, team: u8, action: Action) -> Refusal {
    if let Some(pending) = state.pending.top() {
        return other_question(state, pending, team, action);
    }
    match (action, state.phase) {
        (Action::Pick(kind) | Action::Place(kind, _), Phase::Place | Phase::Late) => {
            no_place(state, team, kind, action)
        }
        (Action::Recall(kind, spot), Phase::Place) => no_recall(state, team, kind, spot),
        (Action::Overrule(spot, _), Phase::Place) => no_overrule(state, team, spot),
        (Action::Act(kind, spot, partner), Phase::Act) => no_act(state, team, kind, spot, partner),
        (Action::Build(component), Phase::Act) => no_build(state, team, component),
        (Action::Play(card, target), Phase::Place | Phase::Act) => no_card(state, team, card, Some(target)),
        (Action::Use(card), Phase::Place | Phase::Act) => no_card(state, team, card, None),
        (Action::Pledge(wanted), Phase::Place | Phase::Act) => no_pledge(state, team, wanted),
        (Action::Withdraw, Phase::Place | Phase::Act) => {
            let again = state.this_round.withdrew.contains(Seat(team));
            let message = if again {
                "You have already withdrawn your pledges in this phase."
            } else {
                "You have pledged nothing."
            };
            no("AR-61", message)
        }
        (Action::Ready, Phase::Place) => {
            no("AR-29", "Place all figures from your pool before you say that you are ready.")
        }
        (_, phase) => not_now(phase),
    }
}

/// The refusal of an action that belongs to another phase or to a question that was not asked.
fn not_now(phase: Phase) -> Refusal {
    match phase {
        Phase::Place => no("AR-20", "Now figures are placed. That is not possible in this phase."),
        Phase::Late => no("AR-R21", "Now the figures that waited on the Observatory are placed."),
        _ => no("AR-20", "Now figures act. That is not possible in this phase."),
    }
}

/// The refusal of an action while a question is open.
fn other_question(state: &AtlantisRising, pending: Pending, team: u8, action: Action) -> Refusal {
    let rule = match pending {
        Pending::Workshop { .. } | Pending::Move { .. } => "AR-42",
        Pending::Power { .. } => "AR-75",
        Pending::Flood { cause: crate::state::Cause::Wrath, .. } => "AR-65",
        Pending::Flood { .. } => "AR-34",
        Pending::Prevent { .. } => "AR-39",
        Pending::Roll { .. } => "AR-43",
        Pending::Keep { .. } => "AR-46",
        Pending::Next { .. } => "AR-72",
        Pending::Payer { .. } => "AR-47",
        Pending::To { .. } => "AR-R06",
        Pending::Forge { .. } => "AR-45",
        Pending::Smelt { .. } | Pending::Swap { .. } | Pending::Gain { .. } => "AR-50",
        Pending::Follower { .. } => "AR-49",
        Pending::Project(_) => "AR-51",
        Pending::Discard { .. } => "AR-70",
        Pending::Raise { .. } | Pending::Barrier { .. } => "AR-52",
        Pending::Share { .. } => "AR-53",
    };
    match (pending, action) {
        (Pending::Flood { .. }, Action::Flood(peninsula)) => {
            let message =
                text!["The ", state.content.peninsula(peninsula), " cannot be chosen for this flood."];
            no(if state.island[peninsula.index()] == 0 { "AR-R86" } else { rule }, message)
        }
        (Pending::Project(_), Action::Give(resource)) => {
            let message = text!["You cannot pay ", resource.name(), " for this project now."];
            no(rule, message)
        }
        (Pending::Project(_), Action::Less(_)) => no("AR-R37", "You have no discount left for that."),
        (Pending::Roll { .. }, Action::Add) => {
            no("AR-60", "You do not have enough energy to save this roll.")
        }
        _ => {
            let asked = crate::tell::prompt(state, Seat(team), team).text;
            no(rule, text!["First answer the question: ", asked])
        }
    }
}

/// AR-23: why a figure cannot be placed.
fn no_place(state: &AtlantisRising, team: u8, kind: Kind, action: Action) -> Refusal {
    if !state.placeable(team).any(|it| it == kind) {
        let late = state.phase == Phase::Late;
        let place = if late { "on the Observatory" } else { "in your pool" };
        return no("AR-23", text!["You have no ", kind.name(), " ", place, "."]);
    }
    if let Some(picked) = state.team(team).picked.filter(|picked| *picked != kind) {
        return no("AR-23", text!["First place the ", picked.name(), " that you have chosen."]);
    }
    let Action::Place(_, spot) = action else {
        return no("AR-23", text!["Say where you place the ", kind.name(), "."]);
    };
    if legal::picks_first(state, team) && kind != Kind::Automaton {
        return no("AR-23", text!["First choose the figure: place ", kind.word(), "."]);
    }
    let crowd = Crowd::of(state, team);
    let there = state.spot_text(spot);
    match state.check_place(team, kind, spot, &crowd) {
        Ok(()) => no("AR-23", text!["You cannot place a figure on ", there, " now."]),
        Err(NoPlace::Flooded) => no("AR-25", text![there, " is flooded."]),
        Err(NoPlace::Full) => {
            let holders: Vec<Seat> = state.seats_at(spot).iter().collect();
            no(
                full_rule(state, spot),
                text!["All spaces of ", there, " are taken by ", Text::listed(holders), "."],
            )
        }
        Err(NoPlace::Overruled) => {
            no("AR-R05", text!["The starting player has sent you away from ", there, " for this round."])
        }
        Err(NoPlace::NotOpen) => {
            no("AR-27", text!["The spaces of ", there, " open in the round after it is built."])
        }
        Err(NoPlace::NoSpaces) => no("AR-27", text![there, " has no spaces."]),
        Err(NoPlace::Core) => no(
            "AR-28",
            "Only Leaders that have not contributed go to the Power Core, when all nine components were built \
             before this round.",
        ),
        Err(NoPlace::Workshop) => no("AR-42", "The Workshop is only for the Artificer's Leader."),
        Err(NoPlace::Observatory) => no(
            "AR-R21",
            "The Observatory is for the Astrologer's Leader and two others beside it, in phase 1.",
        ),
        Err(NoPlace::Automaton) => no(
            "AR-76",
            "The Automaton is placed where another figure of yours stands, but not on the Observatory.",
        ),
    }
}

/// The rule that limits the spaces of a spot.
fn full_rule(state: &AtlantisRising, spot: Spot) -> &'static str {
    match (spot.blueprint(), spot == Spot::BUILD, state.seats >= 5) {
        (_, true, false) => "AR-26",
        (Some(_), _, false) => "AR-R03",
        _ => "AR-08",
    }
}

/// AR-24: why a figure cannot be taken back.
fn no_recall(state: &AtlantisRising, team: u8, kind: Kind, spot: Spot) -> Refusal {
    if state.this_round.recalls[usize::from(team)] >= state.content.numbers.recalls {
        let n = state.content.numbers.recalls;
        return no("AR-R81", text!["You have already taken back ", n, " figures in this round."]);
    }
    let there = state.spot_text(spot);
    let own = state.figures.at(spot).find(|it| it.team == team && it.kind == kind);
    match own {
        None => no("AR-24", text!["You have no ", kind.name(), " on ", there, "."]),
        Some(figure) if figure.cipher => {
            no("AR-R81", text!["The follower with the Cipher of Expertise stays on ", there, "."])
        }
        Some(_) => no("AR-24", text!["More figures stand on ", there, " than there would be room for."]),
    }
}

/// AR-R05: why the starting player cannot overrule a space.
fn no_overrule(state: &AtlantisRising, team: u8, spot: Spot) -> Refusal {
    let there = state.spot_text(spot);
    if team != state.start.0 {
        return no("AR-R05", text!["Only the starting player, ", state.start, ", can overrule a space."]);
    }
    if state.this_round.overruled.iter().any(|spots| spots & spot.bit() != 0) {
        return no("AR-R05", text![there, " was already overruled in this round."]);
    }
    no("AR-R05", text!["There is no figure of another seat on ", there, " that can be sent away."])
}

/// AR-41: why a figure has no action.
fn no_act(
    state: &AtlantisRising,
    team: u8,
    kind: Kind,
    spot: Spot,
    partner: Option<(Kind, Seat)>,
) -> Refusal {
    let there = state.spot_text(spot);
    let own = |it: &Figure| it.team == team && it.kind == kind;
    let mut figures = state.figures.at(spot).filter(own);
    let Some(mut figure) = figures.next() else {
        return no("AR-41", text!["You have no ", kind.name(), " on ", there, "."]);
    };
    if let Some(standing) = state.standing(team, kind, spot) {
        figure = standing;
    }
    if state.is_pair_spot(spot) && figure.pose == Pose::Up {
        let (first, several) = legal::distinct_partners(state, figure);
        if first.is_none() {
            return no("AR-09", text!["Two figures act together on ", there, ", and yours is alone."]);
        }
        if several && partner.is_none() {
            return no(
                "AR-R94",
                text!["Name the partner and its seat, such as act follower cities-4 leader 1."],
            );
        }
        if partner.is_some() && (!several || state.partner(figure, partner).is_none()) {
            return no("AR-R94", text!["There is no such partner to choose on ", there, "."]);
        }
    } else if partner.is_some() {
        return no("AR-09", text!["Figures act alone on ", there, "."]);
    }
    let partner = state.partner(figure, partner);
    match state.check_act(figure, owners(figure, partner)) {
        Err(NoAction::Acted) => {
            no("AR-41", text!["Your ", kind.name(), " on ", there, " has already acted."])
        }
        Err(NoAction::Automaton) => no("AR-76", "The Automaton takes no action."),
        Err(NoAction::Closed) => no("AR-36", text![there, " is closed in this round."]),
        Err(NoAction::Ore(n)) => no("AR-45", text!["You need ", n, " ore on ", there, "."]),
        Err(NoAction::Energy(n)) if spot == Spot::CORE => {
            no("AR-55", text!["Contributing costs ", n, " energy."])
        }
        Err(NoAction::Energy(n)) => {
            let rule = if state.is_pair_spot(spot) { "AR-47" } else { "AR-46" };
            no(rule, text!["The action on ", there, " costs ", n, " energy."])
        }
        Err(NoAction::Cards) => no("AR-R12", "There are no library cards left."),
        Err(NoAction::Build) => {
            no("AR-51", text!["A figure on ", there, " opens a project: build and its name."])
        }
        Err(NoAction::Nothing) => no("AR-50", text!["The action of ", there, " would do nothing now."]),
        Ok(()) => no("AR-09", text!["Your figure on ", there, " has no action."]),
    }
}

/// AR-51: why a project cannot be opened.
fn no_build(state: &AtlantisRising, team: u8, component: u8) -> Refusal {
    let name = text!["The ", &state.content.component(component).named];
    let Some(at) = state.gate.iter().position(|it| *it == component) else {
        return no("AR-14", text![name, " is not in the blueprint."]);
    };
    match state.check_open(team, at as u8) {
        Err(NoProject::Built) => no("AR-51", text![name, " is already built."]),
        Err(NoProject::NoFigure) => no("AR-51", "You have no unused figure on a build space."),
        Err(NoProject::Dropped) => no("AR-51", text![name, " was given up by you in this round."]),
        Err(NoProject::Limit) => no("AR-36", "No more projects may be built in this round."),
        Err(NoProject::TooDear) | Ok(()) => {
            no("AR-51", text![name, " cannot be paid by the seats with figures on build spaces."])
        }
    }
}

/// AR-71: why a card cannot be played or used.
fn no_card(state: &AtlantisRising, team: u8, card: u8, target: Option<Target>) -> Refusal {
    let it = state.content.card(card);
    let name = text![&it.named];
    if !state.team(team).cards.contains(card) {
        return no("AR-71", text!["You do not hold ", name, "."]);
    }
    match (it.effect, target) {
        (LibraryEffect::Card(_), None) => no("AR-71", text![name, " is played, not used."]),
        (LibraryEffect::Artifact(_), Some(_)) => {
            no("AR-71", text![name, " is an artifact and stays in your hand."])
        }
        (LibraryEffect::Artifact(_), None) => {
            no("AR-71", text![name, " cannot be used now, or was already used in this round."])
        }
        (LibraryEffect::Card(_), Some(_)) if !state.is_card_phase(card) => {
            no("AR-71", text![name, " cannot be played in this phase."])
        }
        (LibraryEffect::Card(_), Some(_)) => no("AR-71", text![name, " cannot be played on that now."]),
    }
}

/// AR-61, AR-63: why energy cannot be pledged.
fn no_pledge(state: &AtlantisRising, team: u8, wanted: Use) -> Refusal {
    let (rule, land) = match wanted {
        Use::Barrier(peninsula) => ("AR-61", peninsula),
        Use::Raise(tile) => ("AR-63", tile.tile().expect("a tile is raised").0),
    };
    let land_name = state.content.peninsula(land);
    if state.team(team).energy == 0 {
        return no(rule, "You have no energy to pledge.");
    }
    match wanted {
        Use::Barrier(_) if state.barriers & land.bit() != 0 => {
            no(rule, text!["The ", land_name, " already have a barrier."])
        }
        Use::Barrier(_) => no(rule, text!["The ", land_name, " have no unflooded tile to protect."]),
        Use::Raise(_) if state.raisable(land).is_none() => {
            no(rule, text!["No tile of the ", land_name, " is flooded."])
        }
        Use::Raise(_) => no(rule, text!["Another tile of the ", land_name, " has to be raised first."]),
    }
}
