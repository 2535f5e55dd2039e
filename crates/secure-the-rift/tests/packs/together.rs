//! Packs: `pack.toml`, their hashes, and how they are combined.

use atlas_core::Content;
use atlas_secure_the_rift::{Library, LibraryRef, Pack};

use crate::{BASE, edited};

const MANIFEST: (&str, &str) = ("own/pack.toml", "id = \"own\"\nname = \"Our Own\"\n");

/// A Tech with these additional lines.
fn tech(id: &str, more: &str) -> String {
    format!(
        "[[card]]\nid = \"{id}\"\nname = \"The {id}\"\nfaction = \"unbound\"\ntype = \"tech\"\ncost = 1\n{more}"
    )
}

#[track_caller]
fn pack(id: &str, cards: &str) -> &'static Pack {
    let manifest = format!("id = \"{id}\"\nname = \"{id}\"\n");
    Pack::read((&format!("{id}/pack.toml"), &manifest), &[(&format!("{id}/cards.toml"), cards)]).unwrap()
}

#[track_caller]
fn wrong(manifest: &str, cards: &str) -> String {
    let read = Pack::read(("own/pack.toml", manifest), &[("own/cards.toml", cards)]);
    read.expect_err("the pack is invalid").to_string()
}

/// The hash covers what cards do, but no names, flavour or comments, and not the notation of values.
#[test]
fn the_hash_covers_what_cards_do() {
    let hash = |text: &str| Library::read(&[("cards.toml", text)]).unwrap().hash;
    let base = hash(BASE);
    for (old, new) in [
        ("name = \"Soul One\"", "name = \"Soul 1\""),
        ("flavour = \"It does nothing.\"\n", ""),
        ("code = \"TST-01\"", "code = \"TST-02\""),
        ("# A file", "# One file"),
        ("cost = 2\nattack = 1\n", "attack = 1 # of the Soul\ncost = 0x02\n"),
        ("targets = [{ id = \"t\", n = 1, from = ", "targets = [{ n = 1, id = 't', from = "),
        (
            "effect = [{ do = \"destroy\", what = \"t\" }]",
            "[[card.ability.effect]]\nwhat = 't'\ndo = 'destroy'",
        ),
    ] {
        assert_eq!(hash(&edited(old, new)), base, "{new}");
    }
    for (old, new) in [
        ("id = \"soul-one\"", "id = \"soul-two\""),
        ("cost = 2", "cost = 3"),
        ("attack = 1", "attack = 2"),
        ("what = \"t\" }]", "what = \"self\" }]"),
        ("unique = true\n", ""),
        ("from = \"front: soul, any\"", "from = \"front: tech, any\""),
    ] {
        assert_ne!(hash(&edited(old, new)), base, "{new}");
    }
    let (one, two) = (tech("one", ""), tech("two", ""));
    assert_ne!(hash(&format!("{one}{two}")), hash(&format!("{two}{one}")), "the order of cards matters");
}

/// Logs name packs by their hashes, so a hash never changes.
#[test]
fn hashes_are_fixed() {
    assert_eq!(
        pack("for-ever", &tech("sundial", "keywords = [\"FATE\"]\n")).hash,
        "c743b04c91067d9e36486a68ad7b4c15d499031868a30c1d88953408fc8f588f"
    );
}

#[test]
fn the_core_set_is_a_pack() {
    let core = Pack::core();
    assert_eq!((core.id.as_str(), core.name.as_str(), core.version.as_str()), ("core", "Core Set", "1"));
    assert_eq!(LibraryRef::core().hash, core.hash);
    assert_eq!(LibraryRef::core().packs(), [core]);
}

/// `pack.toml` is read as strictly as cards are.
#[test]
fn errors_in_a_manifest_are_reported() {
    let cards = tech("vane", "");
    for (manifest, says) in [
        ("", "own/pack.toml:1: the file has no id"),
        ("id = \"own\"", "own/pack.toml:1: the file has no name"),
        ("id = \"own\"\nname = \"\"", "own/pack.toml:2: name must have 1 to 40 characters"),
        (
            "id = \"own\"\nname = \"Own\"\ncards = []",
            "own/pack.toml:3: the file has no key “cards”; known keys: id, name, version, licence, note",
        ),
        ("id = \"own\"\nname = \"Own\"\nversion = 2", "own/pack.toml:3: version must be a string"),
        (
            "id = \"core\"\nname = \"Own\"",
            "own/pack.toml:1: the id “core” is reserved for the core set: choose another id",
        ),
    ] {
        assert_eq!(wrong(manifest, &cards), says);
    }
    assert_eq!(wrong(MANIFEST.1, "# nothing"), "own/pack.toml:1: the pack has no cards");
    assert!(wrong("id = own", &cards).starts_with("own/pack.toml:1: "));
    let full = "id = \"full\"\nname = \"Full\"\nversion = \"0.3\"\nlicence = \"CC0\"\nnote = \"Ours.\"";
    let full = Pack::read(("full/pack.toml", full), &[("full/cards.toml", &tech("full", ""))]).unwrap();
    assert_eq!((full.version.as_str(), full.licence.as_str(), full.note.as_str()), ("0.3", "CC0", "Ours."));
}

