//! Verdant Coil.

use crate::table::play;

/// VER-01: pays for other cards, once it has waited (SR-84).
#[test]
fn sprout_tender() {
    play(
        "0 front sprout-tender
         0 hand emergency-rations hired-blade
         0 life 20
         = stats sprout-tender 0/3
         ! play hired-blade : SR-48
         > play emergency-rations
         = vulnerable sprout-tender
         > settle
         = life 24 40",
    );
    play("0 front sprout-tender\n> use sprout-tender 1\n= unspent 1 0\n= sequence\n> next\n= unspent 0 0");
    play(
        "0 front sprout-tender/new\n0 hand emergency-rations\n! play emergency-rations : SR-48\n! use sprout-tender 1 : SR-84",
    );
}

/// VER-02.
#[test]
fn coil_hatchling() {
    play(
        "0 hand coil-hatchling\n0 energy 2\n> play coil-hatchling\n> settle\n= stats coil-hatchling 2/3\n= 0 front coil-hatchling",
    );
}

/// VER-03: gains life when it blocks.
#[test]
fn bramble_hide() {
    play(
        "0 front hired-blade
         1 front bramble-hide
         1 life 20
         > attack hired-blade base.1
         > declare
         > blocks
         > block bramble-hide hired-blade
         > settle
         = life 40 22
         > battle
         = 0 scrap hired-blade
         = damage bramble-hide 3",
    );
}

/// VER-04: LIFEGAIN.
#[test]
fn spore_grazer() {
    play("0 life 20\n0 front spore-grazer\n> attack spore-grazer base.1\n> declare\n> battle\n= life 23 37");
}

/// VER-05: puts the top card of the energy pile into play vulnerable, and its ENTERS ability triggers (SR-115).
#[test]
fn root_caller() {
    play(
        "0 hand root-caller
         0 energy 4
         0 pile verdant-wellspring
         0 life 20
         > play root-caller
         > settle
         = 0 front root-caller verdant-wellspring
         = vulnerable verdant-wellspring
         = life 22 40
         = 0 pile size 5",
    );
    play(
        "0 hand root-caller
         0 energy 10
         > play root-caller
         > settle
         = 0 front root-caller
         = 0 cells size 10",
    );
}

/// VER-06: OVERKILL.
#[test]
fn antler_titan() {
    play(
        "0 front antler-titan
         1 front hired-blade
         > attack antler-titan base.1
         > declare
         > blocks
         > block hired-blade antler-titan
         > battle
         = life 40 37
         = damage antler-titan 3
         = 1 scrap hired-blade",
    );
}

/// VER-07: blocks AIRBORNE Souls.
#[test]
fn canopy_stalker() {
    play(
        "0 front phase-skimmer
         1 front canopy-stalker border-mastiff
         > attack phase-skimmer base.1
         > declare
         > blocks
         ! block border-mastiff phase-skimmer : SR-85
         > block canopy-stalker phase-skimmer
         > battle
         = 0 scrap phase-skimmer
         = life 40 40",
    );
    // It is not AIRBORNE, so it cannot attack an AIRBORNE Soul.
    play(
        "0 front canopy-stalker\n1 front phase-skimmer/vulnerable\n! attack canopy-stalker phase-skimmer : SR-85",
    );
}

/// VER-08: puts permanent counters on each other Soul, only at the end of its controller's turns.
#[test]
fn elder_mycelith() {
    play(
        "0 front elder-mycelith hired-blade
         1 front border-mastiff
         > turn
         = stats hired-blade 4/3
         = stats elder-mycelith 5/7
         = stats border-mastiff 3/3
         > turn
         = stats hired-blade 4/3
         = upgrades hired-blade 1
         > turn
         = stats hired-blade 5/4",
    );
}

/// VER-09: OVERKILL and FATE: it cannot be cancelled.
#[test]
fn worldroot_first_seed() {
    play(
        "0 hand worldroot-first-seed
         0 energy 9
         1 hand unwrite
         1 energy 3
         > play worldroot-first-seed
         > pass
         > play unwrite worldroot-first-seed
         > settle
         = 0 front worldroot-first-seed
         = 1 scrap unwrite
         = stats worldroot-first-seed 10/10",
    );
    play(
        "0 front worldroot-first-seed
         1 front rift-stray
         > attack worldroot-first-seed base.1
         > declare
         > blocks
         > block rift-stray worldroot-first-seed
         > battle
         = life 40 32",
    );
}

/// VER-10: puts a counter on a Soul of its controller, which is lost when the Soul leaves (SR-H06).
#[test]
fn growth_vat() {
    play(
        "0 front growth-vat hired-blade
         0 energy 4
         0 hand shunt
         1 front border-mastiff
         ! use growth-vat 1 border-mastiff : SR-68
         > use growth-vat 1 hired-blade
         > settle
         = stats hired-blade 4/3
         > play shunt hired-blade
         > settle
         = 0 hand hired-blade",
    );
    play("0 front growth-vat\n0 energy 2\n! use growth-vat 1 base.1 : SR-69");
}

