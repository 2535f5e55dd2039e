//! Souls: their bodies, with size and position.

use super::creature::{self, Beast};
use super::ink::{Grown, Ink, star};
use super::person::{Head, Person};
use super::{Look, marks};
use atlas_secure_the_rift::pack::language::Keywords;

/// The body of a Soul.
#[derive(Clone, Copy)]
enum Body {
    Drone,
    Beast(Beast),
    Serpent,
    Leviathan,
    Colossus,
    Crawler,
    Skimmer,
    Mirage,
    Bastion,
    Treant,
    Mycelith,
    Mass,
    Maw,
    Person,
    Crew,
}

impl Body {
    /// The subtype decides, then the words of the name, then strength and chance.
    fn of(look: &Look<'_>, grown: &mut Grown) -> Body {
        let drone = look.library.subtypes(look.card.subtypes).any(|it| it == "drone");
        if drone {
            return Body::Drone;
        }
        if let Some(body) = look.words().find_map(Body::named) {
            return body;
        }
        let known = look.livery.class == look.livery.faction.class;
        match look.strength() {
            _ if known => Body::Person,
            7.. => grown.pick(&[Body::Colossus, Body::Maw, Body::Treant, Body::Leviathan]),
            4..7 => grown.pick(&[Body::Person, Body::Colossus, Body::Serpent, Body::Beast(Beast::Stag)]),
            _ => grown.pick(&[Body::Person, Body::Beast(Beast::Cat), Body::Drone, Body::Beast(Beast::Hound)]),
        }
    }

    fn named(word: &str) -> Option<Body> {
        Some(match word {
            "drone" | "probe" => Body::Drone,
            "hound" | "mastiff" | "wolf" => Body::Beast(Beast::Hound),
            "rat" => Body::Beast(Beast::Rat),
            "grazer" | "boar" => Body::Beast(Beast::Grazer),
            "antler" | "stag" => Body::Beast(Beast::Stag),
            "hide" | "turtle" => Body::Beast(Beast::Shell),
            "stalker" | "cat" => Body::Beast(Beast::Cat),
            "hatchling" | "serpent" | "worm" => Body::Serpent,
            "leviathan" | "whale" => Body::Leviathan,
            "colossus" | "walker" | "sentinel" => Body::Colossus,
            "crawler" => Body::Crawler,
            "skimmer" | "ship" => Body::Skimmer,
            "mirage" => Body::Mirage,
            "bastion" => Body::Bastion,
            "worldroot" | "tree" => Body::Treant,
            "mycelith" | "fungus" => Body::Mycelith,
            "mass" | "swarm" => Body::Mass,
            "devourer" | "maw" => Body::Maw,
            "crew" => Body::Crew,
            _ => return None,
        })
    }

    /// The scale of the body in a scene, in percent, for an average cost.
    fn size(self) -> i32 {
        match self {
            Body::Drone => 112,
            Body::Beast(Beast::Stag) | Body::Treant | Body::Mycelith | Body::Maw => 68,
            Body::Beast(_) | Body::Skimmer | Body::Mirage | Body::Person => 88,
            Body::Serpent | Body::Mass | Body::Crawler => 84,
            Body::Leviathan | Body::Bastion | Body::Crew => 77,
            Body::Colossus => 64,
        }
    }

    /// Whether it is drawn above the ground.
    fn flies(self) -> bool {
        matches!(self, Body::Drone | Body::Leviathan | Body::Skimmer | Body::Mirage | Body::Bastion)
    }

    fn draw(self, ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
        match self {
            Body::Drone => creature::drone(ink, grown),
            Body::Beast(beast) => beast.draw(ink, grown),
            Body::Serpent => creature::serpent(ink),
            Body::Leviathan => creature::leviathan(ink),
            Body::Colossus => creature::colossus(ink, grown),
            Body::Crawler => creature::crawler(ink),
            Body::Skimmer => creature::skimmer(ink, grown),
            Body::Mirage => {
                let (mut near, mut far) = (Grown::of(&look.card.id), Grown::of(&look.card.id));
                ink.raw("<g opacity=\".4\">");
                ink.place(46, -38, 62, |ink| creature::skimmer(ink, &mut far));
                ink.place(-40, 34, 62, |ink| creature::skimmer(ink, grown));
                ink.raw("</g>");
                creature::skimmer(ink, &mut near);
            }
            Body::Bastion => creature::bastion(ink),
            Body::Treant => creature::treant(ink, grown),
            Body::Mycelith => creature::mycelith(ink),
            Body::Mass => creature::mass(ink, grown),
            Body::Maw => creature::maw(ink),
            Body::Person => Person::of(look, grown).draw(ink),
            Body::Crew => {
                for (x, size) in [(-42, 84), (44, 88), (0, 104)] {
                    let head = grown.pick(&[Head::Horns, Head::Visor, Head::Hair]);
                    let person = Person { head, ..Person::of(look, grown) };
                    ink.place(x, 0, size, |ink| person.draw(ink));
                }
            }
        }
    }
}

/// Draws a Soul card's scene, with marks for its keywords and effects.
pub(super) fn draw(ink: &mut Ink, look: &Look<'_>, grown: &mut Grown) {
    let body = Body::of(look, grown);
    let has = |keyword| look.card.keywords.has(keyword);
    let airborne = has(Keywords::AIRBORNE);
    // Souls with a higher cost are larger, up to the size of the picture.
    let size = body.size() * (86 + 5 * i32::from(look.card.cost.min(8))) / 100;
    let (x, side) = (113 + grown.between(-14, 14), grown.side());
    let foot = match (body, airborne) {
        (Body::Bastion, _) => 92,
        (_, true) if body.flies() => 64,
        (_, false) if body.flies() => 78,
        (_, true) => 116,
        (_, false) => 141,
    };
    let middle = if body.flies() { foot } else { foot - size * 55 / 100 };
    if look.card.unique {
        ink.veil("w", 25, &star(x, middle, 120, 34, 24));
    }
    marks::behind(ink, look, x, middle);
    if airborne && !body.flies() {
        ink.place(x, foot, size, |ink| {
            ink.veil(
                "l",
                70,
                "M-8-78Q-44-118-84-104Q-70-92-74-76Q-56-84-52-66Q-34-74-8-58Z\
                 M8-78Q44-118 84-104Q70-92 74-76Q56-84 52-66Q34-74 8-58Z",
            );
            ink.line(
                "k",
                20,
                "M8-78Q44-118 84-104M-8-78Q-44-118-84-104M10-76L74-76M8-74L52-66\
                 M-10-76L-74-76M-8-74L-52-66",
            );
        });
    }
    if !airborne {
        ink.veil("k", 45, &format!("M{} 142a46 4 0 1 0 92 0a46 4 0 1 0-92 0z", x - 46));
    }
    ink.place(x, foot, side * size, |ink| body.draw(ink, look, grown));
    marks::before(ink, look, grown, x, middle);
}