/// The cards of a pack can refer to the core set and to their own pack, but not to another pack.
#[test]
fn cards_refer_only_to_the_core_set_and_their_own_pack() {
    let makes = |token: &str| {
        format!(
            "[[card.ability]]\nkind = \"triggered\"\nwhen = {{ event = \"dies\", who = \"front: soul, faction=annex\" }}\n\
             effect = [{{ do = \"create_token\", token = \"{token}\" }}]\n"
        )
    };
    let token = "[[token]]\nid = \"spark\"\nname = \"Spark\"\nfaction = \"storm\"\ntype = \"soul\"\nattack = 1\ndefence = 1\n";
    pack("drones", &tech("hangar", &makes("drone")));
    pack("sparks", &format!("{}{token}", tech("coil", &makes("spark"))));
    assert_eq!(
        wrong(MANIFEST.1, &tech("stranger", &makes("spark"))),
        "own/cards.toml:10: stranger: there is no token with the id “spark”"
    );
    assert_eq!(
        wrong(MANIFEST.1, &tech("survey-drone", "")),
        "own/cards.toml:2: another card has the id “survey-drone” already"
    );
    assert_eq!(
        wrong(MANIFEST.1, &tech("copy", "").replace("The copy", "Survey Drone")),
        "own/cards.toml:2: copy: another card has the name “Survey Drone” already"
    );
}

/// The library of a match is found by the hashes of its packs, in their order, no matter which packs were read since.
#[test]
fn a_library_is_built_from_packs_that_were_read() {
    let (one, two) = (pack("first", &tech("first-tech", "")), pack("second", &tech("second-tech", "")));
    let core = LibraryRef::core();
    for packs in [&[][..], &[one], &[two], &[one, two], &[two, one]] {
        let hashes: Vec<&str> = [Pack::core()].iter().chain(packs).map(|pack| pack.hash.as_str()).collect();
        let found = LibraryRef::find(Some(&hashes.join("+"))).unwrap();
        assert_eq!(found.hash, hashes.join("+"));
        assert_eq!(found.packs()[1..], *packs);
        assert_eq!(found.cards().len(), core.cards().len() + packs.len());
        assert_eq!(found, LibraryRef::of(packs).unwrap(), "the same packs are the same library");
        assert_eq!(found.card_named("survey-drone"), core.card_named("survey-drone"));
    }
    let says = |hash: &str| LibraryRef::find(Some(hash)).unwrap_err().message.to_string();
    let missing = says(&format!("{}+{}+0123", core.hash, one.hash));
    assert!(missing.contains("“0123”") && missing.contains("--packs"), "{missing}");
    assert!(says("0123").contains("core set that this program does not know: “0123”"));
    assert!(says(&one.hash).contains("core set that this program does not know"));
    assert!(says(&format!("{0}+{1}+{1}", core.hash, one.hash)).contains("twice"));
    let newer = pack("first", &tech("first-tech", "limit = 1\n"));
    let clash = says(&format!("{}+{}+{}", core.hash, one.hash, newer.hash));
    assert!(clash.contains("cannot be combined") && clash.contains("“first-tech”"), "{clash}");
    assert!(LibraryRef::find(None).is_err());
}

/// The source of a card is the part of its file that defines it.
#[test]
fn a_pack_has_the_source_of_its_cards() {
    let cards = format!(
        "# Techs.\n{}\n# More of them.\n\n{}",
        tech("vase", "# A comment.\nlimit = 2\n"),
        tech("jug", "")
    );
    let source = pack("pots", &cards).source("vase").unwrap();
    assert_eq!(source, ("pots/cards.toml", tech("vase", "# A comment.\nlimit = 2\n").trim_end()));
    assert_eq!(pack("pots", &cards).source("jug").unwrap().1, tech("jug", "").trim_end());
    let inline = "card = [{ id = 'inline', name = 'Inline', faction = 'unbound', type = 'tech', cost = 1 }]";
    let source = pack("lines", inline).source("inline").unwrap().1;
    assert!(source.starts_with("{ id = 'inline'") && source.ends_with("cost = 1 }"), "{source}");
    assert_eq!(pack("pots", &cards).source("bowl"), None);
    let core = Pack::core();
    for (_, card) in LibraryRef::core().cards() {
        let (file, source) = core.source(&card.id).expect("every card is in a file");
        assert!(file.starts_with("core/") && source.contains(&format!("id = \"{}\"", card.id)), "{source}");
        let head = if card.token { "[[token]]" } else { "[[card]]" };
        assert_eq!(source.matches(head).count(), 1, "{source}");
    }
}
