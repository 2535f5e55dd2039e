//! Legal actions, and the reasons why others are not legal.

use atlas_core::{Code, Refusal, Rule, Seat, Text, text};

use crate::action::{Action, FirstChoice};
use crate::announce::{Announcement, AnnouncementKind, NextChoice, Reserved};
use crate::conclude::Task;
use crate::names;
use crate::pack::language::{CardId, Costs, Keywords, Kinds, Prohibitions};
use crate::state::{Decision, MAX_USES, SecureTheRift};
use crate::things::{Number, Piece, Thing};

/// Calls `each` with all legal actions of the seat that has to decide, in order.
pub(crate) fn each(state: &SecureTheRift, each: &mut dyn FnMut(Action)) {
    match state.decision {
        Decision::Over => {}
        Decision::Priority => each_with_priority(state, state.priority, each),
        Decision::Redraw { seat, .. } => {
            each_name_in_hand(state, seat, &mut |card| each(Action::Redraw(card)));
            each(Action::Keep);
        }
        Decision::Announcement => {
            if let Some((announcement, choice)) = announced(state) {
                let mut all = Vec::new();
                state.each_choice(announcement, choice, &mut |action| all.push(action));
                all.sort_unstable();
                all.into_iter().for_each(each);
            }
        }
        Decision::Triggers { seat } => {
            let own = state.pending_triggers.iter().filter(|item| item.controller == seat).count();
            (1..=own.min(255) as u8).for_each(|n| each(Action::Trigger(n)));
        }
        Decision::Attackers => {
            each_attack(state, each);
            each(Action::Declare);
        }
        Decision::Blocks { seat } => {
            let mut blocks = Vec::new();
            state.each_block(seat, &mut |blocker, attacker| blocks.push(Action::Block(blocker, attacker)));
            blocks.sort_unstable();
            blocks.into_iter().for_each(&mut *each);
            each(Action::Declare);
        }
        Decision::Order { attacker } => {
            let mut open: Vec<Number> = open_blockers(state, attacker).collect();
            open.sort_unstable();
            open.into_iter().for_each(|blocker| each(Action::NextBlocker(blocker)));
        }
        Decision::Divide { blocker } => {
            let (least, most) = division(state, blocker);
            (least..=most).for_each(|n| each(Action::Assign(n)));
        }
        Decision::DamageOrder { .. } => {
            (1..=state.open_modifiers().len().min(255) as u8).for_each(|n| each(Action::Apply(n)));
        }
        Decision::Choice { .. } => {
            if let Some(task) = state.conclusion.as_ref().and_then(|it| it.tasks.last()) {
                let mut all = Vec::new();
                state.each_answer(task, &mut |action| all.push(action));
                all.sort_unstable();
                all.into_iter().for_each(each);
            }
        }
    }
}

/// The announcement and its next choice.
fn announced(state: &SecureTheRift) -> Option<(&Announcement, NextChoice)> {
    let announcement = state.announcement.as_ref()?;
    state.next_choice(announcement).map(|choice| (announcement, choice))
}

fn open_blockers(state: &SecureTheRift, attacker: Number) -> impl Iterator<Item = Number> + '_ {
    state.blocks().filter(move |block| block.attacker == attacker && !block.placed).map(|block| block.blocker)
}

/// SR-94: the smallest and the largest amount of damage that can be assigned to a blocker.
fn division(state: &SecureTheRift, blocker: Number) -> (u8, u8) {
    let Some(block) = state.blocks().find(|block| block.blocker == blocker) else { return (0, 0) };
    let (left, _) = state.left_to_give(block);
    let pieces = state.piece(block.attacker).zip(state.piece(blocker));
    let enough = pieces.map_or(0, |(attacker, blocker)| SecureTheRift::enough(attacker, blocker));
    (enough.clamp(0, 255) as u8, left.clamp(0, 255) as u8)
}

/// Calls `each` with the cards in a hand, each name once.
pub(crate) fn each_name_in_hand(state: &SecureTheRift, seat: Seat, each: &mut dyn FnMut(CardId)) {
    let mut last = None;
    for held in &state.player(seat).hand {
        if last != Some(held.card) {
            each(held.card);
        }
        last = Some(held.card);
    }
}

