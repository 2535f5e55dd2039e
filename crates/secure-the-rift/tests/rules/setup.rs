//! Cards, decks and the beginning of a game (SR-01 to SR-15, SR-H01 to SR-H07).

use atlas_core::{Chance, Code, Game, Seat, Viewer};
use atlas_secure_the_rift::deck::{Deck, DeckChoice, PRECONSTRUCTED};
use atlas_secure_the_rift::pack::language::Kinds;
use atlas_secure_the_rift::{LibraryRef, Options, SecureTheRift};

use crate::table::{Table, table, table_for};

fn start(options: &Options, seats: u8, seed: u64) -> Result<SecureTheRift, atlas_core::Refusal> {
    SecureTheRift::start(LibraryRef::core().edition(), options, seats, &mut Chance::quick(seed))
}

fn started(options: &Options, seats: u8, seed: u64) -> Table {
    Table::of(start(options, seats, seed).unwrap_or_else(|refusal| panic!("{refusal}")))
}

fn first(seat: u8) -> Options {
    Options { first: Some(Seat(seat)), ..Options::default() }
}

/// The rules that a deck list breaks.
fn breaks(list: &str) -> Vec<&'static str> {
    let library = LibraryRef::core();
    let deck = Deck::read(&library, list).unwrap_or_else(|error| panic!("{error}"));
    deck.check(&library).into_iter().filter_map(|error| error.rule).collect()
}

/// A legal list with some of its lines changed.
fn changed(changes: &[(&str, &str)]) -> String {
    let mut list = PRECONSTRUCTED[0].1.to_owned();
    for (from, to) in changes {
        assert!(list.contains(from), "{from} is not in the list");
        list = list.replacen(from, to, 1);
    }
    list
}

/// SR-01: two, three or four players can play, but not one or five.
#[test]
fn two_to_four_players() {
    for seats in 2..=4 {
        assert_eq!(started(&Options::default(), seats, 1).view().players.len(), usize::from(seats));
    }
    for seats in [0, 1, 5] {
        assert_eq!(start(&Options::default(), seats, 1).unwrap_err().code, Code::Seats);
    }
}

/// SR-02: a deck has exactly 40 cards and 10 Energy cards.
#[test]
fn a_deck_has_40_and_10_cards() {
    assert!(PRECONSTRUCTED.iter().all(|(_, list)| breaks(list).is_empty()));
    assert_eq!(breaks(&changed(&[("3 Survey Drone", "2 Survey Drone")])), ["SR-02"]);
    assert_eq!(breaks(&changed(&[("8 Rift Cell", "9 Rift Cell")])), ["SR-02"]);
    let mut short = first(0);
    short.decks = vec![DeckChoice(changed(&[("3 Survey Drone", "2 Survey Drone")]))];
    assert!(start(&short, 2, 1).is_err());
}

/// SR-03: Souls, Techs and Actions are in the main deck, Energy cards in the energy pile.
#[test]
fn energy_cards_are_in_the_energy_pile() {
    let swapped = changed(&[("2 Border Mastiff", "2 Rift Cell"), ("8 Rift Cell", "8 Border Mastiff")]);
    assert!(breaks(&swapped).iter().filter(|rule| **rule == "SR-03").count() >= 2);
}

/// SR-04, SR-05: only Souls have attack and defence, and Energy cards cost nothing.
#[test]
fn the_values_of_cards() {
    let library = LibraryRef::core();
    for (_, card) in library.cards() {
        let has_values = card.attack.as_number() != Some(0) || card.defence.as_number() != Some(0);
        assert_eq!(has_values, card.kind == Kinds::SOUL, "{}", card.name);
        if card.kind == Kinds::ENERGY {
            assert_eq!(card.cost, 0, "{}", card.name);
        }
    }
    let table = table().front(0, "drone-bay").front(0, "line-recruit").deal();
    let front = table.view().front;
    assert_eq!((front[0].attack, front[0].defence), (None, None));
    assert_eq!((front[1].attack, front[1].defence), (Some(1), Some(3)));
}

/// SR-06: the text of a card takes precedence over the rules: Souls may block, but this one may not.
#[test]
fn card_texts_take_precedence() {
    let mut table = table().front(0, "giant").front(1, "slag-hound").front(1, "wall").deal();
    table.attack(0, &["giant.1 base.1"]).until_blocks();
    table.refuses(1, "block slag-hound.1 giant.1", "SR-06");
    assert!(table.may(1, "block wall.1 giant.1"));
}

