//! Writes a page with drawings: all cards, and tables from the beginning, the middle and the end of a game.
//!
//! `cargo run -p atlas-boards --example gallery -- /tmp/gallery.html` writes everything on one page. A second argument
//! selects one part: `cards`, or a table such as `4-mid`, `2-early-watched` or `2-moment`; for In the Shadow of Atlas
//! `atlas-12` for the table after 12 actions, `atlas-12-watched`, `atlas-end`, or `atlas-melt` for a pending choice;
//! and `covers` for the pictures in a list of games. `rift` writes all cards of Secure the Rift on their own page, and
//! `rift-sheet` writes some cards of each faction, large and small: the picture in the documentation.

use std::process::ExitCode;

use atlas_boards::enchanted_lands::page;
use atlas_boards::secure_the_rift::art;
use atlas_boards::{Board, BoardTable, STYLE};
use atlas_core::{Chance, Edition, Game, Insight, Match, Seat, Secret, Table, Viewer};
use atlas_enchanted_lands::{Card, EnchantedLands, Face, Options, Placed, Side, Stack, Suit};
use atlas_secure_the_rift::LibraryRef;
use atlas_shadow_of_atlas::ShadowOfAtlas;
use maud::{DOCTYPE, Markup, PreEscaped};

const NAMES: [&str; 4] = ["Ann", "Bartholomew", "Chloé", "Dmitri"];

/// All parts of the page.
const PARTS: [&str; 14] = [
    "covers",
    "cards",
    "2-early",
    "3-mid",
    "2-moment",
    "4-mid",
    "4-end",
    "2-mid-all",
    "atlas-0",
    "atlas-25",
    "atlas-melt",
    "atlas-place",
    "atlas-25-watched",
    "atlas-end",
];

/// The styles of the page around the boards.
const AROUND: &str = "body{margin:0 auto;padding:8px;font-family:system-ui,sans-serif;\
    background:light-dark(#fbf8f1,#10161a);color:light-dark(#222,#eee)}\
    .stage{container:stage/size;position:relative;height:608px;max-width:1200px;overflow:hidden}\
    .sheet.sheet{display:grid;grid-template:none/repeat(auto-fill,minmax(110px,1fr));gap:8px;--el-w:110px}";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let Some(path) = words.next() else {
        eprintln!("missing argument: the file to write");
        return ExitCode::FAILURE;
    };
    let part = words.next();
    match part.as_deref() {
        Some("rift") => return write(&path, &art::gallery(&LibraryRef::core())),
        Some("rift-sheet") => return write(&path, &rift_sheet()),
        _ => {}
    }
    let drawn = maud::html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { "Boards" }
                style { (PreEscaped(STYLE)) (PreEscaped(AROUND)) }
            }
            body {
                ((EnchantedLands::PAGE.expect("the game has pages").defs)())
                ((ShadowOfAtlas::PAGE.expect("the game has pages").defs)())
                @match part {
                    Some(part) => { (draw(&part)) }
                    None => {
                        @for part in PARTS {
                            h1 { (part) }
                            (draw(part))
                        }
                    }
                }
            }
        }
    };
    write(&path, &drawn.into_string())
}

fn write(path: &str, page: &str) -> ExitCode {
    match std::fs::write(path, page) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A few cards of each faction, and a row of small cards.
fn rift_sheet() -> String {
    const WHOLE: [&str; 24] = [
        "survey-drone",
        "ilun-chief-executor",
        "mass-deployment",
        "furnace-champion",
        "scorch-turret",
        "backdraft",
        "coil-hatchling",
        "bramble-hide",
        "worldroot-first-seed",
        "call-of-the-deep-wood",
        "plague-cantor",
        "unquiet-mass",
        "soul-press",
        "communion",
        "shieldbearer",
        "sky-bastion",
        "hold-the-line",
        "meridian-pylon",
        "horizon-leviathan",
        "rift-lens",
        "shunt",
        "rift-devourer",
        "containment-box",
        "twin-conduit",
    ];
    const SMALL: [&str; 8] = [
        "drone",
        "line-welder",
        "slag-hound",
        "antler-titan",
        "marrow-rat",
        "oath-warden",
        "mirage-pilot",
        "hired-blade",
    ];
    const AROUND: &str = ":root{color-scheme:light dark}body{margin:0;padding:8px;width:1324px;\
        background:light-dark(#f4f1ea,#10141a)}\
        div{display:grid;grid-template-columns:repeat(8,1fr);gap:8px;margin-bottom:8px}";
    let library = LibraryRef::core();
    let card = |id: &str| library.card(library.card_named(id).expect("the card is in the core set"));
    let page = maud::html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { "Cards of Secure the Rift" }
                style { (PreEscaped(art::STYLE)) (PreEscaped(AROUND)) }
            }
            body {
                div { @for id in WHOLE { (art::face(&library, card(id))) } }
                div { @for id in SMALL { (art::thumbnail(&library, card(id))) } }
            }
        }
    };
    page.into_string()
}

