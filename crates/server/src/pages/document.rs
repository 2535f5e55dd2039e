//! What all pages have in common: the head of the document, and the settings.

use maud::{DOCTYPE, Markup, html};

use super::{head, icon};
use crate::assets;

/// A page without its body.
pub(crate) struct Document<'a> {
    /// The title of the browser's tab.
    pub(crate) title: &'a str,
    /// One sentence for search engines and for those to whom the link is sent.
    pub(crate) description: &'a str,
    /// Whether search engines may list the page.
    pub(crate) public: bool,
    /// The address of the picture for those to whom the link is sent; `None` for the product's own.
    pub(crate) preview: Option<&'a str>,
    /// The class of the body.
    pub(crate) class: &'static str,
    /// The scripts of the page.
    pub(crate) scripts: &'static [&'static str],
}

/// The description of pages that have no better one.
pub(crate) const DESCRIPTION: &str =
    "Four worlds, one table: play with friends or bots in the browser. No account, nothing to install.";

impl Document<'_> {
    /// The whole page.
    pub(crate) fn show(&self, body: &Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="color-scheme" content="light dark";
                    meta name="description" content=(self.description);
                    meta property="og:site_name" content="Atlas";
                    meta property="og:type" content="website";
                    meta property="og:title" content=(self.title);
                    meta property="og:description" content=(self.description);
                    @if !self.public { meta name="robots" content="noindex"; }
                    title { (self.title) }
                    link rel="preload" href=(assets::url("figtree.woff2")) as="font" type="font/woff2" crossorigin;
                    link rel="preload" href=(assets::url("alegreya.woff2")) as="font" type="font/woff2" crossorigin;
                    link rel="stylesheet" href=(assets::url("style.css"));
                    // This one runs before anything is drawn.
                    script src=(assets::url("theme.js")) {}
                    (head::pictures(self.preview, self.title))
                    @for script in self.scripts { script src=(assets::url(script)) type="module" {} }
                }
                body class=(self.class) { (body) }
            }
        }
    }
}

/// The settings, which the browser keeps.
pub(crate) fn settings() -> Markup {
    let switch = |name: &str, text: &str| {
        html! { label.switch { input type="checkbox" data-setting=(name); span { (text) } } }
    };
    html! {
        fieldset.settings {
            legend { "Settings" }
            label.choice {
                span { "Theme" }
                select data-setting="theme" {
                    option value="" { "Like the system" }
                    option value="light" { "Light" }
                    option value="dark" { "Dark" }
                }
            }
            (switch("sound", "Sound"))
            (switch("still", "Reduce motion"))
            (switch("confirm", "Confirm each move"))
            (switch("forced", "Play forced moves automatically"))
            (switch("keys", "Single-key shortcuts"))
        }
    }
}

/// A button that changes the theme, for headers.
pub(crate) fn theme_button() -> Markup {
    html! {
        button.plain type="button" data-theme-button aria-label="Light or dark" title="Light or dark" { (icon::moon()) }
    }
}
