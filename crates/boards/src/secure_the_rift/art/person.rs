//! People: a body, a head and a tool in the hand. The foot is at the origin, the top of the head about 110 above it.

use super::Look;
use super::ink::{Grown, Ink};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dress {
    Cloak,
    Coat,
    Armour,
    Mantle,
    Runner,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    Hood,
    Helm,
    Horns,
    Hat,
    Beak,
    Crown,
    Visor,
    Halo,
    Antlers,
    Hair,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    Staff,
    Blade,
    Hammer,
    Shield,
    Lantern,
    Torch,
    Scroll,
    Scythe,
    Banner,
    Spear,
    Satchel,
    Compass,
}

/// A person to draw.
#[derive(Clone, Copy)]
pub(super) struct Person {
    pub(super) dress: Dress,
    pub(super) head: Head,
    pub(super) tool: Tool,
}

impl Person {
    /// Words of the name decide first, then the custom of the faction, then chance.
    pub(super) fn of(look: &Look<'_>, grown: &mut Grown) -> Person {
        let custom = Person::custom(look.livery.faction.id, grown);
        let strong = look.strength() >= 5;
        let dress = look.words().find_map(dress).unwrap_or(if strong { Dress::Armour } else { custom.dress });
        let head = look.words().find_map(head).unwrap_or(custom.head);
        let tool = look.words().find_map(tool).unwrap_or(custom.tool);
        if look.card.unique {
            let head = if matches!(head, Head::Horns | Head::Antlers) { head } else { Head::Crown };
            let dress = if look.strength() >= 7 { Dress::Armour } else { Dress::Mantle };
            return Person { dress, head, tool };
        }
        Person { dress, head, tool }
    }

    /// What people of a faction often wear and carry.
    pub(super) fn custom(faction: &str, grown: &mut Grown) -> Person {
        let (dresses, heads, tools): (&[Dress], &[Head], &[Tool]) = match faction {
            "annex" => (
                &[Dress::Coat, Dress::Armour],
                &[Head::Visor, Head::Hat],
                &[Tool::Staff, Tool::Scroll, Tool::Hammer],
            ),
            "cinder" => (
                &[Dress::Runner, Dress::Armour, Dress::Coat],
                &[Head::Horns, Head::Hair, Head::Hood],
                &[Tool::Torch, Tool::Blade, Tool::Hammer],
            ),
            "verdant" => {
                (&[Dress::Cloak], &[Head::Antlers, Head::Hat, Head::Hood], &[Tool::Staff, Tool::Spear])
            }
            "hollow" => (
                &[Dress::Cloak, Dress::Mantle],
                &[Head::Hood, Head::Beak],
                &[Tool::Scythe, Tool::Lantern, Tool::Staff],
            ),
            "meridian" => (
                &[Dress::Armour, Dress::Coat],
                &[Head::Helm, Head::Halo],
                &[Tool::Shield, Tool::Spear, Tool::Banner],
            ),
            "veil" => (
                &[Dress::Cloak, Dress::Mantle, Dress::Coat],
                &[Head::Hood, Head::Halo, Head::Hat],
                &[Tool::Compass, Tool::Scroll, Tool::Staff],
            ),
            _ => (
                &[Dress::Coat, Dress::Cloak, Dress::Armour],
                &[Head::Hat, Head::Hair, Head::Hood, Head::Helm],
                &[Tool::Blade, Tool::Spear, Tool::Satchel],
            ),
        };
        Person { dress: grown.pick(dresses), head: grown.pick(heads), tool: grown.pick(tools) }
    }

    pub(super) fn draw(self, ink: &mut Ink) {
        // Tools on the far side of the body are drawn first.
        if matches!(self.tool, Tool::Banner | Tool::Scythe | Tool::Spear | Tool::Staff) {
            self.tool.draw(ink);
        }
        if self.head == Head::Halo {
            ink.line("g", 24, "M-17-94a17 17 0 1 1 34 0a17 17 0 1 1-34 0");
        }
        self.dress.draw(ink);
        // A runner leans forward.
        let lean = if self.dress == Dress::Runner { 12 } else { 0 };
        ink.place(lean, lean / 3, 100, |ink| self.head.draw(ink));
        ink.line("k", 72, if lean == 0 { "M11-74L17-62 23-56" } else { "M15-72L22-62 30-60" });
        if !matches!(self.tool, Tool::Banner | Tool::Scythe | Tool::Spear | Tool::Staff) {
            self.tool.draw(ink);
        }
    }
}

