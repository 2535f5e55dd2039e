//! Before a match: the lobby, invitations, and calling a table off.

use qrcode::QrCode;
use qrcode::render::svg;

use crate::Site;
use crate::page::Page;
use crate::table::Style;

const LISTED: &str = "ul.matches b a[href^='/t/']";
const ABORT: &str = ".waiting-room [data-say*='abort']";

#[tokio::test(flavor = "multi_thread")]
async fn strangers_find_a_public_table_in_the_lobby() {
    let site = Site::open();
    let (host, guest) = tokio::join!(site.visitor(), site.visitor());
    host.set_name("Ann").await;
    host.open_table("open").await;
    let private = host.path().await;
    guest.go("/lobby").await;
    assert!(!guest.exists(LISTED).await, "a private table is not listed");

    host.open_public_table().await;
    let public = host.path().await;
    assert_ne!(public, private);
    guest.go("/lobby").await;
    assert!(guest.see("ul.matches .what").await.contains("Ann"));
    guest.press(LISTED).await;
    guest.see("#sit button").await;
    assert_eq!(guest.path().await, public);
    guest.write("#sit-name", "Bob").await;
    guest.press("#sit button").await;
    guest.table().await;
    // The host's page shows the table without a reload.
    host.table().await;
    let player = if host.table().await.lit.is_empty() { &guest } else { &host };
    player.take_turn(Style::Careful).await;
    guest.go("/lobby").await;
    assert!(!guest.exists(LISTED).await, "the table is not waiting any more");
    for page in [&host, &guest] {
        assert_eq!(page.console_messages().await, [""; 0]);
    }
}

/// The QR code is the same as one that is drawn here from the displayed link.
#[tokio::test(flavor = "multi_thread")]
async fn the_invitation_is_shown_as_a_link_and_a_qr_code() {
    let site = Site::open();
    let page = site.visitor().await;
    page.open_table("open").await;
    let link = page.eval("return document.getElementById('invite').value").await;
    let link = link.as_str().expect("a link");
    assert_eq!(link, format!("{}{}?sit", site.address(), page.path().await));
    let code = QrCode::new(link).unwrap().render::<svg::Color<'_>>().min_dimensions(188, 188).build();
    let drawn = page.eval("return document.querySelector('.qr svg path').getAttribute('d')").await;
    let drawn = drawn.as_str().filter(|path| path.len() > 500).expect("there is a QR code");
    assert!(code.contains(&format!("d=\"{drawn}\"")), "the QR code contains something else");
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// One click copies the link, with the clipboard API or with the older command. If neither works, the link is selected.
#[tokio::test(flavor = "multi_thread")]
async fn the_invitation_is_copied() {
    const STATUS: &str = ".waiting-room .link [role=status]";
    let site = Site::open();
    let page = site.visitor().await;
    for allowed in [true, false] {
        page.allow_clipboard(allowed).await;
        page.open_table("open").await;
        page.press("[data-copy=invite]").await;
        page.see_in(STATUS, "Copied").await;
        let link = page.eval("return document.getElementById('invite').value").await;
        assert_eq!(paste(&page).await, link.as_str().expect("a link"), "{allowed}");
    }
    page.disable_clipboard().await;
    page.open_table("open").await;
    page.press("[data-copy=invite]").await;
    page.see_in(STATUS, "Selected").await;
    let selected = "const field = document.activeElement;
        return field.id === 'invite' && field.selectionStart === 0 && field.selectionEnd === field.value.length";
    assert_eq!(page.eval(selected).await, true);
    assert_eq!(page.console_messages().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_waiting_table_can_be_aborted() {
    let site = Site::open();
    let (host, guest) = tokio::join!(site.visitor(), site.visitor());
    host.open_public_table().await;
    guest.go(&host.path().await).await;
    guest.see("#sit button").await;
    assert!(!guest.exists(ABORT).await, "only the host can abort it");
    call_off(&host, ABORT).await;
    for page in [&host, &guest] {
        page.see_in(".notice h2", "Game aborted").await;
        assert!(page.title().await.contains("aborted"));
    }
    assert!(host.exists("form[action$='/rematch'] button").await, "the host can open the table again");
    assert!(!guest.exists("#sit button").await, "nobody can join it any more");
    guest.go("/lobby").await;
    assert!(!guest.exists(LISTED).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_can_be_aborted_until_the_first_move() {
    let site = Site::open();
    let (ann, bob) = site.ann_and_bob().await;
    bob.open_tab("table").await;
    call_off(&bob, ".menu [data-say*='abort']").await;
    for page in [&ann, &bob] {
        page.see_in(".notice h2", "Game aborted").await;
    }
    // They start a rematch, and one of them moves.
    ann.press("form[action$='/rematch'] button").await;
    bob.see_in(".notice a.lamp", "To the rematch").await;
    bob.press(".notice a.lamp").await;
    let (hers, _) = tokio::join!(ann.table_where("the rematch", "!table.over"), bob.table());
    let (mover, other) = if hers.lit.is_empty() { (&bob, &ann) } else { (&ann, &bob) };
    assert!(other.exists(".menu [data-say*='abort']").await);
    let moved = mover.take_turn(Style::Careful).await;
    other.table_at(moved.seq).await;
    for page in [&ann, &bob] {
        assert!(!page.exists(".menu [data-say*='abort']").await);
        assert!(page.exists(".menu [data-say*='resign']").await, "after a move, players can only resign");
        assert_eq!(page.console_messages().await, [""; 0]);
    }
}

/// Pastes the clipboard into the field for messages, and returns it.
async fn paste(page: &Page) -> String {
    page.open_tab("chat").await;
    page.paste_into("#chat-text").await
}

/// Presses the button twice, because the first press only asks for confirmation.
async fn call_off(page: &Page, button: &str) {
    page.press(button).await;
    page.see_in(button, "Really").await;
    assert!(!page.exists(".notice form[action$='/rematch']").await, "one press is not enough");
    page.press(button).await;
}
