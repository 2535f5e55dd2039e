//! The laws: a test suite that every game must pass, whatever its rules.
//!
//! A game crate runs all of them with one line in its tests:
//!
//! ```text
//! atlas_core::laws!(Forest, seats: [2, 3, 4], cheap: 10_000, costly: 200, moves: 64);
//! ```
//!
//! Test games are generated from lists of choices, so a failure shrinks to a short list of sentences.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use crate::game::contains_words;
use crate::play::Secrecy;
use crate::{
    Chance, Edition, Entry, Eyes, Game, Insight, Log, Marks, Match, Seat, Secret, Seed, Turn, Viewer,
};

/// What the laws need to know about a game beyond its rules.
pub trait Witness {
    /// The game.
    type Game: Insight;

    /// Every thing in the game with its place, such as `("dawn-3", "hand 0")`. Identical things may share a name.
    fn inventory(state: &Self::Game) -> Vec<(String, String)>;

    /// Whether the things at this place are hidden from the seat.
    fn hides(place: &str, seat: Seat) -> bool;

    /// The number of states to skip between those in which many worlds are imagined, to save time in long games.
    const SKIPPED_STATES: u32 = 0;

    /// The options of the table.
    fn options() -> <Self::Game as Game>::Options {
        <Self::Game as Game>::Options::default()
    }

    /// Whether this thing can ever be at this place.
    fn fits(thing: &str, place: &str) -> bool {
        let _ = (thing, place);
        true
    }

    /// Whether the rules have taken this thing out of the game, such as the cards of a player who has lost.
    fn is_removed(state: &Self::Game, thing: &str) -> bool {
        let _ = (state, thing);
        false
    }

    /// Whether this action reveals hidden information according to the rules, such as a card that is turned up, or a
    /// question that shows what is in a hand.
    fn reveals(state: &Self::Game, action: <Self::Game as Game>::Action) -> bool {
        let _ = (state, action);
        false
    }

    /// Whether the seats that may act decide independently of each other. In a phase in which players agree on an order,
    /// because one may use what another has gained, they do not.
    fn decide_independently(state: &Self::Game) -> bool {
        let _ = state;
        true
    }

    /// Whether this action of `actor` reveals hidden information to `seat` according to the rules. By default it may
    /// always reveal something to the actor, who may draw a card by it.
    fn reveals_to(state: &Self::Game, actor: Seat, action: <Self::Game as Game>::Action, seat: Seat) -> bool {
        actor == seat || Self::reveals(state, action)
    }
}

/// The result of checking a law. An error describes the violation.
type Verdict = Result<(), String>;

/// Plays games generated from lists of choices and checks `law` in every state.
///
/// The law gets the state, and the seat and action that come next, if any.
pub fn hold<W: Witness>(
    seats: &[u8],
    games: u32,
    moves: usize,
    law: impl Fn(&W::Game, Option<(Seat, <W::Game as Game>::Action)>, &mut Chance) -> Verdict,
) {
    for seats in seats.iter().copied() {
        let mut runner =
            TestRunner::new(Config { cases: games, failure_persistence: None, ..Config::default() });
        let result = runner.run(&(any::<u64>(), vec(any::<u16>(), 0..=moves)), |(seed, choices)| {
            follow(&W::options(), seats, seed, &choices, &law).map_err(TestCaseError::fail)
        });
        if let Err(error) = result {
            panic!("{} with {seats} seats: {error}", W::Game::FACTS.id);
        }
    }
}

fn follow<G: Game>(
    options: &G::Options,
    seats: u8,
    seed: u64,
    choices: &[u16],
    law: &impl Fn(&G, Option<(Seat, G::Action)>, &mut Chance) -> Verdict,
) -> Verdict {
    let mut chance = Chance::quick(seed);
    let mut state = G::start(Edition::newest::<G>(), options, seats, &mut chance)
        .map_err(|refusal| refusal.to_string())?;
    let (mut legal, mut told) = (Vec::new(), Vec::new());
    for choice in choices {
        let acting: Vec<Seat> = state.acting().iter().collect();
        let mut next = None;
        if !acting.is_empty() {
            let seat = acting[*choice as usize % acting.len()];
            legal.clear();
            state.legal(seat, &mut legal);
            if legal.is_empty() {
                return Err(format!("{seat} may act but has no legal action, after {told:?}"));
            }
            next = Some((seat, legal[*choice as usize / acting.len() % legal.len()]));
        }
        law(&state, next, &mut chance).map_err(|broken| format!("{broken}, after {told:?}"))?;
        let Some((seat, action)) = next else { break };
        told.push(format!("{}: {}", seat.0, state.write(action, Viewer::Everything)));
        state.play(seat, action, &mut Turn::quiet(&mut chance));
    }
    Ok(())
}

