//! Veil Cartographers.

use crate::table::play;

/// VEI-01: AIRBORNE.
#[test]
fn chart_apprentice() {
    play(
        "0 front chart-apprentice
         1 front border-mastiff
         > attack chart-apprentice base.1
         > declare
         > battle
         = life 40 39
         = stats chart-apprentice 1/1",
    );
    play(
        "0 front border-mastiff\n1 front chart-apprentice/vulnerable\n! attack border-mastiff chart-apprentice : SR-85",
    );
}

/// VEI-02: draws a card, then puts any card of the hand on the bottom of the deck.
#[test]
fn drift_scout() {
    play(
        "0 hand drift-scout spark-volley
         0 energy 2
         0 deck hired-blade
         > play drift-scout
         > settle
         = 0 hand hired-blade spark-volley
         > choose spark-volley
         = 0 hand hired-blade
         = 0 bottom spark-volley",
    );
    play(
        "0 hand drift-scout\n0 energy 2\n0 deck hired-blade\n> play drift-scout\n> settle\n= 0 hand\n= 0 bottom hired-blade",
    );
}

/// VEI-03: has WARP, so it can enter during an attack and block it (SR-R63).
#[test]
fn phase_skimmer() {
    play(
        "0 front rift-stray
         1 hand phase-skimmer
         1 energy 3
         > attack rift-stray base.1
         > declare
         > pass
         > play phase-skimmer
         > settle
         > blocks
         > block phase-skimmer rift-stray
         > battle
         = life 40 40
         = 0 scrap rift-stray
         = 1 front phase-skimmer
         = has phase-skimmer AIRBORNE WARP",
    );
}

/// VEI-04: cancels an Action of cost 2 or less, where X counts as chosen.
#[test]
fn null_adept() {
    play(
        "0 hand feral-surge
         0 front hired-blade
         0 energy 2
         1 front null-adept
         1 energy 2
         > play feral-surge hired-blade
         > pass
         > use null-adept 1 feral-surge
         > settle
         = stats hired-blade 3/2
         = 0 scrap feral-surge
         = vulnerable null-adept",
    );
    play(
        "0 hand backdraft
         0 energy 3
         1 front null-adept
         1 energy 2
         > play backdraft x 2
         > target base.1
         > pass
         ! use null-adept 1 backdraft : SR-69",
    );
    play(
        "0 hand hired-blade
         0 energy 2
         1 front null-adept
         1 energy 2
         > play hired-blade
         > pass
         ! use null-adept 1 hired-blade : SR-69",
    );
}

/// VEI-05: cannot be attacked, not even by AIRBORNE Souls.
#[test]
fn mirage_pilot() {
    play(
        "0 front border-mastiff chart-apprentice
         1 front mirage-pilot/vulnerable
         ! attack border-mastiff mirage-pilot : SR-06
         ! attack chart-apprentice mirage-pilot : SR-06
         = stats mirage-pilot 3/1
         = has mirage-pilot AIRBORNE",
    );
}

/// VEI-06: triggers for each Action that its controller plays, before the Action concludes, and not for other cards.
#[test]
fn tide_reader() {
    play(
        "0 front tide-reader
         0 hand emergency-rations emergency-rations rift-stray
         0 energy 3
         1 hand shunt
         1 energy 2
         > play emergency-rations
         = sequence emergency-rations tide-reader
         > settle
         = stats tide-reader 3/6
         > play rift-stray
         > settle
         = stats tide-reader 3/6
         > play emergency-rations
         > settle
         = stats tide-reader 4/7
         > pass
         > play shunt rift-stray
         > settle
         = stats tide-reader 4/7
         > turn
         = stats tide-reader 2/5",
    );
}

/// VEI-07: returns another Soul to its owner's hand. Without another Soul it enters alone (SR-R39).
#[test]
fn threshold_keeper() {
    play(
        "0 hand threshold-keeper
         0 energy 4
         1 front border-mastiff hired-blade
         > play threshold-keeper
         > settle
         ! target threshold-keeper : SR-68
         > target border-mastiff
         > settle
         = 1 hand border-mastiff
         = 1 front hired-blade
         = 0 front threshold-keeper",
    );
    play(
        "0 hand threshold-keeper\n0 energy 4\n> play threshold-keeper\n> settle\n= 0 front threshold-keeper\n= sequence",
    );
}

/// VEI-08: costs 1 less for each Action card in its player's Scrap pile, but at least 3.
#[test]
fn horizon_leviathan() {
    play(
        "0 hand horizon-leviathan\n0 scrap spark-volley unwrite rift-stray\n0 energy 5\n= can play horizon-leviathan",
    );
    play(
        "0 hand horizon-leviathan\n0 scrap spark-volley unwrite rift-stray\n0 energy 4\n! play horizon-leviathan : SR-48",
    );
    play(
        "0 hand horizon-leviathan\n1 scrap spark-volley unwrite\n0 energy 6\n! play horizon-leviathan : SR-48",
    );
    play(
        "0 hand horizon-leviathan\n0 scrap unwrite unwrite unwrite shunt shunt shunt\n0 energy 2\n! play horizon-leviathan : SR-48",
    );
    play(
        "0 hand horizon-leviathan
         0 scrap unwrite unwrite unwrite shunt shunt shunt
         0 energy 3
         > play horizon-leviathan
         > settle
         = stats horizon-leviathan 6/6
         = has horizon-leviathan AIRBORNE",
    );
}

