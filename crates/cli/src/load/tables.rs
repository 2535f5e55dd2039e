//! A table under load: two clients that act as soon as it is their turn, match after match.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::Plan;
use super::calls::Socket;
use crate::args::As;

/// The signal that starts the tables.
#[derive(Clone, Copy)]
pub(super) enum Go {
    Wait,
    Until(Instant),
}

/// The numbers that are counted during a run.
#[derive(Default)]
pub(super) struct Tally {
    /// The time from sending each move to its acknowledgement, in microseconds.
    pub(super) latencies: Vec<u32>,
    /// The time from sending each move until the other player is told of it, in microseconds.
    pub(super) told: Vec<u32>,
    pub(super) matches: u64,
    /// The number of matches that had to be opened during the measurement.
    pub(super) opened: u64,
    pub(super) refused: u64,
}

impl Tally {
    pub(super) fn add(&mut self, other: Tally) {
        self.latencies.extend(other.latencies);
        self.told.extend(other.told);
        self.matches += other.matches;
        self.opened += other.opened;
        self.refused += other.refused;
    }
}

/// The client of one seat.
struct Client {
    socket: Socket,
    /// The time when it sent a move that is not acknowledged yet.
    sent: Option<Instant>,
    over: bool,
}

impl Client {
    async fn open(plan: &Plan, seat: usize, path: &str, cookie: &str) -> Result<Client, String> {
        let socket = Socket::open(plan.servers[seat], path, cookie, plan.token.as_deref()).await?;
        Ok(Client { socket, sent: None, over: false })
    }
}

/// A match with both seats connected.
struct Seated {
    table: String,
    clients: [Client; 2],
}

/// Two clients that play match after match.
pub(super) struct Pair {
    number: u32,
    now: Seated,
    /// Matches that were opened ahead, so that only moves are measured.
    ahead: Vec<Seated>,
    /// The state of the random generator.
    random: u64,
}

impl Pair {
    /// Opens a table, and `ahead` more matches for later.
    pub(super) async fn open(plan: &Plan, number: u32, ahead: u32) -> Result<Pair, String> {
        let now = Seated::open(plan, number).await?;
        let mut pair = Pair { number, now, ahead: Vec::new(), random: u64::from(number) + 1 };
        for _ in 0..ahead {
            pair.ahead.push(Seated::open(plan, number).await?);
        }
        Ok(pair)
    }

    /// Waits for the signal and plays until the end of the run.
    pub(super) async fn play(
        mut self,
        plan: Arc<Plan>,
        mut go: watch::Receiver<Go>,
    ) -> Result<Tally, String> {
        let mut tally = Tally::default();
        let begun = go.wait_for(|go| matches!(go, Go::Until(_))).await;
        let Ok(Go::Until(end)) = begun.map(|go| *go) else { return Ok(tally) };
        // A random delay, so that tables that move once per second do not all move at the same moment.
        let mut next_move = Instant::now() + plan.every.mul_f64(self.random_below(1000) as f64 / 1000.0);
        let mut pending: Option<(usize, String)> = None;
        // The player who moved last and when, until the other one is told.
        let mut moved: Option<(usize, Instant)> = None;
        loop {
            let [one, two] = &mut self.now.clients;
            let (which, text) = tokio::select! {
                text = one.socket.next(), if !one.over => (0, text?),
                text = two.socket.next(), if !two.over => (1, text?),
                () = sleep_until(next_move), if pending.is_some() => {
                    let (which, message) = pending.take().expect("the branch is enabled only if there is one");
                    let client = &mut self.now.clients[which];
                    let now = Instant::now();
                    client.sent = Some(now);
                    moved = Some((which, now));
                    next_move = now + plan.every;
                    client.socket.send(message).await?;
                    continue;
                }
                () = sleep_until(end) => return Ok(tally),
            };
            let received = read(plan.dialect, &text, self.random_below(1 << 16) as usize)?;
            let client = &mut self.now.clients[which];
            match received {
                Received::Refused => {
                    client.sent = None;
                    tally.refused += 1;
                    continue;
                }
                Received::Other => continue,
                Received::Turn(_) | Received::Seen | Received::Over => {}
            }
            if let Some(sent) = client.sent.take() {
                tally.latencies.push(sent.elapsed().as_micros() as u32);
            }
            if let Some((_, sent)) = moved.take_if(|(mover, _)| *mover != which) {
                tally.told.push(sent.elapsed().as_micros() as u32);
            }
            match received {
                Received::Turn(message) => pending = Some((which, message)),
                Received::Over => client.over = true,
                _ => {}
            }
            if self.now.clients.iter().all(|client| client.over) {
                tally.matches += 1;
                self.now = if let Some(next) = self.ahead.pop() {
                    next
                } else {
                    tally.opened += 1;
                    self.now.rematch(&plan, self.number).await?
                };
            }
        }
    }