fn dress(word: &str) -> Option<Dress> {
    Some(match word {
        "runner" | "thief" | "courier" | "scout" | "stray" | "recruit" => Dress::Runner,
        "plated" | "champion" | "knight" | "warden" | "shieldbearer" | "marshal" | "guard" | "captain" => {
            Dress::Armour
        }
        "welder" | "duelist" | "blade" | "surgeon" | "broker" | "pilot" => Dress::Coat,
        "foreman" | "usher" | "ledger" | "keeper" | "reader" | "herald" => Dress::Mantle,
        "novice" | "bearer" | "tender" | "caller" | "cantor" | "chaplain" | "apprentice" | "adept" => {
            Dress::Cloak
        }
        _ => return None,
    })
}

fn head(word: &str) -> Option<Head> {
    Some(match word {
        "welder" | "overseer" | "pilot" | "blast" => Head::Visor,
        "foreman" | "broker" | "tender" | "hired" | "usher" | "apprentice" => Head::Hat,
        "novice" | "bearer" | "thief" | "keeper" | "stray" => Head::Hood,
        "champion" | "pyre" | "tyrant" => Head::Horns,
        "plague" | "ledger" => Head::Beak,
        "knight" | "recruit" | "shieldbearer" | "warden" | "guard" | "captain" => Head::Helm,
        "root" => Head::Antlers,
        "chaplain" | "surgeon" | "adept" | "reader" => Head::Halo,
        "duelist" | "runner" | "scout" => Head::Hair,
        _ => return None,
    })
}

fn tool(word: &str) -> Option<Tool> {
    Some(match word {
        "welder" | "fuse" | "pyromancer" => Tool::Torch,
        "runner" | "duelist" | "knight" | "hired" | "blade" | "sword" => Tool::Blade,
        "broker" | "crew" | "champion" | "smith" | "tyrant" => Tool::Hammer,
        "shieldbearer" | "oath" | "convoy" | "guard" => Tool::Shield,
        "candle" | "lantern" | "dawn" => Tool::Lantern,
        "ledger" | "executor" | "archivist" | "novice" | "tide" => Tool::Scroll,
        "cantor" | "usher" | "reaper" => Tool::Scythe,
        "herald" | "marshal" | "banner" => Tool::Banner,
        "recruit" | "overseer" | "hunter" => Tool::Spear,
        "blast" | "surgeon" | "stray" | "medic" => Tool::Satchel,
        "chart" | "drift" | "scout" | "null" | "threshold" => Tool::Compass,
        "foreman" | "tender" | "caller" | "choirmaster" => Tool::Staff,
        _ => return None,
    })
}

impl Dress {
    fn draw(self, ink: &mut Ink) {
        match self {
            Dress::Cloak => {
                ink.area("k", "M-10-82Q-21-58-27 0Q-10-4 0 0Q14-4 27 0Q21-58 10-82Q0-88-10-82Z");
                ink.area("b", "M4-82Q8-40 3-1Q15-4 27 0Q21-58 10-82Z");
                ink.line("l", 13, "M11-81Q21-56 26-2");
            }
            Dress::Coat => {
                ink.area(
                    "k",
                    "M-13-1L-9-40H-1V-1ZM2-1L3-40H10L15-1Z\
                     M-13-82Q0-88 13-82L14-50L21-16H5L0-38L-6-16H-20L-14-50Z",
                );
                ink.area("b", "M3-84Q9-84 13-82L14-50L21-16H8L3-46Z");
                ink.line("l", 13, "M14-80V-50L21-17M16-14L15-2");
                ink.line("g", 20, "M-13-50H13");
            }
            Dress::Armour => {
                ink.area("k", "M-16 0L-14-42H-1L-2 0ZM2 0L1-42H14L17 0ZM-17-82Q0-90 17-82L12-38H-12Z");
                ink.area("b", "M2-86Q12-85 17-82L12-38H2ZM4-36H13L15-18H4Z");
                ink.area("k", "M-28-72Q-26-87-12-84L-14-70ZM28-72Q26-87 12-84L14-70Z");
                ink.line("l", 14, "M13-85Q26-86 28-73M16-68L13-40M15-36L17-2");
                ink.area("g", "M0-74L5-66 0-56-5-66Z");
            }
            Dress::Mantle => {
                ink.area("k", "M-12-84L-30-80L-22-54L-32 0H32L22-54L30-80L12-84Q0-90-12-84Z");
                ink.area("b", "M3-86L12-84L30-80L22-54L32 0H12L5-50Z");
                ink.area("g", "M-12-84L0-66 12-84 9-86 0-73-9-86ZM-3-60H3L5 0H-5Z");
                ink.line("l", 14, "M29-79L22-54L31-2");
            }
            Dress::Runner => {
                ink.area("g", "M8-80Q-16-92-42-78Q-30-79-26-74Q-36-72-44-64Q-18-72 4-68Z");
                ink.area(
                    "k",
                    "M-4-76Q8-88 20-76L8-38L-10-40ZM-9-46L6-42L-6-22L-26-4L-36-10L-18-26Z\
                     M0-44L10-40L25-24L20 0H9L12-20L-2-32Z",
                );
                ink.area("b", "M10-82Q17-82 20-76L8-38L2-40Z");
                ink.line("l", 13, "M20-75L10-41L25-25L21-2");
            }
        }
    }
}

