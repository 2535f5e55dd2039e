//! A player's band: Credits, Outposts, planets and points; and the viewer's hand with the Actions.

use atlas_core::Seat;
use atlas_shadow_of_atlas::state::{
    BONUS_OUTPOSTS, END_CARDS, END_CREDITS, HAND_LIMIT, MAX_CREDITS, SURVEY_COST, WINNING_OUTPOSTS,
    WINNING_PLANETS,
};
use maud::{Markup, html};

use super::art;
use super::table::{Table, counted};
use crate::seat;

impl Table<'_> {
    /// The public information about a player.
    pub(super) fn player(&self, seat: Seat) -> Markup {
        let own = self.own() == Some(seat);
        let turn = self.view.to_act == Some(seat);
        let edge = if seat == self.near() { "near" } else { "far" };
        let label = if own { "You".to_owned() } else { self.name(seat) };
        html! {
            section class={ "sa-player sa-" (edge) " " (seat::class(seat)) } data-plate=(seat.0) aria-label=(label)
                aria-current=[turn.then_some("true")] {
                (seat::badge(seat))
                div.sa-who {
                    span.sa-person { (self.name(seat)) }
                    span.presence {}
                    span.sa-order { @if self.view.first == seat { "First Player" } @else { "Second Player" } }
                    @if turn { span.sa-turn { @if own { "your turn" } @else { "to move" } } }
                }
                @if !own { (self.backs(seat)) }
                (self.credit_row(seat))
                (self.outpost_row(seat))
                (self.race_of(seat))
            }
        }
    }

    /// SA-05: the five Credit cards, with a Credit on one side.
    fn credit_row(&self, seat: Seat) -> Markup {
        let (credits, most) = (usize::from(self.credits(seat)), usize::from(MAX_CREDITS));
        let thing = format!("credits/{}", seat.0);
        let label = format!("{credits} of {most} Credits");
        html! {
            div class={ "sa-credits" (self.fresh(&thing)) } data-thing=(thing) role="img" aria-label=(label) title=(label) {
                @for n in 0..most { (art::credit(n < credits)) }
                b.sa-figure { (credits) }
            }
        }
    }

    /// SA-17, SA-34, SA-60: the progress to ten Outposts, with the numbers that bring another Credit each turn.
    fn outpost_row(&self, seat: Seat) -> Markup {
        let outposts = self.outposts(seat);
        let thing = format!("outposts/{}", seat.0);
        let next = BONUS_OUTPOSTS.iter().find(|least| outposts < **least);
        let bonus = usize::from(self.view.income[seat.index() & 1]);
        let mut facts = vec![format!("{outposts} of {WINNING_OUTPOSTS} Outposts")];
        if bonus > 0 {
            facts.push(format!("{} more at the start of each turn", counted(bonus, "Credit")));
        }
        facts.extend(next.map(|next| format!("one more Credit each turn with {next} Outposts")));
        let label = facts.join(", ");
        html! {
            div class={ "sa-outposts" (self.fresh(&thing)) } data-thing=(thing) role="img" aria-label=(label) title=(label) {
                @for n in 1..=WINNING_OUTPOSTS {
                    span.sa-dock { (art::dock(n <= outposts)) @if BONUS_OUTPOSTS.contains(&n) { (art::credit(true)) } }
                }
                span.sa-count { b { (outposts) } span.sa-word { " of " (WINNING_OUTPOSTS) } }
            }
        }
    }

    /// SA-60, SA-64: the progress to four planets, and points.
    fn race_of(&self, seat: Seat) -> Markup {
        let (planets, points) = (self.planets(seat), self.points(seat));
        let label = format!("Arbiter of {planets} of {WINNING_PLANETS} planets");
        html! {
            div.sa-orbs role="img" aria-label=(label) title=(label) {
                @for n in 0..WINNING_PLANETS { i.sa-full[n < planets] {} }
                span.sa-count { b { (planets) } span.sa-word { " of " (WINNING_PLANETS) } }
            }
            div.sa-points title="3 points for each planet, 1 for each Outpost" {
                b { (points) } " " span.sa-word { "point" @if points != 1 { "s" } }
            }
        }
    }

    /// A hidden hand: the number of cards, and the cards that both players have seen (SA-R08).
    fn backs(&self, seat: Seat) -> Markup {
        let known = &self.view.known[seat.index() & 1];
        let size = self.view.hand_sizes[seat.index() & 1];
        let label = format!("{} in hand", counted(size, "card"));
        html! {
            div.sa-backs role="group" aria-label=(label) title=(label) {
                @if size == 0 { span.sa-empty { (art::deck(0)) } }
                @for n in known.len()..size { span.sa-back data-thing={ "back/" (seat.0) "/" (n) } { (art::back()) } }
                @if !known.is_empty() {
                    ul.sa-known aria-label="Both players have seen" {
                        @for id in known { (self.small_card(id)) }
                    }
                }
                b { (size) }
            }
        }
    }

    /// The names that a card of this Order may have had in the hand of a seat.
    pub(super) fn hand_things(&self, seat: Seat, id: &str) -> Vec<String> {
        if self.own() == Some(seat) {
            let left = self.hand(seat).unwrap_or_default().iter().filter(|it| *it == id).count();
            (1..=left + 2).rev().map(|copy| hand_thing(id, copy)).collect()
        } else {
            let left = self.view.hand_sizes[seat.index() & 1];
            (0..=left + 1).rev().map(|n| format!("back/{}/{n}", seat.0)).collect()
        }
    }

    /// The viewer's hand.
    pub(super) fn own_hand(&self, seat: Seat) -> Markup {
        let hand = self.hand(seat).unwrap_or_default();
        let new = self.drawn(seat);
        html! {
            div.sa-hand role="group" aria-label="Your hand" {
                @for (n, id) in hand.iter().enumerate() {
                    @let copy = hand[..=n].iter().filter(|it| *it == id).count();
                    @let fresh = if new.contains(&n) { " fresh" } else { "" };
                    @if self.picks_from_hand() {
                        button type="button" class={ "card token sa-card " (self.order_class(id)) (fresh) }
                            data-token=(id) data-thing=(hand_thing(id, copy)) title=(self.card_text(id)) {
                            (self.face(id))
                        }
                    } @else {
                        div class={ "card sa-card " (self.order_class(id)) (fresh) } role="img"
                            data-thing=(hand_thing(id, copy)) aria-label=(self.card_text(id)) { (self.face(id)) }
                    }
                }
                @if hand.is_empty() { p.sa-none { "Your hand is empty." } }
            }
        }
    }

    /// The indices of the newly drawn cards in the hand. Of several cards of an Order, the last ones count as new.
    fn drawn(&self, seat: Seat) -> Vec<usize> {
        let hand = self.hand(seat).unwrap_or_default();
        let mut places = Vec::new();
        for id in
            self.sight.news().flat_map(|news| &news.told.things).filter_map(|it| it.strip_prefix("hand/"))
        {
            let place = (0..hand.len()).rev().find(|n| hand[*n] == id && !places.contains(n));
            places.extend(place);
        }
        places
    }

    /// SA-35: the actions of a turn with their costs.
    pub(super) fn actions(&self, seat: Seat) -> Markup {
        let options = self.hand_options(seat);
        let survey = options.and_then(|it| it.survey.as_ref());
        let scout = survey.and_then(|it| Some((self.order_card(it.discard.as_ref()?)?, it.cost)));
        let cheaper = scout.map(|(card, cost)| (card.name.as_str(), cost));
        let venture = "Venture: play an Order from your hand to a planet for 1 Credit, and 1 more for each Order that you \
             have there";
        let end = format!("End turn: gain {END_CREDITS} Credits, draw {END_CARDS} cards, keep {HAND_LIMIT}");
        html! {
            div.sa-actions role="group" aria-label="Actions" {
                (action("venture", "Venture", 1, "+1 for each own Order there", venture))
                @let means = cheaper.map_or_else(
                    || "the top card of the deck".to_owned(),
                    |(name, cost)| format!("or {} with {name}", counted(cost.into(), "Credit")),
                );
                (action("survey", "Survey", SURVEY_COST.into(), &means, &survey_label(cheaper)))
                @let means = if options.is_some_and(|it| it.pair.is_some()) { "two alike for an Outpost" } else { "you hold no two alike" };
                (action("expand", "Expand", 0, means, "Expand: discard two cards of the same Order, gain an Outpost and a Credit"))
                (action("done", "End turn", 0, &format!("+{END_CREDITS} Credits, +{END_CARDS} cards"), &end))
            }
        }
    }
}

/// An Action with its price in Credits.
fn action(token: &str, title: &str, price: usize, means: &str, label: &str) -> Markup {
    html! {
        button.token.sa-action type="button" data-token=(token) title=(label) {
            span.sa-named { b { (title) } @if price > 0 { (art::coins(price)) } } " "
            span.sa-means { (means) }
        }
    }
}

fn survey_label(scout: Option<(&str, u8)>) -> String {
    let cheaper = scout.map(|(name, cost)| format!(", or {cost} if you discard {name} for it"));
    format!(
        "Survey: play the top card of the deck to a planet for {SURVEY_COST} Credits{}",
        cheaper.unwrap_or_default()
    )
}

/// The name of a card in the viewer's hand. Further cards of an Order are numbered.
fn hand_thing(id: &str, copy: usize) -> String {
    if copy == 1 { format!("hand/{id}") } else { format!("hand/{id}/{copy}") }
}
