//! What a play would bring about, and where the points of a finished game come from.

use atlas_core::{Preview, Seat};
use atlas_enchanted_lands::board::Completion;
use atlas_enchanted_lands::{Action, Card, Cards, EnchantedLands, Side, Stack};
use maud::{Markup, html};

use super::page::{counted, right_stacks};
use super::{grid, scene};
use crate::preview::change;
use crate::{Foresight, Sight, Standing, seat};

/// The consequences of an action.
pub(super) fn preview(sight: &Sight<'_, EnchantedLands>, action: Action, preview: &Preview) -> Foresight {
    let play = Play::of(sight, action, preview);
    Foresight { brief: play.brief(), panel: play.panel() }
}

/// How each player came by their points.
pub(super) fn standings(sight: &Sight<'_, EnchantedLands>) -> Vec<Standing> {
    let standing = |seat: Seat| {
        let right: Vec<Stack> = right_stacks(&sight.view, seat).collect();
        let points = sight.view.points.get(seat.index()).copied().unwrap_or(0);
        Standing { points, details: details(&right) }
    };
    Seat::all(sight.view.hands.len() as u8).map(standing).collect()
}

/// Correct stacks in words, such as `9 chips in 3 right stacks: two on Time, one on Place`.
fn details(right: &[Stack]) -> String {
    let chips = right.iter().map(|stack| usize::from(stack.chips)).sum();
    let time = right.iter().filter(|stack| stack.side == Side::Time).count();
    let sides = match (time, right.len() - time) {
        (0, 0) => return "no right stack".to_owned(),
        (1, 0) => ", on Time".to_owned(),
        (0, 1) => ", on Place".to_owned(),
        (2, 0) => ", both on Time".to_owned(),
        (0, 2) => ", both on Place".to_owned(),
        (_, 0) => ", all on Time".to_owned(),
        (0, _) => ", all on Place".to_owned(),
        (time, place) => format!(": {} on Time, {} on Place", word(time), word(place)),
    };
    format!("{} in {}{sides}", counted(chips, "chip"), counted(right.len(), "right stack"))
}

