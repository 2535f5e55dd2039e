//! Matches in lists.

use atlas_boards::seat::badge;
use atlas_catalog::GameEntry;
use atlas_core::{Seat, Seats};
use maud::{Markup, html};

use super::drawing::thumb;
use super::time;
use crate::store::{Holder, Listed};

/// A match in a list, as one person sees it.
#[derive(Clone, Debug)]
pub(crate) struct TableLink {
    /// The match.
    pub(crate) listed: Listed,
    /// Its game.
    pub(crate) game: &'static GameEntry,
    /// The names of the seats.
    pub(crate) names: Vec<String>,
    /// The seats of the person who looks.
    pub(crate) own: Seats,
    /// The seats that are to act.
    pub(crate) to_act: Seats,
    /// Whether the person who looks is to act.
    pub(crate) your_turn: bool,
}

impl TableLink {
    fn seats(&self) -> impl Iterator<Item = (Seat, &(Holder, String))> {
        Seat::all(self.listed.seats.len() as u8).zip(&self.listed.seats)
    }

    /// The number of open seats.
    fn open(&self) -> usize {
        self.listed.seats.iter().filter(|(holder, _)| *holder == Holder::Open).count()
    }

    /// The name of the host.
    fn host(&self) -> &str {
        let host = |(_, (holder, _)): &(Seat, &(Holder, String))| holder.person() == Some(&self.listed.host);
        let seat = self.seats().find(host).map(|(seat, _)| seat);
        seat.map_or("A friend", |seat| &self.names[seat.index()])
    }

    /// The names of some seats, as a list in words.
    fn names_of(&self, seats: impl Iterator<Item = Seat>) -> String {
        and(&seats.map(|seat| self.names[seat.index()].as_str()).collect::<Vec<_>>())
    }

    /// The opponents, such as `against Ilse and Bram`.
    pub(super) fn opponents(&self) -> String {
        let taken =
            |(seat, (holder, _)): (Seat, &(Holder, String))| (*holder != Holder::Open).then_some(seat);
        let others = self.seats().filter_map(taken).filter(|seat| !self.own.contains(*seat));
        match (self.names_of(others), self.own.len()) {
            (others, 0 | 1) if others.is_empty() => String::new(),
            (others, _) if others.is_empty() => self.names_of(self.own.iter()),
            (others, _) if self.game.facts.cooperative => format!("with {others}"),
            (others, _) => format!("against {others}"),
        }
    }

    /// When something last happened.
    pub(super) fn last(&self) -> i64 {
        self.listed.ended.or(self.listed.moved).unwrap_or(self.listed.created)
    }

    /// The state of the match in a few words.
    pub(super) fn state(&self) -> String {
        let Listed { ended, begun, aborted, .. } = self.listed;
        if aborted {
            return "Aborted".to_owned();
        }
        if ended.is_some() {
            return self.result();
        }
        if !begun {
            return match self.open() {
                1 => "Waiting for one more player".to_owned(),
                open => format!("Waiting for {open} more players"),
            };
        }
        if self.your_turn {
            return "Your move".to_owned();
        }
        let thinking: Vec<Seat> = self.to_act.iter().collect();
        match thinking.as_slice() {
            [] => "In progress".to_owned(),
            [seat] => capital(&format!("{} is choosing", self.names[seat.index()])),
            seats => capital(&format!("{} are choosing", self.names_of(seats.iter().copied()))),
        }
    }