fn must(holds: bool, what: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(what()) }
}

fn legal_of<G: Game>(state: &G, seat: Seat) -> Vec<G::Action> {
    Eyes::new(state, seat).legal()
}

/// Some seat may act until the game is over; every legal action passes `judge`; lists are sorted; exactly the seats
/// that may act have a prompt; a written action can be read back.
pub fn legal_lists_are_sound<G: Game>(state: &G, next: Option<(Seat, G::Action)>) -> Verdict {
    must(state.acting().is_empty() == state.outcome().is_some(), || {
        "no seat may act although the game is not over, or some seat may although it is".into()
    })?;
    for seat in Seat::all(state.seats()) {
        let legal = legal_of(state, seat);
        let may = state.acting().contains(seat);
        must(may != legal.is_empty(), || format!("{seat} may act: {may}, but has {} actions", legal.len()))?;
        must(may == state.awaiting(seat).is_some(), || {
            format!("{seat} may act: {may}, but its prompt disagrees")
        })?;
        must(legal.is_sorted_by(|a, b| a < b), || format!("the list of {seat} is not sorted: {legal:?}"))?;
        for action in &legal {
            if let Err(refusal) = state.judge(seat, *action) {
                return Err(format!("{action:?} is listed but refused: {refusal}"));
            }
        }
    }
    if let Some((seat, action)) = next {
        let sentence = state.write(action, Viewer::Everything);
        must(state.read(seat, &sentence) == Ok(action), || {
            format!("“{sentence}” is read as a different action")
        })?;
    }
    Ok(())
}

/// Actions neither create nor lose things, apart from those that the rules remove.
pub fn nothing_is_created_or_lost<W: Witness>(
    state: &W::Game,
    next: Option<(Seat, <W::Game as Game>::Action)>,
    chance: &mut Chance,
) -> Verdict {
    let Some((seat, action)) = next else { return Ok(()) };
    let mut after = state.clone();
    after.play(seat, action, &mut Turn::quiet(&mut Chance::quick(chance.fork())));
    let things = |state: &W::Game| {
        let mut things: Vec<String> = W::inventory(state).into_iter().map(|(thing, _)| thing).collect();
        things.retain(|thing| !W::is_removed(&after, thing));
        things.sort();
        things
    };
    must(things(state) == things(&after), || format!("{action:?} created or lost something"))
}

/// An action is refused exactly if it is not in the legal list. The tested actions come from other states, from other
/// seats and from sentences with a changed word.
pub fn only_listed_actions_pass<G: Game>(state: &G, chance: &mut Chance) -> Verdict {
    let mut other = another_game::<G>(state.seats(), chance)?;
    let mut foreign = Vec::new();
    for _ in 0..chance.below(12) {
        let Some(seat) = other.acting().draw(chance) else { break };
        let legal = legal_of(&other, seat);
        let action = legal[chance.below(legal.len() as u32) as usize];
        foreign.extend(legal.iter().map(|action| (other.write(*action, Viewer::Everything), *action)));
        other.play(seat, action, &mut Turn::quiet(chance));
    }
    for seat in Seat::all(state.seats()) {
        let legal = legal_of(state, seat);
        let agree = |action: G::Action| {
            let (listed, passed) = (legal.binary_search(&action).is_ok(), state.judge(seat, action).is_ok());
            must(listed == passed, || format!("{action:?} of {seat}: listed {listed}, passed {passed}"))
        };
        for (sentence, _) in &foreign {
            if let Ok(action) = state.read(seat, sentence) {
                agree(action)?;
            }
        }
        let mut own: Vec<String> =
            legal.iter().map(|action| state.write(*action, Viewer::Seat(seat))).collect();
        own.extend(foreign.iter().map(|(sentence, _)| sentence.clone()).take(5));
        for _ in 0..10.min(own.len() * 10) {
            let sentence = mutated(&own[chance.below(own.len() as u32) as usize], &own, chance);
            if let Ok(action) = state.read(seat, &sentence) {
                agree(action)?;
            }
        }
    }
    Ok(())
}

