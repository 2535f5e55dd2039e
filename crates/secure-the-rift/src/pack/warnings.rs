//! Warnings about steps of cards that can never do anything.

use super::Library;
use super::language::{
    Ability, Amount, Card, EffectId, Instruction, Kinds, PreventionTarget, Ref, Script, SelectorId,
    TargetPool, TriggerSubject, Triggers, Zone,
};

/// The places where a thing can be when a step refers to it, one bit each.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Places(u8);

impl Places {
    const FRONT: Places = Places(1);
    /// A Scrap pile.
    const SCRAP: Places = Places(2);
    const VOID: Places = Places(4);
    const SEQUENCE: Places = Places(8);
    const PLAYER: Places = Places(16);
    /// SR-R32: a card that has just left the front lines. It can be moved on from where it went.
    const LEFT: Places = Places(32);
    /// A card that can no longer be found.
    const GONE: Places = Places(64);
    /// Any place.
    const ANY: Places = Places(127);

    const fn or(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    const fn meets(self, other: Places) -> bool {
        self.0 & other.0 != 0
    }

    /// Why a step cannot do anything with a thing that is only there.
    fn reason(self) -> &'static str {
        match self {
            Places::FRONT => "the card is on the front lines",
            Places::SCRAP => "the card is in a Scrap pile",
            Places::VOID => "the card is in the void",
            Places::SEQUENCE => "it is in the Sequence",
            Places::PLAYER => "that is a player",
            Places::LEFT => "the card has left the front lines",
            Places::GONE => "the card is no longer there",
            _ => "it is never where this step looks for it",
        }
    }
}

/// What a script refers to, and what is wrong with it.
struct Check<'a> {
    library: &'a Library,
    script: &'a Script,
    /// Where the card itself is.
    itself: Places,
    /// Where the thing of the triggering event is.
    event: Places,
    /// Whether the event is about the card itself, so that both words mean the same card.
    event_is_itself: bool,
    warnings: Vec<String>,
}

impl Library {
    /// The steps of a card that can never do anything, each with the reason.
    pub fn warnings(&self, card: &Card) -> Vec<String> {
        let mut all = Vec::new();
        for script in &card.modes {
            // While an Action concludes, it is in no zone where a step could find it.
            all.extend(self.check(script, Places::GONE, Places::GONE, false));
        }
        for ability in &card.abilities {
            match ability {
                Ability::Triggered { event, about, script, .. } => {
                    let thing = event_place(*event);
                    let own = *about == TriggerSubject::Itself && thing == Places::LEFT;
                    let itself = if own { Places::LEFT } else { Places::FRONT };
                    all.extend(self.check(script, itself, thing, own));
                }
                Ability::Activated { cost, script, .. } => {
                    let itself = if cost.scrap_self { Places::GONE } else { Places::FRONT };
                    all.extend(self.check(script, itself, Places::GONE, false));
                }
                Ability::Continuous { .. } | Ability::Replacement(_) => {}
            }
        }
        all
    }

    fn check(&self, script: &Script, itself: Places, event: Places, event_is_itself: bool) -> Vec<String> {
        let mut check = Check { library: self, script, itself, event, event_is_itself, warnings: Vec::new() };
        check.effect(script.effect, Places::GONE, &mut Vec::new());
        check.warnings
    }
}

/// Where the thing of an event is when the ability concludes.
fn event_place(event: Triggers) -> Places {
    match event {
        Triggers::DIES | Triggers::LEAVES => Places::LEFT,
        Triggers::PLAYED | Triggers::TARGETED => Places::SEQUENCE,
        Triggers::DAMAGED => Places::FRONT.or(Places::SEQUENCE),
        Triggers::DEALS_DAMAGE => Places::FRONT.or(Places::PLAYER),
        Triggers::BEGIN_TURN
        | Triggers::END_TURN
        | Triggers::DRAWN
        | Triggers::DISCARDED
        | Triggers::LIFE_GAINED
        | Triggers::LIFE_LOST => Places::PLAYER,
        _ => Places::FRONT,
    }
}

