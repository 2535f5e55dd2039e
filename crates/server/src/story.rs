//! The log of a match in sentences, as each viewer is told it.
//!
//! Lines are made once, right after their entry, for those who read them, and kept.

use atlas_catalog::{GameEntry, GameTable};
use atlas_core::log::Record;
use atlas_core::{Control, Entry, Rule, Seat, Text, Viewer, text};

use crate::snapshot::Snapshot;

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What happened.
    pub text: Text,
    /// The rule that it follows from.
    pub rule: Option<Rule>,
    /// The seat that acted.
    pub seat: Option<Seat>,
    /// The number of the turn, if the line is the first of it.
    pub turn: Option<u32>,
}

/// The lines that have been told at a table. There is one story for each seat and one for spectators.
#[derive(Default)]
pub(crate) struct Stories(Vec<(Viewer, Story)>);

#[derive(Default)]
struct Story {
    /// The turn in which the next entry is made.
    turn: u32,
    /// The turn of the last line.
    told_turn: u32,
    /// The last entry that was told.
    told: u64,
    /// The last undo that was told. A viewer who has not seen it must begin again.
    undone: u64,
    /// The lines, each with the number of its entry. An undone entry has no lines.
    lines: Vec<(u64, Line)>,
}

impl Stories {
    /// Adds the lines of the last entry to the stories that somebody reads.
    pub(crate) fn extend(&mut self, now: &Snapshot) {
        let Some(table) = &now.table else { return };
        for (viewer, story) in &mut self.0 {
            story.add(&**table, *viewer);
        }
    }

    /// The lines for a viewer after entry `after`: the entry after which they follow, which is 0 if the viewer must begin
    /// again, and the lines.
    pub(crate) fn since(
        &mut self,
        game: &'static GameEntry,
        now: &Snapshot,
        viewer: Viewer,
        after: u64,
    ) -> (u64, Vec<Line>) {
        let known = self.0.iter().position(|(reader, _)| *reader == viewer);
        let known = known.unwrap_or_else(|| {
            self.0.push((viewer, Story::of(game, now, viewer)));
            self.0.len() - 1
        });
        let story = &self.0[known].1;
        let head = now.head();
        let from = if after < story.undone || after > head { 0 } else { after };
        let new = story.lines.iter().filter(|(seq, _)| *seq > from && *seq <= head);
        (from, new.map(|(_, line)| line.clone()).collect())
    }
}

impl Story {
    /// The story so far, for somebody who begins to read.
    fn of(game: &'static GameEntry, now: &Snapshot, viewer: Viewer) -> Story {
        let mut story = Story::default();
        if let (Some(table), Some(header)) = (&now.table, &now.row.header)
            && let Ok(mut again) = (game.begin)(header, now.row.secret)
        {
            story.turn = again.turn();
            for record in table.records() {
                if again.append_record(record).is_err() {
                    break;
                }
                story.add(&*again, viewer);
            }
        }
        story
    }

    /// Adds the lines of the last entry of a match.
    fn add(&mut self, table: &dyn GameTable, viewer: Viewer) {
        let Some(record) = table.records().last().filter(|record| record.seq > self.told) else { return };
        if let Ok(Entry::Undo { to }) = record.entry() {
            self.lines.retain(|(seq, _)| *seq <= to);
            self.undone = record.seq;
        }
        let mut lines = lines(table, record, viewer);
        if let Some(first) = lines.first_mut().filter(|_| self.told_turn != self.turn) {
            first.turn = Some(self.turn);
            self.told_turn = self.turn;
        }
        self.lines.extend(lines.into_iter().map(|line| (record.seq, line)));
        self.told = record.seq;
        self.turn = table.turn();
    }
}

/// What a viewer is told of the last entry of a match.
pub(crate) fn lines(table: &dyn GameTable, last: &Record, viewer: Viewer) -> Vec<Line> {
    let news = table.news(viewer).into_iter();
    let line = |text, rule| Line { text, rule, seat: last.seat, turn: None };
    let mut lines: Vec<Line> = news.map(|news| line(news.told.text, Some(news.rule))).collect();
    let more = match last.entry() {
        Ok(Entry::Undo { .. }) => Some(text!["The last move was taken back."]),
        Ok(Entry::Given { seat, to: Control::Player }) => Some(text![seat, " is back."]),
        Ok(Entry::Given { seat, to: Control::Bot(level) }) => {
            Some(text!["A bot (", level, ") plays for ", seat, "."])
        }
        Ok(Entry::Leave { seat }) => Some(text![seat, " has left."]),
        Ok(Entry::Time { seat }) => Some(text![seat, " has run out of time."]),
        Ok(Entry::Act { .. }) | Err(_) => None,
    };
    lines.extend(more.map(|text| line(text, None)));
    lines
}
