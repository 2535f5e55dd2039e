//! Plots as SVG. They are narrow enough for a phone; wider screens show them in two columns.
//!
//! Colours come from the style sheet. No information is conveyed by colour alone.

use maud::{Markup, html};

use super::Histogram;
use super::judge::{Goal, Verdict};

/// The width of every plot.
pub(super) const WIDTH: f64 = 380.0;
/// The left edge of the plot area, after the labels.
const LEFT: f64 = 118.0;
/// The right edge of the plot area, before the numbers.
const RIGHT: f64 = 306.0;

/// A finished plot.
pub(super) struct Drawing {
    pub(super) height: f64,
    pub(super) body: Markup,
}

/// The symbol of an estimate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// ●, or ✗ if the estimate misses the goal.
    Round,
    /// ◇.
    Hollow,
}

/// An estimate with its interval.
pub(super) struct Mark {
    rate: f64,
    interval: (f64, f64),
    shape: Shape,
    verdict: Option<Verdict>,
}

impl Mark {
    pub(super) fn of(rate: f64, interval: (f64, f64), shape: Shape, verdict: Option<Verdict>) -> Mark {
        Mark { rate, interval, shape, verdict }
    }

    fn misses(&self) -> bool {
        self.verdict.is_some_and(|verdict| !verdict.is_within())
    }
}

/// A row of a forest plot: a label and its estimates.
pub(super) struct Line {
    pub(super) label: String,
    /// The index of the kind of bot.
    pub(super) series: usize,
    pub(super) marks: Vec<Mark>,
}

/// A forest plot: estimates with their intervals, drawn over the range of a goal.
pub(super) struct Forest<'a> {
    pub(super) goal: Goal,
    /// The neutral share.
    pub(super) fair: f64,
    /// Formats a share.
    pub(super) write: fn(f64) -> String,
    pub(super) legend: &'a [(Shape, &'a str)],
    pub(super) lines: Vec<Line>,
}

/// The scale from shares to x coordinates.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        LEFT + share.clamp(0.0, 1.0) * (RIGHT - LEFT)
    }

    fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// Draws forest plots, all on the same scale.
