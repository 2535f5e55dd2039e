//! Every card of the core set, played for what it does.

mod annex;
mod cinder;
mod hollow;
mod table;