    /// The result for the person who looks.
    fn result(&self) -> String {
        let Some(result) = &self.listed.result else { return "Finished".to_owned() };
        let winners: Seats = result.winners.iter().map(|seat| Seat(*seat)).collect();
        let won = self.own.iter().any(|seat| winners.contains(seat));
        let points = |seats: &dyn Fn(Seat) -> bool| {
            let scored = result.scores.iter().zip(0..).filter(|(_, seat)| seats(Seat(*seat)));
            scored.map(|(score, _)| *score).max()
        };
        let own = points(&|seat| self.own.contains(seat));
        let others = points(&|seat| !self.own.contains(seat));
        let score = match own.zip(others) {
            Some((own, others)) if !self.game.facts.cooperative => format!(" {own} to {others}"),
            _ => String::new(),
        };
        match () {
            () if self.game.facts.cooperative => {
                if won { "Won together" } else { "Lost together" }.to_owned()
            }
            // Several players shared the screen.
            () if self.own.len() > 1 && !winners.is_empty() => {
                let names = self.names_of(winners.iter().filter(|seat| seat.index() < self.names.len()));
                capital(&format!("{names} won"))
            }
            () if won && winners.len() > 1 => format!("Shared the win{score}"),
            () if won => format!("Won{score}"),
            () => format!("Lost{score}"),
        }
    }

    /// The badges of the seats. Open seats have a dashed ring.
    fn badges(&self) -> Markup {
        html! {
            span.seats {
                @for (seat, (holder, _)) in self.seats() {
                    @if *holder == Holder::Open { span.open-seat title="Open seat" { span.unseen { "Open seat" } } }
                    @else {
                        span title=(self.names[seat.index()]) {
                            (badge(seat)) span.unseen { (self.names[seat.index()]) }
                        }
                    }
                }
            }
        }
    }

    /// The match that waits for the person, for phones, on which the lists are below the games.
    pub(super) fn your_move(&self) -> Markup {
        html! {
            div.row.your-move {
                (thumb(self.game))
                div.what {
                    b { "Your move" }
                    span.quiet { (self.opponents()) }
                }
                a.button href={ "/t/" (self.listed.id) } aria-label={ "Continue " (self.game.facts.name) } { "Continue" }
            }
        }
    }

    /// A row of the person's matches.
    pub(super) fn own_row(&self, now: i64) -> Markup {
        let Listed { id, ended, aborted, .. } = &self.listed;
        let detail = [self.state(), self.opponents()].into_iter().filter(|it| !it.is_empty());
        let (class, action) = match () {
            () if self.your_turn => ("button lamp", "Continue"),
            () if ended.is_some() && !aborted => ("button", "Replay"),
            () => ("button", "Look"),
        };
        let path = if action == "Replay" { format!("/t/{id}/replay") } else { format!("/t/{id}") };
        html! {
            li.row.waits[self.your_turn] data-row=(id) {
                (thumb(self.game))
                div.what {
                    b { (self.game.facts.name) }
                    span.quiet { (detail.collect::<Vec<_>>().join(", ")) }
                }
                span.when.quiet { (time::ago(self.last(), now)) }
                a class=(class) href=(path) aria-label={ (action) ": " (self.game.facts.name) " " (self.opponents()) } {
                    (action)
                }
            }
        }
    }

    /// A row of the open tables.
    pub(super) fn open_row(&self) -> Markup {
        let Listed { id, .. } = &self.listed;
        let open = self.open();
        html! {
            li.row data-row=(id) {
                (thumb(self.game))
                div.what {
                    b { a href={ "/t/" (id) } { (self.game.facts.name) } }
                    span.quiet {
                        (self.host()) " hosts, "
                        @if open == 1 { "one seat free" } @else { (open) " seats free" }
                    }
                }
                (self.badges())
                @if self.own.is_empty() {
                    form method="post" action={ "/t/" (id) "/sit" } {
                        input type="hidden" name="word" value="" data-word;
                        button aria-label={ "Sit down: " (self.game.facts.name) ", " (self.host()) " hosts" } { "Sit down" }
                    }
                } @else { span.quiet { "Your table" } }
            }
        }
    }
}

/// Words as a list: `Ilse, Bram and Mei`.
pub(super) fn and(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The beginning of a sentence: bots are called `novice bot`.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Opponents by the number of players, such as `2 to 4`.
pub(super) fn players(game: &GameEntry) -> String {
    let (least, most) = (game.facts.min_seats, game.facts.max_seats);
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}
