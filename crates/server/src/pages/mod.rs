//! The pages.

mod document;
mod drawing;
mod error;
mod example;
mod games;
pub(crate) mod head;
mod home;
mod icon;
mod list;
mod lobby;
mod new_table;
mod parts;
pub mod replay;
mod rules;
pub(crate) mod share;
mod shell;
pub mod table;
mod time;

pub(crate) use self::error::error;
pub(crate) use self::games::{PAGE_LEN, Selection, games};
pub(crate) use self::home::{Home, home};
pub(crate) use self::list::TableLink;
pub(crate) use self::lobby::lobby;
pub(crate) use self::new_table::new_table;
pub(crate) use self::parts::rule_link;
pub(crate) use self::rules::{book, books};
