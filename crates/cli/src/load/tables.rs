//! One table of a load: two clients who act as soon as they may, match after match.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::Plan;
use super::calls::Socket;
use crate::args::As;

/// Whether the tables may play.
#[derive(Clone, Copy)]
pub(super) enum Go {
    Wait,
    Until(Instant),
}

/// What was counted.
#[derive(Default)]
pub(super) struct Tally {
    /// From sending each move to its acknowledgement, in microseconds.
    pub(super) latencies: Vec<u32>,
    pub(super) matches: u64,
    /// How many matches had to be opened while others were counted.
    pub(super) opened: u64,
    pub(super) refused: u64,
}

impl Tally {
    pub(super) fn add(&mut self, other: Tally) {
        self.latencies.extend(other.latencies);
        self.matches += other.matches;
        self.opened += other.opened;
        self.refused += other.refused;
    }
}

/// One client.
struct Client {
    socket: Socket,
    /// When it sent the move that is not yet acknowledged.
    sent: Option<Instant>,
    over: bool,
}

impl Client {
    async fn open(plan: &Plan, path: &str, cookie: &str) -> Result<Client, String> {
        let socket = Socket::open(plan.server, path, cookie, plan.token.as_deref()).await?;
        Ok(Client { socket, sent: None, over: false })
    }
}

/// A match with both seats connected.
struct Seated {
    table: String,
    clients: [Client; 2],
}

/// Two clients who play match after match.
pub(super) struct Pair {
    number: u32,
    now: Seated,
    /// Matches that were opened before, so that while moves are counted nothing else happens.
    ahead: Vec<Seated>,
    /// What they choose by.
    dice: u64,
}

impl Pair {
    /// Opens a table, and so many more for later.
    pub(super) async fn open(plan: &Plan, number: u32, ahead: u32) -> Result<Pair, String> {
        let now = Seated::open(plan, number).await?;
        let mut pair = Pair { number, now, ahead: Vec::new(), dice: u64::from(number) + 1 };
        for _ in 0..ahead {
            pair.ahead.push(Seated::open(plan, number).await?);
        }
        Ok(pair)
    }

