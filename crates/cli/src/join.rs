//! `atlas bot-protocol --join`: a program's seat at a table on a server. It translates between the program's lines
//! and the server's WebSocket, and reconnects when the server restarts.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use atlas_core::{Code, Refusal};
use atlas_protocol::seat::{Answer, Message, read_line};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::{self, Message as Frame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::Done;

/// The time for which a lost connection is retried.
const RECONNECT_TIMEOUT: Duration = Duration::from_mins(10);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;
type Answers = Receiver<Result<Answer, Refusal>>;

/// Plays the seat that an invitation names. The program is at the other end of standard input and output, or is started
/// from a command line.
pub(crate) fn join(invitation: &str, program: Option<&str>) -> Done {
    let address = address(invitation)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let Some(program) = program else {
        let answers = read_answers(BufReader::new(io::stdin()));
        return runtime.block_on(play(&address, answers, &mut io::stdout().lock()));
    };
    let mut child = start(program)?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (mut input, output) = (input.expect("stdin is piped"), output.expect("stdout is piped"));
    let done = runtime.block_on(play(&address, read_answers(BufReader::new(output)), &mut input));
    // Most programs end when their input ends.
    drop(input);
    if done.is_err() {
        let _ = child.kill();
    }
    let _ = child.wait();
    done
}

fn start(program: &str) -> Result<Child, String> {
    let mut words = program.split_whitespace();
    let mut command = Command::new(words.next().ok_or("--program names no program")?);
    let child = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    child.map_err(|error| format!("{program:?} cannot be started: {error}"))
}

/// The WebSocket address of the seat in `https://HOST/t/TABLE?token=TOKEN`.
fn address(invitation: &str) -> Result<String, String> {
    let wrong = || {
        format!(
            "{invitation:?} is not the address of a seat, such as http://localhost:8080/t/TABLE?token=TOKEN"
        )
    };
    let (place, token) = invitation.split_once("?token=").ok_or_else(wrong)?;
    let (scheme, place) = place.split_once("://").ok_or_else(wrong)?;
    let scheme = match scheme {
        "http" | "ws" => "ws",
        "https" | "wss" => "wss",
        _ => return Err(wrong()),
    };
    let (host, table) = place.split_once("/t/").ok_or_else(wrong)?;
    let table = table.strip_suffix("/seat").unwrap_or(table);
    let plain = |text: &str, more: &str| {
        !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || more.contains(it))
    };
    if plain(host, ".-_:[]") && plain(table, "-_") && plain(token, "-_.=%") {
        Ok(format!("{scheme}://{host}/t/{table}/seat?token={token}"))
    } else {
        Err(wrong())
    }
}

/// Reads the program's lines in a separate thread, because reading blocks.
fn read_answers(mut input: impl BufRead + Send + 'static) -> Answers {
    let (sender, answers) = channel(16);
    thread::spawn(move || {
        while let Ok(Some(answer)) = read_line(&mut input) {
            if sender.blocking_send(answer).is_err() {
                break;
            }
        }
    });
    answers
}

async fn play(address: &str, mut answers: Answers, program: &mut impl Write) -> Done {
    let mut bridge = Bridge::default();
    let mut socket = connect(address).await.map_err(|error| error.to_string())?;
    loop {
        match bridge.run(&mut socket, &mut answers, program).await? {
            Ended::MatchOver => return Ok(()),
            Ended::ConnectionLost => {
                eprintln!("atlas: the connection to the server is lost; trying again");
                socket = reconnect(address).await?;
                bridge.reconnected = true;
            }
        }
    }
}

/// The reason why a connection failed.
enum ConnectError {
    /// The server refused it, so a retry would be useless.
    Refused(String),
    /// The server cannot be reached now, so a retry may help.
    Unavailable(String),
}

impl std::fmt::Display for ConnectError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (ConnectError::Refused(why) | ConnectError::Unavailable(why)) = self;
        f.write_str(why)
    }
}

