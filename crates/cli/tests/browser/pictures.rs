use std::path::PathBuf;

use crate::Site;
use crate::page::{Look, Page};
use crate::shadow::Input;
use crate::table::Style;

/// Maximum size of a picture in bytes, because every clone contains all pictures.
const MAX_SIZE: u64 = 300 << 10;

/// A window that is high enough for a board and a hand.
const TALL: Look = Look { height: 960, ..Look::DESK };

/// A window that is high enough for a few lines.
const SHORT: Look = Look { height: 680, ..Look::DESK };

/// The pictures of the documentation exist and can be taken. `cargo xtask screenshots` retakes them.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_of_the_pages_can_be_taken() {
    let site = Site::open();
    let page = site.visitor().await;
    page.emulate(TALL).await;
    let mut album = Album::open();
    album.add(&page, "home").await;

    for (name, second) in [("Ada", "open"), ("Kwame", "novice"), ("Mei", "open")] {
        page.become_new_guest().await;
        page.set_name(name).await;
        page.go("/new").await;
        page.choose_seat(1, second).await;
        page.choose_seat(2, if name == "Mei" { "none" } else { "open" }).await;
        page.press("form.new input[name=public]").await;
        page.press("form.new .dialog-foot button").await;
        page.see("#invite").await;
    }
    page.emulate(SHORT).await;
    album.add(&page, "waiting").await;
    page.become_new_guest().await;
    page.set_name("Noor").await;
    page.go("/lobby").await;
    album.add(&page, "lobby").await;

    page.emulate(TALL).await;
    page.play_now().await;
    page.my_turn().await;
    album.add(&page, "guide").await;
    page.press("#guide a[href$='#EL-32']").await;
    page.see("#rules-text .here").await;
    album.add(&page, "rules").await;
    for turn in 0..6 {
        page.take_turn(if turn % 2 == 0 { Style::Bold } else { Style::Careful }).await;
    }
    let table = page.my_turn().await;
    page.pick(&table.lit[0]).await;
    for (name, look) in
        [("table", TALL), ("table-dark", Look { dark: true, ..TALL }), ("table-phone", Look::PHONE)]
    {
        page.emulate(look).await;
        album.add(&page, name).await;
    }

    page.emulate(TALL).await;
    page.choose_at_table("\"bot\"").await;
    page.table_where("the end", "table.over").await;
    let finished = page.path().await;
    shadow(&page, &mut album).await;
    page.emulate(TALL).await;
    page.go(&finished).await;
    page.press(".ending a[href$='/share']").await;
    page.until("the picture", "return document.querySelector('.share img:not(.thumb)')?.naturalWidth > 0")
        .await;
    album.add(&page, "share").await;
    page.go(&finished).await;
    page.press(".ending a[href$='/replay']").await;
    page.see_in("#fair", "4 of 4 checks passed").await;
    let replay = page.path().await;
    page.go(&format!("{replay}?at=17&as=0")).await;
    album.add(&page, "replay").await;
    page.emulate(SHORT).await;
    page.see_in("#fair", "4 of 4 checks passed").await;
    page.press("#proof summary").await;
    album.add(&page, "proof").await;
    album.close();
}

/// Takes the pictures of In the Shadow of Atlas: the middle of a game with a picked card, and the question of an
/// Ability.
async fn shadow(page: &Page, album: &mut Album) {
    loop {
        page.emulate(TALL).await;
        page.play_shadow().await;
        let asks = |sentence: &str| sentence.starts_with("melt");
        let taken = "return document.querySelectorAll('.sa-developed').length > 1";
        while page.act(Input::Mouse).await.is_some() && page.eval(taken).await == false {}
        let Some(venture) = page.act_until(|it| it.starts_with("venture")).await else { continue };
        let card = venture.split(' ').next_back().expect("a Venture has a card");
        page.pick(card).await;
        for (name, look) in
            [("shadow", TALL), ("shadow-dark", Look { dark: true, ..TALL }), ("shadow-phone", Look::PHONE)]
        {
            page.emulate(look).await;
            album.add(page, name).await;
        }
        page.emulate(SHORT).await;
        page.press("#clear").await;
        if page.act_until(asks).await.is_some() {
            album.add(page, "shadow-asks").await;
            return;
        }
        album.discard(3);
    }
}

/// The pictures of a run. They are written to the documentation only if they are to be updated.
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
        let picture = page.screenshot().await;
        assert!(picture.starts_with(b"\x89PNG") && picture.len() > 10_000, "{name} is empty");
        let file = format!("{name}.png");
        if self.update {
            std::fs::write(self.folder.join(&file), picture).unwrap();
        }
        self.taken.push(file);
    }

    /// Discards the last pictures, which are taken again.
    fn discard(&mut self, last: usize) {
        self.taken.truncate(self.taken.len() - last);
    }

    /// Asserts that the folder has exactly these pictures, that none is too large, and that the documentation shows
    /// each.
    fn close(mut self) {
        let files = std::fs::read_dir(&self.folder).unwrap().map(|file| file.unwrap());
        let mut existing = Vec::new();
        for file in files {
            let name = file.file_name().into_string().unwrap();
            let size = file.metadata().unwrap().len();
            assert!(
                self.update || size <= MAX_SIZE,
                "{name} has {size} bytes; `cargo xtask screenshots` fixes it"
            );
            existing.push(name);
        }
        existing.sort();
        self.taken.sort();
        let table = std::fs::read_to_string(self.folder.join("../table.md")).unwrap();
        let readme = std::fs::read_to_string(self.folder.join("../../README.md")).unwrap();
        let shown = |name: &&String| {
            table.contains(&format!("](pictures/{name})"))
                || readme.contains(&format!("=\"docs/pictures/{name}\""))
        };
        assert_eq!(
            self.taken.iter().find(|name| !shown(name)),
            None,
            "the documentation does not show this picture"
        );
        assert_eq!(existing, self.taken, "`cargo xtask screenshots` takes missing pictures");
    }
}
