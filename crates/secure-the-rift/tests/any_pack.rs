//! Games with random card files follow the rules.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use atlas_core::laws::{legal_lists_are_sound, positions_come_back};
use atlas_core::{Chance, Game, Seat, Turn, Viewer};
use atlas_secure_the_rift::deck::DeckChoice;
use atlas_secure_the_rift::pack::text;
use atlas_secure_the_rift::{LibraryRef, Options, SecureTheRift};

/// A random choice.
fn one<'a>(of: &[&'a str], chance: &mut Chance) -> &'a str {
    of[chance.below(of.len() as u32) as usize]
}

const KEYWORDS: [&str; 8] =
    ["AIRBORNE", "AMBUSH", "SAFEGUARD", "OVERKILL", "TOXIC", "LIFEGAIN", "WARP", "FATE"];
const UNTILS: [&str; 4] = ["end_of_turn", "your_next_turn", "self_leaves", "forever"];
const SOULS: [&str; 8] = [
    "front: soul, any",
    "front: soul, you",
    "front: soul, opponent",
    "front: soul, you, other",
    "front: soul, any, vulnerable",
    "front: soul, any, attack>=2",
    "front: soul, any, subtype=mote",
    "front: card, any, cost<=3",
];

/// The things that steps can refer to in their context.
#[derive(Clone, Copy)]
struct Scope {
    target: Option<&'static str>,
    event: bool,
    it: bool,
    x: bool,
}

impl Scope {
    fn thing(self, chance: &mut Chance) -> String {
        match chance.below(5) {
            0 if self.event => "event".to_owned(),
            1 if self.it => "it".to_owned(),
            2 | 3 if self.target.is_some() => "t".to_owned(),
            4 => "self".to_owned(),
            _ => format!("each({})", one(&SOULS, chance)),
        }
    }

    fn player(self, chance: &mut Chance) -> String {
        match chance.below(6) {
            0 => "each_opponent".to_owned(),
            1 => "each_player".to_owned(),
            2 if self.target.is_some() => "controller(t)".to_owned(),
            3 if self.event => "controller(event)".to_owned(),
            4 => "owner(self)".to_owned(),
            _ => "you".to_owned(),
        }
    }

    fn amount(self, chance: &mut Chance) -> String {
        match chance.below(10) {
            0 if self.x => "\"X\"".to_owned(),
            1 if self.event => "\"event.amount\"".to_owned(),
            2 => format!("\"count({})\"", one(&SOULS, chance)),
            3 => "\"attack(self)\"".to_owned(),
            4 => "\"1 + count(scrap: card, you) - died_this_turn\"".to_owned(),
            5 => "\"3 - count(hand: card, you)\"".to_owned(),
            6 => "\"life(controller(self)) - 15 + cost(self)\"".to_owned(),
            _ => (1 + chance.below(3)).to_string(),
        }
    }
}

/// A random list of steps in TOML.
fn steps(scope: Scope, deep: u32, chance: &mut Chance) -> String {
    let number = 1 + chance.below(if deep == 0 { 3 } else { 2 });
    let steps: Vec<String> = (0..number).map(|_| step(scope, deep, chance)).collect();
    format!("[{}]", steps.join(", "))
}

