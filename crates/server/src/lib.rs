//! Tables in the browser: pages, live tables and the store. Nothing here knows a rule or a card.
//!
//! [`store`] keeps what must not be lost, [`live`] is a cache of it that people are connected to, [`pages`]
//! draw it, [`http`] lets people in.

pub mod http;
pub mod ids;
pub mod live;
pub mod pages;
pub mod store;

pub use http::{Config, Server};
