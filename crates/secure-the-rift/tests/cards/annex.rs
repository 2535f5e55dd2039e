//! Annex, and its Drone.

use crate::table::play;

/// SR-R30, SR-H07: a Drone is a 1/1 Soul that must wait like any other, can die, and ceases to exist in other zones.
#[test]
fn drone() {
    play(
        "0 front drone drone/new/vulnerable
         0 hand shunt downsizing
         0 energy 4
         1 front border-mastiff
         = stats drone 1/1
         ! attack drone/2 base.1 : SR-22
         > play shunt drone
         > settle
         = 0 front drone
         = 0 hand downsizing
         > play downsizing border-mastiff
         > settle
         = 0 front
         = 0 scrap downsizing shunt",
    );
    play("0 front drone/new\n! attack drone base.1 : SR-84");
}

/// ANX-01: looks at the top card, which may go to the bottom or stay.
#[test]
fn survey_drone() {
    for (answer, top) in
        [("yes", "= 0 bottom hired-blade\n= 0 top rift-stray"), ("no", "= 0 top hired-blade")]
    {
        play(&format!(
            "0 hand survey-drone
             0 energy 1
             0 deck hired-blade
             > play survey-drone
             > settle
             = asked 0
             > {answer}
             {top}
             = 0 front survey-drone
             = stats survey-drone 1/2
             = 0 deck size 39"
        ));
    }
    play("0 hand survey-drone\n! play survey-drone : SR-48");
}

/// ANX-02.
#[test]
fn line_welder() {
    play(
        "0 hand line-welder
         0 energy 2
         > play line-welder
         > settle
         = 0 front drone line-welder
         = standby drone
         = stats line-welder 1/2",
    );
}

/// ANX-03: can be used once in each turn, but not in the turn in which it entered (SR-84).
#[test]
fn hive_foreman() {
    play(
        "0 front hive-foreman
         > use hive-foreman 1
         = vulnerable hive-foreman
         ! use hive-foreman 1 : SR-49
         > settle
         = 0 front drone hive-foreman",
    );
    play("0 front hive-foreman/new\n! use hive-foreman 1 : SR-84");
}

/// ANX-04: AIRBORNE, so that only AIRBORNE Souls block it.
#[test]
fn swarm_courier() {
    play(
        "0 front swarm-courier
         1 front border-mastiff
         > attack swarm-courier base.1
         > declare
         > battle
         = life 40 38",
    );
    play(
        "0 front swarm-courier
         1 front border-mastiff chart-apprentice
         > attack swarm-courier base.1
         > declare
         > blocks
         ! block border-mastiff swarm-courier : SR-85
         > block chart-apprentice swarm-courier
         > battle
         = life 40 40
         = 0 scrap swarm-courier
         = 1 scrap chart-apprentice",
    );
}

/// ANX-05: gives a bonus to other Drones of its controller. A damaged Drone dies when it loses the bonus (SR-R28).
#[test]
fn plated_overseer() {
    play(
        "0 front plated-overseer survey-drone/damage2 drone hired-blade
         0 hand shunt
         0 energy 2
         1 front swarm-courier
         = stats survey-drone 2/3
         = stats drone 2/2
         = stats plated-overseer 2/4
         = stats hired-blade 3/2
         = stats swarm-courier 2/1
         > play shunt plated-overseer
         > settle
         = 0 front drone hired-blade
         = 0 scrap shunt survey-drone
         = stats drone 1/1",
    );
}

/// ANX-06: triggers when it dies, but not when it is voided (SR-102).
#[test]
fn recall_sentinel() {
    play(
        "0 hand snuff-out
         0 energy 3
         1 front recall-sentinel/vulnerable
         = stats recall-sentinel 2/4
         > play snuff-out recall-sentinel
         > settle
         = 1 front drone
         = 1 scrap recall-sentinel",
    );
    play(
        "0 hand rift-devourer
         0 energy 8
         1 front recall-sentinel
         > play rift-devourer
         > settle
         = 1 front
         = 1 void recall-sentinel",
    );
}

/// ANX-07: the payment is any Drone, even one that is not a token. Without a Drone the ability cannot be used.
#[test]
fn auction_broker() {
    play(
        "0 life 30
         0 front auction-broker drone survey-drone
         > use auction-broker 1
         ! pay auction-broker : SR-47
         > pay survey-drone
         = 0 scrap survey-drone
         > settle
         = 0 hand rift-stray
         = life 31 40
         = 0 front auction-broker drone
         = vulnerable auction-broker",
    );
    play("0 front auction-broker rift-stray\n! use auction-broker 1 : SR-47");
    play("0 front auction-broker/new drone\n! use auction-broker 1 : SR-84");
}

