//! Drawing a match whose game is known only at run time.

use atlas_core::{Match, Refusal, Seat, Table, Text, Viewer};
use maud::Markup;

use crate::picture::Picture;
use crate::{Board, Drawing, Foresight, Sight, Standing};

/// A table that can be drawn.
pub trait BoardTable: Table {
    /// The table as text, as a viewer sees it. `first` is the number of the first seat.
    fn text(&self, viewer: Viewer, names: &[String], first: u8) -> String;

    /// The board for a page; `None` if the game has no pages. `own` is the seat that the viewer plays, if any. Parts of an
    /// earlier drawing are taken over where nothing has changed.
    fn board(
        &self,
        viewer: Viewer,
        own: Option<Seat>,
        names: &[String],
        before: Option<&Drawing>,
    ) -> Option<Drawing>;

    /// The next lesson for a newcomer in this seat who has made this number of moves, if there is one.
    fn guide(&self, seat: Seat, names: &[String], own_moves: usize) -> Option<Markup>;

    /// The legal actions of a seat, as sentences with labels for people.
    fn labels(&self, seat: Seat, names: &[String]) -> Vec<(String, Text)>;

    /// The consequences of a legal sentence; `None` if the game has no pages.
    fn foresight(&self, seat: Seat, names: &[String], sentence: &str) -> Result<Option<Foresight>, Refusal>;

    /// The things that a legal sentence would change.
    fn changes(&self, seat: Seat, sentence: &str) -> Result<Vec<String>, Refusal>;

    /// How each player came by their points, by seat; empty if the game has no pages.
    fn standings(&self, names: &[String]) -> Vec<Standing>;

    /// The board as a picture, as spectators see it; `None` if the game has no pages.
    fn picture(&self, names: &[String]) -> Option<Picture>;

    /// The label of a legal sentence.
    fn label(&self, seat: Seat, names: &[String], sentence: &str) -> Result<Text, Refusal>;
}

impl<G: Board> BoardTable for Match<G> {
    fn text(&self, viewer: Viewer, names: &[String], first: u8) -> String {
        G::text(&sight(self, viewer, None, names), first)
    }

    fn board(
        &self,
        viewer: Viewer,
        own: Option<Seat>,
        names: &[String],
        before: Option<&Drawing>,
    ) -> Option<Drawing> {
        G::PAGE.map(|page| page.draw(&sight(self, viewer, own, names), before))
    }

    fn guide(&self, seat: Seat, names: &[String], own_moves: usize) -> Option<Markup> {
        G::PAGE.and_then(|page| (page.guide)(&seat_sight(self, seat, names), own_moves))
    }

    fn labels(&self, seat: Seat, names: &[String]) -> Vec<(String, Text)> {
        let sight = seat_sight(self, seat, names);
        let labelled = |action: &G::Action| {
            let sentence = self.state().write(*action, Viewer::Seat(seat));
            let label = G::label(&sight, *action, &sentence);
            (sentence, label)
        };
        sight.legal.iter().map(labelled).collect()
    }

    fn foresight(&self, seat: Seat, names: &[String], sentence: &str) -> Result<Option<Foresight>, Refusal> {
        let action = self.judge(seat, sentence)?;
        let preview = self.state().preview(seat, action);
        Ok(G::PAGE.map(|page| (page.preview)(&seat_sight(self, seat, names), action, &preview)))
    }

    fn changes(&self, seat: Seat, sentence: &str) -> Result<Vec<String>, Refusal> {
        let events = self.preview(seat, sentence)?.events;
        Ok(events.into_iter().flat_map(|news| news.told.things).collect())
    }

    fn standings(&self, names: &[String]) -> Vec<Standing> {
        let sight = sight(self, Viewer::Everything, None, names);
        G::PAGE.map_or_else(Vec::new, |page| (page.standings)(&sight))
    }

    fn picture(&self, names: &[String]) -> Option<Picture> {
        G::PAGE.map(|page| (page.picture)(&sight(self, Viewer::Spectator, None, names)))
    }

    fn label(&self, seat: Seat, names: &[String], sentence: &str) -> Result<Text, Refusal> {
        let action = self.judge(seat, sentence)?;
        Ok(G::label(&seat_sight(self, seat, names), action, &self.state().write(action, Viewer::Seat(seat))))
    }
}

/// A worked example of a rule book as a board, as a spectator sees it; `None` if it cannot be drawn.
pub fn example<G: Board>(script: &str) -> Option<Markup> {
    let page = G::PAGE?;
    let state = (page.example)(script)?;
    let names: Vec<String> = (0..G::FACTS.max_seats).map(|seat| format!("Seat {seat}")).collect();
    Some(page.draw(&Sight::new(&state, Viewer::Spectator, None, &names, &[]), None).html())
}

fn sight<'a, G: Board>(
    game: &Match<G>,
    viewer: Viewer,
    own: Option<Seat>,
    names: &'a [String],
) -> Sight<'a, G> {
    Sight::new(game.state(), viewer, own, names, game.latest())
}

fn seat_sight<'a, G: Board>(game: &Match<G>, seat: Seat, names: &'a [String]) -> Sight<'a, G> {
    sight(game, Viewer::Seat(seat), Some(seat), names)
}
