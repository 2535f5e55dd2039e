//! The page by which a finished match is shown to others, with its picture.

use atlas_boards::picture::{Caption, HEIGHT, Picture, Player, WIDTH};
use atlas_core::{Seat, Seats};
use maud::{Markup, html};

use super::parts::link;
use super::shell::{Shell, Tab};
use super::table::end::{verdict, winners};
use super::{drawing, icon};
use crate::error::Error;
use crate::live::Live;
use crate::snapshot::{Look, Scene, Snapshot};
use crate::store::Listing;

/// The eyes of somebody who has only the link.
const STRANGER: Look = Look { own: None, seats: Seats::NONE, guide: false, muted: Seats::NONE };

/// A finished match, as it is shown to others.
pub(crate) struct Shared<'a> {
    live: &'a Live,
    now: &'a Snapshot,
    scene: Scene,
    verdict: String,
}

impl<'a> Shared<'a> {
    /// The match; refused until it is over.
    pub(crate) fn of(live: &'a Live, now: &'a Snapshot) -> Result<Shared<'a>, Error> {
        let scene = now.scene(live.game, STRANGER, std::time::Duration::ZERO);
        let result = scene.play.as_ref().and_then(|play| play.result.as_ref());
        let result = result.ok_or_else(|| Error::refused("A match can be shared when it is over."))?;
        let verdict = verdict(&scene, result);
        Ok(Shared { live, now, scene, verdict })
    }

    /// Whether everybody may see who played, and how: at public tables, and where one person played with bots.
    fn is_open(&self) -> bool {
        let mut people = self.now.seats.iter().filter_map(|seat| seat.holder.person());
        let first = people.next();
        self.now.row.listing == Listing::Public || people.all(|person| Some(person) == first)
    }

    /// The picture of the match as SVG: the final board, or only the cover.
    pub(crate) fn picture(&self) -> String {
        let game = self.live.game;
        let names = &self.scene.names;
        let board = self.now.table.as_ref().filter(|_| self.is_open()).and_then(|table| table.picture(names));
        let Some(board) = board else {
            let caption = Caption { game: game.facts.name, verdict: "A private match", players: Vec::new() };
            return Picture::of_cover(&(game.cover)()).with(&caption);
        };
        let play = self.scene.play.as_ref().expect("the match is over");
        let winners = play.result.as_ref().map(winners).unwrap_or_default();
        let player = |(seat, name): (Seat, &'_ String)| {
            let points = play.standings.get(seat.index()).map_or(0, |standing| standing.points);
            (seat, name.clone(), points, winners.contains(&seat))
        };
        let mut players: Vec<_> = Seat::all(names.len() as u8).zip(names.iter()).map(player).collect();
        players.sort_by_key(|(_, _, points, winner)| (!winner, -points));
        let players = players
            .iter()
            .map(|(seat, name, points, winner)| Player {
                seat: *seat,
                name,
                points: *points,
                winner: *winner,
            })
            .collect();
        let shared = winners.len() > 1 && !game.facts.cooperative;
        let verdict = if shared { "A shared win" } else { &*self.verdict };
        board.with(&Caption { game: game.facts.name, verdict, players })
    }

    /// The page. `base` is the beginning of links.
    pub(crate) fn page(&self, name: &str, base: &str) -> Markup {
        let game = self.live.game.facts.name;
        let open = self.is_open();
        let verdict = if open { &*self.verdict } else { "A finished match" };
        let title = format!("{game}: {verdict}");
        let address = format!("{base}/t/{}", self.live.id);
        let picture = format!("{address}/picture.png");
        let path = format!("/t/{}", self.live.id);
        let alt = if open {
            format!("The final board of {game}, with names and points")
        } else {
            format!("The cover of {game}")
        };
        let body = html! {
            div.share {
                h1 { (verdict) }
                p.quiet { (drawing::thumb(self.live.game)) (game) }
                img src={ (path) "/picture.png" } width=(WIDTH) height=(HEIGHT) alt=(alt);
                @if !open {
                    p.quiet { "Several people played at this private table, so the picture does not show their names or the board." }
                }
                (link("share-link", "Link to this page", &format!("{address}/share")))
                div.share-actions {
                    button.primary type="button" hidden data-share=(title) { (icon::share()) "Share" }
                    a.button href={ (path) "/picture.png" } download={ "atlas-" (self.live.id) ".png" } { (icon::download()) "Save the picture" }
                    a.button href={ (path) "/replay" } { (icon::play()) "Watch the replay" }
                }
            }
        };
        let mut page = Shell::private(&title, Tab::None, name, "narrow");
        page.preview = Some(&picture);
        page.show(&body)
    }
}
