//! A plain implementation of In the Shadow of Atlas with the house Orders, written directly from the rules. The
//! tests compare the real implementation with it.

use std::fmt;

/// The six Orders, in the order of lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum God {
    Mors,
    Ceres,
    Janus,
    Laverna,
    Vulcan,
    Mercury,
}

use God::{Ceres, Janus, Laverna, Mercury, Mors, Vulcan};

pub const GODS: [God; 6] = [Mors, Ceres, Janus, Laverna, Vulcan, Mercury];
pub const WORLDS: [&str; 5] = ["umeri-i", "dorsi-ii", "atlas", "bracchii-iii", "genua-iv"];

impl fmt::Display for God {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mors => "mors",
            Ceres => "ceres",
            Janus => "janus",
            Laverna => "laverna",
            Vulcan => "vulcan",
            Mercury => "mercury",
        })
    }
}

/// An action. A world is its index in the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Venture(usize, God),
    Survey,
    SurveyWithLaverna,
    Expand(God, God),
    Done,
    Place(usize),
    Remove(God),
    Copy(God),
    Melt(God),
    Move(usize, God),
    Draw,
    Discard(God),
    Decline,
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Venture(world, god) => write!(f, "venture {} {god}", WORLDS[*world]),
            Act::Survey => f.write_str("survey"),
            Act::SurveyWithLaverna => f.write_str("survey laverna"),
            Act::Expand(one, two) => write!(f, "expand {one} {two}"),
            Act::Done => f.write_str("done"),
            Act::Place(world) => write!(f, "place {}", WORLDS[*world]),
            Act::Remove(god) => write!(f, "remove {god}"),
            Act::Copy(god) => write!(f, "copy {god}"),
            Act::Melt(god) => write!(f, "melt {god}"),
            Act::Move(world, god) => write!(f, "move {} {god}", WORLDS[*world]),
            Act::Draw => f.write_str("draw"),
            Act::Discard(god) => write!(f, "discard {god}"),
            Act::Decline => f.write_str("decline"),
        }
    }
}

/// The question to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    ForAnAction,
    WhereToPlace(God),
    WhatToRemove(usize),
    WhatToCopy(usize),
    WhatToMelt(usize),
    WhatToMove(usize),
    WhatToDiscard(usize),
    Nothing,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct World {
    pub arbiter: Option<usize>,
    pub sides: [Vec<God>; 2],
}

impl World {
    fn has(&self, god: God) -> bool {
        self.sides.iter().any(|side| side.contains(&god))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    pub worlds: [World; 5],
    pub hands: [Vec<God>; 2],
    pub known: [Vec<God>; 2],
    pub credits: [usize; 2],
    pub outposts: [Vec<God>; 2],
    /// The top card is the last one.
    pub deck: Vec<God>,
    pub discard: Vec<God>,
    pub first: usize,
    pub turn: usize,
    pub acted: bool,
    pub idle: usize,
    pub asked: Asked,
}

/// Removes one card, if it is there.
fn take(cards: &mut Vec<God>, god: God) {
    if let Some(at) = cards.iter().position(|card| *card == god) {
        cards.remove(at);
    }
}

/// Shuffles from the last card down: each is swapped with itself or an earlier one.
fn shuffle(cards: &mut [God], below: &mut impl FnMut(u32) -> u32) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, below(last as u32 + 1) as usize);
    }
}

impl Plain {
    /// A table before the first turn. The top card of the deck is its last one.
    pub fn deal(first: usize, mut hands: [Vec<God>; 2], deck: Vec<God>) -> Plain {
        hands.iter_mut().for_each(|hand| hand.sort());
        Plain {
            worlds: Default::default(),
            hands,
            known: Default::default(),
            credits: [2, 2],
            outposts: Default::default(),
            deck,
            discard: Vec::new(),
            first,
            turn: 1,
            acted: false,
            idle: 0,
            asked: Asked::ForAnAction,
        }
    }

