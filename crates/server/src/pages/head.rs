//! The pictures that the head of every page names, and the files that go with them.

use std::sync::OnceLock;

use maud::{Markup, html};
use serde_json::json;

use crate::assets;

/// The public address of the server, if it is known. Previews of links need whole addresses.
static BASE: OnceLock<String> = OnceLock::new();

/// Notes the public address of the server.
pub(crate) fn set_base(base: &str) {
    // All servers of one process have one address; the first one is as good as another.
    let _ = BASE.set(base.trim_end_matches('/').to_owned());
}

/// The icons of the page, the description for home screens and the picture for previews of links: the product's own, or
/// another one for a page with this title.
pub(crate) fn pictures(preview: Option<&str>, title: &str) -> Markup {
    let base = BASE.get().map_or("", String::as_str);
    let own = format!("{base}/og.png");
    let (preview, text) = preview.map_or((own.as_str(), "Atlas: four worlds, one table"), |it| (it, title));
    html! {
        link rel="icon" href="/favicon.ico" sizes="32x32";
        link rel="icon" href=(assets::url("icon.svg")) type="image/svg+xml";
        link rel="apple-touch-icon" href="/apple-touch-icon.png";
        link rel="manifest" href="/manifest.webmanifest";
        meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)";
        meta name="theme-color" content="#16212a" media="(prefers-color-scheme: dark)";
        meta property="og:image" content=(preview);
        meta property="og:image:width" content="1200";
        meta property="og:image:height" content="630";
        meta property="og:image:alt" content=(text);
        meta name="twitter:card" content="summary_large_image";
    }
}

/// The manifest with which browsers install the site.
pub(crate) fn manifest() -> String {
    let icon = |size: u32| {
        let sizes = format!("{size}x{size}");
        json!({ "src": format!("/icon-{size}.png"), "sizes": sizes, "type": "image/png", "purpose": "any maskable" })
    };
    json!({
        "name": "Atlas",
        "short_name": "Atlas",
        "description": super::document::DESCRIPTION,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#e6ecea",
        "theme_color": "#ffffff",
        "icons": [icon(192), icon(512)],
    })
    .to_string()
}

/// What search engines may read.
pub(crate) const ROBOTS: &str = "User-agent: *\nAllow: /$\nAllow: /rules\nDisallow: /t/\nDisallow: /games\n";