/// SR-07, SR-H01: a deck has at most three copies of a card, and one of a unique card.
#[test]
fn copies_are_limited() {
    assert_eq!(
        breaks(&changed(&[("2 Border Mastiff", "1 Border Mastiff"), ("3 Survey Drone", "4 Survey Drone")])),
        ["SR-H01"]
    );
    let two = changed(&[
        ("2 Border Mastiff", "1 Border Mastiff"),
        ("1 Ilun, Chief Executor", "2 Ilun, Chief Executor"),
    ]);
    assert_eq!(breaks(&two), ["SR-H01"]);
}

/// SR-H02: a deck may have cards of two factions and Unbound cards, but not of a third faction.
#[test]
fn two_factions() {
    assert!(breaks(&changed(&[("2 Border Mastiff", "2 Ash Runner")])).is_empty());
    let third = changed(&[("2 Border Mastiff", "1 Ash Runner\n1 Line Recruit")]);
    assert_eq!(breaks(&third), ["SR-H02"]);
}

/// SR-H03: an energy pile may have any number of Rift Cells, two copies of any other card, and one Twin Conduit.
#[test]
fn copies_in_an_energy_pile() {
    let dynamos = ("8 Rift Cell\n2 Annex Dynamo", "7 Rift Cell\n3 Annex Dynamo");
    assert_eq!(breaks(&changed(&[dynamos])), ["SR-H03"]);
    assert!(breaks(&changed(&[("2 Annex Dynamo", "2 Rift Cell")])).is_empty());
    assert!(breaks(&changed(&[("2 Annex Dynamo", "1 Twin Conduit\n1 Rift Cell")])).is_empty());
    assert_eq!(breaks(&changed(&[("2 Annex Dynamo", "2 Twin Conduit")])), ["SR-H03"]);
}

/// SR-H04: an Energy card of a faction needs a card of that faction in the main deck.
#[test]
fn energy_of_a_faction() {
    assert_eq!(breaks(&changed(&[("2 Annex Dynamo", "2 Cinder Vent")])), ["SR-H04"]);
    let both = changed(&[("2 Annex Dynamo", "2 Cinder Vent"), ("2 Border Mastiff", "2 Ash Runner")]);
    assert!(breaks(&both).is_empty());
}

/// SR-H05: "unique" limits only decks. Several copies may be in play.
#[test]
fn several_copies_of_a_unique_card_may_be_in_play() {
    let mut table = table().cells(0, 5).front(0, "sael-archivist").hand(0, "sael-archivist").deal();
    table.does(0, "play sael-archivist");
    assert_eq!(table.front(0), "sael-archivist sael-archivist");
}

/// SR-H06, SR-R32: each upgrade counter gives +1/+1, and counters do not follow a card to another zone.
#[test]
fn upgrade_counters() {
    let mut table =
        table().cells(0, 5).hand(0, "shunt").front(0, "growth-vat").front(0, "plain-two upgrades 1").deal();
    assert_eq!(table.shows("plain-two.1"), "3/3");
    table.does(0, "use growth-vat.1 1 plain-two.1");
    assert_eq!(table.shows("plain-two.1"), "4/4");
    table.end_turn().end_turn().until_step("main");
    assert_eq!(table.shows("plain-two.1"), "4/4", "counters stay");
    table.does(0, "play shunt plain-two.1").does(0, "play plain-two");
    assert_eq!(table.shows("plain-two.1"), "2/2");
}

/// SR-H07: the characteristics of a Drone.
#[test]
fn a_drone_is_a_token() {
    let library = LibraryRef::core();
    let drone = library.card(library.card_named("drone").unwrap());
    assert_eq!((drone.cost, drone.kind, drone.token, drone.abilities.len()), (0, Kinds::SOUL, true, 0));
    assert_eq!(library.faction(drone.faction), "annex");
    assert_eq!(library.subtypes(drone.subtypes).collect::<Vec<_>>(), ["drone"]);
    let mut table = table().cells(0, 3).hand(0, "bulk-order").deal();
    table.does(0, "play bulk-order");
    assert_eq!((table.front(0).as_str(), table.shows("drone.2").as_str()), ("drone drone", "1/1"));
}

/// SR-08, SR-70: damage to a player is damage to the Base.
#[test]
fn damage_to_a_player_is_damage_to_the_base() {
    let mut table = table().cells(0, 3).hand(0, "searing-verdict").deal();
    table.does(0, "play searing-verdict base.1");
    assert_eq!(table.life(1), 36);
}

/// SR-09: players start with 40 life and never have more. A table may choose less, but neither 0 nor more than 40.
#[test]
fn life_starts_at_40() {
    assert_eq!(started(&first(0), 2, 1).life(0), 40);
    assert_eq!(started(&Options { life: 20, ..first(0) }, 2, 1).life(1), 20);
    for life in [0, 41] {
        let refusal = start(&Options { life, ..first(0) }, 2, 1).unwrap_err();
        assert_eq!(refusal.rule.unwrap().0, "SR-09");
    }
    let mut table = table().cells(0, 1).life(0, 38).hand(0, "emergency-rations").deal();
    table.does(0, "play emergency-rations");
    assert_eq!(table.life(0), 40);
}