/// Words of a legal sentence can be picked in any order. Other words are refused with a reason, which leaks no hidden
/// information.
pub fn half_sentences_are_explained<G: Game>(state: &G, chance: &mut Chance) -> Verdict {
    let sentences = |state: &G, seat: Seat| -> Vec<String> {
        legal_of(state, seat).into_iter().map(|action| state.write(action, Viewer::Seat(seat))).collect()
    };
    // Sentences of another game contain words that this seat cannot use.
    let other = another_game::<G>(state.seats(), chance)?;
    let foreign: Vec<String> = other.acting().iter().flat_map(|seat| sentences(&other, seat)).collect();
    for seat in Seat::all(state.seats()) {
        let legal = sentences(state, seat);
        let imagined = state.imagine(seat, chance);
        let drawn = |chance: &mut Chance, from: &[String]| -> Vec<String> {
            if from.is_empty() {
                return Vec::new();
            }
            let sentence = &from[chance.below(from.len() as u32) as usize];
            let mut words: Vec<String> = sentence.split_whitespace().map(str::to_owned).collect();
            chance.shuffle(&mut words);
            words.truncate(chance.below(words.len() as u32 + 1) as usize);
            words
        };
        for _ in 0..8 {
            let mut words = drawn(chance, &legal);
            if chance.coin() {
                words.extend(drawn(chance, &foreign));
            }
            let words = words.join(" ");
            let (open, reason) =
                (legal.iter().any(|it| contains_words(it, &words)), state.explain(seat, &words));
            must(open == reason.is_ok(), || {
                format!("“{words}” of {seat} can be picked: {open}, but `explain` returns {reason:?}")
            })?;
            must(reason == imagined.explain(seat, &words), || {
                format!("the reason against “{words}” of {seat} leaks hidden information: {reason:?}")
            })?;
        }
    }
    Ok(())
}

/// Every choice offered to people is an option of the game, and its first value is the default.
pub fn choices_are_options<G: Game>() {
    for choice in G::FACTS.choices {
        for (at, (value, _)) in choice.values.iter().enumerate() {
            let text = format!("{{\"{}\":{value}}}", choice.name);
            let options: G::Options = serde_json::from_str(&text)
                .unwrap_or_else(|error| panic!("{text} is not an option: {error}"));
            let (given, usual) =
                (serde_json::to_value(&options), serde_json::to_value(G::Options::default()));
            assert_eq!(at == 0, given.ok() == usual.ok(), "{text}: the first value is the default");
        }
    }
}

/// A new game with this number of seats and default options.
fn another_game<G: Game>(seats: u8, chance: &mut Chance) -> Result<G, String> {
    let mut chance = Chance::quick(chance.fork());
    G::start(Edition::newest::<G>(), &G::Options::default(), seats, &mut chance)
        .map_err(|refusal| refusal.to_string())
}

/// A sentence with one random change.
fn mutated(sentence: &str, others: &[String], chance: &mut Chance) -> String {
    let mut words: Vec<String> = sentence.split(' ').map(str::to_owned).collect();
    let at = chance.below(words.len() as u32) as usize;
    let other = &others[chance.below(others.len() as u32) as usize];
    match chance.below(6) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[at].clone()),
        2 => words[at] = chance.below(20).to_string(),
        3 => other.split(' ').next_back().unwrap_or_default().clone_into(&mut words[at]),
        4 => words.push(other.clone()),
        _ => {
            let mut letters: Vec<char> = words[at].chars().collect();
            if !letters.is_empty() {
                let letter = chance.below(letters.len() as u32) as usize;
                letters[letter] = ['0', '9', 'é', '-', 'a', '\u{0}'][chance.below(6) as usize];
            }
            words[at] = letters.into_iter().collect();
        }
    }
    words.join(" ")
}

/// A dumped state can be loaded again.
pub fn positions_come_back<G: Game>(state: &G) -> Verdict {
    let position = state.dump();
    let text = position.to_string();
    let read = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    match G::load(state.edition(), &read) {
        Ok(loaded) => must(loaded == *state, || format!("{text} is loaded as {loaded:?}, not {state:?}")),
        Err(refusal) => Err(format!("{text} is refused: {refusal}")),
    }
}