    /// A shuffled and dealt table. `below(n)` is a random number below `n`.
    pub fn random(below: &mut impl FnMut(u32) -> u32) -> Plain {
        let first = below(2) as usize;
        let mut deck: Vec<God> = Vec::new();
        for god in GODS {
            deck.extend(vec![god; if god == Janus { 5 } else { 6 }]);
        }
        shuffle(&mut deck, below);
        let hands = [deck.split_off(32), deck.split_off(29)];
        Plain::deal(first, hands, deck)
    }

    /// The seat whose turn it is.
    pub fn me(&self) -> usize {
        if self.turn % 2 == 1 { self.first } else { 1 - self.first }
    }

    pub fn over(&self) -> bool {
        self.asked == Asked::Nothing
    }

    fn may_play(&self, world: usize, god: God) -> bool {
        self.worlds[world].arbiter != Some(self.me()) && !self.worlds[world].has(god)
    }

    fn cost(&self, world: usize) -> usize {
        1 + self.worlds[world].sides[self.me()].len()
    }

    /// The Orders in hand, each once, in the order of lists.
    fn in_hand(&self) -> Vec<God> {
        GODS.into_iter().filter(|god| self.hands[self.me()].contains(god)).collect()
    }

    /// The legal actions, in the order of lists.
    pub fn legal(&self) -> Vec<Act> {
        let me = self.me();
        let mut acts = Vec::new();
        match self.asked {
            Asked::ForAnAction => self.actions(&mut acts),
            Asked::WhereToPlace(god) => {
                acts.extend((0..5).filter(|world| self.may_play(*world, god)).map(Act::Place));
            }
            Asked::WhatToRemove(world) => {
                let theirs = &self.worlds[world].sides[1 - me];
                acts.extend(GODS.into_iter().filter(|god| theirs.contains(god)).map(Act::Remove));
            }
            Asked::WhatToCopy(world) => {
                let there = GODS.into_iter().filter(|god| *god != Janus && self.worlds[world].has(*god));
                acts.extend(there.map(Act::Copy));
            }
            Asked::WhatToMelt(world) => {
                acts.extend(self.meltable(world).into_iter().map(Act::Melt));
                acts.push(Act::Decline);
            }
            Asked::WhatToMove(world) => {
                acts.extend(self.movable(world).into_iter().map(|(from, god)| Act::Move(from, god)));
                acts.push(Act::Draw);
            }
            Asked::WhatToDiscard(_) => acts.extend(self.in_hand().into_iter().map(Act::Discard)),
            Asked::Nothing => {}
        }
        acts
    }

    fn actions(&self, acts: &mut Vec<Act>) {
        let (me, hand) = (self.me(), self.in_hand());
        for world in (0..5).filter(|world| self.cost(*world) <= self.credits[me]) {
            let fits = hand.iter().filter(|god| self.may_play(world, **god));
            acts.extend(fits.map(|god| Act::Venture(world, *god)));
        }
        if self.credits[me] >= 3 && self.deck.len() + self.discard.len() > 0 {
            acts.push(Act::Survey);
        }
        if self.credits[me] >= 1 && hand.contains(&Laverna) {
            acts.push(Act::SurveyWithLaverna);
        }
        for one in &hand {
            if self.hands[me].iter().filter(|god| *god == one).count() > 1 {
                acts.push(Act::Expand(*one, *one));
            }
            for two in hand.iter().filter(|two| *two > one && (*one == Janus || **two == Janus)) {
                acts.push(Act::Expand(*one, *two));
            }
        }
        acts.push(Act::Done);
    }

    fn meltable(&self, world: usize) -> Vec<God> {
        self.in_hand().into_iter().filter(|god| self.worlds[world].has(*god)).collect()
    }

    fn movable(&self, world: usize) -> Vec<(usize, God)> {
        let mut movable = Vec::new();
        for from in (0..5).filter(|from| *from != world) {
            let mine = &self.worlds[from].sides[self.me()];
            let free = GODS.into_iter().filter(|god| mine.contains(god) && !self.worlds[world].has(*god));
            movable.extend(free.map(|god| (from, god)));
        }
        movable
    }