impl Head {
    fn draw(self, ink: &mut Ink) {
        match self {
            Head::Hood => {
                ink.area("k", "M-13-78Q-16-104 2-110Q15-102 13-78Q0-84-13-78Z");
                ink.area("b", "M2-110Q15-102 13-78Q9-81 6-81Q10-98 2-110Z");
                ink.dots("g", 27, &[(-4, -92), (4, -92)]);
            }
            Head::Helm => {
                ink.area("k", "M-10-80V-97Q-9-106 0-107Q9-106 10-97V-80L0-76Z");
                ink.area("b", "M3-107Q9-105 10-97V-80L3-77Z");
                ink.area(
                    "g",
                    "M-8-96H8V-92H2V-84H-2V-92H-8ZM-2-105Q-8-120-22-116Q-26-104-20-96Q-16-106-2-105Z",
                );
            }
            Head::Horns => {
                ink.area(
                    "k",
                    "M-10-80V-96Q-8-105 0-105Q8-105 10-96V-80L0-76Z\
                     M-8-98Q-24-98-24-118Q-15-108-4-105ZM8-98Q24-98 24-118Q15-108 4-105Z",
                );
                ink.area("g", "M-8-95L-1-92V-89L-8-91ZM8-95L1-92V-89L8-91Z");
                ink.line("l", 12, "M9-99Q23-99 24-116");
            }
            Head::Hat => {
                ink.disc("k", 0, -90, 9);
                ink.area("k", "M-23-94Q0-86 23-94L11-99Q9-113 0-112T-11-99Z");
                ink.area("b", "M4-111Q10-109 11-99L23-94Q14-91 8-91Z");
                ink.line("g", 20, "M-10-99Q0-96 10-99");
            }
            Head::Beak => {
                ink.area("k", "M-13-76Q-17-104 0-110Q14-106 13-94L30-82L10-84Q8-80 10-76Z");
                ink.area("l", "M9-93L30-82L8-85Z");
                ink.disc("g", 5, -94, 3);
            }
            Head::Crown => {
                ink.disc("k", 0, -92, 10);
                ink.area("b", "M2-102Q11-100 10-91Q8-83 2-82Z");
                ink.area("g", "M-11-97L-14-114-6-106 0-119 6-106 14-114 11-97Q0-93-11-97Z");
            }
            Head::Visor => {
                ink.area("k", "M-11-80V-99Q-10-106 0-106T11-99V-80L6-76H-6Z");
                ink.area("b", "M4-106Q11-104 11-99V-80L6-76H4Z");
                ink.area("g", "M-9-97H11V-90H-9Z");
                ink.line("k", 20, "M-8-104L-12-116");
            }
            Head::Halo => {
                ink.disc("k", 0, -92, 10);
                ink.area("b", "M2-102Q11-100 10-91Q8-83 2-82Z");
            }
            Head::Antlers => {
                ink.area("k", "M-11-78Q-13-104 0-107Q13-104 11-78Q0-84-11-78Z");
                ink.line(
                    "k",
                    30,
                    "M-7-102Q-22-106-22-124M-18-110Q-30-110-32-120M-20-116L-12-126\
                     M7-102Q22-106 22-124M18-110Q30-110 32-120M20-116L12-126",
                );
                ink.dots("g", 27, &[(-4, -92), (4, -92)]);
            }
            Head::Hair => {
                ink.disc("k", 0, -92, 10);
                ink.area(
                    "g",
                    "M8-99Q0-112-13-104Q-26-104-34-94Q-22-97-16-92Q-24-88-26-80Q-14-88-8-94Q2-93 8-99Z",
                );
            }
        }
    }
}

