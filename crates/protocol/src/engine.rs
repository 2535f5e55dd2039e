//! `atlas engine`: lets a program drive whole games. Each line is a request, and each request gets one line in answer.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use atlas_bots::table::Advice;
use atlas_bots::{Budget, LEVELS, Level};
use atlas_catalog::{Catalog, GAMES, GameEntry, GameTable};
use atlas_core::refusal::quoted;
use atlas_core::{Code, Entry, Refusal, Seat, Seed, Viewer};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use crate::PROTOCOL;
use crate::lines::next_line;

/// The maximum number of positions in one session.
const MAX_FORKS: usize = 10_000;
/// The maximum thinking time of a bot for one request, in milliseconds.
const MAX_MILLIS: u64 = 600_000;
/// The maximum number of playouts for one request.
const MAX_PLAYOUTS: u32 = 50_000_000;

/// A session: the positions that the program has set up, and the current one.
pub struct Session {
    catalog: Catalog,
    tables: BTreeMap<String, Box<dyn GameTable>>,
    current: String,
}

impl Default for Session {
    fn default() -> Session {
        Session::new(GAMES)
    }
}

#[derive(Deserialize, Debug)]
#[serde(tag = "cmd", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    Hello {},
    Games {},
    New {
        game: String,
        seats: u64,
        #[serde(default, deserialize_with = "seed")]
        seed: Option<Seed>,
        #[serde(default)]
        options: Value,
    },
    Load {
        game: String,
        position: Value,
        #[serde(default, deserialize_with = "seed")]
        seed: Option<Seed>,
    },
    Position {},
    View {
        seat: Option<u64>,
    },
    Awaiting {
        seat: Option<u64>,
    },
    Legal {
        seat: Option<u64>,
    },
    Why {
        seat: Option<u64>,
        action: String,
    },
    Preview {
        seat: Option<u64>,
        action: String,
    },
    Act {
        seat: Option<u64>,
        action: String,
        question: Option<u64>,
    },
    Concede {
        seat: Option<u64>,
    },
    Outcome {},
    Undo {},
    Fork {
        r#as: String,
    },
    Use {
        name: String,
    },
    Bot {
        seat: Option<u64>,
        level: String,
        playouts: Option<u32>,
        millis: Option<u64>,
        seed: Option<u64>,
    },
    Playouts {
        count: u32,
        #[serde(default)]
        seed: u64,
    },
}

/// A seed in a request: 64 hexadecimal digits, or a whole number.
fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seed>, D::Error> {
    let bad = || serde::de::Error::custom("a seed is 64 hexadecimal digits or a whole number from 0");
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::Number(number) => number.as_u64().map(|number| Some(Seed::from(number))).ok_or_else(bad),
        Value::String(text) => text.parse().map(Some).map_err(|_| bad()),
        _ => Err(bad()),
    }
}

/// A random seed that nobody can predict.
pub fn fresh_seed() -> Seed {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system provides random bytes");
    Seed(bytes)
}

