//! In the Shadow of Atlas, played by what is lit: by mouse, by keyboard, by thumb.

use serde_json::json;
use thirtyfour::Key;

use crate::House;
use crate::accessibility::{ALL, examine};
use crate::page::{Look, Page};
use crate::phone::{SMALL, suits_a_phone};
use crate::table::Table;

/// How somebody's hands reach what is lit.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Hands {
    Mouse,
    Keyboard,
}

impl Page {
    /// Opens a table of In the Shadow of Atlas against a bot, as a newcomer does.
    pub(crate) async fn play_shadow(&self) {
        self.go("/").await;
        self.press("form[action='/play/shadow-of-atlas'] button").await;
        self.table().await;
    }

    /// What may be said now.
    pub(crate) async fn legal(&self) -> Vec<String> {
        let list = "return Array.from(document.querySelectorAll('#legal [data-sentence]'), (it) => it.dataset.sentence)";
        serde_json::from_value(self.ask(list).await).expect("sentences")
    }

    /// Picks what is lit until the button says this sentence.
    pub(crate) async fn spell(&self, sentence: &str, hands: Hands) -> Table {
        let mut left: Vec<&str> = sentence.split(' ').collect();
        let mut table = self.my_turn().await;
        while table.armed.as_deref() != Some(sentence) {
            let lit = table.lit.iter().find(|token| {
                let words: Vec<&str> = token.split(' ').collect();
                words.iter().all(|word| count(&words, word) <= count(&left, word))
            });
            let Some(token) = lit.cloned() else { panic!("{left:?} of {sentence} is not lit: {table:?}") };
            for word in token.split(' ') {
                left.remove(left.iter().position(|it| *it == word).expect("it was counted"));
            }
            let selector = format!("[data-token='{token}'].lit");
            match hands {
                Hands::Mouse => self.press(&selector).await,
                Hands::Keyboard => {
                    self.tab_to(&selector).await;
                    self.key(Key::Space).await;
                }
            }
            let picked = table.picked.len() + 1;
            table = self
                .table_where(&format!("{token} to be picked"), &format!("table.picked.length === {picked}"))
                .await;
        }
        table
    }

    /// Says a sentence by picking, and waits until the table has heard it.
    pub(crate) async fn do_it(&self, sentence: &str, hands: Hands) -> Table {
        let before = self.spell(sentence, hands).await;
        match hands {
            Hands::Mouse => self.press("#do").await,
            Hands::Keyboard => {
                self.tab_to("#do").await;
                self.key(Key::Enter).await;
            }
        }
        self.table_at(before.seq + 1).await
    }

    /// Acts once, and says what was done; nothing when the match is over.
    pub(crate) async fn act(&self, hands: Hands) -> Option<String> {
        if self.my_turn().await.over {
            return None;
        }
        let sentence = choose(&self.legal().await);
        self.do_it(&sentence, hands).await;
        Some(sentence)
    }

    /// Acts until the match is over, and says what was done.
    pub(crate) async fn act_to_the_end(&self, hands: Hands) -> Vec<String> {
        let mut done = Vec::new();
        while let Some(sentence) = self.act(hands).await {
            done.push(sentence);
            assert!(done.len() < 200, "a game has an end: {done:?}");
        }
        done
    }

    /// What the first seat did, by the record of a match that is over.
    async fn recorded(&self) -> Vec<String> {
        let acts = self
            .ask_and_wait(
                "const done = arguments[0];
                fetch(`${location.pathname}/record`).then((it) => it.text()).then((text) => {
                    const entries = text.trim().split('\\n').map((line) => JSON.parse(line));
                    done(entries.filter((it) => it.kind === 'act' && it.seat === 0).map((it) => it.text));
                });",
            )
            .await;
        serde_json::from_value(acts).expect("a record has sentences")
    }

    /// Acts until one of these can be said.
    pub(crate) async fn act_until(&self, can: impl Fn(&str) -> bool) -> Option<String> {
        loop {
            if self.my_turn().await.over {
                return None;
            }
            if let Some(sentence) = self.legal().await.into_iter().find(|it| can(it)) {
                return Some(sentence);
            }
            self.act(Hands::Mouse).await?;
        }
    }
}

