//! A table on a page, and playing at it by what is lit.

use serde::Deserialize;

use crate::page::Page;

/// What can be seen of a table.
#[derive(Clone, PartialEq, Deserialize, Debug)]
pub(crate) struct Table {
    /// How many entries the match has.
    pub(crate) seq: u64,
    /// The words that can be picked now.
    pub(crate) lit: Vec<String>,
    pub(crate) picked: Vec<String>,
    /// The cards of the hand that is shown.
    pub(crate) hand: Vec<String>,
    /// The sentence that the button would play.
    pub(crate) armed: Option<String>,
    pub(crate) over: bool,
}

const LOOK: &str = "
    const play = document.querySelector('.play');
    if (!play || document.getElementById('live').dataset.connected !== 'yes') return null;
    const words = (selector) => Array.from(play.querySelectorAll(selector), (it) => it.dataset.token);
    const button = play.querySelector('#do');
    return {
        seq: Number(play.dataset.seq),
        lit: words('[data-token].lit'),
        picked: words('[data-token].picked'),
        hand: words('.el-hand [data-token], .sa-hand [data-token]'),
        armed: button && !button.disabled ? button.dataset.sentence : null,
        over: play.querySelector('.ending') !== null,
    };";

/// How much somebody likes to bet.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Style {
    Careful,
    Bold,
}

impl Page {
    /// Opens a table against a bot, as a newcomer does.
    pub(crate) async fn play_now(&self) {
        self.go("/").await;
        self.press("form[action='/play/enchanted-lands'] button").await;
        self.table().await;
    }

    /// Opens the form for a new table, gives its second seat away, and opens the table.
    pub(crate) async fn open_table(&self, second: &str) {
        self.go("/").await;
        self.press("article.game details summary").await;
        self.choose("form.new label:nth-of-type(2) select", second).await;
        self.press("form.new button").await;
        self.see("#live").await;
    }

    /// Opens a table for whoever comes by the lobby.
    pub(crate) async fn open_public_table(&self) {
        self.go("/").await;
        self.press("article.game details summary").await;
        self.press("form.new input[name=public]").await;
        self.press("form.new button").await;
        self.see(".waiting #invite").await;
    }

    /// Opens the menu of the table, unless it is open, and presses the button that says this to the server.
    pub(crate) async fn choose_at_table(&self, what: &str) {
        if !self.is_there("#table-menu[open]").await {
            self.press("#table-menu summary").await;
        }
        self.press(&format!("#table-menu [data-say*={what:?}]")).await;
    }

    /// The table, once the page shows one and is connected.
    pub(crate) async fn table(&self) -> Table {
        self.table_where("a table", "true").await
    }

    /// The table, as soon as something about it is so.
    pub(crate) async fn table_where(&self, what: &str, condition: &str) -> Table {
        let script =
            format!("const table = (() => {{ {LOOK} }})(); return table && ({condition}) ? table : null");
        let table = self.until(what, &script).await;
        serde_json::from_value(table).expect("a table has what we asked for")
    }

    /// Waits until it is this player's turn, or the end.
    pub(crate) async fn my_turn(&self) -> Table {
        self.table_where("a turn", "table.over || table.lit.length > 0").await
    }

    /// Waits until the page shows that entry, or a later one.
    pub(crate) async fn table_at(&self, seq: u64) -> Table {
        self.table_where(&format!("entry {seq}"), &format!("table.seq >= {seq}")).await
    }

    /// Picks a word that is lit.
    pub(crate) async fn pick(&self, word: &str) -> Table {
        self.press(&format!("[data-token='{word}'].lit")).await;
        self.table_where(&format!("{word} to be picked"), &format!("table.picked.includes('{word}')")).await
    }

    /// Plays one turn by clicking on lit things, and says which entry the match has come to.
    pub(crate) async fn take_turn(&self, style: Style) -> Table {
        let before = self.my_turn().await;
        let card = before.lit.iter().find(|word| before.hand.contains(word)).expect("a card is lit");
        let mut table = self.pick(card).await;
        if style == Style::Bold {
            // First a side, then how many chips; now this, now that.
            for _ in 0..2 {
                let bets: Vec<&String> = table.lit.iter().filter(|word| !table.hand.contains(word)).collect();
                if !bets.is_empty() {
                    table = self.pick(bets[before.seq as usize % bets.len()]).await;
                }
            }
        }
        assert!(table.armed.is_some(), "the button should play what is picked: {table:?}");
        self.press("#do").await;
        self.table_at(before.seq + 1).await
    }

    /// Plays to the end, with a bet every other turn, and says how many turns it took.
    pub(crate) async fn play_to_the_end(&self) -> usize {
        let mut turns = 0;
        while !self.my_turn().await.over {
            self.take_turn(if turns % 2 == 0 { Style::Bold } else { Style::Careful }).await;
            turns += 1;
            assert!(turns < 40, "a game has an end");
        }
        turns
    }

    /// Who played and how many points they got, as the end of the match tells it.
    pub(crate) async fn scores(&self) -> Vec<(String, i64)> {
        let table = "return Array.from(document.querySelectorAll('.ending tbody tr'), (row) =>
            [row.cells[0].innerText, Number(row.cells[1].innerText)])";
        serde_json::from_value(self.ask(table).await).expect("names and numbers")
    }
}
