//! What a game implements to be drawn.

use atlas_core::{Game, News, Rule, Seat, Text, Viewer};
use maud::Markup;

/// What one viewer sees of a table: all that a board is drawn from.
pub struct Sight<'a, G: Game> {
    /// The view.
    pub view: G::View,
    /// The content that the table is played with.
    pub content: G::Content,
    /// The players' names by seat.
    pub names: &'a [String],
    /// The seat of the viewer, if they play.
    pub own: Option<Seat>,
    /// The legal actions of that seat.
    pub legal: Vec<G::Action>,
    /// What the viewer has seen of the last entry.
    pub latest: Vec<Seen<G::Event>>,
}

/// An event as a viewer has seen it.
#[derive(Clone, Debug)]
pub struct Seen<E> {
    /// The event, without what the viewer may not know.
    pub event: E,
    /// The rule it follows from, and the words for it.
    pub news: News,
}

impl<'a, G: Game> Sight<'a, G> {
    /// What a viewer who plays `own`, or nobody, sees of a state right after these events.
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

    /// The news of the last entry.
    pub fn news(&self) -> impl Iterator<Item = &News> {
        self.latest.iter().map(|seen| &seen.news)
    }

    /// Whether the last entry changed this thing.
    pub fn is_fresh(&self, thing: &str) -> bool {
        self.news().any(|news| news.told.things.iter().any(|it| it == thing))
    }
}

/// How a game is drawn. Boards show what they are given and derive no rule: what is legal comes from
/// [`Sight::legal`], and what is worth showing comes from the view.
pub trait Board: Game {
    /// The pages of the game; `None` if it is played only in the terminal and by programs.
    const PAGE: Option<Page<Self>>;

    /// The table as text. `first` is the number of the first seat: 0 in the terminal, as in sentences and logs, and 1 on
    /// pages.
    fn text(sight: &Sight<'_, Self>, first: u8) -> String;

    /// The label of a legal action for people, such as `Play Janus to Genua IV (1 Credit)`. `sentence` is the action as a
    /// sentence.
    fn label(sight: &Sight<'_, Self>, action: Self::Action, sentence: &str) -> Text;
}

/// How a game is drawn on pages.
///
/// A page must carry [`STYLE`](crate::STYLE), and the `defs` once. Drawings contain no script and no `style` attribute.
/// Buttons have one or more words of a sentence in `data-token`; a script may give them the classes `lit`, `picked` and
/// `dim`. Things that can move from one picture to the next, such as cards, have a name in `data-thing`, and a thing that
/// has just come lists in `data-from` the things it may have been before. A list with `data-since` says what just
/// happened; a script may put what was told before in front of it.
pub struct Page<G: Game> {
    /// The drawings that boards and cards of the game refer to.
    pub defs: fn() -> Markup,
    /// A picture of the game for a list of games, with the drawings that it refers to.
    pub cover: fn() -> Markup,
    /// The board.
    pub board: fn(&Sight<'_, G>) -> Markup,
    /// The next lesson for a newcomer who has made this number of moves; `None` when there is nothing left to learn.
    pub guide: fn(&Sight<'_, G>, usize) -> Option<Markup>,
}
