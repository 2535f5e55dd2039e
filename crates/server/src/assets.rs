//! The files that pages load. They are part of the binary.

use std::sync::LazyLock;

use atlas_catalog::GameEntry;
use atlas_core::fair::Hash;

/// A file that pages load.
pub(crate) struct Asset {
    name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) bytes: &'static [u8],
}

struct Assets {
    files: Vec<Asset>,
    /// The beginning of the hash of all files, which is part of their addresses.
    version: String,
}

/// A file of the folder `assets`.
macro_rules! file {
    ($name:literal, $kind:literal) => {
        Asset { name: $name, kind: $kind, bytes: include_bytes!(concat!("../assets/", $name)) }
    };
}

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let style = [
        atlas_boards::STYLE,
        include_str!("../assets/base.css"),
        include_str!("../assets/table.css"),
        include_str!("../assets/site.css"),
    ];
    let mut files = vec![
        Asset { name: "style.css", kind: "text/css", bytes: style.concat().leak().as_bytes() },
        file!("theme.js", "text/javascript"),
        file!("settings.js", "text/javascript"),
        file!("site.js", "text/javascript"),
        file!("table.js", "text/javascript"),
        file!("picks.js", "text/javascript"),
        file!("motion.js", "text/javascript"),
        file!("sound.js", "text/javascript"),
        file!("rail.js", "text/javascript"),
        file!("replay.js", "text/javascript"),
        file!("copy.js", "text/javascript"),
        file!("icon.svg", "image/svg+xml"),
    ];
    files.extend(atlas_boards::FONTS.map(|(name, bytes)| Asset { name, kind: "font/woff2", bytes }));
    let mut version = Hash::of(files.iter().map(|file| file.bytes)).to_string();
    version.truncate(12);
    Assets { files, version }
});

/// The file with this name, if the version is the current one.
pub(crate) fn find(version: &str, name: &str) -> Option<&'static Asset> {
    ASSETS.files.iter().find(|asset| asset.name == name).filter(|_| version == ASSETS.version)
}

/// The address of a file. It changes with the files, so browsers can keep them for ever.
pub(crate) fn url(name: &str) -> String {
    debug_assert!(ASSETS.files.iter().any(|asset| asset.name == name), "{name} exists");
    format!("/assets/{}/{name}", ASSETS.version)
}

/// The version that is part of addresses.
pub(crate) fn version() -> &'static str {
    &ASSETS.version
}

/// The address of the cover of a game as a picture.
pub(crate) fn cover(game: &str) -> String {
    format!("/covers/{}/{game}.svg", ASSETS.version)
}

/// The cover of a game as a picture of any size. Pages that show many covers use pictures, because the drawings of a cover
/// have ids, which must be unique on a page.
pub(crate) fn cover_picture(game: &GameEntry) -> String {
    // In a picture, elements need their namespaces.
    let cover = (game.cover)().into_string().replace("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    let style = atlas_boards::STYLE;
    let content = if cover.starts_with("<svg") {
        cover
    } else {
        format!(
            "<foreignObject width=\"100%\" height=\"100%\"><div xmlns=\"http://www.w3.org/1999/xhtml\" \
             class=\"whole\">{cover}</div></foreignObject>"
        )
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%\" height=\"100%\"><style><![CDATA[{style}\n\
         .whole, .whole > *, .cover {{ width: 100%; height: 100%; }}]]></style>{content}</svg>"
    )
}
