//! Drawings of games: text for the terminal, HTML and SVG for pages.
//!
//! A game implements [`Board`]. Everything is drawn from a [`Sight`], which contains what one viewer sees and never the
//! state, so no hidden information can get into a drawing.

pub mod board;
pub mod enchanted_lands;
mod guide;
pub mod secure_the_rift;
pub mod shadow_of_atlas;
pub mod table;

pub use board::{Board, Page, Sight};
pub use table::BoardTable;

/// The style sheet of all boards.
pub const STYLE: &str = concat!(
    include_str!("../assets/enchanted-lands.css"),
    include_str!("../assets/shadow-of-atlas.css"),
    include_str!("../assets/tokens.css"),
);
