//! The looks of the seven factions and of unknown factions. Each has its own shapes, so that colour is not needed to
//! tell them apart.

use super::ink::{Grown, disc, star};
use super::land::{self, Land};

/// How the cards of a faction look.
pub(super) struct Faction {
    /// The id in card files.
    pub(super) id: &'static str,
    /// The name for people.
    pub(super) name: &'static str,
    /// The class that gives it its colours.
    pub(super) class: &'static str,
    /// Its sigil, within 30 of the origin.
    pub(super) sigil: &'static str,
    /// The plate of the cost, within 20 of the origin.
    pub(super) badge: &'static str,
    /// The outline of the picture on a card, within 226 by 148.
    pub(super) window: &'static str,
    /// One stitch of the hem along the sides of a card, going up.
    pub(super) stitch: &'static str,
    /// The height of a stitch.
    pub(super) stitch_height: i32,
    /// The landscape of its scenes.
    pub(super) land: Land,
}

/// Plates and slots: a hexagonal eye, cut corners, rungs.
const ANNEX: Faction = Faction {
    id: "annex",
    name: "Annex",
    class: "sr-annex",
    sigil: "M0-29L25-15V15L0 29L-25 15V-15ZM0-20L-17-10V10L0 20L17 10V-10ZM-9-9H9V9H-9ZM-2-29H2V-9H-2Z\
            M-2 9H2V29H-2Z",
    badge: "M-10-18H10L20 0L10 18H-10L-20 0Z",
    window: "M14 0H84L90 5H136L142 0H212L226 14V134L212 148H142L136 143H90L84 148H14L0 134V14Z",
    stitch: "v-12m0 4h5m-5-4",
    stitch_height: 12,
    land: land::works,
};

/// Tongues and teeth: a flame, a picture that burns from below.
const CINDER: Faction = Faction {
    id: "cinder",
    name: "Cinder Pact",
    class: "sr-cinder",
    sigil: "M2-30Q6-14 17-6Q18-14 14-20Q30-6 25 12Q19 29 0 29T-25 12Q-28-2-17-14Q-17-4-10-2Q-10-18 2-30Z\
            M2-4Q-8 4-9 13Q-8 22 0 22T10 12Q8 6 4 5Q5 0 2-4Z",
    badge: "M0-22Q20-8 19 6Q15 19 0 19T-19 6Q-20-8 0-22Z",
    window: "M0 0H226V140L213 128 200 146 183 130 166 148 148 132 130 144 113 128 96 144 78 132 \
             60 148 43 130 26 146 13 128 0 140Z",
    stitch: "l5-6-5-6",
    stitch_height: 12,
    land: land::volcano,
};

/// Curls: a coil that ends in a leaf, and a picture like a leaf.
const VERDANT: Faction = Faction {
    id: "verdant",
    name: "Verdant Coil",
    class: "sr-verdant",
    sigil: "M-4 29Q-28 24-28 0T0-27Q12-27 21-19L28-28Q31-8 14-3Q5-5 6-13Q-2-20-10-16Q-19-11-19 0T-4 19\
            Q12 19 12 8T2-2\
            Q-7 0-4 9Q-14 6-12-3Q-8-12 4-10Q21-6 21 9T-4 29Z",
    badge: "M-19-19H4Q20-18 20-2V19H-3Q-19 18-19 2Z",
    window: "M52 0H226V96Q226 148 174 148H0V52Q0 0 52 0Z",
    stitch: "q6-3 3-8t-3-8",
    stitch_height: 16,
    land: land::jungle,
};

/// Arches: a bell without a tongue, a picture like a church window.
const HOLLOW: Faction = Faction {
    id: "hollow",
    name: "Hollow Choir",
    class: "sr-hollow",
    sigil: "M0-30A6 6 0 0 1 5-21Q19-17 19 2Q19 13 27 19V24H-27V19Q-19 13-19 2Q-19-17-5-21A6 6 0 0 1 0-30Z\
            M0-12Q-8-8-8 4V15H8V4Q8-8 0-12ZM-7 27H7L0 31Z",
    badge: "M-16 19V-4Q-15-17 0-22Q15-17 16-4V19Z",
    window: "M0 148V44Q10 12 56 6Q82 4 113-1Q144 4 170 6Q216 12 226 44V148Z",
    stitch: "m2 0v-9m-2-2h4m-4-3",
    stitch_height: 14,
    land: land::graves,
};

