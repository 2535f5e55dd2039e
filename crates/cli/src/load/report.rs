//! The report of a load test.

use std::time::Duration;

use serde_json::{Value, json};

use super::tables::Tally;
use crate::args::{As, Load};

pub(super) struct Report {
    load: String,
    tables: u32,
    seconds: f64,
    tally: Tally,
    /// The CPU time of the server per move, in microseconds.
    cpu: Option<f64>,
    /// The memory of the server at the end, in bytes.
    memory: Option<u64>,
    /// The memory of the server per open table, if the run only opened tables.
    table_memory: Option<u64>,
}

impl Report {
    pub(super) fn new(
        args: &Load,
        tables: u32,
        mut tally: Tally,
        took: Duration,
        cpu: Option<Duration>,
        opening: Option<(u64, u64)>,
        memory: Option<u64>,
    ) -> Report {
        tally.latencies.sort_unstable();
        tally.told.sort_unstable();
        let clients = match args.dialect {
            As::Programs => "programs",
            As::Pages => "pages",
            As::Relay => "relay",
        };
        let load = match (args.open, args.every) {
            (Some(_), _) => format!("{} open tables, {clients}", thousands(tables.into())),
            (None, 0) => format!("{} tables, {clients}", thousands(tables.into())),
            (None, every) => {
                format!("{} tables, {clients}, a move every {every} ms", thousands(tables.into()))
            }
        };
        let moves = tally.latencies.len();
        let per_move = |cpu: Duration| cpu.as_secs_f64() * 1e6 / moves as f64;
        let cpu = cpu.filter(|_| moves > 0).map(per_move);
        let per_table = |(before, after): (u64, u64)| after.saturating_sub(before) / u64::from(tables);
        let table_memory = opening.filter(|_| args.open.is_some()).map(per_table);
        Report { load, tables, seconds: took.as_secs_f64(), tally, cpu, memory, table_memory }
    }

    fn moves_per_second(&self) -> f64 {
        self.tally.latencies.len() as f64 / self.seconds
    }

    /// The latency that this share of the moves did not exceed, in milliseconds.
    fn latency(&self, share: f64) -> Option<f64> {
        let last = self.tally.latencies.len().checked_sub(1)?;
        Some(f64::from(self.tally.latencies[(last as f64 * share).round() as usize]) / 1000.0)
    }

    /// The median time until the other player is told of a move, in milliseconds.
    fn told(&self) -> Option<f64> {
        let median = self.tally.told.get(self.tally.told.len() / 2)?;
        Some(f64::from(*median) / 1000.0)
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "load": self.load,
            "tables": self.tables,
            "seconds": self.seconds,
            "moves": self.tally.latencies.len(),
            "matches": self.tally.matches,
            "matches_opened_meanwhile": self.tally.opened,
            "refused": self.tally.refused,
            "moves_a_second": self.moves_per_second(),
            "p50_ms": self.latency(0.5),
            "p99_ms": self.latency(0.99),
            "longest_ms": self.latency(1.0),
            "told_p50_ms": self.told(),
            "cpu_us_a_move": self.cpu,
            "memory_bytes": self.memory,
            "memory_bytes_a_table": self.table_memory,
        })
    }

    pub(super) fn to_markdown(&self) -> String {
        let ms = |share: f64| self.latency(share).map(|ms| format!("{ms:.1}")).unwrap_or_default();
        let moves = Some(self.moves_per_second()).filter(|moves| *moves > 0.0);
        let moves = moves.map(|moves| thousands(moves as u64)).unwrap_or_default();
        let cpu = self.cpu.map(|cpu| format!("{cpu:.0}")).unwrap_or_default();
        let memory = match (self.table_memory, self.memory) {
            (Some(bytes), _) => format!("{:.1} KB per table", bytes as f64 / 1024.0),
            (None, Some(bytes)) => format!("{} MB", bytes >> 20),
            (None, None) => String::new(),
        };
        let told = self.told().map(|ms| format!("{ms:.1}")).unwrap_or_default();
        let row = [&self.load, &moves, &ms(0.5), &ms(0.99), &ms(1.0), &told, &cpu, &memory]
            .map(String::as_str)
            .join(" | ");
        let refused = match self.tally.refused {
            0 => String::new(),
            count => format!("\n{count} moves were refused.\n"),
        };
        format!("{HEAD}| {row} |\n{refused}")
    }
}

const HEAD: &str = "\
| load | moves/s | p50 ms | p99 ms | longest ms | other player told, p50 ms | server CPU, µs per move | server memory |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
";

/// A number with commas between the thousands.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_with_commas() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
