//! What may be done now, and why something may not.

use atlas_core::{Code, Refusal, Seat};

use crate::action::{Action, First};
use crate::announce::{Announced, Announcement, Want};
use crate::conclude::Frame;
use crate::pack::language::{Cannots, CardId, Costs, Keywords, Kinds};
use crate::state::{Ask, MOST_USES, SecureTheRift};
use crate::tell::{name_of, named};
use crate::things::{Number, Piece, Thing};

/// Every legal action of whoever is asked, in order.
pub(crate) fn each(state: &SecureTheRift, each: &mut dyn FnMut(Action)) {
    match state.ask {
        Ask::Over => {}
        Ask::Priority => each_with_priority(state, state.priority, each),
        Ask::Redraw { seat, .. } => {
            each_kind(state, seat, &mut |card| each(Action::Redraw(card)));
            each(Action::Keep);
        }
        Ask::Announcement => {
            if let Some((announcement, want)) = asked(state) {
                let mut all = Vec::new();
                state.each_choice(announcement, want, &mut |action| all.push(action));
                all.sort_unstable();
                all.into_iter().for_each(each);
            }
        }
        Ask::Triggers { seat } => {
            let own = state.waiting.iter().filter(|item| item.controller == seat).count();
            (1..=own.min(255) as u8).for_each(|n| each(Action::Trigger(n)));
        }
        Ask::Attackers => {
            each_attack(state, each);
            each(Action::Declare);
        }
        Ask::Blocks { seat } => {
            let mut blocks = Vec::new();
            state.each_block(seat, &mut |blocker, attacker| blocks.push(Action::Block(blocker, attacker)));
            blocks.sort_unstable();
            blocks.into_iter().for_each(&mut *each);
            each(Action::Declare);
        }
        Ask::Order { attacker } => {
            let mut open: Vec<Number> = open_blockers(state, attacker).collect();
            open.sort_unstable();
            open.into_iter().for_each(|blocker| each(Action::First(blocker)));
        }
        Ask::Divide { blocker } => {
            let (least, most) = division(state, blocker);
            (least..=most).for_each(|n| each(Action::Assign(n)));
        }
        Ask::Wards { .. } => {
            (1..=state.open_wards().len().min(255) as u8).for_each(|n| each(Action::Apply(n)));
        }
        Ask::Choice { .. } => {
            if let Some(frame) = state.conclusion.as_ref().and_then(|it| it.work.last()) {
                let mut all = Vec::new();
                state.each_answer(frame, &mut |action| all.push(action));
                all.sort_unstable();
                all.into_iter().for_each(each);
            }
        }
    }
}

/// What is being announced, and what it asks for.
fn asked(state: &SecureTheRift) -> Option<(&Announcement, Want)> {
    let announcement = state.announcement.as_ref()?;
    state.wants(announcement).map(|want| (announcement, want))
}

fn open_blockers(state: &SecureTheRift, attacker: Number) -> impl Iterator<Item = Number> + '_ {
    state.blocks().filter(move |block| block.attacker == attacker && !block.placed).map(|block| block.blocker)
}

/// SR-94: the least and the most that a blocker can be given.
fn division(state: &SecureTheRift, blocker: Number) -> (u8, u8) {
    let Some(block) = state.blocks().find(|block| block.blocker == blocker) else { return (0, 0) };
    let (left, _) = state.left_to_give(block);
    let pieces = state.piece(block.attacker).zip(state.piece(blocker));
    let enough = pieces.map_or(0, |(attacker, blocker)| SecureTheRift::enough(attacker, blocker));
    (enough.clamp(0, 255) as u8, left.clamp(0, 255) as u8)
}

/// The cards of a hand, each name once.
pub(crate) fn each_kind(state: &SecureTheRift, seat: Seat, each: &mut dyn FnMut(CardId)) {
    let mut last = None;
    for held in &state.player(seat).hand {
        if last != Some(held.card) {
            each(held.card);
        }
        last = Some(held.card);
    }
}

