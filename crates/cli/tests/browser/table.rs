//! A table on a page, and playing by clicking on lit elements.

use serde::Deserialize;

use crate::page::Page;

/// The visible state of a table.
#[derive(Clone, PartialEq, Deserialize, Debug)]
pub(crate) struct Table {
    /// The number of entries in the match.
    pub(crate) seq: u64,
    /// The tokens that can be picked now.
    pub(crate) lit: Vec<String>,
    pub(crate) picked: Vec<String>,
    /// The cards of the hand that is shown.
    pub(crate) hand: Vec<String>,
    /// The sentence that the button would play.
    pub(crate) armed: Option<String>,
    pub(crate) over: bool,
}

const LOOK: &str = "
    const table = document.getElementById('table');
    if (table?.dataset.connected !== 'yes' || !document.querySelector('.el-stage, .sa-stage')) return null;
    const words = (selector) => Array.from(table.querySelectorAll(selector), (it) => it.dataset.token);
    const button = document.getElementById('do');
    return {
        seq: Number(table.dataset.seq),
        lit: words('[data-token].lit'),
        picked: words('[data-token].picked'),
        hand: words('.el-hand [data-token], .sa-hand [data-token]'),
        armed: button.disabled ? null : button.dataset.sentence,
        over: table.querySelector('.ending') !== null,
    };";

/// Whether a player bets.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Style {
    Careful,
    Bold,
}

impl Page {
    /// Starts a game against a bot from the first page.
    pub(crate) async fn play_now(&self) {
        self.go("/").await;
        self.press("form[action='/play/enchanted-lands'] button.on-art").await;
        self.table().await;
    }

    /// Opens a table with the form for new tables, with this choice for the second seat.
    pub(crate) async fn open_table(&self, second: &str) {
        self.go("/new").await;
        self.choose_seat(1, second).await;
        self.press("form.new .dialog-foot button").await;
        self.see("#table").await;
    }

    /// Opens a table that is listed in the lobby.
    pub(crate) async fn open_public_table(&self) {
        self.go("/new").await;
        self.press("form.new input[name=public]").await;
        self.press("form.new .dialog-foot button").await;
        self.see(".waiting-room #invite").await;
    }

    /// Chooses who takes a seat in the form for new tables: `open`, `me` for somebody at the same screen, `none`, or the
    /// level of a bot.
    pub(crate) async fn choose_seat(&self, seat: usize, who: &str) {
        let kind = match who {
            "me" => "here",
            "open" | "none" => who,
            _ => "bot",
        };
        self.press(&format!("form.new [name='seat-{seat}'][value={kind}]")).await;
        if kind == "bot" {
            self.choose(&format!("form.new [name='level-{seat}']"), who).await;
        }
    }

    /// Opens a tab of the rail.
    pub(crate) async fn open_tab(&self, tab: &str) {
        if !self.exists(&format!("#tab-{tab}[aria-selected=true]")).await
            || self.eval("return !document.getElementById('rail').checkVisibility()").await == true
        {
            self.press(&format!("#tab-{tab}")).await;
        }
    }

    /// Presses the button of the table's menu that sends this message to the server.
    pub(crate) async fn choose_at_table(&self, what: &str) {
        self.open_tab("table").await;
        self.press(&format!(".menu [data-say*={what:?}]")).await;
    }

    /// The table, once the page shows one and is connected.
    pub(crate) async fn table(&self) -> Table {
        self.table_where("a table", "true").await
    }

    /// The table, once a condition is true.
    pub(crate) async fn table_where(&self, what: &str, condition: &str) -> Table {
        let script =
            format!("const table = (() => {{ {LOOK} }})(); return table && ({condition}) ? table : null");
        let table = self.until(what, &script).await;
        serde_json::from_value(table).expect("a table has these fields")
    }

    /// Waits until it is this player's turn or the match is over.
    pub(crate) async fn my_turn(&self) -> Table {
        self.table_where("a turn", "table.over || table.lit.length > 0").await
    }

    /// Waits until the page shows this entry or a later one.
    pub(crate) async fn table_at(&self, seq: u64) -> Table {
        self.table_where(&format!("entry {seq}"), &format!("table.seq >= {seq}")).await
    }

    /// Picks a lit token.
    pub(crate) async fn pick(&self, word: &str) -> Table {
        self.press(&format!("[data-token='{word}'].lit")).await;
        self.table_where(&format!("{word} to be picked"), &format!("table.picked.includes('{word}')")).await
    }

    /// Plays one turn by clicking on lit elements, and returns the table afterwards.
    pub(crate) async fn take_turn(&self, style: Style) -> Table {
        let before = self.my_turn().await;
        let card = before.lit.iter().find(|word| before.hand.contains(word)).expect("a card is lit");
        let mut table = self.pick(card).await;
        if style == Style::Bold {
            // First a side, then the number of chips. The choice varies with the turn.
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

    /// Plays to the end with a bet in every other turn, and returns the number of turns.
    pub(crate) async fn play_to_the_end(&self) -> usize {
        let mut turns = 0;
        while !self.my_turn().await.over {
            self.take_turn(if turns % 2 == 0 { Style::Bold } else { Style::Careful }).await;
            turns += 1;
            assert!(turns < 40, "the game does not end");
        }
        turns
    }

    /// The names and points of the players, as shown at the end of the match.
    pub(crate) async fn scores(&self) -> Vec<(String, i64)> {
        let table = "return Array.from(document.querySelectorAll('.ending tbody tr'), (row) =>
            [row.cells[0].querySelector('span').innerText, Number(row.cells[2].innerText)])";
        serde_json::from_value(self.eval(table).await).expect("names and numbers")
    }
}
