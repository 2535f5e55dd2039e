//! In the Shadow of Atlas, played with the mouse, with the keyboard and on a phone.

use serde_json::json;
use thirtyfour::Key;

use crate::Site;
use crate::accessibility::{ALL, examine};
use crate::page::{Look, Page};
use crate::phone::{SMALL, assert_fits_phone};
use crate::table::Table;

/// The input device of a player.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Input {
    Mouse,
    Keyboard,
}

impl Page {
    /// Starts a game of In the Shadow of Atlas against a bot from the first page.
    pub(crate) async fn play_shadow(&self) {
        self.go("/").await;
        self.press("form[action='/play/shadow-of-atlas'] button").await;
        self.table().await;
        self.confirm_moves().await;
    }

    /// Makes the table wait for the main button. Otherwise a click on a planet plays the picked card at once.
    pub(crate) async fn confirm_moves(&self) {
        self.open_tab("table").await;
        if self.eval("return document.querySelector('[data-setting=confirm]').checked").await == false {
            self.press("[data-setting=confirm]").await;
        }
        if self.exists("#table[data-sheet]").await {
            self.press("#sheet-close").await;
        } else {
            self.open_tab("log").await;
        }
    }

    /// The legal sentences.
    pub(crate) async fn legal(&self) -> Vec<String> {
        let list = "return Array.from(document.querySelectorAll('#legal [data-sentence]'), (it) => it.dataset.sentence)";
        serde_json::from_value(self.eval(list).await).expect("sentences")
    }

