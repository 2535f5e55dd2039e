//! Abilities: what a file says, and the program that the rules follow.
//!
//! A program is flat: every step is an instruction with the place to go on from if it did not happen, so that
//! what is being resolved is a short stack of places (SA-R12) and a choice can wait at any of them.

use super::{OrderCard, Special};
use crate::cards::{ORDERS, Order, Orders};
use crate::insight::Lures;

/// One step of an Ability, as the file says it. SA-31: steps are followed in order and as far as possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What to do.
    pub deed: Deed,
    /// SA-R20: whether the player may decline.
    pub may: bool,
    /// What follows only if it happened.
    pub then: Vec<Step>,
}

/// What a step does. "You" is the player of the Ability's Order, "here" the planet it is used at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// SA-14.
    GainCredit {
        /// Who gains.
        who: Who,
        /// How many.
        n: u8,
    },
    /// SA-13: all of them or none.
    Spend {
        /// Who spends.
        who: Who,
        /// How many.
        n: u8,
    },
    /// SA-15.
    Draw {
        /// Who draws.
        who: Who,
        /// How many.
        n: u8,
    },
    /// SA-17.
    GainOutpost {
        /// Who gains.
        who: Who,
        /// How many.
        n: u8,
    },
    /// SA-15: you discard a card from your hand.
    Discard {
        /// Only one whose Order lies here, on either side.
        matching: bool,
    },
    /// An opposing Order here goes to the discard pile.
    DiscardOpposing,
    /// SA-R29: an Order goes from one planet to another, to the same player's side.
    Move {
        /// Whose Order.
        whose: Who,
        /// From here to another planet, rather than from another planet to here.
        away: bool,
    },
    /// The Ability of another Order here is used as if this card had it.
    UseAbilityOf,
    /// SA-30: you play an Order from your hand, at no cost.
    Play {
        /// To any planet, rather than only here.
        anywhere: bool,
    },
    /// One of several lists of steps.
    Choose {
        /// The lists.
        modes: Vec<Vec<Step>>,
    },
}

/// Whom a step is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Who {
    You,
    Opponent,
}

/// The place of an instruction in the program.
pub(crate) type At = u8;

/// An instruction: if it happens, the next one follows, else the one at `skip`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) op: Op,
    pub(crate) may: bool,
    pub(crate) skip: At,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    GainCredit { who: Who, n: u8 },
    Spend { who: Who, n: u8 },
    Draw { who: Who, n: u8 },
    GainOutpost { who: Who, n: u8 },
    Discard { matching: bool },
    DiscardOpposing,
    Move { whose: Who, away: bool },
    UseAbilityOf,
    Play { anywhere: bool },
    Choose(Menu),
    Jump,
    End,
}

/// The most modes that a choice can have.
pub(crate) const MODES: usize = 4;

/// Where each mode of a choice begins. A mode that only moves an Order is chosen by saying which, and one
/// that only draws by `draw`; others by their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Menu {
    starts: [At; MODES],
    size: u8,
    pub(crate) mover: Option<u8>,
    pub(crate) drawer: Option<u8>,
}

impl Menu {
    pub(crate) fn start(&self, mode: u8) -> At {
        self.starts[mode as usize % MODES]
    }

    /// The modes that are chosen by number, from 0.
    pub(crate) fn numbered(self) -> impl Iterator<Item = u8> {
        (0..self.size).filter(move |mode| Some(*mode) != self.mover && Some(*mode) != self.drawer)
    }
}

/// All Abilities of a file as one program, and what its cards can do in a hand.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) instructions: Vec<Instruction>,
    /// Where the Ability of each Order begins.
    starts: [At; ORDERS],
    pub(crate) wild: Orders,
    /// The Orders that have a discount.
    pub(crate) scouts: Orders,
    pub(crate) discounts: [Option<u8>; 8],
    /// What draws a hasty player to them.
    pub(crate) lures: Lures,
}

/// The most instructions that a file's Abilities may come to.
pub(crate) const LONGEST: usize = 240;

