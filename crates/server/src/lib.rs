//! Tables in the browser: pages, live tables and the database. Nothing here knows a rule or a
//! card, except for the examples of rule books, which are drawn as boards.
//!
//! [`store`] keeps what must not be lost. [`tables`] is a cache of it: a [`live`] table for each match that somebody looks
//! at, published as [`snapshot`]s. `table_actions` is what people do there and `bots` what bots do, which think on the
//! threads of `thinkers`. [`http`] receives requests within [`limits`]; `socket` and `program` are the live connections of
//! pages and of programs; [`pages`] draws.

mod assets;
mod bots;
mod error;
pub mod http;
mod ids;
pub mod limits;
pub mod live;
mod metrics;
mod names;
pub mod pages;
mod pictures;
mod program;
mod session;
pub mod snapshot;
mod socket;
pub mod store;
mod story;
mod table_actions;
pub mod tables;
mod thinkers;
mod wire;

pub use error::Error;
pub use http::{Config, Server, address_hash};
pub use limits::Limits;
pub use metrics::Metrics;
pub use tables::Pace;