/// SR-54: playing cards, using abilities, attacking and passing.
fn each_with_priority(state: &SecureTheRift, seat: Seat, each: &mut dyn FnMut(Action)) {
    each_name_in_hand(state, seat, &mut |card| {
        if state.is_time_for(seat, state.card(card)) {
            let announcement = SecureTheRift::announcing_card(seat, card);
            if state.can_announce(&announcement) {
                each_first(state, &announcement, &mut |first| each(Action::Play(card, first)));
            }
        }
    });
    for piece in state.front.iter().filter(|piece| piece.controller == seat) {
        let activated = SecureTheRift::activated(state.card(piece.card)).zip(1..);
        for ((place, cost, ..), n) in activated {
            if state.is_usable(piece, place, cost) {
                let announcement = SecureTheRift::announcing_ability(piece, place);
                if state.can_announce(&announcement) {
                    each_first(state, &announcement, &mut |first| each(Action::Use(piece.number, n, first)));
                }
            }
        }
    }
    if state.is_quiet_main(seat) {
        each_attack(state, each);
    }
    each(Action::Pass);
}

/// Calls `each` with the options for the first choice of an announcement, in order.
fn each_first(state: &SecureTheRift, announcement: &Announcement, each: &mut dyn FnMut(FirstChoice)) {
    match first_choice(state, announcement) {
        Some(choice) => {
            let mut all = Vec::new();
            state.each_choice(announcement, choice, &mut |action| all.extend(first_of(action)));
            all.sort_unstable();
            all.into_iter().for_each(each);
        }
        None => each(FirstChoice::None),
    }
}

/// The choice that is part of playing a card. SR-R40: an optional target is chosen later.
fn first_choice(state: &SecureTheRift, announcement: &Announcement) -> Option<NextChoice> {
    let choice = state.next_choice(announcement)?;
    let optional = || {
        state
            .script(&announcement.item)
            .is_some_and(|script| script.targets.first().is_some_and(|it| it.upto))
    };
    match choice {
        NextChoice::Payment => None,
        NextChoice::Target if optional() => None,
        choice => Some(choice),
    }
}

fn first_of(action: Action) -> Option<FirstChoice> {
    match action {
        Action::Mode(n) => Some(FirstChoice::Mode(n)),
        Action::X(n) => Some(FirstChoice::X(n)),
        Action::Target(thing) => Some(FirstChoice::Target(thing)),
        _ => None,
    }
}

fn each_attack(state: &SecureTheRift, each: &mut dyn FnMut(Action)) {
    for attacker in state.front.iter().filter(|piece| state.may_attack(piece)) {
        let mut targets = Vec::new();
        state.each_attack_target(attacker, &mut |target| targets.push(target));
        targets.sort_unstable();
        targets.into_iter().for_each(|target| each(Action::Attack(attacker.number, target)));
    }
}

/// Whether an action of a seat is legal now, and if not, why.
pub(crate) fn judge(state: &SecureTheRift, seat: Seat, action: Action) -> Result<(), Refusal> {
    check_turn(state, seat)?;
    let mut listed = false;
    each(state, &mut |it| listed |= it == action);
    if listed {
        return Ok(());
    }
    Err(reason(state, seat, action))
}

/// SR-43: refuses a seat that has nothing to decide.
pub(crate) fn check_turn(state: &SecureTheRift, seat: Seat) -> Result<(), Refusal> {
    match state.asked() {
        None => Err(Refusal { rule: Some(Rule("SR-129")), ..Refusal::over() }),
        Some(asked) if asked == seat => Ok(()),
        Some(asked) => {
            let message = match state.decision {
                _ if asked == state.active => text!["It is ", asked, "'s turn."],
                Decision::Priority => text![asked, " has priority."],
                _ => text![asked, " is choosing."],
            };
            Err(Refusal::by(deciding_rule(state), Code::NotYourTurn, message))
        }
    }
}

/// The rule that the current decision follows from.
fn deciding_rule(state: &SecureTheRift) -> &'static str {
    match state.decision {
        Decision::Redraw { .. } => "SR-14",
        Decision::Priority => "SR-43",
        Decision::Announcement => "SR-47",
        Decision::Triggers { .. } => "SR-R10",
        Decision::Attackers => "SR-75",
        Decision::Blocks { .. } => "SR-79",
        Decision::Order { .. } => "SR-81",
        Decision::Divide { .. } => "SR-94",
        Decision::DamageOrder { .. } => "SR-R44",
        Decision::Choice { .. } => {
            state.conclusion.as_ref().and_then(|it| it.tasks.last()).map_or("SR-60", Task::rule)
        }
        Decision::Over => "SR-129",
    }
}

