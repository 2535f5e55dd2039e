//! The end of a match: who won, by what, and what comes next.

use atlas_boards::Standing;
use atlas_boards::seat::badge;
use atlas_core::text::count;
use atlas_core::{Seat, text};
use maud::{Markup, html};
use serde_json::Value;

use crate::pages::icon;
use crate::pages::parts::names_of;
use crate::snapshot::Scene;

/// The panel over the board.
pub(super) fn panel(scene: &Scene) -> Markup {
    let Some(play) = scene.play.as_ref().filter(|_| !scene.aborted) else { return html! {} };
    let Some(result) = &play.result else { return html! {} };
    let winners = winners(result);
    html! {
        div.end-scene aria-hidden="true" { ((scene.game.cover)()) }
        section.ending aria-labelledby="end-title" tabindex="-1" {
            button #hide-end.plain type="button" aria-label="Show the board" title="Show the board" { (icon::close()) }
            div.laurel { (laurel()) @for seat in &winners { (badge(*seat)) } }
            h2 #end-title { (verdict(scene, result)) }
            p.end-reason { (reason(scene, result)) }
            (standings(scene, &play.standings, &winners))
            div.end-actions {
                (again(scene))
                a.button href={ "/t/" (scene.id) "/replay" } { (icon::play()) "Watch the replay" }
            }
            div.end-more {
                a.button.plain href={ "/t/" (scene.id) "/share" } { (icon::share()) "Share" }
                a.button.plain href={ "/t/" (scene.id) "/record" } download={ (scene.id) ".jsonl" } { (icon::download()) "Record" }
                a.button.plain href="/" { (icon::home()) "Home" }
            }
        }
    }
}

pub(crate) fn winners(result: &Value) -> Vec<Seat> {
    let seat = |value: &Value| value.as_u64().map(|seat| Seat(seat as u8));
    result["winners"].as_array().into_iter().flatten().filter_map(seat).collect()
}

fn points(result: &Value) -> Vec<i64> {
    result["scores"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
}

/// Who won, in one sentence.
pub(crate) fn verdict(scene: &Scene, result: &Value) -> String {
    let winners = winners(result);
    let own = scene.look.own;
    if scene.game.facts.cooperative {
        let who = if scene.look.seats.is_empty() { "The players" } else { "You all" };
        return if winners.is_empty() { format!("{who} lose.") } else { format!("{who} win!") };
    }
    match winners.as_slice() {
        [] => "Nobody wins.".to_owned(),
        [seat] if own == Some(*seat) => "You win!".to_owned(),
        [seat] => format!("{} wins!", names_of([*seat], &scene.names)),
        _ => format!("{} share the win.", names_of(winners, &scene.names)),
    }
}

/// By what the match was won.
pub(super) fn reason(scene: &Scene, result: &Value) -> String {
    let (winners, points) = (winners(result), points(result));
    let of = |seat: Seat| points.get(seat.index()).copied().unwrap_or(0);
    let best = |seats: &mut dyn Iterator<Item = Seat>| seats.map(of).max();
    let all = || Seat::all(scene.names.len() as u8);
    if scene.game.facts.cooperative || points.is_empty() {
        return String::new();
    }
    if let Some(own) = scene.look.own
        && !winners.contains(&own)
        && let Some(best) = best(&mut winners.iter().copied())
    {
        return format!("You lost {}–{best}.", of(own));
    }
    let (Some(first), Some(next)) =
        (winners.first().copied(), best(&mut all().filter(|seat| !winners.contains(seat))))
    else {
        return String::new();
    };
    match of(first) - next {
        ahead @ 1.. => text![count(ahead as usize, "point"), " ahead."].to_string(),
        _ => "By the rules for a tie, or because the others left.".to_owned(),
    }
}

fn standings(scene: &Scene, standings: &[Standing], winners: &[Seat]) -> Markup {
    let mut rows: Vec<(Seat, &Standing)> = Seat::all(scene.names.len() as u8).zip(standings).collect();
    rows.sort_by_key(|(seat, standing)| (!winners.contains(seat), -standing.points));
    html! {
        @if !rows.is_empty() {
            table.standings {
                thead.unseen { tr { th scope="col" { "Player" } th scope="col" { "How" } th scope="col" { "Points" } } }
                tbody {
                    @for (seat, Standing { points, details }) in rows {
                        tr.winner[winners.contains(&seat)] {
                            th scope="row" { (badge(seat)) span { (scene.names[seat.index()]) } }
                            td { (details) }
                            td.points { (points) }
                        }
                    }
                }
            }
        }
    }
}

/// The way to the next match, for those who played.
pub(super) fn again(scene: &Scene) -> Markup {
    html! {
        @if !scene.look.seats.is_empty() {
            @if let Some(next) = &scene.rematch { a.button.lamp href={ "/t/" (next) } { "To the rematch" } }
            @else {
                form method="post" action={ "/t/" (scene.id) "/rematch" } { button.lamp { "Rematch" } }
            }
        }
    }
}

/// Two twigs of laurel.
fn laurel() -> Markup {
    html! {
        svg viewBox="0 0 160 80" aria-hidden="true" {
            @for side in ["", "translate(160 0) scale(-1 1)"] {
                g transform=(side) {
                    path d="M58 74C30 68 20 44 26 14" fill="none" stroke="#2f8a57" stroke-width="3" {}
                    @for (x, y, turn) in [(26, 14, -10), (20, 30, -50), (34, 32, 30), (21, 47, -60), (38, 48, 20), (30, 61, -70), (48, 62, 10), (44, 71, -80)] {
                        ellipse rx="4.5" ry="9" fill="#2f8a57" transform={ "translate(" (x) " " (y) ") rotate(" (turn) ")" } {}
                    }
                }
            }
        }
    }
}
