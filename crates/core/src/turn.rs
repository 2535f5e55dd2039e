//! The context in which an action is played: its source of chance, its events and its marks.

use std::ops::BitOr;

use crate::{Chance, Rule};

/// The consequences of an action that limit taking it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks(u8);

impl Marks {
    /// No consequences.
    pub const NONE: Marks = Marks(0);
    /// Hidden information was revealed to somebody.
    pub const REVEALED: Marks = Marks(1);
    /// Chance was used.
    pub const CHANCE: Marks = Marks(2);
    /// The turn of another seat began.
    pub const PASSED: Marks = Marks(4);

    /// Whether these marks include all of `other`.
    pub const fn contains(self, other: Marks) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Marks {
    type Output = Marks;

    fn bitor(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }
}

/// The context in which an action is played: a source of chance, and a list of events to append to.
#[derive(Debug)]
pub struct Turn<'a, E> {
    /// The source of shuffles and dice.
    pub chance: &'a mut Chance,
    marks: Marks,
    news: Option<&'a mut Vec<(Rule, E)>>,
    purpose: Purpose,
}

/// Why an action is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Play,
    /// To predict what would happen, up to the first event that cannot be known in advance.
    Preview,
}

impl<'a, E> Turn<'a, E> {
    /// A turn that records no events, for search and simulation.
    #[inline]
    pub fn quiet(chance: &'a mut Chance) -> Turn<'a, E> {
        Turn { chance, marks: Marks::NONE, news: None, purpose: Purpose::Play }
    }

    /// A turn whose events are appended to `news`.
    #[inline]
    pub fn told(chance: &'a mut Chance, news: &'a mut Vec<(Rule, E)>) -> Turn<'a, E> {
        Turn { chance, marks: Marks::NONE, news: Some(news), purpose: Purpose::Play }
    }

    /// A turn for a preview: events are appended to `news` up to the first that depends on chance or on hidden
    /// information.
    pub(crate) fn preview(chance: &'a mut Chance, news: &'a mut Vec<(Rule, E)>) -> Turn<'a, E> {
        Turn { chance, marks: Marks::NONE, news: Some(news), purpose: Purpose::Preview }
    }

    /// Records an event and its rule. The event is only built if events are recorded.
    #[inline]
    pub fn tell(&mut self, rule: &'static str, event: impl FnOnce() -> E) {
        if self.news.is_some() {
            self.record(rule, event);
        }
    }

    /// Separate from [`tell`](Turn::tell), so that rules stay small enough to be inlined where no events are recorded.
    #[cold]
    fn record(&mut self, rule: &'static str, event: impl FnOnce() -> E) {
        if self.purpose == Purpose::Preview && self.chance.was_drawn() {
            self.news = None;
        }
        if let Some(news) = &mut self.news {
            news.push((Rule(rule), event()));
        }
    }

    /// Whether events are recorded, for callers whose events are costly to build.
    pub fn is_told(&self) -> bool {
        self.news.is_some()
    }

    /// Ends a [preview](crate::Preview): what follows depends on something that the acting seat does not know.
    #[inline]
    pub fn beyond_knowledge(&mut self) {
        if self.purpose == Purpose::Preview {
            self.news = None;
        }
    }

    /// Notes consequences that limit taking the action back.
    #[inline]
    pub fn mark(&mut self, marks: Marks) {
        self.marks = self.marks | marks;
    }

    /// The consequences noted so far.
    pub fn marks(&self) -> Marks {
        self.marks
    }
}
