//! The contract that all games of the tabletop share.
//!
//! Read [`Game`] first: a value of a game is the state of one table, and its methods are the rules. [`Insight`] holds a
//! game's knowledge for bots, and [`Study`] defines statistics for research. [`Match`] folds a log of [`Entry`]s into a
//! state, [`Table`] is a match whose game is known only at run time, [`Chance`] is the source of every shuffle, and
//! `laws` (feature `laws`) is the test suite that every game passes.

pub mod chance;
pub mod eyes;
pub mod fair;
pub mod game;
pub mod insight;
#[cfg(feature = "laws")]
pub mod laws;
pub mod log;
pub mod outcome;
pub mod play;
pub mod preview;
pub mod refusal;
pub mod rulebook;
pub mod seat;
pub mod study;
pub mod table;
pub mod text;
pub mod turn;
pub mod view;

pub use chance::Chance;
pub use eyes::Eyes;
pub use fair::{Secret, Seed};
pub use game::{Choice, Content, Edition, Facts, Game};
pub use insight::{Foresight, Insight};
pub use log::{Control, Entry, Header, Log};
pub use outcome::Outcome;
pub use play::{Match, TakeBack};
pub use preview::{Odds, Preview};
pub use refusal::{Code, Refusal, Rule};
pub use rulebook::Rulebook;
pub use seat::{First, Seat, Seats};
pub use study::{Feature, Study};
pub use table::Table;
pub use text::{Part, Text, ToText};
pub use turn::{Marks, Turn};
pub use view::{News, Prompt, Question, Told, Viewer};
