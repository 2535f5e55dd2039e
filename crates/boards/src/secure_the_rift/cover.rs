//! The cover: a burning world and a shielded city, and the Rift between them.

use maud::{Markup, PreEscaped, html};

/// The cover of the game. It fills any box.
pub(super) fn cover() -> Markup {
    html! {
        svg.cover viewBox="0 0 332 446" preserveAspectRatio="xMidYMid slice" role="img"
            aria-label="A horned warrior of a burning world above, a city behind hexagonal shields below, and the glowing Rift between them" {
            (PreEscaped(GRADIENTS))
            (PreEscaped(BURNING_WORLD))
            g clip-path="url(#sr-cover-city)" { (PreEscaped(CITY)) }
            (PreEscaped(RIFT))
        }
    }
}

const GRADIENTS: &str = "<defs>\
    <linearGradient id=\"sr-cover-fire\" x2=\"0\" y2=\"1\"><stop stop-color=\"#6b1f1c\"/><stop offset=\".35\" stop-color=\"#c8622b\"/>\
    <stop offset=\".6\" stop-color=\"#8a2a22\"/><stop offset=\"1\" stop-color=\"#3a0f16\"/></linearGradient>\
    <linearGradient id=\"sr-cover-air\" x2=\"0\" y2=\"1\"><stop stop-color=\"#9cc4ee\"/><stop offset=\".5\" stop-color=\"#5b86c4\"/>\
    <stop offset=\"1\" stop-color=\"#16244a\"/></linearGradient>\
    <linearGradient id=\"sr-cover-glow\" x1=\"0\" x2=\"1\"><stop stop-color=\"#ff6ad5\"/><stop offset=\".5\" stop-color=\"#fff\"/>\
    <stop offset=\"1\" stop-color=\"#8f7bff\"/></linearGradient>\
    <radialGradient id=\"sr-cover-sun\"><stop stop-color=\"#fff0bd\"/><stop offset=\".7\" stop-color=\"#ffd27a\"/>\
    <stop offset=\"1\" stop-color=\"#f2a24a\"/></radialGradient>\
    <clipPath id=\"sr-cover-city\"><path d=\"M0 222 96 178 112 190 172 152 168 138 332 88V446H0Z\"/></clipPath></defs>";

/// The sky on fire, a walking beast, ruins, and the warrior with axe and horns.
const BURNING_WORLD: &str = "<rect width=\"332\" height=\"446\" fill=\"url(#sr-cover-fire)\"/>\
    <path fill=\"#7c2a22\" opacity=\".8\" d=\"M180 0h152v38c-22 12-40-2-58 6s-34 14-52 2-50-20-42-46Z\"/>\
    <circle cx=\"214\" cy=\"44\" r=\"43\" fill=\"url(#sr-cover-sun)\"/>\
    <path fill=\"#a53a26\" opacity=\".85\" d=\"M150 62c24-12 34 6 56 2s30-16 52-8 40 0 74-12v70L170 140Z\"/>\
    <path fill=\"#5d1a1c\" d=\"M0 90 34 60l20 22 34-40 30 36 24-14 40 54L60 196 0 226Z\"/>\
    <path stroke=\"#ffe3c2\" stroke-width=\"2.4\" stroke-linecap=\"round\" opacity=\".85\" d=\"M0 62h70M0 82h54M4 104h66M0 126h46M0 148h62M6 168h40\"/>\
    <g fill=\"none\" stroke=\"#ff5a24\" stroke-width=\"4.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
    <path d=\"M222 84q-14 4-16 28M232 86q-6 10-4 30M250 86q8 10 8 26M258 82q16 4 22 26M264 76q22-2 34 20\"/></g>\
    <ellipse cx=\"243\" cy=\"72\" rx=\"30\" ry=\"18\" fill=\"#ff7a35\"/><ellipse cx=\"243\" cy=\"66\" rx=\"24\" ry=\"10\" fill=\"#ffb45e\"/>\
    <path stroke=\"#160a0e\" stroke-width=\"7\" stroke-linecap=\"round\" d=\"M84 178 108 20\"/>\
    <path fill=\"#160a0e\" d=\"M82 22q28-14 58 2l-6 36q-24-10-52-2q-10-16 0-36Z\"/><path fill=\"#ff5a24\" d=\"M79 28q-6 15 3 28l-7-2q-8-14-3-28Z\"/>\
    <g fill=\"#160a0e\">\
    <path d=\"M150 36q-26-4-30-32q12 16 26 16l8-4q9-2 18 0l8 4q14 0 26-16q-4 28-30 32l2 18-14 18h-10l-14-18Z\"/>\
    <path d=\"M112 92q8-22 36-26h22q30 4 38 28l6 30-18 6-8-20-2 92h-64l-4-86-14 34-20-2q8-34 28-56Z\"/>\
    <path d=\"M88 140q2-16 16-14t14 16-14 14-16-16Z\"/></g>\
    <path fill=\"#3a161a\" d=\"M134 78q26 10 50 0l-6 26-19 10-19-10Z\"/>\
    <path fill=\"#ff5a24\" d=\"m148 46 9 4-2 4-8-3ZM170 46l-9 4 2 4 8-3ZM159 104l8 14-8 18-8-18Z\"/>";