/// Why an action is not legal.
pub(crate) fn reason(state: &SecureTheRift, seat: Seat, action: Action) -> Refusal {
    let refuse = |rule, message: &'static str| Refusal::illegal(rule, message);
    match (state.decision, action) {
        (Decision::Priority, Action::Play(card, first)) => why_not_play(state, seat, card, first),
        (Decision::Priority, Action::Use(number, n, first)) => why_not_use(state, seat, number, n, first),
        (Decision::Priority, Action::Attack(attacker, target)) => {
            if !state.is_quiet_main(seat) {
                let message = "You can attack only in your own Main step, while the Sequence is empty and no other \
                               attack is under way.";
                return refuse("SR-74", message);
            }
            why_not_attack(state, seat, attacker, target)
        }
        (Decision::Attackers, Action::Attack(attacker, target)) => {
            why_not_attack(state, seat, attacker, target)
        }
        (Decision::Blocks { .. }, Action::Block(blocker, attacker)) => {
            why_not_block(state, seat, blocker, attacker)
        }
        (Decision::Redraw { .. }, Action::Redraw(card)) => not_held(state, card, "SR-13"),
        (Decision::Announcement, Action::Target(thing)) => why_not_target(state, thing),
        (Decision::Announcement, Action::X(_)) => refuse("SR-R42", TOO_LITTLE_ENERGY_FOR_X),
        (Decision::Announcement, Action::Mode(_)) => refuse("SR-69", MODE_WITHOUT_TARGET),
        (Decision::Announcement, Action::Pay(_)) => refuse("SR-47", "You cannot pay the cost with that."),
        (Decision::Divide { blocker }, Action::Assign(_)) => {
            let (least, most) = division(state, blocker);
            let message = text![
                "Assign ",
                least,
                " to ",
                most,
                " damage to this blocker. It must get enough damage before the next one gets any."
            ];
            Refusal::illegal("SR-94", message)
        }
        (Decision::Order { .. }, Action::NextBlocker(_)) => {
            refuse("SR-81", "That card does not block this attacker, or its place is already fixed.")
        }
        (Decision::DamageOrder { .. }, Action::Apply(_)) => {
            Refusal::illegal("SR-R44", out_of_range(state.open_modifiers().len()))
        }
        (Decision::Triggers { seat }, Action::Trigger(_)) => {
            let own = state.pending_triggers.iter().filter(|item| item.controller == seat);
            Refusal::illegal("SR-R10", out_of_range(own.count()))
        }
        (Decision::Choice { .. }, Action::Choose(_)) => {
            refuse(deciding_rule(state), "That is not one of the choices.")
        }
        _ => not_now(state),
    }
}

const TOO_LITTLE_ENERGY_FOR_X: &str = "You do not have enough Energy for that X.";
const MODE_WITHOUT_TARGET: &str = "That mode has no legal target.";
const MUST_WAIT: &str = " must wait: you have not controlled it since the beginning of your turn.";

fn out_of_range(last: usize) -> Text {
    text!["Choose a number from 1 to ", last, "."]
}

/// Refuses an action that does not answer the current question.
fn not_now(state: &SecureTheRift) -> Refusal {
    let (rule, what) = match state.decision {
        Decision::Redraw { .. } => ("SR-13", "First choose the cards to redraw, then keep the rest."),
        Decision::Priority => ("SR-54", "You can play a card, use an ability, attack or pass now."),
        Decision::Choice { .. } => ("SR-60", "First make the choice that the effect asks for."),
        decision => (
            deciding_rule(state),
            match decision {
                Decision::Announcement => "First make the choices for your card or ability.",
                Decision::Triggers { .. } => {
                    "First choose which triggered ability goes into the Sequence next."
                }
                Decision::Attackers => "Add another attacker, or declare the attack.",
                Decision::Blocks { .. } => "Add another blocker, or declare your blocks.",
                Decision::Order { .. } => "First choose which blocker takes damage next.",
                Decision::Divide { .. } => "First decide how much damage the blocker takes.",
                Decision::DamageOrder { .. } => "First choose which effect changes the damage next.",
                _ => "The game is over.",
            },
        ),
    };
    Refusal::illegal(rule, what)
}

fn not_held(state: &SecureTheRift, card: CardId, rule: &'static str) -> Refusal {
    Refusal::illegal(rule, text!["You have no ", names::card(state, card), " in your hand."])
}

fn why_not_play(state: &SecureTheRift, seat: Seat, card: CardId, first: FirstChoice) -> Refusal {
    if !state.player(seat).holds(card) {
        return not_held(state, card, "SR-36");
    }
    if !state.is_time_for(seat, state.card(card)) {
        let message = text![
            names::card(state, card),
            " has no WARP: play it in your own Main step, while the Sequence is empty and no attack is under way."
        ];
        return Refusal::illegal("SR-44", message);
    }
    why_not_announce(state, &SecureTheRift::announcing_card(seat, card), first)
}

