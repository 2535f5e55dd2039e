//! Before a match: finding each other, and thinking better of it.

use qrcode::QrCode;
use qrcode::render::svg;

use crate::House;
use crate::page::Page;
use crate::table::Style;

const LISTED: &str = "ul.matches a[href^='/t/']";
const CALL_OFF: &str = ".waiting [data-say*='abort']";

#[tokio::test(flavor = "multi_thread")]
async fn strangers_find_a_public_table_in_the_lobby() {
    let house = House::open();
    let (host, guest) = tokio::join!(house.visitor(), house.visitor());
    host.call_me("Ann").await;
    host.open_table("open").await;
    let private = host.path().await;
    guest.go("/lobby").await;
    assert!(!guest.is_there(LISTED).await, "a private table is for those who have its link");

    host.open_public_table().await;
    let public = host.path().await;
    assert_ne!(public, private);
    guest.go("/lobby").await;
    assert!(guest.see(LISTED).await.contains("Ann"));
    guest.press(LISTED).await;
    guest.see("form[action$='/sit'] button").await;
    assert_eq!(guest.path().await, public);
    guest.press("form[action$='/sit'] button").await;
    guest.table().await;
    // The page of the one who waited goes on by itself.
    host.table().await;
    let player = if host.table().await.lit.is_empty() { &guest } else { &host };
    player.take_turn(Style::Careful).await;
    guest.go("/lobby").await;
    assert!(!guest.is_there(LISTED).await, "nobody waits there any more");
    for page in [&host, &guest] {
        assert_eq!(page.complaints().await, [""; 0]);
    }
}

/// The picture for the camera of a phone is drawn here a second time, from the link that people read.
#[tokio::test(flavor = "multi_thread")]
async fn the_invitation_can_be_read_and_photographed() {
    let house = House::open();
    let page = house.visitor().await;
    page.open_table("open").await;
    let link = page.ask("return document.getElementById('invite').value").await;
    let link = link.as_str().expect("a link");
    assert_eq!(link, format!("{}{}?sit", house.address(), page.path().await));
    let code = QrCode::new(link).unwrap().render::<svg::Color<'_>>().min_dimensions(180, 180).build();
    let drawn = page.ask("return document.querySelector('.qr svg path').getAttribute('d')").await;
    let drawn = drawn.as_str().filter(|path| path.len() > 500).expect("there is a picture");
    assert!(code.contains(&format!("d=\"{drawn}\"")), "the picture says something else");
    assert_eq!(page.complaints().await, [""; 0]);
}

/// With one press, whether the browser lets pages write to the clipboard or wants to be asked in the old way; and if
/// no way leads there, the link is selected.
#[tokio::test(flavor = "multi_thread")]
async fn the_invitation_is_copied() {
    const SAID: &str = ".waiting .link [role=status]";
    let house = House::open();
    let page = house.visitor().await;
    for allowed in [true, false] {
        page.allow_clipboard(allowed).await;
        page.open_table("open").await;
        page.press("[data-copy=invite]").await;
        page.see_in(SAID, "Copied").await;
        let link = page.ask("return document.getElementById('invite').value").await;
        assert_eq!(page.paste_into("#chat-text").await, link.as_str().expect("a link"), "{allowed}");
    }
    page.have_no_clipboard().await;
    page.open_table("open").await;
    page.press("[data-copy=invite]").await;
    page.see_in(SAID, "Selected").await;
    let selected = "const field = document.activeElement;
        return field.id === 'invite' && field.selectionStart === 0 && field.selectionEnd === field.value.length";
    assert_eq!(page.ask(selected).await, true);
    assert_eq!(page.complaints().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_waits_can_be_called_off() {
    let house = House::open();
    let (host, guest) = tokio::join!(house.visitor(), house.visitor());
    host.open_public_table().await;
    guest.go(&host.path().await).await;
    guest.see("form[action$='/sit'] button").await;
    assert!(!guest.is_there(CALL_OFF).await, "it is not theirs");
    call_off(&host, CALL_OFF).await;
    for page in [&host, &guest] {
        page.see_in(".waiting h1", "Called off").await;
        assert!(page.title().await.contains("called off"));
    }
    assert!(host.is_there("form[action$='/rematch'] button").await, "whoever played may try again");
    assert!(!guest.is_there("form[action$='/sit'] button").await, "nobody sits down there any more");
    guest.go("/lobby").await;
    assert!(!guest.is_there(LISTED).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_can_be_called_off_until_somebody_has_moved() {
    let house = House::open();
    let (ann, bob) = house.ann_and_bob().await;
    bob.press("#table-menu summary").await;
    call_off(&bob, "#table-menu [data-say*='abort']").await;
    for page in [&ann, &bob] {
        page.see_in(".waiting h1", "Called off").await;
    }
    // Once more, from the start; and one of them moves.
    ann.press("form[action$='/rematch'] button").await;
    bob.see_in("a.primary", "To the rematch").await;
    bob.press("a.primary[href^='/t/']").await;
    let (hers, _) = tokio::join!(ann.table_where("the rematch", "!table.over"), bob.table());
    let (mover, other) = if hers.lit.is_empty() { (&bob, &ann) } else { (&ann, &bob) };
    assert!(other.is_there("#table-menu [data-say*='abort']").await);
    let moved = mover.take_turn(Style::Careful).await;
    other.table_at(moved.seq).await;
    for page in [&ann, &bob] {
        assert!(!page.is_there("#table-menu [data-say*='abort']").await);
        assert!(page.is_there("#table-menu [data-say*='resign']").await, "now one can only resign");
        assert_eq!(page.complaints().await, [""; 0]);
    }
}

/// Twice, because the first time the button only asks.
async fn call_off(page: &Page, button: &str) {
    page.press(button).await;
    page.see_in(button, "Really").await;
    assert!(!page.is_there(".waiting form[action$='/rematch']").await, "once is not enough");
    page.press(button).await;
}