pub(super) fn forest(plots: &[Forest<'_>]) -> Vec<Drawing> {
    let Some(Forest { fair, goal, .. }) = plots.first() else { return Vec::new() };
    // Wide enough for all estimates and most intervals. A few wide intervals are cut off, or they would squeeze the
    // rest.
    let marks = || plots.iter().flat_map(|plot| &plot.lines).flat_map(|line| &line.marks);
    let room = 0.3 * (goal.high - goal.low);
    let low = marks().map(|mark| mark.rate).fold(goal.low - room, f64::min);
    let high = marks().map(|mark| mark.rate).fold(goal.high + room, f64::max);
    let ends = (
        marks().map(|mark| mark.interval.0).fold(low, f64::min),
        marks().map(|mark| mark.interval.1).fold(high, f64::max),
    );
    let scale =
        Scale { low: ends.0.max(fair - 1.5 * (fair - low)), high: ends.1.min(fair + 1.5 * (high - fair)) };
    plots.iter().map(|plot| draw_forest(plot, &scale)).collect()
}

fn draw_forest(plot: &Forest<'_>, scale: &Scale) -> Drawing {
    const TOP: f64 = 20.0;
    const STEP: f64 = 16.0;
    const GAP: f64 = 8.0;
    let rows: f64 = plot.lines.iter().map(|line| GAP + STEP * line.marks.len() as f64).sum();
    let foot = TOP + rows + GAP / 2.0;
    let height = foot + 18.0 + 15.0 * plot.legend.len() as f64;
    let tick = step(scale.high - scale.low, 5.0);
    let ticks = (-10..=10).map(|n| plot.fair + f64::from(n) * tick).filter(|share| scale.holds(*share));
    let (left, right) = (scale.at(plot.goal.low), scale.at(plot.goal.high));
    let mut y = TOP;
    let body = html! {
        rect.goal x=(at(left)) y=(at(TOP - 6.0)) width=(at(right - left)) height=(at(foot - TOP + 6.0)) {}
        text.small.middle x=(at(f64::midpoint(left, right))) y=(at(TOP - 10.0)) { "goal" }
        @for share in ticks {
            line.grid x1=(at(scale.at(share))) x2=(at(scale.at(share))) y1=(at(TOP - 6.0)) y2=(at(foot)) {}
            text.small.middle x=(at(scale.at(share))) y=(at(foot + 13.0)) { (short(plot.write, share)) }
        }
        line.fair x1=(at(scale.at(plot.fair))) x2=(at(scale.at(plot.fair))) y1=(at(TOP - 6.0)) y2=(at(foot)) {}
        @for line in &plot.lines {
            @let middle = y + GAP / 2.0 + STEP * line.marks.len() as f64 / 2.0;
            text.label x="0" y=(at(middle + 4.0)) { (fitted(&line.label)) @if fitted(&line.label) != line.label { title { (line.label) } } }
            @for (number, mark) in line.marks.iter().enumerate() {
                @let here = y + GAP / 2.0 + STEP * (number as f64 + 0.5);
                (estimate(mark, scale, here, line.series))
                text.number.missed[mark.misses()].quiet[mark.shape == Shape::Hollow] x=(at(RIGHT + 8.0)) y=(at(here + 4.0)) {
                    @match mark.verdict {
                        Some(verdict) if verdict.is_within() => "✓ ",
                        Some(_) => "✗ ",
                        None if mark.shape == Shape::Hollow => "◇ ",
                        None if !plot.legend.is_empty() => "● ",
                        None => "",
                    }
                    ((plot.write)(mark.rate))
                }
            }
            @let () = y += GAP + STEP * line.marks.len() as f64;
        }
        @for (number, (shape, words)) in plot.legend.iter().enumerate() {
            @let here = foot + 18.0 + 15.0 * number as f64 + 8.0;
            @let series = plot.lines.first().map_or(0, |line| line.series);
            (symbol(*shape, false, LEFT + 6.0, here - 4.0, series))
            text.small x=(at(LEFT + 16.0)) y=(at(here)) { (words) }
        }
    };
    Drawing { height, body }
}

/// An estimate with its interval. An arrow shows where the interval continues beyond the edge.
fn estimate(mark: &Mark, scale: &Scale, y: f64, series: usize) -> Markup {
    let (low, high) = mark.interval;
    html! {
        line class={ "whisker s" (series) } x1=(at(scale.at(low))) x2=(at(scale.at(high))) y1=(at(y)) y2=(at(y)) {}
        @if low < scale.low {
            path class={ "arrow s" (series) } d={ "M" (at(LEFT + 4.0)) " " (at(y - 3.5)) "l-5 3.5l5 3.5" } {}
        }
        @if high > scale.high {
            path class={ "arrow s" (series) } d={ "M" (at(RIGHT - 4.0)) " " (at(y - 3.5)) "l5 3.5l-5 3.5" } {}
        }
        (symbol(mark.shape, mark.misses(), scale.at(mark.rate), y, series))
    }
}

fn symbol(shape: Shape, misses: bool, x: f64, y: f64, series: usize) -> Markup {
    html! {
        @match (shape, misses) {
            (Shape::Round, false) => circle class={ "dot s" (series) } cx=(at(x)) cy=(at(y)) r="4.5" {},
            (Shape::Round, true) => path.cross d={ "M" (at(x - 4.5)) " " (at(y - 4.5)) "l9 9m0 -9l-9 9" } {},
            (Shape::Hollow, _) => path class={ "hollow s" (series) } d={ "M" (at(x)) " " (at(y - 5.0)) "l5 5l-5 5l-5 -5z" } {},
        }
    }
}

/// Bars under a common heading.
pub(super) struct Group {
    pub(super) name: String,
    /// One bar for each kind of bot.
    pub(super) bars: Vec<Bar>,
}

/// A share with its name and its text.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) share: f64,
    pub(super) written: String,
}

/// Draws shares as bars.
pub(super) fn bars(groups: &[Group]) -> Drawing {
    const STEP: f64 = 17.0;
    const HEAD: f64 = 19.0;
    const GAP: f64 = 7.0;
    const FROM: f64 = 62.0;
    let most = groups.iter().flat_map(|group| &group.bars).map(|bar| bar.share).fold(0.01, f64::max);
    let width = |share: f64| share / most * (RIGHT - FROM);
    let mut y = 0.0;
    let body = html! {
        @for Group { name, bars } in groups {
            text.label.strong x="0" y=(at(y + 13.0)) { (name) }
            @for (number, bar) in bars.iter().enumerate() {
                @let top = y + HEAD + STEP * number as f64;
                text.small x="0" y=(at(top + 11.0)) { (bar.name) }
                rect class={ "bar s" (number) } x=(at(FROM)) y=(at(top)) width=(at(width(bar.share))) height=(at(STEP - 3.0)) {}
                text.number x=(at(FROM + width(bar.share) + 6.0)) y=(at(top + 11.5)) { (bar.written) }
            }
            @let () = y += HEAD + STEP * bars.len() as f64 + GAP;
        }
    };
    Drawing { height: y, body }
}

