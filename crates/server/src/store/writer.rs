//! Changes on their way to the database. What waits while one commit is under way goes into the next, because a commit
//! costs nearly the same however much is in it.

use std::sync::Arc;

use atlas_core::Seats;
use atlas_core::log::Record;
use tokio::sync::{mpsc, oneshot};

use super::Failure;
use super::value::Statement;
use crate::metrics::Metrics;

/// The maximum number of changes in one commit.
pub(super) const GROUP: usize = 256;

/// The seats that are to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ToAct {
    /// The seats in which a person decides.
    pub people: Seats,
    /// The seats in which a bot decides.
    pub bots: Seats,
}

/// The result of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// The entry is on the disk.
    Stored,
    /// Another entry has its number, or the match has ended.
    Taken,
}

/// A change to be written.
#[derive(Debug)]
pub(super) enum Work {
    Append(Append),
    Batch(Batch),
}

/// The next entry of a match.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) match_id: Arc<str>,
    pub(super) record: Arc<Record>,
    pub(super) to_act: ToAct,
    /// The result as JSON, if the match ends with this entry.
    pub(super) result: Option<String>,
    pub(super) done: oneshot::Sender<Result<Appended, Failure>>,
}

/// Statements that succeed or fail together.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) statements: Vec<Statement>,
    /// The match that other processes should read again, if it changes something that they show.
    pub(super) changed: Option<Arc<str>>,
    pub(super) done: oneshot::Sender<Result<bool, Failure>>,
}

/// The result of a change whose commit succeeded.
#[derive(Debug)]
pub(super) enum Outcome {
    Append(Appended),
    Batch(Result<bool, Failure>),
}

/// Answers those who wait for a group of changes. Some may be gone; their changes are stored all the same.
pub(super) fn answer(group: &mut Vec<Work>, written: Result<Vec<Outcome>, Failure>, metrics: &Metrics) {
    match written {
        Ok(outcomes) => {
            metrics.committed(outcomes.len());
            for (work, outcome) in group.drain(..).zip(outcomes) {
                match (work, outcome) {
                    (Work::Append(append), Outcome::Append(appended)) => {
                        let _ = append.done.send(Ok(appended));
                    }
                    (Work::Batch(batch), Outcome::Batch(done)) => {
                        let _ = batch.done.send(done);
                    }
                    _ => unreachable!("outcomes are in the order of the changes"),
                }
            }
        }
        Err(failure) => {
            tracing::error!(%failure, "changes could not be stored");
            metrics.failed();
            for work in group.drain(..) {
                match work {
                    Work::Append(append) => drop(append.done.send(Err(failure.clone()))),
                    Work::Batch(batch) => drop(batch.done.send(Err(failure.clone()))),
                }
            }
        }
    }
}

/// Hands a change to the writer, and waits until it is on the disk.
pub(super) async fn write<T>(
    writer: &mpsc::Sender<Work>,
    work: impl FnOnce(oneshot::Sender<Result<T, Failure>>) -> Work,
) -> Result<T, Failure> {
    let (done, answer) = oneshot::channel();
    let closed = || Failure::new("the database is closed");
    writer.send(work(done)).await.map_err(|_| closed())?;
    answer.await.map_err(|_| closed())?
}

impl Work {
    /// The append, if it is one.
    pub(super) fn append(&self) -> Option<&Append> {
        match self {
            Work::Append(append) => Some(append),
            Work::Batch(_) => None,
        }
    }
}
