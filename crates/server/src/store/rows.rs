//! The types that the database stores.

use atlas_core::log::{Header, Record};
use atlas_core::{Refusal, Seat, Secret};
use serde::Deserialize;
use serde_json::Value as Json;

use super::Failure;
use super::value::{Row, damaged};
use super::writer::ToAct;
use crate::ids::fresh_id;

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holder {
    /// Nobody yet.
    Open,
    /// A person, by id.
    Person(String),
    /// A bot, by level.
    Bot(String),
}

impl Holder {
    pub(super) fn columns(&self) -> (&'static str, &str) {
        match self {
            Holder::Open => ("open", ""),
            Holder::Person(id) => ("person", id),
            Holder::Bot(level) => ("bot", level),
        }
    }

    pub(super) fn read(kind: &str, holder: &str) -> Holder {
        match kind {
            "person" => Holder::Person(holder.to_owned()),
            "bot" => Holder::Bot(holder.to_owned()),
            _ => Holder::Open,
        }
    }

    /// The person's id, if it is a person.
    pub fn person(&self) -> Option<&str> {
        match self {
            Holder::Person(id) => Some(id),
            _ => None,
        }
    }
}

/// A seat of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// Who has it.
    pub holder: Holder,
    /// The word that they added to the seed.
    pub word: String,
    /// The token with which a program plays the seat. Seats of the first version have none until somebody asks for it.
    pub token: String,
    /// The name of the player: the seat's own, or the one that the person has chosen; empty if there is none.
    pub name: String,
    /// When the person left the table; `None` while they are there.
    pub away: Option<i64>,
    /// The name of the player in this seat, if it is not the name of the person: several may share a screen.
    pub own_name: Option<String>,
}

impl SeatRow {
    /// A seat of this holder, who added a word to the seed.
    pub fn new(holder: Holder, word: &str) -> SeatRow {
        let (word, token) = (word.to_owned(), fresh_id() + &fresh_id());
        SeatRow { holder, word, token, name: String::new(), own_name: None, away: None }
    }

    /// The seat, if its player has a name of their own.
    #[must_use]
    pub fn named(self, own_name: Option<String>) -> SeatRow {
        SeatRow { own_name, ..self }
    }

    /// Reads the columns kind, holder, word and token, the name of the person, the name of the seat, and away.
    pub(super) fn read(row: &Row) -> Result<SeatRow, Failure> {
        Ok(SeatRow {
            holder: Holder::read(row.text(0)?, row.text(1)?),
            word: row.text(2)?.to_owned(),
            token: row.text(3)?.to_owned(),
            name: row.optional_text(5)?.or(row.optional_text(4)?).unwrap_or_default().to_owned(),
            own_name: row.optional_text(5)?.map(str::to_owned),
            away: row.optional_integer(6)?,
        })
    }
}

/// Who can find a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Everybody: it is listed in the lobby.
    Public,
    /// People who have the link.
    Private,
}

impl Listing {
    pub(super) fn name(self) -> &'static str {
        match self {
            Listing::Public => "public",
            Listing::Private => "private",
        }
    }

    pub(super) fn read(name: &str) -> Listing {
        if name == "public" { Listing::Public } else { Listing::Private }
    }
}

/// A match without its seats and entries.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRow {
    /// The id, which is part of the table's address.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The options of the table.
    pub options: Json,
    /// The table's secret. It leaves the server only after the end.
    pub secret: Secret,
    /// Who can find it.
    pub listing: Listing,
    /// The person who opened it.
    pub host: String,
    /// A keyed hash of the address that it was opened from; empty if it is not known.
    pub origin: String,
    /// When it was opened.
    pub created: i64,
    /// The header of the log; `None` while seats are open.
    pub header: Option<Header>,
    /// When it ended.
    pub ended: Option<i64>,
    /// When it was aborted.
    pub aborted: Option<i64>,
    /// The id of the rematch.
    pub rematch: Option<String>,
    /// The number of changes of seats.
    pub seatings: i64,
}

impl MatchRow {
    pub(super) const SELECT: &str = "SELECT id, game, options, secret, listing, host, origin, created, header, ended, \
                                     aborted, rematch, seatings FROM matches WHERE id = $1";

    pub(super) fn read(row: &Row) -> Result<MatchRow, Failure> {
        let header = row.optional_text(8)?.map(serde_json::from_str).transpose();
        Ok(MatchRow {
            id: row.text(0)?.to_owned(),
            game: row.text(1)?.to_owned(),
            options: serde_json::from_str(row.text(2)?).map_err(|error| damaged("options", error))?,
            secret: row.text(3)?.parse().map_err(|error: Refusal| damaged("a secret", error))?,
            listing: Listing::read(row.text(4)?),
            host: row.text(5)?.to_owned(),
            origin: row.text(6)?.to_owned(),
            created: row.integer(7)?,
            header: header.map_err(|error| damaged("a header", error))?,
            ended: row.optional_integer(9)?,
            aborted: row.optional_integer(10)?,
            rematch: row.optional_text(11)?.map(str::to_owned),
            seatings: row.integer(12)?,
        })
    }
}