fn step(scope: Scope, deep: u32, chance: &mut Chance) -> String {
    let (thing, who, n) = (scope.thing(chance), scope.player(chance), scope.amount(chance));
    let (until, keyword) = (one(&UNTILS, chance), one(&KEYWORDS, chance));
    let inner = |chance: &mut Chance| steps(scope, deep + 1, chance);
    let deed = match chance.below(if deep < 2 { 40 } else { 33 }) {
        0 => format!("do = \"damage\", amount = {n}, to = \"{thing}\""),
        1 => format!("do = \"damage\", amount = {n}, to = \"{who}\""),
        2 => format!("do = \"destroy\", what = \"{thing}\""),
        3 => format!("do = \"scrap\", who = \"{who}\", pick = {n}, from = \"front: soul, own\""),
        4 => format!(
            "do = \"void\", what = \"{thing}\", until = \"{}\"",
            one(&["forever", "self_leaves"], chance)
        ),
        5 => format!("do = \"draw\", who = \"{who}\", n = {n}"),
        6 => format!("do = \"discard\", who = \"{who}\", n = {n}, random = {}", chance.below(2) == 0),
        7 => format!("do = \"discard\", who = \"{who}\", n = {n}, chooser = \"you\""),
        8 => format!("do = \"mill\", who = \"{who}\", n = {n}"),
        9 => format!("do = \"look\", who = \"{who}\", n = {n}, may = \"bottom\""),
        10 => format!(
            "do = \"search\", for = \"card: soul, cost<=3\", upto = 2, reveal = true, shuffle = true, to = \"{}\"",
            one(&["hand", "front"], chance)
        ),
        11 => format!("do = \"{}\", who = \"{who}\", pick = {n}", one(&["to_bottom", "to_top"], chance)),
        12 => format!("do = \"shuffle\", who = \"{who}\""),
        13 => format!(
            "do = \"{}\", who = \"{who}\", n = {n}",
            one(&["gain_life", "lose_life", "set_life"], chance)
        ),
        14 => format!(
            "do = \"modify\", what = \"{thing}\", stats = [{n}, {}], until = \"{until}\"",
            scope.amount(chance)
        ),
        15 => format!("do = \"modify\", what = \"{thing}\", stats = [-2, -1], until = \"{until}\""),
        16 => format!("do = \"counters\", what = \"{thing}\", kind = \"upgrade\", n = {n}"),
        17 => {
            format!("do = \"gain_keyword\", what = \"{thing}\", keyword = \"{keyword}\", until = \"{until}\"")
        }
        18 => {
            format!("do = \"lose_keyword\", what = \"{thing}\", keyword = \"{keyword}\", until = \"{until}\"")
        }
        19 => format!(
            "do = \"create_token\", token = \"mote\", n = {}, controller = \"{who}\", state = \"{}\"",
            1 + chance.below(2),
            one(&["standby", "vulnerable"], chance)
        ),
        20 => format!(
            "do = \"cancel\", what = \"each(sequence: {}, opponent)\"",
            one(&["card", "ability"], chance)
        ),
        21 => format!("do = \"refresh\", what = \"{thing}\""),
        22 => format!("do = \"make_vulnerable\", what = \"{thing}\""),
        23 => format!("do = \"skip_refresh\", what = \"{thing}\", times = 2"),
        24 => format!("do = \"return_to_hand\", what = \"{thing}\""),
        25 => {
            format!("do = \"gain_control\", what = \"{thing}\", controller = \"{who}\", until = \"{until}\"")
        }
        26 => format!("do = \"add_energy\", n = {n}"),
        27 => format!("do = \"energy_from_pile\", n = {n}"),
        28 => format!(
            "do = \"prevent\", to = \"{thing}\", amount = {}, only = \"{}\", until = \"{until}\"",
            one(&["2", "\"all\""], chance),
            one(&["any", "battle"], chance)
        ),
        29 => format!(
            "do = \"redirect\", to = \"{thing}\", onto = \"{}\", amount = {}, until = \"{until}\"",
            one(&["self", "you"], chance),
            one(&["2", "\"all\""], chance)
        ),
        30 => format!("do = \"reveal\", who = \"{who}\", from = \"deck\", n = {n}"),
        31 => format!("do = \"reveal\", who = \"{who}\", from = \"hand\""),
        32 => format!("do = \"discard\", who = \"{who}\", n = \"all\""),
        33 => "do = \"put_in_play\", what = \"each(scrap: soul, you, cost<=2)\"".to_owned(),
        34 => format!("do = \"pay_or\", who = \"{who}\", cost = {{ energy = 1 }}, else = {}", inner(chance)),
        35 => format!(
            "do = \"if\", cond = \"{}\", then = {}, else = {}",
            one(&["exists(front: soul, you, attack>=3)", "died_this_turn >= 1", "life(you) <= 20"], chance),
            inner(chance),
            inner(chance)
        ),
        36 => {
            let effect = steps(Scope { it: true, ..scope }, 2, chance);
            format!("do = \"for_each\", what = \"{thing}\", effect = {effect}")
        }
        37 => format!("do = \"repeat\", n = 2, effect = {}", steps(scope, 2, chance)),
        38 => format!("do = \"may\", effect = {}", inner(chance)),
        _ => format!(
            "do = \"delay\", at = \"{}\", effect = {}",
            one(&["end_turn", "begin_turn"], chance),
            inner(chance)
        ),
    };
    format!("{{ {deed} }}")
}