/// Answers every line of `input` until it ends.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::default();
    while let Some(line) = next_line(&mut input)? {
        let answer = match line {
            Ok(line) if line.trim_ascii().is_empty() => continue,
            Ok(line) => session.answer(&line),
            Err(refusal) => refused(&refusal),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

/// A refusal as an answer.
pub fn refused(refusal: &Refusal) -> Value {
    let Refusal { code, rule, message } = refusal;
    json!({ "ok": false, "error": { "code": code, "rule": rule, "message": shortened(&message.to_string()) } })
}

/// A message, with its middle cut out if it is very long.
fn shortened(message: &str) -> String {
    const START: usize = 300;
    const END: usize = 200;
    let size = message.chars().count();
    if size <= START + END {
        return message.to_owned();
    }
    let part = |skip, take| message.chars().skip(skip).take(take).collect::<String>();
    format!("{} … {}", part(0, START), part(size - END, END))
}

impl Session {
    /// A session with the games of this catalog.
    pub fn new(catalog: Catalog) -> Session {
        Session { catalog, tables: BTreeMap::new(), current: "main".to_owned() }
    }

    /// Answers one line, whatever it contains.
    pub fn answer(&mut self, line: &[u8]) -> Value {
        match parse(line).and_then(|request| self.handle(request)) {
            Ok(Value::Object(fields)) => {
                let mut answer = Map::from_iter([("ok".to_owned(), true.into())]);
                answer.extend(fields);
                Value::Object(answer)
            }
            Ok(other) => unreachable!("answers are objects, not {other}"),
            Err(refusal) => refused(&refusal),
        }
    }

    fn handle(&mut self, request: Request) -> Result<Value, Refusal> {
        Ok(match request {
            Request::Hello {} => json!({ "protocol": PROTOCOL, "version": env!("CARGO_PKG_VERSION") }),
            Request::Games {} => {
                json!({ "games": self.catalog.games().iter().map(listed).collect::<Vec<_>>() })
            }
            Request::New { game, seats, seed, options } => {
                let entry = self.catalog.find(&game)?;
                let seed = seed.unwrap_or_else(fresh_seed);
                // A number that does not fit is too large for any game.
                let seats = u8::try_from(seats).unwrap_or(u8::MAX);
                self.put((entry.start)(&options, seats, seed.into(), Vec::new())?);
                json!({ "seed": seed, "acting": self.table()?.acting() })
            }
            Request::Load { game, position, seed } => {
                let entry = self.catalog.find(&game)?;
                self.put((entry.load)(&position, seed.unwrap_or_else(fresh_seed).into())?);
                json!({ "acting": self.table()?.acting() })
            }
            Request::Position {} => json!({ "position": self.table()?.position() }),
            Request::View { seat } => {
                let table = self.table()?;
                let viewer = match seat {
                    Some(seat) => Viewer::Seat(seat_of(table, seat)?),
                    None => Viewer::Spectator,
                };
                json!({ "view": table.view(viewer) })
            }
            Request::Awaiting { seat } => json!({ "questions": questions(self.table()?, seat)? }),
            Request::Legal { seat } => {
                let table = self.table()?;
                let seat = match seat {
                    Some(seat) => Some(seat_of(table, seat)?),
                    None => table.acting().first(),
                };
                json!({ "seat": seat, "actions": seat.map_or_else(Vec::new, |seat| table.legal(seat)) })
            }
            Request::Why { seat, action } => {
                let table = self.table()?;
                match table.why(seat_or_first(table, seat)?, &action) {
                    Ok(()) => json!({ "legal": true, "rule": null, "message": "The action is legal." }),
                    Err(no) => json!({ "legal": false, "rule": no.rule, "message": no.message.to_string() }),
                }
            }
            Request::Preview { seat, action } => {
                let table = self.table()?;
                json!({ "preview": table.preview(seat_or_first(table, seat)?, &action)? })
            }
            Request::Act { seat, action, question } => {
                let table = self.table_mut()?;
                let seat = seat_or_first(table, seat)?;
                if let Some(id) = question {
                    table.check_question(seat, id)?;
                }
                table.act(seat, &action)?;
                happened(table)
            }
            Request::Concede { seat } => {
                let table = self.table_mut()?;
                let seat = seat_or_first(table, seat)?;
                table.append(Entry::Leave { seat })?;
                happened(table)
            }
            Request::Outcome {} => self.table()?.result(),
            Request::Undo {} => {
                let table = self.table_mut()?;
                let to = table.before_last().ok_or_else(|| {
                    Refusal::new(Code::Request, "There is nothing to undo: this is the start.")
                })?;
                table.append(Entry::Undo { to })?;
                json!({ "acting": table.acting() })
            }
            Request::Fork { r#as } => {
                self.fork(r#as)?;
                json!({})
            }
            Request::Use { name } => {
                self.switch_to(name)?;
                json!({ "acting": self.table()?.acting() })
            }
            Request::Bot { seat, level, playouts, millis, seed } => {
                let table = self.table()?;
                let (level, budget) = (level_named(&level)?, budget(playouts, millis)?);
                let seat = seat_or_first(table, seat)?;
                advised(&table.advise(seat, level, budget, 1, seed.unwrap_or(0))?)
            }
            Request::Playouts { count, seed } => {
                if count > MAX_PLAYOUTS {
                    let message = format!("A request plays at most {MAX_PLAYOUTS} games.");
                    return Err(Refusal::new(Code::Request, message));
                }
                let result = self.table()?.playouts(count.into(), seed);
                json!({
                    "games": result.games,
                    "moves": result.moves,
                    "seconds": result.time.as_secs_f64(),
                    "wins": result.wins,
                })
            }
        })
    }

    fn fork(&mut self, name: String) -> Result<(), Refusal> {
        if self.tables.len() >= MAX_FORKS {
            let message = format!("A session holds at most {MAX_FORKS} positions.");
            return Err(Refusal::new(Code::Request, message));
        }
        let copy = self.table()?.fork();
        self.tables.insert(name, copy);
        Ok(())
    }

    fn switch_to(&mut self, name: String) -> Result<(), Refusal> {
        self.table()?;
        if !self.tables.contains_key(&name) {
            let known: Vec<&str> = self.tables.keys().take(20).map(String::as_str).collect();
            let message =
                format!("There is no position called {}. Known: {}.", quoted(&name), known.join(", "));
            return Err(Refusal::new(Code::Request, message));
        }
        self.current = name;
        Ok(())
    }

    fn put(&mut self, table: Box<dyn GameTable>) {
        self.tables.insert(self.current.clone(), table);
    }

    fn table(&self) -> Result<&dyn GameTable, Refusal> {
        self.tables.get(&self.current).map(|table| &**table).ok_or_else(no_game_yet)
    }

    fn table_mut(&mut self) -> Result<&mut (dyn GameTable + 'static), Refusal> {
        self.tables.get_mut(&self.current).map(|table| &mut **table).ok_or_else(no_game_yet)
    }
}

fn listed(game: &GameEntry) -> Value {
    json!({
        "id": game.facts.id,
        "name": game.facts.name,
        "rules_version": game.facts.rules_version,
        "rules_versions": game.facts.rules_versions().collect::<Vec<_>>(),
        "min_seats": game.facts.min_seats,
        "max_seats": game.facts.max_seats,
        "cooperative": game.facts.cooperative,
    })
}

fn questions(table: &dyn GameTable, seat: Option<u64>) -> Result<Vec<Value>, Refusal> {
    let seats = match seat {
        Some(seat) => vec![seat_of(table, seat)?],
        None => table.acting().iter().collect(),
    };
    let ask = |seat: Seat| {
        let mut asked = json!(table.question(seat)?);
        asked["seat"] = json!(seat);
        Some(asked)
    };
    Ok(seats.into_iter().filter_map(ask).collect())
}

fn advised(advice: &Advice) -> Value {
    let thought = |(action, visits, value): &(String, u32, f64)| json!({ "action": action, "playouts": visits, "value": value });
    json!({
        "action": advice.action,
        "value": advice.value,
        "playouts": advice.playouts,
        "reason": advice.reason.to_string(),
        "considered": advice.considered.iter().map(thought).collect::<Vec<_>>(),
    })
}

fn no_game_yet() -> Refusal {
    Refusal::new(Code::Request, "There is no game yet. Start one with new or load.")
}

fn parse(line: &[u8]) -> Result<Request, Refusal> {
    let refuse = |what: String| Refusal::new(Code::Request, what);
    let text =
        std::str::from_utf8(line).map_err(|error| refuse(format!("The line is not UTF-8: {error}.")))?;
    let value: Value =
        serde_json::from_str(text).map_err(|error| refuse(format!("The line is not JSON: {error}.")))?;
    if !value.is_object() {
        return Err(refuse("A request is a JSON object, such as {\"cmd\":\"hello\"}.".to_owned()));
    }
    Request::deserialize(value).map_err(|error| refuse(format!("The request is not valid: {error}.")))
}

fn seat_of(table: &dyn GameTable, seat: u64) -> Result<Seat, Refusal> {
    match u8::try_from(seat) {
        Ok(number) if number < table.seats() => Ok(Seat(number)),
        _ => Err(Refusal::new(
            Code::Seats,
            format!("Seat {seat} does not exist: the seats are 0 to {}.", table.seats() - 1),
        )),
    }
}

/// What the last entry led to.
fn happened(table: &dyn GameTable) -> Value {
    json!({
        "events": table.news(Viewer::Everything),
        "acting": table.acting(),
        "over": table.outcome().is_some(),
    })
}

fn seat_or_first(table: &dyn GameTable, seat: Option<u64>) -> Result<Seat, Refusal> {
    match seat {
        Some(seat) => seat_of(table, seat),
        // If no seat may act, the game refuses with a reason.
        None => Ok(table.acting().first().unwrap_or(Seat(0))),
    }
}

fn level_named(name: &str) -> Result<&'static Level, Refusal> {
    Level::named(name).ok_or_else(|| {
        let known: Vec<&str> = LEVELS.iter().map(|level| level.name).collect();
        Refusal::new(
            Code::Request,
            format!("There is no bot called {}. The bots are {}.", quoted(name), known.join(", ")),
        )
    })
}

fn budget(playouts: Option<u32>, millis: Option<u64>) -> Result<Option<Budget>, Refusal> {
    let within =
        |what: &str, most: u64| Refusal::new(Code::Request, format!("{what} must be from 1 to {most}."));
    match (playouts, millis) {
        (Some(_), Some(_)) => Err(Refusal::new(Code::Request, "Give playouts or millis, not both.")),
        (Some(playouts @ 1..=MAX_PLAYOUTS), None) => Ok(Some(Budget::Playouts(playouts))),
        (Some(_), None) => Err(within("playouts", MAX_PLAYOUTS.into())),
        (None, Some(millis @ 1..=MAX_MILLIS)) => Ok(Some(Budget::Time(Duration::from_millis(millis)))),
        (None, Some(_)) => Err(within("millis", MAX_MILLIS)),
        (None, None) => Ok(None),
    }
}