/// A small number as a word.
fn word(n: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// A sentence with a capital letter at its beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Numbers as a list, such as `1 to 4` or `1, 2, 5 and 6`.
fn listed(numbers: &[u8]) -> String {
    match numbers {
        [first, .., last] if usize::from(last - first) + 1 == numbers.len() => format!("{first} to {last}"),
        [some @ .., last] if !some.is_empty() => {
            format!("{} and {last}", some.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
        }
        _ => numbers.iter().map(u8::to_string).collect(),
    }
}

/// A play and what it does to stacks of chips.
struct Play<'a> {
    sight: &'a Sight<'a, EnchantedLands>,
    action: Action,
    completion: Completion,
    /// EL-48: the stacks that are right.
    kept: Vec<(Card, Stack)>,
    /// EL-49, EL-52: the stacks that are wrong, or left over at the end of the game.
    lost: Vec<(Card, Stack)>,
    /// EL-51: whether this is the last card of the game.
    last: bool,
}

/// What a play does to the chips of one player.
struct Change {
    seat: Seat,
    /// The number of stacks that are right.
    stacks: usize,
    points: usize,
    /// The stacks that are lost.
    lost: Vec<Stack>,
}

impl<'a> Play<'a> {
    fn of(sight: &'a Sight<'a, EnchantedLands>, action: Action, preview: &Preview) -> Play<'a> {
        let view = &sight.view;
        let mut board = view.board.iter().filter_map(|it| Some((it.card, it.stack?))).collect::<Vec<_>>();
        if let Some(seat) = view.to_act.filter(|_| action.chips() > 0) {
            board.push((action.card(), Stack { seat, side: action.side(), chips: action.chips() }));
        }
        let by = |rules: &[&str]| {
            let events = preview.events.iter().filter(|news| rules.contains(&news.rule.0));
            let cards: Vec<&str> = events.flat_map(|news| &news.told.things).map(String::as_str).collect();
            board.iter().copied().filter(|(card, _)| cards.contains(&card.name())).collect()
        };
        Play {
            sight,
            action,
            completion: grid(view).with(action.card()).completion(action.card()),
            kept: by(&["EL-48"]),
            lost: by(&["EL-49", "EL-52"]),
            last: view.hand_sizes.iter().sum::<usize>() == 1 && view.pile_size == 0,
        }
    }

    /// The changes for the players whose chips are judged, most points first.
    fn changes(&self) -> Vec<Change> {
        let change = |seat: Seat| {
            let own = |stacks: &[(Card, Stack)]| -> Vec<Stack> {
                stacks.iter().map(|(_, stack)| *stack).filter(|stack| stack.seat == seat).collect()
            };
            let kept = own(&self.kept);
            let points = kept.iter().map(|stack| usize::from(stack.chips) + 1).sum();
            Change { seat, stacks: kept.len(), points, lost: own(&self.lost) }
        };
        let all = Seat::all(self.sight.view.hands.len() as u8).map(change);
        let mut changes: Vec<Change> = all.filter(|it| it.stacks > 0 || !it.lost.is_empty()).collect();
        changes.sort_by_key(|change| std::cmp::Reverse(change.points));
        changes
    }

    /// What the card completes, such as `a Time of six`.
    fn completed(&self) -> Option<String> {
        let time = (!self.completion.time.is_empty())
            .then(|| format!("a Time of {}", word(self.completion.time.len())));
        let place = (!self.completion.place.is_empty()).then(|| format!("the Place {}", self.place()));
        match (time, place) {
            (Some(time), Some(place)) => Some(format!("{time} and {place}")),
            (time, place) => time.or(place),
        }
    }

    /// The name of the card's Place without its article.
    fn place(&self) -> &'static str {
        scene::short(scene::place(self.action.card()))
    }

    fn is_own(&self, seat: Seat) -> bool {
        self.sight.own == Some(seat)
    }

    fn brief(&self) -> String {
        let card = self.action.card().title();
        let changes = self.changes();
        let gains = changes.iter().filter(|it| it.points > 0).map(|it| {
            let name = if self.is_own(it.seat) { "you".to_owned() } else { self.sight.name(it.seat) };
            format!("{name} +{}", it.points)
        });
        let losses = changes.iter().filter(|it| !it.lost.is_empty()).map(|it| {
            let chips = it.lost.iter().map(|stack| usize::from(stack.chips)).sum();
            if self.is_own(it.seat) {
                let verb = if chips == 1 { "is" } else { "are" };
                format!("your {} {verb} lost", counted(chips, "chip"))
            } else {
                format!("{} loses {}", self.sight.name(it.seat), counted(chips, "chip"))
            }
        });
        let effects = gains.chain(losses).collect::<Vec<_>>().join(", ");
        match self.completed() {
            Some(what) if effects.is_empty() => format!("{card} completes {what}, with no chips on it."),
            Some(what) => format!("{card} completes {what}: {effects}."),
            None if self.last && effects.is_empty() => format!("{card} completes nothing and ends the game."),
            None if self.last => format!("{card} completes nothing and ends the game: {effects}."),
            None if self.action.chips() > 0 => {
                let (side, chips) = (self.action.side().title(), usize::from(self.action.chips()));
                let verb = if chips == 1 { "scores" } else { "score" };
                let points = counted(chips + 1, "point");
                format!("Your {} {verb} {points} if a {side} takes {card} first.", counted(chips, "chip"))
            }
            None => format!("{card} completes nothing yet."),
        }
    }

    fn panel(&self) -> Markup {
        let (card, chips) = (self.action.card(), self.action.chips());
        html! {
            h2 {
                "If you play " (card.title())
                @if chips > 0 { " and bet " (chips) " on " (self.action.side().title()) }
            }
            p { (self.story()) }
            @let changes = self.changes();
            @if !changes.is_empty() { ul.changes { @for it in &changes { (self.line(it)) } } }
            @for (card, stack) in &self.kept {
                span.tag.gain data-tag={ "chips-" (card) } { "✓ +" (stack.chips + 1) }
            }
            @for (card, stack) in self.lost.iter().filter(|(lost, _)| *lost != card) {
                span.tag.loss data-tag={ "chips-" (card) } { "× " (stack.chips) }
            }
        }
    }

    /// What happens to the board.
    fn story(&self) -> String {
        let card = self.action.card();
        let mut story = Vec::new();
        let turn = |cards: Cards| format!("{} turn over", counted_cards(cards.len()));
        if !self.completion.time.is_empty() {
            let numbers: Vec<u8> = self.completion.time.map(Card::number).collect();
            story.push(format!(
                "It completes the Time {}: cards {} turn over.",
                card.suit().title(),
                listed(&numbers)
            ));
        }
        if !self.completion.place.is_empty() {
            let also = if story.is_empty() { "" } else { "also " };
            story.push(format!(
                "It {also}completes the Place {}: {}.",
                self.place(),
                turn(self.completion.place)
            ));
        }
        if self.last {
            let nothing = if story.is_empty() { "It completes nothing. " } else { "" };
            story.push(format!("{nothing}It is the last card, and chips on face-up cards are lost."));
        } else if story.is_empty() {
            story.push(self.hope());
        }
        story.join(" ")
    }

    /// How far the card is from a Time and from a Place.
    fn hope(&self) -> String {
        let (view, card) = (&self.sight.view, self.action.card());
        let deck = Cards::deck(view.hands.len() as u8);
        let needs = |side: Side| {
            let lacking = grid(view).with(card).lacking(card, side, deck, Cards::NONE).map(Cards::len);
            let title = side.title();
            match lacking {
                Some(n) => format!("a {title} needs {}", counted(n, "more card")),
                None => format!("a {title} can no longer take it"),
            }
        };
        format!("It completes nothing yet: {}, {}.", needs(Side::Time), needs(Side::Place))
    }

    /// What a play does to the chips of one player, as a line.
    fn line(&self, it: &Change) -> Markup {
        let who = if self.is_own(it.seat) { "you".to_owned() } else { self.sight.name(it.seat) };
        let right = format!("{} {} right", word(it.stacks), if it.stacks == 1 { "stack" } else { "stacks" });
        let chips = it.lost.iter().map(|stack| usize::from(stack.chips)).sum();
        let chips = counted(chips, "chip");
        let what = match it.lost.as_slice() {
            [] => format!("{who}, {right}"),
            [stack] if it.stacks == 0 => {
                let verb = if self.is_own(it.seat) { "lose" } else { "loses" };
                format!("{who} {verb} {chips} on {}", stack.side.title())
            }
            _ if it.stacks == 0 => {
                let verb = if self.is_own(it.seat) { "lose" } else { "loses" };
                format!("{who} {verb} {chips}")
            }
            _ => format!("{who}, {right}, {chips} lost"),
        };
        let what = if self.is_own(it.seat) { sentence(&what) } else { what };
        match it.points {
            0 => html! { li.loss { (seat::badge(it.seat)) span { (what) } b { "0" } } },
            points => change(it.seat, &what, points as i32),
        }
    }
}

/// A number of cards as words.
fn counted_cards(n: usize) -> String {
    format!("{} {}", word(n), if n == 1 { "card" } else { "cards" })
}
