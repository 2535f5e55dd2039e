//! Attacks, stage by stage (SR-74 to SR-97).

use atlas_core::{Seat, Turn};

use crate::damage::{DamageSource, Hit};
use crate::event::Event;
use crate::pack::language::{Keywords, Permissions, Prohibitions, Triggers};
use crate::state::{Decision, SecureTheRift};
use crate::things::{Attack, Block, Fight, Number, Piece, Stage, Thing};

impl SecureTheRift {
    /// SR-76, SR-84: whether a card can be declared as an attacker.
    pub(crate) fn may_attack(&self, piece: &Piece) -> bool {
        self.is_soul(piece.card)
            && piece.controller == self.active
            && !piece.vulnerable
            && !piece.current.cannot.has(Prohibitions::ATTACK)
            && !self.must_wait(piece)
            && !self.is_declared(piece.number)
    }

    fn is_declared(&self, number: Number) -> bool {
        self.attack.as_ref().is_some_and(|attack| attack.fights.iter().any(|fight| fight.attacker == number))
    }

    /// SR-75, SR-85: calls `each` with everything that a Soul can attack.
    pub(crate) fn each_attack_target(&self, attacker: &Piece, each: &mut dyn FnMut(Thing)) {
        self.opponents(attacker.controller).for_each(|seat| each(Thing::base(seat)));
        let airborne = attacker.current.keywords.has(Keywords::AIRBORNE);
        let souls = self.front.iter().filter(|piece| {
            self.is_soul(piece.card)
                && piece.controller != attacker.controller
                && piece.vulnerable
                && !piece.current.cannot.has(Prohibitions::BE_ATTACKED)
                && (airborne || !piece.current.keywords.has(Keywords::AIRBORNE))
        });
        souls.for_each(|piece| each(Thing::card(piece.number)));
    }

    /// SR-75: adds an attacker to the declaration.
    pub(crate) fn add_attacker(&mut self, attacker: Number, target: Thing, _: &mut Turn<'_, Event>) {
        let defender = target.seat().or_else(|| self.piece_of(target).map(|piece| piece.controller));
        let defender = defender.expect("the action was judged legal");
        let attack = self.attack.get_or_insert_with(|| Attack {
            stage: Stage::Declare,
            fights: Vec::new(),
            blocks: Vec::new(),
        });
        attack.fights.push(Fight { attacker, target, defender, blocked: false });
        self.decision = Decision::Attackers;
    }

    /// SR-77, SR-79: completes the declaration of attackers, or of the blockers of a player.
    pub(crate) fn declare(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        match self.decision {
            Decision::Attackers => self.declare_attack(turn),
            _ => self.next_defender(seat, turn),
        }
    }

    fn declare_attack(&mut self, turn: &mut Turn<'_, Event>) {
        let attack = self.attack.as_mut().expect("attackers were chosen");
        attack.stage = Stage::React;
        let fights = attack.fights.clone();
        for fight in &fights {
            turn.tell("SR-75", || Event::Attacks { attacker: fight.attacker, target: fight.target });
            self.make_vulnerable(fight.attacker, turn);
        }
        for fight in &fights {
            let thing = Thing::card(fight.attacker);
            self.trigger(Triggers::ATTACKS, thing, thing, 0, turn);
        }
        self.open_step(turn);
    }

    /// SR-79, SR-85: whether a card can be declared as a blocker of an attacker.
    pub(crate) fn may_block(&self, blocker: &Piece, fight: &Fight) -> bool {
        if blocker.vulnerable || blocker.controller != fight.defender || !self.is_soul(blocker.card) {
            return false;
        }
        let Some(attacker) = self.piece(fight.attacker) else { return false };
        let flies = attacker.current.keywords.has(Keywords::AIRBORNE);
        !blocker.current.cannot.has(Prohibitions::BLOCK)
            && !attacker.current.cannot.has(Prohibitions::BE_BLOCKED)
            && (!flies
                || blocker.current.keywords.has(Keywords::AIRBORNE)
                || blocker.current.may.has(Permissions::BLOCK_AIRBORNE))
            && !self.blocks().any(|block| block.blocker == blocker.number)
    }