/// A match in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// The id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The person who opened it.
    pub host: String,
    /// When it was opened.
    pub created: i64,
    /// Whether all seats were taken.
    pub begun: bool,
    /// When it ended.
    pub ended: Option<i64>,
    /// Whether it was aborted.
    pub aborted: bool,
    /// When the last entry was stored.
    pub moved: Option<i64>,
    /// Who is to act; `None` if the last entry was stored by a version that did not note it.
    pub to_act: Option<ToAct>,
    /// The result, if the match was played to its end and the version that stored it noted the result.
    pub result: Option<MatchResult>,
    /// Who has each seat, and the name of the player, which may be empty.
    pub seats: Vec<(Holder, String)>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct MatchResult {
    /// The seats that have won.
    pub winners: Vec<u8>,
    /// The points of each seat; empty if the game has none.
    #[serde(default)]
    pub scores: Vec<i64>,
}

/// Which matches of a person are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Filter<'a> {
    /// The id of the game; empty for all games.
    pub game: &'a str,
    /// Whether they are waiting for players, in progress or over; `None` for all.
    pub state: Option<State>,
}

/// How far a match is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It has open seats.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over or was aborted.
    Finished,
}

impl State {
    /// All states, in the order of a match.
    pub const ALL: [State; 3] = [State::Waiting, State::Playing, State::Finished];

    /// The name in addresses and queries.
    pub fn name(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::Playing => "playing",
            State::Finished => "finished",
        }
    }

    /// The state with this name.
    pub fn named(name: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// Matches with their seats, in the order of their rows.
pub(super) fn read_listed(rows: &[Row]) -> Result<Vec<Listed>, Failure> {
    let mut list: Vec<Listed> = Vec::new();
    for row in rows {
        let id = row.text(0)?;
        if list.last().is_none_or(|last| last.id != id) {
            let to_act = row.optional_seats(7)?.zip(row.optional_seats(8)?);
            list.push(Listed {
                id: id.to_owned(),
                game: row.text(1)?.to_owned(),
                created: row.integer(2)?,
                begun: row.integer(3)? != 0,
                ended: row.optional_integer(4)?,
                aborted: row.integer(5)? != 0,
                moved: row.optional_integer(6)?,
                to_act: to_act.map(|(people, bots)| ToAct { people, bots }),
                host: row.text(12)?.to_owned(),
                // A result that cannot be read is not shown.
                result: row.optional_text(13)?.and_then(|text| serde_json::from_str(text).ok()),
                seats: Vec::new(),
            });
        }
        let listed = list.last_mut().expect("it was pushed");
        let name = row.optional_text(11)?.unwrap_or_default();
        listed.seats.push((Holder::read(row.text(9)?, row.text(10)?), name.to_owned()));
    }
    Ok(list)
}

/// A chat message, or consent to take a move back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Its number at this table, from 1.
    pub n: u64,
    /// The person who said it.
    pub person: String,
    /// What was said.
    pub words: Words,
}

impl Said {
    pub(super) fn read(row: &Row) -> Result<Said, Failure> {
        let words = Words::read(row.text(2)?, row.text(3)?);
        Ok(Said {
            n: row.integer(0)? as u64,
            person: row.text(1)?.to_owned(),
            words: words.ok_or_else(|| damaged("a message", row.text(2).unwrap_or_default()))?,
        })
    }
}

/// What can be said at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Words {
    /// A chat message.
    Chat(String),
    /// Consent that the match, whose last entry is `head`, goes back to entry `to`.
    Back {
        /// The last entry when it was said.
        head: u64,
        /// The last entry that would remain in effect.
        to: u64,
    },
    /// The wish that the match, whose last entry is `head`, stays as it is.
    Keep {
        /// The last entry when it was said.
        head: u64,
    },
}

impl Words {
    pub(super) fn columns(&self) -> (&'static str, String) {
        match self {
            Words::Chat(text) => ("chat", text.clone()),
            Words::Back { head, to } => ("back", format!("{head} {to}")),
            Words::Keep { head } => ("keep", head.to_string()),
        }
    }

    fn read(kind: &str, text: &str) -> Option<Words> {
        Some(match kind {
            "chat" => Words::Chat(text.to_owned()),
            "back" => {
                let (head, to) = text.split_once(' ')?;
                Words::Back { head: head.parse().ok()?, to: to.parse().ok()? }
            }
            "keep" => Words::Keep { head: text.parse().ok()? },
            _ => return None,
        })
    }
}

/// Reads the columns seq, seat, kind, text and hash of an entry.
pub(super) fn read_record(row: &Row) -> Result<Record, Failure> {
    Ok(Record {
        seq: row.integer(0)? as u64,
        seat: row.optional_integer(1)?.map(|seat| Seat(seat as u8)),
        kind: row.text(2)?.to_owned(),
        text: row.text(3)?.to_owned(),
        hash: row.text(4)?.parse().map_err(|error| damaged("a hash", error))?,
    })
}

/// A match with everything that belongs to it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The match.
    pub row: MatchRow,
    /// The seats, in order.
    pub seats: Vec<SeatRow>,
    /// The entries that were asked for.
    pub entries: Vec<Record>,
    /// When the last entry was stored, by the clock of the process that stored it.
    pub moved: Option<i64>,
    /// The messages that were asked for.
    pub talk: Vec<Said>,
}

/// What the pages need to know about the person who looks at them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// The name that the person has chosen; empty if there is none.
    pub name: String,
    /// Whether they have neither finished a match nor closed the guide.
    pub newcomer: bool,
    /// The people whose messages they do not want to read.
    pub muted: Vec<String>,
}
