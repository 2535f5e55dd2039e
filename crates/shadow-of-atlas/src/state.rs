//! The state of a table and its turns, from the deal to the last point.

use atlas_core::{
    Chance, Choice, Code, Facts, Feature, First, Game, Marks, Outcome, Question, Refusal, Seat, Seats, Told,
    Turn, Viewer,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::Action;
use crate::cards::{CARDS, Hand, Order, Orders, PLANETS, Pile, Planet, Side};
use crate::content::ContentRef;
use crate::resolve::Stack;
use crate::tell::{self, Event};
use crate::view::View;
use crate::{explain, insight, legal, position, remark};

/// SA-13: the most Credits a player has.
pub const MOST_CREDITS: u8 = 5;
/// SA-09: the Credits that each player starts with.
pub const START_CREDITS: u8 = 2;
/// SA-10: the cards that each player is dealt.
pub const START_HAND: usize = 3;
/// SA-43: what a Survey costs.
pub const SURVEY_COST: u8 = 3;
/// SA-25: the Orders on one side that make an Arbiter.
pub const ARBITER_ORDERS: usize = 3;
/// SA-34: the Outposts that bring a Credit at the start of a turn, and those that bring another.
pub const BONUS_OUTPOSTS: [usize; 2] = [3, 5];
/// SA-38: the Credits and cards that a turn ends with, and the cards that may be kept.
pub const END_CREDITS: u8 = 2;
/// See [`END_CREDITS`].
pub const END_CARDS: u8 = 3;
/// See [`END_CREDITS`].
pub const HAND_LIMIT: usize = 5;
/// SA-60: the planets that win outright.
pub const WINNING_PLANETS: usize = 4;
/// SA-60: the Outposts that win outright.
pub const WINNING_OUTPOSTS: usize = 10;
/// SA-62: the Outposts of both players that end the game.
pub const ENDING_OUTPOSTS: usize = 15;
/// SA-64: the points of a planet.
pub const PLANET_POINTS: i32 = 3;
/// SA-R26: so many turns in a row without an Action end the game.
pub const IDLE_TURNS: u8 = 4;
/// SA-R26: no game has more turns.
pub const LAST_TURN: u8 = 60;

/// The whole state of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ShadowOfAtlas {
    pub(crate) content: ContentRef,
    pub(crate) sites: [Site; PLANETS],
    pub(crate) hands: [Hand; 2],
    /// SA-R08: cards that both players have seen go to a hand.
    pub(crate) known: [Hand; 2],
    pub(crate) credits: [u8; 2],
    pub(crate) outposts: [Pile; 2],
    pub(crate) deck: Pile,
    pub(crate) discard: Pile,
    pub(crate) first: Seat,
    /// SA-33: from 1.
    pub(crate) turn: u8,
    /// Whether there was an Action in this turn.
    pub(crate) acted: bool,
    /// The turns in a row, up to now, whose Action part passed without an Action.
    pub(crate) idle_turns: u8,
    pub(crate) phase: Phase,
    /// SA-R12: what is being resolved.
    pub(crate) stack: Stack,
}

/// A planet on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Site {
    /// SA-19.
    pub(crate) sides: [Side; 2],
    /// SA-20: a planet is Developed exactly when it has one.
    pub(crate) arbiter: Option<Seat>,
}

impl Site {
    /// SA-24: the Orders at the planet, on either side.
    #[inline]
    pub(crate) fn orders(&self) -> Orders {
        self.sides[0].orders() | self.sides[1].orders()
    }

    #[inline]
    pub(crate) fn side(&self, seat: Seat) -> Side {
        self.sides[seat.index() & 1]
    }
}

/// What is asked now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// SA-35: the next Action.
    Actions,
    /// SA-46: where this card goes, which a Survey turned up.
    Place(Order),
    /// What the Ability on top of the stack asks.
    Choice,
    /// SA-R19: so many more discards.
    Discard(u8),
    /// The game is over.
    Over,
    /// SA-R27: it is over because this player gave up.
    Left(Seat),
}

/// What a table can choose.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// SA-R02: who is First Player.
    #[serde(default)]
    pub first: First,
}

