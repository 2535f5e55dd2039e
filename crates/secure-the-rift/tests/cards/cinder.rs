//! Cinder Pact.

use crate::table::play;

/// CIN-01: can attack in the turn in which it enters.
#[test]
fn ash_runner() {
    play(
        "0 hand ash-runner
         0 energy 1
         > play ash-runner
         > settle
         > attack ash-runner base.1
         > declare
         > battle
         = life 40 38
         = stats ash-runner 2/1
         = vulnerable ash-runner",
    );
}

/// CIN-02: deals its damage before blocks are chosen.
#[test]
fn fuse_thief() {
    play(
        "0 front fuse-thief
         1 front border-mastiff
         > attack fuse-thief base.1
         > declare
         > settle
         = life 40 39
         > blocks
         > block border-mastiff fuse-thief
         > battle
         = life 40 39
         = 0 scrap fuse-thief",
    );
}

/// CIN-03: cannot block.
#[test]
fn slag_hound() {
    play(
        "0 front hired-blade
         1 front slag-hound border-mastiff
         = stats slag-hound 3/2
         > attack hired-blade base.1
         > declare
         > blocks
         ! block slag-hound hired-blade : SR-06
         > declare
         > battle
         = life 40 37",
    );
    play("0 front slag-hound\n> attack slag-hound base.1\n> declare\n> battle\n= life 40 37");
}

/// CIN-04: AMBUSH. When it dies, it deals 1 damage to any target, which its controller chooses.
#[test]
fn pyre_herald() {
    play(
        "0 front hired-blade rift-stray
         1 front pyre-herald/vulnerable
         1 hand pyre-herald
         > attack hired-blade pyre-herald
         > declare
         > blocks
         = asked 1
         > target hired-blade
         > settle
         = damage hired-blade 1
         = 1 scrap pyre-herald",
    );
    play("0 front pyre-herald/new\n= has pyre-herald AMBUSH\n= can attack pyre-herald base.1");
}

/// CIN-05: deals 2 damage to a Soul or a Base. SR-72: a target that is gone is not affected.
#[test]
fn blast_courier() {
    play(
        "0 hand blast-courier
         0 energy 3
         1 front border-mastiff
         > play blast-courier
         > pass
         > pass
         > target base.1
         > settle
         = life 40 38
         = damage border-mastiff 0",
    );
    play(
        "0 hand blast-courier
         0 energy 3
         1 front border-mastiff
         1 hand shunt
         1 energy 2
         > play blast-courier
         > pass
         > pass
         > target border-mastiff
         > pass
         > play shunt border-mastiff
         > settle
         = 1 hand border-mastiff
         = life 40 40
         = 0 front blast-courier",
    );
}

/// CIN-06: OVERKILL.
#[test]
fn wrecking_crew() {
    play(
        "0 front wrecking-crew
         1 front rift-stray/vulnerable
         > attack wrecking-crew rift-stray
         > declare
         > battle
         = life 40 38
         = damage wrecking-crew 0
         = 1 scrap rift-stray",
    );
}

/// CIN-07: affects another Soul of its controller, even one that attacks with it. Without one the ability is dropped
/// (SR-R39).
#[test]
fn ember_duelist() {
    play(
        "0 front ember-duelist hired-blade rift-stray
         1 front border-mastiff/vulnerable
         > attack ember-duelist base.1
         > attack hired-blade base.1
         > declare
         ! target ember-duelist : SR-68
         ! target border-mastiff : SR-68
         > target hired-blade
         > settle
         = stats hired-blade 5/2
         > battle
         = life 40 32
         > turn
         = stats hired-blade 3/2",
    );
    play(
        "0 front ember-duelist
         > attack ember-duelist base.1
         > declare
         = sequence
         > battle
         = life 40 37",
    );
}

/// CIN-08.
#[test]
fn furnace_champion() {
    play(
        "0 hand furnace-champion
         0 energy 5
         > play furnace-champion
         > settle
         > attack furnace-champion base.1
         > declare
         > battle
         = life 40 35
         = stats furnace-champion 5/4",
    );
}

/// CIN-09: deals 2 damage to each other Soul of all players. The excess goes to Bases (SR-R21).
#[test]
fn vharn_magma_tyrant() {
    play(
        "0 hand vharn-magma-tyrant
         0 front hired-blade convoy-guard
         0 energy 7
         1 front drone border-mastiff
         > play vharn-magma-tyrant
         > settle
         = 0 front convoy-guard vharn-magma-tyrant
         = damage convoy-guard 2
         = damage vharn-magma-tyrant 0
         = damage border-mastiff 2
         = 1 front border-mastiff
         = life 40 39",
    );
}

