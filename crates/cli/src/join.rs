//! `atlas bot-protocol --join`: a program's seat at a table on a server. It translates between the program's lines and the
//! server's WebSocket, and reconnects when the server restarts.

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

/// The time after which a lost server is given up.
const PATIENCE: Duration = Duration::from_mins(10);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;
type Answers = Receiver<Result<Answer, Refusal>>;

/// Plays the seat that an invitation names. The program is at the other end of standard input and output, or is started
/// from a command line.
pub(crate) fn join(invitation: &str, program: Option<&str>) -> Done {
    let address = address(invitation)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let Some(program) = program else {
        let answers = listen(BufReader::new(io::stdin()));
        return runtime.block_on(play(&address, answers, &mut io::stdout().lock()));
    };
    let mut child = start(program)?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (mut input, output) = (input.expect("it is piped"), output.expect("it is piped"));
    let done = runtime.block_on(play(&address, listen(BufReader::new(output)), &mut input));
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
    let mut command = Command::new(words.next().ok_or("no program is named")?);
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

/// The lines of the program, read by a separate thread because reading blocks.
fn listen(mut input: impl BufRead + Send + 'static) -> Answers {
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
    let mut socket = connect(address).await.map_err(|lost| lost.to_string())?;
    loop {
        match bridge.carry(&mut socket, &mut answers, program).await? {
            Carried::Over => return Ok(()),
            Carried::Lost => {
                eprintln!("atlas: the connection to the server is lost; trying again");
                socket = connect_again(address).await?;
                bridge.returned = true;
            }
        }
    }
}

/// Why there is no connection.
enum NoLine {
    /// The server refuses it.
    Refused(String),
    /// The server cannot be reached and may be back soon.
    Gone(String),
}

impl std::fmt::Display for NoLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (NoLine::Refused(why) | NoLine::Gone(why)) = self;
        f.write_str(why)
    }
}

async fn connect(address: &str) -> Result<Socket, NoLine> {
    match tokio_tungstenite::connect_async(address).await {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::Error::Http(answer)) => {
            let status = answer.status();
            let why = format!("the server refuses the seat: {status}");
            // Too many requests, or a server that is still starting.
            let passing = status.as_u16() == 429 || status.is_server_error();
            Err(if passing { NoLine::Gone(why) } else { NoLine::Refused(why) })
        }
        // A certificate that is not trusted now will not be trusted later.
        Err(tungstenite::Error::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            Err(NoLine::Refused(format!(
                "the server's certificate is not trusted: {error}. If it was issued by a certificate authority of your \
                 own, set SSL_CERT_FILE to a file with that authority's certificate"
            )))
        }
        Err(error) => Err(NoLine::Gone(format!("the server cannot be reached: {error}"))),
    }
}

async fn connect_again(address: &str) -> Result<Socket, String> {
    let end = Instant::now() + PATIENCE;
    let mut pause = Duration::from_millis(50);
    loop {
        match connect(address).await {
            Ok(socket) => return Ok(socket),
            Err(NoLine::Gone(_)) if Instant::now() < end => {
                sleep(pause).await;
                pause = (2 * pause).min(Duration::from_secs(5));
            }
            Err(lost) => return Err(lost.to_string()),
        }
    }
}

/// Why a connection has ended.
enum Carried {
    Over,
    Lost,
}

/// The last turn of the program.
struct Turn {
    /// The message.
    text: String,
    /// The id of its question.
    question: Option<u64>,
    answer: Option<String>,
}

/// The connection between a program and its table.
///
/// A server that has restarted sends the start of the match and the open question again. The program must not notice, and
/// must not be asked twice, because it would answer twice.
#[derive(Default)]
struct Bridge {
    started: bool,
    turn: Option<Turn>,
    /// The number of turns that the program has not answered yet. Only the answer to the last one counts.
    unanswered: usize,
    /// Whether the connection was restored and the server has not sent the open question yet.
    returned: bool,
}

/// What to do with a message of the server.
#[derive(PartialEq, Eq, Debug)]
enum Pass {
    /// Pass it on to the program.
    On,
    /// Pass it on to the program, and end.
    Last,
    /// Send this answer, which the program has already given.
    Answered(String),
    /// Ignore it: the program has seen it.
    Nothing,
}

impl Bridge {
    /// Carries messages both ways until the match is over or the connection is lost.
    async fn carry(
        &mut self,
        socket: &mut Socket,
        answers: &mut Answers,
        program: &mut impl Write,
    ) -> Result<Carried, String> {
        let mut listening = true;
        loop {
            tokio::select! {
                frame = socket.next() => {
                    let text = match frame {
                        Some(Ok(Frame::Text(text))) => text,
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => continue,
                        _ => return Ok(Carried::Lost),
                    };
                    let pass = self.hear(&text)?;
                    if matches!(pass, Pass::On | Pass::Last) {
                        tell(program, &text)?;
                    }
                    match pass {
                        Pass::Last => return Ok(Carried::Over),
                        Pass::On if !listening && self.unanswered > 0 => return Err(ended()),
                        Pass::Answered(sentence) => {
                            if socket.send(Frame::text(sentence)).await.is_err() {
                                return Ok(Carried::Lost);
                            }
                        }
                        Pass::On | Pass::Nothing => {}
                    }
                }
                answer = answers.recv(), if listening => match answer {
                    None if self.unanswered > 0 => return Err(ended()),
                    // It may have made its last move and left.
                    None => listening = false,
                    Some(answer) => match self.answer(answer) {
                        Ok(Some(sentence)) => {
                            if socket.send(Frame::text(sentence)).await.is_err() {
                                return Ok(Carried::Lost);
                            }
                        }
                        Ok(None) => {}
                        Err(refusal) => self.refuse(&refusal, program)?,
                    },
                },
            }
        }
    }