/// Two states that differ only in what a seat cannot know give that seat equal views, prompts, actions, sentences and
/// remarks, and give spectators equal views. When the same action is played in both, this seat gets the same events,
/// unless the action reveals something to it according to the rules.
pub fn secrets_stay_secret<W: Witness>(
    state: &W::Game,
    next: Option<(Seat, <W::Game as Game>::Action)>,
    chance: &mut Chance,
) -> Verdict {
    for seat in Seat::all(state.seats()) {
        let other = state.imagine(seat, chance);
        same_to(seat, state, &other)?;
        let hides = |(actor, action): &(Seat, _)| !W::reveals_to(state, *actor, *action, seat);
        let Some((actor, action)) = next.filter(hides) else { continue };
        if other.judge(actor, action).is_err() {
            continue;
        }
        let fork = chance.fork();
        same_news_to(seat, (state, actor, action), (&other, actor, action), fork)?;
    }
    Ok(())
}

/// If two actions of a seat are written alike for spectators, nobody else can tell which of them was played: views, with
/// what a seat knows of other hands, events, prompts and legal actions are equal afterwards. So a card that leaves a
/// hand face down and a choice that is made in secret stay secret.
pub fn hidden_choices_stay_hidden<G: Insight>(state: &G, chance: &mut Chance) -> Verdict {
    for actor in state.acting().iter() {
        let mut first: Vec<(String, G::Action)> = Vec::new();
        for action in legal_of(state, actor) {
            let sentence = state.write(action, Viewer::Spectator);
            let Some((_, alike)) = first.iter().find(|(it, _)| *it == sentence) else {
                first.push((sentence, action));
                continue;
            };
            let fork = chance.fork();
            for seat in Seat::all(state.seats()).filter(|seat| *seat != actor) {
                same_news_to(seat, (state, actor, action), (state, actor, *alike), fork)?;
            }
        }
    }
    Ok(())
}

/// Checks that a seat cannot distinguish two states in which actions were played, by the events or by what it sees then.
fn same_news_to<G: Insight>(
    seat: Seat,
    one: (&G, Seat, G::Action),
    two: (&G, Seat, G::Action),
    fork: u64,
) -> Verdict {
    let after = |(state, actor, action): (&G, Seat, G::Action)| {
        let (mut state, mut news) = (state.clone(), Vec::new());
        state.play(actor, action, &mut Turn::told(&mut Chance::quick(fork), &mut news));
        let seen: Vec<_> =
            news.iter().filter_map(|(_, event)| state.seen(event, Viewer::Seat(seat))).collect();
        let told: Vec<_> = seen.iter().map(|event| state.tell(event)).collect();
        (state, (seen, told))
    };
    let ((after_one, told), (after_two, other_told)) = (after(one), after(two));
    must(told == other_told, || {
        format!("{seat} gets {told:?} or {other_told:?} for {:?} and {:?}", one.2, two.2)
    })?;
    same_to(seat, &after_one, &after_two)
}

fn same_to<G: Insight>(seat: Seat, state: &G, other: &G) -> Verdict {
    let (one, two) = (Eyes::new(state, seat), Eyes::new(other, seat));
    must(one.view() == two.view(), || format!("{seat} sees {:?} or {:?}", one.view(), two.view()))?;
    must(state.view(Viewer::Spectator) == other.view(Viewer::Spectator), || {
        format!("a spectator sees what {seat} cannot know")
    })?;
    must(state.acting() == other.acting(), || "the set of acting seats leaks hidden information".into())?;
    must(one.awaiting() == two.awaiting(), || format!("the prompt of {seat} leaks hidden information"))?;
    must(one.legal() == two.legal(), || format!("the legal list of {seat} leaks hidden information"))?;
    let sentences = |eyes: Eyes<'_, G>| -> Vec<String> {
        eyes.legal().into_iter().map(|action| eyes.write(action)).collect()
    };
    must(sentences(one) == sentences(two), || format!("a sentence of {seat} leaks hidden information"))?;
    let differs = one.legal().into_iter().find(|action| one.remark(*action) != two.remark(*action));
    must(differs.is_none(), || format!("the remark on {differs:?} of {seat} leaks hidden information"))
}

