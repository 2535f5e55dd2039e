//! Shared helpers for the tests of the binary: running it and communicating with it.
//!
//! Every wait has a timeout, so that a process that hangs fails the test.

// Each test file is a separate crate and uses only a part of this module.
#![allow(dead_code)]

pub(crate) mod postgres;
pub(crate) mod server;
pub(crate) mod visits;

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A timeout that is longer than anything here takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The game that most tests play.
pub(crate) const GAME: &str = "enchanted-lands";

/// The name of a card: `Dawn 3` for `dawn-3`.
pub(crate) fn title(card: &str) -> String {
    let (suit, number) = card.split_once('-').expect("a card has a suit and a number");
    format!("{}{} {number}", suit[..1].to_uppercase(), &suit[1..])
}

/// The exit code and the output of a finished process.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// Asserts that the process succeeded without errors, and returns its output.
    #[track_caller]
    pub(crate) fn succeeded(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{self:?}");
        self.stdout
    }

    /// Asserts that the process failed with an error message and no other output, and returns the message.
    #[track_caller]
    pub(crate) fn failed(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (Some(2), ""), "{self:?}");
        assert!(!self.stderr.trim().is_empty() && !self.stderr.contains("panicked"), "{self:?}");
        self.stderr
    }
}

/// Runs the binary with empty standard input.
pub(crate) fn atlas(args: &[&str]) -> Ran {
    let mut process = Process::start(args);
    process.close();
    process.finish()
}

/// A path as a command-line argument.
pub(crate) fn arg(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// An output stream of a process, read in a separate thread.
struct Stream {
    chunks: Receiver<Vec<u8>>,
    unread: Vec<u8>,
}

impl Stream {
    fn of(mut source: impl Read + Send + 'static) -> Stream {
        let (sender, chunks) = channel();
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(size @ 1..) = source.read(&mut buffer) {
                if sender.send(buffer[..size].to_vec()).is_err() {
                    break;
                }
            }
        });
        Stream { chunks, unread: Vec::new() }
    }

    /// The text up to and including `end`; `None` if the stream ends before that.
    fn until(&mut self, end: &[u8]) -> Option<Vec<u8>> {
        let deadline = Instant::now() + PATIENCE;
        let mut searched = 0;
        loop {
            let found = self.unread[searched..].windows(end.len()).position(|window| window == end);
            if let Some(place) = found {
                let rest = self.unread.split_off(searched + place + end.len());
                return Some(std::mem::replace(&mut self.unread, rest));
            }
            searched = self.unread.len().saturating_sub(end.len() - 1);
            let left = deadline.saturating_duration_since(Instant::now());
            match self.chunks.recv_timeout(left) {
                Ok(chunk) => self.unread.extend(chunk),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return None,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!(
                    "waited too long for {:?} after {:?}",
                    String::from_utf8_lossy(end),
                    String::from_utf8_lossy(&self.unread)
                ),
            }
        }
    }

    /// The rest of the stream.
    fn rest(&mut self) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.chunks.recv_timeout(left) {
                Ok(chunk) => self.unread.extend(chunk),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("the process does not end"),
            }
        }
        String::from_utf8(std::mem::take(&mut self.unread)).expect("the output is UTF-8")
    }
}

/// A running process with pipes for its input and output.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Stream,
    errors: Stream,
}

impl Process {
    pub(crate) fn start(args: &[&str]) -> Process {
        Process::of(Command::new(env!("CARGO_BIN_EXE_atlas")).args(args))
    }

    pub(crate) fn of(command: &mut Command) -> Process {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the process starts");
        let output = Stream::of(child.stdout.take().expect("stdout is piped"));
        let errors = Stream::of(child.stderr.take().expect("stderr is piped"));
        Process { input: child.stdin.take(), child, output, errors }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes raw bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the process reads its input");
    }

