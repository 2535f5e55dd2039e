//! Properties of every table of In the Shadow of Atlas that is drawn for a browser.

mod markup;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;

use atlas_boards::{Board, BoardTable, STYLE, Sight};
use atlas_core::{Chance, Edition, Game, Match, News, Rule, Seat, Secret, Table, Turn, Viewer};
use atlas_shadow_of_atlas::content::HOUSE;
use atlas_shadow_of_atlas::{Action, ContentRef, Event, Options, ShadowOfAtlas, View};
use markup::{is_styled, tags, text, thing, values};
use serde_json::json;

const NAMES: [&str; 2] = ["Ann", "Bea"];
const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

fn own(viewer: Viewer) -> Option<Seat> {
    if let Viewer::Seat(seat) = viewer { Some(seat) } else { None }
}

fn drawn(state: &ShadowOfAtlas, viewer: Viewer, latest: &[(Rule, Event)]) -> String {
    board(&Sight::new(state, viewer, own(viewer), &NAMES.map(str::to_owned), latest))
}

fn board(sight: &Sight<'_, ShadowOfAtlas>) -> String {
    ShadowOfAtlas::PAGE.unwrap().draw(sight, None).html().into_string()
}

fn defs() -> String {
    (ShadowOfAtlas::PAGE.unwrap().defs)().into_string()
}

fn cover() -> String {
    ShadowOfAtlas::COVER().into_string()
}

/// A content file whose Abilities use every kind of choice.
fn other_content() -> ContentRef {
    let at = HOUSE.find("# Ending").unwrap();
    let mut file = HOUSE[..at].replace("House Orders", "Other Orders");
    for (id, count, ability) in [
        ("mors", 6, r#"{ do = "discard_opposing_order", at = "this_planet", may = true }"#),
        (
            "wander",
            6,
            r#"{ do = "move_order", from = "this_planet", whose = "opponent", to = "other_planet" }"#,
        ),
        ("herald", 5, r#"{ do = "play_order", from = "hand", to = "any_planet", may = true }"#),
        ("gamble", 6, r#"{ do = "gain_credit", who = "you", n = 1, may = true }"#),
        (
            "vulcan",
            6,
            r#"{ do = "discard", match = "any", may = true, then = [{ do = "gain_outpost", n = 1 }] }"#,
        ),
        (
            "choice",
            6,
            r#"{ choose = 1, modes = [
                [{ do = "move_order", from = "other_planet", whose = "you", to = "this_planet" }],
                [{ do = "draw", n = 1 }],
                [{ do = "gain_credit", who = "you", n = 1 }, { do = "draw", n = 1 }],
            ] }"#,
        ),
    ] {
        let name = format!("{}{}", id[..1].to_uppercase(), &id[1..]);
        write!(
            file,
            "[[order]]\nid = \"{id}\"\nname = \"{name}\"\ncount = {count}\nability = [{ability}]\n\n"
        )
        .unwrap();
    }
    ContentRef::read("other.toml", &file).unwrap_or_else(|error| panic!("{error}"))
}

/// One state of a game, as one viewer sees it.
struct Moment {
    state: ShadowOfAtlas,
    viewer: Viewer,
    latest: Vec<(Rule, Event)>,
    news: Vec<News>,
    page: String,
}

/// Every state of some random games, as every viewer sees it.
fn moments_of(content: ContentRef, games: u64) -> Vec<Moment> {
    let mut moments = Vec::new();
    for seed in 0..games {
        let (mut chance, mut scratch) = (Chance::quick(seed), Vec::new());
        let secret = Secret([seed as u8; 32]);
        let mut table = Match::<ShadowOfAtlas>::new(
            Edition { rules: 1, content },
            Options::default(),
            2,
            secret,
            Vec::new(),
        )
        .unwrap();
        loop {
            let over = table.acting().is_empty();
            let everything = over.then_some(Viewer::Everything);
            for viewer in SEATS.map(Viewer::Seat).into_iter().chain([Viewer::Spectator]).chain(everything) {
                let (state, news) = (table.state().clone(), table.news(viewer));
                let page = table
                    .board(viewer, own(viewer), &NAMES.map(str::to_owned), None)
                    .unwrap()
                    .html()
                    .into_string();
                moments.push(Moment { state, viewer, latest: table.latest().to_vec(), news, page });
            }
            let Some(seat) = table.acting().first() else { break };
            let action = table.state().pick(seat, &mut chance, &mut scratch);
            let sentence = table.state().write(action, Viewer::Seat(seat));
            table.act(seat, &sentence).unwrap();
        }
    }
    moments
}

fn moments() -> &'static [Moment] {
    static MOMENTS: LazyLock<Vec<Moment>> = LazyLock::new(|| moments_of(ContentRef::house(), 12));
    &MOMENTS
}

