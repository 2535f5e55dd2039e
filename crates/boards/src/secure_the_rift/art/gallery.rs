//! All cards on one page, for reference.

use atlas_secure_the_rift::Library;
use atlas_secure_the_rift::pack::language::Card;
use maud::{DOCTYPE, PreEscaped, html};

use super::faction::Livery;
use super::{STYLE, face};

/// The styles of the page around the cards.
const AROUND: &str = ":root{color-scheme:light dark}\
    body{margin:0 auto;padding:1em;max-width:1900px;font-family:system-ui,sans-serif;\
    background:light-dark(#f4f1ea,#10141a);color:light-dark(#1d2430,#eef2f7)}\
    h2{margin:1.2em 0 .5em}\
    .sr-sheet{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:12px;margin:0;\
    padding:0;list-style:none}";

/// A self-contained page with every card of a library, by faction.
pub fn gallery(library: &Library) -> String {
    let mut factions: Vec<&str> = Vec::new();
    for (_, card) in library.cards() {
        let id = library.faction(card.faction);
        if !factions.contains(&id) {
            factions.push(id);
        }
    }
    let of = |faction: &str| -> Vec<&Card> {
        library
            .cards()
            .map(|(_, card)| card)
            .filter(|card| library.faction(card.faction) == faction)
            .collect()
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { "The cards of Secure the Rift" }
                style { (PreEscaped(STYLE)) (PreEscaped(AROUND)) }
            }
            body {
                h1 { "The cards of Secure the Rift" }
                @for faction in factions {
                    h2 { (Livery::of(faction).name) }
                    ul.sr-sheet { @for card in of(faction) { li { (face(library, card)) } } }
                }
            }
        }
    };
    page.into_string()
}