fn draw(part: &str) -> Markup {
    match part {
        "cards" => return cards(),
        "covers" => {
            let covers = [EnchantedLands::COVER, ShadowOfAtlas::COVER];
            return maud::html! { @for cover in covers { (cover()) } };
        }
        _ => {}
    }
    if let Some(when) = part.strip_prefix("atlas-") {
        return shadow(when);
    }
    let mut words = part.split('-');
    let seats: u8 = words.next().and_then(|word| word.parse().ok()).unwrap_or(4);
    let when = words.next().unwrap_or("end");
    let table = played(seats, when);
    let (viewer, own) = match words.next() {
        Some("watched") => (Viewer::Spectator, None),
        Some("all") => (Viewer::Everything, None),
        _ if when == "end" => (Viewer::Everything, Some(Seat(0))),
        _ => (Viewer::Seat(Seat(0)), Some(Seat(0))),
    };
    shown(&table, viewer, own)
}

/// The board on a stage, with the guide above it.
fn shown(table: &dyn BoardTable, viewer: Viewer, own: Option<Seat>) -> Markup {
    let names = &NAMES.map(str::to_owned)[..table.seats().into()];
    let drawn = table.board(viewer, own, names, None).expect("the game has pages").html();
    let own_moves = table.records().iter().filter(|record| record.seat == own).count();
    maud::html! {
        @if let Some(page) = own.and_then(|seat| table.guide(seat, names, own_moves)) { (page) }
        div.stage { (PreEscaped(touched(&drawn.into_string()))) }
    }
}

/// A game played with quick guesses, so that it looks real, up to a given point.
fn played(seats: u8, when: &str) -> Match<EnchantedLands> {
    let (mut chance, mut scratch) = (Chance::quick(8), Vec::new());
    let mut table = Match::new(
        Edition::newest::<EnchantedLands>(),
        Options::default(),
        seats,
        Secret([8; 32]),
        Vec::new(),
    )
    .expect("the options are legal");
    let happened = |table: &Match<EnchantedLands>, rules: &[&str]| {
        let news = table.news(Viewer::Spectator);
        rules.iter().all(|rule| news.iter().any(|it| it.rule.0 == *rule))
    };
    while let Some(seat) = table.acting().first() {
        let there = match when {
            "early" => table.records().len() == 3,
            "mid" => table.records().len() == 15,
            // Somebody was right and somebody was wrong.
            "moment" => happened(&table, &["EL-48", "EL-49"]),
            _ => false,
        };
        if there {
            break;
        }
        let action = table.state().guess(seat, &mut chance, &mut scratch);
        table.act(seat, &action.sentence()).expect("a guess is legal");
    }
    table
}

/// A random game of In the Shadow of Atlas up to a given point.
fn shadow(part: &str) -> Markup {
    let (when, how) = part.split_once('-').unwrap_or((part, ""));
    let (mut chance, mut scratch) = (Chance::quick(3), Vec::new());
    let mut table = Match::<ShadowOfAtlas>::new(
        Edition::newest::<ShadowOfAtlas>(),
        atlas_shadow_of_atlas::Options::default(),
        2,
        Secret([4; 32]),
        Vec::new(),
    )
    .expect("the options are legal");
    while let Some(seat) = table.acting().first() {
        let asked = table.state().position().pending;
        let there = match when.parse() {
            Ok(actions) => table.records().len() >= actions && (seat == Seat(0) || !how.is_empty()),
            Err(_) => seat == Seat(0) && asked.is_some_and(|asked| asked.choose == when),
        };
        if there {
            break;
        }
        let action = table.state().pick(seat, &mut chance, &mut scratch);
        let sentence = table.state().write(action, Viewer::Seat(seat));
        table.act(seat, &sentence).expect("a pick is legal");
    }
    let (viewer, own) = match how {
        "watched" => (Viewer::Spectator, None),
        "all" => (Viewer::Everything, None),
        _ if table.acting().is_empty() => (Viewer::Everything, Some(Seat(0))),
        _ => (Viewer::Seat(Seat(0)), Some(Seat(0))),
    };
    shown(&table, viewer, own)
}

/// Imitates the page's script: tokens are lit, picked or dim.
fn touched(table: &str) -> String {
    let mut drawn = String::new();
    for (n, piece) in table.split("class=\"card token").enumerate() {
        if n > 0 {
            drawn += "class=\"card token";
            drawn += ["", " dim", " lit", " lit", " picked", " lit", " lit", " dim"][n.min(7)];
        }
        drawn += piece;
    }
    drawn.replacen("class=\"token el-bet", "class=\"token lit el-bet", 3).replacen(
        "class=\"token el-bet\"",
        "class=\"token dim el-bet\"",
        2,
    )
}

fn cards() -> Markup {
    let all = Suit::ALL.into_iter().flat_map(|suit| (1..=8).map(move |number| Card::new(suit, number)));
    let stacks = (0..8).map(|n| {
        let stack = Stack {
            seat: Seat(n % 4),
            side: [Side::Time, Side::Place][usize::from(n / 4)],
            chips: n % 5 + 1,
        };
        let card = Card::new(Suit::ALL[usize::from(n % 4)], n + 1);
        Placed { card, face: if n % 3 == 2 { Face::Flipped } else { Face::Up }, stack: Some(stack) }
    });
    maud::html! {
        div.sheet {
            @for card in all { (page::open_card(card)) }
            @for placed in stacks { (page::placed_card(&placed, "a stack", &page::Latest::default())) }
        }
    }
}
