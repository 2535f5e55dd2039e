//! Order cards: full size in a hand, small on the table.

use atlas_shadow_of_atlas::content::ability::{Effect, Step, Who};
use atlas_shadow_of_atlas::content::text;
use maud::{Markup, html};

use super::art;
use super::table::{Table, capital, counted, drawing};

impl Table<'_> {
    /// The class that gives an Order its colours.
    pub(super) fn order_class(&self, id: &str) -> String {
        format!("sa-o{}", drawing(&self.content, id))
    }

    pub(super) fn sigil(&self, id: &str) -> Markup {
        art::sigil(drawing(&self.content, id))
    }

    /// The whole text of a card.
    pub(super) fn card_text(&self, id: &str) -> String {
        let Some(card) = self.order_card(id) else { return id.to_owned() };
        let special = card.in_hand.as_ref().map(|special| format!(" {}", text::in_hand(special)));
        format!("{}: {}{}", card.name, text::ability(card), special.unwrap_or_default())
    }

    /// The content of a full-size card. Where a card is too small for the text, the style sheet shows the short one.
    pub(super) fn face(&self, id: &str) -> Markup {
        let card = self.order_card(id);
        html! {
            span.sa-face {
                span.sa-crest { (self.sigil(id)) b.sa-title { (self.order_name(id)) } } " "
                @if let Some(card) = card {
                    span.sa-says {
                        (text::ability(card))
                        @if let Some(special) = &card.in_hand { " " em { (special.name) "." } }
                    }
                    span.sa-brief { (capital(&brief(&card.ability, ", "))) }
                    span.sa-mark { (self.sigil(id)) }
                }
            }
        }
    }

    /// The content of a small card.
    pub(super) fn small_face(&self, id: &str) -> Markup {
        html! {
            (self.sigil(id))
            span.sa-title { (self.order_name(id)) }
        }
    }

    /// A small card in a list that cannot be picked.
    pub(super) fn small_card(&self, id: &str) -> Markup {
        html! {
            li class={ "sa-small " (self.order_class(id)) } title=(self.card_text(id)) { (self.small_face(id)) }
        }
    }
}

/// An Ability in a few words.
fn brief(steps: &[Step], between: &str) -> String {
    let one = |step: &Step| match (&step.effect, step.then.as_slice()) {
        // What one player spends, the other one gains.
        (
            Effect::Spend { who: Who::Opponent, n },
            [Step { effect: Effect::GainCredit { who: Who::You, n: gain }, .. }],
        ) if n == gain => {
            format!("take {}", counted((*n).into(), "Credit"))
        }
        (effect, []) => few_words(effect),
        (effect, then) => format!("{}: {}", few_words(effect), brief(then, ", ")),
    };
    if steps.is_empty() {
        return "no Ability".to_owned();
    }
    steps.iter().map(one).collect::<Vec<_>>().join(between)
}

fn few_words(effect: &Effect) -> String {
    let for_whom = |who: Who, what: String| match who {
        Who::You => what,
        Who::Opponent => format!("opponent: {what}"),
    };
    match effect {
        Effect::GainCredit { who, n } => for_whom(*who, format!("+{}", counted((*n).into(), "Credit"))),
        Effect::Spend { who, n } => for_whom(*who, format!("−{}", counted((*n).into(), "Credit"))),
        Effect::Draw { who, n } => for_whom(*who, format!("draw {n}")),
        Effect::GainOutpost { who, n } => for_whom(*who, format!("+{}", counted((*n).into(), "Outpost"))),
        Effect::Discard { .. } => "discard 1".to_owned(),
        Effect::DiscardOpposing => "remove an Order".to_owned(),
        Effect::Move { .. } => "move an Order".to_owned(),
        Effect::UseAbilityOf => "copy an Ability".to_owned(),
        Effect::Play { .. } => "play an Order".to_owned(),
        Effect::Choose { modes } => {
            modes.iter().map(|mode| brief(mode, ", ")).collect::<Vec<_>>().join(" or ")
        }
    }
}
