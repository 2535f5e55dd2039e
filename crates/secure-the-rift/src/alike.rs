//! Which triggered abilities are as good as the same, so that nobody is asked for their order (SR-R10).

use crate::pack::Library;
use crate::pack::language::{
    Ability, Amount, Base, ListId, Pool, Ref, SelectorId, Shielded, Step, Term, Test, Until,
};
use crate::state::SecureTheRift;
use crate::things::{Item, Matter};

/// What the words of an ability speak of besides what everyone sees.
struct Mentions {
    library: &'static Library,
    /// The very card that it is on.
    itself: bool,
    /// What has happened, and how much of it.
    event: bool,
}

impl SecureTheRift {
    /// Whether it makes no difference which of the two is put into the Sequence first.
    pub(crate) fn are_alike(&self, one: &Item, two: &Item) -> bool {
        let same = |item: &Item| (item.card, item.matter, item.controller, item.targets, item.names);
        if same(one) != same(two) {
            return false;
        }
        let mentions = Mentions::of(self, one);
        let keywords = |item: &Item| self.last_known(item.source).map(|piece| piece.now.keywords);
        (!mentions.event || (one.event, one.amount) == (two.event, two.amount))
            && (one.source == two.source || !mentions.itself && keywords(one) == keywords(two))
    }
}

impl Mentions {
    fn of(state: &SecureTheRift, item: &Item) -> Mentions {
        let mut all = Mentions { library: state.library.get(), itself: false, event: false };
        match item.matter {
            Matter::Delayed { list } => all.list(list),
            Matter::Card { .. } => {}
            Matter::Ability { place } => {
                if let Ability::Triggered { test, script, .. } =
                    &state.card(item.card).abilities[place as usize]
                {
                    test.iter().for_each(|test| all.test(test));
                    for target in &script.targets {
                        if let Pool::Things(selector) = target.from {
                            all.selector(selector);
                        }
                    }
                    all.list(script.effect);
                }
            }
        }
        all
    }

    fn list(&mut self, list: ListId) {
        self.library.list(list).iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &Step) {
        match step {
            // Where damage comes from matters by its keywords only, and these are compared.
            Step::Damage { amount, to, source } => {
                self.amount(amount);
                self.thing(*to);
                if *source != Ref::Itself {
                    self.thing(*source);
                }
            }
            Step::Destroy { what }
            | Step::Scrap { what }
            | Step::Cancel { what }
            | Step::Refresh { what }
            | Step::MakeVulnerable { what }
            | Step::SkipRefresh { what, .. }
            | Step::ReturnToHand { what }
            | Step::Shuffle { who: what } => self.thing(*what),
            Step::Void { what, until_self_leaves } => {
                self.thing(*what);
                self.itself |= until_self_leaves;
            }
            Step::ScrapPick { who, pick, from } => {
                self.thing(*who);
                self.amount(pick);
                self.selector(*from);
            }
            Step::Draw { who, n }
            | Step::Mill { who, n }
            | Step::Bury { who, pick: n, .. }
            | Step::GainLife { who, n }
            | Step::LoseLife { who, n }
            | Step::SetLife { who, n }
            | Step::Look { who, n }
            | Step::Counters { what: who, n }
            | Step::CreateToken { who, n, .. } => {
                self.thing(*who);
                self.amount(n);
            }
            Step::Discard { who, n, .. } | Step::Reveal { who, n } => {
                self.thing(*who);
                n.iter().for_each(|n| self.amount(n));
            }
            Step::AddEnergy { n } | Step::EnergyFromPile { n, .. } => self.amount(n),
            Step::Search { want, .. } => self.selector(*want),
            Step::Modify { what, attack, defence, until } => {
                self.thing(*what);
                self.amount(attack);
                self.amount(defence);
                self.until(*until);
            }
            Step::GainKeyword { what, until, .. } | Step::LoseKeyword { what, until, .. } => {
                self.thing(*what);
                self.until(*until);
            }
            Step::GainControl { what, who, until } => {
                self.thing(*what);
                self.thing(*who);
                self.until(*until);
            }
            Step::PayOr { who, otherwise, .. } => {
                self.thing(*who);
                self.list(*otherwise);
            }
            Step::PutInPlay { what, controller, .. } => {
                self.thing(*what);
                self.thing(*controller);
            }
            Step::Prevent { to, amount, until, .. } => {
                match to {
                    Shielded::These(what) => self.thing(*what),
                    Shielded::Fitting(selector) => self.selector(*selector),
                }
                amount.iter().for_each(|amount| self.amount(amount));
                self.until(*until);
            }
            Step::Redirect { to, onto, amount, until, .. } => {
                self.thing(*to);
                self.thing(*onto);
                amount.iter().for_each(|amount| self.amount(amount));
                self.until(*until);
            }
            Step::If { test, then, otherwise } => {
                self.test(test);
                self.list(*then);
                otherwise.iter().for_each(|list| self.list(*list));
            }
            Step::ForEach { what, effect } => {
                self.thing(*what);
                self.list(*effect);
            }
            Step::Repeat { n, effect } => {
                self.amount(n);
                self.list(*effect);
            }
            Step::May { effect } | Step::Delay { effect, .. } => self.list(*effect),
        }
    }

    fn thing(&mut self, what: Ref) {
        match what {
            Ref::Itself => self.itself = true,
            Ref::Event => self.event = true,
            Ref::Each(selector) => self.selector(selector),
            Ref::Controller(base) | Ref::Owner(base) => self.base(base),
            Ref::You | Ref::EachOpponent | Ref::EachPlayer | Ref::It | Ref::Target(_) | Ref::Named(_) => {}
        }
    }

    fn base(&mut self, base: Base) {
        self.itself |= base == Base::Itself;
        self.event |= base == Base::Event;
    }

    fn until(&mut self, until: Until) {
        self.itself |= until == Until::SelfLeaves;
    }

    fn selector(&mut self, selector: SelectorId) {
        self.itself |= self.library.selector(selector).other;
    }

    fn test(&mut self, test: &Test) {
        match test {
            Test::Exists(selector) => self.selector(*selector),
            Test::Compare(one, _, two) => [one, two].into_iter().for_each(|amount| self.amount(amount)),
        }
    }

    fn amount(&mut self, amount: &Amount) {
        for (_, term) in &amount.0 {
            match term {
                Term::Attack(base) | Term::Defence(base) | Term::Cost(base) => self.base(*base),
                Term::Count(selector) => self.selector(*selector),
                Term::EventAmount => self.event = true,
                Term::Life(player) => self.thing(*player),
                Term::Number(_) | Term::X | Term::DiedThisTurn => {}
            }
        }
    }
}
