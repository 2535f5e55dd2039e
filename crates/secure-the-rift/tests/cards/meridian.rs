//! Meridian Guard.

use crate::table::play;

/// MER-01.
#[test]
fn line_recruit() {
    play(
        "0 hand line-recruit\n0 energy 1\n> play line-recruit\n> settle\n= stats line-recruit 1/3\n= 0 front line-recruit",
    );
}

/// MER-02: SAFEGUARD stops all damage of one event (SR-R22), but not of a second one.
#[test]
fn shieldbearer() {
    play(
        "0 front hired-blade border-mastiff antler-titan
         1 front shieldbearer/vulnerable
         = has shieldbearer SAFEGUARD
         > attack hired-blade shieldbearer
         > attack border-mastiff shieldbearer
         > declare
         > battle
         = has shieldbearer
         = damage shieldbearer 0
         > attack antler-titan shieldbearer
         > declare
         > battle
         = 1 scrap shieldbearer",
    );
}

/// MER-03: prevents the next 2 damage of this turn to any Soul.
#[test]
fn field_surgeon() {
    play(
        "0 front field-surgeon hired-blade
         0 hand spark-volley spark-volley
         0 energy 2
         > use field-surgeon 1 hired-blade
         > settle
         > play spark-volley hired-blade
         > settle
         = damage hired-blade 0
         > play spark-volley hired-blade
         > settle
         = 0 scrap hired-blade spark-volley spark-volley",
    );
    play(
        "0 front field-surgeon
         0 hand searing-verdict
         0 energy 3
         1 front border-mastiff convoy-guard
         > use field-surgeon 1 border-mastiff
         > settle
         > play searing-verdict border-mastiff
         > settle
         = damage border-mastiff 2",
    );
    play("0 front field-surgeon/new\n! use field-surgeon 1 field-surgeon : SR-84");
    play("0 front field-surgeon\n! use field-surgeon 1 base.0 : SR-68");
}

/// MER-04: gets +2/+0 when it blocks, before the damage is dealt.
#[test]
fn oath_warden() {
    play(
        "0 front coil-hatchling convoy-guard
         1 front oath-warden
         > attack coil-hatchling base.1
         > declare
         > blocks
         > block oath-warden coil-hatchling
         > settle
         = stats oath-warden 4/4
         > battle
         = 0 scrap coil-hatchling
         > turn
         = stats oath-warden 2/4",
    );
}

/// MER-05: refreshes another Soul of its controller, which can attack again (SR-R15).
#[test]
fn lantern_captain() {
    play(
        "0 front lantern-captain hired-blade drone
         1 front border-mastiff/vulnerable
         > attack lantern-captain base.1
         > attack hired-blade base.1
         > declare
         ! target lantern-captain : SR-68
         ! target border-mastiff : SR-68
         > target hired-blade
         > settle
         = standby hired-blade
         > battle
         = life 40 34
         > attack hired-blade base.1
         > declare
         > battle
         = life 40 31",
    );
}

/// MER-06: LIFEGAIN, even when it blocks.
#[test]
fn dawn_chaplain() {
    play(
        "0 front rift-stray
         1 front dawn-chaplain
         1 life 20
         > attack rift-stray base.1
         > declare
         > blocks
         > block dawn-chaplain rift-stray
         > battle
         = life 40 22
         = 0 scrap rift-stray",
    );
}

/// MER-07: the attacker's controller loses 1 life. SAFEGUARD.
#[test]
fn bulwark_walker() {
    play(
        "0 front antler-titan
         1 front bulwark-walker
         = stats bulwark-walker 3/6
         > attack antler-titan base.1
         > declare
         > blocks
         > block bulwark-walker antler-titan
         > settle
         = life 39 40
         > battle
         = damage antler-titan 3
         = damage bulwark-walker 0
         = has bulwark-walker",
    );
}

/// MER-08.
#[test]
fn sky_bastion() {
    play(
        "0 front sky-bastion
         0 hand spark-volley
         0 energy 1
         1 front border-mastiff
         = has sky-bastion AIRBORNE SAFEGUARD
         > play spark-volley sky-bastion
         > settle
         = has sky-bastion AIRBORNE
         = damage sky-bastion 0
         > attack sky-bastion base.1
         > declare
         > battle
         = life 40 36",
    );
}

/// MER-09: gives other Souls of its controller SAFEGUARD permanently. A Soul that has used its own gets a new one
/// (SR-R22).
#[test]
fn oren_high_marshal() {
    play(
        "0 hand oren-high-marshal spark-volley
         0 front shieldbearer hired-blade
         0 energy 8
         1 front border-mastiff
         > play spark-volley shieldbearer
         > settle
         = has shieldbearer
         > play oren-high-marshal
         > settle
         = has shieldbearer SAFEGUARD
         = has hired-blade SAFEGUARD
         = has oren-high-marshal LIFEGAIN
         = has border-mastiff
         > turn
         = has hired-blade SAFEGUARD",
    );
}

