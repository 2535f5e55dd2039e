//! What every game of the tabletop agrees on.
//!
//! Read [`Game`] first: a game is a value, and everything else here serves it. [`Match`] folds a log of
//! [`Entry`]s into a game, [`Table`] is a match whose game is known only at run time, [`Chance`] is where
//! every shuffle comes from, and `laws` (feature `laws`) is the test suite that every game passes.

pub mod chance;
pub mod fair;
pub mod game;
#[cfg(feature = "laws")]
pub mod laws;
pub mod log;
pub mod outcome;
pub mod play;
pub mod refusal;
pub mod rulebook;
pub mod seat;
pub mod table;

pub use chance::Chance;
pub use fair::{Secret, Seed};
pub use game::{Choice, Content, Eyes, Facts, Feature, Foresight, Game, Marks, Question, Told, Turn, Viewer};
pub use log::{Entry, Header, Log};
pub use outcome::Outcome;
pub use play::{Match, TakeBack};
pub use refusal::{Code, Refusal, Rule};
pub use rulebook::Rulebook;
pub use seat::{First, Seat, Seats};
pub use table::{News, Table};