    pub(crate) fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.attack.iter().flat_map(|attack| &attack.blocks)
    }

    pub(crate) fn fights(&self) -> impl Iterator<Item = &Fight> {
        self.attack.iter().flat_map(|attack| &attack.fights)
    }

    /// Calls `each` with every block that a player can declare now: the blocker and the attacker.
    pub(crate) fn each_block(&self, seat: Seat, each: &mut dyn FnMut(Number, Number)) {
        for blocker in self.front.iter().filter(|piece| piece.controller == seat) {
            for fight in self.fights().filter(|fight| self.may_block(blocker, fight)) {
                each(blocker.number, fight.attacker);
            }
        }
    }

    pub(crate) fn can_block(&self, seat: Seat) -> bool {
        let mut can = false;
        self.each_block(seat, &mut |_, _| can = true);
        can
    }

    /// SR-79: asks each attacked player for blockers, in turn order (SR-R49).
    pub(crate) fn begin_blocks(&mut self, turn: &mut Turn<'_, Event>) {
        if let Some(attack) = &mut self.attack {
            attack.stage = Stage::Blocks;
        }
        self.next_defender(self.active, turn);
    }

    pub(crate) fn next_defender(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        let place = |it: Seat| self.place_after(self.active, it);
        // A player without a possible blocker is skipped. This reveals nothing: everyone sees the Souls.
        let mut order = self.in_turn_order().filter(|it| place(*it) > place(seat));
        match order.find(|seat| self.can_block(*seat)) {
            Some(seat) => self.decision = Decision::Blocks { seat },
            None => self.declare_blocks(turn),
        }
    }

    pub(crate) fn add_blocker(&mut self, blocker: Number, attacker: Number, turn: &mut Turn<'_, Event>) {
        let Decision::Blocks { seat } = self.decision else { unreachable!("the action was judged legal") };
        if let Some(attack) = &mut self.attack {
            attack.blocks.push(Block { blocker, attacker, placed: false, given: 0 });
        }
        if !self.can_block(seat) {
            self.next_defender(seat, turn);
        }
    }

    /// SR-80: fixes all blocks.
    fn declare_blocks(&mut self, turn: &mut Turn<'_, Event>) {
        let Some(attack) = &mut self.attack else { return self.open_step(turn) };
        for fight in &mut attack.fights {
            fight.blocked = attack.blocks.iter().any(|block| block.attacker == fight.attacker);
        }
        let blocks = attack.blocks.clone();
        for block in &blocks {
            turn.tell("SR-79", || Event::Blocks { blocker: block.blocker, attacker: block.attacker });
        }
        for block in &blocks {
            let (blocker, attacker) = (Thing::card(block.blocker), Thing::card(block.attacker));
            self.trigger(Triggers::BLOCKS, blocker, attacker, 0, turn);
            self.trigger(Triggers::BLOCKED, attacker, blocker, 0, turn);
        }
        self.order_blocks(turn);
    }

    /// SR-81: asks for the order of the blockers of the next attacker that has several.
    pub(crate) fn order_blocks(&mut self, turn: &mut Turn<'_, Event>) {
        let open = |attacker: Number| {
            self.blocks().filter(|block| block.attacker == attacker && !block.placed).count()
        };
        let several = self.fights().map(|fight| fight.attacker).find(|attacker| open(*attacker) > 1);
        if let Some(attacker) = several {
            self.decision = Decision::Order { attacker };
            return;
        }
        if let Some(attack) = &mut self.attack {
            attack.blocks.iter_mut().for_each(|block| block.placed = true);
            attack.stage = Stage::ReactToBlocks;
        }
        self.open_step(turn);
    }

    /// SR-81: puts a blocker next in the order of damage.
    pub(crate) fn order_blocker(&mut self, blocker: Number, turn: &mut Turn<'_, Event>) {
        if let Some(attack) = &mut self.attack {
            let at = attack.blocks.iter().position(|block| block.blocker == blocker);
            let mut block = attack.blocks.remove(at.expect("the action was judged legal"));
            let after = attack.blocks.iter().rposition(|it| it.attacker == block.attacker && it.placed);
            let before = attack.blocks.iter().position(|it| it.attacker == block.attacker);
            block.placed = true;
            attack.blocks.insert(after.map_or(before.unwrap_or(0), |at| at + 1), block);
        }
        self.order_blocks(turn);
    }

    /// SR-83: begins stage A5, the damage.
    pub(crate) fn begin_damage(&mut self, turn: &mut Turn<'_, Event>) {
        if let Some(attack) = &mut self.attack {
            attack.stage = Stage::Damage;
            attack.blocks.iter_mut().for_each(|block| block.given = -1);
        }
        self.divide(turn);
    }

    /// SR-94, SR-R19: the damage that this blocker must get before the next one can get any.
    pub(crate) fn enough(attacker: &Piece, blocker: &Piece) -> i16 {
        if attacker.current.keywords.has(Keywords::TOXIC) {
            1
        } else {
            (blocker.current.defence - blocker.damage).max(1)
        }
    }

    /// The damage that an attacker has not assigned yet, and whether this is its last blocker.
    pub(crate) fn left_to_give(&self, block: &Block) -> (i16, bool) {
        let attack = self.piece(block.attacker).map_or(0, |piece| piece.current.attack.max(0));
        let given: i16 =
            self.blocks().filter(|it| it.attacker == block.attacker).map(|it| it.given.max(0)).sum();
        let open = self.blocks().filter(|it| it.attacker == block.attacker && it.given < 0).count();
        (attack - given, open <= 1)
    }

    /// SR-94: assigns the damage of attackers to their blockers, and asks where there is a choice.
    pub(crate) fn divide(&mut self, turn: &mut Turn<'_, Event>) {
        while let Some(block) = { self.blocks().find(|block| block.given < 0).copied() } {
            let (left, last) = self.left_to_give(&block);
            let pieces = self.piece(block.attacker).zip(self.piece(block.blocker));
            let enough = pieces.map_or(0, |(attacker, blocker)| Self::enough(attacker, blocker));
            if !last && left > enough {
                self.decision = Decision::Divide { blocker: block.blocker };
                return;
            }
            self.give(block.blocker, left);
        }
        self.battle(turn);
    }

    fn give(&mut self, blocker: Number, damage: i16) {
        if let Some(attack) = &mut self.attack {
            attack.blocks.iter_mut().filter(|it| it.blocker == blocker).for_each(|it| it.given = damage);
        }
    }

    pub(crate) fn assign(&mut self, n: u8, turn: &mut Turn<'_, Event>) {
        let Decision::Divide { blocker } = self.decision else { unreachable!("the action was judged legal") };
        self.give(blocker, n.into());
        self.divide(turn);
    }

    /// SR-83, SR-90 to SR-97: all attackers and blockers deal damage at the same time.
    fn battle(&mut self, turn: &mut Turn<'_, Event>) {
        let mut hits = Vec::new();
        let source = |piece: &Piece| DamageSource {
            number: piece.number,
            card: piece.card,
            controller: piece.controller,
            keywords: piece.current.keywords,
        };
        let hit = |by: &Piece, to: Thing, amount: i16| Hit {
            source: source(by),
            to,
            amount,
            battle: true,
            redirected: false,
            applied: Vec::new(),
        };
        for fight in self.fights() {
            let Some(attacker) = self.piece(fight.attacker) else { continue };
            let damage = attacker.current.attack.max(0);
            let mut blocked = false;
            for block in self.blocks().filter(|block| block.attacker == fight.attacker) {
                let Some(blocker) = self.piece(block.blocker) else { continue };
                blocked = true;
                hits.push(hit(attacker, Thing::card(block.blocker), block.given));
                hits.push(hit(blocker, Thing::card(fight.attacker), blocker.current.attack.max(0)));
            }
            // SR-97, SR-R20: a blocked attacker without blockers deals damage only if it has OVERKILL.
            let free = !fight.blocked || !blocked && attacker.current.keywords.has(Keywords::OVERKILL);
            if !free || blocked {
                continue;
            }
            match self.piece_of(fight.target) {
                Some(target) if target.controller == fight.defender => {
                    hits.push(hit(attacker, fight.target, damage));
                    // SR-R14: the house rule.
                    if self.house_rules.vulnerable_strikes_back && target.vulnerable && !fight.blocked {
                        hits.push(hit(target, Thing::card(fight.attacker), target.current.attack.max(0)));
                    }
                }
                None if fight.target.seat().is_some_and(|seat| !self.player(seat).lost) => {
                    hits.push(hit(attacker, fight.target, damage));
                }
                // SR-R17: a target that has left takes no damage.
                _ => {}
            }
        }
        if let Some(attack) = &mut self.attack {
            attack.stage = Stage::After;
        }
        if self.deal(hits, turn) {
            self.open_step(turn);
        }
    }

    /// SR-89: removes a Soul from the attack.
    pub(crate) fn remove_from_attack(&mut self, number: Number) {
        if let Some(attack) = &mut self.attack {
            attack.fights.retain(|fight| fight.attacker != number);
            attack.blocks.retain(|block| block.blocker != number && block.attacker != number);
        }
    }
}