/// SR-54: to play, to use an ability, to attack, or to pass.
fn each_with_priority(state: &SecureTheRift, seat: Seat, each: &mut dyn FnMut(Action)) {
    each_kind(state, seat, &mut |card| {
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

/// The first choice that an announcement asks for, in order.
fn each_first(state: &SecureTheRift, announcement: &Announcement, each: &mut dyn FnMut(First)) {
    match first_want(state, announcement) {
        Some(want) => {
            let mut all = Vec::new();
            state.each_choice(announcement, want, &mut |action| all.extend(first_of(action)));
            all.sort_unstable();
            all.into_iter().for_each(each);
        }
        None => each(First::None),
    }
}

/// SR-R40: what may be left out is not asked for at first.
fn first_want(state: &SecureTheRift, announcement: &Announcement) -> Option<Want> {
    let want = state.wants(announcement)?;
    let optional = || {
        state
            .script(&announcement.item)
            .is_some_and(|script| script.targets.first().is_some_and(|it| it.upto))
    };
    match want {
        Want::Payment => None,
        Want::Target if optional() => None,
        want => Some(want),
    }
}

fn first_of(action: Action) -> Option<First> {
    match action {
        Action::Mode(n) => Some(First::Mode(n)),
        Action::X(n) => Some(First::X(n)),
        Action::Target(thing) => Some(First::Target(thing)),
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

/// Whether the seat may do this now, and if not, why not.
pub(crate) fn judge(state: &SecureTheRift, seat: Seat, action: Action) -> Result<(), Refusal> {
    check_turn(state, seat)?;
    let mut listed = false;
    each(state, &mut |it| listed |= it == action);
    if listed {
        return Ok(());
    }
    Err(reason(state, seat, action))
}

/// SR-43: only whoever is asked.
pub(crate) fn check_turn(state: &SecureTheRift, seat: Seat) -> Result<(), Refusal> {
    match state.asked() {
        None => Err(Refusal::by("SR-129", Code::Over, "the game is over")),
        Some(asked) if asked == seat => Ok(()),
        Some(asked) => {
            let message = format!("it is {asked} who is asked now");
            Err(Refusal::by(asks_by(state), Code::NotYourTurn, message))
        }
    }
}

/// The rule by which somebody is asked now.
fn asks_by(state: &SecureTheRift) -> &'static str {
    match state.ask {
        Ask::Redraw { .. } => "SR-14",
        Ask::Priority => "SR-43",
        Ask::Announcement => "SR-47",
        Ask::Triggers { .. } => "SR-R10",
        Ask::Attackers => "SR-75",
        Ask::Blocks { .. } => "SR-79",
        Ask::Order { .. } => "SR-81",
        Ask::Divide { .. } => "SR-94",
        Ask::Wards { .. } => "SR-R44",
        Ask::Choice { .. } => {
            state.conclusion.as_ref().and_then(|it| it.work.last()).map_or("SR-60", Frame::rule)
        }
        Ask::Over => "SR-129",
    }
}

/// Why an action is not legal.
pub(crate) fn reason(state: &SecureTheRift, seat: Seat, action: Action) -> Refusal {
    match (state.ask, action) {
        (Ask::Priority, Action::Play(card, first)) => why_not_play(state, seat, card, first),
        (Ask::Priority, Action::Use(number, n, first)) => why_not_use(state, seat, number, n, first),
        (Ask::Priority, Action::Attack(attacker, target)) => {
            if !state.is_quiet_main(seat) {
                let message = "attacks are declared in the own Main step, with an empty Sequence and no attack under way";
                return Refusal::illegal("SR-74", message);
            }
            why_not_attack(state, seat, attacker, target)
        }
        (Ask::Attackers, Action::Attack(attacker, target)) => why_not_attack(state, seat, attacker, target),
        (Ask::Blocks { .. }, Action::Block(blocker, attacker)) => {
            why_not_block(state, seat, blocker, attacker)
        }
        (Ask::Redraw { .. }, Action::Redraw(card)) => not_held(state, seat, card, "SR-13"),
        (Ask::Announcement, Action::Target(thing)) => why_not_target(state, thing),
        (Ask::Announcement, Action::X(_)) => Refusal::illegal("SR-R42", "there is not so much Energy for X"),
        (Ask::Announcement, Action::Mode(_)) => {
            Refusal::illegal("SR-69", "that mode has no target to choose")
        }
        (Ask::Announcement, Action::Pay(_)) => Refusal::illegal("SR-47", "that cannot be paid with"),
        (Ask::Divide { blocker }, Action::Assign(_)) => {
            let (least, most) = division(state, blocker);
            let message =
                format!("the next blocker gets something only after this one got enough: {least} to {most}");
            Refusal::illegal("SR-94", message)
        }
        (Ask::Order { .. }, Action::First(_)) => Refusal::illegal("SR-81", "it does not block that attacker"),
        (Ask::Wards { .. }, Action::Apply(_)) => Refusal::illegal("SR-R44", "there are not so many"),
        (Ask::Triggers { .. }, Action::Trigger(_)) => Refusal::illegal("SR-R10", "there are not so many"),
        (Ask::Choice { .. }, Action::Choose(_)) => {
            Refusal::illegal(asks_by(state), "that is not among the choices")
        }
        _ => not_now(state),
    }
}

/// Something that can be done, but not now.
fn not_now(state: &SecureTheRift) -> Refusal {
    let what = match state.ask {
        Ask::Redraw { .. } => return Refusal::illegal("SR-13", "first say which cards to redraw, then keep"),
        Ask::Priority => return Refusal::illegal("SR-54", "play a card, use an ability, attack, or pass"),
        Ask::Announcement => "first choose what the card or ability asks for",
        Ask::Triggers { .. } => "first say which triggered ability goes in next",
        Ask::Attackers => "add an attacker, or declare the attack",
        Ask::Blocks { .. } => "add a blocker, or declare",
        Ask::Order { .. } => "first say which blocker comes next",
        Ask::Divide { .. } => "first say how much damage the blocker gets",
        Ask::Wards { .. } => "first say which effect changes the damage next",
        Ask::Choice { .. } => return Refusal::illegal("SR-60", "first answer what is being carried out"),
        Ask::Over => "the game is over",
    };
    Refusal::illegal(asks_by(state), what)
}

fn not_held(state: &SecureTheRift, seat: Seat, card: CardId, rule: &'static str) -> Refusal {
    Refusal::illegal(rule, format!("{seat} has no {} in hand", state.card(card).name))
}

fn why_not_play(state: &SecureTheRift, seat: Seat, id: CardId, first: First) -> Refusal {
    let card = state.card(id);
    if !state.player(seat).holds(id) {
        return not_held(state, seat, id, "SR-36");
    }
    if !state.is_time_for(seat, card) {
        let message = format!(
            "{} has no WARP: it is played in the own Main step, with an empty Sequence and no attack under way",
            card.name
        );
        return Refusal::illegal("SR-44", message);
    }
    why_not_announce(state, &SecureTheRift::announcing_card(seat, id), first)
}

fn why_not_use(state: &SecureTheRift, seat: Seat, number: Number, n: u8, first: First) -> Refusal {
    let Some(piece) = state.piece(number) else {
        return Refusal::illegal("SR-67", "there is no such card in play");
    };
    let name = named(state, Thing::card(number));
    if piece.controller != seat {
        return Refusal::illegal("SR-46", format!("{name} is not yours"));
    }
    let nth = SecureTheRift::activated(state.card(piece.card)).nth(usize::from(n).wrapping_sub(1));
    let Some((place, cost, ..)) = nth else {
        return Refusal::illegal("SR-65", format!("{name} has no activated ability {n}"));
    };
    if let Some(refusal) = why_not_pay(state, piece, place, cost) {
        return refusal;
    }
    why_not_announce(state, &SecureTheRift::announcing_ability(piece, place), first)
}

fn why_not_pay(state: &SecureTheRift, piece: &Piece, place: u8, cost: &Costs) -> Option<Refusal> {
    let name = name_of(state, piece.card);
    if cost.activate {
        if piece.vulnerable {
            return Some(Refusal::illegal("SR-49", format!("{name} is vulnerable and cannot be activated")));
        }
        if piece.now.cannot.has(Cannots::ACTIVATE) {
            return Some(Refusal::illegal("SR-06", format!("{name} cannot be activated")));
        }
        if state.must_wait(piece) {
            return Some(Refusal::illegal("SR-84", format!("{name} came only in this turn and must wait")));
        }
    }
    (state.uses(piece.number, place) >= MOST_USES).then(|| {
        Refusal::illegal("SR-R53", format!("an ability is used at most {MOST_USES} times in a turn"))
    })
}

fn why_not_announce(state: &SecureTheRift, announcement: &Announcement, first: First) -> Refusal {
    let (seat, name) = (announcement.item.controller, name_of(state, announcement.item.card));
    let (need, costs) = state.total_cost(announcement);
    let have = state.energy(seat, costs.turned(&announcement.item).as_slice());
    if need > have {
        let rule = if announcement.kind == Announced::Card { "SR-48" } else { "SR-46" };
        return Refusal::illegal(rule, format!("{name} costs {need} Energy, and there is {have}"));
    }
    let life = state.player(seat).life;
    if i16::from(costs.life) > life {
        return Refusal::illegal("SR-R64", format!("{name} costs {} life, and there is {life}", costs.life));
    }
    if !state.has_payments(announcement, &costs) {
        return Refusal::illegal("SR-47", format!("there is nothing to pay the cost of {name} with"));
    }
    if !state.has_energy(&announcement.item, need, &costs, &[]) {
        let message =
            format!("what is turned to pay for {name} makes no Energy, and then there is too little");
        return Refusal::illegal("SR-20", message);
    }
    if !state.can_announce(announcement) {
        return Refusal::illegal("SR-69", format!("{name} has no target to choose"));
    }
    match (first, first_want(state, announcement)) {
        (First::None, Some(Want::Target)) => Refusal::illegal("SR-68", format!("say the target of {name}")),
        (First::None, Some(Want::Mode)) => {
            Refusal::illegal("SR-47", format!("say the mode of {name}, like mode 1"))
        }
        (First::None, Some(Want::X)) => {
            Refusal::illegal("SR-R42", format!("say what X is for {name}, like x 2"))
        }
        (First::X(_), Some(Want::X)) => Refusal::illegal("SR-R42", "there is not so much Energy for X"),
        (First::Mode(_), Some(Want::Mode)) => Refusal::illegal("SR-69", "that mode has no target to choose"),
        (First::Target(thing), Some(Want::Target)) => {
            Refusal::illegal("SR-68", format!("{} is no target for {name}", named(state, thing)))
        }
        _ => Refusal::illegal("SR-47", format!("{name} does not ask for that at first")),
    }
}

fn why_not_target(state: &SecureTheRift, thing: Thing) -> Refusal {
    let taken =
        state.announcement.as_ref().is_some_and(|it| it.item.targets.of(it.slot).any(|it| it == thing));
    if taken {
        return Refusal::illegal("SR-R41", "the same thing cannot be chosen twice for one target");
    }
    Refusal::illegal("SR-68", format!("{} is no target for that", named(state, thing)))
}

fn why_not_attack(state: &SecureTheRift, seat: Seat, attacker: Number, target: Thing) -> Refusal {
    let Some(piece) = state.piece(attacker) else {
        return Refusal::illegal("SR-76", "there is no such card in play");
    };
    let name = named(state, Thing::card(attacker));
    let refuse = |rule, message: String| Refusal::illegal(rule, message);
    if state.card(piece.card).kind != Kinds::SOUL {
        return refuse("SR-76", format!("{name} is no Soul"));
    }
    if piece.controller != seat {
        return refuse("SR-76", format!("{name} is not yours"));
    }
    if state.fights().any(|fight| fight.attacker == attacker) {
        return refuse("SR-75", format!("{name} attacks already"));
    }
    if piece.vulnerable {
        return refuse("SR-22", format!("{name} is vulnerable and cannot attack"));
    }
    if state.must_wait(piece) {
        return refuse("SR-84", format!("{name} came only in this turn and must wait"));
    }
    if piece.now.cannot.has(Cannots::ATTACK) {
        return refuse("SR-06", format!("{name} cannot attack"));
    }
    let what = named(state, target);
    match (target.seat(), state.piece_of(target)) {
        (Some(base), _) if base == seat || state.players.get(base.index()).is_none_or(|it| it.lost) => {
            refuse("SR-75", format!("{what} is not the Base of an opponent"))
        }
        (_, Some(soul)) if state.card(soul.card).kind != Kinds::SOUL => {
            refuse("SR-R61", "only Bases and Souls are attacked".to_owned())
        }
        (_, Some(soul)) if soul.controller == seat => refuse("SR-75", format!("{what} is your own")),
        (_, Some(soul)) if !soul.vulnerable => {
            refuse("SR-23", format!("{what} is in stand by and cannot be attacked"))
        }
        (_, Some(soul)) if soul.now.cannot.has(Cannots::BE_ATTACKED) => {
            refuse("SR-06", format!("{what} cannot be attacked"))
        }
        (_, Some(_)) => refuse("SR-85", format!("{what} is AIRBORNE, and {name} is not")),
        _ => refuse("SR-75", "a Base or a vulnerable Soul of an opponent is attacked".to_owned()),
    }
}

fn why_not_block(state: &SecureTheRift, seat: Seat, blocker: Number, attacker: Number) -> Refusal {
    let refuse = |rule, message: String| Refusal::illegal(rule, message);
    let (Some(piece), Some(fight)) =
        (state.piece(blocker), state.fights().find(|fight| fight.attacker == attacker))
    else {
        return refuse("SR-79", "say which Soul blocks which attacker".to_owned());
    };
    let name = named(state, Thing::card(blocker));
    if piece.controller != seat || state.card(piece.card).kind != Kinds::SOUL {
        return refuse("SR-79", format!("{name} is no Soul of yours"));
    }
    if fight.defender != seat {
        return refuse("SR-R49", format!("{} does not attack you", named(state, Thing::card(attacker))));
    }
    if piece.vulnerable {
        return refuse("SR-22", format!("{name} is vulnerable and cannot block"));
    }
    if state.blocks().any(|block| block.blocker == blocker) {
        return refuse("SR-79", format!("{name} blocks already"));
    }
    if piece.now.cannot.has(Cannots::BLOCK) {
        return refuse("SR-06", format!("{name} cannot block"));
    }
    let flies = state.piece(attacker).is_some_and(|it| it.now.keywords.has(Keywords::AIRBORNE));
    if flies {
        return refuse(
            "SR-85",
            format!("{} is AIRBORNE, and {name} is not", named(state, Thing::card(attacker))),
        );
    }
    refuse("SR-06", format!("{} cannot be blocked", named(state, Thing::card(attacker))))
}