/// VER-11: makes 1 Energy, or 2 with a Soul of attack 5 or more, even if a bonus raises the attack.
#[test]
fn deep_reservoir() {
    play("0 front deep-reservoir hired-blade\n> use deep-reservoir 1\n= unspent 1 0");
    play("0 front deep-reservoir antler-titan\n> use deep-reservoir 1\n= unspent 2 0");
    play("0 front deep-reservoir\n1 front antler-titan\n> use deep-reservoir 1\n= unspent 1 0");
    play(
        "0 front deep-reservoir overclock-coil hired-blade
         0 energy 1
         0 hand hired-blade
         > use overclock-coil 1 hired-blade
         > settle
         > play hired-blade
         = unspent 0 0
         = vulnerable deep-reservoir",
    );
}

/// VER-12: an opponent's Action deals 1 less damage to a Soul of its controller. Damage by Souls, in battle and to a
/// Base is not reduced.
#[test]
fn thicket_wall() {
    play(
        "0 hand spark-volley searing-verdict
         0 energy 4
         1 front thicket-wall hired-blade
         > play spark-volley hired-blade
         > settle
         = damage hired-blade 1
         > play searing-verdict base.1
         > settle
         = life 40 36",
    );
    play(
        "0 hand blast-courier
         0 energy 3
         1 front thicket-wall border-mastiff
         > play blast-courier
         > settle
         > target border-mastiff
         > settle
         = damage border-mastiff 2",
    );
    play(
        "0 front thicket-wall border-mastiff
         0 hand spark-volley
         0 energy 1
         > play spark-volley border-mastiff
         > settle
         = damage border-mastiff 2",
    );
    // The damage to each of several Souls is reduced separately.
    play(
        "0 hand rift-tremor
         0 energy 5
         1 front thicket-wall border-mastiff convoy-guard
         > play rift-tremor
         > settle
         = damage border-mastiff 2
         = damage convoy-guard 2",
    );
}

/// VER-13: gives +3/+3 until end of turn. Damage and bonus end together (T24).
#[test]
fn feral_surge() {
    play(
        "0 hand feral-surge spark-volley
         0 energy 4
         0 front hired-blade/damage1
         > play feral-surge hired-blade
         > settle
         = stats hired-blade 6/5
         > play spark-volley hired-blade
         > settle
         = damage hired-blade 3
         > turn
         = stats hired-blade 3/2
         = damage hired-blade 0",
    );
    play("0 hand feral-surge\n0 energy 2\n! play feral-surge base.0 : SR-69");
}

/// VER-14: puts an Energy card into play in stand by and draws a card. If the pile is empty, the card is still drawn.
#[test]
fn tectonic_bloom() {
    play(
        "0 hand tectonic-bloom
         0 energy 3
         > play tectonic-bloom
         > settle
         = 0 cells size 4
         = standby rift-cell/4
         = 0 hand rift-stray",
    );
    play(
        "0 hand tectonic-bloom\n0 energy 10\n> play tectonic-bloom\n> settle\n= 0 cells size 10\n= 0 hand rift-stray",
    );
}

/// VER-15: the Soul deals the damage, with its own keywords. Without the Soul nothing happens.
#[test]
fn devouring_vines() {
    play(
        "0 hand devouring-vines
         0 front spore-grazer rift-stray
         0 energy 4
         0 life 20
         1 front convoy-guard
         > play devouring-vines spore-grazer
         > settle
         = damage convoy-guard 3
         = damage spore-grazer 0
         = life 23 40",
    );
    play(
        "0 hand devouring-vines
         0 front antler-titan
         0 energy 4
         1 front hired-blade
         > play devouring-vines antler-titan
         > settle
         = 1 scrap hired-blade
         = life 40 37",
    );
    play(
        "0 hand devouring-vines
         0 front spore-grazer
         0 energy 4
         1 front convoy-guard
         1 hand shunt
         1 energy 2
         > play devouring-vines spore-grazer
         > pass
         > play shunt spore-grazer
         > settle
         = damage convoy-guard 0",
    );
    play(
        "0 hand devouring-vines\n0 front spore-grazer\n0 energy 4\n! play devouring-vines spore-grazer : SR-69",
    );
    play(
        "0 hand devouring-vines\n1 front spore-grazer\n0 energy 4\n! play devouring-vines spore-grazer : SR-69",
    );
}

/// VER-16: searches for a Soul card of cost 5 or more, and may find nothing (SR-R45).
#[test]
fn call_of_the_deep_wood() {
    play(
        "0 hand call-of-the-deep-wood
         0 energy 2
         0 deck hired-blade antler-titan rift-tremor
         > play call-of-the-deep-wood
         > settle
         ! choose hired-blade : SR-R45
         ! choose rift-tremor : SR-R45
         = can nothing
         > choose antler-titan
         = 0 hand antler-titan
         = 0 deck size 38
         = 0 scrap call-of-the-deep-wood",
    );
    play(
        "0 hand call-of-the-deep-wood
         0 energy 2
         > play call-of-the-deep-wood
         > settle
         > nothing
         = 0 hand
         = 0 scrap call-of-the-deep-wood",
    );
}