    /// Plays an action, which must be legal.
    pub fn play(&mut self, act: Act, below: &mut impl FnMut(u32) -> u32) {
        let (me, asked) = (self.me(), self.asked);
        self.asked = Asked::ForAnAction;
        match (act, asked) {
            (Act::Done, _) => return self.end_of_turn(below),
            (Act::Discard(god), Asked::WhatToDiscard(left)) => return self.discard_down(god, left, below),
            (Act::Venture(world, god), _) => {
                self.credits[me] -= self.cost(world);
                self.leave_hand(god);
                self.put(world, god, below);
            }
            (Act::Survey | Act::SurveyWithLaverna, _) => self.survey(act, below),
            (Act::Expand(one, two), _) => {
                self.leave_hand(one);
                self.leave_hand(two);
                self.discard.extend([one, two]);
                self.refill(below);
                self.gain_outpost(below);
                self.gain(me, 1);
            }
            (Act::Place(world), Asked::WhereToPlace(god)) => self.put(world, god, below),
            (Act::Remove(god), Asked::WhatToRemove(world)) => self.remove(world, god, below),
            (Act::Copy(god), Asked::WhatToCopy(world)) => self.ability(world, god, below),
            (Act::Melt(god), Asked::WhatToMelt(world)) => {
                self.leave_hand(god);
                self.discard.push(god);
                self.refill(below);
                self.gain_outpost(below);
                self.test(world, below);
            }
            (Act::Decline, Asked::WhatToMelt(world)) => self.test(world, below),
            (Act::Move(from, god), Asked::WhatToMove(world)) => {
                take(&mut self.worlds[from].sides[me], god);
                self.worlds[world].sides[me].push(god);
                self.test(world, below);
            }
            (Act::Draw, Asked::WhatToMove(world)) => {
                self.draw(below);
                self.test(world, below);
            }
            other => panic!("{other:?} is not legal"),
        }
        self.acted = true;
    }

    fn leave_hand(&mut self, god: God) {
        let me = self.me();
        take(&mut self.hands[me], god);
        take(&mut self.known[me], god);
    }

    fn reach_hand(&mut self, god: God) {
        let me = self.me();
        self.hands[me].push(god);
        self.hands[me].sort();
    }

    fn gain(&mut self, seat: usize, credits: usize) {
        self.credits[seat] = (self.credits[seat] + credits).min(5);
    }

    fn refill(&mut self, below: &mut impl FnMut(u32) -> u32) {
        if self.deck.is_empty() {
            self.deck.append(&mut self.discard);
            shuffle(&mut self.deck, below);
        }
    }

    fn draw(&mut self, below: &mut impl FnMut(u32) -> u32) {
        if let Some(god) = self.deck.pop() {
            self.reach_hand(god);
            self.refill(below);
        }
    }

    fn gain_outpost(&mut self, below: &mut impl FnMut(u32) -> u32) {
        if let Some(god) = self.deck.pop() {
            self.outposts[self.me()].push(god);
            self.refill(below);
        }
    }

    fn survey(&mut self, act: Act, below: &mut impl FnMut(u32) -> u32) {
        let me = self.me();
        if act == Act::SurveyWithLaverna {
            self.leave_hand(Laverna);
            self.discard.push(Laverna);
            self.refill(below);
            self.credits[me] -= 1;
        } else {
            self.credits[me] -= 3;
        }
        let god = self.deck.pop().expect("there is a card");
        self.refill(below);
        let open: Vec<usize> = (0..5).filter(|world| self.may_play(*world, god)).collect();
        match open.as_slice() {
            [] => {
                self.reach_hand(god);
                self.known[me].push(god);
                self.known[me].sort();
            }
            [world] => self.put(*world, god, below),
            _ => self.asked = Asked::WhereToPlace(god),
        }
    }

    fn put(&mut self, world: usize, god: God, below: &mut impl FnMut(u32) -> u32) {
        self.worlds[world].sides[self.me()].push(god);
        self.ability(world, god, below);
    }

