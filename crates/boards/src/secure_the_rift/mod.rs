//! Secure the Rift as text: two to four front lines, the Sequence, and hands with card texts.

pub mod art;
mod cover;
mod label;

use std::fmt::Write;

use atlas_core::{Seat, Text};
use atlas_secure_the_rift::pack::language::{Card, Kinds};
use atlas_secure_the_rift::pack::text as words;
use atlas_secure_the_rift::view::{AttackView, ItemView, PieceView, PlayerView};
use atlas_secure_the_rift::{Action, LibraryRef, SecureTheRift, View};

use maud::Markup;

use crate::{Board, Page, Sight};

impl Board for SecureTheRift {
    const COVER: fn() -> Markup = cover::cover;
    const PAGE: Option<Page<SecureTheRift>> = None;

    fn text(sight: &Sight<'_, SecureTheRift>, first: u8) -> String {
        text(&sight.view, sight.content, sight.names, first)
    }

    fn label(sight: &Sight<'_, SecureTheRift>, _: Action, sentence: &str) -> Text {
        label::label(sight.content, sentence)
    }
}

/// The table as text: each player's front lines, the Sequence and the attack, then the hand with the texts of its
/// cards. The first seat has the number `first`.
fn text(view: &View, library: LibraryRef, names: &[String], first: u8) -> String {
    let sheet = Sheet { view, library, first };
    let mut text = sheet.turn();
    for (seat, player) in view.players.iter().enumerate() {
        let name = names.get(seat).map_or("", String::as_str);
        text.push('\n');
        text.push_str(&sheet.player(Seat(seat as u8), name, player));
    }
    text.push_str(&sheet.under_way());
    for (seat, player) in view.players.iter().enumerate() {
        text.push_str(&sheet.hand(Seat(seat as u8), player));
    }
    text
}

struct Sheet<'a> {
    view: &'a View,
    library: LibraryRef,
    first: u8,
}

