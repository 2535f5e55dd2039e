//! A player's side of the table: Credits, Outposts, progress and hand.

use atlas_core::Seat;
use atlas_shadow_of_atlas::state::{
    BONUS_OUTPOSTS, END_CARDS, END_CREDITS, HAND_LIMIT, MAX_CREDITS, SURVEY_COST, WINNING_OUTPOSTS,
    WINNING_PLANETS,
};
use maud::{Markup, html};

use super::art;
use super::table::{Table, counted};

impl Table<'_> {
    /// The public information about a player.
    pub(super) fn player(&self, seat: Seat) -> Markup {
        let own = self.own() == Some(seat);
        let turn = self.view.to_act == Some(seat);
        let edge = if seat == self.near() { "near" } else { "far" };
        let first = self.view.first == seat;
        html! {
            section class={ "sa-player sa-" (edge) " sa-seat-" (seat.0 & 1) } aria-label=(if own { "Your side".to_owned() } else { format!("{}'s side", self.name(seat)) })
                aria-current=[turn.then_some("true")] {
                span.sa-badge aria-hidden="true" { (art::letter(seat)) }
                div.sa-who {
                    span.sa-person { (self.name(seat)) }
                    @if own && !turn { span.sa-you { "you" } }
                    span.sa-order { @if first { "First Player" } @else { "Second Player" } }
                    @if turn { span.sa-turn { @if own { "your turn" } @else { "to move" } } }
                }
                (self.credit_row(seat))
                (self.outpost_row(seat))
                (self.race_of(seat))
                @if !own { (self.backs(seat)) }
            }
        }
    }

    /// SA-05: the five Credit cards, with a Credit on one side.
    fn credit_row(&self, seat: Seat) -> Markup {
        let (credits, most) = (usize::from(self.credits(seat)), usize::from(MAX_CREDITS));
        let thing = format!("credits/{}", seat.0);
        html! {
            div class={ "sa-credits" (self.fresh(&thing)) } role="img"
                aria-label={ (counted(credits, "Credit")) ", " (most.saturating_sub(credits)) " spent" }
                title={ (counted(credits, "Credit")) " of " (most) } {
                @for n in 0..most { (art::credit(n < credits)) }
            }
        }
    }

    /// SA-17, SA-34, SA-60: the progress to ten Outposts, with the numbers that bring another Credit each turn.
    fn outpost_row(&self, seat: Seat) -> Markup {
        let outposts = self.outposts(seat);
        let thing = format!("outposts/{}", seat.0);
        let next = BONUS_OUTPOSTS.iter().find(|least| outposts < **least);
        let bonus = usize::from(self.view.income[seat.index() & 1]);
        let mut facts = vec![format!("{} of {WINNING_OUTPOSTS}", counted(outposts, "Outpost"))];
        if bonus > 0 {
            facts.push(format!("{} more at the start of each turn", counted(bonus, "Credit")));
        }
        facts.extend(next.map(|next| format!("one more Credit each turn with {next} Outposts")));
        let label = facts.join(", ");
        html! {
            div class={ "sa-outposts" (self.fresh(&thing)) } role="img" aria-label=(label) title=(label) {
                @for n in 1..=WINNING_OUTPOSTS.max(outposts) {
                    span.sa-dock.sa-bonus[BONUS_OUTPOSTS.contains(&n)] { (art::dock(n <= outposts)) }
                }
                b { (outposts) "/" (WINNING_OUTPOSTS) }
                @if bonus > 0 { span.sa-income { "+" (art::coins(bonus)) } }
            }
        }
    }

    /// SA-60, SA-64: the progress to four planets, and points.
    fn race_of(&self, seat: Seat) -> Markup {
        let (planets, points) = (self.planets(seat), self.points(seat));
        html! {
            div.sa-race {
                span title={ "Arbiter of " (counted(planets, "planet")) "; " (WINNING_PLANETS) " win" } {
                    (art::orbs(planets, WINNING_PLANETS)) b { (planets) "/" (WINNING_PLANETS) } span.sa-word { " planets" }
                }
                span title="3 points for each planet, 1 for each Outpost" {
                    b { (points) } " " span.sa-unit { "point" @if points != 1 { "s" } }
                }
            }
        }
    }

    /// A hidden hand: the number of cards, and the cards that both players have seen (SA-R08).
    fn backs(&self, seat: Seat) -> Markup {
        let known = &self.view.known[seat.index() & 1];
        let size = self.view.hand_sizes[seat.index() & 1];
        html! {
            div.sa-backs role="group" aria-label={ (counted(size, "card")) " in hand" } {
                @for n in known.len()..size { span.sa-back data-thing={ "back/" (seat.0) "/" (n) } { (art::back()) } }
                @if !known.is_empty() {
                    ul.sa-known aria-label="Seen by both players" title="Both players have seen this card" {
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

    /// The viewer's hand and actions.
    pub(super) fn own_hand(&self) -> Markup {
        let Some(seat) = self.own() else { return html! {} };
        let hand = self.hand(seat).unwrap_or_default();
        let playing = !self.is_over();
        let new = self.drawn(seat);
        html! {
            @if playing {
                div.sa-own {
                    @if let Some(asked) = self.asked() { @if asked.choose == "discard" { (excess(asked.left.unwrap_or(1))) } }
                    @if let Some(card) = self.asked().and_then(|asked| asked.card.as_deref()) {
                        div.sa-found {
                            h2 { "Turned up" }
                            div class={ "sa-card fresh " (self.order_class(card)) } data-thing="turned-up" role="img"
                                aria-label={ "Turned up: " (self.card_text(card)) } { (self.face(card)) }
                        }
                    }
                    div.sa-hand role="group" aria-label="Your hand" {
                        @for (n, id) in hand.iter().enumerate() {
                            @let copy = hand[..=n].iter().filter(|it| *it == id).count();
                            @let fresh = if new.contains(&n) { " fresh" } else { "" };
                            @if self.picks_from_hand() {
                                button type="button" class={ "card token sa-card " (self.order_class(id)) (fresh) }
                                    data-token=(id) data-thing=(hand_thing(id, copy)) aria-label=(self.card_text(id)) {
                                    (self.face(id))
                                }
                            } @else {
                                div class={ "card sa-card " (self.order_class(id)) (fresh) } role="img"
                                    data-thing=(hand_thing(id, copy)) aria-label=(self.card_text(id)) { (self.face(id)) }
                            }
                        }
                        @if hand.is_empty() { p.sa-none { "Your hand is empty." } }
                    }
                    @if self.asked().is_none() { (self.actions(seat)) }
                }
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
    fn actions(&self, seat: Seat) -> Markup {
        let credits = self.credits(seat);
        let options = self.hand_options(seat);
        let survey = options.and_then(|it| it.survey.as_ref());
        let scout = survey.and_then(|it| Some((self.order_card(it.discard.as_ref()?)?, it.cost)));
        let cheapest = survey.map_or(SURVEY_COST, |it| it.cost);
        let has_pair = options.is_some_and(|it| it.pair.is_some());
        html! {
            div.sa-actions role="group" aria-label="Actions" {
                button.token.sa-action type="button" data-token="venture"
                    aria-label="Venture: play an Order from your hand to a planet for 1 Credit, and 1 more for each Order that you have there" {
                    b { "Venture" }
                    span.sa-price { (art::coins(1)) "+ 1 per own Order there" }
                    span.sa-means { "a card, then a planet" }
                }
                button.token.sa-action type="button" data-token="survey" aria-label=(survey_label(scout.map(|(card, cost)| (card.name.as_str(), cost)))) {
                    b { "Survey" }
                    span.sa-price.sa-short[credits < cheapest] {
                        (art::coins(SURVEY_COST.into()))
                        @if let Some((card, cost)) = scout { "or " (cost) " with " (card.name) }
                        @if credits < cheapest { small { "not enough" } }
                    }
                    span.sa-means { "top card of the deck to a planet" }
                }
                button.token.sa-action type="button" data-token="expand"
                    aria-label="Expand: discard two cards of the same Order, gain an Outpost and a Credit" {
                    b { "Expand" }
                    span.sa-price.sa-short[!has_pair] {
                        "2 alike" @if !has_pair { small { "no pair" } }
                    }
                    span.sa-means { "+1 Outpost, +1 Credit" }
                }
                button.token.sa-action.sa-done type="button" data-token="done"
                    aria-label={ "End turn: gain " (END_CREDITS) " Credits, draw " (END_CARDS) " cards, keep " (HAND_LIMIT) } {
                    b { "End turn" }
                    span.sa-price { "+" (END_CREDITS) " Credits, +" (END_CARDS) " cards" }
                    span.sa-means { "keep " (HAND_LIMIT) " cards" }
                }
            }
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

/// SA-R19: the cards that must be discarded.
fn excess(left: u8) -> Markup {
    html! { p.sa-excess { "Your turn is over. Discard " (counted(left.into(), "card")) " to keep " (HAND_LIMIT) "." } }
}

/// The name of a card in the viewer's hand. Further cards of an Order are numbered.
fn hand_thing(id: &str, copy: usize) -> String {
    if copy == 1 { format!("hand/{id}") } else { format!("hand/{id}/{copy}") }
}