/// SA-R02, for people.
const CHOICES: &[Choice] = &[Choice {
    name: "first",
    text: "The First Player",
    values: &[("\"random\"", "anyone, by chance"), ("0", "seat 0"), ("1", "seat 1")],
}];

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// SA-60: four planets.
    Planets,
    /// SA-60: ten Outposts.
    Outposts,
    /// SA-65: more points, or as many with more planets.
    Points,
    /// SA-R15: nobody is ahead.
    Draw,
    /// SA-R27: somebody gave up.
    Left,
}

impl Ending {
    /// The word in results.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Planets => "planets",
            Ending::Outposts => "outposts",
            Ending::Points => "points",
            Ending::Draw => "draw",
            Ending::Left => "left",
        }
    }
}

impl ShadowOfAtlas {
    /// SA-33: whose turn it is.
    #[inline]
    pub(crate) fn player(&self) -> Seat {
        Seat((self.first.0 ^ (self.turn & 1) ^ 1) & 1)
    }

    #[inline]
    pub(crate) fn site(&self, planet: Planet) -> &Site {
        &self.sites[planet.index() % PLANETS]
    }

    #[inline]
    pub(crate) fn site_mut(&mut self, planet: Planet) -> &mut Site {
        &mut self.sites[planet.index() % PLANETS]
    }