/// Random targets and a random effect.
fn script(scope: Scope, chance: &mut Chance) -> String {
    let target = [None, Some("any_target"), Some("player"), Some(SOULS[0]), Some("scrap: soul, you")];
    let target = target[chance.below(5) as usize];
    let targets = target.map_or(String::new(), |from| {
        let (n, upto) = (1 + chance.below(2), chance.below(2) == 0);
        format!("targets = [{{ id = \"t\", n = {n}, upto = {upto}, from = \"{from}\" }}]\n")
    });
    format!("{targets}effect = {}\n", steps(Scope { target, ..scope }, 0, chance))
}

const PLAIN: Scope = Scope { target: None, event: false, it: false, x: false };

fn cost(chance: &mut Chance) -> &'static str {
    one(
        &[
            "{ energy = 1 }",
            "{ activate = true }",
            "{ energy = 1, activate = true }",
            "{ life = 3 }",
            "{ scrap = \"self\" }",
            "{ scrap = { n = 1, from = \"front: soul, you\" } }",
            "{ discard = { n = 2, from = \"hand: card, you\" } }",
            "{ void = { n = 1, from = \"scrap: card, you\" } }",
            "{ make_vulnerable = { n = 1, from = \"front: soul, you\" } }",
            "{ return_to_hand = { n = 1, from = \"front: soul, you, other\" } }",
        ],
        chance,
    )
}

fn ability(chance: &mut Chance) -> String {
    let body = match chance.below(9) {
        8 => format!(
            "kind = \"continuous\"\naffects = \"player: {}\"\ngrant = {{ cannot = [\"gain_life\"] }}\n",
            one(&["you", "opponent", "any"], chance)
        ),
        0 => format!(
            "kind = \"continuous\"\naffects = \"{}\"\ngrant = {{ stats = [{}, {}], keywords = [\"{}\"] }}\n",
            one(&["self", "front: soul, you, other", "front: soul, any", "front: soul, opponent, vulnerable"], chance),
            chance.below(3),
            i64::from(chance.below(3)) - 1,
            one(&KEYWORDS, chance)
        ),
        1 => format!(
            "kind = \"continuous\"\naffects = \"{}\"\ngrant = {{ cannot = [\"{}\"] }}\n",
            one(&["self", "front: soul, opponent", "front: soul, any"], chance),
            one(&["attack", "block", "be_attacked", "be_blocked", "activate", "refresh", "be_targeted"], chance)
        ),
        2 => "kind = \"replacement\"\nevent = { type = \"damage\", to = \"front: soul, you\" }\nchange = { amount = 1 }\n"
            .to_owned(),
        3 => format!("kind = \"activated\"\ncost = {}\n{}", cost(chance), script(PLAIN, chance)),
        4 => {
            let when = one(&["begin_turn", "end_turn", "drawn", "discarded", "life_gained", "life_lost"], chance);
            let scope = Scope { event: !when.ends_with("turn"), ..PLAIN };
            format!("kind = \"triggered\"\nonce_per_turn = true\nwhen = \"{when}\"\n{}", script(scope, chance))
        }
        5 => {
            let when = one(&["enters", "controlled", "leaves", "dies", "attacks", "blocks", "damaged", "refreshed", "targeted", "activated"], chance);
            let once = chance.below(2) == 0;
            format!(
                "kind = \"triggered\"\nonce_per_turn = {once}\nwhen = {{ event = \"{when}\", who = \"{}\" }}\n{}",
                one(&SOULS, chance),
                script(Scope { event: true, ..PLAIN }, chance)
            )
        }
        _ => {
            let when = one(&["enters", "controlled", "leaves", "dies", "attacks", "blocks", "blocked", "becomes_vulnerable", "deals_damage"], chance);
            format!("kind = \"triggered\"\nwhen = \"{when}\"\n{}", script(Scope { event: true, ..PLAIN }, chance))
        }
    };
    format!("[[card.ability]]\n{body}")
}