impl Code {
    /// The program of these Orders, unless it is too long.
    pub(crate) fn compile(orders: &[OrderCard; ORDERS]) -> Option<Code> {
        let mut code = Code {
            instructions: Vec::new(),
            starts: [0; ORDERS],
            wild: Orders::NONE,
            scouts: Orders::NONE,
            discounts: [None; 8],
            lures: Lures::new(|_| Op::End),
        };
        for (order, card) in Order::all().zip(orders) {
            code.starts[order.index()] = code.here()?;
            code.steps(&card.ability)?;
            code.emit(Op::End, false)?;
            match card.in_hand.as_ref().map(|it| it.rule) {
                Some(Special::ExpandWildcard) => code.wild = code.wild | order.alone(),
                Some(Special::SurveyDiscount { cost }) => {
                    code.scouts = code.scouts | order.alone();
                    code.discounts[order.index()] = Some(cost);
                }
                None => {}
            }
        }
        code.lures = Lures::new(|order| code.at(code.start(order)).op);
        Some(code)
    }

    /// Where the Ability of an Order begins.
    #[inline]
    pub(crate) fn start(&self, order: Order) -> At {
        self.starts[order.index() % ORDERS]
    }

    #[inline]
    pub(crate) fn at(&self, at: At) -> Instruction {
        self.instructions[at as usize]
    }

    /// The Order whose Ability an instruction belongs to.
    pub(crate) fn owner(&self, at: At) -> Order {
        Order::all().rev().find(|order| self.starts[order.index()] <= at).unwrap_or(Order(0))
    }

    /// Whether an Ability can leave more than two Orders on a side, or any on an Arbiter's: by a move that the
    /// test for an Arbiter does not follow, or by a play inside of a play.
    pub(crate) fn crowds(&self) -> bool {
        let tested = Op::Move { whose: Who::You, away: false };
        self.instructions
            .iter()
            .any(|it| matches!(it.op, Op::Move { .. } | Op::Play { .. }) && it.op != tested)
    }

    fn here(&self) -> Option<At> {
        (self.instructions.len() < LONGEST).then_some(self.instructions.len() as At)
    }

    fn emit(&mut self, op: Op, may: bool) -> Option<usize> {
        let at = self.here()?;
        self.instructions.push(Instruction { op, may, skip: 0 });
        Some(at as usize)
    }

    fn steps(&mut self, steps: &[Step]) -> Option<()> {
        for step in steps {
            let op = match step.deed {
                Deed::GainCredit { who, n } => Op::GainCredit { who, n },
                Deed::Spend { who, n } => Op::Spend { who, n },
                Deed::Draw { who, n } => Op::Draw { who, n },
                Deed::GainOutpost { who, n } => Op::GainOutpost { who, n },
                Deed::Discard { matching } => Op::Discard { matching },
                Deed::DiscardOpposing => Op::DiscardOpposing,
                Deed::Move { whose, away } => Op::Move { whose, away },
                Deed::UseAbilityOf => Op::UseAbilityOf,
                Deed::Play { anywhere } => Op::Play { anywhere },
                Deed::Choose { .. } => Op::Choose(Menu::default()),
            };
            let at = self.emit(op, step.may)?;
            if let Deed::Choose { modes } = &step.deed {
                self.modes(at, modes)?;
            }
            self.steps(&step.then)?;
            self.instructions[at].skip = self.here()?;
        }
        Some(())
    }

    /// Each mode ends with a jump to what follows the choice.
    fn modes(&mut self, at: usize, modes: &[Vec<Step>]) -> Option<()> {
        let mut menu = Menu { size: modes.len() as u8, ..Menu::default() };
        let mut ends = Vec::new();
        for (mode, steps) in modes.iter().enumerate() {
            menu.starts[mode] = self.here()?;
            let only = match steps.as_slice() {
                [Step { deed, may: false, then }] if then.is_empty() => Some(deed),
                _ => None,
            };
            match only {
                Some(Deed::Move { .. }) => menu.mover = menu.mover.or(Some(mode as u8)),
                Some(Deed::Draw { who: Who::You, .. }) => menu.drawer = menu.drawer.or(Some(mode as u8)),
                _ => {}
            }
            self.steps(steps)?;
            ends.push(self.emit(Op::Jump, false)?);
        }
        let after = self.here()?;
        ends.into_iter().for_each(|end| self.instructions[end].skip = after);
        self.instructions[at].op = Op::Choose(menu);
        Some(())
    }
}