/// Draws the distribution of game lengths, on the same scale for each histogram of `all`. Returns `None` if all games
/// have the same length.
pub(super) fn histogram(lengths: &Histogram, all: &[Histogram], series: usize) -> Option<Drawing> {
    const TOP: f64 = 20.0;
    const FOOT: f64 = 140.0;
    const FROM: f64 = 34.0;
    let used = || all.iter().filter(|it| it.games() > 0);
    let shortest = used().map(|it| it.quantile(0.0)).min().unwrap_or(0);
    let longest = used().map(|it| it.quantile(1.0)).max().unwrap_or(0);
    if shortest == longest {
        return None;
    }
    // At most 40 bins, each with the same number of lengths.
    let wide = (longest - shortest + 1).div_ceil(40);
    let bins = (longest - shortest + 1).div_ceil(wide);
    let share = |of: &Histogram, bin: u32| {
        let from = shortest + bin * wide;
        of.0.range(from..from + wide).map(|(_, games)| games).sum::<u64>() as f64 / of.games() as f64
    };
    let most = used().flat_map(|of| (0..bins).map(|bin| share(of, bin))).fold(0.01, f64::max);
    let column = (WIDTH - FROM) / f64::from(bins);
    let x = |length: f64| FROM + (length - f64::from(shortest)) / f64::from(wide) * column;
    let y = |share: f64| FOOT - share / most * (FOOT - TOP);
    let grid = step(most, 5.0);
    let mark = step(f64::from(longest - shortest + 1), 6.0).max(1.0);
    let marks = (0..=400).map(|n| f64::from(n) * mark);
    let marks = marks.filter(|n| (f64::from(shortest)..=f64::from(longest)).contains(n));
    // The offset from the left edge of a length to its middle.
    let middle = 0.5 / f64::from(wide) * column;
    let mean = x(lengths.mean()) + middle;
    let body = html! {
        @for share in (0..=10).map(|n| f64::from(n) * grid).filter(|share| *share <= most) {
            line.grid x1=(at(FROM)) x2=(at(WIDTH)) y1=(at(y(share))) y2=(at(y(share))) {}
            text.small.end x=(at(FROM - 4.0)) y=(at(y(share) + 4.0)) { (format!("{:.0} %", 100.0 * share)) }
        }
        @for bin in 0..bins {
            @let top = y(share(lengths, bin));
            @if top < FOOT {
                rect class={ "bar s" (series) } x=(at(FROM + column * f64::from(bin) + column * 0.06)) y=(at(top)) width=(at(column * 0.88)) height=(at(FOOT - top)) {}
            }
        }
        @for n in marks {
            text.small.middle x=(at(x(n) + middle)) y=(at(FOOT + 14.0)) { (n) }
        }
        line.mean x1=(at(mean)) x2=(at(mean)) y1=(at(TOP - 6.0)) y2=(at(FOOT)) {}
        text.small.middle x=(at(mean.clamp(FROM + 24.0, WIDTH - 24.0))) y=(at(TOP - 9.0)) { "mean " (format!("{:.1}", lengths.mean())) }
    };
    Some(Drawing { height: FOOT + 20.0, body })
}

/// A round step that divides a span into at most `most` parts.
fn step(span: f64, most: f64) -> f64 {
    let least = span / most;
    let unit = 10.0_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|n| n * unit)
        .find(|step| *step >= least * 0.999)
        .unwrap_or(10.0 * unit)
}

/// The label of a tick: a share without trailing zeros.
fn short(write: fn(f64) -> String, share: f64) -> String {
    write(share).replace(".0 %", " %").trim_end_matches('0').to_owned()
}

/// A label, shortened if it does not fit before the plot.
fn fitted(name: &str) -> String {
    const MOST: usize = 18;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}

/// A coordinate, rounded to one decimal place.
fn at(coordinate: f64) -> String {
    let text = format!("{coordinate:.1}");
    text.trim_end_matches(".0").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_few() {
        for (span, most, expected) in
            [(0.45, 5.0, 0.1), (0.5, 5.0, 0.1), (0.51, 5.0, 0.2), (60.0, 6.0, 10.0), (7.0, 6.0, 2.0)]
        {
            assert!((step(span, most) - expected).abs() < 1e-9, "{span} in {most} by {}", step(span, most));
        }
    }

    #[test]
    fn long_labels_are_shortened_and_coordinates_are_rounded() {
        assert_eq!(fitted("Venture Mercury"), "Venture Mercury");
        assert_eq!(fitted("Venture Ambassadors"), "Venture Ambassado…");
        assert_eq!((at(12.04), at(12.25)), ("12".to_owned(), "12.2".to_owned()));
    }
}
