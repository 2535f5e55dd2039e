//! Packs of cards for Secure the Rift: the option `--packs`, and `atlas pack`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use atlas_catalog::{PackFiles, load_packs};
use atlas_secure_the_rift::pack::language::{Amount, Card, Kinds};
use atlas_secure_the_rift::pack::text;
use atlas_secure_the_rift::{Library, LibraryRef};

use crate::files::NewFile;
use crate::{Done, files, print};

/// The manifest of a pack.
const MANIFEST: &str = "pack.toml";
/// Maximum size of a file of a pack, in bytes.
const MAX_FILE_SIZE: u64 = 1 << 20;
/// Maximum number of card files of a pack.
const MAX_CARD_FILES: usize = 64;

/// Loads the packs of `--packs`, before the command runs.
pub(crate) fn load(folders: &[PathBuf]) -> Done {
    let packs = folders.iter().map(|it| open(it)).collect::<Result<Vec<_>, _>>()?;
    load_packs(&packs).map_err(|refusal| refusal.to_string())
}

/// Reads the files of a pack: `pack.toml`, and all other `.toml` files in the folder, sorted by name.
fn open(folder: &Path) -> Result<PackFiles, String> {
    let unreadable = |error: io::Error| format!("{} cannot be read: {error}", folder.display());
    let mut cards = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let is_cards =
            path.extension().is_some_and(|it| it == "toml") && path.file_name() != Some(MANIFEST.as_ref());
        if is_cards && path.is_file() {
            cards.push(path);
        }
    }
    if cards.len() > MAX_CARD_FILES {
        let count = cards.len();
        return Err(format!(
            "{} has {count} card files; a pack has at most {MAX_CARD_FILES}",
            folder.display()
        ));
    }
    cards.sort();
    let read = |path: &Path| Ok((path.display().to_string(), files::read_at_most(MAX_FILE_SIZE, path)?));
    Ok(PackFiles {
        manifest: read(&folder.join(MANIFEST))?,
        cards: cards.iter().map(|path| read(path)).collect::<Result<_, String>>()?,
    })
}

/// `atlas pack check`: prints the number of cards of each kind and faction, and warns of steps that can never do
/// anything.
pub(crate) fn check(folder: &Path) -> Done {
    let pack = open(folder)?.read().map_err(|refusal| refusal.to_string())?;
    let library = Library::of(&[pack]).map_err(|error| error.to_string())?;
    let own: Vec<&Card> =
        library.cards().skip(LibraryRef::core().cards().len()).map(|(_, card)| card).collect();
    let version = if pack.version.is_empty() { String::new() } else { format!(", version {}", pack.version) };
    let mut factions: BTreeMap<&str, Vec<&Card>> = BTreeMap::new();
    for card in &own {
        factions.entry(library.faction(card.faction)).or_default().push(card);
    }
    let mut output =
        format!("{} ({}){version}\ncontent {}\n{}\n", pack.name, pack.id, pack.hash, kinds(&own));
    for (faction, cards) in factions {
        writeln!(output, "  {faction:<12} {}", kinds(&cards)).expect("writing to a string cannot fail");
    }
    for card in own {
        for warning in library.warnings(card) {
            writeln!(output, "warning: {}: {warning}", card.id).expect("writing to a string cannot fail");
        }
    }
    print(&output)
}

/// A summary such as `3 Souls, 1 Tech, 2 tokens`.
fn kinds(cards: &[&Card]) -> String {
    let counted = |what: &str, is: &dyn Fn(&Card) -> bool| {
        let n = cards.iter().filter(|card| is(card)).count();
        (n > 0).then(|| format!("{n} {what}{}", if n == 1 { "" } else { "s" }))
    };
    let of = |kind: Kinds, what: &str| counted(what, &|card| card.kind == kind && !card.token);
    let parts = [
        of(Kinds::SOUL, "Soul"),
        of(Kinds::TECH, "Tech"),
        of(Kinds::ACTION, "Action"),
        of(Kinds::ENERGY, "Energy card"),
        counted("token", &|card| card.token),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// `atlas pack show`: prints a card.
pub(crate) fn show(name: &str, source: bool) -> Done {
    let library = LibraryRef::default();
    let card = library.card_called(name).ok_or_else(|| library.unknown_card(name))?;
    let card = library.card(card);
    let mut output = shown(&library, card);
    if source {
        let found = library.packs().iter().find_map(|pack| pack.source(&card.id));
        let (file, lines) = found.ok_or_else(|| format!("the source of {} was not found", card.name))?;
        write!(output, "\n# {file}\n{lines}\n").expect("writing to a string cannot fail");
    }
    print(&output)
}

/// `atlas pack gallery`: writes a page with all cards.
pub(crate) fn gallery(out: &Path, force: bool) -> Done {
    let library = LibraryRef::default();
    let file = NewFile::create(out, force)?;
    file.finish(&atlas_boards::secure_the_rift::art::gallery(&library))?;
    print(&format!("The cards are in {}.\n", out.display()))
}

fn shown(library: &Library, card: &Card) -> String {
    let subtypes: Vec<&str> = library.subtypes(card.subtypes).collect();
    let cost = match (card.x, card.cost) {
        (false, n) => n.to_string(),
        (true, 0) => "X".to_owned(),
        (true, n) => format!("X+{n}"),
    };
    // The card text explains a computed value.
    let value = |amount: &Amount| amount.as_number().map_or("*".to_owned(), |n| n.to_string());
    let has_cost = !card.token && card.kind != Kinds::ENERGY;
    let parts = [
        ("id", card.id.clone()),
        ("code", card.code.clone()),
        ("faction", library.faction(card.faction).to_owned()),
        (
            "type",
            if card.token { format!("{}, token", card.kind.word()) } else { card.kind.word().to_owned() },
        ),
        ("subtypes", subtypes.join(", ")),
        ("cost", if has_cost { cost } else { String::new() }),
        (
            "strength",
            if card.kind == Kinds::SOUL {
                format!("{}/{}", value(&card.attack), value(&card.defence))
            } else {
                String::new()
            },
        ),
    ];
    let mut output = format!("{}\n", card.name);
    for (what, value) in parts.iter().filter(|(_, value)| !value.is_empty()) {
        writeln!(output, "  {what:<9} {value}").expect("writing to a string cannot fail");
    }
    for line in text::lines(library, card) {
        writeln!(output, "{line}").expect("writing to a string cannot fail");
    }
    if !card.flavour.is_empty() {
        writeln!(output, "“{}”", card.flavour).expect("writing to a string cannot fail");
    }
    output
}