    #[inline]
    pub(crate) fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index() & 1]
    }

    #[inline]
    pub(crate) fn credits(&self, seat: Seat) -> u8 {
        self.credits[seat.index() & 1]
    }

    #[inline]
    pub(crate) fn outposts(&self, seat: Seat) -> usize {
        self.outposts[seat.index() & 1].len()
    }

    /// The planets whose Arbiter the seat is.
    #[inline]
    pub(crate) fn planets(&self, seat: Seat) -> usize {
        self.sites.iter().filter(|site| site.arbiter == Some(seat)).count()
    }

    /// SA-64.
    #[inline]
    pub(crate) fn points(&self, seat: Seat) -> i32 {
        PLANET_POINTS * self.planets(seat) as i32 + self.outposts(seat) as i32
    }

    /// SA-23, SA-24: the Orders that the seat may play to a planet.
    #[inline]
    pub(crate) fn playable(&self, seat: Seat, planet: Planet) -> Orders {
        let site = self.site(planet);
        if site.arbiter == Some(seat) { Orders::NONE } else { !site.orders() }
    }

    /// SA-40: what a Venture to the planet costs the seat. (SA-R22: counted before the card is placed.)
    #[inline]
    pub(crate) fn cost(&self, seat: Seat, planet: Planet) -> u8 {
        1 + self.site(planet).side(seat).len() as u8
    }

    /// Whether there is a card that could be drawn. By SA-R03 the deck is empty only if the discard pile is.
    #[inline]
    pub(crate) fn has_cards(&self) -> bool {
        !self.deck.is_empty()
    }

    /// SA-13.
    #[inline]
    pub(crate) fn spend(&mut self, seat: Seat, n: u8, turn: &mut Turn<'_, Event>) {
        self.credits[seat.index() & 1] -= n;
        turn.tell("SA-13", || Event::Spent { seat, n });
    }

    /// SA-14: what goes beyond five is lost (SA-R23). Says how many were gained.
    #[inline]
    pub(crate) fn gain(&mut self, seat: Seat, n: u8, rule: &'static str, turn: &mut Turn<'_, Event>) -> u8 {
        let credits = &mut self.credits[seat.index() & 1];
        let gained = n.min(MOST_CREDITS - *credits);
        *credits += gained;
        if gained > 0 {
            turn.tell(rule, || Event::Gained { seat, n: gained });
        }
        gained
    }

    /// SA-18, SA-R03: as soon as the deck is empty, the discard pile becomes the deck.
    #[inline]
    pub(crate) fn settle(&mut self, turn: &mut Turn<'_, Event>) {
        if self.deck.is_empty() && !self.discard.is_empty() {
            self.reshuffle(turn);
        }
    }

    #[cold]
    fn reshuffle(&mut self, turn: &mut Turn<'_, Event>) {
        self.deck = std::mem::take(&mut self.discard);
        self.deck.shuffle(turn.chance);
        turn.mark(Marks::CHANCE | Marks::REVEALED);
        turn.tell("SA-18", || Event::Reshuffled { cards: self.deck.len() });
    }

    /// SA-15. Says whether there was a card.
    #[inline]
    pub(crate) fn draw(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) -> bool {
        let Some(order) = self.deck.pop() else { return false };
        self.hands[seat.index() & 1].add(order);
        turn.mark(Marks::REVEALED);
        turn.tell("SA-15", || Event::Drew { seat, order });
        self.settle(turn);
        true
    }

    /// SA-17. Says whether there was a card.
    #[inline]
    pub(crate) fn gain_outpost(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) -> bool {
        let Some(order) = self.deck.pop() else { return false };
        self.outposts[seat.index() & 1].push(order);
        turn.mark(Marks::REVEALED);
        turn.tell("SA-17", || Event::Outpost { seat });
        self.settle(turn);
        true
    }

    /// A card leaves a hand. SA-R08: if one of its Order was known, it was that one.
    #[inline]
    pub(crate) fn take_from_hand(&mut self, seat: Seat, order: Order) {
        let own = seat.index() & 1;
        let held = self.hands[own].take(order);
        debug_assert!(held, "the card was judged to be in the hand");
        self.known[own].take(order);
    }

    /// SA-15: a card goes from the hand to the discard pile. [`Self::settle`] follows, once for a group.
    #[inline]
    pub(crate) fn discard(&mut self, seat: Seat, order: Order) {
        self.take_from_hand(seat, order);
        self.discard.push(order);
    }

    /// SA-39 to SA-42.
    fn venture(&mut self, seat: Seat, planet: Planet, order: Order, turn: &mut Turn<'_, Event>) {
        turn.tell("SA-39", || Event::Ventured { seat, planet, order });
        self.spend(seat, self.cost(seat, planet), turn);
        self.take_from_hand(seat, order);
        self.play_order(seat, planet, order, turn);
        self.resolve(turn);
    }

    /// SA-43 to SA-46. SA-92: a card discarded for it reaches the discard pile first.
    fn survey(&mut self, seat: Seat, with: Option<Order>, turn: &mut Turn<'_, Event>) {
        turn.tell("SA-43", || Event::Surveyed { seat });
        let cost = match with {
            None => SURVEY_COST,
            Some(order) => {
                self.discard(seat, order);
                let cite = self.content.order(order).in_hand.as_ref().map_or("SA-32", |it| it.cite);
                turn.tell(cite, || Event::Discarded { seat, order });
                self.settle(turn);
                self.content.discount(order).unwrap_or(SURVEY_COST)
            }
        };
        self.spend(seat, cost, turn);
        let order = self.deck.pop().expect("a Survey is judged to find a card");
        turn.mark(Marks::REVEALED);
        turn.tell("SA-44", || Event::TurnedUp { seat, order });
        self.settle(turn);

        let mut open = Planet::all().filter(|planet| self.playable(seat, *planet).contains(order));
        match (open.next(), open.next()) {
            (None, _) => {
                self.hands[seat.index() & 1].add(order);
                self.known[seat.index() & 1].add(order);
                turn.tell("SA-45", || Event::Kept { seat, order });
            }
            (Some(planet), None) => self.place(seat, planet, order, turn),
            _ => self.phase = Phase::Place(order),
        }
    }

    /// SA-46.
    fn place(&mut self, seat: Seat, planet: Planet, order: Order, turn: &mut Turn<'_, Event>) {
        self.play_order(seat, planet, order, turn);
        self.resolve(turn);
    }

    /// SA-48.
    fn expand(&mut self, seat: Seat, pair: [Order; 2], turn: &mut Turn<'_, Event>) {
        turn.tell("SA-48", || Event::Expanded { seat, pair });
        pair.into_iter().for_each(|order| self.discard(seat, order));
        // SA-R05: the discards are the cost, so they may become the deck that the Outpost comes from.
        self.settle(turn);
        self.gain_outpost(seat, turn);
        self.gain(seat, 1, "SA-48", turn);
    }

    /// SA-38: the end of a turn up to the discards.
    fn end_turn(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        self.idle_turns = self.idle_turns_then();
        turn.tell("SA-37", || Event::Done { seat });
        if let Some(rule) = self.end_rule(seat, self.idle_turns) {
            self.phase = Phase::Over;
            turn.mark(Marks::PASSED);
            turn.tell(rule, || Event::Over);
            return;
        }
        self.gain(seat, END_CREDITS, "SA-38", turn);
        for _ in 0..END_CARDS {
            self.draw(seat, turn);
        }
        match self.hand(seat).len().saturating_sub(HAND_LIMIT) {
            0 => self.next_turn(turn),
            excess => self.ask_discard(seat, excess as u8, turn),
        }
    }

    /// The rule by which the game ends with this turn, if it does.
    pub(crate) fn end_rule(&self, seat: Seat, idle_turns: u8) -> Option<&'static str> {
        // SA-60, SA-61: outright, and before everything else (SA-R16, SA-R17).
        if self.planets(seat) >= WINNING_PLANETS || self.outposts(seat) >= WINNING_OUTPOSTS {
            return Some("SA-60");
        }
        // SA-62, SA-63: only after the Second Player's turn.
        let developed = self.sites.iter().all(|site| site.arbiter.is_some());
        let outposts: usize = self.outposts.iter().map(Pile::len).sum();
        if seat != self.first && (developed || outposts >= ENDING_OUTPOSTS) {
            return Some("SA-62");
        }
        (idle_turns >= IDLE_TURNS || self.turn >= LAST_TURN).then_some("SA-R26")
    }

    /// Whether the game goes on if the seat's turn ends now.
    pub(crate) fn goes_on_after(&self, seat: Seat) -> bool {
        self.end_rule(seat, self.idle_turns_then()).is_none()
    }

    /// The turns in a row without an Action, once the Action part of this one is over.
    fn idle_turns_then(&self) -> u8 {
        if self.acted { 0 } else { self.idle_turns + 1 }
    }

    /// SA-R19: asks for the next of the discards, or makes it where there is no choice.
    fn ask_discard(&mut self, seat: Seat, left: u8, turn: &mut Turn<'_, Event>) {
        self.phase = Phase::Discard(left);
        if self.hand(seat).orders().len() == 1 {
            self.discard_excess(seat, self.hand(seat).orders().nth(0), left, turn);
        }
    }

    fn discard_excess(&mut self, seat: Seat, order: Order, left: u8, turn: &mut Turn<'_, Event>) {
        self.discard(seat, order);
        turn.tell("SA-R19", || Event::Discarded { seat, order });
        if left > 1 {
            return self.ask_discard(seat, left - 1, turn);
        }
        // The whole excess is one group.
        self.settle(turn);
        self.next_turn(turn);
    }

    /// SA-33, SA-34.
    fn next_turn(&mut self, turn: &mut Turn<'_, Event>) {
        self.phase = Phase::Actions;
        self.turn += 1;
        self.acted = false;
        turn.mark(Marks::PASSED);
        let seat = self.player();
        let bonus = BONUS_OUTPOSTS.iter().filter(|least| self.outposts(seat) >= **least).count();
        self.gain(seat, bonus as u8, "SA-34", turn);
    }

    /// How it ended, once it has.
    pub fn ending(&self) -> Option<Ending> {
        let seat = self.player();
        match self.phase {
            Phase::Left(_) => Some(Ending::Left),
            Phase::Over if self.planets(seat) >= WINNING_PLANETS => Some(Ending::Planets),
            Phase::Over if self.outposts(seat) >= WINNING_OUTPOSTS => Some(Ending::Outposts),
            Phase::Over if self.merit(Seat(0)) == self.merit(Seat(1)) => Some(Ending::Draw),
            Phase::Over => Some(Ending::Points),
            _ => None,
        }
    }

    /// What the seat cannot see, dealt anew.
    fn dealt_anew(&self, seat: Seat, chance: &mut Chance) -> ShadowOfAtlas {
        let mut state = self.clone();
        let other = seat.next(2).index();
        let mut unseen = Pile::default();
        for order in Order::all() {
            let hidden = self.hands[other].count(order) - self.known[other].count(order);
            (0..hidden).for_each(|_| unseen.push(order));
        }
        let elsewhere = self.deck.iter().chain(self.outposts[0].iter()).chain(self.outposts[1].iter());
        elsewhere.for_each(|order| unseen.push(order));
        unseen.shuffle(chance);
        let mut deal = |n: usize| (0..n).filter_map(|_| unseen.pop()).collect::<Pile>();
        state.hands[other] = self.known[other];
        let hidden = deal(self.hands[other].len() - self.known[other].len());
        hidden.iter().for_each(|order| state.hands[other].add(order));
        state.outposts = [deal(self.outposts[0].len()), deal(self.outposts[1].len())];
        state.deck = deal(self.deck.len());
        state
    }

    /// SA-65: most points, then most planets.
    pub(crate) fn merit(&self, seat: Seat) -> (i32, usize) {
        (self.points(seat), self.planets(seat))
    }
}

