//! The guide through a newcomer's first turns, with examples from the actual table.

use atlas_core::Seat;
use atlas_shadow_of_atlas::content::text;
use atlas_shadow_of_atlas::position::Pending;
use atlas_shadow_of_atlas::state::{
    ARBITER_ORDERS, END_CARDS, END_CREDITS, ENDING_OUTPOSTS, HAND_LIMIT, PLANET_POINTS, SURVEY_COST,
    WINNING_OUTPOSTS, WINNING_PLANETS,
};
use atlas_shadow_of_atlas::{Action, ShadowOfAtlas};
use maud::Markup;

use super::table::{Table, cost, counted, missing, side};
use crate::Sight;
use crate::guide::{Guide, Lesson};

const GUIDE: Guide = Guide { game: "shadow-of-atlas", lessons: 6 };

/// The lesson for each number of own moves. Choices for Abilities count as moves, so some lessons are shown for two.
const AFTER: [usize; 9] = [1, 2, 2, 3, 3, 4, 5, 6, 6];

/// The lesson for a seat that has made `own_moves` moves.
pub(super) fn guide(sight: &Sight<'_, ShadowOfAtlas>, own_moves: usize) -> Option<Markup> {
    let table = Table::of(sight);
    let (view, legal) = (&sight.view, &sight.legal);
    let (seat, to_act) = (table.plays()?, view.to_act?);
    let number = *AFTER.get(own_moves)?;
    if to_act != seat {
        return Some(GUIDE.show(number, &table.waiting(seat, to_act)));
    }
    if let Some(pending) = &view.pending {
        return Some(GUIDE.show(number, &table.answering(pending)));
    }
    if *legal == [Action::Done] {
        return Some(GUIDE.show(number, &table.finishing(seat)));
    }
    let lesson = match number {
        1 => table.venturing(seat, legal),
        2 => table.ruling(seat),
        3 => table.expanding(seat),
        4 => table.surveying(seat),
        5 => table.finishing(seat),
        _ => table.winning(seat),
    };
    Some(GUIDE.show(number, &lesson))
}

