//! The report as a self-contained HTML page.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::Balance;
use super::plot::{Drawing, WIDTH};
use super::sections::{self, Figure, Table};

const STYLE: &str = include_str!("../../assets/balance.css");
/// The style of the plots, on the page and in the picture.
pub(super) const PLOT_STYLE: &str = include_str!("../../assets/plot.css");

pub(super) fn page(balance: &Balance) -> Markup {
    let name = balance.facts.name;
    let goals = sections::goals(balance);
    let met = goals.iter().all(|goal| goal.verdict.is_within());
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Balance of " (name) }
                style { (PreEscaped(PLOT_STYLE)) (PreEscaped(STYLE)) }
            }
            body {
                main {
                    header {
                        h1 { "Balance of " (name) }
                        p { (sections::introduction(balance)) }
                        p class={ "headline " @if met { "met" } @else { "missed" } } { (sections::headline(&goals)) }
                        ul.figures-at-once {
                            @for [name, figure, remark] in sections::key_figures(balance) {
                                li { span { (name) } strong { (figure) } span.missed[remark.starts_with('✗')] { (remark) } }
                            }
                        }
                        @if !goals.is_empty() { (table(&sections::goal_table(&goals))) }
                    }
                    @for section in sections::sections(balance) {
                        section {
                            h2 { (section.title) }
                            p { (section.words) }
                            // A single plot has its table beside it.
                            @let beside = section.figures.len() == 1;
                            @if !section.figures.is_empty() {
                                div.figures.beside[beside] {
                                    @for it in &section.figures { (figure(it)) }
                                    @if beside { @for it in &section.tables { (table(it)) } }
                                }
                            }
                            @if !beside { @for it in &section.tables { (table(it)) } }
                        }
                    }
                    footer {
                        p { (sections::origin(balance)) ". This command reproduces the report:" }
                        pre { code { (sections::command(balance)) } }
                    }
                }
            }
        }
    }
}

fn figure(figure: &Figure) -> Markup {
    let Figure { caption, drawing: Drawing { height, body } } = figure;
    html! {
        figure {
            figcaption { (caption) }
            svg.plot viewBox={ "0 0 " (WIDTH) " " (format!("{height:.0}")) } role="img" aria-label=(caption) { (body) }
        }
    }
}

fn table(table: &Table) -> Markup {
    html! {
        div.table {
            table.wide[table.head.len() > 4] {
                thead { tr { @for name in &table.head { th scope="col" { (name) } } } }
                tbody {
                    @for row in &table.rows {
                        tr.missed[row.iter().any(|cell| cell.starts_with('✗'))] {
                            @for (number, cell) in row.iter().enumerate() {
                                @if number == 0 { th scope="row" { (cell) } } @else { td data-name=(table.head[number]) { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
