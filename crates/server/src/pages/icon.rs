//! Icons: lines on a grid of 24 by 24, drawn in the colour of the text.

use maud::{Markup, html};

/// An icon with its name, for those who write pages.
macro_rules! icons {
    ($($name:ident $path:literal)*) => { $(
        #[doc = concat!("The icon `", stringify!($name), "`.")]
        pub(crate) fn $name() -> Markup {
            icon($path)
        }
    )* };
}

fn icon(path: &str) -> Markup {
    html! { svg.icon viewBox="0 0 24 24" aria-hidden="true" { path d=(path) {} } }
}

icons! {
    log "M4 6h16M4 12h10M4 18h13"
    chat "M4 5h16v11H10l-4 4v-4H4Z"
    rules "M12 6c-2-1.5-5-1.5-8-1v13c3-.5 6-.5 8 1 2-1.5 5-1.5 8-1V5c-3-.5-6-.5-8 1Zm0 0v13"
    table "M3 7h18M5 7v3h14V7M7 10v9M17 10v9"
    hint "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.5.4.8 1 .8 1.6h5.4c0-.6.3-1.2.8-1.6A6 6 0 0 0 12 3Z"
    undo "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"
    close "M5 5l14 14M19 5 5 19"
    sound "M4 9v6h4l5 4V5L8 9Zm12-1a5.5 5.5 0 0 1 0 8M18.5 5a9.5 9.5 0 0 1 0 14"
    muted "M4 9v6h4l5 4V5L8 9Zm12 .5 5 5m0-5-5 5"
    moon "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z"
    full_screen "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"
    help "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18ZM9.5 9.5A2.5 2.5 0 0 1 12 7.5c1.5 0 2.5 1 2.5 2.2 0 1.8-2.5 2-2.5 3.8M12 16.6v.1"
    people "M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 1 0 0 7ZM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.3M18 14.5c2.2.8 3.5 2.6 3.5 5.5"
    play "M7 4.5v15l12-7.5Z"
    pause "M8 5v14M16 5v14"
    first "M6 5v14M18 5.5 9.5 12l8.5 6.5"
    back "M15 5l-7 7 7 7"
    forward "M9 5l7 7-7 7"
    last "M18 5v14M6 5.5l8.5 6.5L6 18.5"
    plus "M12 5v14M5 12h14"
    link "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17"
    home "M4 11.5 12 5l8 6.5V20h-5.5v-5h-5v5H4Z"
    search "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13ZM15.5 15.5 20 20"
    settings "M4 7h9M17 7h3M15 4.8v4.4M4 17h3M11 17h9M9 14.8v4.4"
    menu "M4 6h16M4 12h16M4 18h16"
    star "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8Z"
    robot "M6 9h12v9H6ZM12 9V5.5M12 4.6v.1M9.5 13v.5M14.5 13v.5M3.5 12v3M20.5 12v3"
    bin "M5 7h14M9.5 7V4.5h5V7M7 7l.8 13h8.4L17 7"
    person "M12 12a4 4 0 1 0 0-8a4 4 0 1 0 0 8ZM4.5 20.5c0-4.2 3.3-6.5 7.5-6.5s7.5 2.3 7.5 6.5"
    share "M12 14.5V4M8 7.5 12 3.5l4 4M6 11H4.5v9.5h15V11H18"
    download "M12 4v11M8 11.5l4 4 4-4M5 19.5h14"
}

/// The mark: a globe on two shoulders that read as an A.
pub(crate) fn mark() -> Markup {
    html! {
        svg.mark viewBox="0 0 32 32" aria-hidden="true" {
            path.mark-shoulders d="M4 29 13.2 17.5M28 29 18.8 17.5" {}
            circle cx="16" cy="9.5" r="6.5" {}
            path.mark-lines d="M9.6 9.5h12.8M16 3c-3.4 3.6-3.4 9.4 0 13M16 3c3.4 3.6 3.4 9.4 0 13" {}
        }
    }
}
