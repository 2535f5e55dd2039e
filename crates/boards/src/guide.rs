//! A newcomer's first game, one thing at a time: what all games' guides look like.

use maud::{Markup, html};

/// The guide of a game.
pub(crate) struct Guide {
    /// Whose rule book tells more.
    pub(crate) game: &'static str,
    /// What the classes of the game's style sheet begin with.
    pub(crate) prefix: &'static str,
    /// How many things there are to learn.
    pub(crate) lessons: usize,
}

/// One thing to learn.
pub(crate) struct Lesson {
    pub(crate) title: String,
    pub(crate) text: Vec<String>,
    /// Where the rule book tells more, by rule and title.
    pub(crate) rules: Vec<(&'static str, &'static str)>,
}

impl Guide {
    pub(crate) fn show(&self, number: usize, lesson: &Lesson) -> Markup {
        html! {
            section class={ (self.prefix) "-guide" } aria-label="Your first game" {
                p class={ (self.prefix) "-step" } { "Your first game, " (number) " of " (self.lessons) }
                h2 { (lesson.title) }
                @for sentence in &lesson.text { p { (sentence) } }
                p class={ (self.prefix) "-more" } {
                    "In the rules: "
                    @for (n, (rule, title)) in lesson.rules.iter().enumerate() {
                        @if n > 0 { ", " }
                        a href={ "/rules/" (self.game) "#" (rule) } { (title) }
                    }
                }
            }
        }
    }
}
