//! The plots of a report as one picture.

use maud::{Markup, PreEscaped, html};

use super::Balance;
use super::page::PLOT_STYLE;
use super::plot::WIDTH;
use super::sections::{self, Figure, Section};

const EDGE: f64 = 24.0;
const GUTTER: f64 = 40.0;
const HEAD: f64 = 74.0;
const CAPTION: f64 = 24.0;
const GAP: f64 = 26.0;

/// The style of everything except the plots: the background and the titles.
const STYLE: &str = "svg{font-family:system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}\
    .paper{fill:var(--paper)}.title{font-size:20px;font-weight:700;fill:var(--ink)}\
    .caption{font-size:14px;font-weight:650;fill:var(--ink)}.said{font-size:13px;fill:var(--ink)}";

pub(super) fn picture(balance: &Balance) -> Markup {
    let sections = sections::sections(balance);
    let (mut placed, mut y) = (Vec::new(), HEAD);
    for row in rows(&sections) {
        for (column, figure) in row.iter().enumerate() {
            placed.push((EDGE + column as f64 * (WIDTH + GUTTER), y, *figure));
        }
        y += CAPTION + row.iter().map(|figure| figure.drawing.height).fold(0.0, f64::max) + GAP;
    }
    let (width, height) = (2.0 * EDGE + 2.0 * WIDTH + GUTTER, y);
    let title = format!("Balance of {}", balance.facts.name);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (format!("{height:.0}")) } width=(width) height=(format!("{height:.0}")) role="img" aria-label=(title) {
            style { (PreEscaped(PLOT_STYLE)) (PreEscaped(STYLE)) }
            rect.paper width="100%" height="100%" {}
            text.title x=(EDGE) y="34" { (title) }
            text.said x=(EDGE) y="56" { (sections::headline(&sections::goals(balance))) }
            @for (x, y, figure) in placed {
                g transform={ "translate(" (x) " " (format!("{y:.1}")) ")" } {
                    text.caption x="0" y="14" { (figure.caption) }
                    svg.plot y=(CAPTION) width=(WIDTH) height=(format!("{:.1}", figure.drawing.height)) { (figure.drawing.body) }
                }
            }
        }
    }
}

/// Arranges the plots in rows of two. Plots of one section stay together, and single plots share a row.
fn rows(sections: &[Section]) -> Vec<Vec<&Figure>> {
    let mut rows: Vec<Vec<&Figure>> = Vec::new();
    for figures in sections.iter().flat_map(|section| section.figures.chunks(2)) {
        match (figures, rows.last_mut()) {
            ([alone], Some(row)) if row.len() == 1 => row.push(alone),
            _ => rows.push(figures.iter().collect()),
        }
    }
    rows
}