/// CIN-10: gives a Soul of its controller +2/+0.
#[test]
fn overclock_coil() {
    play(
        "0 front overclock-coil hired-blade
         0 energy 1
         1 front border-mastiff
         ! use overclock-coil 1 border-mastiff : SR-68
         > use overclock-coil 1 hired-blade
         > settle
         = stats hired-blade 5/2
         = vulnerable overclock-coil
         > turn
         = stats hired-blade 3/2",
    );
    play(
        "0 front overclock-coil\n0 energy 1\n1 front border-mastiff\n! use overclock-coil 1 border-mastiff : SR-69",
    );
    play("0 front overclock-coil hired-blade\n! use overclock-coil 1 hired-blade : SR-46");
}

/// CIN-11: can also be used in another player's turn.
#[test]
fn scorch_turret() {
    play(
        "1 front scorch-turret
         1 energy 1
         0 front chart-apprentice
         > pass
         > use scorch-turret 1 chart-apprentice
         > settle
         = 0 scrap chart-apprentice",
    );
    play("0 front scorch-turret\n0 energy 1\n> use scorch-turret 1 base.1\n> settle\n= life 40 39");
}

/// CIN-12: gives its bonus to Souls only while they attack.
#[test]
fn war_ledger() {
    play(
        "0 front war-ledger hired-blade rift-stray
         = stats hired-blade 3/2
         > attack hired-blade base.1
         = stats hired-blade 3/2
         > declare
         = stats hired-blade 4/2
         = stats rift-stray 1/2
         > battle
         = life 40 36
         = stats hired-blade 3/2",
    );
    play(
        "1 front war-ledger
         0 front hired-blade
         > attack hired-blade base.1
         > declare
         = stats hired-blade 3/2",
    );
}

/// CIN-13: targets a Soul, not a Base. It cannot be played without a target (SR-69), and it can be played as a
/// reaction.
#[test]
fn spark_volley() {
    play(
        "0 hand spark-volley
         0 energy 1
         1 front border-mastiff hired-blade
         ! play spark-volley base.1 : SR-68
         ! play spark-volley : SR-68
         > play spark-volley border-mastiff
         > settle
         = damage border-mastiff 2
         = 0 scrap spark-volley
         > turn
         = damage border-mastiff 0",
    );
    play("0 hand spark-volley\n0 energy 1\n! play spark-volley base.1 : SR-69");
    play("0 hand spark-volley\n1 front drone\n! play spark-volley drone : SR-48");
    play(
        "1 hand spark-volley
         1 energy 1
         0 hand feral-surge
         0 energy 2
         0 front hired-blade
         > play feral-surge hired-blade
         > pass
         > play spark-volley hired-blade
         > settle
         = 0 scrap feral-surge hired-blade",
    );
}

/// CIN-14: has any target, and can be played only in its player's Main step.
#[test]
fn searing_verdict() {
    play("0 hand searing-verdict\n0 energy 3\n> play searing-verdict base.1\n> settle\n= life 40 36");
    play("0 hand searing-verdict\n0 energy 3\n> play searing-verdict base.0\n> settle\n= life 36 40");
    play(
        "0 hand searing-verdict
         0 energy 3
         1 front border-mastiff
         > play searing-verdict border-mastiff
         > settle
         = 1 scrap border-mastiff
         = life 40 40",
    );
    play("1 hand searing-verdict\n1 energy 3\n> pass\n! play searing-verdict base.0 : SR-44");
}

/// CIN-15: deals X damage for X and 1 Energy.
#[test]
fn backdraft() {
    play(
        "0 hand backdraft
         0 energy 4
         1 life 3
         ! play backdraft x 4 : SR-R42
         > play backdraft x 3
         > target base.1
         > settle
         = over",
    );
    play(
        "1 hand backdraft
         1 energy 2
         0 front hired-blade
         > pass
         > play backdraft x 0
         > target hired-blade
         > settle
         = damage hired-blade 0
         = 1 scrap backdraft",
    );
}

/// CIN-16: another card is discarded to play it, not the card itself.
#[test]
fn all_or_nothing() {
    play(
        "0 hand all-or-nothing hired-blade spark-volley
         0 front border-mastiff/vulnerable rift-stray/vulnerable drone-bay/vulnerable
         0 energy 4
         1 front convoy-guard/vulnerable
         > play all-or-nothing
         > pay hired-blade
         = 0 scrap hired-blade
         > settle
         = standby border-mastiff rift-stray
         = vulnerable drone-bay convoy-guard
         = 0 hand spark-volley
         = can attack border-mastiff base.1",
    );
    play("0 hand all-or-nothing\n0 energy 4\n! play all-or-nothing : SR-47");
    play("0 hand all-or-nothing hired-blade\n0 energy 3\n! play all-or-nothing : SR-48");
    play(
        "0 hand all-or-nothing all-or-nothing
         0 energy 4
         > play all-or-nothing
         > settle
         = 0 hand
         = 0 scrap all-or-nothing all-or-nothing",
    );
}