/// Previews of legal actions leak no hidden information, and predict what then happens.
pub fn previews_are_honest<G: Game>(state: &G, chance: &mut Chance) -> Verdict {
    const ACTIONS: usize = 24;
    for seat in state.acting().iter() {
        let mut legal = legal_of(state, seat);
        chance.shuffle(&mut legal);
        legal.truncate(ACTIONS);
        let other = state.imagine(seat, chance);
        for action in legal {
            let (one, two) = (state.preview(seat, action), other.preview(seat, action));
            must(one == two, || format!("the preview of {action:?} of {seat} is {one:?} or {two:?}"))?;
            let (mut after, mut news) = (state.clone(), Vec::new());
            let mut drawn = Chance::quick(chance.fork());
            after.play(seat, action, &mut Turn::told(&mut drawn, &mut news));
            let happened: Vec<_> = news
                .iter()
                .filter_map(|(rule, event)| Some((*rule, after.seen(event, Viewer::Spectator)?)))
                .map(|(rule, event)| (rule, after.tell(&event).things))
                .collect();
            let expected: Vec<_> = one.events.into_iter().map(|news| (news.rule, news.told.things)).collect();
            must(happened.starts_with(&expected), || {
                format!("{action:?} of {seat} is predicted as {expected:?} but happens as {happened:?}")
            })?;
        }
    }
    Ok(())
}

/// While several seats may act, the order of two independent actions makes no difference: if each stays legal after
/// the other and neither uses chance or reveals a hidden card, both orders lead to the same state.
pub fn simultaneous_actions_commute<W: Witness>(state: &W::Game, chance: &mut Chance) -> Verdict {
    let acting: Vec<Seat> = state.acting().iter().collect();
    if acting.len() < 2 || !W::decide_independently(state) {
        return Ok(());
    }
    for (at, one) in acting.iter().enumerate() {
        for other in &acting[at + 1..] {
            let draw = |seat: Seat, chance: &mut Chance| {
                let legal = legal_of(state, seat);
                (seat, legal[chance.below(legal.len() as u32) as usize])
            };
            let (first, second) = (draw(*one, chance), draw(*other, chance));
            let in_order = |moves: [(Seat, <W::Game as Game>::Action); 2]| -> Option<W::Game> {
                let (mut state, mut chance) = (state.clone(), Chance::seeded(Seed([0; 32]), 0));
                for (seat, action) in moves {
                    state.judge(seat, action).ok()?;
                    let mut turn = Turn::quiet(&mut chance);
                    state.play(seat, action, &mut turn);
                    if turn.marks().contains(Marks::REVEALED) {
                        return None;
                    }
                }
                (!chance.was_drawn()).then_some(state)
            };
            if let (Some(one), Some(two)) = (in_order([first, second]), in_order([second, first])) {
                must(one == two, || format!("{first:?} and {second:?} depend on who acts first"))?;
            }
        }
    }
    Ok(())
}

/// Everything that is hidden from a seat is imagined in every possible place, and nowhere else.
pub fn imagination_reaches_everything<W: Witness>(state: &W::Game, chance: &mut Chance) -> Verdict {
    const WORLDS: usize = 1_500;
    if chance.below(W::SKIPPED_STATES + 1) > 0 {
        return Ok(());
    }
    for seat in Seat::all(state.seats()) {
        let hidden: Vec<(String, String)> =
            W::inventory(state).into_iter().filter(|(_, place)| W::hides(place, seat)).collect();
        let (mut reached, mut wanted) = (BTreeSet::new(), BTreeSet::new());
        for (thing, _) in &hidden {
            let places = hidden.iter().map(|(_, place)| place).filter(|place| W::fits(thing, place));
            wanted.extend(places.map(|place| (thing.clone(), place.clone())));
        }
        for _ in 0..WORLDS {
            let world = state.imagine(seat, chance);
            reached.extend(W::inventory(&world).into_iter().filter(|(_, place)| W::hides(place, seat)));
        }
        if let Some((thing, place)) = wanted.difference(&reached).next() {
            return Err(format!("{seat} never imagines {thing} at {place}"));
        }
        if let Some((thing, place)) = reached.difference(&wanted).next() {
            return Err(format!("{seat} imagines {thing} at {place}, although it knows better"));
        }
    }
    Ok(())
}