impl Table<'_> {
    /// SA-39, SA-40: a Venture and its cost.
    fn venturing(&self, seat: Seat, legal: &[Action]) -> Lesson {
        let ventures = legal.iter().filter_map(|action| match *action {
            Action::Venture(planet, order) => Some((planet, order)),
            _ => None,
        });
        let price =
            |planet| self.planet(&self.content.planet(planet).id).and_then(|it| cost(it, seat)).unwrap_or(0);
        let Some((planet, order)) = ventures.min_by_key(|(planet, _)| price(*planet)) else {
            return self.finishing(seat);
        };
        let card = self.content.order(order);
        Lesson {
            title: "Send an Order to a planet".to_owned(),
            text: vec![
                format!(
                    "That is a Venture: pick a card from your hand, then a planet. You hold {}, for example. To {} it \
                     costs {}, and you have {}.",
                    card.name,
                    self.content.planet(planet).name,
                    counted(price(planet), "Credit"),
                    self.credits(seat)
                ),
                format!("Its Ability is used at once. {} says: {}", card.name, text::ability(card)),
                "For each Order that you already have at a planet, the next one costs 1 more. A planet never has two cards \
                 of the same Order."
                    .to_owned(),
            ],
            rules: vec![("SA-39", "Venture"), ("SA-40", "its cost"), ("SA-24", "no Order twice")],
        }
    }

    /// SA-25 to SA-28: three Orders make an Arbiter.
    fn ruling(&self, seat: Seat) -> Lesson {
        let open = self.view.planets.iter().filter(|planet| cost(planet, seat).is_some());
        let best = open.rev().max_by_key(|planet| side(planet, seat).len());
        let so_far = match best.map(|planet| (planet, side(planet, seat).len())) {
            Some((planet, n)) if n > 0 => {
                let name = self.planet_name(&planet.id);
                format!(
                    "You have {} at {name}, so you need {} more, and the next one costs {}.",
                    counted(n, "Order"),
                    missing(planet, seat).unwrap_or(0),
                    counted(cost(planet, seat).unwrap_or(0), "Credit")
                )
            }
            _ => "You have no Order at a planet now.".to_owned(),
        };
        Lesson {
            title: "Three Orders make an Arbiter".to_owned(),
            text: vec![
                format!("With {ARBITER_ORDERS} Orders on your side of a planet it turns to you. {so_far}"),
                "Then your Orders there go to the discard pile, you draw a card and gain an Outpost. Your opponent can \
                 take the planet from you in the same way; you yourself may play nothing there any more."
                    .to_owned(),
            ],
            rules: vec![("SA-25", "playing an Order"), ("SA-28", "what it brings"), ("SA-23", "closed to you")],
        }
    }

    /// SA-48, SA-90: two cards of the same Order become an Outpost.
    fn expanding(&self, seat: Seat) -> Lesson {
        let pair = self.hand_options(seat).and_then(|it| it.pair.as_ref());
        let example = match pair {
            Some([one, two]) if one == two => {
                format!("You hold two {}: pick both of them to Expand.", self.order_name(one))
            }
            Some([one, two]) => format!(
                "You hold {} and {}: one of them stands for any Order when you Expand, so pick both.",
                self.order_name(one),
                self.order_name(two)
            ),
            None => "You hold no such pair now.".to_owned(),
        };
        Lesson {
            title: "Two alike become an Outpost".to_owned(),
            text: vec![
                "To Expand is to discard two cards of the same Order. It costs no Credits: you gain an Outpost and \
                 even a Credit."
                    .to_owned(),
                example,
                format!(
                    "You have {}. With 3 of them you gain a Credit at the start of each turn, with 5 another.",
                    counted(self.outposts(seat), "Outpost")
                ),
            ],
            rules: vec![("SA-48", "Expand"), ("SA-34", "the start of a turn")],
        }
    }

    /// SA-43 to SA-46, SA-91: a Survey turns up the top card of the deck.
    fn surveying(&self, seat: Seat) -> Lesson {
        let mut text = vec![format!(
            "A Survey turns up the top card of the deck, and you play it to a planet. It costs {SURVEY_COST} Credits, \
             however many Orders you have there; you have {}.",
            self.credits(seat)
        )];
        let mut rules = vec![("SA-43", "Survey"), ("SA-45", "if it can go nowhere")];
        let cheapest = self.hand_options(seat).and_then(|it| it.survey.as_ref());
        if let Some((card, price)) =
            cheapest.and_then(|it| Some((self.order_card(it.discard.as_ref()?)?, it.cost)))
        {
            text.push(format!(
                "You hold {}: if you discard it for the Survey, that costs {}.",
                card.name,
                counted(price.into(), "Credit")
            ));
            rules.extend(card.in_hand.as_ref().map(|special| (special.cite, "a cheaper Survey")));
        }
        text.push(
            "A third Order from your hand costs as much, so a Survey pays best where you have two already."
                .to_owned(),
        );
        Lesson { title: "Try the top of the deck".to_owned(), text, rules }
    }

    /// SA-37, SA-38: the end of a turn.
    fn finishing(&self, seat: Seat) -> Lesson {
        let hand = self.view.hand_sizes[seat.index() & 1];
        let excess = (hand + usize::from(END_CARDS)).saturating_sub(HAND_LIMIT);
        let keep = match excess {
            0 => "You keep them all.".to_owned(),
            n => format!(
                "You hold {} now, so you will have to discard {} to keep {HAND_LIMIT}.",
                counted(hand, "card"),
                counted(n, "card")
            ),
        };
        Lesson {
            title: "End your turn".to_owned(),
            text: vec![
                "Take as many Actions as you can pay for. Then press End turn.".to_owned(),
                format!("Then you gain {END_CREDITS} Credits and draw {END_CARDS} cards. {keep}"),
            ],
            rules: vec![("SA-37", "no more Actions"), ("SA-38", "the end of a turn")],
        }
    }

    /// SA-60, SA-62, SA-64: the end of the game.
    fn winning(&self, seat: Seat) -> Lesson {
        let together: usize = self.view.outpost_counts.iter().sum();
        let second = if self.view.first == seat {
            "the turn of the Second Player"
        } else {
            "your turn as Second Player"
        };
        Lesson {
            title: "How it ends".to_owned(),
            text: vec![
                format!(
                    "You win at once if your turn ends with {WINNING_PLANETS} planets or {WINNING_OUTPOSTS} Outposts. \
                     You have {} and {}.",
                    counted(self.planets(seat), "planet"),
                    counted(self.outposts(seat), "Outpost")
                ),
                format!(
                    "Otherwise the game ends after {second} if all planets are Developed ({} so far) or there are \
                     {ENDING_OUTPOSTS} Outposts in all (now {together}). Points then decide: {PLANET_POINTS} for a \
                     planet, 1 for an Outpost. When in doubt, press Hint.",
                    self.developed()
                ),
            ],
            rules: vec![("SA-60", "to win at once"), ("SA-62", "the end"), ("SA-64", "points")],
        }
    }

    /// SA-31: the choice that an effect offers.
    fn answering(&self, pending: &Pending) -> Lesson {
        if pending.choose == "discard" {
            return Lesson {
                title: format!("Keep {HAND_LIMIT} cards"),
                text: vec![format!(
                    "Your turn is over, and you hold too many cards. Pick {} to discard.",
                    counted(pending.left.unwrap_or(1).into(), "card")
                )],
                rules: vec![("SA-R19", "who chooses")],
            };
        }
        if let Some(card) = &pending.card {
            return Lesson {
                title: format!("{} was turned up", self.order_name(card)),
                text: vec![
                    "Pick the planet that it goes to; those that it may go to are lit.".to_owned(),
                    format!("Its Ability is used there. {}", self.card_text(card)),
                ],
                rules: vec![("SA-46", "where it goes"), ("SA-25", "what follows")],
            };
        }
        let asking = self.asking().and_then(|id| self.order_card(id));
        let name = asking.map_or("An Ability", |card| card.name.as_str());
        let planet = pending.planet.as_deref().map_or("", |id| self.planet_name(id));
        let mut text =
            vec![format!("Its Ability is being used at {planet}. Pick one of the answers that are lit.")];
        text.extend(asking.map(text::ability));
        text.push(format!("If you then have {ARBITER_ORDERS} Orders at {planet}, you become its Arbiter."));
        let mut rules = vec![("SA-31", "how an Ability is followed")];
        rules.extend(asking.map(|card| (card.cite, "what this one does")));
        Lesson { title: format!("{name} asks you something"), text, rules }
    }

    /// A hint for the time while the opponent is thinking.
    fn waiting(&self, seat: Seat, to_act: Seat) -> Lesson {
        let title = format!("Waiting for {}", self.name(to_act));
        let threatened = self.view.planets.iter().find(|planet| missing(planet, to_act) == Some(1));
        if let Some(planet) = threatened {
            let name = self.planet_name(&planet.id);
            let what = if planet.arbiter == Some(seat) { "takes it from you" } else { "makes an Arbiter" };
            return Lesson {
                title,
                text: vec![format!(
                    "Watch {name}: {} has two Orders there, and a third {what}.",
                    self.name(to_act)
                )],
                rules: vec![("SA-25", "three Orders"), ("SA-27", "to take a planet over")],
            };
        }
        let hand = self.hand(seat).unwrap_or_default();
        let text = match hand.first() {
            Some(id) => format!("Read your hand until it is your turn. {}", self.card_text(id)),
            None => "Your hand is empty; you draw at the end of your turn.".to_owned(),
        };
        Lesson {
            title,
            text: vec![text],
            rules: vec![("SA-33", "turns"), ("SA-30", "when an Ability is used")],
        }
    }
}
