//! Pages that say what went wrong.

use maud::{Markup, html};

use super::document::DESCRIPTION;
use super::drawing::dark_planet;
use super::shell::{Shell, Tab};
use crate::error::Error;

/// A page that says what went wrong and what can be done.
pub(crate) fn error(error: &Error) -> Markup {
    let refusal = error.refusal();
    let (heading, advice) = match error {
        Error::NotFound(_) => ("This table is not on the map.", ""),
        Error::Refused(refusal) if refusal.code == atlas_core::Code::Game => {
            ("This game is not on the map.", "")
        }
        Error::TooMany(_) => ("A little slower, please.", "Try again in 10 seconds."),
        Error::Closing | Error::Store(_) => ("We cannot reach the table.", "Your seat is kept."),
        Error::Forbidden(message) if message.contains("banned") => (
            "The door is closed for you.",
            "If you think this is a mistake, write to the people who run this server.",
        ),
        Error::Forbidden(_) => ("That is not yours to do.", ""),
        Error::Conflict => ("The table has changed.", "Look at it again and choose."),
        Error::Damaged(_) => ("This match cannot be shown.", ""),
        Error::Refused(_) => ("That did not work.", ""),
    };
    let again = error.is_temporary() || matches!(error, Error::TooMany(_));
    let body = html! {
        div.empty {
            (dark_planet())
            h1 { (heading) }
            p data-reason { (refusal) }
            @if !advice.is_empty() { p.quiet { (advice) } }
            @if again { a.button.primary href="/" data-again { "Try again" } }
            @else { a.button.primary href="/" { "Home" } }
        }
    };
    Shell {
        title: heading,
        description: DESCRIPTION,
        public: false,

        preview: None,
        tab: Tab::None,
        name: None,
        class: "narrow",
    }
    .show(&body)
}