/// A random card file.
fn file(chance: &mut Chance) -> String {
    let head = |id: &str, kind: &str| {
        format!("[[card]]\nid = \"{id}\"\nname = \"{id}\"\nfaction = \"f\"\ntype = \"{kind}\"\n")
    };
    let mut text = String::from(
        "[[token]]\nid = \"mote\"\nname = \"Mote\"\nfaction = \"f\"\ntype = \"soul\"\nsubtypes = [\"mote\"]\n\
         attack = 1\ndefence = 1\n",
    );
    for n in 0..10 {
        let abilities: String = (0..=chance.below(2)).map(|_| ability(chance)).collect();
        let (cost, attack) = (chance.below(4), chance.below(5));
        let defence = ["1", "2", "3", "4", "\"1 + count(scrap: soul, you)\""][chance.below(5) as usize];
        let keyword = one(&KEYWORDS, chance);
        text += &head(&format!("soul{n}"), "soul");
        write!(
            text,
            "cost = {cost}\nattack = {attack}\ndefence = {defence}\nkeywords = [\"{keyword}\"]\n{abilities}"
        )
        .expect("writing to a string cannot fail");
    }
    for n in 0..2 {
        text += &head(&format!("tech{n}"), "tech");
        write!(text, "cost = 1\n{}", ability(chance)).expect("writing to a string cannot fail");
    }
    for n in 0..6 {
        text += &head(&format!("action{n}"), "action");
        let x = chance.below(3) == 0;
        let warp = if chance.below(2) == 0 { "keywords = [\"WARP\"]\n" } else { "" };
        write!(text, "cost = {}\n{warp}", if x { "\"X+1\"" } else { "2" })
            .expect("writing to a string cannot fail");
        text += &script(Scope { x, ..PLAIN }, chance);
    }
    text += "[[card]]\nid = \"cell\"\nname = \"cell\"\nfaction = \"unbound\"\ntype = \"energy\"\nbasic = true\n\
             [[card.ability]]\nkind = \"activated\"\nenergy_ability = true\ncost = { activate = true }\n\
             effect = [{ do = \"add_energy\", n = 2 }]\n";
    text
}

/// Plays a random game and returns the number of moves.
fn play(library: LibraryRef, seats: u8, chance: &mut Chance) -> u32 {
    let options =
        Options { decks: vec![DeckChoice("any".to_owned()); seats.into()], life: 20, ..Options::default() };
    let mut state = SecureTheRift::start(library.edition(), &options, seats, chance).expect("it starts");
    let (mut legal, mut moves) = (Vec::new(), 0);
    while let Some(seat) = state.acting().first() {
        legal.clear();
        state.legal(seat, &mut legal);
        let action = legal[chance.below(legal.len() as u32) as usize];
        state.play(seat, action, &mut Turn::quiet(chance));
        moves += 1;
        if moves % 16 == 0 {
            let lawful = legal_lists_are_sound(&state, None).and_then(|()| positions_come_back(&state));
            lawful.unwrap_or_else(|error| panic!("{error}"));
            let viewer = Seat(chance.below(seats.into()) as u8);
            let world = state.imagine(viewer, chance);
            assert_eq!(world.view(Viewer::Seat(viewer)), state.view(Viewer::Seat(viewer)));
        }
        if moves > 6_000 {
            break;
        }
    }
    moves
}

/// SR-06, SR-R53: with any cards, every game continues and every position can be loaded again.
#[test]
fn games_with_random_cards_follow_the_rules() {
    let mut moves = 0;
    for number in 0..90 {
        let mut chance = Chance::quick_part(3, number);
        let said = file(&mut chance);
        let library =
            LibraryRef::read(&[("any.toml", &said)]).unwrap_or_else(|error| panic!("{error}\n{said}"));
        for (_, card) in library.cards() {
            assert!(text::lines(&library, card).iter().all(|line| line.ends_with('.')));
        }
        let played = catch_unwind(AssertUnwindSafe(|| play(library, 2 + (number % 3) as u8, &mut chance)));
        moves += played.unwrap_or_else(|_| panic!("with file {number}:\n{said}"));
    }
    assert!(moves > 10_000, "only {moves} moves");
}