impl Game for ShadowOfAtlas {
    const FACTS: Facts = Facts {
        id: "shadow-of-atlas",
        name: "In the Shadow of Atlas",
        pitch: "Send six Orders to five planets, chain their Abilities, and rule four worlds or ten Outposts.",
        rules_version: 1,
        min_seats: 2,
        max_seats: 2,
        cooperative: false,
        choices: CHOICES,
    };

    type Options = Options;
    type Content = ContentRef;
    type Action = Action;
    type Event = Event;
    type View = View;

    /// SA-07 to SA-12.
    fn start(
        content: ContentRef,
        options: &Options,
        seats: u8,
        chance: &mut Chance,
    ) -> Result<Self, Refusal> {
        atlas_core::play::check_seats::<Self>(seats)?;
        let first = options.first.seat(seats, chance).map_err(|seat| {
            let message = format!("{seat} cannot be First Player at a table of two");
            Refusal::by("SA-R02", Code::Options, message)
        })?;
        let mut deck = Pile::default();
        for order in Order::all() {
            (0..content.order(order).count).for_each(|_| deck.push(order));
        }
        debug_assert_eq!(deck.len(), CARDS);
        deck.shuffle(chance);
        let mut deal = || (0..START_HAND).filter_map(|_| deck.pop()).collect();
        let hands = [deal(), deal()];
        Ok(ShadowOfAtlas {
            content,
            sites: [Site::default(); PLANETS],
            hands,
            known: [Hand::default(); 2],
            credits: [START_CREDITS; 2],
            outposts: [Pile::default(); 2],
            deck,
            discard: Pile::default(),
            first,
            turn: 1,
            acted: false,
            idle_turns: 0,
            phase: Phase::Actions,
            stack: Stack::default(),
        })
    }