/// MER-10: triggers whenever its controller gains life, even at 40 (T4). Without a Soul of the controller nothing
/// happens.
#[test]
fn aid_station() {
    play(
        "0 front aid-station hired-blade
         0 hand emergency-rations
         0 energy 1
         1 front border-mastiff
         > play emergency-rations
         > settle
         = life 40 40
         = stats hired-blade 4/3
         = stats border-mastiff 3/3
         > turn
         = stats hired-blade 3/2",
    );
    play(
        "0 front aid-station\n0 hand emergency-rations\n0 energy 1\n0 life 1\n> play emergency-rations\n> settle\n= life 5 40",
    );
    // It triggers once for simultaneous damage.
    play(
        "0 front aid-station dawn-chaplain spore-grazer
         0 life 20
         > attack dawn-chaplain base.1
         > attack spore-grazer base.1
         > declare
         > blocks
         > target dawn-chaplain
         > settle
         = life 25 35
         = stats dawn-chaplain 3/4
         = stats spore-grazer 3/3",
    );
}

/// MER-11: Souls of opponents enter vulnerable, including tokens. Nothing else does.
#[test]
fn curfew_beacon() {
    play(
        "1 front curfew-beacon
         0 hand line-welder drone-bay
         0 energy 5
         > play line-welder
         > settle
         = vulnerable line-welder drone
         > play drone-bay
         > settle
         = standby drone-bay",
    );
    play(
        "0 front curfew-beacon\n0 hand hired-blade\n0 energy 2\n> play hired-blade\n> settle\n= standby hired-blade",
    );
}

/// MER-12: each source deals 1 less damage to its controller's Base, even in battle. Losing life is not damage (T28).
#[test]
fn ward_lattice() {
    play(
        "0 front hired-blade border-mastiff
         0 hand searing-verdict
         0 energy 3
         1 front ward-lattice
         > attack hired-blade base.1
         > attack border-mastiff base.1
         > declare
         > battle
         = life 40 36
         > play searing-verdict base.1
         > settle
         = life 40 33",
    );
    play(
        "0 front fuse-thief\n1 front ward-lattice\n> attack fuse-thief base.1\n> declare\n> settle\n= life 40 40",
    );
    play(
        "1 front ward-lattice\n0 hand searing-verdict\n0 energy 3\n> play searing-verdict base.0\n> settle\n= life 36 40",
    );
}

/// MER-13: prevents battle damage to its player's Souls this turn, including Souls that enter later. Other damage is
/// dealt.
#[test]
fn hold_the_line() {
    play(
        "0 front antler-titan
         0 hand spark-volley
         0 energy 1
         1 front hired-blade rift-stray
         1 hand hold-the-line
         1 energy 2
         > attack antler-titan base.1
         > declare
         > blocks
         > block hired-blade antler-titan
         > declare
         > pass
         > play hold-the-line
         > battle
         = damage antler-titan 3
         = damage hired-blade 0
         = life 40 37
         > play spark-volley hired-blade
         > settle
         = 1 scrap hired-blade hold-the-line",
    );
    play(
        "0 front border-mastiff
         1 hand hold-the-line
         1 energy 2
         > attack border-mastiff base.1
         > declare
         > pass
         > play hold-the-line
         > battle
         = life 40 37",
    );
}

/// MER-14: refreshes up to two Souls of any player and gains 2 life in any case. If all its targets are gone, nothing
/// happens (SR-73).
#[test]
fn second_watch() {
    play(
        "0 hand second-watch
         0 energy 2
         0 life 20
         0 front hired-blade/vulnerable rift-stray/vulnerable
         1 front border-mastiff/vulnerable
         > play second-watch
         > target border-mastiff
         ! target border-mastiff : SR-R41
         > target hired-blade
         > settle
         = standby border-mastiff hired-blade
         = vulnerable rift-stray
         = life 22 40",
    );
    play("0 hand second-watch\n0 energy 2\n0 life 20\n> play second-watch\n> settle\n= life 22 40");
    play(
        "0 hand second-watch
         0 energy 2
         0 life 20
         0 front hired-blade/vulnerable drone
         > play second-watch
         > enough
         > settle
         = vulnerable hired-blade
         = life 22 40",
    );
    play(
        "0 hand second-watch
         0 energy 2
         0 life 20
         0 front hired-blade/vulnerable
         1 hand shunt
         1 energy 2
         > play second-watch
         > target hired-blade
         > pass
         > play shunt hired-blade
         > settle
         = life 20 40",
    );
}

/// MER-15: makes a Soul vulnerable, which stays so in its controller's next turn, but not longer.
#[test]
fn detain() {
    play(
        "0 hand detain
         0 energy 3
         1 front border-mastiff
         > play detain border-mastiff
         > settle
         = vulnerable border-mastiff
         > turn
         = vulnerable border-mastiff
         > turn
         = vulnerable border-mastiff
         > turn
         = standby border-mastiff",
    );
    play("0 hand detain\n0 energy 3\n! play detain base.1 : SR-69");
}

/// MER-16: destroys every Soul that has attack 4 or more at that moment. FATE.
#[test]
fn final_judgement() {
    play(
        "0 hand final-judgement
         0 front antler-titan border-mastiff
         0 energy 6
         1 front canopy-stalker convoy-guard drone
         1 hand unwrite feral-surge
         1 energy 5
         > play final-judgement
         > pass
         > play unwrite final-judgement
         > play feral-surge drone
         > settle
         = 0 front border-mastiff
         = 1 front convoy-guard
         = 0 scrap antler-titan final-judgement
         = 1 scrap canopy-stalker feral-surge unwrite",
    );
}
