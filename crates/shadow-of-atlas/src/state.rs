//! The state of a table and the course of its turns, from the deal to the end.

use atlas_core::{
    Chance, Choice, Code, Edition, Facts, First, Game, Marks, Outcome, Preview, Prompt, Refusal, Seat, Seats,
    Told, Turn, Viewer, text,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::Action;
use crate::cards::{CARDS, Hand, Order, Orders, PLANETS, Pile, Planet, Side};
use crate::content::ContentRef;
use crate::resolve::Stack;
use crate::tell::{self, Event};
use crate::view::View;
use crate::{explain, legal, position, preview};

/// SA-13: the maximum number of Credits of a player.
pub const MAX_CREDITS: u8 = 5;
/// SA-09: the Credits of each player at the start.
pub const START_CREDITS: u8 = 2;
/// SA-10: the cards that each player is dealt.
pub const START_HAND: usize = 3;
/// SA-43: the cost of a Survey.
pub const SURVEY_COST: u8 = 3;
/// SA-25: the Orders on one side that make a player Arbiter.
pub const ARBITER_ORDERS: usize = 3;
/// SA-34: the numbers of Outposts that bring a Credit at the start of a turn, and a second one.
pub const BONUS_OUTPOSTS: [usize; 2] = [3, 5];
/// SA-38: the Credits that a player gains at the end of a turn.
pub const END_CREDITS: u8 = 2;
/// SA-38: the cards that a player draws at the end of a turn.
pub const END_CARDS: u8 = 3;
/// SA-38: the cards that a player may keep at the end of a turn.
pub const HAND_LIMIT: usize = 5;
/// SA-60: the number of planets that wins.
pub const WINNING_PLANETS: usize = 4;
/// SA-60: the number of Outposts that wins.
pub const WINNING_OUTPOSTS: usize = 10;
/// SA-62: the Outposts of both players together that end the game.
pub const ENDING_OUTPOSTS: usize = 15;
/// SA-64: the points for a planet.
pub const PLANET_POINTS: i32 = 3;
/// SA-R26: the number of turns in a row without an Action that ends the game.
pub const IDLE_TURNS: u8 = 4;
/// SA-R26: the number of the last possible turn.
pub const LAST_TURN: u8 = 60;

/// The complete state of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ShadowOfAtlas {
    pub(crate) content: ContentRef,
    pub(crate) sites: [Site; PLANETS],
    pub(crate) hands: [Hand; 2],
    /// SA-R08: the cards in each hand that both players know.
    pub(crate) known: [Hand; 2],
    pub(crate) credits: [u8; 2],
    pub(crate) outposts: [Pile; 2],
    pub(crate) deck: Pile,
    pub(crate) discard: Pile,
    pub(crate) first: Seat,
    /// The rules version that the table is played by.
    pub(crate) rules: u8,
    /// SA-33: the number of the turn, from 1.
    pub(crate) turn: u8,
    /// Whether there was an Action in this turn.
    pub(crate) acted: bool,
    /// The number of turns in a row, up to now, that passed without an Action.
    pub(crate) idle_turns: u8,
    pub(crate) phase: Phase,
    /// SA-R12: the Abilities and tests that are being resolved.
    pub(crate) stack: Stack,
}

/// A planet on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Site {
    /// SA-19: the side of each player.
    pub(crate) sides: [Side; 2],
    /// SA-20: the Arbiter. A planet is Developed exactly if it has one.
    pub(crate) arbiter: Option<Seat>,
}

impl Site {
    /// SA-24: the Orders on both sides.
    #[inline]
    pub(crate) fn orders(&self) -> Orders {
        self.sides[0].orders() | self.sides[1].orders()
    }

    #[inline]
    pub(crate) fn side(&self, seat: Seat) -> Side {
        self.sides[seat.index() & 1]
    }
}

/// The decision that the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// SA-35: the next Action.
    Actions,
    /// SA-46: the planet for this card, which a Survey turned up.
    Place(Order),
    /// A choice of the Ability on top of the stack.
    Choice,
    /// SA-R19: the next of this number of discards.
    Discard(u8),
    /// No decision: the game is over.
    Over,
    /// SA-R27: no decision: the game is over because this player left.
    Left(Seat),
}

/// The options of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// SA-R02: the First Player.
    #[serde(default)]
    pub first: First,
}

/// SA-R02: the choice that people are offered.
const CHOICES: &[Choice] = &[Choice {
    name: "first",
    text: "First Player",
    values: &[("\"random\"", "Random"), ("0", "Seat 1"), ("1", "Seat 2")],
}];

/// The way in which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// SA-60: a player won with four planets.
    Planets,
    /// SA-60: a player won with ten Outposts.
    Outposts,
    /// SA-65: a player won with more points, or with more planets at equal points.
    Points,
    /// SA-R15: points and planets are equal.
    Draw,
    /// SA-R27: a player left.
    Left,
}

