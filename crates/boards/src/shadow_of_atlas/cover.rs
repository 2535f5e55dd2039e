//! The cover: Atlas and its satellites.

use maud::{Markup, html};

use super::art;

/// The cover of the game. It fills any box.
pub fn cover() -> Markup {
    html! {
        svg.cover viewBox="0 0 332 446" preserveAspectRatio="xMidYMid slice" role="img"
            aria-label="The ringed giant Atlas in a starry sky, with four smaller planets around it" { (art::cover()) }
    }
}