    /// A random number below `limit`, from a very cheap generator (xorshift).
    fn random_below(&mut self, limit: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % limit
    }
}

impl Seated {
    async fn open(plan: &Plan, number: u32) -> Result<Seated, String> {
        let seats = match plan.dialect {
            As::Programs => "seats=me&seats=me",
            As::Pages => "seats=me&seats=open",
            As::Relay => return Seated::connect(plan, number, format!("/t/{number}")).await,
        };
        let http = plan.http(number);
        let table = http.post("/tables/enchanted-lands", &plan.cookies[0], seats).await?;
        if plan.dialect == As::Pages {
            http.post(&format!("{table}/sit"), &plan.cookies[1], "").await?;
        }
        Seated::connect(plan, number, table).await
    }

    async fn rematch(&self, plan: &Plan, number: u32) -> Result<Seated, String> {
        let path = format!("{}/rematch", self.table);
        let table = plan.http(number).post(&path, &plan.cookies[0], "").await?;
        Seated::connect(plan, number, table).await
    }

    async fn connect(plan: &Plan, number: u32, table: String) -> Result<Seated, String> {
        let [one, two] = &plan.cookies;
        let clients = match plan.dialect {
            As::Programs => {
                let [first, second] = plan.http(number).tokens(&table, one).await?;
                let seat = |token: &str| format!("{table}/seat?token={token}");
                [
                    Client::open(plan, 0, &seat(&first), "").await?,
                    Client::open(plan, 1, &seat(&second), "").await?,
                ]
            }
            As::Pages => {
                let path = format!("{table}/live");
                [Client::open(plan, 0, &path, one).await?, Client::open(plan, 1, &path, two).await?]
            }
            As::Relay => {
                let seat = |place: u8| format!("{table}/{place}");
                [Client::open(plan, 0, &seat(0), "").await?, Client::open(plan, 1, &seat(1), "").await?]
            }
        };
        Ok(Seated { table, clients })
    }
}

/// A message of the server, as far as it matters here.
#[derive(PartialEq, Eq, Debug)]
enum Received {
    /// The client may act, and will send this.
    Turn(String),
    Seen,
    Over,
    Refused,
    Other,
}

/// Reads only the necessary parts of a message, because the clients must use less CPU time than the server.
fn read(dialect: As, text: &str, random: usize) -> Result<Received, String> {
    match dialect {
        As::Programs => read_message(text, random),
        As::Pages => Ok(read_scene(text, random)),
        // The messages of the relay are those for programs, but it expects an object as an answer.
        As::Relay => Ok(match read_message(text, random)? {
            Received::Turn(action) => Received::Turn(json!({ "action": action }).to_string()),
            other => other,
        }),
    }
}