/// ANX-08: costs 1 less for each Drone, but at least 3. OVERKILL.
#[test]
fn foundry_colossus() {
    play("0 hand foundry-colossus\n0 front drone\n0 energy 6\n= can play foundry-colossus");
    play("0 hand foundry-colossus\n0 front drone\n0 energy 5\n! play foundry-colossus : SR-48");
    play(
        "0 hand foundry-colossus\n0 front drone drone drone drone drone drone\n0 energy 2\n! play foundry-colossus : SR-48",
    );
    play("0 hand foundry-colossus\n1 front drone\n0 energy 6\n! play foundry-colossus : SR-48");
    play(
        "0 hand foundry-colossus
         0 front drone drone drone drone drone drone
         0 energy 3
         > play foundry-colossus
         > settle
         = 0 front drone drone drone drone drone drone foundry-colossus
         = stats foundry-colossus 6/7",
    );
    play(
        "0 front foundry-colossus
         1 front rift-stray
         > attack foundry-colossus base.1
         > declare
         > blocks
         > block rift-stray foundry-colossus
         > battle
         = life 40 36",
    );
}

/// ANX-09: triggers at the beginning of its controller's turns, and not of other turns.
#[test]
fn ilun_chief_executor() {
    play(
        "0 front ilun-chief-executor
         = stats ilun-chief-executor 4/5
         > turn
         = 0 front ilun-chief-executor
         > turn
         = 0 front drone ilun-chief-executor
         ! attack drone base.1 : SR-84",
    );
}

/// ANX-10: a Tech does not wait (SR-R12).
#[test]
fn drone_bay() {
    play(
        "0 front drone-bay/new
         0 energy 2
         > use drone-bay 1
         = vulnerable drone-bay
         > settle
         = 0 front drone drone-bay",
    );
    play("0 front drone-bay\n0 energy 1\n! use drone-bay 1 : SR-46");
}

/// ANX-11: gives AMBUSH only to Drones.
#[test]
fn uplink_mast() {
    play(
        "0 front uplink-mast drone/new hired-blade/new
         1 front drone
         = has drone AMBUSH
         = has drone/2
         = has hired-blade
         = can attack drone base.1
         ! attack hired-blade base.1 : SR-84",
    );
}

/// ANX-12: each Drone gets its own SAFEGUARD, which works once. Drones of other players get none.
#[test]
fn liability_shield() {
    play(
        "0 front liability-shield
         0 hand bulk-order spark-volley
         0 energy 4
         1 hand spark-volley
         1 energy 1
         > play bulk-order
         > settle
         > trigger 1
         > settle
         = has drone SAFEGUARD
         = has drone/2 SAFEGUARD
         > play spark-volley drone
         > pass
         > play spark-volley drone
         > pass
         > pass
         = has drone
         > settle
         = 0 front drone liability-shield
         = has drone SAFEGUARD",
    );
    play(
        "1 front liability-shield
         0 hand line-welder
         0 energy 2
         > play line-welder
         > settle
         = has drone",
    );
}

/// ANX-13: has no WARP, so it can be played only in its player's Main step (SR-44).
#[test]
fn bulk_order() {
    play(
        "0 hand bulk-order
         0 energy 3
         1 hand bulk-order
         1 energy 3
         > play bulk-order
         > pass
         ! play bulk-order : SR-44
         > pass
         = 0 front drone drone
         = 0 scrap bulk-order",
    );
}

/// ANX-14: X is the amount that was paid (SR-R42), and may be 0.
#[test]
fn mass_deployment() {
    play(
        "0 hand mass-deployment
         0 energy 5
         ! play mass-deployment x 4 : SR-R42
         ! play mass-deployment : SR-R42
         > play mass-deployment x 3
         > settle
         = 0 front drone drone drone
         = 0 scrap mass-deployment",
    );
    play("0 hand mass-deployment\n0 energy 2\n> play mass-deployment x 0\n> settle\n= 0 front");
}

/// ANX-15: a Soul is scrapped to play it, and abilities that trigger by that conclude first (SR-116).
#[test]
fn downsizing() {
    play(
        "0 hand downsizing
         0 front drone grave-novice
         0 energy 2
         1 front border-mastiff
         > play downsizing border-mastiff
         > pay grave-novice
         = sequence downsizing grave-novice
         > settle
         = life 40 38
         = 0 front drone
         = 0 scrap downsizing grave-novice
         = 1 scrap border-mastiff",
    );
    play("0 hand downsizing\n0 energy 2\n1 front border-mastiff\n! play downsizing border-mastiff : SR-47");
    // The target may also be the payment. Then there is nothing left to destroy (SR-73).
    play(
        "0 hand downsizing
         0 front drone
         0 energy 2
         > play downsizing drone
         = 0 front
         > settle
         = 0 scrap downsizing",
    );
    play(
        "1 hand downsizing
         1 front drone
         1 energy 2
         0 front hired-blade
         > attack hired-blade base.1
         > declare
         > pass
         > play downsizing hired-blade
         > battle
         = life 40 40
         = 0 scrap hired-blade",
    );
}

/// ANX-16: affects the Souls that are in play when it concludes, until end of turn.
#[test]
fn surge_protocol() {
    play(
        "0 hand surge-protocol line-welder
         0 front hired-blade drone
         0 energy 5
         1 front border-mastiff
         > play surge-protocol
         > settle
         = stats hired-blade 4/3
         = stats drone 2/2
         = stats border-mastiff 3/3
         > play line-welder
         > settle
         = stats line-welder 1/2
         > turn
         = stats hired-blade 3/2
         = stats drone 1/1",
    );
}
