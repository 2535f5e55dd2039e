//! Pictures that are drawn once from SVG: icons for browsers and home screens, and the preview of shared links.

use std::sync::LazyLock;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

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

/// Draws an SVG with this width as PNG.
fn draw(svg: &str, width: u32) -> Vec<u8> {
    let tree = Tree::from_str(svg, &Options::default()).expect("our own pictures are valid");
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
}