/// SR-10, SR-134: the first player is random, and the others follow in turn order.
#[test]
fn the_first_player_is_random() {
    let mut begins = [0; 3];
    for seed in 0..90 {
        begins[started(&Options::default(), 3, seed).view().first.index()] += 1;
    }
    assert!(begins.iter().all(|n| *n > 15), "{begins:?}");
    let mut table = started(&first(2), 3, 1);
    table.play(2, "keep").play(0, "keep").play(1, "keep");
    let mut order = Vec::new();
    for _ in 0..4 {
        order.push(table.view().active.0);
        table.end_turn();
    }
    assert_eq!(order, [2, 0, 1, 2]);
    assert_eq!(start(&first(2), 2, 1).unwrap_err().rule.unwrap().0, "SR-10");
}

/// SR-11, SR-134: decks and energy piles are shuffled separately, with the same source of chance.
#[test]
fn decks_and_energy_piles_are_shuffled() {
    let options = Options { decks: vec![DeckChoice("old-growth".to_owned()); 2], ..first(0) };
    let orders = |seed| {
        let player = started(&options, 2, seed).view().players[0].clone();
        let deck: Vec<String> = player.deck.into_iter().map(|(_, card)| card).collect();
        (deck, player.pile.unwrap())
    };
    assert_ne!(orders(1).0, orders(2).0);
    assert_ne!(orders(1).1, orders(2).1);
    assert_eq!(orders(1), orders(1));
    let sorted = |(mut deck, _): (Vec<String>, Vec<String>)| {
        deck.sort();
        deck
    };
    assert_ne!(sorted(orders(1)), orders(1).0);
}

/// SR-12: each player draws five cards.
#[test]
fn everyone_draws_five() {
    let view = started(&first(0), 4, 1).view();
    assert!(view.players.iter().all(|player| player.hand_size == 5 && player.deck_size == 35));
}

/// SR-13: a player may redraw none or up to all five cards, each once, and only before the game.
#[test]
fn redrawing_none_or_all() {
    let mut table = started(&first(0), 2, 1);
    let hand: Vec<String> = table.hand(0).split(' ').map(str::to_owned).collect();
    let top: Vec<String> = table.view().players[0].deck[..5].iter().map(|(_, card)| card.clone()).collect();
    table.refuses(0, "redraw worldroot-first-seed", "SR-13").refuses(0, "pass", "SR-13");
    for card in &hand {
        table.play(0, &format!("redraw {card}"));
    }
    // No card is left to redraw, so the new hand has been drawn: the top five cards.
    assert_eq!(table.asked(), 1);
    let mut wanted = top;
    wanted.sort();
    let mut got: Vec<String> = table.hand(0).split(' ').map(str::to_owned).collect();
    got.sort();
    assert_eq!(got, wanted);
    let before = table.hand(1);
    table.play(1, "keep");
    assert_eq!(table.hand(1), before);
    table.refuses(0, "keep", "SR-54");
}

/// SR-14, SR-R03: players redraw in turn order. Everyone sees the number of cards, but not the cards.
#[test]
fn redraws_are_secret() {
    let mut table = started(&first(1), 3, 1);
    table.refuses(0, "keep", "SR-14");
    let card = table.hand(1).split(' ').next().unwrap().to_owned();
    table.play(1, &format!("redraw {card}")).play(1, "keep");
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        let texts: Vec<String> = table
            .news
            .iter()
            .filter_map(|(_, event)| table.state.seen(event, viewer))
            .map(|event| table.state.tell(&event).text.to_string())
            .collect();
        let name = LibraryRef::core().card(LibraryRef::core().card_named(&card).unwrap()).name.clone();
        assert!(texts.iter().any(|text| text.contains('1')), "{texts:?}");
        assert!(texts.iter().all(|text| !text.contains(&name)), "{texts:?}");
        assert!(table.state.view(viewer).players[1].deck.is_empty());
    }
    assert_eq!(table.asked(), 2);
    table.play(2, "keep");
    assert_eq!(table.asked(), 0);
}

/// SR-15: a hand has no maximum size.
#[test]
fn a_hand_has_no_limit() {
    let hand = ["wall"; 20].join(" ");
    let mut table = table_for(2).active(1).hand(0, &hand).deal();
    table.end_turn().end_turn();
    assert_eq!(table.view().players[0].hand_size, 21);
}