impl Ending {
    /// The word for it in results.
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
    /// SA-33: the seat whose turn it is.
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

    /// The number of planets of which the seat is Arbiter.
    #[inline]
    pub(crate) fn planets(&self, seat: Seat) -> usize {
        self.sites.iter().filter(|site| site.arbiter == Some(seat)).count()
    }

    /// SA-64: the points of a seat. They are public.
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

    /// SA-40: the cost of a Venture to the planet. SA-R22: the Orders there are counted before the card is placed.
    #[inline]
    pub(crate) fn cost(&self, seat: Seat, planet: Planet) -> u8 {
        1 + self.site(planet).side(seat).len() as u8
    }

    /// Whether there is a card to draw. By SA-R03 the deck is empty only if the discard pile is empty too.
    #[inline]
    pub(crate) fn has_cards(&self) -> bool {
        !self.deck.is_empty()
    }

    /// SA-13: spends Credits, of which there must be enough.
    #[inline]
    pub(crate) fn spend(&mut self, seat: Seat, n: u8, turn: &mut Turn<'_, Event>) {
        self.credits[seat.index() & 1] -= n;
        turn.tell("SA-13", || Event::Spent { seat, n });
    }

    /// SA-14: gains Credits and returns how many. Those above five are lost (SA-R23).
    #[inline]
    pub(crate) fn gain(&mut self, seat: Seat, n: u8, rule: &'static str, turn: &mut Turn<'_, Event>) -> u8 {
        let credits = &mut self.credits[seat.index() & 1];
        let gained = n.min(MAX_CREDITS - *credits);
        *credits += gained;
        if gained > 0 {
            turn.tell(rule, || Event::Gained { seat, n: gained });
        }
        gained
    }

    /// SA-18, SA-R03: makes the discard pile the deck if the deck is empty.
    #[inline]
    pub(crate) fn refill_deck(&mut self, turn: &mut Turn<'_, Event>) {
        if self.deck.is_empty() && !self.discard.is_empty() {
            self.reshuffle(turn);
        }
    }

    #[cold]
    fn reshuffle(&mut self, turn: &mut Turn<'_, Event>) {
        self.deck = std::mem::take(&mut self.discard);
        // The event comes before chance is used, so that a preview contains it.
        turn.tell("SA-18", || Event::Reshuffled { cards: self.deck.len() });
        self.deck.shuffle(turn.chance);
        turn.mark(Marks::CHANCE | Marks::REVEALED);
    }

    /// SA-15: draws a card and returns whether there was one.
    #[inline]
    pub(crate) fn draw(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) -> bool {
        let Some(order) = self.deck.pop() else { return false };
        self.hands[seat.index() & 1].add(order);
        turn.mark(Marks::REVEALED);
        turn.tell("SA-15", || Event::Drew { seat, order: Some(order) });
        self.refill_deck(turn);
        true
    }

    /// SA-17: gains an Outpost and returns whether there was a card for it.
    #[inline]
    pub(crate) fn gain_outpost(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) -> bool {
        let Some(order) = self.deck.pop() else { return false };
        self.outposts[seat.index() & 1].push(order);
        turn.mark(Marks::REVEALED);
        turn.tell("SA-17", || Event::Outpost { seat });
        self.refill_deck(turn);
        true
    }

    /// Takes a card from a hand. SA-R08: if a card of its Order was known, it is that one.
    #[inline]
    pub(crate) fn take_from_hand(&mut self, seat: Seat, order: Order) {
        let own = seat.index() & 1;
        let held = self.hands[own].take(order);
        debug_assert!(held, "the card was judged to be in the hand");
        self.known[own].take(order);
    }

    /// SA-15: discards a card from a hand. [`Self::refill_deck`] must follow, once for a group of discards.
    #[inline]
    pub(crate) fn discard(&mut self, seat: Seat, order: Order) {
        self.take_from_hand(seat, order);
        self.discard.push(order);
    }

    /// SA-39 to SA-42: a Venture.
    fn venture(&mut self, seat: Seat, planet: Planet, order: Order, turn: &mut Turn<'_, Event>) {
        turn.tell("SA-39", || Event::Ventured { seat, planet, order });
        self.spend(seat, self.cost(seat, planet), turn);
        self.take_from_hand(seat, order);
        self.play_order(seat, planet, order, turn);
        self.resolve(turn);
    }

