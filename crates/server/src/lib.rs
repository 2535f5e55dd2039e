//! Tables in the browser: pages, live tables and the store. Nothing here knows a rule or a card.
//!
//! [`store`] keeps what must not be lost. [`tables`] is a cache of it, a [`live`] table for each match that
//! somebody looks at; [`deeds`] is what people do there, [`bots`] what bots do. [`http`] lets people in,
//! within [`limits`]; [`socket`] and [`program`] are the live connections of pages and of programs; [`pages`]
//! draw.

pub mod bots;
pub mod deeds;
pub mod http;
pub mod ids;
pub mod limits;
pub mod live;
pub mod pages;
pub mod program;
pub mod session;
pub mod socket;
pub mod store;
pub mod tables;

pub use http::{Config, Server};
pub use tables::Patience;
