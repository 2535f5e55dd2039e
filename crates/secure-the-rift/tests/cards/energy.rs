//! Energy cards.

use crate::table::play;

/// NRG-01: can be used in the turn in which it enters (SR-31), but only once.
#[test]
fn rift_cell() {
    play(
        "0 front rift-cell/new
         0 hand emergency-rations
         0 life 10
         > use rift-cell 1
         = unspent 1 0
         = sequence
         ! use rift-cell 1 : SR-49
         > play emergency-rations
         > settle
         = life 14 40
         = unspent 0 0",
    );
}

/// NRG-02: the second ability cannot be paid with the card itself.
#[test]
fn annex_dynamo() {
    play(
        "0 front annex-dynamo
         0 energy 3
         > use annex-dynamo 2
         = vulnerable annex-dynamo rift-cell rift-cell/2 rift-cell/3
         > settle
         = 0 front annex-dynamo drone",
    );
    play(
        "0 front annex-dynamo\n0 energy 2\n! use annex-dynamo 2 : SR-46\n> use annex-dynamo 1\n= unspent 1 0",
    );
}

/// NRG-03: deals 1 damage to each opponent's Base when it enters.
#[test]
fn cinder_vent() {
    play(
        "0 hand tectonic-bloom
         0 energy 3
         0 pile cinder-vent
         > play tectonic-bloom
         > settle
         = life 40 39
         > use cinder-vent 1
         = unspent 1 0",
    );
}

/// NRG-04: gains 2 life when it enters, even at the beginning of the turn (SR-27).
#[test]
fn verdant_wellspring() {
    play(
        "1 pile verdant-wellspring\n1 life 20\n> turn\n= life 40 22\n= 1 front verdant-wellspring\n= can use verdant-wellspring 1",
    );
    play("1 pile verdant-wellspring\n1 life 20\n> turn\n> use verdant-wellspring 1\n= unspent 0 1");
}

/// NRG-05: puts the top card of the deck into the Scrap pile.
#[test]
fn hollow_shard() {
    play(
        "1 pile hollow-shard
         1 deck hired-blade spark-volley
         > turn
         = 1 hand hired-blade
         = 1 scrap spark-volley
         > use hollow-shard 1
         = unspent 0 1",
    );
}

/// NRG-06: gives SAFEGUARD for 4 Energy.
#[test]
fn meridian_pylon() {
    play(
        "0 front meridian-pylon hired-blade
         0 energy 4
         1 front border-mastiff
         ! use meridian-pylon 2 border-mastiff : SR-68
         > use meridian-pylon 2 hired-blade
         > settle
         = has hired-blade SAFEGUARD",
    );
    play(
        "0 front meridian-pylon hired-blade\n0 energy 3\n! use meridian-pylon 2 hired-blade : SR-46\n= can use meridian-pylon 1",
    );
}

/// NRG-07: looks at the top card when it enters.
#[test]
fn veil_node() {
    play(
        "0 hand tectonic-bloom
         0 energy 3
         0 pile veil-node
         0 deck hired-blade spark-volley
         > play tectonic-bloom
         > settle
         = asked 0
         > yes
         = 0 bottom spark-volley
         = 0 hand hired-blade
         > use veil-node 1
         = unspent 1 0",
    );
}

/// NRG-08: makes 1 Energy with ACTIVATE, and 2 more when it is scrapped, even if it is vulnerable.
#[test]
fn volatile_cell() {
    play(
        "0 front volatile-cell
         0 hand border-mastiff
         > use volatile-cell 1
         > use volatile-cell 2
         = unspent 3 0
         = 0 scrap volatile-cell
         > play border-mastiff
         > settle
         = 0 front border-mastiff",
    );
}

/// NRG-09: enters vulnerable, and makes 2 Energy.
#[test]
fn twin_conduit() {
    play(
        "1 pile twin-conduit
         > turn
         = vulnerable twin-conduit
         ! use twin-conduit 1 : SR-49
         > turn
         > turn
         > use twin-conduit 1
         = unspent 0 2",
    );
    // Excess Energy stays until the step ends (SR-R07).
    play(
        "0 front twin-conduit\n0 hand emergency-rations\n> play emergency-rations\n= unspent 1 0\n> settle\n> next\n= unspent 0 0",
    );
}

/// NRG-10: draws a card for 5 Energy.
#[test]
fn dormant_core() {
    play(
        "0 front dormant-core\n0 energy 5\n> use dormant-core 2\n> settle\n= 0 hand rift-stray\n= vulnerable dormant-core",
    );
    play(
        "0 front dormant-core\n0 energy 4\n! use dormant-core 2 : SR-46\n> use dormant-core 1\n= unspent 1 0",
    );
}