/// The legal actions of the seat, as sentences.
fn legal(state: &ShadowOfAtlas, seat: Seat) -> Vec<String> {
    let mut actions = Vec::new();
    state.legal(seat, &mut actions);
    actions.into_iter().map(|action| state.write(action, Viewer::Seat(seat))).collect()
}

/// The sentence that a page's script selects after every pickable token of a sentence is picked once.
fn armed(sentence: &str, tokens: &[&str], legal: &[String]) -> Option<String> {
    let (mut left, mut picked): (Vec<&str>, Vec<&str>) = (sentence.split(' ').collect(), Vec::new());
    let mut tokens: Vec<Vec<&str>> = tokens.iter().map(|token| token.split(' ').collect()).collect();
    tokens.sort_by_key(|words| usize::MAX - words.len());
    for words in tokens {
        if let Some(rest) = without(&left, &words) {
            left = rest;
            picked.extend(words);
        }
    }
    let open = |words: &[&str]| -> Vec<&String> {
        legal.iter().filter(|it| without(&it.split(' ').collect::<Vec<_>>(), words).is_some()).collect()
    };
    let fitting = open(&picked);
    let whole = fitting.iter().find(|it| it.split(' ').count() == picked.len());
    let only = fitting.first().filter(|_| fitting.len() == 1 && !picked.is_empty());
    whole.or(only).map(|it| (*it).clone())
}

/// The words without those in `taken`; `None` if some are missing.
fn without<'a>(words: &[&'a str], taken: &[&str]) -> Option<Vec<&'a str>> {
    let mut left = words.to_vec();
    for word in taken {
        left.remove(left.iter().position(|it| it == word)?);
    }
    Some(left)
}

#[test]
fn every_legal_sentence_can_be_built_from_tokens() {
    let mut verbs = BTreeSet::new();
    let games = [(ContentRef::house(), 40), (other_content(), 40)];
    for moment in games.into_iter().flat_map(|(content, games)| moments_of(content, games)) {
        let Viewer::Seat(seat) = moment.viewer else { continue };
        let tokens = values(&moment.page, "data-token");
        let legal = legal(&moment.state, seat);
        for sentence in &legal {
            assert_eq!(armed(sentence, &tokens, &legal).as_ref(), Some(sentence), "{tokens:?}");
            verbs.insert(sentence.split(' ').next().unwrap().to_owned());
        }
    }
    let all = [
        "copy", "decline", "discard", "done", "draw", "expand", "melt", "mode", "move", "place", "play",
        "remove", "survey", "venture",
    ];
    assert_eq!(verbs.into_iter().collect::<Vec<_>>(), all);
}

/// Whatever a player picks first, the other tokens lead on to a legal sentence.
#[test]
fn picking_tokens_has_no_dead_ends() {
    let games = [(ContentRef::house(), 30), (other_content(), 30)];
    for moment in games.into_iter().flat_map(|(content, games)| moments_of(content, games)) {
        let Viewer::Seat(seat) = moment.viewer else { continue };
        let legal = legal(&moment.state, seat);
        let legal: Vec<Vec<&str>> = legal.iter().map(|sentence| sentence.split(' ').collect()).collect();
        let tokens: BTreeSet<&str> = values(&moment.page, "data-token").into_iter().collect();
        let mut paths = vec![Vec::new()];
        while let Some(picked) = paths.pop() {
            let open = legal.iter().filter_map(|words| without(words, &picked));
            let open: Vec<Vec<&str>> = open.collect();
            if open.len() <= 1 || open.iter().any(Vec::is_empty) {
                continue;
            }
            let words = tokens.iter().map(|token| token.split(' ').collect::<Vec<_>>());
            let next: Vec<_> =
                words.filter(|token| open.iter().any(|left| without(left, token).is_some())).collect();
            assert!(!next.is_empty(), "{picked:?} leads nowhere: {tokens:?} for {legal:?}");
            paths.extend(next.into_iter().map(|token| [&picked[..], &token].concat()));
        }
    }
}