    /// Every house Ability ends with its only choice, so the test follows at once.
    fn ability(&mut self, world: usize, god: God, below: &mut impl FnMut(u32) -> u32) {
        let (me, they) = (self.me(), 1 - self.me());
        match god {
            Mors => match *self.worlds[world].sides[they].as_slice() {
                [] => {}
                [only] => return self.remove(world, only, below),
                _ => return self.asked = Asked::WhatToRemove(world),
            },
            Ceres => self.gain(me, 2),
            Janus => {
                let others: Vec<God> =
                    GODS.into_iter().filter(|god| *god != Janus && self.worlds[world].has(*god)).collect();
                match *others.as_slice() {
                    [] => {}
                    [only] => return self.ability(world, only, below),
                    _ => return self.asked = Asked::WhatToCopy(world),
                }
            }
            Laverna if self.credits[they] > 0 => {
                self.credits[they] -= 1;
                self.gain(me, 1);
            }
            Vulcan if !self.meltable(world).is_empty() => return self.asked = Asked::WhatToMelt(world),
            Laverna | Vulcan => {}
            Mercury if !self.movable(world).is_empty() => return self.asked = Asked::WhatToMove(world),
            Mercury => self.draw(below),
        }
        self.test(world, below);
    }

    fn remove(&mut self, world: usize, god: God, below: &mut impl FnMut(u32) -> u32) {
        let they = 1 - self.me();
        take(&mut self.worlds[world].sides[they], god);
        self.discard.push(god);
        self.refill(below);
        self.test(world, below);
    }

    fn test(&mut self, world: usize, below: &mut impl FnMut(u32) -> u32) {
        let me = self.me();
        if self.worlds[world].sides[me].len() >= 3 {
            self.worlds[world].arbiter = Some(me);
            let mine = std::mem::take(&mut self.worlds[world].sides[me]);
            self.discard.extend(mine);
            self.refill(below);
            self.draw(below);
            self.gain_outpost(below);
        }
    }

    pub fn planets(&self, seat: usize) -> usize {
        self.worlds.iter().filter(|world| world.arbiter == Some(seat)).count()
    }

    pub fn points(&self, seat: usize) -> usize {
        3 * self.planets(seat) + self.outposts[seat].len()
    }

    fn has_won(&self, seat: usize) -> bool {
        self.planets(seat) >= 4 || self.outposts[seat].len() >= 10
    }

    fn end_of_turn(&mut self, below: &mut impl FnMut(u32) -> u32) {
        let me = self.me();
        self.idle = if self.acted { 0 } else { self.idle + 1 };
        let developed = self.planets(0) + self.planets(1) == 5;
        let last_round = developed || self.outposts[0].len() + self.outposts[1].len() >= 15;
        if self.has_won(me) || me != self.first && last_round || self.idle == 4 || self.turn == 60 {
            self.asked = Asked::Nothing;
            return;
        }
        self.gain(me, 2);
        for _ in 0..3 {
            self.draw(below);
        }
        self.ask_to_discard(self.hands[me].len().saturating_sub(5), below);
    }

    fn ask_to_discard(&mut self, left: usize, below: &mut impl FnMut(u32) -> u32) {
        match (left, self.in_hand().as_slice()) {
            (0, _) => {
                self.refill(below);
                self.next_turn();
            }
            (_, [only]) => self.discard_down(*only, left, below),
            _ => self.asked = Asked::WhatToDiscard(left),
        }
    }

    fn discard_down(&mut self, god: God, left: usize, below: &mut impl FnMut(u32) -> u32) {
        self.leave_hand(god);
        self.discard.push(god);
        self.ask_to_discard(left - 1, below);
    }

    fn next_turn(&mut self) {
        self.turn += 1;
        self.acted = false;
        let me = self.me();
        if self.outposts[me].len() >= 3 {
            self.gain(me, 1);
        }
        if self.outposts[me].len() >= 5 {
            self.gain(me, 1);
        }
    }

    /// How a finished game ended, and who won.
    pub fn result(&self) -> (&'static str, Vec<usize>) {
        let me = self.me();
        let merit = |seat| (self.points(seat), self.planets(seat));
        if self.has_won(me) {
            return (if self.planets(me) >= 4 { "planets" } else { "outposts" }, vec![me]);
        }
        match merit(0).cmp(&merit(1)) {
            std::cmp::Ordering::Greater => ("points", vec![0]),
            std::cmp::Ordering::Less => ("points", vec![1]),
            std::cmp::Ordering::Equal => ("draw", vec![0, 1]),
        }
    }
}
