//! Drawings of games: text for the terminal, HTML and SVG for pages.
//!
//! A game implements [`Board`]. Everything is drawn from a [`Sight`], which contains what one viewer sees and never the
//! state, so no hidden information can get into a drawing.

pub mod atlantis_rising;
pub mod board;
mod drawing;
pub mod enchanted_lands;
mod guide;
pub mod picture;
pub mod preview;
pub mod seat;
pub mod secure_the_rift;
pub mod shadow_of_atlas;
pub mod table;

pub use board::{Board, Foresight, Page, Sight, Standing};
pub use drawing::{Drawing, Part, Pen};
pub use table::{BoardTable, example};

/// The style sheet of all boards.
pub const STYLE: &str = concat!(
    include_str!("../assets/tokens.css"),
    include_str!("../assets/enchanted-lands.css"),
    include_str!("../assets/shadow-of-atlas.css"),
);

/// The fonts of pictures: serif and sans, each in one weight. TrueType, because programs that draw SVG read nothing else.
pub const PICTURE_FONTS: [&[u8]; 3] = [
    include_bytes!("../assets/fonts/alegreya.ttf"),
    include_bytes!("../assets/fonts/figtree.ttf"),
    include_bytes!("../assets/fonts/figtree-ext.ttf"),
];

/// The fonts that the style sheet names, in the same folder.
pub const FONTS: [(&str, &[u8]); 4] = [
    ("alegreya.woff2", include_bytes!("../assets/fonts/alegreya.woff2")),
    ("alegreya-ext.woff2", include_bytes!("../assets/fonts/alegreya-ext.woff2")),
    ("figtree.woff2", include_bytes!("../assets/fonts/figtree.woff2")),
    ("figtree-ext.woff2", include_bytes!("../assets/fonts/figtree-ext.woff2")),
];
