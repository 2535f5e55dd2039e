//! Abilities: the steps that a file lists, and the program that the rules run.
//!
//! A program is a flat list of instructions. Each knows the address to continue at if it did not happen. So the state
//! of resolution is a short stack of addresses (SA-R12), and a choice can wait at any of them.

use super::{OrderCard, Special};
use crate::cards::{ORDERS, Order, Orders};
use crate::insight::AbilityWeights;

/// One step of an Ability in a file. SA-31: steps are followed in order, as far as possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The effect.
    pub effect: Effect,
    /// SA-R20: whether the player may decline.
    pub may: bool,
    /// The steps that follow only if this one happened.
    pub then: Vec<Step>,
}

/// The effect of a step. "You" is the player who uses the Ability, and "here" is the planet where it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// SA-14: a player gains Credits.
    GainCredit {
        /// The player.
        who: Who,
        /// The number of Credits.
        n: u8,
    },
    /// SA-13: a player spends Credits, all of them or none.
    Spend {
        /// The player.
        who: Who,
        /// The number of Credits.
        n: u8,
    },
    /// SA-15: a player draws cards.
    Draw {
        /// The player.
        who: Who,
        /// The number of cards.
        n: u8,
    },
    /// SA-17: a player gains Outposts.
    GainOutpost {
        /// The player.
        who: Who,
        /// The number of Outposts.
        n: u8,
    },
    /// SA-15: you discard a card from your hand.
    Discard {
        /// Whether the card must match an Order here, on either side.
        matching: bool,
    },
    /// An opposing Order here goes to the discard pile.
    DiscardOpposing,
    /// SA-R29: an Order moves to another planet and stays on the same player's side.
    Move {
        /// The owner of the Order.
        whose: Who,
        /// Whether it moves away from here rather than to here.
        away: bool,
    },
    /// You use the Ability of another Order here as if this card had it.
    UseAbilityOf,
    /// SA-30: you play an Order from your hand, at no cost.
    Play {
        /// Whether it may be played to any planet rather than only here.
        anywhere: bool,
    },
    /// You choose one of several modes.
    Choose {
        /// The steps of each mode.
        modes: Vec<Vec<Step>>,
    },
}

/// The player whom a step concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Who {
    You,
    Opponent,
}

/// The address of an instruction in the program.
pub(crate) type At = u8;

/// An instruction. If it happens, the next one follows; otherwise the one at `skip`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) op: Op,
    pub(crate) may: bool,
    pub(crate) skip: At,
}

/// What an instruction does: an [`Effect`], or a jump.
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

/// The maximum number of modes of a choice.
pub(crate) const MAX_MODES: usize = 4;

/// The address of each mode of a choice.
///
/// A mode that only moves an Order is chosen by naming the Order, and one that only draws by `draw`. The others are
/// chosen by their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Menu {
    starts: [At; MAX_MODES],
    size: u8,
    pub(crate) mover: Option<u8>,
    pub(crate) drawer: Option<u8>,
}

impl Menu {
    pub(crate) fn start(&self, mode: u8) -> At {
        self.starts[mode as usize % MAX_MODES]
    }

    /// The modes that are chosen by number, counted from 0.
    pub(crate) fn numbered(self) -> impl Iterator<Item = u8> {
        (0..self.size).filter(move |mode| Some(*mode) != self.mover && Some(*mode) != self.drawer)
    }
}

/// All Abilities of a file as one program, and the special Abilities of its Orders.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) instructions: Vec<Instruction>,
    /// The address of each Order's Ability.
    starts: [At; ORDERS],
    /// SA-90: the Orders that stand for any Order in an Expand.
    pub(crate) wild: Orders,
    /// SA-91: the Orders that make a Survey cheaper.
    pub(crate) scouts: Orders,
    /// SA-91: the cost of a Survey with each of them discarded.
    pub(crate) discounts: [Option<u8>; 8],
    pub(crate) weights: AbilityWeights,
}

/// The maximum number of instructions of a program.
pub(crate) const MAX_INSTRUCTIONS: usize = 240;