/// A pending choice offers exactly its legal options, and the planet where it is made is marked.
#[test]
fn pending_choices_offer_their_legal_options() {
    let mut asked = BTreeSet::new();
    for moment in moments() {
        let Viewer::Seat(seat) = moment.viewer else { continue };
        let Some(pending) = moment.state.position().pending else {
            assert!(!moment.page.contains("sa-ask"));
            continue;
        };
        let legal = legal(&moment.state, seat);
        let answers: Vec<&str> = values(&moment.page, "data-token")
            .into_iter()
            .filter(|token| token.starts_with(&pending.choose))
            .collect();
        if let Some(planet) = &pending.planet {
            let column = moment
                .page
                .split("<div class=\"sa-planet")
                .find(|it| it.contains(&format!("data-thing=\"{planet}\"")));
            assert!(column.unwrap().split('"').next().unwrap().contains("sa-asked"));
        }
        if legal.is_empty() {
            assert!(answers.is_empty(), "{seat} has no choice to make");
            assert!(!moment.page.contains("sa-answer"));
            continue;
        }
        for answer in answers {
            assert!(legal.iter().any(|it| it == answer), "{answer} of {legal:?}");
        }
        asked.insert(pending.choose);
    }
    assert_eq!(asked.into_iter().collect::<Vec<_>>(), ["copy", "discard", "melt", "move", "place", "remove"]);
}

/// A Venture begins with a card and ends with a planet. A planet that answers a question is the first choice.
#[test]
fn planets_are_the_second_step_of_a_venture_and_places_for_cards() {
    let (mut steps, mut answers) = (0, 0);
    for moment in moments() {
        let Viewer::Seat(seat) = moment.viewer else { continue };
        let asked = moment.state.position().pending.is_some() && moment.state.acting().contains(seat);
        let mut drops = Vec::new();
        for tag in tags(&moment.page, "button") {
            let is_planet = tag.contains("sa-world");
            assert_eq!(tag.contains("data-step=\"2\""), is_planet && !asked, "{tag}");
            assert_eq!(tag.contains("data-drop=\"\""), is_planet && !asked, "{tag}");
            drops.extend(values(tag, "data-drop"));
            steps += usize::from(is_planet && !asked);
            answers += usize::from(is_planet && asked);
        }
        assert_eq!(values(&moment.page, "data-drop"), drops, "a place for cards is not a token");
    }
    assert!(steps > 1000 && answers > 30, "{steps} {answers}");
}

#[test]
fn pages_comply_with_a_strict_content_security_policy() {
    let drawings = [defs(), cover()];
    for page in moments().iter().map(|it| &it.page).chain(&drawings) {
        for forbidden in
            [" style=", "<style", "<script", "javascript:", " onclick", " onload", "http", "src="]
        {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }
}

#[test]
fn only_cards_in_the_own_hand_can_be_picked() {
    for moment in moments() {
        let buttons = tags(&moment.page, "button");
        let cards = buttons.iter().filter(|tag| tag.contains("class=\"card token "));
        let cards: Vec<&str> = cards.flat_map(|tag| values(tag, "data-token")).collect();
        let hand = match moment.viewer {
            Viewer::Seat(seat)
                if moment.state.outcome().is_none() && picks_from_hand(&moment.state, seat) =>
            {
                moment.state.position().hands[seat.index()].clone()
            }
            _ => Vec::new(),
        };
        assert_eq!(cards, hand);
        if !matches!(moment.viewer, Viewer::Seat(_)) {
            assert!(buttons.is_empty(), "a spectator has no buttons");
        }
    }
}

/// Whether the seat has no choice to make, or one among cards in its hand.
fn picks_from_hand(state: &ShadowOfAtlas, seat: Seat) -> bool {
    let choice = state.position().pending.filter(|_| state.acting().contains(seat));
    choice.is_none_or(|_| {
        let legal = legal(state, seat);
        legal.iter().any(|it| ["discard ", "melt ", "play "].iter().any(|verb| it.starts_with(verb)))
    })
}

/// SA-70, SA-71: a page depends only on what its viewer may know.
#[test]
fn hidden_information_does_not_change_a_page() {
    for (n, moment) in moments().iter().enumerate() {
        let Viewer::Seat(seat) = moment.viewer else { continue };
        let other = moment.state.imagine(seat, &mut Chance::quick(n as u64));
        assert_eq!(moment.page, drawn(&other, moment.viewer, &moment.latest));
    }
}

/// SA-R18: every Order card in the game is shown as a small card.
#[test]
fn a_viewer_who_may_see_everything_sees_every_card() {
    for moment in moments().iter().filter(|moment| moment.viewer == Viewer::Everything) {
        let text = text(&moment.page);
        let position = moment.state.position();
        let known: usize = position.known.iter().map(Vec::len).sum();
        // The top card of the discard pile is shown both on the pile and in its list.
        let twice = known + usize::from(!position.discard.is_empty());
        let small = moment.page.matches("class=\"sa-small ").count();
        assert_eq!(small, 35 + twice);
        assert_eq!(text.contains("Deck, the top card first"), !position.deck.is_empty());
        for (name, hand) in NAMES.iter().zip(&position.hands) {
            assert_eq!(text.contains(&format!("Hand of {name}")), !hand.is_empty());
        }
    }
}

#[test]
fn things_and_ids_are_unique_on_a_page() {
    for Moment { page, .. } in moments() {
        for attribute in ["data-thing", "id"] {
            let names = values(page, attribute);
            assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len(), "{names:?}");
        }
        for tag in page.split('<').filter(|tag| tag.contains(" data-from=")) {
            assert!(tag.contains(" data-thing=\""), "an element with data-from has no data-thing: {tag}");
        }
    }
}