    fn content(&self) -> ContentRef {
        self.content
    }

    #[inline]
    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn acting(&self) -> Seats {
        match self.phase {
            Phase::Over | Phase::Left(_) => Seats::NONE,
            _ => Seats::one(self.player()),
        }
    }

    fn awaiting(&self, seat: Seat) -> Option<Question> {
        self.acting().contains(seat).then(|| tell::question(self))
    }

    #[inline]
    fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.acting().contains(seat) {
            legal::each(self, |action| out.push(action));
        }
    }

    fn judge(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        legal::judge(self, seat, action)
    }

    #[inline]
    fn play(&mut self, seat: Seat, action: Action, turn: &mut Turn<'_, Event>) {
        match action {
            Action::Done => return self.end_turn(seat, turn),
            Action::Discard(order) => {
                let Phase::Discard(left) = self.phase else { unreachable!("discards are judged") };
                return self.discard_excess(seat, order, left, turn);
            }
            Action::Place(planet) => {
                let Phase::Place(order) = self.phase else { unreachable!("a place is judged") };
                return self.place(seat, planet, order, turn);
            }
            _ => {}
        }
        match action {
            Action::Venture(planet, order) => self.venture(seat, planet, order, turn),
            Action::Survey => self.survey(seat, None, turn),
            Action::SurveyWith(order) => self.survey(seat, Some(order), turn),
            Action::Expand(one, two) => self.expand(seat, [one, two], turn),
            answer => return self.answer(answer, turn),
        }
        self.acted = true;
    }

    /// SA-R27.
    fn leave(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        self.phase = Phase::Left(seat);
        self.stack = Stack::default();
        turn.mark(Marks::PASSED);
        turn.tell("SA-R27", || Event::Left { seat });
    }

    fn outcome(&self) -> Option<Outcome> {
        let ending = self.ending()?;
        let points = [Seat(0), Seat(1)].map(|seat| self.points(seat));
        let winner = match (ending, self.phase) {
            (_, Phase::Left(seat)) => Some(seat.next(2)),
            (Ending::Planets | Ending::Outposts, _) => Some(self.player()),
            _ => None,
        };
        Some(match winner {
            Some(winner) => Outcome::ranked(&points, |seat| (i32::from(seat == winner), 0)),
            None => Outcome::ranked(&points, |seat| self.merit(seat)),
        })
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn event(&self, event: &Event, viewer: Viewer) -> Option<Told> {
        Some(tell::tell(self, event, viewer))
    }

    /// SA-71: the other hand but for what is known of it, the deck and all Outposts are anything that the
    /// seat does not see elsewhere. Where the other is asked about their hand, there is an answer in it.
    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        loop {
            let state = self.dealt_anew(seat, chance);
            if state.phase != Phase::Choice || legal::answers(&state) > 0 {
                return state;
            }
        }
    }

    fn write(&self, action: Action, _: Viewer) -> String {
        action.sentence(&self.content)
    }

    fn read(&self, _: Seat, sentence: &str) -> Result<Action, Refusal> {
        Action::read(&self.content, sentence)
    }

    fn dump(&self) -> Value {
        position::dump(self)
    }

    fn load(content: ContentRef, position: &Value) -> Result<Self, Refusal> {
        position::load(content, position)
    }

    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        explain::explain(self, seat, words)
    }

    fn remark(&self, seat: Seat, action: Action) -> Option<String> {
        Some(remark::remark(self, seat, action))
    }

    #[inline]
    fn pick(&self, _: Seat, chance: &mut Chance, _: &mut Vec<Action>) -> Action {
        legal::pick(self, chance)
    }

    #[inline]
    fn guess(&self, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Action>) -> Action {
        insight::guess(self, seat, chance, scratch)
    }

    fn appraise(&self, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
        insight::appraise(self, seat, actions, out);
    }

    /// SA-R02: the loser of the last game is First Player; after a draw it is anyone, by chance.
    fn rematch(&self, _: &Options) -> Options {
        let winner = self.outcome().map(|outcome| outcome.winners()).filter(|winners| winners.len() == 1);
        let loser = winner.and_then(Seats::first).map(|winner| winner.next(2));
        Options { first: loser.map_or(First::Random, First::Seat) }
    }

    fn statistic(event: &Event) -> Option<&'static str> {
        match event {
            Event::Ventured { .. } => Some("Ventures"),
            Event::Surveyed { .. } => Some("Surveys"),
            Event::Expanded { .. } => Some("Expands"),
            Event::Arbiter { from: None, .. } => Some("planets developed"),
            Event::Arbiter { from: Some(_), .. } => Some("planets taken over"),
            Event::Reshuffled { .. } => Some("reshuffles"),
            Event::Done { .. } => Some("turns"),
            _ => None,
        }
    }

    /// Every Order that is played, and what a seat did in its first turn.
    fn feature(&self, event: &Event) -> Option<Feature> {
        let name = |order: Order| self.content.order(order).name.as_str();
        let opening = |seat: Seat, name: String| {
            (self.turn <= 2).then_some(Feature { seat, kind: Feature::OPENING, name })
        };
        match *event {
            Event::Played { seat, order, .. } => {
                Some(Feature { seat, kind: "Order played", name: name(order).to_owned() })
            }
            Event::Ventured { seat, order, .. } => opening(seat, format!("Venture {}", name(order))),
            Event::Surveyed { seat } => opening(seat, "Survey".to_owned()),
            Event::Expanded { seat, .. } => opening(seat, "Expand".to_owned()),
            _ => None,
        }
    }

    fn tally(&self) -> Vec<(&'static str, Value)> {
        let by = self.ending().map(|ending| ("by", ending.name().into()));
        by.into_iter().collect()
    }
}
