//! The table before the match: who is there, and how others can join.

use atlas_boards::seat::badge;
use atlas_core::Seat;
use maud::{Markup, PreEscaped, html};
use qrcode::QrCode;
use qrcode::render::svg;
use serde_json::json;

use super::{Ask, abort};
use crate::pages::parts::link;
use crate::snapshot::Scene;
use crate::store::Holder;

/// The number of open seats.
fn open(scene: &Scene) -> usize {
    scene.holders.iter().filter(|holder| **holder == Holder::Open).count()
}

/// The waiting room.
pub(super) fn room(scene: &Scene, base: &str) -> Markup {
    let facts = scene.game.facts;
    let sits = !scene.look.seats.is_empty();
    let is_host = scene.look.seats.iter().any(|seat| scene.host.contains(seat));
    html! {
        div.waiting-room {
            div.waiting-cover { ((scene.game.cover)()) }
            section.waiting-seats aria-labelledby="waiting-title" {
                h2 #waiting-title { "Waiting for players" }
                p.quiet { (facts.pitch) }
                ol {
                    @for (seat, (holder, name)) in Seat::all(scene.names.len() as u8).zip(scene.holders.iter().zip(scene.names.iter())) {
                        li data-plate=(seat.0) {
                            @if *holder == Holder::Open {
                                span.empty-seat {} span.quiet { "Open seat" }
                                @if is_host {
                                    button type="button" data-say=(json!({ "seat_bot": { "seat": seat.0 } })) { "Seat a bot" }
                                }
                            } @else {
                                (badge(seat)) b { (name) } span.presence {}
                                @if scene.look.seats.contains(seat) { span.quiet { "you" } }
                            }
                        }
                    }
                }
                p { "While you wait: " a href={ "/rules/" (facts.id) } target="_blank" { "read the rules" } "." }
                @if sits { div { (abort("Close the table")) } }
            }
            @if sits { (invitation(scene, base)) } @else if open(scene) > 0 { (sit_down(scene)) }
        }
    }
}

/// The link that brings others to the table.
fn invitation(scene: &Scene, base: &str) -> Markup {
    // Whoever opens this link is offered a seat. Without `?sit` it is for spectators.
    let invite = format!("{base}/t/{}?sit", scene.id);
    html! {
        section.waiting-invite aria-labelledby="invite-title" {
            h2 #invite-title { "Invite a friend" }
            (link("invite", "Send this link", &invite))
            (qr(&invite))
        }
    }
}

/// Asks a visitor for a name, and for a moment of patience.
fn sit_down(scene: &Scene) -> Markup {
    html! {
        section.waiting-invite aria-labelledby="sit-title" {
            h2 #sit-title { "Take a seat" }
            form #sit method="post" action={ "/t/" (scene.id) "/sit" } {
                input type="hidden" name="word" value="" data-word;
                label for="sit-name" { "Your name" }
                input #sit-name name="name" maxlength="24" required autocomplete="nickname" data-own-name;
                button.lamp { "Sit down" }
            }
        }
    }
}

/// A link as a QR code.
fn qr(link: &str) -> Markup {
    let Ok(code) = QrCode::new(link) else { return html! {} };
    let picture = code.render::<svg::Color<'_>>().min_dimensions(188, 188).build();
    // In a page it needs no declaration of its own. There is nothing in it but squares.
    let picture = picture.split_once("?>").map_or(picture.as_str(), |(_, svg)| svg);
    html! {
        div.qr role="img" aria-label="The same link, for the camera of a phone" { (PreEscaped(picture)) }
    }
}

/// The bar of a table that waits for players.
pub(super) fn ask(scene: &Scene) -> Ask {
    let open = open(scene);
    let question = match open {
        1 => "Waiting for one more player.".to_owned(),
        _ => format!("Waiting for {open} more players."),
    };
    let more =
        if scene.look.seats.is_empty() { "Take a seat, or watch." } else { "Send the link to a friend." };
    Ask { kind: "waiting", seat: None, question, more: more.to_owned(), answers: html! {} }
}
