//! Pictures that are drawn from SVG: icons for browsers and home screens, the preview of links, and finished matches.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use atlas_boards::PICTURE_FONTS;
use atlas_boards::picture::WIDTH;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use tokio::sync::Semaphore;

use crate::error::Error;
use crate::live::Live;
use crate::pages::share::Shared;

const ICON: &str = include_str!("../assets/icon.svg");
const PREVIEW: &str = include_str!("../assets/og.svg");

/// A picture with its media type.
pub(crate) struct Picture {
    pub(crate) kind: &'static str,
    pub(crate) bytes: Vec<u8>,
}

struct Pictures {
    favicon: Picture,
    touch: Picture,
    small: Picture,
    large: Picture,
    preview: Picture,
}

static PICTURES: LazyLock<Pictures> = LazyLock::new(|| {
    let png = |bytes| Picture { kind: "image/png", bytes };
    // Home screens cut their own corners.
    let square = ICON.replace(" rx=\"7\"", "");
    Pictures {
        favicon: Picture { kind: "image/x-icon", bytes: ico(&draw(ICON, 32)) },
        touch: png(draw(&square, 180)),
        small: png(draw(&square, 192)),
        large: png(draw(&square, 512)),
        preview: png(draw(PREVIEW, 1200)),
    }
});

/// The picture at this path.
pub(crate) fn find(path: &str) -> Option<&'static Picture> {
    Some(match path {
        "favicon.ico" => &PICTURES.favicon,
        "apple-touch-icon.png" => &PICTURES.touch,
        "icon-192.png" => &PICTURES.small,
        "icon-512.png" => &PICTURES.large,
        "og.png" => &PICTURES.preview,
        _ => return None,
    })
}

/// The number of pictures of matches that are kept. One has about 150 KB.
const KEPT: usize = 64;

/// Pictures of finished matches. They are drawn one at a time, and the newest ones are kept.
pub(crate) struct Matches {
    kept: Mutex<VecDeque<Kept>>,
    drawing: Semaphore,
}

/// The picture of a match.
struct Kept {
    id: Arc<str>,
    png: Arc<[u8]>,
}

impl Matches {
    pub(crate) fn new() -> Matches {
        Matches { kept: Mutex::default(), drawing: Semaphore::new(1) }
    }

    /// The picture of a match as PNG; refused until it is over.
    pub(crate) async fn find(&self, live: &Arc<Live>) -> Result<Arc<[u8]>, Error> {
        let _permit = match self.known(&live.id) {
            Some(known) => return Ok(known),
            None => self.drawing.acquire().await.expect("it is never closed"),
        };
        // Somebody else may have asked for the same one.
        if let Some(known) = self.known(&live.id) {
            return Ok(known);
        }
        let table = Arc::clone(live);
        let drawn = tokio::task::spawn_blocking(move || {
            let svg = Shared::of(&table, &table.now())?.picture();
            Ok::<_, Error>(draw(&svg, WIDTH))
        });
        let png: Arc<[u8]> = drawn.await.expect("drawing does not panic")?.into();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(KEPT - 1);
        kept.push_front(Kept { id: Arc::clone(&live.id), png: Arc::clone(&png) });
        Ok(png)
    }

    fn known(&self, id: &str) -> Option<Arc<[u8]>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|known| &*known.id == id).map(|known| Arc::clone(&known.png))
    }
}

/// The fonts of pictures. Names in other scripts are written in the fonts of the system, if it has any.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    PICTURE_FONTS.iter().for_each(|font| fonts.load_font_data(font.to_vec()));
    fonts.load_system_fonts();
    Arc::new(fonts)
});

/// Draws an SVG with this width as PNG.
fn draw(svg: &str, width: u32) -> Vec<u8> {
    let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
    let tree = Tree::from_str(svg, &options).expect("our own pictures are valid");
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width, height).expect("a picture is not empty");
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().expect("a picture can be encoded")
}

/// A PNG of 32 by 32 pixels as an ICO file.
fn ico(png: &[u8]) -> Vec<u8> {
    let mut file = vec![0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0];
    file.extend((png.len() as u32).to_le_bytes());
    file.extend(22_u32.to_le_bytes());
    file.extend(png);
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_have_their_sizes() {
        let size = |name: &str| {
            let png = &find(name).unwrap().bytes;
            assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n", "{name}");
            let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
            (number(16), number(20))
        };
        assert_eq!(size("apple-touch-icon.png"), (180, 180));
        assert_eq!(size("icon-192.png"), (192, 192));
        assert_eq!(size("icon-512.png"), (512, 512));
        assert_eq!(size("og.png"), (1200, 630));
        let icon = find("favicon.ico").unwrap();
        assert_eq!((&icon.bytes[..4], &icon.bytes[23..26]), (&[0, 0, 1, 0][..], &b"PNG"[..]));
        assert!(find("other.png").is_none());
    }

    /// Text is drawn in our own fonts, also where the system has none.
    #[test]
    fn pictures_contain_text() {
        let svg = |family: &str, text: &str| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='20'>\
                 <text y='16' font-family='{family}'>{text}</text></svg>"
            )
        };
        let empty = draw(&svg("Figtree", ""), 60);
        let fonts: Vec<String> =
            FONTS.faces().flat_map(|face| &face.families).map(|(name, _)| name.clone()).collect();
        for (family, text) in [("Alegreya", "Atlas 7"), ("Figtree", "Ilse"), ("Figtree", "Łukaš")] {
            assert!(fonts.iter().any(|name| name == family), "{fonts:?}");
            assert_ne!(draw(&svg(family, text), 60), empty, "{family}");
        }
    }
}