/// VEI-09: its controller's Actions cost 1 less, but at least 1. Other cards and other players' Actions do not.
#[test]
fn sael_archivist() {
    play(
        "0 front sael-archivist\n0 hand searing-verdict\n0 energy 2\n> play searing-verdict base.1\n> settle\n= life 40 36",
    );
    play("0 front sael-archivist\n0 hand emergency-rations\n! play emergency-rations : SR-48");
    play("0 front sael-archivist\n0 hand hired-blade\n0 energy 1\n! play hired-blade : SR-48");
    play("1 front sael-archivist\n0 hand searing-verdict\n0 energy 2\n! play searing-verdict base.1 : SR-48");
    play(
        "0 front sael-archivist\n0 hand backdraft\n0 energy 2\n! play backdraft x 3 : SR-R42\n= can play backdraft x 2",
    );
}

/// VEI-10: looks at the top card.
#[test]
fn rift_lens() {
    play(
        "0 front rift-lens\n0 deck hired-blade\n> use rift-lens 1\n> settle\n> yes\n= 0 bottom hired-blade\n= vulnerable rift-lens",
    );
    play(
        "0 front rift-lens\n0 deck hired-blade\n> use rift-lens 1\n> settle\n> no\n= 0 top hired-blade\n! use rift-lens 1 : SR-49",
    );
}

/// VEI-11.
#[test]
fn folded_archive() {
    play(
        "0 front folded-archive\n0 energy 3\n> use folded-archive 1\n> settle\n= 0 hand rift-stray\n= vulnerable folded-archive",
    );
    play("0 front folded-archive\n0 energy 2\n! use folded-archive 1 : SR-46");
}

/// VEI-12: opponents' cards cost 1 more. Abilities do not.
#[test]
fn static_field() {
    play("1 front static-field\n0 hand hired-blade\n0 energy 2\n! play hired-blade : SR-48");
    play(
        "1 front static-field\n0 hand hired-blade\n0 energy 3\n> play hired-blade\n= vulnerable rift-cell rift-cell/2 rift-cell/3",
    );
    play("0 front static-field\n0 hand hired-blade\n0 energy 2\n= can play hired-blade");
    play("1 front static-field\n0 front drone-bay\n0 energy 2\n= can use drone-bay 1");
    // Increases apply before reductions, so the cost is 1 and not 2 (SR-R43).
    play(
        "1 front static-field
         0 front sael-archivist
         0 hand emergency-rations
         0 energy 1
         0 life 10
         > play emergency-rations
         > settle
         = life 14 40",
    );
}

/// VEI-13: targets any card in the Sequence, but no ability (SR-R09), and not itself.
#[test]
fn unwrite() {
    play(
        "0 hand hired-blade
         0 energy 2
         1 hand unwrite
         1 energy 3
         > play hired-blade
         > pass
         > play unwrite hired-blade
         > settle
         = 0 scrap hired-blade
         = 0 front
         = 1 scrap unwrite",
    );
    play("0 hand unwrite\n0 energy 3\n! play unwrite unwrite : SR-69");
    play(
        "0 front hive-foreman
         1 hand unwrite
         1 energy 3
         > use hive-foreman 1
         > pass
         ! play unwrite hive-foreman : SR-69",
    );
}

/// VEI-14: its target is cancelled, unless the controller pays 2 Energy.
#[test]
fn interdict() {
    let table = "1 hand interdict
         1 energy 2
         0 hand hired-blade
         0 energy 4
         > play hired-blade
         > pass
         > play interdict hired-blade
         > settle
         = asked 0";
    play(&format!("{table}\n> yes\n> settle\n= 0 front hired-blade\n= vulnerable rift-cell/5 rift-cell/6"));
    play(&format!("{table}\n> no\n= 0 scrap hired-blade\n= 0 front"));
    play(
        "1 hand interdict
         1 energy 2
         0 hand hired-blade
         0 energy 3
         > play hired-blade
         > pass
         > play interdict hired-blade
         > settle
         = 0 scrap hired-blade
         = 1 scrap interdict",
    );
}

/// VEI-15: returns a Soul to its owner's hand.
#[test]
fn shunt() {
    play(
        "0 hand shunt\n0 energy 2\n1 front border-mastiff/damage2\n> play shunt border-mastiff\n> settle\n= 1 hand border-mastiff\n= 1 scrap",
    );
    play("0 hand shunt\n0 energy 2\n! play shunt base.1 : SR-69");
}

/// VEI-16: draws three cards, then puts one on the bottom of the deck.
#[test]
fn cartographers_insight() {
    play(
        "0 hand cartographers-insight
         0 energy 4
         0 deck hired-blade spark-volley border-mastiff
         > play cartographers-insight
         > settle
         = 0 hand border-mastiff hired-blade spark-volley
         > choose border-mastiff
         = 0 bottom border-mastiff
         = 0 hand hired-blade spark-volley",
    );
    play("1 hand cartographers-insight\n1 energy 4\n> pass\n! play cartographers-insight : SR-44");
}