/// Every game in which all seats play only candidates comes to an end.
pub fn games_end<W: Witness>(seats: &[u8], games: u64, max_moves: usize) {
    let edition = Edition::newest::<W::Game>();
    for seats in seats.iter().copied() {
        for game in 0..games {
            let mut chance = Chance::quick_part(game, 1);
            let mut state = W::Game::start(edition, &W::options(), seats, &mut chance).expect("it starts");
            let (mut moves, mut list) = (0, Vec::new());
            while let Some(seat) = state.acting().draw(&mut chance) {
                list.clear();
                state.candidates(seat, &mut list);
                let action = list[chance.below(list.len() as u32) as usize];
                state.play(seat, action, &mut Turn::quiet(&mut chance));
                moves += 1;
                assert!(moves <= max_moves, "game {game} with {seats} seats is not over after {moves} moves");
            }
        }
    }
}

/// `pick` returns each legal action with the same probability, and nothing else.
pub fn picks_are_uniform<G: Game>(state: &G, chance: &mut Chance) -> Verdict {
    let Some(seat) = state.acting().draw(chance) else { return Ok(()) };
    let legal = legal_of(state, seat);
    let (mut counts, mut scratch) = (vec![0_u32; legal.len()], Vec::new());
    let draws = 400 * legal.len();
    for _ in 0..draws {
        let action = state.pick(seat, chance, &mut scratch);
        match legal.binary_search(&action) {
            Ok(at) => counts[at] += 1,
            Err(_) => return Err(format!("{action:?} is picked but not legal")),
        }
    }
    // Each count is expected to be 400 with a standard deviation of 20: seven deviations are no coincidence.
    must(counts.iter().all(|count| (260..540).contains(count)), || format!("picks are uneven: {counts:?}"))
}

/// A match is determined by its log: the same seed and entries give the same match, a fork continues in the same way,
/// a record file can be read back, and an undo reverts exactly the entries after its target.
pub fn a_match_is_its_log<G: Game>(options: &G::Options, seats: u8, seed: u64, choices: &[u16]) -> Verdict {
    let words = vec![format!("words {seed}"), String::new()];
    let begin = || {
        Match::<G>::new(
            Edition::newest::<G>(),
            options.clone(),
            seats,
            Secret(Seed::from(seed).0),
            words.clone(),
        )
    };
    let mut game = begin().map_err(|refusal| refusal.to_string())?;
    let mut twin = begin().map_err(|refusal| refusal.to_string())?;
    let mut past = vec![game.state().clone()];
    for choice in choices {
        let acting: Vec<Seat> = game.state().acting().iter().collect();
        if acting.is_empty() {
            break;
        }
        let (seat, choice) = (acting[*choice as usize % acting.len()], *choice as usize / acting.len());
        let legal = legal_of(game.state(), seat);
        let sentence = game.state().write(legal[choice % legal.len()], Viewer::Everything);
        let entry = Entry::Act { seat, sentence };
        let mut fork = game.clone();
        for game in [&mut game, &mut twin, &mut fork] {
            game.append(entry.clone()).map_err(|refusal| refusal.to_string())?;
        }
        must(game.state() == fork.state() && game.head() == fork.head(), || {
            "a fork gave a different match".into()
        })?;
        must(game.state() == twin.state(), || "the same seed gave a different match".into())?;
        past.push(game.state().clone());
    }
    let text = game.log(Secrecy::Revealed).to_text();
    let log = Log::from_text(&text).map_err(|refusal| refusal.to_string())?;
    let read = Match::<G>::replay(&log).map_err(|refusal| refusal.to_string())?;
    must(read.state() == game.state() && read.head() == game.head(), || {
        "the file gives a different match".into()
    })?;
    if game.log(Secrecy::Sealed).reveal.is_some() {
        return Err("a sealed log reveals the secret".into());
    }
    if past.len() > 1 {
        let to = choices[0] as usize % (past.len() - 1);
        let over = game.state().outcome().is_some();
        game.append(Entry::Undo { to: to as u64 }).map_err(|refusal| refusal.to_string())?;
        must(*game.state() == past[to], || format!("going back to {to} does not restore that state"))?;
        let text = game.log(Secrecy::Revealed).to_text();
        let read = Log::from_text(&text).and_then(|log| Match::<G>::replay(&log));
        // Nothing can follow the end of a genuine match.
        match read {
            Ok(read) if !over => {
                must(read.state() == game.state(), || {
                    "the file with an undo gives a different match".into()
                })?;
            }
            Ok(_) => return Err("a match that goes on after its end counts as genuine".into()),
            Err(_) if over => {}
            Err(refusal) => return Err(refusal.to_string()),
        }
    }
    Ok(())
}