async fn connect(address: &str) -> Result<Socket, ConnectError> {
    match tokio_tungstenite::connect_async(address).await {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::Error::Http(answer)) => {
            let status = answer.status();
            let why = format!("the server refused the seat: {status}");
            // The server has received too many requests or is still starting.
            let temporary = status.as_u16() == 429 || status.is_server_error();
            Err(if temporary { ConnectError::Unavailable(why) } else { ConnectError::Refused(why) })
        }
        // A certificate that is not trusted now will not be trusted later.
        Err(tungstenite::Error::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            Err(ConnectError::Refused(format!(
                "the server's certificate is not trusted: {error}. If it was issued by a certificate authority of your \
                 own, set SSL_CERT_FILE to a file with that authority's certificate"
            )))
        }
        Err(error) => Err(ConnectError::Unavailable(format!("the server cannot be reached: {error}"))),
    }
}

async fn reconnect(address: &str) -> Result<Socket, String> {
    let end = Instant::now() + RECONNECT_TIMEOUT;
    let mut pause = Duration::from_millis(50);
    loop {
        match connect(address).await {
            Ok(socket) => return Ok(socket),
            Err(ConnectError::Unavailable(_)) if Instant::now() < end => {
                sleep(pause).await;
                pause = (2 * pause).min(Duration::from_secs(5));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// How a connection has ended.
enum Ended {
    MatchOver,
    ConnectionLost,
}

/// The last turn of the program.
struct Turn {
    /// The message of the server.
    text: String,
    /// The id of its question.
    question: Option<u64>,
    /// The answer of the program, once it has answered.
    answer: Option<String>,
}

/// The connection between a program and its table.
///
/// A server that has restarted sends the start of the match and the open question again. The program must not notice
/// this, and must not be asked twice, because it would answer twice.
#[derive(Default)]
struct Bridge {
    started: bool,
    turn: Option<Turn>,
    /// The number of turns that the program has not answered yet. Only the answer to the last one counts.
    unanswered: usize,
    /// Whether the connection was restored and the server has not sent the open question yet.
    reconnected: bool,
}

/// What to do with a message of the server.
#[derive(PartialEq, Eq, Debug)]
enum Reaction {
    /// Forward it to the program.
    Forward,
    /// Forward it to the program, and end.
    ForwardLast,
    /// Send the server this answer, which the program has already given.
    AnswerAgain(String),
    /// Ignore it, because the program has already seen it.
    Ignore,
    /// Connect again: the server could not store the answer.
    Reconnect,
}

impl Bridge {
    /// Forwards messages in both directions until the match is over or the connection is lost.
    async fn run(
        &mut self,
        socket: &mut Socket,
        answers: &mut Answers,
        program: &mut impl Write,
    ) -> Result<Ended, String> {
        let mut reading = true;
        loop {
            tokio::select! {
                frame = socket.next() => {
                    let text = match frame {
                        Some(Ok(Frame::Text(text))) => text,
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => continue,
                        _ => return Ok(Ended::ConnectionLost),
                    };
                    let reaction = self.receive(&text)?;
                    if matches!(reaction, Reaction::Forward | Reaction::ForwardLast) {
                        write_line(program, &text)?;
                    }
                    match reaction {
                        Reaction::ForwardLast => return Ok(Ended::MatchOver),
                        Reaction::Forward if !reading && self.unanswered > 0 => return Err(program_ended()),
                        Reaction::AnswerAgain(sentence) => {
                            if socket.send(Frame::text(sentence)).await.is_err() {
                                return Ok(Ended::ConnectionLost);
                            }
                        }
                        // The connection is opened again after a while, and the answer is sent again.
                        Reaction::Reconnect => return Ok(Ended::ConnectionLost),
                        Reaction::Forward | Reaction::Ignore => {}
                    }
                }
                answer = answers.recv(), if reading => match answer {
                    None if self.unanswered > 0 => return Err(program_ended()),
                    // The program may have made its last move and ended.
                    None => reading = false,
                    Some(answer) => match self.answer(answer) {
                        Ok(Some(sentence)) => {
                            if socket.send(Frame::text(sentence)).await.is_err() {
                                return Ok(Ended::ConnectionLost);
                            }
                        }
                        Ok(None) => {}
                        Err(refusal) => self.refuse(&refusal, program)?,
                    },
                },
            }
        }
    }

    /// Decides what to do with a message of the server.
    fn receive(&mut self, text: &str) -> Result<Reaction, String> {
        let message: Value = serde_json::from_str(text)
            .map_err(|error| format!("the server sent an invalid message: {error}"))?;
        let kind = message["type"].as_str().unwrap_or_default();
        let reconnected = self.reconnected;
        if kind != "start" {
            self.reconnected = false;
        }
        Ok(match kind {
            "start" if std::mem::replace(&mut self.started, true) => Reaction::Ignore,
            "turn" => {
                let question = message["question"]["id"].as_u64();
                if let Some(turn) = self.turn.as_ref().filter(|turn| turn.question == question) {
                    let answer = turn.answer.clone().filter(|_| reconnected);
                    return Ok(answer.map_or(Reaction::Ignore, Reaction::AnswerAgain));
                }
                self.turn = Some(Turn { text: text.to_owned(), question, answer: None });
                self.unanswered += 1;
                Reaction::Forward
            }
            "refused" if message["code"] == "unavailable" => Reaction::Reconnect,
            "refused" => {
                self.turn = None;
                Reaction::Forward
            }
            "over" => Reaction::ForwardLast,
            _ => Reaction::Forward,
        })
    }

    /// The answer as it is sent to the server, with the id of its question; `None` if nothing is to be sent now.
    fn answer(&mut self, answer: Result<Answer, Refusal>) -> Result<Option<String>, Refusal> {
        if self.unanswered == 0 {
            return Err(Refusal::new(Code::NotYourTurn, "There is no open question."));
        }
        let answer = answer?;
        self.unanswered -= 1;
        match &mut self.turn {
            Some(turn) if self.unanswered == 0 => {
                let named = Answer { question: answer.question.or(turn.question), ..answer };
                let text = serde_json::to_string(&named).expect("an answer is plain data");
                turn.answer = Some(text.clone());
                // A server that has just restarted may have stored the answer, so first it must send its open question.
                Ok(Some(text).filter(|_| !self.reconnected))
            }
            _ => Ok(None),
        }
    }

    /// Sends the program a refusal of a line that is not sent to the server, and asks again.
    fn refuse(&self, refusal: &Refusal, program: &mut impl Write) -> Done {
        write_line(program, Message::refused(refusal).to_line().trim_end())?;
        match &self.turn {
            Some(turn) if self.unanswered > 0 => write_line(program, &turn.text),
            _ => Ok(()),
        }
    }
}

fn program_ended() -> String {
    "the program ended before the match did".to_owned()
}

fn write_line(program: &mut impl Write, line: &str) -> Done {
    let written = program.write_all(line.as_bytes()).and_then(|()| program.write_all(b"\n"));
    written.and_then(|()| program.flush()).map_err(|error| format!("cannot write to the program: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_becomes_the_address_of_a_seat() {
        let seat = "ws://localhost:8080/t/abc/seat?token=T-1";
        assert_eq!(address("http://localhost:8080/t/abc?token=T-1").as_deref(), Ok(seat));
        assert_eq!(address("http://localhost:8080/t/abc/seat?token=T-1").as_deref(), Ok(seat));
        assert_eq!(address(seat).as_deref(), Ok(seat));
        let seat = "wss://example.org/t/abc/seat?token=T";
        assert_eq!(address("https://example.org/t/abc?token=T").as_deref(), Ok(seat));
        assert_eq!(address(seat).as_deref(), Ok(seat));
        for wrong in [
            "",
            "localhost:8080/t/abc?token=T",
            "http://localhost:8080/t/abc",
            "http://localhost:8080/t/abc?token=",
            "http://localhost:8080/t/?token=T",
            "http:///t/abc?token=T",
            "http://localhost:8080/t/a b?token=T",
            "http://localhost:8080/t/abc?token=T\r\nX: y",
            "ftp://localhost:8080/t/abc?token=T",
            "https:/localhost/t/abc?token=T",
        ] {
            assert!(address(wrong).is_err_and(|why| why.contains("token=TOKEN")), "{wrong:?}");
        }
    }

    const START: &str = r#"{"type":"start"}"#;
    const REFUSED: &str = r#"{"type":"refused"}"#;

    fn turn(number: u8) -> String {
        serde_json::json!({ "type": "turn", "question": { "id": number }, "view": 0, "legal": ["a"] })
            .to_string()
    }

    fn plain(sentence: &str) -> Answer {
        Answer { sentence: sentence.to_owned(), question: None }
    }

    fn answer(bridge: &mut Bridge, sentence: &str) -> Option<String> {
        bridge.answer(Ok(plain(sentence))).expect("a question is open")
    }

    fn sent(sentence: &str, question: u64) -> String {
        format!(r#"{{"action":"{sentence}","question":{question}}}"#)
    }

    #[test]
    fn a_question_is_asked_once_despite_reconnections() {
        let mut bridge = Bridge::default();
        assert_eq!(bridge.receive(START), Ok(Reaction::Forward));
        assert_eq!(bridge.receive(&turn(1)), Ok(Reaction::Forward));
        // The connection is lost before the answer.
        bridge.reconnected = true;
        assert_eq!(bridge.receive(START), Ok(Reaction::Ignore));
        assert_eq!(bridge.receive(&turn(1)), Ok(Reaction::Ignore));
        assert_eq!(answer(&mut bridge, "a"), Some(sent("a", 1)));
        // The connection is lost after the answer, and the answer did not arrive.
        bridge.reconnected = true;
        assert_eq!(bridge.receive(START), Ok(Reaction::Ignore));
        assert_eq!(bridge.receive(&turn(1)), Ok(Reaction::AnswerAgain(sent("a", 1))));
        assert_eq!(
            bridge.receive(&turn(1)),
            Ok(Reaction::Ignore),
            "the answer is not sent again without need"
        );
        // The program answers before the server has sent the open question.
        assert_eq!(bridge.receive(&turn(2)), Ok(Reaction::Forward));
        bridge.reconnected = true;
        assert_eq!(answer(&mut bridge, "b"), None);
        assert_eq!(bridge.receive(&turn(2)), Ok(Reaction::AnswerAgain(sent("b", 2))));
        // The connection is lost, but the answer had arrived.
        bridge.reconnected = true;
        assert_eq!(bridge.receive(r#"{"type":"seen"}"#), Ok(Reaction::Forward));
        assert_eq!(bridge.receive(&turn(3)), Ok(Reaction::Forward));
        assert_eq!(bridge.receive(r#"{"type":"over"}"#), Ok(Reaction::ForwardLast));
        assert!(bridge.receive("<html>").is_err());
    }

    #[test]
    fn an_answer_that_could_not_be_stored_is_sent_again() {
        let mut bridge = Bridge::default();
        assert_eq!(bridge.receive(&turn(1)), Ok(Reaction::Forward));
        assert_eq!(answer(&mut bridge, "a"), Some(sent("a", 1)));
        let unavailable = r#"{"type":"refused","code":"unavailable","rule":null,"message":"Try again."}"#;
        assert_eq!(bridge.receive(unavailable), Ok(Reaction::Reconnect));
        bridge.reconnected = true;
        assert_eq!(bridge.receive(&turn(1)), Ok(Reaction::AnswerAgain(sent("a", 1))));
    }

    #[test]
    fn an_answer_is_matched_to_its_question() {
        let mut bridge = Bridge::default();
        assert!(bridge.answer(Ok(plain("a"))).is_err(), "no question is open");
        bridge.receive(&turn(1)).unwrap();
        bridge.receive(&turn(2)).unwrap();
        assert_eq!(answer(&mut bridge, "to the first"), None);
        assert_eq!(answer(&mut bridge, "to the second"), Some(sent("to the second", 2)));
        assert_eq!(bridge.receive(REFUSED), Ok(Reaction::Forward));
        assert_eq!(bridge.receive(&turn(2)), Ok(Reaction::Forward), "the program is asked again");
        // A line that is not an answer leaves the question open.
        let mut written = Vec::new();
        let wrong = bridge.answer(Err(Refusal::new(Code::Request, "not JSON"))).unwrap_err();
        bridge.refuse(&wrong, &mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap().lines().last(), Some(&*turn(2)));
        assert_eq!(answer(&mut bridge, "better"), Some(sent("better", 2)));
    }
}