impl Program {
    /// The program of these Orders, unless it is too long.
    pub(crate) fn compile(orders: &[OrderCard; ORDERS]) -> Option<Program> {
        let mut program = Program {
            instructions: Vec::new(),
            starts: [0; ORDERS],
            wild: Orders::NONE,
            scouts: Orders::NONE,
            discounts: [None; 8],
            weights: AbilityWeights::new(|_| Op::End),
        };
        for (order, card) in Order::all().zip(orders) {
            program.starts[order.index()] = program.here()?;
            program.steps(&card.ability)?;
            program.emit(Op::End, false)?;
            match card.in_hand.as_ref().map(|it| it.rule) {
                Some(Special::ExpandWildcard) => program.wild = program.wild | order.alone(),
                Some(Special::SurveyDiscount { cost }) => {
                    program.scouts = program.scouts | order.alone();
                    program.discounts[order.index()] = Some(cost);
                }
                None => {}
            }
        }
        program.weights = AbilityWeights::new(|order| program.at(program.start(order)).op);
        Some(program)
    }

    /// The address of an Order's Ability.
    #[inline]
    pub(crate) fn start(&self, order: Order) -> At {
        self.starts[order.index() % ORDERS]
    }

    #[inline]
    pub(crate) fn at(&self, at: At) -> Instruction {
        self.instructions[at as usize]
    }

    /// The Order to whose Ability an instruction belongs.
    pub(crate) fn owner(&self, at: At) -> Order {
        Order::all().rev().find(|order| self.starts[order.index()] <= at).unwrap_or(Order(0))
    }

    /// Whether an Ability can leave more than two Orders on a side, or any on an Arbiter's side: by a move that no test
    /// for an Arbiter follows, or by a play within a play.
    pub(crate) fn crowds(&self) -> bool {
        let tested = Op::Move { whose: Who::You, away: false };
        self.instructions
            .iter()
            .any(|it| matches!(it.op, Op::Move { .. } | Op::Play { .. }) && it.op != tested)
    }

    fn here(&self) -> Option<At> {
        (self.instructions.len() < MAX_INSTRUCTIONS).then_some(self.instructions.len() as At)
    }

    fn emit(&mut self, op: Op, may: bool) -> Option<usize> {
        let at = self.here()?;
        self.instructions.push(Instruction { op, may, skip: 0 });
        Some(at as usize)
    }

    fn steps(&mut self, steps: &[Step]) -> Option<()> {
        for step in steps {
            let op = match step.effect {
                Effect::GainCredit { who, n } => Op::GainCredit { who, n },
                Effect::Spend { who, n } => Op::Spend { who, n },
                Effect::Draw { who, n } => Op::Draw { who, n },
                Effect::GainOutpost { who, n } => Op::GainOutpost { who, n },
                Effect::Discard { matching } => Op::Discard { matching },
                Effect::DiscardOpposing => Op::DiscardOpposing,
                Effect::Move { whose, away } => Op::Move { whose, away },
                Effect::UseAbilityOf => Op::UseAbilityOf,
                Effect::Play { anywhere } => Op::Play { anywhere },
                Effect::Choose { .. } => Op::Choose(Menu::default()),
            };
            let at = self.emit(op, step.may)?;
            if let Effect::Choose { modes } = &step.effect {
                self.modes(at, modes)?;
            }
            self.steps(&step.then)?;
            self.instructions[at].skip = self.here()?;
        }
        Some(())
    }

    /// Compiles the modes of a choice. Each ends with a jump to the instruction after the choice.
    fn modes(&mut self, at: usize, modes: &[Vec<Step>]) -> Option<()> {
        let mut menu = Menu { size: modes.len() as u8, ..Menu::default() };
        let mut ends = Vec::new();
        for (mode, steps) in modes.iter().enumerate() {
            menu.starts[mode] = self.here()?;
            let only = match steps.as_slice() {
                [Step { effect, may: false, then }] if then.is_empty() => Some(effect),
                _ => None,
            };
            match only {
                Some(Effect::Move { .. }) => menu.mover = menu.mover.or(Some(mode as u8)),
                Some(Effect::Draw { who: Who::You, .. }) => menu.drawer = menu.drawer.or(Some(mode as u8)),
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