    /// Plays from the signal to the end.
    pub(super) async fn play(
        mut self,
        plan: Arc<Plan>,
        mut go: watch::Receiver<Go>,
    ) -> Result<Tally, String> {
        let mut tally = Tally::default();
        let begun = go.wait_for(|go| matches!(go, Go::Until(_))).await;
        let Ok(Go::Until(end)) = begun.map(|go| *go) else { return Ok(tally) };
        // So that tables that move once a second do not all do so at the same moment.
        let mut free = Instant::now() + plan.every.mul_f64(self.roll(1000) as f64 / 1000.0);
        let mut next: Option<(usize, String)> = None;
        loop {
            let [one, two] = &mut self.now.clients;
            let (which, text) = tokio::select! {
                text = one.socket.next(), if !one.over => (0, text?),
                text = two.socket.next(), if !two.over => (1, text?),
                () = sleep_until(free), if next.is_some() => {
                    let (which, words) = next.take().expect("it was just there");
                    let client = &mut self.now.clients[which];
                    let now = Instant::now();
                    client.sent = Some(now);
                    free = now + plan.every;
                    client.socket.say(words).await?;
                    continue;
                }
                () = sleep_until(end) => return Ok(tally),
            };
            let heard = read(plan.dialect, &text, self.roll(1 << 16) as usize)?;
            let client = &mut self.now.clients[which];
            match heard {
                Heard::Refused => {
                    client.sent = None;
                    tally.refused += 1;
                    continue;
                }
                Heard::Other => continue,
                Heard::Turn(_) | Heard::Seen | Heard::Over => {}
            }
            if let Some(sent) = client.sent.take() {
                tally.latencies.push(sent.elapsed().as_micros() as u32);
            }
            match heard {
                Heard::Turn(words) => next = Some((which, words)),
                Heard::Over => client.over = true,
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

    /// A number below `limit`, from a generator that costs nothing (xorshift).
    fn roll(&mut self, limit: u64) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        self.dice % limit
    }
}

impl Seated {
    async fn open(plan: &Plan, number: u32) -> Result<Seated, String> {
        let clerk = plan.clerk(number);
        let seats = match plan.dialect {
            As::Programs => "seats=me&seats=me",
            As::Pages => "seats=me&seats=open",
        };
        let table = clerk.lead("/tables/enchanted-lands", &plan.cookies[0], seats).await?;
        if plan.dialect == As::Pages {
            clerk.lead(&format!("{table}/sit"), &plan.cookies[1], "").await?;
        }
        Seated::connect(plan, number, table).await
    }

    async fn rematch(&self, plan: &Plan, number: u32) -> Result<Seated, String> {
        let path = format!("{}/rematch", self.table);
        let table = plan.clerk(number).lead(&path, &plan.cookies[0], "").await?;
        Seated::connect(plan, number, table).await
    }

    async fn connect(plan: &Plan, number: u32, table: String) -> Result<Seated, String> {
        let [one, two] = &plan.cookies;
        let clients = match plan.dialect {
            As::Programs => {
                let [first, second] = plan.clerk(number).tokens(&table, one).await?;
                let seat = |token: &str| format!("{table}/seat?token={token}");
                [Client::open(plan, &seat(&first), "").await?, Client::open(plan, &seat(&second), "").await?]
            }
            As::Pages => {
                let path = format!("{table}/live");
                [Client::open(plan, &path, one).await?, Client::open(plan, &path, two).await?]
            }
        };
        Ok(Seated { table, clients })
    }
}

/// What a client hears, as far as it matters here.
#[derive(PartialEq, Eq, Debug)]
enum Heard {
    /// It may act, and will say this.
    Turn(String),
    Seen,
    Over,
    Refused,
    Other,
}

/// Reads as little of a message as will do: the load must cost less than the server.
fn read(dialect: As, text: &str, dice: usize) -> Result<Heard, String> {
    match dialect {
        As::Programs => read_message(text, dice),
        As::Pages => Ok(read_scene(text, dice)),
    }
}

fn read_message(text: &str, dice: usize) -> Result<Heard, String> {
    #[derive(Deserialize)]
    struct Told<'a> {
        #[serde(rename = "type", borrow)]
        kind: Cow<'a, str>,
        #[serde(default, borrow)]
        legal: Vec<Cow<'a, str>>,
    }
    let told: Told = serde_json::from_str(text).map_err(|error| format!("not the protocol: {error}"))?;
    Ok(match &*told.kind {
        "turn" if told.legal.is_empty() => return Err("a turn without anything legal".to_owned()),
        "turn" => Heard::Turn(told.legal[dice % told.legal.len()].to_string()),
        "seen" => Heard::Seen,
        "over" => Heard::Over,
        "refused" => Heard::Refused,
        _ => Heard::Other,
    })
}

fn read_scene(text: &str, dice: usize) -> Heard {
    if text.starts_with("{\"refused\"") {
        return Heard::Refused;
    }
    if !text.starts_with("{\"seq\"") {
        return Heard::Other;
    }
    // In JSON the quotes of the page's HTML are escaped.
    if text.contains("class=\\\"ending\\\"") {
        return Heard::Over;
    }
    let values = |start| text.split(start).skip(1).filter_map(|rest| rest.split('\\').next());
    let mut sentences = values("data-sentence=\\\"");
    // One of the first few, because finding the others costs.
    let first = sentences.next();
    let Some(sentence) = sentences.take(dice % 8).last().or(first) else { return Heard::Seen };
    let question = values("data-question=\\\"").next().and_then(|id| id.parse::<u64>().ok());
    Heard::Turn(json!({ "act": { "sentence": sentence, "question": question } }).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_far_as_it_matters() {
        let turn =
            r#"{"type":"turn","seat":0,"question":{"kind":"play"},"view":{"legal":1},"legal":["a","b"]}"#;
        assert_eq!(read_message(turn, 3), Ok(Heard::Turn("b".to_owned())));
        assert_eq!(read_message(r#"{"type":"seen","view":{}}"#, 0), Ok(Heard::Seen));
        assert_eq!(read_message(r#"{"type":"start"}"#, 0), Ok(Heard::Other));
        assert_eq!(read_message(r#"{"type":"over","result":{}}"#, 0), Ok(Heard::Over));
        assert!(read_message("<html>", 0).is_err());
    }

    #[test]
    fn a_scene_is_read_as_far_as_it_matters() {
        let scene = |html: &str| json!({ "seq": 4, "title": "t", "html": html, "news": [] }).to_string();
        let buttons = r#"<b data-sentence="dawn-1">1</b><b data-sentence="dawn-2 time 1">2</b>"#;
        let turn = scene(&format!("<div data-question=\"3\">{buttons}</div>"));
        let act = |sentence: &str| {
            Heard::Turn(json!({ "act": { "sentence": sentence, "question": 3 } }).to_string())
        };
        assert_eq!(read_scene(&turn, 0), act("dawn-1"));
        assert_eq!(read_scene(&turn, 7), act("dawn-2 time 1"));
        assert_eq!(read_scene(&scene("<p>wait</p>"), 0), Heard::Seen);
        assert_eq!(read_scene(&scene(r#"<p class="ending">"#), 0), Heard::Over);
        assert_eq!(read_scene(r#"{"refused":"no","rule":null}"#, 0), Heard::Refused);
        assert_eq!(read_scene(r#"{"chat":[],"from":0}"#, 0), Heard::Other);
    }
}
