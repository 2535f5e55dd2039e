//! Hollow Choir.

use crate::table::play;

/// HOL-01: each opponent loses 2 life, which a Ward Lattice does not prevent (SR-103).
#[test]
fn grave_novice() {
    play(
        "0 front grave-novice
         0 hand spark-volley
         0 energy 1
         1 front ward-lattice
         > play spark-volley grave-novice
         > settle
         = life 40 38
         = 0 scrap grave-novice spark-volley",
    );
    play(
        "1 front grave-novice
         0 hand shunt
         0 energy 2
         > play shunt grave-novice
         > settle
         = life 40 40",
    );
}

/// HOL-02: TOXIC: every Soul that it damages in battle is destroyed.
#[test]
fn marrow_rat() {
    play(
        "0 front antler-titan
         1 front marrow-rat
         > attack antler-titan base.1
         > declare
         > blocks
         > block marrow-rat antler-titan
         > battle
         = 0 scrap antler-titan
         = 1 scrap marrow-rat
         = life 40 37",
    );
    // SAFEGUARD stops the damage, so TOXIC has no effect (SR-R23).
    play(
        "0 front bulwark-walker
         1 front marrow-rat
         > attack bulwark-walker base.1
         > declare
         > blocks
         > block marrow-rat bulwark-walker
         > battle
         = 0 front bulwark-walker
         = has bulwark-walker",
    );
}

/// HOL-03.
#[test]
fn candle_bearer() {
    play(
        "1 front candle-bearer
         0 hand spark-volley
         0 energy 1
         > play spark-volley candle-bearer
         > settle
         = 1 hand rift-stray
         = 1 scrap candle-bearer",
    );
}

/// HOL-04: triggers for other Souls of its controller, but not for itself or for Souls of others. Souls that die with
/// it count (SR-R48).
#[test]
fn mourning_usher() {
    play(
        "0 front mourning-usher hired-blade
         0 hand spark-volley spark-volley
         0 energy 2
         0 life 20
         1 front rift-stray
         > play spark-volley hired-blade
         > settle
         = life 21 39
         > play spark-volley rift-stray
         > settle
         = life 21 39",
    );
    play(
        "0 front mourning-usher hired-blade rift-stray
         0 hand rift-tremor
         0 energy 5
         0 life 20
         > play rift-tremor
         > settle
         = 0 front
         = life 22 38",
    );
}

/// HOL-05: puts three cards from the top of the deck into the Scrap pile. They have not died (SR-102).
#[test]
fn bone_ledger() {
    play(
        "0 hand bone-ledger
         0 energy 3
         0 deck candle-bearer hired-blade spark-volley emergency-rations
         > play bone-ledger
         > settle
         = 0 scrap candle-bearer hired-blade spark-volley
         = 0 top emergency-rations
         = 0 hand
         = stats bone-ledger 3/3",
    );
}

/// HOL-06: TOXIC, and opponents lose life when it attacks.
#[test]
fn plague_cantor() {
    play(
        "0 front plague-cantor
         1 front convoy-guard
         > attack plague-cantor base.1
         > declare
         > settle
         = life 40 39
         > blocks
         > block convoy-guard plague-cantor
         > battle
         = 0 scrap plague-cantor
         = 1 scrap convoy-guard
         = life 40 39",
    );
}

/// HOL-07: another Soul of its controller is scrapped, if there is one.
#[test]
fn catacomb_knight() {
    play(
        "0 hand catacomb-knight
         0 front hired-blade rift-stray
         0 energy 4
         1 front border-mastiff
         > play catacomb-knight
         > settle
         ! choose catacomb-knight : SR-101
         ! choose border-mastiff : SR-101
         > choose rift-stray
         = 0 front catacomb-knight hired-blade
         = 0 scrap rift-stray",
    );
    play(
        "0 hand catacomb-knight
         0 energy 4
         1 front border-mastiff
         > play catacomb-knight
         > settle
         = 0 front catacomb-knight
         = 1 front border-mastiff
         = stats catacomb-knight 5/5",
    );
}

/// HOL-08: puts a Soul card of cost 4 or less from its player's Scrap pile into play. Without one it enters alone
/// (SR-R39).
#[test]
fn vess_choirmaster() {
    play(
        "0 hand vess-choirmaster
         0 energy 6
         0 scrap line-welder antler-titan spark-volley hired-blade
         1 scrap border-mastiff
         > play vess-choirmaster
         > settle
         ! target antler-titan : SR-68
         ! target spark-volley : SR-68
         ! target border-mastiff : SR-68
         > target line-welder
         > settle
         = 0 front drone line-welder vess-choirmaster
         = 0 scrap antler-titan hired-blade spark-volley",
    );
    play(
        "0 hand vess-choirmaster
         0 energy 6
         0 scrap antler-titan
         > play vess-choirmaster
         > settle
         = 0 front vess-choirmaster
         = stats vess-choirmaster 4/5",
    );
}

/// HOL-09: its attack and defence are 1 plus the number of Soul cards in its controller's Scrap pile, and change with
/// the pile.
#[test]
fn unquiet_mass() {
    play(
        "0 front unquiet-mass hired-blade
         0 hand spark-volley
         0 energy 1
         0 scrap rift-stray emergency-rations line-recruit
         1 scrap border-mastiff
         = stats unquiet-mass 3/3
         > play spark-volley hired-blade
         > settle
         = stats unquiet-mass 4/4",
    );
    play(
        "0 front unquiet-mass/damage2 ossuary
         0 scrap rift-stray line-recruit
         = stats unquiet-mass 3/3
         > use ossuary 1
         > pay rift-stray
         = 0 scrap line-recruit unquiet-mass",
    );
}