fn read_message(text: &str, random: usize) -> Result<Received, String> {
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(rename = "type", borrow)]
        kind: Cow<'a, str>,
        #[serde(default, borrow)]
        legal: Vec<Cow<'a, str>>,
    }
    let message: Message =
        serde_json::from_str(text).map_err(|error| format!("the server sent an invalid message: {error}"))?;
    Ok(match &*message.kind {
        "turn" if message.legal.is_empty() => return Err("a turn without legal moves".to_owned()),
        "turn" => Received::Turn(message.legal[random % message.legal.len()].to_string()),
        "seen" => Received::Seen,
        "over" => Received::Over,
        "refused" => Received::Refused,
        _ => Received::Other,
    })
}

fn read_scene(text: &str, random: usize) -> Received {
    if text.starts_with("{\"refused\"") {
        return Received::Refused;
    }
    if !text.starts_with("{\"seq\"") {
        return Received::Other;
    }
    // The HTML follows after the head.
    if text.contains("class=\"ending\"") {
        return Received::Over;
    }
    // A list of pairs: a sentence and its label. Only one of the first few, because finding the others takes time.
    let list = text.split("\"legal\":[").nth(1).filter(|list| list.starts_with('['));
    let legal = list.and_then(|list| list.split("]]").next()).unwrap_or_default();
    let mut sentences = legal.split("[\"").skip(1).filter_map(|rest| rest.split('"').next());
    let first = sentences.next();
    let Some(sentence) = sentences.take(random % 8).last().or(first) else { return Received::Seen };
    let question =
        text.split("\"question\":").nth(1).and_then(|rest| rest.split(',').next()?.parse::<u64>().ok());
    Received::Turn(json!({ "act": { "sentence": sentence, "question": question } }).to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn messages_for_programs_are_read() {
        let turn =
            r#"{"type":"turn","seat":0,"question":{"kind":"play"},"view":{"legal":1},"legal":["a","b"]}"#;
        assert_eq!(read_message(turn, 3), Ok(Received::Turn("b".to_owned())));
        assert_eq!(read_message(r#"{"type":"seen","view":{}}"#, 0), Ok(Received::Seen));
        assert_eq!(read_message(r#"{"type":"start"}"#, 0), Ok(Received::Other));
        assert_eq!(read_message(r#"{"type":"over","result":{}}"#, 0), Ok(Received::Over));
        assert!(read_message("<html>", 0).is_err());
    }

    #[test]
    fn a_move_for_the_relay_is_an_object() {
        let turn = r#"{"type":"turn","seat":0,"view":{},"news":[],"legal":["a","b"]}"#;
        assert_eq!(read(As::Relay, turn, 0), Ok(Received::Turn(r#"{"action":"a"}"#.to_owned())));
        assert_eq!(read(As::Relay, r#"{"type":"seen","view":{}}"#, 0), Ok(Received::Seen));
    }

    #[test]
    fn scenes_for_pages_are_read() {
        let scene = |legal: Value, html: &str| {
            let head = json!({ "seq": 4, "question": 3, "legal": legal, "parts": ["end"], "from": 3 });
            format!("{head}\u{1}{html}")
        };
        let legal =
            json!([["dawn-1", "Play Dawn 1"], ["dawn-2 time 1", "Play Dawn 2 and bet 1 chip on Time"]]);
        let turn = scene(legal, "");
        let act = |sentence: &str| {
            Received::Turn(json!({ "act": { "sentence": sentence, "question": 3 } }).to_string())
        };
        assert_eq!(read_scene(&turn, 0), act("dawn-1"));
        assert_eq!(read_scene(&turn, 7), act("dawn-2 time 1"));
        assert_eq!(read_scene(&scene(json!([]), ""), 0), Received::Seen);
        assert_eq!(read_scene(&scene(json!([]), r#"<p class="ending">"#), 0), Received::Over);
        assert_eq!(read_scene(r#"{"refused":"no","rule":null}"#, 0), Received::Refused);
        assert_eq!(read_scene(r#"{"chat":[],"from":0}"#, 0), Received::Other);
    }
}
