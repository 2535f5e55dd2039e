//! The plots of a report as one picture.

use maud::{Markup, PreEscaped, html};

use super::Balance;
use super::page::PLOT_STYLE;
use super::plot::WIDTH;
use super::sections::{self, Figure};

const EDGE: f64 = 24.0;
const GUTTER: f64 = 40.0;
const HEAD: f64 = 74.0;
const CAPTION: f64 = 24.0;

/// What the plots do not say: the paper under them, and titles.
const STYLE: &str = "svg{font-family:system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}\
    .paper{fill:var(--paper)}.title{font-size:20px;font-weight:700;fill:var(--ink)}\
    .caption{font-size:14px;font-weight:650;fill:var(--ink)}.said{font-size:13px;fill:var(--ink)}";

pub(super) fn picture(balance: &Balance) -> Markup {
    let sections = sections::sections(balance);
    let figures: Vec<&Figure> = sections.iter().flat_map(|section| &section.figures).collect();
    let mut columns = [HEAD; 2];
    // Each goes where there is more room.
    let placed: Vec<(f64, f64, &Figure)> = figures
        .into_iter()
        .map(|figure| {
            let column = usize::from(columns[1] < columns[0]);
            let (x, y) = (EDGE + column as f64 * (WIDTH + GUTTER), columns[column]);
            columns[column] += CAPTION + figure.drawing.height + 22.0;
            (x, y, figure)
        })
        .collect();
    let (width, height) = (2.0 * EDGE + 2.0 * WIDTH + GUTTER, columns[0].max(columns[1]) + EDGE / 2.0);
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