/// HOL-10: voids any card of its controller's Scrap pile.
#[test]
fn ossuary() {
    play(
        "0 front ossuary
         0 life 20
         0 scrap rift-stray spark-volley
         1 scrap border-mastiff
         > use ossuary 1
         ! pay border-mastiff : SR-47
         > pay spark-volley
         = 0 void spark-volley
         > settle
         = life 22 40
         ! use ossuary 1 : SR-49",
    );
    play("0 front ossuary\n1 scrap border-mastiff\n! use ossuary 1 : SR-47");
}

/// HOL-11: has no ACTIVATE, so it can be used as often as the player can pay.
#[test]
fn soul_press() {
    play(
        "0 front soul-press drone candle-bearer
         0 energy 2
         > use soul-press 1
         > pay candle-bearer
         > use soul-press 1
         > settle
         = 0 front soul-press
         = standby soul-press
         = 0 hand rift-stray rift-stray rift-stray",
    );
    play("0 front soul-press\n0 energy 1\n1 front drone\n! use soul-press 1 : SR-47");
    play("0 front soul-press drone\n! use soul-press 1 : SR-46");
}

/// HOL-12: triggers at the end of each turn in which a Soul of any player died.
#[test]
fn dirge_engine() {
    play(
        "1 front dirge-engine
         0 front hired-blade
         0 hand spark-volley
         0 energy 1
         > play spark-volley hired-blade
         > settle
         = life 40 40
         > turn
         = life 38 40
         > turn
         = life 38 40",
    );
    play("0 front dirge-engine\n> turn\n= life 40 40");
}

/// HOL-13: needs a vulnerable Soul as its target, even when it concludes (SR-72).
#[test]
fn snuff_out() {
    play(
        "0 hand snuff-out
         0 energy 3
         1 front border-mastiff/vulnerable hired-blade
         ! play snuff-out hired-blade : SR-68
         > play snuff-out border-mastiff
         > settle
         = 1 scrap border-mastiff",
    );
    play("0 hand snuff-out\n0 energy 3\n1 front border-mastiff\n! play snuff-out border-mastiff : SR-69");
    play(
        "0 hand snuff-out
         0 energy 3
         1 front border-mastiff/vulnerable
         1 hand second-watch
         1 energy 2
         > play snuff-out border-mastiff
         > pass
         > play second-watch
         > target border-mastiff
         > settle
         = 1 front border-mastiff
         = 0 scrap snuff-out",
    );
}

/// HOL-14: the Soul can attack at once and is voided at the end of the turn, unless it has left in the meantime
/// (SR-R32).
#[test]
fn second_breath() {
    play(
        "0 hand second-breath
         0 energy 3
         0 scrap border-mastiff
         > play second-breath border-mastiff
         > settle
         = has border-mastiff AMBUSH
         > attack border-mastiff base.1
         > declare
         > battle
         = life 40 37
         > turn
         = 0 front
         = 0 void border-mastiff",
    );
    play(
        "0 hand second-breath shunt
         0 energy 5
         0 scrap border-mastiff
         > play second-breath border-mastiff
         > settle
         > play shunt border-mastiff
         > settle
         > turn
         = 0 hand border-mastiff
         = 0 void",
    );
    play("0 hand second-breath\n0 energy 3\n0 scrap spark-volley\n! play second-breath spark-volley : SR-69");
    play(
        "0 hand second-breath
         0 energy 3
         0 scrap border-mastiff
         0 front ossuary
         > play second-breath border-mastiff
         > use ossuary 1
         > settle
         = 0 front ossuary
         = 0 void border-mastiff
         = 0 scrap second-breath",
    );
}

/// HOL-15: the player who discards chooses. A player with too few cards discards all of them.
#[test]
fn harrow() {
    play(
        "0 hand harrow
         0 energy 2
         1 hand hired-blade spark-volley rift-stray
         > play harrow base.1
         > settle
         = asked 1
         > choose spark-volley
         > choose rift-stray
         = 1 hand hired-blade
         = 1 scrap rift-stray spark-volley",
    );
    play(
        "0 hand harrow\n0 energy 2\n1 hand hired-blade\n> play harrow base.1\n> settle\n= 1 scrap hired-blade",
    );
    play(
        "0 hand harrow hired-blade\n0 energy 2\n> play harrow base.0\n> settle\n= 0 scrap hired-blade harrow",
    );
}

/// HOL-16: each player scraps one of their own Souls, all at the same time; or up to two Soul cards return.
#[test]
fn communion() {
    play(
        "0 hand communion
         0 front hired-blade rift-stray
         0 energy 4
         1 front border-mastiff convoy-guard
         ! play communion : SR-47
         > play communion mode 1
         > settle
         > choose rift-stray
         = 0 front hired-blade rift-stray
         = asked 1
         > choose convoy-guard
         = 0 front hired-blade
         = 1 front border-mastiff
         = 1 scrap convoy-guard",
    );
    play(
        "0 hand communion
         0 energy 4
         1 front border-mastiff
         > play communion mode 1
         > settle
         = 1 scrap border-mastiff",
    );
    play(
        "0 hand communion
         0 energy 4
         0 scrap hired-blade spark-volley rift-stray line-recruit
         > play communion mode 2
         ! target spark-volley : SR-68
         > target hired-blade
         ! target hired-blade : SR-R41
         > target line-recruit
         > settle
         = 0 hand hired-blade line-recruit
         = 0 scrap communion rift-stray spark-volley",
    );
    play("0 hand communion\n0 energy 4\n> play communion mode 2\n> settle\n= 0 hand\n= 0 scrap communion");
}