fn why_not_use(state: &SecureTheRift, seat: Seat, number: Number, n: u8, first: FirstChoice) -> Refusal {
    let Some(piece) = state.piece(number) else {
        return Refusal::illegal("SR-67", "That card is not in play.");
    };
    let name = names::numbered(state, piece.card, number);
    if piece.controller != seat {
        return Refusal::illegal("SR-46", text!["You do not control ", name, "."]);
    }
    let nth = SecureTheRift::activated(state.card(piece.card)).nth(usize::from(n).wrapping_sub(1));
    let Some((place, cost, ..)) = nth else {
        return Refusal::illegal("SR-65", text![name, " has no activated ability ", n, "."]);
    };
    if let Some(refusal) = why_not_activate(state, piece, place, cost) {
        return refusal;
    }
    why_not_announce(state, &SecureTheRift::announcing_ability(piece, place), first)
}

fn why_not_activate(state: &SecureTheRift, piece: &Piece, place: u8, cost: &Costs) -> Option<Refusal> {
    let refuse = |rule, why: &'static str| {
        Some(Refusal::illegal(rule, text![names::numbered(state, piece.card, piece.number), why]))
    };
    if cost.activate {
        if piece.vulnerable {
            return refuse("SR-49", " is vulnerable and cannot be activated.");
        }
        if piece.current.cannot.has(Prohibitions::ACTIVATE) {
            return refuse("SR-06", " cannot be activated.");
        }
        if state.must_wait(piece) {
            return refuse("SR-84", MUST_WAIT);
        }
    }
    (state.uses(piece.number, place) >= MAX_USES).then(|| {
        Refusal::illegal("SR-R53", text!["You can use an ability at most ", MAX_USES, " times in a turn."])
    })
}

fn why_not_announce(state: &SecureTheRift, announcement: &Announcement, first: FirstChoice) -> Refusal {
    let (seat, name) = (announcement.item.controller, names::card(state, announcement.item.card));
    let (need, costs) = state.total_cost(announcement);
    let have = state.energy(seat, &Reserved::by(&announcement.item, &costs, &[]));
    if need > have {
        let rule = if announcement.kind == AnnouncementKind::Card { "SR-48" } else { "SR-46" };
        return Refusal::illegal(rule, text![name, " costs ", need, " Energy. You have ", have, "."]);
    }
    let life = state.player(seat).life;
    if i16::from(costs.life) > life {
        let message = text![name, " costs ", costs.life, " life. You have ", life, "."];
        return Refusal::illegal("SR-R64", message);
    }
    if !state.has_payments(announcement, &costs) {
        return Refusal::illegal("SR-47", text!["You have nothing to pay the cost of ", name, " with."]);
    }
    if !state.has_energy(&announcement.item, need, &costs, &[]) {
        let message = text![
            "You do not have enough Energy for ",
            name,
            ": cards that you give up or make vulnerable for it make no Energy."
        ];
        return Refusal::illegal("SR-20", message);
    }
    if !state.can_announce(announcement) {
        return Refusal::illegal("SR-69", text![name, " has no legal target."]);
    }
    match (first, first_choice(state, announcement)) {
        (FirstChoice::None, Some(NextChoice::Target)) => {
            Refusal::illegal("SR-68", text!["Choose a target for ", name, "."])
        }
        (FirstChoice::None, Some(NextChoice::Mode)) => {
            Refusal::illegal("SR-47", text!["Choose a mode of ", name, ", such as mode 1."])
        }
        (FirstChoice::None, Some(NextChoice::X)) => {
            Refusal::illegal("SR-R42", text!["Choose X for ", name, ", such as x 2."])
        }
        (FirstChoice::X(_), Some(NextChoice::X)) => Refusal::illegal("SR-R42", TOO_LITTLE_ENERGY_FOR_X),
        (FirstChoice::Mode(_), Some(NextChoice::Mode)) => Refusal::illegal("SR-69", MODE_WITHOUT_TARGET),
        (FirstChoice::Target(thing), Some(NextChoice::Target)) => {
            Refusal::illegal("SR-68", text![name, " cannot target ", names::thing(state, thing), "."])
        }
        _ => Refusal::illegal("SR-47", text!["Choose something else for ", name, " first."]),
    }
}