    /// Writes a line.
    pub(crate) fn send_line(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// The next line of the output without its line break; `None` at the end.
    pub(crate) fn line(&mut self) -> Option<String> {
        let mut line = self.output.until(b"\n")?;
        line.pop();
        Some(String::from_utf8(line).expect("the output is UTF-8"))
    }

    /// The output up to and including `end`; `None` if the output ends before that.
    pub(crate) fn until(&mut self, end: &str) -> Option<String> {
        Some(String::from_utf8(self.output.until(end.as_bytes())?).expect("the output is UTF-8"))
    }

    /// The standard error up to and including `end`.
    #[track_caller]
    pub(crate) fn error_until(&mut self, end: &str) -> String {
        let text = self.errors.until(end.as_bytes()).expect("standard error contains it");
        String::from_utf8(text).expect("the output is UTF-8")
    }

    /// Closes the input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Closes the input, waits for the process to end, and returns the output that was not read yet.
    pub(crate) fn finish(mut self) -> Ran {
        self.close();
        let (stdout, stderr) = (self.output.rest(), self.errors.rest());
        let status = self.child.wait().expect("the process can be waited for");
        Ran { code: status.code(), stdout, stderr }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // After a failed test the process still runs; otherwise this has no effect.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An `atlas engine` process.
pub(crate) struct Engine(pub(crate) Process);

impl Engine {
    pub(crate) fn start() -> Engine {
        Engine(Process::start(&["engine"]))
    }

    /// Sends a line of any content, and returns the answer.
    #[track_caller]
    pub(crate) fn answer(&mut self, line: &[u8]) -> String {
        self.0.write(&[line, b"\n"].concat());
        self.0.line().expect("the engine answers")
    }

    /// Sends a request that must succeed, and returns the answer.
    #[track_caller]
    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        let answer = self.answer(request.to_string().as_bytes());
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        assert_eq!(answer["ok"], true, "{request} gives {answer}");
        answer
    }

    /// Sends a command without arguments, and returns the answer.
    #[track_caller]
    pub(crate) fn cmd(&mut self, name: &str) -> Value {
        self.ask(&json!({ "cmd": name }))
    }

    /// Sends a request that must be refused, and returns the code, the rule and the message of the refusal.
    #[track_caller]
    pub(crate) fn refused(&mut self, request: &Value) -> (String, Option<String>, String) {
        let answer = self.answer(request.to_string().as_bytes());
        refusal(&answer)
    }

    #[track_caller]
    pub(crate) fn new_game(&mut self, seats: u8, seed: u64) -> Value {
        self.ask(&json!({ "cmd": "new", "game": GAME, "seats": seats, "seed": seed }))
    }

    #[track_caller]
    pub(crate) fn position(&mut self) -> Value {
        self.cmd("position")["position"].take()
    }

    /// The legal actions of the acting seat.
    #[track_caller]
    pub(crate) fn legal(&mut self) -> Vec<String> {
        strings(&self.cmd("legal")["actions"])
    }

    #[track_caller]
    pub(crate) fn act(&mut self, action: &str) -> Value {
        self.ask(&json!({ "cmd": "act", "action": action }))
    }
}

/// The code, the rule and the message of an answer that must be a refusal.
#[track_caller]
pub(crate) fn refusal(answer: &str) -> (String, Option<String>, String) {
    let value: Value = serde_json::from_str(answer).expect("an answer is JSON");
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    assert_eq!((keys(&value), &value["ok"]), (vec!["ok".to_owned(), "error".to_owned()], &json!(false)));
    let error = &value["error"];
    assert_eq!(keys(error), ["code", "rule", "message"], "{answer}");
    let text = |key: &str| error[key].as_str().map(str::to_owned);
    let (code, message) = (text("code").expect("a code"), text("message").expect("a message"));
    assert!(!code.is_empty() && !message.trim().is_empty() && message.len() < 2000, "{answer}");
    assert!(error["rule"].is_null() || text("rule").is_some_and(|rule| rule.starts_with("EL-")), "{answer}");
    (code, text("rule"), message)
}

/// A list of strings in JSON.
#[track_caller]
pub(crate) fn strings(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("a list");
    list.iter().map(|it| it.as_str().expect("a string").to_owned()).collect()
}

/// A list of numbers in JSON.
#[track_caller]
pub(crate) fn numbers(list: &Value) -> Vec<i64> {
    list.as_array().expect("a list").iter().map(|it| it.as_i64().expect("a number")).collect()
}
