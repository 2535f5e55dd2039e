//! Times and dates in words.

use maud::{Markup, html};

const MINUTE: i64 = 60 * 1000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// How long ago something was, with the time in a form that browsers understand.
pub(super) fn ago(at: i64, now: i64) -> Markup {
    html! { time datetime=(iso(at)) title={ (date(at)) ", " (clock(at)) " UTC" } { (words(at, now)) } }
}

/// The day on which something was, with the time in a form that browsers understand.
pub(super) fn day(at: i64) -> Markup {
    html! { time datetime=(iso(at)) title={ (clock(at)) " UTC" } { (date(at)) } }
}

/// How long ago something was.
fn words(at: i64, now: i64) -> String {
    let plural =
        |number: i64, word: &str| format!("{number} {word}{} ago", if number == 1 { "" } else { "s" });
    match now - at {
        past if past < MINUTE => "just now".to_owned(),
        past if past < HOUR => format!("{} min ago", past / MINUTE),
        past if past < DAY => plural(past / HOUR, "hour"),
        past if past < 2 * DAY => "yesterday".to_owned(),
        past if past < 30 * DAY => plural(past / DAY, "day"),
        past if past < 365 * DAY => plural(past / (30 * DAY), "month"),
        past => plural(past / (365 * DAY), "year"),
    }
}

/// A date, such as `18 November 2026`.
fn date(at: i64) -> String {
    let (year, month, day) = civil(at.div_euclid(DAY));
    format!("{day} {} {year}", MONTHS[month as usize - 1])
}

/// A time of day, such as `03:50`.
fn clock(at: i64) -> String {
    let minutes = at.rem_euclid(DAY) / MINUTE;
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn iso(at: i64) -> String {
    let (year, month, day) = civil(at.div_euclid(DAY));
    let seconds = at.rem_euclid(DAY) / 1000;
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// Year, month and day of a number of days since 1970, in the Gregorian calendar.
fn civil(days: i64) -> (i64, i64, i64) {
    // Years begin in March here, so that the leap day is the last day of a year.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_in_words() {
        for (seconds, day, precise) in [
            (0, "1 January 1970", "1970-01-01T00:00:00Z"),
            (951_782_399, "28 February 2000", "2000-02-28T23:59:59Z"),
            (951_782_400, "29 February 2000", "2000-02-29T00:00:00Z"),
            (1_794_973_806, "18 November 2026", "2026-11-18T03:50:06Z"),
        ] {
            assert_eq!(date(seconds * 1000), day);
            assert_eq!(iso(seconds * 1000), precise);
        }
        assert_eq!(clock(1_794_973_806_000), "03:50");
    }

    #[test]
    fn times_are_relative() {
        for (past, text) in [
            (-5, "just now"),
            (59 * 1000, "just now"),
            (2 * MINUTE, "2 min ago"),
            (HOUR, "1 hour ago"),
            (5 * HOUR, "5 hours ago"),
            (DAY, "yesterday"),
            (3 * DAY, "3 days ago"),
            (70 * DAY, "2 months ago"),
            (800 * DAY, "2 years ago"),
        ] {
            assert_eq!(words(1_000 * DAY - past, 1_000 * DAY), text);
        }
    }
}
