//! The rule books.

use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex, PoisonError};

use atlas_catalog::{Catalog, GameEntry};
use atlas_core::Rulebook;
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Options, Parser};

use super::drawing::thumb;
use super::example::example;
use super::icon;
use super::list::players;
use super::shell::{Shell, Tab};

/// The list of all rule books.
pub(crate) fn books(catalog: Catalog, name: &str) -> Markup {
    let body = html! {
        div.page-head { h1 { "Rules" } }
        ul.books-list {
            @for game in catalog.games() {
                li {
                    a href={ "/rules/" (game.facts.id) } {
                        (thumb(game))
                        span.what {
                            b { (game.facts.name) }
                            span.quiet { (game.facts.pitch) }
                            span.count.quiet { (icon::people()) (players(game)) " players" }
                        }
                    }
                }
            }
        }
    };
    let description = "The rules of every game on Atlas, with numbered rules and worked examples.";
    Shell {
        title: "Rules: Atlas",
        description,
        public: true,

        preview: None,
        tab: Tab::Rules,
        name: Some(name),
        class: "narrow",
    }
    .show(&body)
}

/// A rule book as a page. Every rule can be linked to.
pub(crate) fn book(game: &'static GameEntry, name: &str) -> Markup {
    let parts = drawn(game);
    let title = format!("Rules of {}", game.facts.name);
    let description = format!("The complete rules of {}. {}", game.facts.name, game.facts.pitch);
    let body = html! {
        @if let Some(defs) = game.defs { (defs()) }
        aside.contents {
            details open data-contents {
                summary { (icon::menu()) "Contents and search" }
                form role="search" {
                    label.unseen for="find" { "Search the rules" }
                    (icon::search())
                    input #find type="search" placeholder={ "Word or " (game.rules.prefix) "-05" }
                        autocomplete="off" spellcheck="false" enterkeyhint="search";
                    kbd { "/" }
                }
                p #found.quiet role="status" {}
                nav aria-label="Contents" {
                    ol { @for part in parts { li { a href={ "#" (part.id) } { (part.title) } } } }
                }
            }
        }
        article.rules {
            h1 { (game.facts.name) }
            @for part in parts {
                section aria-labelledby=(part.id) {
                    h2 id=(part.id) { (part.title) }
                    @for block in &part.blocks {
                        @match &block.rule {
                            Some(rule) => div.rule-block data-rule=(rule) { (PreEscaped(&block.html)) },
                            None => div.prose { (PreEscaped(&block.html)) },
                        }
                    }
                }
            }
        }
    };
    Shell {
        title: &title,
        description: &description,
        public: true,

        preview: None,
        tab: Tab::Rules,
        name: Some(name),
        class: "book",
    }
    .show(&body)
}

/// A part of a rule book.
struct Part {
    id: String,
    title: String,
    blocks: Vec<Block>,
}

/// A rule with its examples, or text between rules, as HTML.
struct Block {
    rule: Option<String>,
    html: String,
}

/// The parts of a rule book. They are drawn once, because a book has many boards.
fn drawn(game: &'static GameEntry) -> &'static [Part] {
    static DRAWN: LazyLock<Mutex<HashMap<&'static str, &'static [Part]>>> = LazyLock::new(Mutex::default);
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    drawn.entry(game.facts.id).or_insert_with(|| parts(game).leak())
}

fn parts(game: &GameEntry) -> Vec<Part> {
    let known: HashSet<String> = game.rules.paragraphs().into_iter().map(|rule| rule.id).collect();
    let mut parts: Vec<Part> = Vec::new();
    let mut text = String::new();
    let mut script: Option<String> = None;
    let mut fenced = false;
    let flush = |text: &mut String, parts: &mut Vec<Part>| {
        if let Some(block) = parts.last_mut().and_then(|part| part.blocks.last_mut()) {
            block.html.push_str(&markdown(text));
        }
        text.clear();
    };
    for line in game.rules.text.lines() {
        if let Some(lines) = &mut script {
            if line.starts_with("```") {
                let drawing = example(game, lines).into_string();
                if let Some(block) = parts.last_mut().and_then(|part| part.blocks.last_mut()) {
                    block.html.push_str(&drawing);
                }
                script = None;
            } else {
                lines.push_str(line);
                lines.push('\n');
            }
            continue;
        }
        if line == "```example" && !fenced {
            flush(&mut text, &mut parts);
            script = Some(String::new());
            continue;
        }
        fenced ^= line.starts_with("```");
        if let Some(title) = line.strip_prefix("## ").filter(|_| !fenced) {
            flush(&mut text, &mut parts);
            let blocks = vec![Block { rule: None, html: String::new() }];
            parts.push(Part { id: part_id(title), title: title.to_owned(), blocks });
        } else if let Some(id) = opening(&game.rules, line).filter(|_| !fenced) {
            flush(&mut text, &mut parts);
            if let Some(part) = parts.last_mut() {
                part.blocks.push(Block { rule: Some(id.to_owned()), html: String::new() });
            }
            let rest = line[2 + id.len()..].trim_start();
            let bold = if rest.starts_with("**") { "" } else { "**" };
            let rest = linked(&game.rules, &known, rest.strip_prefix("**").unwrap_or(rest));
            let anchor = format!("<a id=\"{id}\"></a><a class=\"rule-id\" href=\"#{id}\">{id}</a> ");
            text.extend([&anchor, bold, &rest, "\n"]);
        } else if fenced || line.starts_with("# ") {
            if fenced || line.starts_with("```") {
                text.push_str(line);
                text.push('\n');
            }
        } else {
            text.push_str(&linked(&game.rules, &known, line));
            text.push('\n');
        }
    }
    flush(&mut text, &mut parts);
    for part in &mut parts {
        part.blocks.retain(|block| !block.html.trim().is_empty());
    }
    parts
}

/// The id of the rule that begins with this line.
fn opening<'a>(book: &Rulebook, line: &'a str) -> Option<&'a str> {
    let id = line.strip_prefix("**")?.split([' ', '*']).next()?;
    (book.cited(id).len() == 1).then_some(id)
}