/// What a planet says besides its name: on a button as a description, on a picture as its label.
fn description(tag: &str) -> &str {
    values(tag, "title")[0]
}

#[test]
fn every_button_and_every_picture_has_a_label() {
    for Moment { page, .. } in moments() {
        for (at, _) in page.match_indices("<button ") {
            let tag = &page[at..=at + page[at..].find('>').unwrap()];
            let inside = &page[at + tag.len()..at + page[at..].find("</button>").unwrap()];
            let label =
                values(tag, "aria-label").first().map_or_else(|| text(inside), |label| (*label).to_owned());
            assert!(label.trim().len() > 3, "{tag}");
            assert!(tag.contains("type=\"button\"") && tag.contains("data-token=\""), "{tag}");
        }
        for tag in page.split('<').filter(|tag| tag.contains("role=\"img\"")) {
            assert!(values(tag, "aria-label").first().is_some_and(|label| !label.is_empty()), "{tag}");
        }
        for tag in tags(page, "svg") {
            assert!(tag.contains("aria-hidden=\"true\""), "screen readers would read this drawing: {tag}");
        }
    }
}

/// SA-23, SA-40, SA-41: the label of a planet shows the correct cost of a Venture.
#[test]
fn planets_show_the_cost_of_a_venture() {
    let (mut enough, mut short, mut closed) = (0, 0, 0);
    for moment in moments() {
        let Viewer::Seat(seat) = moment.viewer else { continue };
        let position = moment.state.position();
        if position.to_act != Some(seat) || position.pending.is_some() {
            continue;
        }
        for planet in &position.planets {
            let tag = thing(&moment.page, &planet.id).unwrap();
            let label = description(tag);
            let cost = 1 + planet.orders[seat.index()].len();
            let credits = usize::from(position.credits[seat.index()]);
            if planet.arbiter == Some(seat) {
                assert!(label.contains("You may play nothing here"), "{label}");
                closed += 1;
            } else {
                assert!(label.contains(&format!("costs you {cost} Credit")), "{label}");
                assert_eq!(label.contains("not enough"), cost > credits, "{label}");
                *(if cost > credits { &mut short } else { &mut enough }) += 1;
            }
            let legal = legal(&moment.state, seat);
            let goes = legal.iter().any(|it| it.starts_with(&format!("venture {} ", planet.id)));
            assert!(!goes || label.contains("costs you") && !label.contains("not enough"), "{label}");
        }
    }
    assert!(enough > 50 && short > 50 && closed > 20, "{enough} {short} {closed}");
}

