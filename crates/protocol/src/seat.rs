//! The protocol for a program that plays one seat: it receives what its seat sees and answers with a sentence.
//!
//! The same messages go to a program that we start (`cmd:./bot.py` in a simulation), to a program that started us
//! (`atlas bot-protocol`), and over WebSocket to a program that has a seat at a server's table.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use atlas_core::refusal::quoted;
use atlas_core::{Code, Facts, News, Question, Refusal, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::PROTOCOL;
use crate::lines::next_line;

/// A message to a program. Only a `turn` expects an answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message {
    /// A match begins.
    Start {
        /// The version of the protocol.
        protocol: u32,
        /// The game's id.
        game: &'static str,
        /// The number of seats.
        seats: u8,
        /// The program's seat.
        seat: Seat,
    },
    /// The seat must act. It is sent once for each question.
    Turn {
        /// The program's seat.
        seat: Seat,
        /// The question, with the id that an answer may name.
        question: Question,
        /// What the seat sees.
        view: Box<RawValue>,
        /// What happened since the last message, as the seat sees it.
        news: Vec<News>,
        /// The legal actions.
        legal: Vec<String>,
    },
    /// Something happened, and no answer is expected: the seat may not act, or the question of its last `turn` is
    /// still open. Only tables on a server send it. To a seat that has just acted it also confirms that the action is
    /// stored.
    Seen {
        /// The program's seat.
        seat: Seat,
        /// What the seat sees.
        view: Box<RawValue>,
        /// What happened since the last message, as the seat sees it.
        news: Vec<News>,
    },
    /// The answer was refused. If the seat may still act, another `turn` follows.
    Refused {
        /// The kind of refusal: `conflict` if the question was no longer open.
        code: Code,
        /// The rule that forbids the action.
        rule: Option<atlas_core::Rule>,
        /// The reason.
        message: String,
    },
    /// The match is over.
    Over {
        /// The result.
        result: Value,
    },
}

/// The usual length of a message, in bytes.
const MESSAGE_LEN: usize = 4 << 10;

impl Message {
    /// The first message of a match.
    pub fn start(facts: &Facts, seats: u8, seat: Seat) -> Message {
        Message::Start { protocol: PROTOCOL, game: facts.id, seats, seat }
    }

    /// The message for a refusal.
    pub fn refused(refusal: &Refusal) -> Message {
        let Refusal { code, rule, message } = refusal;
        Message::Refused { code: *code, rule: *rule, message: message.to_string() }
    }

    /// The message as text.
    pub fn to_text(&self) -> String {
        // Most messages are about this long, and a server sends many.
        let mut text = Vec::with_capacity(MESSAGE_LEN);
        serde_json::to_writer(&mut text, self).expect("a message is plain data");
        String::from_utf8(text).expect("JSON is UTF-8")
    }

    /// The message as a line.
    pub fn to_line(&self) -> String {
        self.to_text() + "\n"
    }
}

/// An answer of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The chosen action, as a sentence.
    #[serde(rename = "action")]
    pub sentence: String,
    /// The id of the question that it answers; `None` for the current question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<u64>,
}

impl Answer {
    /// Reads an answer: either just a sentence, or `{"action":"…","question":3}` with an optional question id.
    pub fn read(line: &[u8]) -> Result<Answer, Refusal> {
        let refuse = |what: String| Refusal::new(Code::Request, what);
        let text =
            std::str::from_utf8(line).map_err(|_| refuse("The answer is not UTF-8.".to_owned()))?.trim();
        if !text.starts_with('{') {
            return Ok(Answer { sentence: text.to_owned(), question: None });
        }
        serde_json::from_str(text)
            .map_err(|error| refuse(format!("The answer {} is not valid: {error}.", quoted(text))))
    }
}

/// The number of messages that are queued for a program that does not read; further ones are lost. At most the same
/// number of unexpected answers from the program is discarded before each turn.
const MAX_UNREAD: usize = 256;

/// A program that plays a seat, as a child process.
pub struct Program {
    child: Child,
    /// `None` once there is nothing more to send.
    messages: Option<SyncSender<String>>,
    answers: Receiver<Result<Vec<u8>, Refusal>>,
    limit: Duration,
}