/// Walls: a sun that rises in a shield, a picture behind battlements.
const MERIDIAN: Faction = Faction {
    id: "meridian",
    name: "Meridian Guard",
    class: "sr-meridian",
    sigil: "M-25-28H25V2Q23 20 0 31Q-23 20-25 2ZM-18-21V0H-12A12 12 0 0 1 12 0H18V-21H9L7-14 3-15V-21H-3\
            V-15L-7-14-9-21Z\
            M-17 6Q-13 17 0 23Q13 17 17 6Z",
    badge: "M-18-19H18V3Q16 16 0 22Q-16 16-18 3Z",
    window: "M0 10H14V0H42V10H70V0H99V10H127V0H156V10H184V0H212V10H226V148H0Z",
    stitch: "h4v-6h-4v-6",
    stitch_height: 12,
    land: land::walls,
};

/// Points and arcs: the needle of a compass, a picture through a lens.
const VEIL: Faction = Faction {
    id: "veil",
    name: "Veil Cartographers",
    class: "sr-veil",
    sigil: "M0-31L6-6 31 0 6 6 0 31-6 6-31 0-6-6ZM0-3A3 3 0 1 0 0 3A3 3 0 1 0 0-3Z\
            M10-23A25 25 0 0 1 23-10L19-9\
            A21 21 0 0 0 9-19ZM-10 23A25 25 0 0 1-23 10L-19 9A21 21 0 0 0-9 19Z",
    badge: "M0-23L10-10 23 0 10 10 0 23-10 10-23 0-10-10Z",
    window: "M26 0H200Q218 30 226 74Q218 118 200 148H26Q8 118 0 74Q8 30 26 0Z",
    stitch: "h0m4-5h0m-2-5h0m-2-4",
    stitch_height: 14,
    land: land::sea,
};

/// Breaks: a ring that is cracked, a picture that is torn.
const UNBOUND: Faction = Faction {
    id: "unbound",
    name: "Unbound",
    class: "sr-unbound",
    sigil: "M4-28A28 28 0 0 1 7 27L1 17A17 17 0 0 0 7-16L0-20Z\
            M-4 28A28 28 0 0 1-7-27L-1-17A17 17 0 0 0-7 16L0 20Z\
            M5-12L-7 2H0L-5 13 8-2H1Z",
    badge: "M0-19A19 19 0 0 1 3 19L-2 15A19 19 0 0 1 0-19Z",
    window: "M0 4L38 0 70 5 120 1 158 6 200 0 226 5 221 40 226 78 220 112 226 144 180 148 150 143 104 148 \
             66 143 30 148 0 144 5 104 0 70 6 34Z",
    stitch: "l4-3m-4-2l5-6m-5-3",
    stitch_height: 14,
    land: land::dunes,
};

/// All factions, in the order of the rule book.
pub(super) const FACTIONS: [&Faction; 7] = [&ANNEX, &CINDER, &VERDANT, &HOLLOW, &MERIDIAN, &VEIL, &UNBOUND];

/// Colours for factions that are not in the rule book.
const STRANGERS: [&str; 4] = ["sr-rose", "sr-amber", "sr-frost", "sr-moss"];

/// The look of any faction. An unknown faction gets the landscape and the frame of a known one, with its own colours
/// and sigil.
pub(super) struct Livery {
    pub(super) faction: &'static Faction,
    pub(super) class: &'static str,
    pub(super) name: String,
    pub(super) sigil: String,
}

impl Livery {
    pub(super) fn of(id: &str) -> Livery {
        if let Some(faction) = FACTIONS.into_iter().find(|it| it.id == id) {
            let (class, name) = (faction.class, faction.name.to_owned());
            return Livery { faction, class, name, sigil: faction.sigil.to_owned() };
        }
        let mut grown = Grown::of(id);
        let (corners, near, eye) = (grown.pick(&[6, 8, 12, 24]), grown.between(13, 26), grown.between(4, 11));
        let eye = if grown.below(2) == 0 { disc(0, 0, eye) } else { star(0, 0, eye + 2, eye / 2, corners) };
        let sigil = star(0, 0, 30, near, corners) + &eye;
        Livery { faction: grown.pick(&FACTIONS), class: grown.pick(&STRANGERS), name: titled(id), sigil }
    }
}

/// An id of a card file as a title.
pub(super) fn titled(word: &str) -> String {
    let words = word.split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |it| it.to_uppercase().collect::<String>() + letters.as_str())
    });
    words.collect::<Vec<_>>().join(" ")
}
