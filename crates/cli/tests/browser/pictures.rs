use std::path::PathBuf;

use crate::House;
use crate::page::{Look, Page};
use crate::shadow::Hands;
use crate::table::Style;

/// No picture may be larger: everybody who clones gets them all.
const LARGEST: u64 = 300 << 10;

/// High enough for a board and a hand.
const TALL: Look = Look { height: 960, ..Look::DESK };

/// High enough for a few lines.
const SHORT: Look = Look { height: 680, ..Look::DESK };

/// The documentation's pictures can be taken, and are there. `cargo xtask screenshots` takes them anew.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_of_the_pages_can_be_taken() {
    let house = House::open();
    let page = house.visitor().await;
    page.wear(TALL).await;
    let mut album = Album::open();
    album.add(&page, "home").await;

    for (name, second) in [("Ada", "open"), ("Kwame", "novice"), ("Mei", "open")] {
        page.be_somebody_else().await;
        page.call_me(name).await;
        page.press("article.game details summary").await;
        page.choose("form.new label:nth-of-type(2) select", second).await;
        page.choose("form.new label:nth-of-type(3) select", if name == "Mei" { "none" } else { "open" })
            .await;
        page.press("form.new input[name=public]").await;
        page.press("form.new button").await;
        page.see("#invite").await;
    }
    page.wear(SHORT).await;
    album.add(&page, "waiting").await;
    page.be_somebody_else().await;
    page.call_me("Noor").await;
    page.go("/lobby").await;
    album.add(&page, "lobby").await;

    page.wear(TALL).await;
    page.play_now().await;
    page.my_turn().await;
    album.add(&page, "guide").await;
    page.press("#guide a[href$='#EL-32']").await;
    page.see("#rules-beside .here").await;
    album.add(&page, "rules").await;
    page.press("#rules-close").await;
    for turn in 0..6 {
        page.take_turn(if turn % 2 == 0 { Style::Bold } else { Style::Careful }).await;
    }
    let table = page.my_turn().await;
    page.pick(&table.lit[0]).await;
    for (name, look) in
        [("table", TALL), ("table-dark", Look { dark: true, ..TALL }), ("table-phone", Look::PHONE)]
    {
        page.wear(look).await;
        page.ask("document.querySelector('.turn-line').scrollIntoView()").await;
        album.add(&page, name).await;
    }

    page.wear(TALL).await;
    page.choose_at_table("\"bot\"").await;
    page.table_where("the end", "table.over").await;
    let finished = page.path().await;
    shadow(&page, &mut album).await;
    page.wear(TALL).await;
    page.go(&finished).await;
    page.press(".ending a[href$='/replay']").await;
    page.see("#proof [data-check=chain][data-ok=yes]").await;
    let replay = page.path().await;
    page.go(&format!("{replay}?at=17&as=0")).await;
    album.add(&page, "replay").await;
    page.wear(SHORT).await;
    page.see("#proof [data-check=chain][data-ok=yes]").await;
    page.ask("document.getElementById('proof').scrollIntoView()").await;
    album.add(&page, "proof").await;
    album.close();
}

/// In the Shadow of Atlas: the middle of a game, with a card picked, and what an Ability asks.
async fn shadow(page: &Page, album: &mut Album) {
    loop {
        page.wear(TALL).await;
        page.play_shadow().await;
        let asks = |sentence: &str| sentence.starts_with("melt");
        let taken = "return document.querySelectorAll('.sa-developed').length > 1";
        while page.act(Hands::Mouse).await.is_some() && page.ask(taken).await == false {}
        let Some(venture) = page.act_until(|it| it.starts_with("venture")).await else { continue };
        let card = venture.split(' ').next_back().expect("a Venture has a card");
        page.pick(card).await;
        for (name, look) in
            [("shadow", TALL), ("shadow-dark", Look { dark: true, ..TALL }), ("shadow-phone", Look::PHONE)]
        {
            page.wear(look).await;
            let top = if look.touch { ".sa-player" } else { ".turn-line" };
            page.ask(&format!("document.querySelector('{top}').scrollIntoView()")).await;
            album.add(page, name).await;
        }
        page.wear(SHORT).await;
        page.press("#clear").await;
        if page.act_until(asks).await.is_some() {
            page.ask("document.querySelector('.turn-line').scrollIntoView()").await;
            album.add(page, "shadow-asks").await;
            return;
        }
        album.forget(3);
    }
}

/// Where the pictures go: into the documentation if they are to be updated, otherwise nowhere.
struct Album {
    folder: PathBuf,
    update: bool,
    taken: Vec<String>,
}

impl Album {
    fn open() -> Album {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
        let update = std::env::var_os("UPDATE_PICTURES").is_some();
        if update {
            std::fs::create_dir_all(&folder).unwrap();
        }
        Album { folder, update, taken: Vec::new() }
    }

    async fn add(&mut self, page: &Page, name: &str) {
        let picture = page.picture().await;
        assert!(picture.starts_with(b"\x89PNG") && picture.len() > 10_000, "{name} shows something");
        let file = format!("{name}.png");
        if self.update {
            std::fs::write(self.folder.join(&file), picture).unwrap();
        }
        self.taken.push(file);
    }

    /// The last pictures are taken again.
    fn forget(&mut self, last: usize) {
        self.taken.truncate(self.taken.len() - last);
    }

    /// The folder has these pictures, no others, none too large, and the documentation shows each.
    fn close(mut self) {
        let files = std::fs::read_dir(&self.folder).unwrap().map(|file| file.unwrap());
        let mut there = Vec::new();
        for file in files {
            let name = file.file_name().into_string().unwrap();
            let size = file.metadata().unwrap().len();
            assert!(
                self.update || size <= LARGEST,
                "{name} has {size} bytes; `cargo xtask screenshots` mends it"
            );
            there.push(name);
        }
        there.sort();
        self.taken.sort();
        let table = std::fs::read_to_string(self.folder.join("../table.md")).unwrap();
        let readme = std::fs::read_to_string(self.folder.join("../../README.md")).unwrap();
        let shown = |name: &&String| {
            table.contains(&format!("](pictures/{name})"))
                || readme.contains(&format!("=\"docs/pictures/{name}\""))
        };
        assert_eq!(self.taken.iter().find(|name| !shown(name)), None, "nobody sees this picture");
        assert_eq!(there, self.taken, "`cargo xtask screenshots` takes what is missing");
    }
}
