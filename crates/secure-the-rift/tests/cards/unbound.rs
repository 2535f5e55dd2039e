//! Unbound.

use crate::table::play;

/// UNB-01.
#[test]
fn rift_stray() {
    play(
        "0 hand rift-stray\n0 energy 1\n> play rift-stray\n> settle\n= 0 front rift-stray\n= stats rift-stray 1/2",
    );
}

/// UNB-02.
#[test]
fn hired_blade() {
    play(
        "0 hand hired-blade\n0 energy 2\n> play hired-blade\n> settle\n= 0 front hired-blade\n= stats hired-blade 3/2\n! attack hired-blade base.1 : SR-84",
    );
}

/// UNB-03: returns a Tech card from its player's Scrap pile.
#[test]
fn salvage_crawler() {
    play(
        "0 hand salvage-crawler
         0 energy 3
         0 scrap drone-bay rift-lens hired-blade
         1 scrap ossuary
         > play salvage-crawler
         > settle
         ! target hired-blade : SR-68
         ! target ossuary : SR-68
         > target rift-lens
         > settle
         = 0 hand rift-lens
         = 0 scrap drone-bay hired-blade",
    );
    play(
        "0 hand salvage-crawler\n0 energy 3\n> play salvage-crawler\n> settle\n= 0 front salvage-crawler\n= stats salvage-crawler 2/3",
    );
}

/// UNB-04.
#[test]
fn border_mastiff() {
    play(
        "0 hand border-mastiff\n0 energy 3\n> play border-mastiff\n> settle\n= 0 front border-mastiff\n= stats border-mastiff 3/3",
    );
}

/// UNB-05.
#[test]
fn convoy_guard() {
    play(
        "0 hand convoy-guard\n0 energy 4\n> play convoy-guard\n> settle\n= 0 front convoy-guard\n= stats convoy-guard 3/5",
    );
}

/// UNB-06: gains life when it attacks.
#[test]
fn nomad_colossus() {
    play(
        "0 front nomad-colossus\n0 life 20\n> attack nomad-colossus base.1\n> declare\n> settle\n= life 22 40\n> battle\n= life 22 34",
    );
}

/// UNB-07: voids another Soul of any player. A voided Soul has not died (SR-102).
#[test]
fn rift_devourer() {
    play(
        "0 hand rift-devourer
         0 energy 8
         1 front grave-novice border-mastiff
         > play rift-devourer
         > settle
         ! target rift-devourer : SR-68
         > target grave-novice
         > settle
         = 1 void grave-novice
         = life 40 40
         = stats rift-devourer 7/7",
    );
    play("0 hand rift-devourer\n0 energy 8\n> play rift-devourer\n> settle\n= 0 front rift-devourer");
}

/// UNB-08: is scrapped for 2 Energy, without using the Sequence (SR-R06).
#[test]
fn spare_cell() {
    play(
        "0 front spare-cell
         0 hand hired-blade border-mastiff
         ! play border-mastiff : SR-48
         > use spare-cell 1
         = sequence
         = unspent 2 0
         = 0 scrap spare-cell
         > play hired-blade
         > settle
         = 0 front hired-blade",
    );
    play("0 front spare-cell\n0 hand hired-blade\n> play hired-blade\n= 0 scrap spare-cell\n= unspent 0 0");
}

/// UNB-09: gives a Soul of its controller SAFEGUARD permanently.
#[test]
fn field_plating() {
    play(
        "0 front field-plating hired-blade
         0 energy 2
         1 front border-mastiff
         ! use field-plating 1 border-mastiff : SR-68
         > use field-plating 1 hired-blade
         > settle
         = has hired-blade SAFEGUARD
         > turn
         = has hired-blade SAFEGUARD",
    );
    play("0 front field-plating\n0 energy 2\n! use field-plating 1 base.0 : SR-69");
}

/// UNB-10: refreshes any Soul.
#[test]
fn relay_beacon() {
    play(
        "0 front relay-beacon hired-blade/vulnerable
         0 energy 2
         > use relay-beacon 1 hired-blade
         > settle
         = standby hired-blade
         = can attack hired-blade base.1",
    );
    play(
        "0 front relay-beacon\n0 energy 2\n1 front drone/vulnerable\n> use relay-beacon 1 drone\n> settle\n= standby drone",
    );
    play("0 front relay-beacon/vulnerable drone\n0 energy 2\n! use relay-beacon 1 drone : SR-49");
}

/// UNB-11: voids a Soul until it leaves (SR-R33). A token does not return (SR-R30).
#[test]
fn containment_box() {
    play(
        "0 hand containment-box clean-sweep
         0 energy 6
         0 front rift-stray
         1 front line-welder drone
         > play containment-box
         > settle
         ! target rift-stray : SR-68
         > target line-welder
         > settle
         = 1 front drone
         = 1 void line-welder
         > play clean-sweep containment-box
         > settle
         = 1 front drone drone line-welder
         = 1 void",
    );
    play(
        "0 hand containment-box clean-sweep
         0 energy 6
         1 front drone
         > play containment-box
         > settle
         = 1 front
         > play clean-sweep containment-box
         > settle
         = 1 front",
    );
}

/// UNB-12: life never rises above 40 (SR-09).
#[test]
fn emergency_rations() {
    play(
        "0 hand emergency-rations\n0 energy 1\n0 life 38\n> play emergency-rations\n> settle\n= life 40 40\n= 0 scrap emergency-rations",
    );
    play("0 hand emergency-rations\n! play emergency-rations : SR-48");
    play("1 hand emergency-rations\n1 energy 1\n> pass\n! play emergency-rations : SR-44");
}

/// UNB-13: destroys a Tech, but no Soul and no Energy card.
#[test]
fn clean_sweep() {
    play(
        "0 hand clean-sweep
         0 energy 2
         1 front drone-bay border-mastiff
         ! play clean-sweep border-mastiff : SR-68
         ! play clean-sweep rift-cell : SR-68
         > play clean-sweep drone-bay
         > settle
         = 1 scrap drone-bay",
    );
    play("0 hand clean-sweep\n0 energy 2\n1 front border-mastiff\n! play clean-sweep border-mastiff : SR-69");
}

/// UNB-14: deals damage to every Soul at the same time.
#[test]
fn rift_tremor() {
    play(
        "0 hand rift-tremor
         0 front convoy-guard hired-blade drone-bay
         0 energy 5
         1 front border-mastiff shieldbearer
         > play rift-tremor
         > settle
         = 0 front convoy-guard drone-bay
         = damage convoy-guard 3
         = 1 front shieldbearer
         = has shieldbearer
         = life 40 40",
    );
}