    /// SA-43 to SA-46: a Survey. SA-92: a card discarded for it reaches the discard pile first.
    fn survey(&mut self, seat: Seat, with: Option<Order>, turn: &mut Turn<'_, Event>) {
        turn.tell("SA-43", || Event::Surveyed { seat });
        let cost = match with {
            None => SURVEY_COST,
            Some(order) => {
                self.discard(seat, order);
                let cite = self.content.order(order).in_hand.as_ref().map_or("SA-32", |it| it.cite);
                turn.tell(cite, || Event::Discarded { seat, order });
                self.refill_deck(turn);
                self.content.discount(order).unwrap_or(SURVEY_COST)
            }
        };
        self.spend(seat, cost, turn);
        // SA-71: the rest depends on the top card of the deck.
        turn.beyond_knowledge();
        let order = self.deck.pop().expect("a legal Survey finds a card");
        turn.mark(Marks::REVEALED);
        turn.tell("SA-44", || Event::TurnedUp { seat, order });
        self.refill_deck(turn);

        let mut open = Planet::all().filter(|planet| self.playable(seat, *planet).contains(order));
        match (open.next(), open.next()) {
            (None, _) => {
                self.hands[seat.index() & 1].add(order);
                self.known[seat.index() & 1].add(order);
                turn.tell("SA-45", || Event::Kept { seat, order, shown: true });
            }
            (Some(planet), None) => self.place(seat, planet, order, turn),
            _ => self.phase = Phase::Place(order),
        }
    }

    /// SA-46: plays the card that was turned up.
    fn place(&mut self, seat: Seat, planet: Planet, order: Order, turn: &mut Turn<'_, Event>) {
        self.play_order(seat, planet, order, turn);
        self.resolve(turn);
    }

    /// SA-48: an Expand.
    fn expand(&mut self, seat: Seat, pair: [Order; 2], turn: &mut Turn<'_, Event>) {
        turn.tell("SA-48", || Event::Expanded { seat, pair });
        pair.into_iter().for_each(|order| self.discard(seat, order));
        // SA-R05: the discards are the cost, so the Outpost may come from a deck made of them.
        self.refill_deck(turn);
        self.gain_outpost(seat, turn);
        self.gain(seat, 1, "SA-48", turn);
    }

    /// SA-38: the end of a turn, up to the discards.
    fn end_turn(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        self.idle_turns = self.idle_turns_after();
        turn.tell("SA-37", || Event::Done { seat });
        if let Some(rule) = self.end_rule(seat, self.idle_turns) {
            self.phase = Phase::Over;
            turn.mark(Marks::PASSED);
            turn.tell(rule, || Event::Over);
            return;
        }
        self.gain(seat, END_CREDITS, "SA-38", turn);
        let is_varied = self.hand(seat).orders().len() > 1;
        for _ in 0..END_CARDS {
            self.draw(seat, turn);
        }
        match self.hand(seat).len().saturating_sub(HAND_LIMIT) {
            0 => self.next_turn(turn),
            excess => {
                // The cards just drawn decide whether there is a choice.
                if !is_varied {
                    turn.beyond_knowledge();
                }
                self.ask_discard(seat, excess as u8, turn);
            }
        }
    }

    /// The rule by which the game ends if the turn of the seat ends now, if it does.
    pub(crate) fn end_rule(&self, seat: Seat, idle_turns: u8) -> Option<&'static str> {
        // SA-60, SA-61: winning at once comes before everything else (SA-R16, SA-R17).
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

    /// Whether the game continues if the turn of the seat ends now.
    pub(crate) fn continues_after(&self, seat: Seat) -> bool {
        self.end_rule(seat, self.idle_turns_after()).is_none()
    }

    /// The number of turns in a row without an Action if this turn ends now.
    fn idle_turns_after(&self) -> u8 {
        if self.acted { 0 } else { self.idle_turns + 1 }
    }

    /// SA-R19: asks for the next of the discards, or makes it if there is no choice.
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
        // All these discards are one group.
        self.refill_deck(turn);
        self.next_turn(turn);
    }

    /// SA-33, SA-34: begins the turn of the other player.
    fn next_turn(&mut self, turn: &mut Turn<'_, Event>) {
        self.phase = Phase::Actions;
        self.turn += 1;
        self.acted = false;
        turn.mark(Marks::PASSED);
        let seat = self.player();
        self.gain(seat, self.income(seat), "SA-34", turn);
    }

    /// SA-34: the Credits that the seat would gain at the start of its turn.
    #[inline]
    pub(crate) fn income(&self, seat: Seat) -> u8 {
        BONUS_OUTPOSTS.iter().filter(|least| self.outposts(seat) >= **least).count() as u8
    }

    /// The way in which the game ended, once it is over.
    pub fn ending(&self) -> Option<Ending> {
        let seat = self.player();
        match self.phase {
            Phase::Left(_) => Some(Ending::Left),
            Phase::Over if self.planets(seat) >= WINNING_PLANETS => Some(Ending::Planets),
            Phase::Over if self.outposts(seat) >= WINNING_OUTPOSTS => Some(Ending::Outposts),
            Phase::Over if self.ranking(Seat(0)) == self.ranking(Seat(1)) => Some(Ending::Draw),
            Phase::Over => Some(Ending::Points),
            _ => None,
        }
    }

    /// The state with the cards that the seat cannot see dealt again.
    fn redealt(&self, seat: Seat, chance: &mut Chance) -> ShadowOfAtlas {
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

    /// SA-65: what the ranking compares: points, then planets.
    pub(crate) fn ranking(&self, seat: Seat) -> (i32, usize) {
        (self.points(seat), self.planets(seat))
    }
}

