//! Detecting interchangeable triggered abilities, so that players are not asked for an order that does not matter
//! (SR-R10).

use crate::pack::Library;
use crate::pack::language::{
    Ability, Amount, Condition, EffectId, Instruction, PreventionTarget, Ref, SelectorId, Single, TargetPool,
    Term, Until,
};
use crate::state::SecureTheRift;
use crate::things::{Item, ItemKind};

/// What an ability refers to besides the state of the table.
struct Mentions {
    library: &'static Library,
    /// Whether it refers to the card that it is on.
    itself: bool,
    /// Whether it refers to the triggering event or its amount.
    event: bool,
}

impl SecureTheRift {
    /// Whether it makes no difference which of two items is put into the Sequence first.
    pub(crate) fn are_interchangeable(&self, one: &Item, two: &Item) -> bool {
        let same = |item: &Item| (item.card, item.kind, item.controller, item.targets, item.names);
        if same(one) != same(two) {
            return false;
        }
        let mentions = Mentions::of(self, one);
        let keywords = |item: &Item| self.last_known(item.source).map(|piece| piece.current.keywords);
        (!mentions.event || (one.event, one.amount) == (two.event, two.amount))
            && (one.source == two.source || !mentions.itself && keywords(one) == keywords(two))
    }
}

impl Mentions {
    fn of(state: &SecureTheRift, item: &Item) -> Mentions {
        let mut all = Mentions { library: state.library.get(), itself: false, event: false };
        match item.kind {
            ItemKind::Delayed { effect } => all.effect(effect),
            ItemKind::Card { .. } => {}
            ItemKind::Ability { place } => {
                if let Ability::Triggered { condition, script, .. } =
                    &state.card(item.card).abilities[place as usize]
                {
                    condition.iter().for_each(|it| all.condition(it));
                    for target in &script.targets {
                        if let TargetPool::Things(selector) = target.from {
                            all.selector(selector);
                        }
                    }
                    all.effect(script.effect);
                }
            }
        }
        all
    }

    fn effect(&mut self, effect: EffectId) {
        self.library.effect(effect).iter().for_each(|it| self.instruction(it));
    }

    fn instruction(&mut self, instruction: &Instruction) {
        match instruction {
            // Only the keywords of the source matter, and they are compared separately.
            Instruction::Damage { amount, to, source } => {
                self.amount(amount);
                self.thing(*to);
                if *source != Ref::Itself {
                    self.thing(*source);
                }
            }
            Instruction::Destroy { what }
            | Instruction::Scrap { what }
            | Instruction::Cancel { what }
            | Instruction::Refresh { what }
            | Instruction::MakeVulnerable { what }
            | Instruction::SkipRefresh { what, .. }
            | Instruction::ReturnToHand { what }
            | Instruction::Shuffle { who: what } => self.thing(*what),
            Instruction::Void { what, until_self_leaves } => {
                self.thing(*what);
                self.itself |= until_self_leaves;
            }
            Instruction::ScrapPick { who, pick, from } => {
                self.thing(*who);
                self.amount(pick);
                self.selector(*from);
            }
            Instruction::Draw { who, n }
            | Instruction::Mill { who, n }
            | Instruction::Bury { who, pick: n, .. }
            | Instruction::GainLife { who, n }
            | Instruction::LoseLife { who, n }
            | Instruction::SetLife { who, n }
            | Instruction::Look { who, n }
            | Instruction::Counters { what: who, n }
            | Instruction::CreateToken { who, n, .. } => {
                self.thing(*who);
                self.amount(n);
            }
            Instruction::Discard { who, n, .. } | Instruction::Reveal { who, n } => {
                self.thing(*who);
                n.iter().for_each(|n| self.amount(n));
            }
            Instruction::AddEnergy { n } | Instruction::EnergyFromPile { n, .. } => self.amount(n),
            Instruction::Search { want, .. } => self.selector(*want),
            Instruction::Modify { what, attack, defence, until } => {
                self.thing(*what);
                self.amount(attack);
                self.amount(defence);
                self.until(*until);
            }
            Instruction::GainKeyword { what, until, .. } | Instruction::LoseKeyword { what, until, .. } => {
                self.thing(*what);
                self.until(*until);
            }
            Instruction::GainControl { what, who, until } => {
                self.thing(*what);
                self.thing(*who);
                self.until(*until);
            }
            Instruction::PayOr { who, otherwise, .. } => {
                self.thing(*who);
                self.effect(*otherwise);
            }
            Instruction::PutInPlay { what, controller, .. } => {
                self.thing(*what);
                self.thing(*controller);
            }
            Instruction::Prevent { to, amount, until, .. } => {
                match to {
                    PreventionTarget::Things(what) => self.thing(*what),
                    PreventionTarget::Matching(selector) => self.selector(*selector),
                }
                amount.iter().for_each(|amount| self.amount(amount));
                self.until(*until);
            }
            Instruction::Redirect { to, onto, amount, until, .. } => {
                self.thing(*to);
                self.thing(*onto);
                amount.iter().for_each(|amount| self.amount(amount));
                self.until(*until);
            }
            Instruction::If { condition, then, otherwise } => {
                self.condition(condition);
                self.effect(*then);
                otherwise.iter().for_each(|effect| self.effect(*effect));
            }
            Instruction::ForEach { what, effect } => {
                self.thing(*what);
                self.effect(*effect);
            }
            Instruction::Repeat { n, effect } => {
                self.amount(n);
                self.effect(*effect);
            }
            Instruction::May { effect } | Instruction::Delay { effect, .. } => self.effect(*effect),
        }
    }

    fn thing(&mut self, what: Ref) {
        match what {
            Ref::Itself => self.itself = true,
            Ref::Event => self.event = true,
            Ref::Each(selector) => self.selector(selector),
            Ref::Controller(one) | Ref::Owner(one) => self.single(one),
            Ref::You | Ref::EachOpponent | Ref::EachPlayer | Ref::It | Ref::Target(_) | Ref::Named(_) => {}
        }
    }

    fn single(&mut self, one: Single) {
        self.itself |= one == Single::Itself;
        self.event |= one == Single::Event;
    }

    fn until(&mut self, until: Until) {
        self.itself |= until == Until::SelfLeaves;
    }

    fn selector(&mut self, selector: SelectorId) {
        self.itself |= self.library.selector(selector).other;
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Exists(selector) => self.selector(*selector),
            Condition::Compare(one, _, two) => [one, two].into_iter().for_each(|amount| self.amount(amount)),
        }
    }

    fn amount(&mut self, amount: &Amount) {
        for (_, term) in &amount.0 {
            match term {
                Term::Attack(one) | Term::Defence(one) | Term::Cost(one) => self.single(*one),
                Term::Count(selector) => self.selector(*selector),
                Term::EventAmount => self.event = true,
                Term::Life(player) => self.thing(*player),
                Term::Number(_) | Term::X | Term::DiedThisTurn => {}
            }
        }
    }
}
