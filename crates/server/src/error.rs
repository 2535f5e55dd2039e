//! Why a request failed.

use atlas_core::{Code, Refusal, text};

use crate::store::Failure;

/// The reason why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// A rule or the table does not allow it.
    Refused(Refusal),
    /// There is no such thing.
    NotFound(&'static str),
    /// The person may not do this.
    Forbidden(&'static str),
    /// The question that it answers is no longer open.
    Conflict,
    /// The person or the address has done this too often.
    TooMany(&'static str),
    /// The server is shutting down.
    Closing,
    /// The database failed.
    Store(Failure),
    /// The stored match is damaged, for this reason.
    Damaged(Refusal),
}

/// The message while the server is shutting down.
pub(crate) const CLOSING: &str = "The server is restarting. Your table will be back in a moment.";
/// The message after a failure of the database.
pub(crate) const NOT_STORED: &str =
    "The server cannot reach its database, so nothing was changed. Try again in a moment.";

impl Error {
    /// A refusal that is not based on a rule of a game.
    pub(crate) fn refused(message: impl Into<atlas_core::Text>) -> Error {
        Error::Refused(Refusal::new(Code::Illegal, message))
    }

    /// The reason for people, as a refusal.
    pub fn refusal(&self) -> Refusal {
        match self {
            Error::Refused(refusal) => refusal.clone(),
            Error::NotFound(message) | Error::Forbidden(message) | Error::TooMany(message) => {
                Refusal::new(Code::Request, *message)
            }
            Error::Conflict => {
                Refusal::new(Code::Conflict, "The table has changed: this question is no longer open.")
            }
            Error::Closing => Refusal::new(Code::Unavailable, CLOSING),
            Error::Store(_) => Refusal::new(Code::Unavailable, NOT_STORED),
            Error::Damaged(reason) => Refusal::new(
                Code::Log,
                text!["The record of this match is damaged, so it cannot be shown. ", reason.message.clone()],
            ),
        }
    }

    /// A word for the kind of error, for counters.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Error::Refused(refusal) if refusal.rule.is_some() => "rule",
            Error::Refused(_) => "refused",
            Error::NotFound(_) => "not_found",
            Error::Forbidden(_) => "forbidden",
            Error::Conflict => "conflict",
            Error::TooMany(_) => "limited",
            Error::Closing => "closing",
            Error::Store(_) => "store",
            Error::Damaged(_) => "damaged",
        }
    }

    /// Whether the same request may succeed in a moment.
    pub fn is_temporary(&self) -> bool {
        matches!(self, Error::Closing | Error::Store(_))
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        if refusal.code == Code::Conflict { Error::Conflict } else { Error::Refused(refusal) }
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        tracing::error!(%failure, "the database failed");
        Error::Store(failure)
    }
}