fn count(words: &[&str], word: &str) -> usize {
    words.iter().filter(|it| **it == word).count()
}

/// Outposts first, then planets, and nothing is left undone: so that a game comes to its end.
fn choose(legal: &[String]) -> String {
    let rank = |sentence: &&String| {
        let verb = sentence.split(' ').next().unwrap_or_default();
        ["melt", "expand", "move", "venture", "survey"].iter().position(|it| *it == verb).unwrap_or(9)
    };
    let last = |sentence: &&String| usize::from(matches!(sentence.as_str(), "done" | "decline"));
    legal.iter().min_by_key(|it| (last(it), rank(it))).expect("something is legal").clone()
}

/// With everything moving as it does for most people.
#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_in_the_shadow_of_atlas_by_clicking_what_is_lit() {
    let house = House::open();
    let page = house.visitor().await;
    page.wear(Look::LIVELY).await;
    page.play_shadow().await;
    let done = page.act_to_the_end(Hands::Mouse).await;
    assert_eq!(done, page.recorded().await, "the match has all that was clicked, and nothing else");
    assert!(
        done.iter().any(|it| it.starts_with("venture")) && done.iter().any(|it| it == "done"),
        "{done:?}"
    );
    assert_eq!(page.scores().await.len(), 2);
    // What was hidden lies open now.
    page.see_in(".sa-open h2", "The deck").await;
    assert_eq!(page.complaints().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shadow_of_atlas_is_played_with_the_keyboard_alone() {
    let house = House::open();
    let page = house.visitor().await;
    page.tab_to("form[action='/play/shadow-of-atlas'] button").await;
    page.key(Key::Enter).await;
    let mut done = Vec::new();
    while let Some(sentence) = page.act(Hands::Keyboard).await {
        done.push(sentence);
        page.my_turn().await;
        assert!(page.has_focus(".play, .play *").await, "the focus has left the table");
    }
    assert!(!done.is_empty());
    assert_eq!(done, page.recorded().await);
    page.tab_to("form[action$='/rematch'] button").await;
    page.key(Key::Enter).await;
    page.table_where("another match", "!table.over").await;
    assert_eq!(page.complaints().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shadow_of_atlas_is_played_on_a_phone() {
    let house = House::open();
    let page = house.visitor().await;
    page.wear(Look::PHONE).await;
    page.play_shadow().await;
    page.my_turn().await;
    suits_a_phone(&page, "the table at the start").await;
    let mut done = Vec::new();
    while let Some(sentence) = page.act(Hands::Mouse).await {
        suits_a_phone(&page, &format!("the table after {sentence}")).await;
        let words = page.ask(&format!("return ({SMALL})('[data-token], #do', 44)")).await;
        assert_eq!(words, json!([]), "what is played with is as large as a thumb");
        done.push(sentence);
    }
    assert!(!done.is_empty());
    assert_eq!(done, page.recorded().await);
    assert_eq!(page.complaints().await, [""; 0]);
}

/// Two cards of one Order are two things to pick, and the same word twice.
#[tokio::test(flavor = "multi_thread")]
async fn a_pair_is_picked_card_by_card() {
    let house = House::open();
    let page = house.visitor().await;
    let pair = loop {
        page.play_shadow().await;
        let twice = |sentence: &str| {
            let words: Vec<&str> = sentence.split(' ').collect();
            matches!(words[..], ["expand", one, two] if one == two)
        };
        if let Some(sentence) = page.act_until(twice).await {
            break sentence;
        }
    };
    let card = pair.split(' ').next_back().expect("a pair has cards").to_owned();
    let before = page.my_turn().await;
    let one = page.pick(&card).await;
    assert_eq!(one.picked, [card.as_str()]);
    assert!(one.lit.contains(&card), "the other card of the pair is lit: {one:?}");
    let two = page.pick_again(&card).await;
    assert_eq!((two.picked.len(), two.armed.as_deref()), (2, Some(pair.as_str())));
    // A click takes a pick back; a second click on what can only mean one thing plays it.
    page.press("#clear").await;
    page.spell(&pair, Hands::Mouse).await;
    page.press(".sa-hand .picked").await;
    let after = page.table_at(before.seq + 1).await;
    assert_eq!(after.hand.len() + 2, before.hand.len());
    page.see_in("#story", "expands with").await;
    assert_eq!(page.complaints().await, [""; 0]);
}

/// Who changes their mind about the planet need not pick the card again.
#[tokio::test(flavor = "multi_thread")]
async fn another_planet_takes_the_place_of_the_one_before() {
    let house = House::open();
    let page = house.visitor().await;
    // Not every deal has a card that can go to either planet.
    let card = loop {
        page.play_shadow().await;
        let (table, legal) = (page.my_turn().await, page.legal().await);
        let goes = |card: &&String| {
            ["atlas", "genua-iv"].iter().all(|planet| legal.contains(&format!("venture {planet} {card}")))
        };
        if let Some(card) = table.hand.iter().find(goes) {
            break card.clone();
        }
    };
    page.pick(&card).await;
    page.pick("atlas").await;
    page.press("[data-token='genua-iv']").await;
    let armed = page.table_where("the other planet", "table.picked.includes('genua-iv')").await;
    assert_eq!(armed.armed, Some(format!("venture genua-iv {card}")));
    assert_eq!(
        page.ask("return document.getElementById('status').innerText").await,
        "",
        "that is no mistake"
    );
    // What was picked stays picked when the same moment is drawn again.
    page.press("#guide > [data-say]").await;
    page.see_no("#guide").await;
    assert_eq!(page.table().await, armed);
    page.press("#hint").await;
    let advice = page.see_in("#status", "A bot would play").await;
    let hinted = page.table().await;
    assert!(advice.contains(hinted.armed.as_deref().unwrap_or("nothing")), "{advice} {hinted:?}");
    assert_eq!(page.complaints().await, [""; 0]);
}

/// What the bot did in its turn stands there step by step when it is over, and the pile stays open.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_waited_reads_what_happened_meanwhile() {
    let house = House::open();
    let page = house.visitor().await;
    page.play_shadow().await;
    page.my_turn().await;
    page.press("#sa-discard summary").await;
    page.do_it("done", Hands::Mouse).await;
    while page.asks("discard").await {
        page.act(Hands::Mouse).await;
    }
    page.my_turn().await;
    let steps = page.see("[data-since]").await;
    // All of it: from our own last word to theirs.
    let name = page.ask("return document.querySelector('.sa-far .sa-person').innerText").await;
    let name = name.as_str().expect("a name");
    assert!(steps.contains(&format!("{name} takes no more Actions")), "{steps}");
    let told = page.ask("return document.getElementById('story').children.length").await.as_u64();
    let shown = page.ask("return document.querySelector('[data-since]').children.length").await.as_u64();
    assert!(shown > Some(5) && shown <= told, "{steps}");
    assert!(page.is_there("#sa-discard[open]").await, "what was opened stays open");
    assert_eq!(page.complaints().await, [""; 0]);
}

impl Page {
    async fn asks(&self, what: &str) -> bool {
        let table = self.my_turn().await;
        !table.over && self.legal().await.iter().any(|it| it.starts_with(what))
    }

    /// Picks another card of the same word.
    async fn pick_again(&self, word: &str) -> Table {
        self.press(&format!("[data-token='{word}'].lit")).await;
        let twice = format!("table.picked.filter((it) => it === '{word}').length === 2");
        self.table_where("two of a word", &twice).await
    }
}

const STEP: &str = "#guide .sa-step";

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_is_guided_through_the_shadow_of_atlas() {
    let house = House::open();
    let mut page = house.visitor().await;
    page.play_shadow().await;
    page.my_turn().await;
    page.see_in(STEP, "1 of 6").await;
    let said = page.see("#guide").await;
    let cards = page
        .ask("return Array.from(document.querySelectorAll('.sa-hand .sa-title'), (it) => it.innerText)")
        .await;
    let cards: Vec<String> = serde_json::from_value(cards).expect("names");
    assert!(cards.iter().any(|card| said.contains(card.as_str())), "{said} {cards:?}");
    page.press("#guide a[href$='#SA-39']").await;
    assert!(page.see("#rules-beside .here").await.contains("SA-39"));
    page.press("#rules-close").await;
    let taught = loop {
        let mut acts = 0;
        while page.is_there("#guide").await && page.act(Hands::Mouse).await.is_some() {
            acts += 1;
            page.my_turn().await;
        }
        if !page.my_turn().await.over {
            break acts;
        }
        // It was over too soon, and whoever has played a game to its end is no newcomer any more.
        assert_eq!(page.complaints().await, [""; 0]);
        page = house.visitor().await;
        page.play_shadow().await;
        page.my_turn().await;
        page.see_in(STEP, "1 of 6").await;
    };
    assert_eq!(taught, 9, "then there is nothing left to learn");
    assert_eq!(page.complaints().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_page_of_the_shadow_of_atlas_has_a_serious_barrier() {
    let house = House::open();
    let page = house.visitor().await;
    let mut barriers = Vec::new();
    page.play_shadow().await;
    page.my_turn().await;
    page.press("#sa-orders summary").await;
    page.press("#sa-discard summary").await;
    barriers.extend(examine(&page, "table with guide, Orders and discard pile", &ALL).await);
    let asked = |sentence: &str| {
        ["melt", "move", "remove", "copy", "place"].iter().any(|it| sentence.starts_with(it))
    };
    for _ in 0..3 {
        if let Some(sentence) = page.act_until(asked).await {
            barriers.extend(examine(&page, &format!("table that asks for {sentence}"), &ALL).await);
            page.act(Hands::Mouse).await;
        }
    }
    if !page.my_turn().await.over {
        page.choose_at_table("\"bot\"").await;
    }
    page.table_where("the end", "table.over").await;
    barriers.extend(examine(&page, "end", &ALL).await);
    page.press(".ending a[href$='/replay']").await;
    page.see("#board-at .sa-planets").await;
    barriers.extend(examine(&page, "replay", &ALL[1..3]).await);
    assert!(barriers.is_empty(), "{}", barriers.join("\n"));
}

/// Afterwards everything lies open to everyone, and to a player's eyes only what they saw.
#[tokio::test(flavor = "multi_thread")]
async fn a_replay_of_the_shadow_of_atlas_shows_what_each_could_see() {
    let house = House::open();
    let page = house.visitor().await;
    page.play_shadow().await;
    page.act(Hands::Mouse).await;
    page.choose_at_table("\"bot\"").await;
    page.table_where("the end", "table.over").await;
    page.press(".ending a[href$='/replay']").await;
    page.see("#board-at .sa-planets").await;
    let replay = page.path().await;
    let open = "return Array.from(document.querySelectorAll('#board-at .sa-open h2'), (it) => it.innerText)";
    page.go(&format!("{replay}?at=0&as=everyone")).await;
    let all: Vec<String> = serde_json::from_value(page.ask(open).await).expect("titles");
    assert!(
        all.iter().any(|it| it.starts_with("The deck"))
            && all.iter().filter(|it| it.starts_with("Hand")).count() == 2
    );
    page.go(&format!("{replay}?at=0&as=0")).await;
    assert_eq!(page.ask(open).await, json!([]));
    assert_ne!(page.ask("return document.querySelectorAll('#board-at .sa-hand .sa-card').length").await, 0);
    page.go(&format!("{replay}?at=0&as=watcher")).await;
    assert_eq!(page.ask(open).await, json!([]));
    assert_eq!(page.ask("return document.querySelectorAll('#board-at .sa-hand').length").await, 0);
    page.wear(Look::LIVELY).await;
    for at in 1..6 {
        page.press("a.step[rel=next]").await;
        page.until(
            "the next entry",
            &format!("return document.getElementById('replay').dataset.at === '{at}'"),
        )
        .await;
    }
    assert_eq!(page.complaints().await, [""; 0]);
}