/// SA-25 to SA-28: the label of a planet shows what a third Order would gain, and it is correct.
#[test]
fn the_gain_of_a_third_order_is_shown_before_it_is_played() {
    let (mut flipped, mut taken) = (0, 0);
    for moment in moments() {
        let Viewer::Seat(seat) = moment.viewer else { continue };
        let before = moment.state.position();
        let mut actions = Vec::new();
        moment.state.legal(seat, &mut actions);
        for action in actions.into_iter().filter(|action| matches!(action, Action::Venture(..))) {
            let sentence = moment.state.write(action, moment.viewer);
            let planet = sentence.split(' ').nth(1).unwrap();
            let at = before.planets.iter().position(|it| it.id == planet).unwrap();
            let label = description(thing(&moment.page, planet).unwrap());
            if !label.contains("third Order") {
                continue;
            }
            let (mut state, mut chance, mut scratch) = (moment.state.clone(), Chance::quick(1), Vec::new());
            state.play(seat, action, &mut Turn::quiet(&mut chance));
            while state.position().pending.is_some() {
                let answer = state.pick(seat, &mut chance, &mut scratch);
                state.play(seat, answer, &mut Turn::quiet(&mut chance));
            }
            let after = state.position();
            assert_eq!(after.planets[at].arbiter, Some(seat), "{sentence}: {label}");
            assert!(after.outposts[seat.index()].len() > before.outposts[seat.index()].len());
            assert_eq!(label.contains("taken from"), before.planets[at].arbiter.is_some(), "{label}");
            *(if before.planets[at].arbiter.is_some() { &mut taken } else { &mut flipped }) += 1;
        }
    }
    assert!(flipped > 10 && taken > 3, "{flipped} {taken}");
}

/// SA-20: an Arbiter is shown not only by colour.
#[test]
fn an_arbiter_is_shown_by_orientation_letter_and_name() {
    let mut turned = 0;
    for moment in moments() {
        let near = if let Viewer::Seat(seat) = moment.viewer { seat } else { Seat(0) };
        let columns: Vec<&str> = moment.page.split("<div class=\"sa-planet").skip(1).collect();
        assert_eq!(columns.len(), 5);
        for (column, planet) in columns.into_iter().zip(moment.state.position().planets) {
            let class = column.split('"').next().unwrap();
            assert_eq!(class.contains("sa-developed"), planet.arbiter.is_some());
            assert_eq!(class.contains("sa-to-near"), planet.arbiter == Some(near));
            assert_eq!(class.contains("sa-to-far"), planet.arbiter.is_some_and(|seat| seat != near));
            let Some(seat) = planet.arbiter else {
                assert!(column.contains("Undeveloped"));
                continue;
            };
            let name = if moment.viewer == Viewer::Seat(seat) { "you" } else { NAMES[seat.index()] };
            assert!(column.contains(&format!("Arbiter: {name}")));
            assert!(column.contains(&format!("class=\"badge seat-{}\"", seat.0)));
            assert!(column.contains(&format!(">{}</text>", ["A", "B"][seat.index()])));
            turned += 1;
        }
    }
    assert!(turned > 100, "{turned}");
}

#[test]
fn players_match_the_view() {
    for moment in moments() {
        let position = moment.state.position();
        let players: Vec<&str> = moment.page.split("<section class=\"sa-player").skip(1).collect();
        let near = if let Viewer::Seat(seat) = moment.viewer { seat } else { Seat(0) };
        for (player, seat) in players.iter().zip([near.next(2), near]) {
            let player = player.split("</section>").next().unwrap();
            let n = seat.index();
            let coins = player.split("sa-outposts").next().unwrap();
            assert_eq!(coins.matches("#sa-credit").count(), usize::from(position.credits[n]));
            assert_eq!(coins.matches("#sa-spent").count(), 5 - usize::from(position.credits[n]));
            assert_eq!(player.matches("#sa-station").count(), position.outposts[n].len().min(10));
            let planets = position.planets.iter().filter(|it| it.arbiter == Some(seat)).count();
            let labels = values(player, "aria-label");
            for expected in [
                format!("{} of 5 Credits", position.credits[n]),
                format!("{} of 10 Outposts", position.outposts[n].len()),
                format!("Arbiter of {planets} of 4 planets"),
            ] {
                assert!(labels.iter().any(|label| label.starts_with(&expected)), "{expected}: {labels:?}");
            }
            assert!(player.contains(&format!(" data-plate=\"{n}\"")));
            assert!(player.contains("<span class=\"presence\"></span>"));
            let points = 3 * planets + position.outposts[n].len();
            assert!(text(player).contains(&format!(" {points} point")), "{}", text(player));
            assert_eq!(player.contains("aria-current"), position.to_act == Some(seat));
            assert_eq!(player.contains("First Player"), position.first == seat);
            if moment.viewer != Viewer::Seat(seat) {
                let (size, known) = (position.hands[n].len(), position.known[n].len());
                assert_eq!(player.matches("class=\"sa-back\"").count(), size - known);
                assert_eq!(player.matches("class=\"sa-small ").count(), known);
            }
        }
    }
}

