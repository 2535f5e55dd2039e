//! The trait that a game implements to be drawn.

use atlas_core::{Game, News, Rule, Seat, Text, Viewer};
use maud::Markup;

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
/// attribute. Buttons have one or more words of a sentence in `data-token`; a script may give them the classes `lit`,
/// `picked` and `dim`. Things that can move between two drawings, such as cards, have a name in `data-thing`. A thing
/// that has just appeared lists the names it may have had before in `data-from`. A list with `data-since` shows what
/// just happened; a script may insert earlier events before it.
pub struct Page<G: Game> {
    /// The shared drawings that boards and cards of the game refer to.
    pub defs: fn() -> Markup,
    /// A picture of the game for a list of games, including the drawings that it refers to.
    pub cover: fn() -> Markup,
    /// The board.
    pub board: fn(&Sight<'_, G>) -> Markup,
    /// The next lesson for a newcomer who has made this number of moves; `None` when there is nothing left to learn.
    pub guide: fn(&Sight<'_, G>, usize) -> Option<Markup>,
}