    /// Picks lit tokens until the button would play this sentence.
    pub(crate) async fn spell(&self, sentence: &str, input: Input) -> Table {
        let mut left: Vec<&str> = sentence.split(' ').collect();
        let mut table = self.my_turn().await;
        while table.armed.as_deref() != Some(sentence) {
            let lit = table.lit.iter().find(|token| {
                let words: Vec<&str> = token.split(' ').collect();
                words.iter().all(|word| count(&words, word) <= count(&left, word))
            });
            let Some(token) = lit.cloned() else { panic!("{left:?} of {sentence} is not lit: {table:?}") };
            for word in token.split(' ') {
                left.remove(left.iter().position(|it| *it == word).expect("the word is left"));
            }
            let selector = format!("[data-token='{token}'].lit");
            match input {
                Input::Mouse => self.press(&selector).await,
                Input::Keyboard => {
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

    /// Plays a sentence by picking its tokens, and waits until the table shows the new entry.
    pub(crate) async fn play_sentence(&self, sentence: &str, input: Input) -> Table {
        let before = self.spell(sentence, input).await;
        match input {
            Input::Mouse => self.press("#do").await,
            Input::Keyboard => {
                self.tab_to("#do").await;
                self.key(Key::Enter).await;
            }
        }
        self.table_at(before.seq + 1).await
    }

    /// Plays one sentence, and returns it; `None` if the match is over.
    pub(crate) async fn act(&self, input: Input) -> Option<String> {
        if self.my_turn().await.over {
            return None;
        }
        let sentence = choose(&self.legal().await);
        self.play_sentence(&sentence, input).await;
        Some(sentence)
    }

    /// Plays until the match is over, and returns the sentences.
    pub(crate) async fn act_to_the_end(&self, input: Input) -> Vec<String> {
        let mut done = Vec::new();
        while let Some(sentence) = self.act(input).await {
            done.push(sentence);
            assert!(done.len() < 200, "the game does not end: {done:?}");
        }
        done
    }

    /// The actions of seat 0 in the record of the finished match.
    async fn recorded(&self) -> Vec<String> {
        let acts = self
            .eval_async(
                "const done = arguments[0];
                fetch(`${location.pathname}/record`).then((it) => it.text()).then((text) => {
                    const entries = text.trim().split('\\n').map((line) => JSON.parse(line));
                    done(entries.filter((it) => it.kind === 'act' && it.seat === 0).map((it) => it.text));
                });",
            )
            .await;
        serde_json::from_value(acts).expect("a record has sentences")
    }

    /// Plays until a sentence that satisfies the condition is legal, and returns it; `None` if the match ends before
    /// that.
    pub(crate) async fn act_until(&self, can: impl Fn(&str) -> bool) -> Option<String> {
        loop {
            if self.my_turn().await.over {
                return None;
            }
            if let Some(sentence) = self.legal().await.into_iter().find(|it| can(it)) {
                return Some(sentence);
            }
            self.act(Input::Mouse).await?;
        }
    }
}

fn count(words: &[&str], word: &str) -> usize {
    words.iter().filter(|it| **it == word).count()
}

/// Prefers Outposts, then planets, and ends a turn only when nothing else is possible, so that games come to an end.
fn choose(legal: &[String]) -> String {
    let rank = |sentence: &&String| {
        let verb = sentence.split(' ').next().unwrap_or_default();
        ["melt", "expand", "move", "venture", "survey"].iter().position(|it| *it == verb).unwrap_or(9)
    };
    let last = |sentence: &&String| usize::from(matches!(sentence.as_str(), "done" | "decline"));
    legal.iter().min_by_key(|it| (last(it), rank(it))).expect("something is legal").clone()
}

/// With animations, as most people see the page.
#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_in_the_shadow_of_atlas_by_clicking() {
    let site = Site::open();
    let page = site.visitor().await;
    page.emulate(Look::LIVELY).await;
    page.play_shadow().await;
    let done = page.act_to_the_end(Input::Mouse).await;
    assert_eq!(done, page.recorded().await, "the record has exactly the actions that were clicked");
    assert!(
        done.iter().any(|it| it.starts_with("venture")) && done.iter().any(|it| it == "done"),
        "{done:?}"
    );
    assert_eq!(page.scores().await.len(), 2);
    // At the end, hidden cards are shown.
    page.see_in(".sa-open h2", "Deck").await;
    assert_eq!(page.console_messages().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shadow_of_atlas_is_played_with_the_keyboard_alone() {
    let site = Site::open();
    let page = site.visitor().await;
    page.tab_to("form[action='/play/shadow-of-atlas'] button").await;
    page.key(Key::Enter).await;
    page.table().await;
    page.letter("t").await;
    page.tab_to("[data-setting=confirm]").await;
    page.key(Key::Space).await;
    let mut done = Vec::new();
    while let Some(sentence) = page.act(Input::Keyboard).await {
        done.push(sentence);
        page.my_turn().await;
        assert!(page.has_focus("#table, #table *").await, "the focus has left the table");
    }
    assert!(!done.is_empty());
    assert_eq!(done, page.recorded().await);
    page.tab_to("form[action$='/rematch'] button").await;
    page.key(Key::Enter).await;
    page.table_where("another match", "!table.over").await;
    assert_eq!(page.console_messages().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shadow_of_atlas_is_played_on_a_phone() {
    let site = Site::open();
    let page = site.visitor().await;
    page.emulate(Look::PHONE).await;
    page.play_shadow().await;
    page.my_turn().await;
    assert_fits_phone(&page, "the table at the start").await;
    let mut done = Vec::new();
    while let Some(sentence) = page.act(Input::Mouse).await {
        assert_fits_phone(&page, &format!("the table after {sentence}")).await;
        let words = page
            .eval(&format!("return ({SMALL})('[data-token]', 24).concat(({SMALL})('#do, #hint', 44))"))
            .await;
        assert_eq!(words, json!([]), "the cards and buttons are large enough for a thumb");
        done.push(sentence);
    }
    assert!(!done.is_empty());
    assert_eq!(done, page.recorded().await);
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// Two cards of one Order have the same token, and each is picked separately.
#[tokio::test(flavor = "multi_thread")]
async fn a_pair_is_picked_card_by_card() {
    let site = Site::open();
    let page = site.visitor().await;
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
    // A click on a picked card plays the sentence, if it is complete.
    page.press("#clear").await;
    page.spell(&pair, Input::Mouse).await;
    page.press(".sa-hand .picked").await;
    let after = page.table_at(before.seq + 1).await;
    assert_eq!(after.hand.len() + 2, before.hand.len());
    page.see_in("#story", "expands with").await;
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// A player who chooses another planet need not pick the card again.
#[tokio::test(flavor = "multi_thread")]
async fn picking_another_planet_replaces_the_first() {
    let site = Site::open();
    let page = site.visitor().await;
    // Not every deal has a card that can go to both planets.
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
    assert!(!page.exists("#bar.refusing").await, "nothing is refused");
    // The picks stay when the page is drawn again.
    page.press("#guide > [data-say]").await;
    page.see_no("#guide").await;
    assert_eq!(page.table().await, armed);
    page.press("#hint").await;
    let advice = page.see_in("#says", "Hint:").await;
    page.press("#pick-hint").await;
    page.see_no("#pick-hint").await;
    let label = page.see("#do").await;
    assert!(advice.contains(&label), "{advice} {label}");
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// After the bot's turn, the log lists its steps, grouped by turns.
#[tokio::test(flavor = "multi_thread")]
async fn the_steps_of_the_opponents_turn_are_listed() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_shadow().await;
    page.my_turn().await;
    page.play_sentence("done", Input::Mouse).await;
    while page.asks("discard").await {
        page.act(Input::Mouse).await;
    }
    page.my_turn().await;
    let log = page.see("#story").await;
    assert!(log.contains("novice bot ends their turn"), "{log}");
    let turns = "return Array.from(document.querySelectorAll('#story .turn-head'), (it) => it.innerText)";
    let turns = crate::support::strings(&page.eval(turns).await);
    assert!(turns.len() >= 2 && turns.is_sorted(), "the log is grouped by turns: {turns:?}");
    assert_eq!(page.console_messages().await, [""; 0]);
}

impl Page {
    async fn asks(&self, what: &str) -> bool {
        let table = self.my_turn().await;
        !table.over && self.legal().await.iter().any(|it| it.starts_with(what))
    }

    /// Picks a second card with the same token.
    async fn pick_again(&self, word: &str) -> Table {
        self.press(&format!("[data-token='{word}'].lit")).await;
        let twice = format!("table.picked.filter((it) => it === '{word}').length === 2");
        self.table_where("two equal tokens", &twice).await
    }
}

const STEP: &str = "#guide .lesson-number";

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_is_guided_through_the_shadow_of_atlas() {
    let site = Site::open();
    let mut page = site.visitor().await;
    page.play_shadow().await;
    page.my_turn().await;
    page.see_in(STEP, "1 of 6").await;
    let text = page.see("#guide").await;
    let cards = page
        .eval("return Array.from(document.querySelectorAll('.sa-hand .sa-title'), (it) => it.innerText)")
        .await;
    let cards: Vec<String> = serde_json::from_value(cards).expect("names");
    assert!(cards.iter().any(|card| text.contains(card.as_str())), "{text} {cards:?}");
    page.press("#guide a[href$='#SA-39']").await;
    assert!(page.see("#rules-text .here").await.contains("SA-39"));
    let taught = loop {
        let mut acts = 0;
        while page.exists("#guide").await && page.act(Input::Mouse).await.is_some() {
            acts += 1;
            page.my_turn().await;
        }
        if !page.my_turn().await.over {
            break acts;
        }
        // The game ended too soon. A guest who has finished a game gets no guide any more, so a new guest tries again.
        assert_eq!(page.console_messages().await, [""; 0]);
        page = site.visitor().await;
        page.play_shadow().await;
        page.my_turn().await;
        page.see_in(STEP, "1 of 6").await;
    };
    assert_eq!(taught, 9, "the guide ends after nine actions");
    assert_eq!(page.console_messages().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_the_shadow_of_atlas_are_accessible() {
    let site = Site::open();
    let page = site.visitor().await;
    let mut barriers = Vec::new();
    page.play_shadow().await;
    page.my_turn().await;
    page.press("#sa-orders summary").await;
    barriers.extend(examine(&page, "table with guide and Orders", &ALL[..2]).await);
    page.press("#sa-orders summary").await;
    page.press("#sa-discard summary").await;
    barriers.extend(examine(&page, "table with guide and discard pile", &ALL[1..]).await);
    page.press("#sa-discard summary").await;
    let asked = |sentence: &str| {
        ["melt", "move", "remove", "copy", "place"].iter().any(|it| sentence.starts_with(it))
    };
    for _ in 0..3 {
        if let Some(sentence) = page.act_until(asked).await {
            barriers.extend(examine(&page, &format!("table that asks for {sentence}"), &ALL).await);
            page.act(Input::Mouse).await;
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

/// A replay for everyone shows all cards, and a replay from a seat only what that seat saw.
#[tokio::test(flavor = "multi_thread")]
async fn a_replay_of_the_shadow_of_atlas_respects_the_viewpoint() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_shadow().await;
    page.act(Input::Mouse).await;
    page.choose_at_table("\"bot\"").await;
    page.table_where("the end", "table.over").await;
    page.press(".ending a[href$='/replay']").await;
    page.see("#board-at .sa-planets").await;
    let replay = page.path().await;
    let open = "return Array.from(document.querySelectorAll('#board-at .sa-open h2'), (it) => it.innerText)";
    page.go(&format!("{replay}?at=0&as=everyone")).await;
    let all: Vec<String> = serde_json::from_value(page.eval(open).await).expect("titles");
    assert!(
        all.iter().any(|it| it.starts_with("Deck"))
            && all.iter().filter(|it| it.starts_with("Hand")).count() == 2
    );
    page.go(&format!("{replay}?at=0&as=0")).await;
    assert_eq!(page.eval(open).await, json!([]));
    assert_ne!(page.eval("return document.querySelectorAll('#board-at .sa-hand .sa-card').length").await, 0);
    page.go(&format!("{replay}?at=0&as=watcher")).await;
    assert_eq!(page.eval(open).await, json!([]));
    assert_eq!(page.eval("return document.querySelectorAll('#board-at .sa-hand').length").await, 0);
    page.emulate(Look::LIVELY).await;
    for at in 1..6 {
        page.press("a.step[rel=next]").await;
        page.until(
            "the next entry",
            &format!("return document.getElementById('replay').dataset.at === '{at}'"),
        )
        .await;
    }
    assert_eq!(page.console_messages().await, [""; 0]);
}