    fn hear(&mut self, text: &str) -> Result<Pass, String> {
        let message: Value = serde_json::from_str(text)
            .map_err(|error| format!("the server does not speak the protocol: {error}"))?;
        let kind = message["type"].as_str().unwrap_or_default();
        let returned = self.returned;
        if kind != "start" {
            self.returned = false;
        }
        Ok(match kind {
            "start" if std::mem::replace(&mut self.started, true) => Pass::Nothing,
            "turn" => {
                let question = message["question"]["id"].as_u64();
                if let Some(turn) = self.turn.as_ref().filter(|turn| turn.question == question) {
                    let answer = turn.answer.clone().filter(|_| returned);
                    return Ok(answer.map_or(Pass::Nothing, Pass::Answered));
                }
                self.turn = Some(Turn { text: text.to_owned(), question, answer: None });
                self.unanswered += 1;
                Pass::On
            }
            "refused" => {
                self.turn = None;
                Pass::On
            }
            "over" => Pass::Last,
            _ => Pass::On,
        })
    }

    /// The answer as it is sent to the server, with the id of its question; `None` if it answers an earlier question.
    fn answer(&mut self, answer: Result<Answer, Refusal>) -> Result<Option<String>, Refusal> {
        if self.unanswered == 0 {
            return Err(Refusal::new(Code::NotYourTurn, "Nothing was asked."));
        }
        let answer = answer?;
        self.unanswered -= 1;
        match &mut self.turn {
            Some(turn) if self.unanswered == 0 => {
                let named = Answer { question: answer.question.or(turn.question), ..answer };
                let text = serde_json::to_string(&named).expect("an answer is plain data");
                turn.answer = Some(text.clone());
                // A server that has just restarted may have stored the answer; it first says what is open.
                Ok(Some(text).filter(|_| !self.returned))
            }
            _ => Ok(None),
        }
    }

    /// Tells the program what was wrong with a line that is not sent to the server, and asks again.
    fn refuse(&self, refusal: &Refusal, program: &mut impl Write) -> Done {
        tell(program, Message::refused(refusal).to_line().trim_end())?;
        match &self.turn {
            Some(turn) if self.unanswered > 0 => tell(program, &turn.text),
            _ => Ok(()),
        }
    }
}

fn ended() -> String {
    "the program ended before the match did".to_owned()
}

fn tell(program: &mut impl Write, line: &str) -> Done {
    let told = program.write_all(line.as_bytes()).and_then(|()| program.write_all(b"\n"));
    told.and_then(|()| program.flush()).map_err(|error| format!("the program does not read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_names_a_seat() {
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
        bridge.answer(Ok(plain(sentence))).expect("something was asked")
    }

    fn sent(sentence: &str, question: u64) -> String {
        format!(r#"{{"action":"{sentence}","question":{question}}}"#)
    }

    #[test]
    fn a_question_is_asked_once_however_often_the_server_returns() {
        let mut bridge = Bridge::default();
        assert_eq!(bridge.hear(START), Ok(Pass::On));
        assert_eq!(bridge.hear(&turn(1)), Ok(Pass::On));
        // Before the answer.
        bridge.returned = true;
        assert_eq!(bridge.hear(START), Ok(Pass::Nothing));
        assert_eq!(bridge.hear(&turn(1)), Ok(Pass::Nothing));
        assert_eq!(answer(&mut bridge, "a"), Some(sent("a", 1)));
        // After it, and the answer was lost on the way.
        bridge.returned = true;
        assert_eq!(bridge.hear(START), Ok(Pass::Nothing));
        assert_eq!(bridge.hear(&turn(1)), Ok(Pass::Answered(sent("a", 1))));
        assert_eq!(bridge.hear(&turn(1)), Ok(Pass::Nothing), "the server is not told twice without need");
        // Answered before the server has said what is open.
        assert_eq!(bridge.hear(&turn(2)), Ok(Pass::On));
        bridge.returned = true;
        assert_eq!(answer(&mut bridge, "b"), None);
        assert_eq!(bridge.hear(&turn(2)), Ok(Pass::Answered(sent("b", 2))));
        // And the answer had arrived.
        bridge.returned = true;
        assert_eq!(bridge.hear(r#"{"type":"seen"}"#), Ok(Pass::On));
        assert_eq!(bridge.hear(&turn(3)), Ok(Pass::On));
        assert_eq!(bridge.hear(r#"{"type":"over"}"#), Ok(Pass::Last));
        assert!(bridge.hear("<html>").is_err());
    }

    #[test]
    fn an_answer_belongs_to_its_question() {
        let mut bridge = Bridge::default();
        assert!(bridge.answer(Ok(plain("a"))).is_err(), "nothing was asked");
        bridge.hear(&turn(1)).unwrap();
        bridge.hear(&turn(2)).unwrap();
        assert_eq!(answer(&mut bridge, "to the first"), None);
        assert_eq!(answer(&mut bridge, "to the second"), Some(sent("to the second", 2)));
        assert_eq!(bridge.hear(REFUSED), Ok(Pass::On));
        assert_eq!(bridge.hear(&turn(2)), Ok(Pass::On), "it is asked again");
        // A line that is no answer at all leaves the question open.
        let mut told = Vec::new();
        let wrong = bridge.answer(Err(Refusal::new(Code::Request, "not JSON"))).unwrap_err();
        bridge.refuse(&wrong, &mut told).unwrap();
        assert_eq!(String::from_utf8(told).unwrap().lines().last(), Some(&*turn(2)));
        assert_eq!(answer(&mut bridge, "better"), Some(sent("better", 2)));
    }
}
