//! The cover: the island of six peninsulas around the glowing Source, half under the sea.

use maud::{Markup, PreEscaped, html};

/// The cover of the game. It fills any box.
pub(super) fn cover() -> Markup {
    html! {
        svg.cover viewBox="0 0 332 446" preserveAspectRatio="xMidYMid slice" role="img"
            aria-label="An island of six peninsulas around a glowing source sinks into the sea while a gate of light rises above it" {
            (PreEscaped(GRADIENTS))
            (PreEscaped(SKY))
            (PreEscaped(GATE))
            (PreEscaped(ISLAND))
            (PreEscaped(WAVES))
        }
    }
}

const GRADIENTS: &str = "<defs>\
    <linearGradient id=\"ar-cover-sky\" x2=\"0\" y2=\"1\"><stop stop-color=\"#1c2b5a\"/><stop offset=\".5\" stop-color=\"#e08a5b\"/>\
    <stop offset=\".62\" stop-color=\"#f5cf8e\"/><stop offset=\"1\" stop-color=\"#0d4a63\"/></linearGradient>\
    <linearGradient id=\"ar-cover-sea\" x2=\"0\" y2=\"1\"><stop stop-color=\"#1f8a99\"/><stop offset=\"1\" stop-color=\"#06283f\"/></linearGradient>\
    <radialGradient id=\"ar-cover-glow\"><stop stop-color=\"#fff\"/><stop offset=\".4\" stop-color=\"#9ff3ff\"/>\
    <stop offset=\"1\" stop-color=\"#9ff3ff\" stop-opacity=\"0\"/></radialGradient></defs>";

/// The evening sky and the sea.
const SKY: &str = "<rect width=\"332\" height=\"446\" fill=\"url(#ar-cover-sky)\"/>\
    <circle cx=\"166\" cy=\"262\" r=\"46\" fill=\"#ffe9b8\" opacity=\".85\"/>\
    <rect y=\"268\" width=\"332\" height=\"178\" fill=\"url(#ar-cover-sea)\"/>\
    <path fill=\"#fff\" opacity=\".5\" d=\"M40 52h2v2h-2zM92 30h2v2h-2zM250 44h2v2h-2zM296 84h2v2h-2zM206 20h2v2h-2zM66 96h2v2h-2z\"/>";

/// The Cosmic Gate above the island: nine stones in a ring of light.
const GATE: &str = "<circle cx=\"166\" cy=\"150\" r=\"96\" fill=\"url(#ar-cover-glow)\" opacity=\".55\"/>\
    <circle cx=\"166\" cy=\"150\" r=\"70\" fill=\"none\" stroke=\"#d9fbff\" stroke-width=\"3\" opacity=\".9\"/>\
    <g fill=\"#f4d79a\" stroke=\"#5a3d1e\" stroke-width=\"1.5\"><path d=\"M160 70h12l4 18h-20z\"/>\
    <path d=\"m209 84 10 8-9 17-15-13z\"/><path d=\"m239 128 2 13-18 5-4-19z\"/><path d=\"m236 182-7 11-17-8 9-17z\"/>\
    <path d=\"m196 220-12 4-7-18 19-5z\"/><path d=\"m136 220 12 4 7-18-19-5z\"/><path d=\"m96 182 7 11 17-8-9-17z\"/>\
    <path d=\"m93 128-2 13 18 5 4-19z\"/><path d=\"m123 84-10 8 9 17 15-13z\"/></g>\
    <path stroke=\"#d9fbff\" stroke-width=\"4\" opacity=\".7\" d=\"M166 220v110\"/>";

/// The island from above: three wild and three civilised peninsulas around the Source.
const ISLAND: &str = "<g transform=\"matrix(1 0 0 .5 166 340)\">\
    <circle r=\"150\" fill=\"#7fd6cf\" opacity=\".35\"/>\
    <g stroke=\"#3a2a18\" stroke-width=\"2\"><path fill=\"#3f8f4f\" d=\"M0-26 22-120a122 122 0 0 0-44 0z\"/>\
    <path fill=\"#c9b27a\" d=\"M0-26 22-120a122 122 0 0 0-44 0z\" transform=\"rotate(60)\"/>\
    <path fill=\"#d8b24a\" d=\"M0-26 22-120a122 122 0 0 0-44 0z\" transform=\"rotate(120)\"/>\
    <path fill=\"#e4ddd0\" d=\"M0-26 22-120a122 122 0 0 0-44 0z\" transform=\"rotate(180)\"/>\
    <path fill=\"#8a8f9c\" d=\"M0-26 22-120a122 122 0 0 0-44 0z\" transform=\"rotate(240)\"/>\
    <path fill=\"#b5542f\" d=\"M0-26 22-120a122 122 0 0 0-44 0z\" transform=\"rotate(300)\"/></g>\
    <circle r=\"34\" fill=\"url(#ar-cover-glow)\"/><circle r=\"16\" fill=\"#e8ffff\" stroke=\"#2b7f93\" stroke-width=\"3\"/></g>";

/// Waves that roll over the outer tiles.
const WAVES: &str = "<path fill=\"#0f5f78\" opacity=\".85\" d=\"M0 404q28-22 56 0t56 0 56 0 56 0 56 0 56 0v42H0z\"/>\
    <path fill=\"none\" stroke=\"#e6fbff\" stroke-width=\"3\" opacity=\".8\" d=\"M0 404q28-22 56 0t56 0 56 0 56 0 56 0 56 0\"/>\
    <path fill=\"none\" stroke=\"#bfeef5\" stroke-width=\"2\" opacity=\".6\" d=\"M10 372q20-14 40 0t40 0M236 366q20-14 40 0t40 0M20 330q14-10 28 0M280 322q14-10 28 0\"/>";
