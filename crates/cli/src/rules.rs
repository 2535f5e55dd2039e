//! `atlas rules` and `atlas games`.

use atlas_catalog::{GAMES, GameEntry, find};
use atlas_core::Rulebook;

use crate::{Done, print};

pub(crate) fn games() -> Done {
    let line = |game: &GameEntry| {
        let facts = game.facts;
        let content = (game.content)().map_or(String::new(), |hash| format!("{:19}content {hash}\n", ""));
        let players = match (facts.min_seats, facts.max_seats) {
            (min, max) if min == max => min.to_string(),
            (min, max) => format!("{min}-{max}"),
        };
        format!("{:<18} {} ({players} players)\n{:19}{}\n{content}", facts.id, facts.name, "", facts.pitch)
    };
    print(&GAMES.games().iter().map(line).collect::<String>())
}

pub(crate) fn rules(game: Option<&str>, id: Option<&str>) -> Done {
    match (game, id) {
        (None, _) => {
            let line = |game: &GameEntry| {
                let rules = game.rules.paragraphs().len();
                format!("{:<18} {rules} rules, {}-…\n", game.facts.id, game.rules.prefix)
            };
            print(&GAMES.games().iter().map(line).collect::<String>())
        }
        (Some(word), None) if find(word).is_err() => print(&one(word)?),
        (Some(game), None) => print(find(game).map_err(|refusal| refusal.to_string())?.rules.text),
        (Some(game), Some(id)) => {
            let book = find(game).map_err(|refusal| refusal.to_string())?.rules;
            print(&shown(&book, id)?)
        }
    }
}

/// The rule with this id, from any rule book.
pub(crate) fn one(id: &str) -> Result<String, String> {
    let Some(game) = GAMES.game_of_rule(id) else {
        let known: Vec<&str> = GAMES.games().iter().map(|game| game.facts.id).collect();
        return Err(format!(
            "{id:?} is neither a game ({}) nor the id of a rule, such as EL-23",
            known.join(", ")
        ));
    };
    shown(&game.rules, id)
}

fn shown(book: &Rulebook, id: &str) -> Result<String, String> {
    let rule = book.find(id).ok_or_else(|| {
        let rules = book.paragraphs();
        let (first, last) = (rules.first().map(|it| it.id.clone()), rules.last().map(|it| it.id.clone()));
        format!(
            "there is no rule {id}; the rules go from {} to {}",
            first.unwrap_or_default(),
            last.unwrap_or_default()
        )
    })?;
    Ok(format!("{}  {}  ({})\n\n{}\n", rule.id, rule.title, rule.section, plain(&rule.text)))
}

/// Formats Markdown for a terminal: fenced blocks, such as drawings of boards, are indented instead.
fn plain(text: &str) -> String {
    let mut fenced = false;
    let line = |line: &str| {
        if line.starts_with("```") {
            fenced = !fenced;
            None
        } else if fenced {
            Some(format!("    {line}").trim_end().to_owned())
        } else {
            Some(line.to_owned())
        }
    };
    text.lines().filter_map(line).collect::<Vec<_>>().join("\n")
}
