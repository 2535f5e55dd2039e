//! Atlantis Rising as text: the island, the gate, and what every seat has.

mod cover;
mod label;

use std::fmt::Write;

use atlas_atlantis_rising::position::FigureEntry;
use atlas_atlantis_rising::{Action, AtlantisRising, ContentRef, View};
use atlas_core::text::count;
use atlas_core::{Seat, Text};
use maud::Markup;

use crate::{Board, Page, Sight};

impl Board for AtlantisRising {
    const COVER: fn() -> Markup = cover::cover;
    const PAGE: Option<Page<AtlantisRising>> = None;

    fn text(sight: &Sight<'_, AtlantisRising>, first: u8) -> String {
        Sheet { view: &sight.view, content: sight.content, names: sight.names, first }.text()
    }

    fn label(sight: &Sight<'_, AtlantisRising>, _: Action, sentence: &str) -> Text {
        label::label(sight.content, sentence)
    }
}

struct Sheet<'a> {
    view: &'a View,
    content: ContentRef,
    names: &'a [String],
    /// The number of the first seat.
    first: u8,
}

impl Sheet<'_> {
    fn text(&self) -> String {
        let mut text = self.round();
        text += &self.island();
        text += &self.gate();
        for seat in 0..self.view.seats {
            text += &self.team(seat);
        }
        text += &self.cards();
        text
    }

    fn number(&self, seat: u8) -> u8 {
        seat + self.first
    }

    fn round(&self) -> String {
        let View { level, round, phase, start, wrath, floods, over, .. } = self.view;
        let phase = match (over.as_deref(), phase.as_str()) {
            (Some("won"), _) => "won",
            (Some(_), _) => "lost",
            (None, "power") => "before phase 1",
            (None, "place") => "phase 1, Place Atlanteans",
            (None, "misfortunes") => "phase 2, Suffer Misfortunes",
            (None, "late") => "phase 2, figures of the Observatory",
            (None, "act") => "phase 3, Take Actions",
            (None, _) => "phase 4, Endure Wrath",
        };
        let start = self.number(*start);
        format!(
            "level {level}, round {round}, {phase}   starting player: seat {start}   Wrath: space {wrath}, floods {floods}\n\n"
        )
    }

    /// The tiles of each peninsula from the inside out, with the figures on them.
    fn island(&self) -> String {
        let mut text = String::new();
        for peninsula in &self.content.peninsulas {
            let id = &peninsula.named.id;
            let dry = self.view.island[id].as_u64().unwrap_or(0);
            let barrier = if self.view.barriers.contains(id) { " |" } else { "  " };
            write!(text, "{:<10}{barrier}", peninsula.named.name).expect("writing to a string cannot fail");
            for ring in 1..=6 {
                let tile = format!("{id}-{ring}");
                let figures = self.figures(&tile);
                let shown = match (ring <= dry, figures.is_empty()) {
                    (true, true) => format!("{ring}"),
                    (true, false) => format!("{ring} {figures}"),
                    (false, true) => "~".to_owned(),
                    (false, false) => format!("~ {figures}"),
                };
                write!(text, "  {shown:<8}").expect("writing to a string cannot fail");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        let places = [
            ("source", "Source"),
            ("build", "Build"),
            ("core", "Core"),
            ("workshop", "Workshop"),
            ("observatory", "Observatory"),
        ];
        for (id, name) in places {
            let figures = self.figures(id);
            if !figures.is_empty() || ["source", "build"].contains(&id) {
                writeln!(text, "{}", format!("{name:<12}  {figures}").trim_end())
                    .expect("writing to a string cannot fail");
            }
        }
        text.push('\n');
        text
    }

    /// The figures on a spot: the first letter of the kind and the seat, in brackets if the figure has acted.
    fn figures(&self, spot: &str) -> String {
        let there = self.view.figures.iter().filter(|figure| figure.at == spot);
        there.map(|figure| self.figure(figure)).collect::<Vec<_>>().join(" ")
    }

    fn figure(&self, figure: &FigureEntry) -> String {
        let letter = match figure.kind.as_str() {
            "leader" => 'L',
            "follower" => 'f',
            "volunteer" => 'v',
            "hologram" => 'H',
            _ => 'A',
        };
        let figure_text = format!("{letter}{}", self.number(figure.team));
        if figure.state == "down" { format!("({figure_text})") } else { figure_text }
    }

    /// The components with their cost, or the round in which they were built.
    fn gate(&self) -> String {
        let mut text = String::new();
        for entry in &self.view.gate {
            let Some(component) = self.content.component_named(&entry.id) else { continue };
            let component = self.content.component(component);
            let cost = if self.view.seats == 1 { component.solo } else { component.cost };
            let letters: String = ["g", "c", "o", "t"]
                .iter()
                .zip(cost.0)
                .flat_map(|(letter, n)| std::iter::repeat_n(*letter, n.into()))
                .collect();
            let figures = self.figures(&entry.id);
            let state = match entry.built {
                Some(round) => format!("built in round {round}   {figures}"),
                None => format!("costs {letters}"),
            };
            writeln!(text, "{:<20}  {}", component.named.name, state.trim_end())
                .expect("writing to a string cannot fail");
        }
        if !self.view.core.is_empty() {
            let seats: Vec<String> =
                self.view.core.iter().map(|seat| self.number(*seat).to_string()).collect();
            writeln!(text, "{:<20}  contributed: {}", "Power Core", seats.join(", "))
                .expect("writing to a string cannot fail");
        }
        text.push('\n');
        text
    }

    fn team(&self, seat: u8) -> String {
        let team = &self.view.teams[usize::from(seat)];
        let name = self.names.get(usize::from(seat)).map_or("", String::as_str);
        let councilor = self.content.councilor_named(&team.councilor);
        let councilor = councilor.map_or("", |it| self.content.councilor(it).named.name.as_str());
        let kinds = |of: &std::collections::BTreeMap<String, u8>| {
            of.iter().map(|(kind, n)| count((*n).into(), kind).to_string()).collect::<Vec<_>>().join(", ")
        };
        let seat_name = Seat(self.number(seat)).to_string();
        let state = if self.view.ready.contains(&seat) {
            "   ready"
        } else if self.view.gone.contains(&seat) {
            "   has left"
        } else {
            ""
        };
        let mut text = format!(
            "{seat_name}  {name}  {councilor}   gold {}  crystal {}  ore {}  Atlantium {}  energy {}{state}\n",
            team.gold, team.crystal, team.ore, team.atlantium, team.energy
        );
        let mut line = |title: &str, what: String| {
            if !what.is_empty() {
                writeln!(text, "  {title:<9}{what}").expect("writing to a string cannot fail");
            }
        };
        line("pool", kinds(&team.pool));
        line("supply", kinds(&team.supply));
        line("next", kinds(&team.due));
        line("cards", team.cards.join(", "));
        line("workshop", team.workshop.clone().unwrap_or_default());
        text
    }

    /// The decks, and what holds in this round.
    fn cards(&self) -> String {
        let mut text = String::from("\n");
        let mut line = |title: &str, what: String| {
            if !what.is_empty() {
                writeln!(text, "{title:<12}{what}").expect("writing to a string cannot fail");
            }
        };
        let (misfortunes, library) = (&self.view.misfortunes, &self.view.library);
        line(
            "misfortunes",
            format!("{} in the deck, {} discarded", misfortunes.deck_size, misfortunes.discard.len()),
        );
        line("next", misfortunes.top.join(", "));
        line("open", self.view.open.clone().unwrap_or_default());
        line("library", format!("{} in the deck, {} discarded", library.deck_size, library.discard.len()));
        line("hologram", self.view.power.clone().unwrap_or_default());
        let pledges = self
            .view
            .pledges
            .iter()
            .map(|it| format!("{} for {} by seat {}", it.n, it.wanted, self.number(it.seat)));
        line("pledges", pledges.collect::<Vec<_>>().join(", "));
        line("this round", self.view.effects.join(", "));
        text
    }
}
