//! The table as HTML.

use atlas_core::News;
use atlas_shadow_of_atlas::View;
use maud::{Markup, html};

use crate::Seating;

/// The whole table as this viewer sees it, right after this news.
pub fn html(view: &View, seating: &Seating<'_>, _: &[News]) -> Markup {
    html! { pre { (super::text(view, seating.names, 1)) } }
}

/// The drawings that boards are made of.
pub fn defs() -> Markup {
    html! {}
}

/// A picture of the game for a list of games.
pub fn cover() -> Markup {
    html! {}
}