/// The page shows the pending choice and the steps that follow, but not those that happened: the page's log does.
#[test]
fn pending_steps_are_listed() {
    let mut waiting = 0;
    for moment in moments() {
        let Some(pending) = moment.state.position().pending else {
            assert!(!moment.page.contains("Being resolved"));
            continue;
        };
        let asking = moment.page.split("aria-label=\"Being resolved\"").nth(1).unwrap();
        let asking = text(&format!("<{}", asking.split("</section>").next().unwrap()));
        assert!(!asking.contains("seat 0") && !asking.contains("seat 1"), "players are shown by their names");
        if let Some(planet) = pending.planet {
            let name =
                thing(&moment.page, &planet).map(|tag| description(tag).split(':').next().unwrap()).unwrap();
            let counted = asking.contains(&format!("Then the Orders at {name} are counted"));
            assert!(counted || asking.contains(&format!("Arbiter of {name} with 3 Orders")), "{asking}");
            waiting += 1;
        }
    }
    assert!(waiting > 30, "{waiting}");
}

#[test]
fn things_that_just_changed_are_marked() {
    let mut marked = 0;
    for Moment { news, page, .. } in moments() {
        for thing_told in news.iter().flat_map(|it| &it.told.things).collect::<BTreeSet<_>>() {
            // The thing may be gone by now.
            if let Some(tag) = thing(page, thing_told).filter(|_| !thing_told.starts_with("hand/")) {
                assert!(tag.contains("fresh"), "{thing_told}: {tag}");
                marked += 1;
            }
        }
    }
    assert!(marked > 100, "{marked}");
}

/// Only the player who drew a card sees it, so only their hand shows it as new.
#[test]
fn drawn_cards_are_marked_in_the_own_hand() {
    let mut drawn = 0;
    for Moment { news, viewer, page, state, .. } in moments() {
        let cards: Vec<&str> =
            tags(page, "button").into_iter().filter(|tag| tag.contains("class=\"card token ")).collect();
        let fresh = cards.iter().filter(|tag| tag.contains(" fresh")).count();
        let draws = news.iter().filter(|it| it.told.things.iter().any(|it| it.starts_with("hand/"))).count();
        // A drawn card may already have been discarded at the end of the turn.
        assert!(fresh <= draws && (fresh == draws || cards.len() < draws + 3 || state.outcome().is_some()));
        assert!(*viewer != Viewer::Spectator || draws == 0);
        drawn += fresh;
    }
    assert!(drawn > 100);
}

#[test]
fn all_drawings_that_a_page_refers_to_exist() {
    let drawings = defs();
    let ids = values(&drawings, "id");
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len());
    assert!(ids.iter().all(|id| id.starts_with("sa-")));
    let parts = |page: &str| -> BTreeSet<String> {
        let hrefs =
            values(page, "href").into_iter().filter_map(|href| href.strip_prefix('#')).map(str::to_owned);
        let fills =
            page.match_indices("url(#").map(|(at, _)| page[at + 5..].split(')').next().unwrap().to_owned());
        hrefs.chain(fills).collect()
    };
    let mut used = parts(&drawings);
    for Moment { page, .. } in moments() {
        assert!(!page.contains("<defs") && !page.contains("<symbol"), "the board contains shared drawings");
        used.extend(parts(page));
    }
    for used in used {
        assert!(known.contains(used.as_str()), "{used} is not drawn");
    }
}

#[test]
fn every_class_has_a_style() {
    let drawings = [defs(), cover()];
    let mut classes = BTreeSet::new();
    for page in moments().iter().map(|it| &it.page).chain(&drawings) {
        classes
            .extend(values(page, "class").into_iter().flat_map(|class| class.split(' ')).map(str::to_owned));
    }
    // The class `card` is only for scripts, and pages give covers their size.
    classes.remove("card");
    classes.remove("cover");
    for class in classes {
        assert!(is_styled(STYLE, &class), "{class}");
    }
}

/// A cover can be on the same page as the drawings of the board.
#[test]
fn a_cover_contains_its_own_drawings() {
    let (cover, drawings) = (cover(), defs());
    let ids: BTreeSet<&str> = values(&cover, "id").into_iter().collect();
    assert!(ids.iter().all(|id| id.starts_with("sa-cover-")), "{ids:?}");
    assert!(!values(&drawings, "id").iter().any(|id| ids.contains(id)));
    for (at, _) in cover.match_indices("url(#") {
        let used = cover[at + 5..].split(')').next().unwrap();
        assert!(ids.contains(used), "{used} is not drawn");
    }
    assert!(cover.contains("preserveAspectRatio=\"xMidYMid slice\" role=\"img\" aria-label="));
}