fn why_not_target(state: &SecureTheRift, thing: Thing) -> Refusal {
    let targets = state.announcement.as_ref().map(|it| (it.item.targets, it.slot));
    if targets.is_some_and(|(targets, slot)| targets.of(slot).any(|it| it == thing)) {
        return Refusal::illegal("SR-R41", "You cannot choose the same thing twice for one target.");
    }
    Refusal::illegal("SR-68", text!["You cannot choose ", names::thing(state, thing), " as this target."])
}

fn why_not_attack(state: &SecureTheRift, seat: Seat, attacker: Number, target: Thing) -> Refusal {
    let Some(piece) = state.piece(attacker) else {
        return Refusal::illegal("SR-76", "That card is not in play.");
    };
    let name = names::numbered(state, piece.card, attacker);
    let refuse = |rule, why: &'static str| Refusal::illegal(rule, text![name.clone(), why]);
    if state.card(piece.card).kind != Kinds::SOUL {
        return refuse("SR-76", " is not a Soul.");
    }
    if piece.controller != seat {
        return Refusal::illegal("SR-76", text!["You do not control ", name, "."]);
    }
    if state.fights().any(|fight| fight.attacker == attacker) {
        return refuse("SR-75", " is already attacking.");
    }
    if piece.vulnerable {
        return refuse("SR-22", " is vulnerable and cannot attack.");
    }
    if state.must_wait(piece) {
        return refuse("SR-84", MUST_WAIT);
    }
    if piece.current.cannot.has(Prohibitions::ATTACK) {
        return refuse("SR-06", " cannot attack.");
    }
    why_not_attacked(state, seat, piece, target)
}

/// Why a Soul cannot attack this target.
fn why_not_attacked(state: &SecureTheRift, seat: Seat, attacker: &Piece, target: Thing) -> Refusal {
    let refuse = |rule, why: &'static str| Refusal::illegal(rule, text![names::thing(state, target), why]);
    match (target.seat(), state.piece_of(target)) {
        (Some(base), _) if base == seat => Refusal::illegal("SR-75", "You cannot attack your own Base."),
        (Some(base), _) if state.players.get(base.index()).is_none_or(|it| it.lost) => {
            Refusal::illegal("SR-75", "That player is no longer in the game.")
        }
        (_, Some(soul)) if state.card(soul.card).kind != Kinds::SOUL => {
            refuse("SR-R61", " cannot be attacked: attack a Base or a Soul.")
        }
        (_, Some(soul)) if soul.controller == seat => {
            Refusal::illegal("SR-75", "You cannot attack your own Souls.")
        }
        (_, Some(soul)) if !soul.vulnerable => refuse("SR-23", " stands by and cannot be attacked."),
        (_, Some(soul)) if soul.current.cannot.has(Prohibitions::BE_ATTACKED) => {
            refuse("SR-06", " cannot be attacked.")
        }
        (_, Some(_)) => {
            let name = names::numbered(state, attacker.card, attacker.number);
            Refusal::illegal(
                "SR-85",
                text![names::thing(state, target), " is AIRBORNE, and ", name, " is not."],
            )
        }
        _ => Refusal::illegal("SR-75", "Attack the Base or a vulnerable Soul of an opponent."),
    }
}

fn why_not_block(state: &SecureTheRift, seat: Seat, blocker: Number, attacker: Number) -> Refusal {
    let (Some(piece), Some(fight)) =
        (state.piece(blocker), state.fights().find(|fight| fight.attacker == attacker))
    else {
        return Refusal::illegal("SR-79", "Choose one of your Souls and the attacker that it blocks.");
    };
    let (name, attacking) = (names::numbered(state, piece.card, blocker), names::number(state, attacker));
    let refuse = |rule, why: &'static str| Refusal::illegal(rule, text![name.clone(), why]);
    if piece.controller != seat || state.card(piece.card).kind != Kinds::SOUL {
        return refuse("SR-79", " is not a Soul that you control.");
    }
    if fight.defender != seat {
        return Refusal::illegal("SR-R49", text![attacking, " does not attack you."]);
    }
    if piece.vulnerable {
        return refuse("SR-22", " is vulnerable and cannot block.");
    }
    if state.blocks().any(|block| block.blocker == blocker) {
        return refuse("SR-79", " is already blocking.");
    }
    if piece.current.cannot.has(Prohibitions::BLOCK) {
        return refuse("SR-06", " cannot block.");
    }
    if state.piece(attacker).is_some_and(|it| it.current.keywords.has(Keywords::AIRBORNE)) {
        return Refusal::illegal("SR-85", text![attacking, " is AIRBORNE, and ", name, " is not."]);
    }
    Refusal::illegal("SR-06", text![attacking, " cannot be blocked."])
}
