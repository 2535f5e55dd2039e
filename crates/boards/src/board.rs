//! The trait that a game implements to be drawn.

use atlas_core::{Game, News, Preview, Rule, Seat, Text, Viewer};
use maud::Markup;

use crate::drawing::{Drawing, Pen};
use crate::picture::Picture;

/// A table as one viewer sees it. Boards are drawn from nothing else.
pub struct Sight<'a, G: Game> {
    /// The view.
    pub view: G::View,
    /// The content that the table is played with.
    pub content: G::Content,
    /// The players' names by seat.
    pub names: &'a [String],
    /// The seat of the viewer; `None` for a viewer who does not play.
    pub own: Option<Seat>,
    /// The legal actions of that seat.
    pub legal: Vec<G::Action>,
    /// The events of the last entry that the viewer has seen.
    pub latest: Vec<Seen<G::Event>>,
}

/// An event as seen by a viewer.
#[derive(Clone, Debug)]
pub struct Seen<E> {
    /// The event, without details that the viewer may not know.
    pub event: E,
    /// Its rule and its description.
    pub news: News,
}

impl<'a, G: Game> Sight<'a, G> {
    /// A state as a viewer sees it right after these events. `own` is the seat that the viewer plays, if any.
    pub fn new(
        state: &G,
        viewer: Viewer,
        own: Option<Seat>,
        names: &'a [String],
        latest: &[(Rule, G::Event)],
    ) -> Sight<'a, G> {
        let mut legal = Vec::new();
        if let Some(seat) = own {
            state.legal(seat, &mut legal);
        }
        let seen = |(rule, event): &(Rule, G::Event)| {
            let event = state.seen(event, viewer)?;
            let news = News { rule: *rule, told: state.tell(&event) };
            Some(Seen { event, news })
        };
        Sight {
            view: state.view(viewer),
            content: state.edition().content,
            names,
            own,
            legal,
            latest: latest.iter().filter_map(seen).collect(),
        }
    }

    /// The name of a player.
    pub fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| format!("seat {}", seat.number()))
    }

    /// The descriptions of the events of the last entry.
    pub fn news(&self) -> impl Iterator<Item = &News> {
        self.latest.iter().map(|seen| &seen.news)
    }

    /// Whether the last entry changed this thing.
    pub fn is_fresh(&self, thing: &str) -> bool {
        self.news().any(|news| news.told.things.iter().any(|it| it == thing))
    }
}

/// How a game is drawn. Boards contain no rules: legal actions come from [`Sight::legal`], and everything else comes
/// from the view.
pub trait Board: Game {
    /// The cover of the game: a picture that fills its box, whatever the proportions. It includes the drawings that it
    /// refers to.
    const COVER: fn() -> Markup;

    /// How the game is drawn on pages; `None` if it is only played in the terminal and by programs.
    const PAGE: Option<Page<Self>>;

    /// The table as text. `first` is the number of the first seat: 0 in the terminal, as in sentences and logs, or 1 on
    /// pages.
    fn text(sight: &Sight<'_, Self>, first: u8) -> String;

    /// The label of a legal action for people, such as `Play Janus to Genua IV (1 Credit)`. `sentence` is the action as
    /// a sentence.
    fn label(sight: &Sight<'_, Self>, action: Self::Action, sentence: &str) -> Text;
}

/// How a game is drawn on pages.
///
/// A page must include [`STYLE`](crate::STYLE), and the `defs` once. Drawings contain no script and no `style`
/// attribute.
///
/// The board fills the stage: an element with the class `stage`, which is a size container. A board draws the players,
/// the board itself, the hand and all choices, at every size, and never scrolls; only a hand with too many cards may
/// scroll within itself. On a phone in landscape, the page covers a corner at the bottom right of the stage, as large
/// as `--corner-width` and `--corner-height` say, which the board must leave free.
///
/// Attributes connect a board with the page's script:
///
/// - `data-token` is on buttons with the class `token`: one or more words of a sentence. The script gives them the
///   classes `lit`, `picked`, `dim` and `refused`.
/// - `data-step="2"` is on tokens that are chosen after another one, such as a bet. They are lit only then.
/// - `data-drop` is on places: whoever has picked a card can click the place, or drag the card there, to play it. The
///   value is the token for which it is the place; it is empty on a place that is a token itself and takes any card.
///   The script gives a place the class `target` while a card that belongs there is picked.
/// - `data-thing` is the name of something that can change or move between two drawings, such as a card. A thing that
///   has just appeared lists the names it may have had before in `data-from`. The script gives the class `changing` to
///   things that a picked action would change.
/// - `data-part` is on elements whose content is a part of the drawing, so that it can be replaced on its own.
/// - `data-plate` is the number of a seat, on the element that shows its player. It contains an empty element with the
///   class `presence`, which shows whether the player is connected.
/// - `data-room="preview"` is an empty element in which the script shows the `preview`, if it has room for it.
/// - `data-tag` in a preview names a thing: the script shows the element on that thing instead of in the room.
pub struct Page<G: Game> {
    /// The shared drawings that boards and cards of the game refer to.
    pub defs: fn() -> Markup,
    /// The board, in parts that can be replaced on their own.
    pub board: fn(&Sight<'_, G>, &Pen<'_>) -> Markup,
    /// The next lesson for a newcomer who has made this number of moves; `None` when there is nothing left to learn.
    pub guide: fn(&Sight<'_, G>, usize) -> Option<Markup>,
    /// The consequences of a legal action, for a viewer who considers it.
    pub preview: fn(&Sight<'_, G>, G::Action, &Preview) -> Foresight,
    /// How each player came by their points, by seat, after the game.
    pub standings: fn(&Sight<'_, G>) -> Vec<Standing>,
    /// The board as a picture, for links that people share.
    pub picture: fn(&Sight<'_, G>) -> Picture,
    /// The position with which a worked example of the rule book begins; `None` if it cannot be drawn.
    pub example: fn(&str) -> Option<G>,
}

impl<G: Game> Page<G> {
    /// Draws the board. Parts of an earlier drawing are taken over where nothing has changed.
    pub fn draw(&self, sight: &Sight<'_, G>, before: Option<&Drawing>) -> Drawing {
        Drawing::new(before, |pen| (self.board)(sight, pen))
    }
}

/// The consequences of an action, as a page shows them.
pub struct Foresight {
    /// One sentence.
    pub brief: String,
    /// A panel with a heading and details, and tags for things on the board.
    pub panel: Markup,
}

/// How a player came by their points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The points.
    pub points: i32,
    /// Where they come from, such as `two stacks on Time, one on Place`.
    pub details: String,
}