/// Voice control: the name of a button contains the text that people see.
#[test]
fn names_of_buttons_contain_their_text() {
    for Moment { page, .. } in moments() {
        for (at, _) in page.match_indices("<button ") {
            let tag = &page[at..=at + page[at..].find('>').unwrap()];
            let inside = &page[at + tag.len()..at + page[at..].find("</button>").unwrap()];
            let Some(label) = values(tag, "aria-label").first().copied() else { continue };
            assert!(label.contains(text(inside).as_str()), "{label}: {}", text(inside));
        }
    }
}

fn foresight(moment: &Moment, seat: Seat, action: Action) -> (String, String) {
    let names = NAMES.map(str::to_owned);
    let sight = Sight::new(&moment.state, moment.viewer, Some(seat), &names, &[]);
    let preview = moment.state.preview(seat, action);
    let foresight = (ShadowOfAtlas::PAGE.unwrap().preview)(&sight, action, &preview);
    (foresight.brief, foresight.panel.into_string())
}

/// SA-25, SA-40: the preview of a Venture shows its price, and whether it makes an Arbiter.
#[test]
fn the_preview_of_a_venture_shows_its_price_and_an_arbiter() {
    let (mut arbiters, mut others, mut tagged) = (0, 0, 0);
    for moment in moments().iter().step_by(3) {
        let Viewer::Seat(seat) = moment.viewer else { continue };
        let before = moment.state.position();
        let mut actions = Vec::new();
        moment.state.legal(seat, &mut actions);
        for action in actions {
            let Action::Venture(to, _) = action else { continue };
            let (brief, panel) = foresight(moment, seat, action);
            assert!(panel.starts_with("<h2>If you venture to "), "{panel}");
            assert!(panel.contains("/rules/shadow-of-atlas#SA-39"), "{panel}");
            let planet = &before.planets[to.index()];
            let third = planet.orders[seat.index()].len() == 2;
            assert_eq!(brief.starts_with("Your third Order there makes you Arbiter of "), third, "{brief}");
            *(if third { &mut arbiters } else { &mut others }) += 1;
            let cost = 1 + planet.orders[seat.index()].len();
            let spends = format!("{} spends {cost} Credit", NAMES[seat.index()]);
            assert!(text(&panel).contains(&spends), "{spends}: {panel}");
            if panel.contains(&format!("data-tag=\"{}\">Arbiter<", planet.id)) {
                assert!(third && panel.contains("+3</b>") || panel.contains("+4</b>"), "{panel}");
                tagged += 1;
            }
        }
    }
    assert!(arbiters > 10 && others > 50 && tagged > 5, "{arbiters} {others} {tagged}");
}

/// Every legal action has a preview: one sentence, and a panel whose tags are on things of the board.
#[test]
fn previews_are_short_sentences_with_tags_for_things() {
    let mut tags_seen = 0;
    for moment in moments().iter().step_by(5) {
        let Viewer::Seat(seat) = moment.viewer else { continue };
        let mut actions = Vec::new();
        moment.state.legal(seat, &mut actions);
        for action in actions {
            let (brief, panel) = foresight(moment, seat, action);
            assert!(brief.starts_with(|it: char| it.is_uppercase()) && brief.ends_with('.'), "{brief}");
            assert!(brief.len() < 120, "{brief}");
            assert!(panel.starts_with("<h2>If you "), "{panel}");
            assert!(!panel.contains("seat 0") && !panel.contains(" style="), "{panel}");
            for tag in values(&panel, "data-tag") {
                assert!(thing(&moment.page, tag).is_some(), "{tag} is not on the board");
                tags_seen += 1;
            }
        }
    }
    assert!(tags_seen > 100, "{tags_seen}");
}

/// SA-38: the end of a turn brings Credits and cards.
#[test]
fn the_preview_of_the_end_of_a_turn_shows_what_it_brings() {
    let start = &moments().iter().find(|it| !legal(&it.state, Seat(0)).is_empty()).unwrap();
    let moment = Moment {
        viewer: Viewer::Seat(Seat(0)),
        page: String::new(),
        latest: Vec::new(),
        news: Vec::new(),
        state: start.state.clone(),
    };
    let (brief, _) = foresight(&moment, Seat(0), Action::Done);
    assert_eq!(brief, "You gain 2 Credits and draw 3 cards.");
}

