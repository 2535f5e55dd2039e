//! The guide through a newcomer's first game: the layout that all games share.

use maud::{Markup, html};

/// The guide of a game.
pub(crate) struct Guide {
    /// The id of the game, for links to its rule book.
    pub(crate) game: &'static str,
    /// The number of lessons.
    pub(crate) lessons: usize,
}

/// One lesson.
pub(crate) struct Lesson {
    pub(crate) title: String,
    pub(crate) text: Vec<String>,
    /// Links to the rule book: rule ids with titles.
    pub(crate) rules: Vec<(&'static str, &'static str)>,
}

impl Guide {
    pub(crate) fn show(&self, number: usize, lesson: &Lesson) -> Markup {
        html! {
            section.lesson aria-label="Your first game" {
                p.lesson-number { "Your first game, " (number) " of " (self.lessons) }
                h2 { (lesson.title) }
                div.lesson-text { @for sentence in &lesson.text { p { (sentence) } } }
                p.lesson-rules {
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
