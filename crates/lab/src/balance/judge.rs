//! The goals for a fair game, and the verdicts on them.

/// The range in which a share should lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goal {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Goal {
    /// The goal for the share of games that the first player wins: 47 to 53 % with two seats.
    pub fn of_seats(seats: usize) -> Goal {
        Goal::around(seats, 0.06)
    }

    /// The goal for the share of a play that is made by the winner: 0.45 to 0.55 with two seats.
    pub fn of_deeds(seats: usize) -> Goal {
        Goal::around(seats, 0.1)
    }

    fn around(seats: usize, leeway: f64) -> Goal {
        let fair = 1.0 / seats as f64;
        Goal { low: fair * (1.0 - leeway), high: fair * (1.0 + leeway) }
    }

    /// Compares an estimate and its interval with the goal.
    pub fn judge(&self, rate: f64, interval: (f64, f64)) -> Verdict {
        // The tolerance prevents a share exactly on the edge from being outside because of rounding.
        let inside = |share: f64| (self.low - 1e-9..=self.high + 1e-9).contains(&share);
        let certain = if inside(rate) {
            inside(interval.0) && inside(interval.1)
        } else {
            interval.1 < self.low || interval.0 > self.high
        };
        match (inside(rate), certain) {
            (true, true) => Verdict::Within,
            (true, false) => Verdict::WithinPerhaps,
            (false, true) => Verdict::Outside,
            (false, false) => Verdict::OutsidePerhaps,
        }
    }
}

/// The verdict on a goal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// The goal is met: the whole interval lies within it.
    Within,
    /// The estimate lies within the goal, but part of the interval does not.
    WithinPerhaps,
    /// The estimate lies outside the goal, but part of the interval lies within.
    OutsidePerhaps,
    /// The goal is missed: the whole interval lies outside it.
    Outside,
}

impl Verdict {
    /// Whether the estimate lies within the goal.
    pub fn is_within(self) -> bool {
        matches!(self, Verdict::Within | Verdict::WithinPerhaps)
    }

    /// The verdict in words, with a symbol that does not depend on colour.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Within => "✓ within",
            Verdict::WithinPerhaps => "✓ within, perhaps",
            Verdict::OutsidePerhaps => "✗ outside, perhaps",
            Verdict::Outside => "✗ outside",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_scale_with_the_number_of_seats() {
        let near = |goal: Goal, low: f64, high: f64| {
            assert!((goal.low - low).abs() < 1e-12 && (goal.high - high).abs() < 1e-12, "{goal:?}");
        };
        near(Goal::of_seats(2), 0.47, 0.53);
        near(Goal::of_deeds(2), 0.45, 0.55);
        near(Goal::of_seats(4), 0.235, 0.265);
    }

    #[test]
    fn a_verdict_is_certain_when_the_interval_does_not_cross_the_edge() {
        let goal = Goal::of_deeds(2);
        assert_eq!(goal.judge(0.5, (0.46, 0.54)), Verdict::Within);
        assert_eq!(goal.judge(0.5, (0.46, 0.56)), Verdict::WithinPerhaps);
        assert_eq!(goal.judge(0.56, (0.54, 0.58)), Verdict::OutsidePerhaps);
        assert_eq!(goal.judge(0.44, (0.43, 0.46)), Verdict::OutsidePerhaps);
        assert_eq!(goal.judge(0.44, (0.43, 0.449)), Verdict::Outside);
        assert_eq!(goal.judge(0.55, (0.551, 0.56)), Verdict::WithinPerhaps, "the edge belongs to the goal");
    }
}