impl Sheet<'_> {
    fn called(&self, seat: Seat) -> String {
        Seat(seat.0 + self.first).to_string()
    }

    fn card(&self, id: &str) -> Option<&Card> {
        self.library.card_named(id).map(|card| self.library.card(card))
    }

    fn turn(&self) -> String {
        let (turn, step, active) = (self.view.turn, &self.view.step, self.called(self.view.active));
        match step.as_str() {
            "over" => format!("turn {turn}, the game is over\n"),
            "redraw" => format!("before the first turn, which {active} has\n"),
            step => format!("turn {turn} of {active}, {step} step\n"),
        }
    }

    fn player(&self, seat: Seat, name: &str, player: &PlayerView) -> String {
        let turn = match self.view.to_act {
            _ if player.lost => "   has lost",
            Some(it) if it == seat => "   <- to act",
            _ => "",
        };
        let mut text = format!(
            "{}  {name}   life {}   Energy {}   cards {}   deck {}   energy pile {}{turn}\n",
            self.called(seat),
            player.life,
            player.energy,
            player.hand_size,
            player.deck_size,
            player.pile_size,
        );
        let own = || self.view.front.iter().filter(|piece| piece.controller == seat);
        for (kind, title) in [(Kinds::SOUL, "Souls"), (Kinds::TECH, "Techs"), (Kinds::ENERGY, "Energy")] {
            let of_kind = |piece: &&PieceView| self.card(&piece.card).is_some_and(|card| card.kind == kind);
            let pieces: Vec<String> = own().filter(of_kind).map(|piece| self.piece(piece)).collect();
            // Each Soul has its own line; other cards of a type share one.
            let lines = if kind == Kinds::SOUL { pieces } else { vec![pieces.join(", ")] };
            for (line, at) in lines.iter().filter(|line| !line.is_empty()).zip(0..) {
                writeln!(text, "  {:<8}{line}", if at == 0 { title } else { "" })
                    .expect("writing to a string cannot fail");
            }
        }
        let mut pile = |title: &str, cards: &[String]| {
            if !cards.is_empty() {
                writeln!(text, "  {title:<8}{}", cards.join(", ")).expect("writing to a string cannot fail");
            }
        };
        pile("Scrap", &player.scrap);
        pile("Void", &player.void);
        pile("known", &player.known);
        let deck = player.deck.iter().map(|(above, card)| format!("{card} (under {above})"));
        pile("deck", &deck.collect::<Vec<_>>());
        text
    }

    fn piece(&self, piece: &PieceView) -> String {
        let mut words = vec![piece.id.clone()];
        if let (Some(attack), Some(defence)) = (piece.attack, piece.defence) {
            words[0] = format!("{:<24}{attack}/{defence}", piece.id);
        }
        let mut say = |holds: bool, what: String| words.extend(holds.then_some(what));
        say(piece.damage > 0, format!("{} damage", piece.damage));
        say(piece.upgrades > 0, format!("{} upgrades", piece.upgrades));
        say(piece.vulnerable, "vulnerable".to_owned());
        say(piece.waits, "must wait".to_owned());
        say(piece.skips > 0, "skips a refresh".to_owned());
        say(piece.owner != piece.controller, format!("owned by {}", self.called(piece.owner)));
        words.extend(piece.keywords.iter().cloned());
        let soul = piece.attack.is_some();
        words.join(if soul { "   " } else { " " })
    }

    /// The Sequence and the attack.
    fn under_way(&self) -> String {
        let view = self.view;
        let mut text = String::new();
        let mut line = |title: &str, item: &ItemView| {
            writeln!(text, "{title:<12}{}", self.item(item)).expect("writing to a string cannot fail");
        };
        if let Some(item) = &view.announcing {
            line("announced", item);
        }
        if let Some(item) = &view.concluding {
            line("concluding", item);
        }
        for (item, at) in view.sequence.iter().rev().zip(0..) {
            line(if at == 0 { "Sequence" } else { "" }, item);
        }
        if let Some(attack) = &view.attack {
            text.push_str(&Self::attack(attack));
        }
        if text.is_empty() { text } else { format!("\n{text}") }
    }

    fn item(&self, item: &ItemView) -> String {
        let mut text = format!("{} of {}", item.text, self.called(item.controller));
        if let Some(mode) = item.mode {
            write!(text, ", mode {mode}").expect("writing to a string cannot fail");
        }
        if let Some(x) = item.x {
            write!(text, ", X is {x}").expect("writing to a string cannot fail");
        }
        if !item.targets.is_empty() {
            write!(text, " at {}", item.targets.join(", ")).expect("writing to a string cannot fail");
        }
        text
    }

    fn attack(attack: &AttackView) -> String {
        let fights = attack.fights.iter().map(|(attacker, target, blocked)| {
            let by: Vec<&str> =
                attack.blocks.iter().filter(|(_, it)| it == attacker).map(|(by, _)| by.as_str()).collect();
            let blocked = match by.as_slice() {
                [] if *blocked => ", blocked".to_owned(),
                [] => String::new(),
                by => format!(", blocked by {}", by.join(", ")),
            };
            format!("{:<12}{attacker} at {target}{blocked}\n", "attack")
        });
        fights.collect()
    }

    /// The cards of a visible hand, each once, with their texts.
    fn hand(&self, seat: Seat, player: &PlayerView) -> String {
        let Some(hand) = player.hand.as_ref().filter(|hand| !hand.is_empty()) else { return String::new() };
        let mut text = format!("\nhand of {}:\n", self.called(seat));
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        for id in hand {
            match kinds.iter_mut().find(|(known, _)| *known == id) {
                Some((_, copies)) => *copies += 1,
                None => kinds.push((id, 1)),
            }
        }
        for (id, copies) in kinds {
            let Some(card) = self.card(id) else { continue };
            let copies = if copies > 1 { format!(" ({copies})") } else { String::new() };
            writeln!(text, "  {:<28}{}", format!("{id}{copies}"), facts(card))
                .expect("writing to a string cannot fail");
            for line in words::lines(&self.library, card) {
                writeln!(text, "      {line}").expect("writing to a string cannot fail");
            }
        }
        text
    }
}

/// The first line of a card: cost, type and strength.
fn facts(card: &Card) -> String {
    let x = if card.x { "X + " } else { "" };
    let strength = match (card.attack.as_number(), card.defence.as_number()) {
        (Some(attack), Some(defence)) if card.kind == Kinds::SOUL => format!("   {attack}/{defence}"),
        _ => String::new(),
    };
    format!("{x}{} Energy   {}{strength}", card.cost, card.kind.word())
}