impl Tool {
    fn draw(self, ink: &mut Ink) {
        match self {
            Tool::Staff => {
                ink.line("k", 34, "M24 0V-110");
                ink.line("l", 9, "M25 0V-108");
                ink.line("k", 30, "M14-116Q13-104 24-104T34-116");
                ink.light(24, -117, 5);
            }
            Tool::Blade => {
                ink.area("l", "M22-60L30-124L35-112L28-58Z");
                ink.area("w", "M25-60L30-124L32-112Z");
                ink.line("k", 34, "M15-62L36-57M26-58L24-46");
            }
            Tool::Hammer => {
                ink.line("k", 40, "M20-34L32-104");
                ink.area("k", "M13-116L46-110L43-94L10-100Z");
                ink.area("b", "M34-112L46-110L43-94L31-96Z");
                ink.line("g", 24, "M44-110L41-95");
            }
            Tool::Shield => {
                ink.area("k", "M4-76H44V-42Q42-20 24-8Q6-20 4-42Z");
                ink.area("b", "M24-72H40V-42Q38-24 24-13Z");
                ink.line("l", 20, "M4-76H44V-42Q42-20 24-8Q6-20 4-42Z");
                ink.area("g", "M24-64L33-46 24-28 15-46Z");
            }
            Tool::Lantern => {
                ink.line("k", 14, "M24-58V-48");
                ink.light(24, -39, 6);
                ink.line("k", 22, "M17-48H31L33-29H15ZM24-48V-30");
            }
            Tool::Torch => {
                ink.line("k", 40, "M22-52L32-86");
                ink.veil("g", 25, "M8-100a26 26 0 1 1 52 0a26 26 0 1 1-52 0");
                ink.area("g", "M26-86Q18-104 32-124Q34-114 42-110Q48-98 38-86Z");
                ink.area("w", "M30-88Q26-98 33-108Q40-98 35-88Z");
            }
            Tool::Scroll => {
                ink.area("l", "M12-72Q28-66 44-72V-46Q28-40 12-46Z");
                ink.line("k", 12, "M17-65Q28-61 38-65M17-59Q28-55 38-59M17-53Q28-49 34-52");
                ink.line("k", 34, "M12-75V-43M44-75V-43");
            }
            Tool::Scythe => {
                ink.line("k", 34, "M18 0L28-118");
                ink.area("l", "M26-120Q60-124 70-92Q54-110 27-108Z");
                ink.area("g", "M46-115Q62-110 70-92Q56-108 44-110Z");
            }
            Tool::Banner => {
                ink.line("k", 30, "M24 0V-128");
                ink.area("g", "M24-126Q40-134 54-126T76-126L68-112 76-98Q64-92 54-98T24-98Z");
                ink.area("l", "M42-120L50-112 42-104 34-112Z");
            }
            Tool::Spear => {
                ink.line("k", 28, "M24 0V-116");
                ink.area("l", "M24-136L31-114 24-108 17-114Z");
                ink.area("g", "M18-106H30L27-96H21Z");
            }
            Tool::Satchel => {
                ink.line("k", 16, "M-12-80L20-46");
                ink.area("b", "M12-56H40V-30H12Z");
                ink.area("g", "M23-52H29V-46H35V-40H29V-34H23V-40H17V-46H23Z");
            }
            Tool::Compass => {
                ink.veil("g", 22, "M8-62a24 24 0 1 1 48 0a24 24 0 1 1-48 0");
                ink.line("l", 16, "M16-62a16 16 0 1 1 32 0a16 16 0 1 1-32 0M32-84V-40M10-62H54");
                ink.area("w", "M32-76L36-62 32-48 28-62Z");
            }
        }
    }
}