/// Towers, the shields in front of them, and the floating rock that carries the city.
const CITY: &str = "<rect y=\"80\" width=\"332\" height=\"366\" fill=\"url(#sr-cover-air)\"/>\
    <path fill=\"#7fa6dc\" d=\"M196 200v-48h16v-14h10v14h22v-34h14v-12h8v12h18v26h20v-18h28v200H196Z\"/>\
    <path fill=\"#4a72b4\" d=\"M0 250h26v-22h20v14h22v96H0ZM270 212h14v-14h16v14h32v120h-62Z\"/>\
    <path fill=\"#cfe6ff\" fill-opacity=\".16\" stroke=\"#ffd36b\" stroke-width=\"2.5\" d=\"m304 200v130l-126 72-126-72V236l126-72Z\"/>\
    <path fill=\"#bfe0ff\" fill-opacity=\".2\" stroke=\"#bcd9ff\" stroke-width=\"1.5\" d=\"M70 256l30 17v34l-30 17-30-17v-34ZM308 300l26 15v30l-26 15-26-15v-30ZM40 322l26 15v30l-26 15-26-15v-30Z\"/>\
    <path fill=\"#0f1c46\" d=\"M56 330v-28h22v-62l24-22 24 22v30h18v-72l22-26 22 26v66h18v-30l24-20 24 22v68h44v26Z\"/>\
    <path fill=\"#16285e\" d=\"M56 330h242l-34 44-40 12-28 34-24 16-26-22-22-32-42-10Z\"/>\
    <path fill=\"#0c1738\" d=\"M116 346l36 66-22-30ZM190 340l-18 88 38-46Z\"/>\
    <path stroke=\"#dbe9ff\" stroke-width=\"2.5\" d=\"M54 330h246\"/>\
    <path fill=\"#ffd85a\" d=\"M97 248h10v18H97ZM161 208h10v22h-10ZM225 252h10v18h-10ZM161 282h10v14h-10Z\"/>\
    <path fill=\"#ffd85a\" opacity=\".75\" d=\"M86 292h6v10h-6ZM132 292h6v10h-6ZM196 292h6v10h-6ZM262 300h6v10h-6Z\"/>\
    <path fill=\"#eaf4ff\" fill-opacity=\".1\" stroke=\"#f6fbff\" stroke-width=\"3.5\" d=\"m286 216v104l-108 62-108-62V244l108-62Z\"/>";

/// The Rift: a jagged line of light.
const RIFT: &str = "<g fill=\"none\" stroke-linejoin=\"round\">\
    <path stroke=\"#7a2fd0\" stroke-width=\"20\" opacity=\".35\" d=\"M-10 227 96 178 112 190 172 152 168 138 342 85\"/>\
    <path stroke=\"#5b2aa8\" stroke-width=\"11\" d=\"M-10 227 96 178 112 190 172 152 168 138 342 85\"/>\
    <path stroke=\"url(#sr-cover-glow)\" stroke-width=\"5\" d=\"M-10 227 96 178 112 190 172 152 168 138 342 85\"/></g>\
    <path stroke=\"#ffd0f4\" stroke-width=\"2\" stroke-linecap=\"round\" d=\"M60 176l10 8M132 150l8 10M128 192l10 12M206 106l6 12M236 134l8 10M84 202l6 12M288 84l4 8\"/>";
