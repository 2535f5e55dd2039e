//! Small drawings for pages on which there is nothing to show, and the pictures of games.

use atlas_catalog::GameEntry;
use maud::{Markup, html};

use crate::assets;

/// A planet without light, for pages that do not exist.
pub(super) fn dark_planet() -> Markup {
    html! {
        svg.drawing viewBox="0 0 96 96" aria-hidden="true" {
            circle.far cx="14" cy="20" r="1.5" {}
            circle.far cx="82" cy="14" r="2" {}
            circle.far cx="86" cy="74" r="1.5" {}
            circle.far cx="18" cy="80" r="2" {}
            circle.body cx="48" cy="48" r="26" {}
            path.shade d="M48 22a26 26 0 0 1 0 52a34 34 0 0 0 0-52Z" {}
            path.ring d="M22.5 54C12 58 6 62 8 66c3 5 28-1 52-13S94 28 89 24c-2-2-9-1-17 2" {}
        }
    }
}

/// A clearing without anybody, for lists without entries.
pub(super) fn clearing() -> Markup {
    html! {
        svg.drawing viewBox="0 0 96 96" aria-hidden="true" {
            circle.far cx="66" cy="24" r="9" {}
            path.body d="M6 78c12-8 28-12 42-12s30 4 42 12c-8 6-24 9-42 9S14 84 6 78Z" {}
            path.shade d="M20 68V54l-9 0 6-9-4 0 10-16 10 16-4 0 6 9-9 0v14ZM70 66V55l-7 0 5-8-3 0 8-13 8 13-3 0 5 8-7 0v11Z" {}
            ellipse.ring cx="47" cy="76" rx="15" ry="4" {}
        }
    }
}

/// The cover of a game as a small picture. The name of the game is beside it.
pub(super) fn thumb(game: &GameEntry) -> Markup {
    html! { img.thumb src=(assets::cover(game.facts.id)) alt="" width="64" height="48" loading="lazy"; }
}
