//! One seat of a match for a program: it is told what its seat sees, and answers with a sentence.
//!
//! The same messages go to a program that we start (`cmd:./bot.py` in a simulation), to one that started us
//! (`atlas bot-protocol`), and to one that has a seat at a server's table, over WebSocket.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use atlas_core::refusal::quoted;
use atlas_core::{Code, Facts, News, Question, Refusal, Seat};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::PROTOCOL;
use crate::lines::next_line;

/// What a program is told. Only a `turn` waits for an answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message {
    /// A match begins.
    Start {
        /// The version of the protocol.
        protocol: u32,
        /// The game's id.
        game: &'static str,
        /// How many sit at the table.
        seats: u8,
        /// Which of them the program is.
        seat: Seat,
    },
    /// The seat must act.
    Turn {
        /// Which seat this is.
        seat: Seat,
        /// What it is asked.
        question: Question,
        /// What it sees.
        view: Box<RawValue>,
        /// What happened since its last turn, as it is told.
        news: Vec<News>,
        /// What it may do.
        legal: Vec<String>,
    },
    /// Something happened and the seat may not act: nothing is to be answered. Only tables on a server say
    /// this; to who has just acted it also says that the action is kept for good.
    Seen {
        /// Which seat this is.
        seat: Seat,
        /// What it sees.
        view: Box<RawValue>,
        /// What happened since the last message, as it is told.
        news: Vec<News>,
    },
    /// The answer was no legal action. If the seat is still to act, another `turn` follows.
    Refused {
        /// The rule that forbids it.
        rule: Option<atlas_core::Rule>,
        /// Why not.
        message: String,
    },
    /// The match is over.
    Over {
        /// How it ended.
        result: Value,
    },
}

impl Message {
    /// The opening of a match.
    pub fn start(facts: &Facts, seats: u8, seat: Seat) -> Message {
        Message::Start { protocol: PROTOCOL, game: facts.id, seats, seat }
    }

    /// The message as text.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("a message is plain data")
    }

    /// The message as a line.
    pub fn to_line(&self) -> String {
        self.to_text() + "\n"
    }
}

/// The sentence in a program's answer: either just the sentence, or `{"action":"…"}`.
pub fn read_answer(line: &[u8]) -> Result<String, Refusal> {
    let refuse = |what: String| Refusal::new(Code::Request, what);
    let text = std::str::from_utf8(line).map_err(|_| refuse("the answer is not UTF-8".to_owned()))?.trim();
    if !text.starts_with('{') {
        return Ok(text.to_owned());
    }
    let value: Value =
        serde_json::from_str(text).map_err(|error| refuse(format!("the answer is not JSON: {error}")))?;
    match value.get("action").and_then(Value::as_str) {
        Some(sentence) => Ok(sentence.to_owned()),
        None => Err(refuse(format!("the answer has no \"action\": {}", quoted(text)))),
    }
}

/// How many messages wait for a program that does not read; the next ones are lost to it. As many of its own
/// are passed over when it speaks out of turn.
const MOST_UNREAD: usize = 256;

/// A program that plays a seat, as a child process.
pub struct Program {
    child: Child,
    /// Nothing once the program is told no more.
    messages: Option<SyncSender<String>>,
    answers: Receiver<Result<Vec<u8>, Refusal>>,
    limit: Duration,
}

impl Program {
    /// Starts a program, given as a command line. It has `limit` for each answer.
    pub fn start(command: &str, limit: Duration) -> Result<Program, Refusal> {
        let refuse = |what: String| Refusal::new(Code::Request, what);
        let mut words = command.split_whitespace();
        let name = words.next().ok_or_else(|| refuse("no program is named after cmd:".to_owned()))?;
        let mut process = Command::new(name);
        process.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C at the terminal is for us: the program must be able to finish its game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let mut child = process
            .spawn()
            .map_err(|error| refuse(format!("{} cannot be started: {error}", quoted(command))))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (mut input, output) = (input.expect("it is piped"), output.expect("it is piped"));
        // A writer of its own, because a program that does not read must not hold the table up. It ends with
        // the program or with us.
        let (messages, lines) = sync_channel::<String>(MOST_UNREAD);
        thread::spawn(move || {
            while let Ok(line) = lines.recv() {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        // A reader of its own, because only waiting on a channel can be given a limit. It ends with the
        // program's output.
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

    /// Tells the program something. One that is gone or does not listen is noticed when it must answer.
    pub fn tell(&mut self, message: &Message) {
        // A message that nobody takes shows up as a missing answer, with a better message than this error.
        let _ = self.messages.as_ref().map(|messages| messages.try_send(message.to_line()));
    }

    /// Tells the program its turn and waits for the sentence.
    pub fn ask(&mut self, turn: &Message) -> Result<String, Refusal> {
        // What was said too late for an earlier turn is no answer to this one.
        self.answers.try_iter().take(MOST_UNREAD).for_each(drop);
        self.tell(turn);
        match self.answers.recv_timeout(self.limit) {
            Ok(line) => read_answer(&line?),
            Err(RecvTimeoutError::Timeout) => {
                Err(Refusal::new(Code::Request, format!("no answer within {:?}", self.limit)))
            }
            Err(RecvTimeoutError::Disconnected) => {
                Err(Refusal::new(Code::Request, "the program has ended without an answer"))
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Its input ends, so that it can hear how the last game went, and end by itself.
        self.messages = None;
        let end = Instant::now() + self.limit.min(Duration::from_secs(1));
        let patience = || Some(end.saturating_duration_since(Instant::now())).filter(|left| !left.is_zero());
        while patience().is_some_and(|left| self.answers.recv_timeout(left).is_ok()) {}
        // It may be gone already; either way it must not outlive its table.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads the answer of a program that talks to us on `input`.
pub fn read_line(input: &mut impl BufRead) -> std::io::Result<Option<Result<String, Refusal>>> {
    Ok(next_line(input)?.map(|line| line.and_then(|line| read_answer(&line))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_sentence_or_an_object() {
        assert_eq!(read_answer(b" dawn-3 time 2\r"), Ok("dawn-3 time 2".to_owned()));
        assert_eq!(read_answer(br#"{"action":"dawn-3"}"#), Ok("dawn-3".to_owned()));
        for bad in [&b"{"[..], b"{}", br#"{"action":3}"#, b"\xff"] {
            assert!(read_answer(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn what_is_only_seen_says_what_it_is() {
        let seen = Message::Seen { seat: Seat(1), view: RawValue::NULL.to_owned(), news: Vec::new() };
        assert_eq!(seen.to_line(), "{\"type\":\"seen\",\"seat\":1,\"view\":null,\"news\":[]}\n");
    }

    #[test]
    fn a_program_that_ends_or_hangs_is_noticed() {
        let turn = Message::Over { result: Value::Null };
        let mut gone = Program::start("true", Duration::from_secs(5)).unwrap();
        assert!(gone.ask(&turn).unwrap_err().message.contains("ended"));
        let mut slow = Program::start("sleep 60", Duration::from_millis(20)).unwrap();
        assert!(slow.ask(&turn).unwrap_err().message.contains("no answer"));
        // Nor does one that never reads hold us up, however much it is told.
        let long = Message::Over { result: Value::String("x".repeat(100_000)) };
        (0..1000).for_each(|_| slow.tell(&long));
        assert!(slow.ask(&turn).unwrap_err().message.contains("no answer"));
        assert!(Program::start("", Duration::ZERO).is_err());
        assert!(Program::start("/no/such/program", Duration::ZERO).is_err());
    }
}