/// The text with links to the rules that it names.
fn linked(book: &Rulebook, known: &HashSet<String>, line: &str) -> String {
    let mut linked = String::with_capacity(line.len());
    let prefix = format!("{}-", book.prefix);
    let mut rest = line;
    while let Some(at) = rest.find(&prefix) {
        let (before, from) = rest.split_at(at);
        let end = from[prefix.len()..].find(|letter: char| !letter.is_ascii_alphanumeric());
        let id = &from[..end.map_or(from.len(), |end| prefix.len() + end)];
        linked.push_str(before);
        // Within code, a link would be shown as it is written.
        let in_code = linked.matches('`').count() % 2 == 1;
        if known.contains(id) && !in_code {
            linked.extend(["[", id, "](#", id, ")"]);
        } else {
            linked.push_str(id);
        }
        rest = &from[id.len()..];
    }
    linked + rest
}

fn markdown(text: &str) -> String {
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, Parser::new_ext(text, Options::ENABLE_TABLES));
    // The content security policy does not allow style attributes.
    html.replace(" style=\"text-align: right\"", " class=\"number\"")
        .replace(" style=\"text-align: left\"", "")
        .replace(" style=\"text-align: center\"", "")
        .replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<pre>", "<pre tabindex=\"0\">")
}

/// The id of a part, from its title.
fn part_id(title: &str) -> String {
    let letters =
        title.chars().map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' });
    let words: String = letters.collect();
    format!("part-{}", words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-"))
}

#[cfg(test)]
mod tests {
    use atlas_catalog::GAMES;

    use super::*;

    #[test]
    fn every_rule_has_one_anchor_and_every_part_an_id() {
        for game in GAMES.games() {
            let page = book(game, "Ann").into_string();
            for rule in game.rules.paragraphs() {
                let anchor = format!("<a id=\"{}\"></a>", rule.id);
                assert_eq!(page.matches(&anchor).count(), 1, "{anchor}");
            }
            assert!(!page.contains(" style="), "{}", game.facts.id);
            for part in drawn(game) {
                assert_eq!(page.matches(&format!("id=\"{}\"", part.id)).count(), 1, "{}", part.id);
            }
        }
    }

    #[test]
    fn every_example_of_a_game_with_boards_is_drawn_or_kept_as_text() {
        for game in GAMES.games() {
            let page = book(game, "Ann").into_string();
            let examples = game.rules.text.matches("```example\n").count();
            assert_eq!(page.matches("<figure class=\"example\">").count(), examples, "{}", game.facts.id);
            let boards = page.matches("class=\"stage\"").count();
            eprintln!(
                "{}: {boards} of {examples} examples are drawn, {} KB",
                game.facts.id,
                page.len() >> 10
            );
        }
    }

    #[test]
    fn rules_that_are_named_are_linked() {
        let book = GAMES.games()[0].rules;
        let known = HashSet::from(["EL-05".to_owned()]);
        assert_eq!(linked(&book, &known, "see EL-05."), "see [EL-05](#EL-05).");
        assert_eq!(linked(&book, &known, "`EL-05` and EL-999"), "`EL-05` and EL-999");
    }
}