/// SA-64: points come from planets and Outposts.
#[test]
fn standings_show_where_points_come_from() {
    for moment in moments().iter().filter(|moment| moment.viewer == Viewer::Everything) {
        let names = NAMES.map(str::to_owned);
        let sight = Sight::new(&moment.state, moment.viewer, None, &names, &[]);
        let standings = (ShadowOfAtlas::PAGE.unwrap().standings)(&sight);
        let position = moment.state.position();
        assert_eq!(standings.len(), 2);
        for (seat, standing) in SEATS.into_iter().zip(standings) {
            let planets = position.planets.iter().filter(|it| it.arbiter == Some(seat)).count();
            let outposts = position.outposts[seat.index()].len();
            assert_eq!(standing.points, (3 * planets + outposts) as i32);
            assert_eq!(standing.details.contains("one planet "), planets == 1, "{}", standing.details);
            assert_eq!(standing.details.ends_with("two Outposts"), outposts == 2, "{}", standing.details);
        }
    }
}

#[test]
fn pages_are_small() {
    let largest = moments().iter().map(|it| it.page.len()).max().unwrap();
    let drawings = defs();
    assert!(largest < 30 * 1024, "{largest}");
    assert!(drawings.len() < 40 * 1024, "{}", drawings.len());
    assert!(cover().len() < 12 * 1024, "{}", cover().len());
}

#[test]
fn names_are_escaped() {
    let state = &moments()[20].state;
    let names = ["<script>alert(1)</script>", "\" onclick=\"x"].map(str::to_owned);
    let page = board(&Sight::new(state, Viewer::Spectator, None, &names, &[]));
    assert!(page.contains("&lt;script&gt;") && page.contains("&quot; onclick=&quot;x"));
    assert!(!page.contains("<script") && !page.contains("\" onclick=\"x"));
    let page = board(&Sight::new(state, Viewer::Spectator, None, &names[..1], &[]));
    assert!(page.contains("seat 2"), "a missing name is replaced by the seat number");
}

/// Drawing a view that cannot occur does not panic.
#[test]
fn an_impossible_view_is_drawn() {
    let state = &moments()[20].state;
    let mut odd = serde_json::to_value(state.view(Viewer::Spectator)).unwrap();
    let more = json!({
        "to_act": 9, "first": 7, "turn": 255, "acted": true, "idle_turns": 200,
        "planets": [{
            "id": "vesta", "arbiter": 8, "orders": [["mors", "mors", "nobody"], []],
            "venture_costs": [200, null], "missing_orders": [null, 0],
        }],
        "credits": [200, 0], "outpost_counts": [30, 0], "hands": [["nobody"], null], "hand_sizes": [0, 99],
        "known": [[], ["nobody"]], "deck_size": 999, "discard": ["nobody"], "asked_by": "nobody",
        "pending": {"choose": "dance", "planet": "nowhere", "stack": ["what", "nobody 3 vesta"]},
    });
    odd.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    for own in [None, Some(Seat(0)), Some(Seat(1)), Some(Seat(9))] {
        for choose in ["place", "remove", "copy", "melt", "move", "mode", "play", "discard", "dance"] {
            odd["pending"]["choose"] = choose.into();
            odd["to_act"] = own.map_or(9, |seat| seat.0).into();
            let view: View = serde_json::from_value(odd.clone()).unwrap();
            let page = board(&Sight { view, ..Sight::new(state, Viewer::Spectator, own, &[], &[]) });
            assert!(page.contains("sa-stage"));
        }
    }
}

/// Every legal action has a unique label for people, with the cost of a Venture.
#[test]
fn labels_of_actions_are_unique_and_readable() {
    let mut ventures = 0;
    let other = moments_of(other_content(), 12);
    for moment in moments().iter().chain(&other) {
        let Viewer::Seat(seat) = moment.viewer else { continue };
        let sight = Sight::new(&moment.state, moment.viewer, Some(seat), &[], &[]);
        let labels: Vec<String> =
            sight.legal.iter().map(|action| ShadowOfAtlas::label(&sight, *action, "").to_string()).collect();
        assert_eq!(labels.iter().collect::<BTreeSet<_>>().len(), labels.len(), "{labels:?}");
        assert!(labels.iter().all(|label| label.starts_with(|it: char| it.is_uppercase())), "{labels:?}");
        for riddle in ["mode", "Decline", "it at"] {
            assert!(!labels.iter().any(|label| label.contains(riddle)), "{labels:?}");
        }
        ventures += labels.iter().filter(|it| it.starts_with("Play ") && it.ends_with("Credit)")).count();
    }
    assert!(ventures > 20);
}