impl Game for ShadowOfAtlas {
    const FACTS: Facts = Facts {
        id: "shadow-of-atlas",
        name: "In the Shadow of Atlas",
        pitch: "Send six Orders to five planets, chain their Abilities, and rule four worlds or ten Outposts.",
        rules_version: 1,
        oldest_rules_version: 1,
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
        edition: Edition<ContentRef>,
        options: &Options,
        seats: u8,
        chance: &mut Chance,
    ) -> Result<Self, Refusal> {
        atlas_core::play::check_seats::<Self>(seats)?;
        let first = options.first.seat(seats, chance).map_err(|seat| {
            let message = text![seat, " cannot be First Player: the game has two seats."];
            Refusal::by("SA-R02", Code::Options, message)
        })?;
        let mut deck = Pile::default();
        for order in Order::all() {
            (0..edition.content.order(order).count).for_each(|_| deck.push(order));
        }
        debug_assert_eq!(deck.len(), CARDS);
        deck.shuffle(chance);
        let mut deal = || (0..START_HAND).filter_map(|_| deck.pop()).collect();
        let hands = [deal(), deal()];
        Ok(ShadowOfAtlas {
            content: edition.content,
            sites: [Site::default(); PLANETS],
            hands,
            known: [Hand::default(); 2],
            credits: [START_CREDITS; 2],
            outposts: [Pile::default(); 2],
            deck,
            discard: Pile::default(),
            first,
            rules: edition.rules as u8,
            turn: 1,
            acted: false,
            idle_turns: 0,
            phase: Phase::Actions,
            stack: Stack::default(),
        })
    }

    fn edition(&self) -> Edition<ContentRef> {
        Edition { rules: self.rules.into(), content: self.content }
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

    fn awaiting(&self, seat: Seat) -> Option<Prompt> {
        self.acting().contains(seat).then(|| tell::prompt(self))
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
                let Phase::Discard(left) = self.phase else { unreachable!("a legal discard was asked for") };
                return self.discard_excess(seat, order, left, turn);
            }
            Action::Place(planet) => {
                let Phase::Place(order) = self.phase else { unreachable!("a legal place was asked for") };
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

    /// SA-R27: the other player wins.
    fn leave(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        self.phase = Phase::Left(seat);
        self.stack = Stack::default();
        turn.mark(Marks::PASSED);
        turn.tell("SA-R27", || Event::Left { seat });
    }

    fn turn(&self) -> u32 {
        self.turn.into()
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
            None => Outcome::ranked(&points, |seat| self.ranking(seat)),
        })
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(tell::seen(event, viewer))
    }

    fn tell(&self, event: &Event) -> Told {
        tell::tell(self, event)
    }

    /// SA-71: the unknown cards of the other hand, the deck and all Outposts are dealt again from the cards that the
    /// seat does not see. If the other player is asked about their hand, the new hand has an answer.
    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        loop {
            let state = self.redealt(seat, chance);
            if state.phase != Phase::Choice || legal::count_legal(&state) > 0 {
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

    fn load(edition: Edition<ContentRef>, position: &Value) -> Result<Self, Refusal> {
        position::load(edition, position)
    }

    fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        explain::explain(self, seat, words)
    }

    #[inline]
    fn pick(&self, _: Seat, chance: &mut Chance, _: &mut Vec<Action>) -> Action {
        legal::pick(self, chance)
    }

    fn preview(&self, seat: Seat, action: Action) -> Preview {
        preview::preview(self, seat, action)
    }

    /// SA-R02: the loser of the last game is First Player; after a draw the First Player is random.
    fn rematch(&self, _: &Options) -> Options {
        let winner = self.outcome().map(|outcome| outcome.winners()).filter(|winners| winners.len() == 1);
        let loser = winner.and_then(Seats::first).map(|winner| winner.next(2));
        Options { first: loser.map_or(First::Random, First::Seat) }
    }

    fn result_details(&self) -> Vec<(&'static str, Value)> {
        let by = self.ending().map(|ending| ("by", ending.name().into()));
        by.into_iter().collect()
    }
}