impl Program {
    /// Starts a program, given as a command line. It has `limit` for each answer.
    pub fn start(command: &str, limit: Duration) -> Result<Program, Refusal> {
        let refuse = |what: String| Refusal::new(Code::Request, what);
        let mut words = command.split_whitespace();
        let name = words.next().ok_or_else(|| refuse("No program is named after cmd:.".to_owned()))?;
        let mut process = Command::new(name);
        process.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C in the terminal must stop only us, so that the program can finish its game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let mut child = process
            .spawn()
            .map_err(|error| refuse(format!("{} cannot be started: {error}.", quoted(command))))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (mut input, output) = (input.expect("it is piped"), output.expect("it is piped"));
        // A separate writer thread, because a program that does not read must not block the table. It ends with the
        // program or with us.
        let (messages, lines) = sync_channel::<String>(MAX_UNREAD);
        thread::spawn(move || {
            while let Ok(line) = lines.recv() {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        // A separate reader thread, because only waiting on a channel can time out. It ends with the program's output.
        let (sender, answers) = sync_channel(16);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = next_line(&mut output) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Program { child, messages: Some(messages), answers, limit })
    }

    /// Sends a message to the program. A program that is gone or does not read is noticed when it must answer.
    pub fn tell(&mut self, message: &Message) {
        // A message that is not delivered shows up as a missing answer, which gives a better error than this one.
        let _ = self.messages.as_ref().map(|messages| messages.try_send(message.to_line()));
    }

    /// Sends a `turn` to the program and waits for the answer.
    pub fn ask(&mut self, turn: &Message) -> Result<Answer, Refusal> {
        // Discard late answers to earlier turns.
        self.answers.try_iter().take(MAX_UNREAD).for_each(drop);
        self.tell(turn);
        match self.answers.recv_timeout(self.limit) {
            Ok(line) => Answer::read(&line?),
            Err(RecvTimeoutError::Timeout) => Err(Refusal::new(
                Code::Request,
                format!("The program gave no answer within {:?}.", self.limit),
            )),
            Err(RecvTimeoutError::Disconnected) => {
                Err(Refusal::new(Code::Request, "The program ended without an answer."))
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Close its input, so it can read the last result and end by itself.
        self.messages = None;
        let end = Instant::now() + self.limit.min(Duration::from_secs(1));
        let remaining = || Some(end.saturating_duration_since(Instant::now())).filter(|left| !left.is_zero());
        while remaining().is_some_and(|left| self.answers.recv_timeout(left).is_ok()) {}
        // The program may already have ended. It must not outlive its table.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads an answer of a program from `input`. Returns `None` at the end of the input.
pub fn read_line(input: &mut impl BufRead) -> std::io::Result<Option<Result<Answer, Refusal>>> {
    Ok(next_line(input)?.map(|line| line.and_then(|line| Answer::read(&line))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_sentence_or_an_object() {
        let answer = |sentence: &str, question| Ok(Answer { sentence: sentence.to_owned(), question });
        assert_eq!(Answer::read(b" dawn-3 time 2\r"), answer("dawn-3 time 2", None));
        assert_eq!(Answer::read(br#"{"action":"dawn-3"}"#), answer("dawn-3", None));
        assert_eq!(Answer::read(br#"{"action":"dawn-3","question":7}"#), answer("dawn-3", Some(7)));
        for bad in [&b"{"[..], b"{}", br#"{"action":3}"#, br#"{"action":"x","question":"y"}"#, b"\xff"] {
            assert!(Answer::read(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_seen_message_has_its_type() {
        let seen = Message::Seen { seat: Seat(1), view: RawValue::NULL.to_owned(), news: Vec::new() };
        assert_eq!(seen.to_line(), "{\"type\":\"seen\",\"seat\":1,\"view\":null,\"news\":[]}\n");
    }

    #[test]
    fn a_program_that_ends_or_hangs_is_noticed() {
        let turn = Message::Over { result: Value::Null };
        let mut gone = Program::start("true", Duration::from_secs(5)).unwrap();
        assert!(gone.ask(&turn).unwrap_err().to_string().contains("ended"));
        let mut slow = Program::start("sleep 60", Duration::from_millis(20)).unwrap();
        assert!(slow.ask(&turn).unwrap_err().to_string().contains("no answer"));
        // A program that never reads does not block us, however much we send.
        let long = Message::Over { result: Value::String("x".repeat(100_000)) };
        (0..1000).for_each(|_| slow.tell(&long));
        assert!(slow.ask(&turn).unwrap_err().to_string().contains("no answer"));
        assert!(Program::start("", Duration::ZERO).is_err());
        assert!(Program::start("/no/such/program", Duration::ZERO).is_err());
    }
}