impl Check<'_> {
    /// Checks an effect. `it` is where the thing of a `for_each` is, and `moved` are the things that earlier steps have
    /// moved away.
    fn effect(&mut self, effect: EffectId, it: Places, moved: &mut Vec<Ref>) {
        let library = self.library;
        for instruction in library.effect(effect) {
            self.instruction(instruction, it, moved);
        }
    }

    fn instruction(&mut self, instruction: &Instruction, it: Places, moved: &mut Vec<Ref>) {
        const IN_PLAY: Places = Places::FRONT;
        const DAMAGEABLE: Places = Places::FRONT.or(Places::PLAYER);
        const IN_PILES: Places = Places::SCRAP.or(Places::VOID).or(Places::LEFT);
        let nested = |check: &mut Self, effect: &EffectId| check.effect(*effect, it, &mut moved.clone());
        match instruction {
            Instruction::Damage { amount, to, .. } => {
                self.amount("damage", amount);
                self.needs("damage", *to, DAMAGEABLE, it, moved);
                self.kinds("damage", *to, Kinds::SOUL, "only Souls and Bases can be dealt damage");
            }
            Instruction::Destroy { what } => self.moves("destroy", *what, IN_PLAY, it, moved),
            Instruction::Scrap { what } => self.moves("scrap", *what, IN_PLAY, it, moved),
            Instruction::Void { what, .. } => {
                let places = IN_PLAY.or(Places::SCRAP).or(Places::LEFT);
                self.moves("void", *what, places, it, moved);
            }
            Instruction::ReturnToHand { what } => {
                let held = Kinds(Kinds::CARD.0 & !Kinds::ENERGY.0);
                self.kinds("return_to_hand", *what, held, "an Energy card is never in a hand");
                self.moves("return_to_hand", *what, IN_PLAY.or(IN_PILES), it, moved);
            }
            Instruction::PutInPlay { what, .. } => {
                let stays = Kinds(Kinds::CARD.0 & !Kinds::ACTION.0);
                self.kinds("put_in_play", *what, stays, "an Action is never on the front lines");
                self.moves("put_in_play", *what, IN_PILES, it, moved);
            }
            Instruction::Modify { what, .. } => self.needs("modify", *what, IN_PLAY, it, moved),
            Instruction::Counters { what, n } => {
                self.amount("counters", &absolute(n));
                self.needs("counters", *what, IN_PLAY, it, moved);
            }
            Instruction::GainKeyword { what, .. } => self.needs("gain_keyword", *what, IN_PLAY, it, moved),
            Instruction::LoseKeyword { what, .. } => self.needs("lose_keyword", *what, IN_PLAY, it, moved),
            Instruction::Refresh { what } => self.needs("refresh", *what, IN_PLAY, it, moved),
            Instruction::MakeVulnerable { what } => self.needs("make_vulnerable", *what, IN_PLAY, it, moved),
            Instruction::SkipRefresh { what, .. } => self.needs("skip_refresh", *what, IN_PLAY, it, moved),
            Instruction::GainControl { what, .. } => self.needs("gain_control", *what, IN_PLAY, it, moved),
            Instruction::Cancel { what } => self.needs("cancel", *what, Places::SEQUENCE, it, moved),
            Instruction::Prevent { to: PreventionTarget::Things(what), .. } => {
                self.needs("prevent", *what, DAMAGEABLE, it, moved);
            }
            Instruction::Redirect { to, onto, .. } => {
                self.needs("redirect", *to, DAMAGEABLE, it, moved);
                self.needs("redirect", *onto, DAMAGEABLE, it, moved);
            }
            Instruction::Draw { n, .. } => self.amount("draw", n),
            Instruction::Discard { n: Some(n), .. } => self.amount("discard", n),
            Instruction::Mill { n, .. } => self.amount("mill", n),
            Instruction::Look { n, .. } => self.amount("look", n),
            Instruction::Reveal { n: Some(n), .. } => self.amount("reveal", n),
            Instruction::ScrapPick { pick, .. } => self.amount("scrap", pick),
            Instruction::Bury { pick, top, .. } => {
                self.amount(if *top { "to_top" } else { "to_bottom" }, pick);
            }
            Instruction::GainLife { n, .. } => self.amount("gain_life", n),
            Instruction::LoseLife { n, .. } => self.amount("lose_life", n),
            Instruction::CreateToken { n, .. } => self.amount("create_token", n),
            Instruction::AddEnergy { n } => self.amount("add_energy", n),
            Instruction::EnergyFromPile { n, .. } => self.amount("energy_from_pile", n),
            Instruction::If { then, otherwise, .. } => {
                nested(self, then);
                otherwise.iter().for_each(|effect| nested(self, effect));
            }
            Instruction::Repeat { n, effect } => {
                self.amount("repeat", n);
                nested(self, effect);
            }
            Instruction::ForEach { what, effect } => {
                let it = self.place(*what, it, moved);
                self.effect(*effect, it, &mut moved.clone());
            }
            Instruction::May { effect }
            | Instruction::Delay { effect, .. }
            | Instruction::PayOr { otherwise: effect, .. } => nested(self, effect),
            Instruction::Prevent { .. }
            | Instruction::Discard { .. }
            | Instruction::Reveal { .. }
            | Instruction::Search { .. }
            | Instruction::Shuffle { .. }
            | Instruction::SetLife { .. } => {}
        }
    }

    /// Warns if a step that moves a thing never finds it, and notes that it is gone.
    fn moves(&mut self, step: &str, what: Ref, places: Places, it: Places, moved: &mut Vec<Ref>) {
        self.needs(step, what, places, it, moved);
        if !matches!(what, Ref::Each(_)) {
            moved.push(what);
        }
    }

    /// Warns if a thing is never at one of the places where a step can do something with it.
    fn needs(&mut self, step: &str, what: Ref, places: Places, it: Places, moved: &[Ref]) {
        let place = self.place(what, it, moved);
        if !place.meets(places) {
            self.warnings.push(format!("{step} can never do anything: {}", place.reason()));
        }
    }

    /// Warns if a step applies only to other types of cards.
    fn kinds(&mut self, step: &str, what: Ref, kinds: Kinds, reason: &str) {
        let selector = match what {
            Ref::Each(selector) => Some(selector),
            Ref::Target(slot) => self.pool(slot),
            _ => None,
        };
        let Some(selector) = selector.map(|it| self.library.selector(it)) else { return };
        let is_card = !matches!(selector.zone, Zone::Player);
        if is_card && selector.kinds.0 & kinds.0 == 0 {
            self.warnings.push(format!("{step} can never do anything: {reason}"));
        }
    }

    fn amount(&mut self, step: &str, amount: &Amount) {
        if amount.as_number().is_some_and(|n| n <= 0) {
            self.warnings.push(format!("{step} can never do anything: the amount is not positive"));
        }
    }

    fn pool(&self, slot: u8) -> Option<SelectorId> {
        match self.script.targets.get(slot as usize)?.from {
            TargetPool::Things(selector) => Some(selector),
            TargetPool::AnyTarget | TargetPool::Player(_) => None,
        }
    }

    /// The places where a thing can be.
    fn place(&self, what: Ref, it: Places, moved: &[Ref]) -> Places {
        let same = |other: &Ref| {
            *other == what || self.event_is_itself && is_card_of_event(*other) && is_card_of_event(what)
        };
        if moved.iter().any(same) {
            return Places::GONE;
        }
        match what {
            Ref::Itself => self.itself,
            Ref::Event => self.event,
            Ref::It => it,
            Ref::Named(_) => Places::FRONT,
            Ref::Each(selector) => self.zone(selector),
            Ref::Target(slot) => match self.script.targets.get(slot as usize).map(|target| target.from) {
                Some(TargetPool::Things(selector)) => self.zone(selector),
                Some(TargetPool::AnyTarget) => Places::FRONT.or(Places::PLAYER),
                Some(TargetPool::Player(_)) => Places::PLAYER,
                None => Places::ANY,
            },
            Ref::You | Ref::EachOpponent | Ref::EachPlayer | Ref::Controller(_) | Ref::Owner(_) => {
                Places::PLAYER
            }
        }
    }

    fn zone(&self, selector: SelectorId) -> Places {
        match self.library.selector(selector).zone {
            Zone::Front => Places::FRONT,
            Zone::Scrap => Places::SCRAP,
            Zone::Void => Places::VOID,
            Zone::Sequence => Places::SEQUENCE,
            Zone::Player => Places::PLAYER,
            Zone::Hand | Zone::Deck | Zone::Playing => Places::GONE,
        }
    }
}

/// Whether a reference means the card itself or the thing of the event.
fn is_card_of_event(what: Ref) -> bool {
    matches!(what, Ref::Itself | Ref::Event)
}

/// The amount without its sign, if it is constant.
fn absolute(amount: &Amount) -> Amount {
    amount.as_number().map_or_else(|| amount.clone(), |n| Amount::number(n.abs()))
}
