//! The drawings of the cards of Secure the Rift.

mod markup;

use std::collections::BTreeSet;
use std::fmt::Write;

use atlas_boards::secure_the_rift::art::{STYLE, face, gallery, thumbnail};
use atlas_core::fair::Hash;
use atlas_secure_the_rift::pack::language::Card;
use atlas_secure_the_rift::pack::text;
use atlas_secure_the_rift::{Library, LibraryRef};
use markup::{is_styled, tags, values};

/// Cards of unknown factions, with unknown words.
const STRANGERS: &str = r#"
[[card]]
id = "quiet-thing"
name = "Quiet Thing"
faction = "lamplighters"
type = "soul"
cost = 2
attack = 2
defence = 2
keywords = ["AIRBORNE", "TOXIC", "SAFEGUARD", "WARP", "AMBUSH", "OVERKILL", "LIFEGAIN", "FATE"]

[[card]]
id = "loud-thing"
name = "Loud Thing <of the & kind>"
faction = "lamplighters"
type = "soul"
cost = 8
attack = 9
defence = 9

[[card]]
id = "strange-device"
name = "Strange Device"
faction = "lamplighters"
type = "tech"
cost = 0

[[card]]
id = "strange-hour"
name = "Strange Hour"
faction = "moths"
type = "action"
cost = "X"
effect = [{ do = "gain_life", n = 1 }]

[[card]]
id = "strange-light"
name = "Strange Light"
faction = "moths"
type = "energy"
[[card.ability]]
kind = "activated"
energy_ability = true
cost = { activate = true }
effect = [{ do = "add_energy", n = 1 }]
"#;

fn strangers() -> Library {
    Library::read(&[("strangers.toml", STRANGERS)]).expect("the pack is valid")
}

/// Both pictures of every card of a library.
fn drawn(library: &Library) -> Vec<(&Card, String, String)> {
    let draw = |card| (card, face(library, card).into_string(), thumbnail(library, card).into_string());
    library.cards().map(|(_, card)| draw(card)).collect()
}

/// The scene of a card, without frame and text.
fn scene(face: &str) -> &str {
    let start = face.find("<svg x=").expect("the card has a scene");
    let end = face.find("<path class=\"sr-plate\"").expect("the scene has a frame");
    &face[start..end]
}

#[test]
fn every_card_has_a_picture_with_a_complete_label() {
    let library = LibraryRef::core();
    for (card, face, _) in drawn(&library) {
        assert!(face.starts_with("<svg class=\"sr-card"), "{}", card.id);
        assert!(face.contains("viewBox=\"0 0 250 350\" role=\"img\""), "{}", card.id);
        let label = values(&face, "aria-label")[0];
        let said = |what: &str| label.contains(&what.replace('"', "&quot;"));
        assert!(said(&card.name) && said(card.kind.word().split_at(1).1), "{label}");
        assert!(said(&text::card(&library, card)), "{label}");
        assert!(face.contains(&format!("<title>{}</title>", card.name)), "{}", card.id);
        let words = markup::text(&face);
        assert!(words.contains(&card.code) && words.contains(&card.name), "{words}");
        if let (true, Some(attack), Some(defence)) =
            (card.kind.word() == "soul", card.attack.as_number(), card.defence.as_number())
        {
            assert!(words.ends_with(&format!("{attack}/{defence}")), "{words}");
        }
    }
}

#[test]
fn no_two_cards_share_a_picture() {
    let library = LibraryRef::core();
    let drawn = drawn(&library);
    let scenes: BTreeSet<&str> = drawn.iter().map(|(_, face, _)| scene(face)).collect();
    assert_eq!(scenes.len(), library.cards().len());
}

#[test]
fn drawing_is_deterministic() {
    let (first, second) = (LibraryRef::core(), Library::read(&atlas_secure_the_rift::pack::CORE).unwrap());
    assert!(drawn(&first) == drawn(&second));
    assert_eq!(gallery(&first), gallery(&second));
}

/// `UPDATE_CARD_PICTURES=1` rewrites the file with the expected hashes. Look at the cards before you commit it.
#[test]
fn pictures_have_not_changed() {
    let library = LibraryRef::core();
    let mut found = String::new();
    for (card, face, _) in drawn(&library) {
        let hash = Hash::of([scene(&face).as_bytes()]).to_string();
        writeln!(found, "{} {}", card.id, &hash[..12]).unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rift_pictures.txt");
    if std::env::var_os("UPDATE_CARD_PICTURES").is_some() {
        std::fs::write(path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap();
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "this picture has changed");
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "the number of cards has changed");
}

#[test]
fn no_card_is_larger_than_12_kilobytes() {
    for library in [&*LibraryRef::core(), &strangers()] {
        for (card, face, small) in drawn(library) {
            assert!(face.len() <= 12 * 1024, "{} has {} bytes", card.id, face.len());
            assert!(small.len() <= face.len(), "the thumbnail of {} is larger than its card", card.id);
        }
    }
}

#[test]
fn pictures_need_only_the_style_sheet() {
    for library in [&*LibraryRef::core(), &strangers()] {
        for (card, face, small) in drawn(library) {
            for picture in [face, small] {
                for class in values(&picture, "class").iter().flat_map(|it| it.split(' ')) {
                    assert!(is_styled(STYLE, class), "{} has the class {class} without a style", card.id);
                }
                for banned in [" style=", "<style", "<script", " id=", "url(", "href="] {
                    assert!(!picture.contains(banned), "{} contains {banned}", card.id);
                }
            }
        }
    }
}

#[test]
fn factions_differ_in_shape_and_not_only_in_colour() {
    let library = LibraryRef::core();
    let mut shapes = [const { BTreeSet::new() }; 3];
    for (card, face, _) in
        drawn(&library).into_iter().filter(|(card, ..)| card.kind.word() == "soul" && !card.token)
    {
        let shape = |class: &str| {
            let path = tags(&face, "path").into_iter().find(|tag| tag.contains(class)).unwrap();
            (card.faction, values(path, "d")[0].to_owned())
        };
        for (shapes, class) in shapes.iter_mut().zip(["sr-rim", "sr-sigil", "sr-badge"]) {
            shapes.insert(shape(class));
        }
    }
    for shapes in shapes {
        let different: BTreeSet<&String> = shapes.iter().map(|(_, shape)| shape).collect();
        assert_eq!((shapes.len(), different.len()), (7, 7));
    }
}

#[test]
fn cards_of_unknown_factions_get_pictures() {
    let library = strangers();
    let drawn = drawn(&library);
    let scenes: BTreeSet<&str> = drawn.iter().map(|(_, face, _)| scene(face)).collect();
    assert_eq!(scenes.len(), 5);
    assert!(drawn[1].1.contains("Loud Thing &lt;of the &amp; kind&gt;"), "names are escaped");
    assert!(markup::text(&drawn[3].1).contains("Moths"));
}

#[test]
fn the_gallery_shows_every_card_once_and_is_self_contained() {
    let library = LibraryRef::core();
    let page = gallery(&library);
    assert_eq!(page.matches("viewBox=\"0 0 250 350\"").count(), library.cards().len());
    assert_eq!(page.matches("<h2>").count(), 7);
    for banned in ["http", "<link", "<img", "@import", "<script"] {
        assert!(!page.contains(banned), "the page contains {banned}");
    }
}
