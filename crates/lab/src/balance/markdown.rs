//! The report as Markdown.

use std::fmt::Write;

use super::Balance;
use super::sections::{self, Table};

pub(super) fn markdown(balance: &Balance, picture: Option<&str>) -> String {
    let name = balance.facts.name;
    let goals = sections::goals(balance);
    let mut text = format!("# Balance of {name}\n\n");
    let mut add = |words: &str| write!(text, "{words}\n\n").expect("writing to a string cannot fail");
    add(&sections::introduction(balance));
    add(&format!("**{}**", sections::headline(&goals)));
    if !goals.is_empty() {
        add(&table(&sections::goal_table(&goals)));
    }
    if let Some(picture) = picture {
        add(&format!("![The plots of this report]({picture})"));
    }
    for section in sections::sections(balance) {
        add(&format!("## {}", section.title));
        add(&section.words);
        section.tables.iter().for_each(|it| add(&table(it)));
    }
    let origin = sections::origin(balance);
    add(&format!(
        "{origin}. This command reproduces the report:\n\n```sh\n{}\n```",
        sections::command(balance)
    ));
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn table(table: &Table) -> String {
    let mut lines = vec![row(&table.head)];
    let is_number =
        |column: usize| table.rows.iter().all(|row| row[column].starts_with(|c: char| c.is_ascii_digit()));
    let rule = |column: usize| if is_number(column) { "---:" } else { "---" };
    lines.push(row(&(0..table.head.len()).map(rule).collect::<Vec<_>>()));
    lines.extend(table.rows.iter().map(|cells| row(cells)));
    lines.join("\n")
}

fn row<S: AsRef<str>>(cells: &[S]) -> String {
    // Names may come from a user's content file.
    let cells: Vec<String> = cells.iter().map(|cell| cell.as_ref().replace('|', "\\|")).collect();
    format!("| {} |", cells.join(" | "))
}
