//! Order cards: full size in a hand, small on the table.

use atlas_shadow_of_atlas::content::text;
use maud::{Markup, html};

use super::art;
use super::table::{Table, drawing};

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

    /// The content of a full-size card. Its label has the same text for screen readers.
    pub(super) fn face(&self, id: &str) -> Markup {
        let card = self.order_card(id);
        html! {
            span.sa-crest { (self.sigil(id)) }
            b.sa-title { (self.order_name(id)) }
            @if let Some(card) = card {
                span.sa-says { (text::ability(card)) }
                @if let Some(special) = &card.in_hand { span.sa-special { (text::in_hand(special)) } }
            }
        }
    }

    /// A full-size card that cannot be picked.
    pub(super) fn open_card(&self, id: &str) -> Markup {
        html! {
            div class={ "sa-card " (self.order_class(id)) } role="img" aria-label=(self.card_text(id)) {
                (self.face(id))
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