/// [`a_match_is_its_log`] for many lists of choices.
pub fn matches_are_their_logs<W: Witness>(seats: &[u8], games: u32, moves: usize) {
    for seats in seats.iter().copied() {
        let mut runner =
            TestRunner::new(Config { cases: games, failure_persistence: None, ..Config::default() });
        let result = runner.run(&(any::<u64>(), vec(any::<u16>(), 1..=moves)), |(seed, choices)| {
            let held = a_match_is_its_log::<W::Game>(&W::options(), seats, seed, &choices);
            held.map_err(TestCaseError::fail)
        });
        if let Err(error) = result {
            panic!("{} with {seats} seats: {error}", W::Game::FACTS.id);
        }
    }
}

/// All laws as tests for one game. `cheap` and `costly` are the numbers of games for cheap and for costly laws, `moves`
/// is the maximum number of moves in those games, and `longest` is a length that no game exceeds (by default `moves`).
#[macro_export]
macro_rules! laws {
    ($witness:ty, seats: [$($seats:literal),+], cheap: $cheap:literal, costly: $costly:literal, moves: $moves:literal) => {
        $crate::laws!($witness, seats: [$($seats),+], cheap: $cheap, costly: $costly, moves: $moves, longest: $moves);
    };
    ($witness:ty, seats: [$($seats:literal),+], cheap: $cheap:literal, costly: $costly:literal, moves: $moves:literal, longest: $longest:literal) => {
        mod laws {
            use super::*;
            use $crate::laws;

            type Played = <$witness as laws::Witness>::Game;
            const SEATS: &[u8] = &[$($seats),+];

            #[test]
            fn legal_lists_are_sound() {
                laws::hold::<$witness>(SEATS, $cheap, $moves, |state, next, _| laws::legal_lists_are_sound(state, next));
            }

            #[test]
            fn nothing_is_created_or_lost() {
                laws::hold::<$witness>(SEATS, $costly, $moves, laws::nothing_is_created_or_lost::<$witness>);
            }

            #[test]
            fn only_listed_actions_pass() {
                laws::hold::<$witness>(SEATS, $costly, $moves, |state, _, chance| laws::only_listed_actions_pass(state, chance));
            }

            #[test]
            fn half_sentences_are_explained() {
                laws::hold::<$witness>(SEATS, $costly, $moves, |state, _, chance| laws::half_sentences_are_explained(state, chance));
            }

            #[test]
            fn choices_are_options() {
                laws::choices_are_options::<Played>();
            }

            #[test]
            fn positions_come_back() {
                laws::hold::<$witness>(SEATS, $costly, $moves, |state, _, _| laws::positions_come_back(state));
            }

            #[test]
            fn secrets_stay_secret() {
                laws::hold::<$witness>(SEATS, $costly, $moves, laws::secrets_stay_secret::<$witness>);
            }

            #[test]
            fn hidden_choices_stay_hidden() {
                laws::hold::<$witness>(SEATS, $costly, $moves, |state, _, chance| laws::hidden_choices_stay_hidden(state, chance));
            }

            #[test]
            fn previews_are_honest() {
                laws::hold::<$witness>(SEATS, $costly, $moves, |state, _, chance| laws::previews_are_honest(state, chance));
            }

            #[test]
            fn simultaneous_actions_commute() {
                laws::hold::<$witness>(SEATS, $costly, $moves, |state, _, chance| laws::simultaneous_actions_commute::<$witness>(state, chance));
            }

            #[test]
            fn imagination_reaches_everything() {
                laws::hold::<$witness>(SEATS, 2, $moves, |state, _, chance| laws::imagination_reaches_everything::<$witness>(state, chance));
            }

            #[test]
            fn picks_are_uniform() {
                laws::hold::<$witness>(SEATS, 3, $moves, |state, _, chance| laws::picks_are_uniform(state, chance));
            }

            #[test]
            fn games_end() {
                laws::games_end::<$witness>(SEATS, $cheap, $longest);
            }

            #[test]
            fn matches_are_their_logs() {
                laws::matches_are_their_logs::<$witness>(SEATS, $costly, $moves);
            }
        }
    };
}
