//! The frame of the pages around the table: header, navigation, the person's menu and the list of shortcuts.

use atlas_catalog::GAMES;
use maud::{Markup, html};

use super::document::{DESCRIPTION, Document, settings, theme_button};
use super::icon;

/// The page that the navigation marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tab {
    /// The home page.
    Play,
    /// The open tables.
    Lobby,
    /// The person's matches.
    Games,
    /// The rule books.
    Rules,
    /// A page that is not in the navigation.
    None,
}

/// A page around the table.
pub(super) struct Shell<'a> {
    /// The title of the browser's tab.
    pub(super) title: &'a str,
    /// One sentence for search engines.
    pub(super) description: &'a str,
    /// Whether search engines may list the page.
    pub(super) public: bool,
    /// The address of the picture for those to whom the link is sent; `None` for the product's own.
    pub(super) preview: Option<&'a str>,
    /// The page that the navigation marks.
    pub(super) tab: Tab,
    /// The name of the person; `None` on pages that do not know it.
    pub(super) name: Option<&'a str>,
    /// The class of the main part.
    pub(super) class: &'a str,
}

impl Shell<'_> {
    /// A page with this title, which search engines do not list.
    pub(super) fn private<'a>(title: &'a str, tab: Tab, name: &'a str, class: &'a str) -> Shell<'a> {
        Shell { title, description: DESCRIPTION, public: false, preview: None, tab, name: Some(name), class }
    }

    /// The whole page.
    pub(super) fn show(&self, body: &Markup) -> Markup {
        let body = html! {
            a.skip href="#main" { "Skip to the content" }
            (self.header())
            main #main class=(self.class) { (body) }
            (shortcuts())
        };
        let scripts = &["site.js", "copy.js"];
        Document {
            title: self.title,
            description: self.description,
            public: self.public,
            preview: self.preview,
            class: "site",
            scripts,
        }
        .show(&body)
    }

    fn header(&self) -> Markup {
        let link = |tab: Tab, href: &str, icon: Markup, text: Markup| {
            let current = (tab == self.tab).then_some("page");
            html! { a.tab href=(href) aria-current=[current] { (icon) span { (text) } } }
        };
        html! {
            header.top {
                a.brand href="/" { (icon::mark()) span { "Atlas" } }
                nav.tabs aria-label="Pages" {
                    (link(Tab::Play, "/", icon::play(), html! { "Play" }))
                    (link(Tab::Lobby, "/lobby", icon::people(), html! { "Lobby" }))
                    (link(Tab::Games, "/games", icon::log(), html! { span.your { "Your games" } span.short { "Games" } }))
                    details.drop.books name="top" {
                        summary.tab aria-current=[(self.tab == Tab::Rules).then_some("true")] {
                            (icon::rules()) span { "Rules" }
                        }
                        div.panel {
                            ul {
                                @for game in GAMES.games() {
                                    li { a href={ "/rules/" (game.facts.id) } { (game.facts.name) } }
                                }
                                li { a href="/rules" { "All rule books" } }
                            }
                        }
                    }
                }
                span.space {}
                (theme_button())
                @if let Some(name) = self.name { (person(name)) }
            }
        }
    }
}

/// The menu of the person: their name, their games and the settings.
fn person(name: &str) -> Markup {
    html! {
        details.drop.person name="top" {
            summary.tab title="Your name, your games and the settings" {
                (icon::person()) span.my-name data-my-name { (name) } span.you { "You" }
            }
            div.panel {
                form.name method="post" action="/name" {
                    label for="name" { "Your name" }
                    div.field {
                        input #name name="name" value=(name) maxlength="24" required autocomplete="nickname"
                            spellcheck="false" aria-describedby="name-note";
                        button { "Save" }
                    }
                    p #name-note.note role="status" {}
                }
                a.item href="/games" { (icon::log()) "Your games" }
                button.item.plain type="button" data-dialog="shortcuts" { (icon::help()) "Keyboard shortcuts" }
                (settings())
            }
        }
    }
}

/// The list of keyboard shortcuts, which `?` opens.
fn shortcuts() -> Markup {
    let key = |keys: &str, text: &str| html! { div { dt { kbd { (keys) } } dd { (text) } } };
    html! {
        dialog #shortcuts aria-labelledby="shortcuts-title" {
            div.dialog-head {
                h2 #shortcuts-title { "Keyboard shortcuts" }
                form method="dialog" {
                    button.plain aria-label="Close" title="Close" { (icon::close()) }
                }
            }
            h3 { "On every page" }
            dl {
                (key("?", "Show this list"))
                (key("/", "Search the rules, on a page with rules"))
                (key("Esc", "Close a menu or a dialog"))
            }
            h3 { "At a table" }
            dl {
                (key("Arrow keys", "Move between the things that are lit"))
                (key("Enter", "Pick the thing that has the focus"))
                (key("Shift Enter", "Play what is picked"))
                (key("Space", "Pass, or finish a running animation"))
                (key("U", "Undo"))
                (key("H", "Hint"))
                (key("L C R T", "Log, Chat, Rules, Table"))
            }
            p.quiet { "Single-key shortcuts can be switched off in the settings." }
        }
    }
}
