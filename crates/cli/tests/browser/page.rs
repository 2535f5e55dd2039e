//! A page in a browser, with the actions of a visitor.

use std::fmt::Display;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thirtyfour::error::{WebDriverError, WebDriverErrorInner, WebDriverResult};
use thirtyfour::{By, Key, WebDriver, WebElement};

use crate::support::PATIENCE;

/// The time between two checks of a condition.
const POLL_INTERVAL: Duration = Duration::from_millis(15);
/// More than the number of focusable elements of any page.
const MAX_TABS: usize = 150;

/// The screen and the preferences that the browser emulates.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) touch: bool,
    pub(crate) dark: bool,
    /// Whether animations are allowed, as for most people.
    pub(crate) motion: bool,
}

impl Look {
    pub(crate) const DESK: Look = Look { width: 1280, height: 800, touch: false, dark: false, motion: false };
    pub(crate) const DARK: Look = Look { dark: true, ..Look::DESK };
    pub(crate) const LIVELY: Look = Look { motion: true, ..Look::DESK };
    pub(crate) const PHONE: Look = Look { width: 360, height: 740, touch: true, ..Look::DESK };
    pub(crate) const DARK_PHONE: Look = Look { dark: true, ..Look::PHONE };
}

/// A browser with a page in it.
pub(crate) struct Page {
    driver: WebDriver,
    address: String,
}

impl Page {
    pub(crate) fn new(driver: WebDriver, address: String) -> Page {
        Page { driver, address }
    }

    pub(crate) async fn emulate(&self, look: Look) {
        let cdp = self.driver.cdp();
        let size = json!({
            "width": look.width,
            "height": look.height,
            "deviceScaleFactor": 1,
            "mobile": look.touch,
        });
        cdp.send_raw("Emulation.setDeviceMetricsOverride", size).await.expect("the size is set");
        let touch = json!({ "enabled": look.touch });
        cdp.send_raw("Emulation.setTouchEmulationEnabled", touch).await.expect("touch is set");
        let scheme = if look.dark { "dark" } else { "light" };
        let motion = if look.motion { "no-preference" } else { "reduce" };
        let media = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ] });
        cdp.send_raw("Emulation.setEmulatedMedia", media).await.expect("the media are set");
    }

    /// The answer of the browser to a command of the DevTools protocol.
    pub(crate) async fn cdp(&self, command: &str, params: Value) -> Value {
        let answer = self.driver.cdp().send_raw(command, params).await;
        answer.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// The same, if the browser can answer.
    pub(crate) async fn try_cdp(&self, command: &str, params: Value) -> Option<Value> {
        self.driver.cdp().send_raw(command, params).await.ok()
    }

    /// Opens a path of the server, or any address.
    pub(crate) async fn go(&self, path: &str) {
        let address = if path.starts_with('/') { format!("{}{path}", self.address) } else { path.to_owned() };
        self.driver.goto(address).await.expect("the page opens");
    }

    /// Reloads the page.
    pub(crate) async fn reload(&self) {
        self.driver.refresh().await.expect("the page reloads");
    }

    /// Becomes a new guest.
    pub(crate) async fn become_new_guest(&self) {
        self.driver.delete_all_cookies().await.expect("cookies can be deleted");
        self.go("/").await;
    }

    /// Sets the name of the visitor.
    pub(crate) async fn set_name(&self, name: &str) {
        self.write_name(name).await;
        let saved = format!("return document.querySelector('[data-my-name]').textContent === {name:?}");
        self.until("the name to be saved", &saved).await;
        self.press(".person summary").await;
    }

    /// Opens the menu of the visitor, and sends a name.
    pub(crate) async fn write_name(&self, name: &str) {
        self.press(".person summary").await;
        self.write("#name", name).await;
        self.press("form.name button").await;
    }

    /// The title of the page.
    pub(crate) async fn title(&self) -> String {
        self.driver.title().await.expect("a page is open")
    }

    /// Sets the folder for downloads.
    pub(crate) async fn download_to(&self, folder: &Path) {
        let params = json!({ "behavior": "allow", "downloadPath": folder });
        self.driver.cdp().send_raw("Browser.setDownloadBehavior", params).await.expect("the folder is set");
    }

    /// Grants or denies pages the permission to write to the clipboard.
    pub(crate) async fn allow_clipboard(&self, allowed: bool) {
        let setting = if allowed { "granted" } else { "denied" };
        let params = json!({ "permission": { "name": "clipboard-write" }, "setting": setting });
        self.driver.cdp().send_raw("Browser.setPermission", params).await.expect("the permission is set");
    }

    /// Disables every way to write to the clipboard, from the next page on.
    pub(crate) async fn disable_clipboard(&self) {
        self.prepare(
            "Object.defineProperty(navigator, 'clipboard', { value: undefined });
            document.execCommand = () => false;",
        )
        .await;
    }

    /// Delays all messages of the server, from the next page on.
    pub(crate) async fn delay_messages(&self) {
        self.prepare(
            "const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
            Object.defineProperty(WebSocket.prototype, 'onmessage', {
                set(handler) { set.call(this, (event) => setTimeout(handler, 300, event)) },
            });",
        )
        .await;
    }

    /// Runs a script before the scripts of every page, from the next page on.
    async fn prepare(&self, source: &str) {
        let params = json!({ "source": source });
        let cdp = self.driver.cdp();
        cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", params).await.expect("the script is added");
    }

    /// The path of the open page.
    pub(crate) async fn path(&self) -> String {
        self.driver.current_url().await.expect("a page is open").path().to_owned()
    }

    /// The value of a cookie, even if scripts cannot read it.
    pub(crate) async fn cookie(&self, name: &str) -> String {
        self.driver.get_named_cookie(name).await.expect("the cookie exists").value
    }

    /// The result of a script, which must only inspect the page.
    pub(crate) async fn eval(&self, script: &str) -> Value {
        self.try_eval(script).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    async fn try_eval(&self, script: &str) -> WebDriverResult<Value> {
        Ok(self.driver.execute(script, Vec::new()).await?.json().clone())
    }

    /// The result of an asynchronous script.
    pub(crate) async fn eval_async(&self, script: &str) -> Value {
        let answer = self.driver.execute_async(script, Vec::new()).await;
        answer.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
    }

    /// Waits until a script returns something other than `null` or `false`.
    pub(crate) async fn until(&self, what: impl Display, script: &str) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            // Scripts fail while the browser loads another page.
            let result = self.try_eval(script).await;
            if let Ok(value) = &result
                && !matches!(value, Value::Null | Value::Bool(false))
            {
                return value.clone();
            }
            if Instant::now() > deadline {
                self.give_up(what, &format!("{result:?}")).await;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    async fn give_up(&self, what: impl Display, result: &str) -> ! {
        let shown = self.try_eval("return location.href + '\\n' + document.body.innerText").await;
        panic!(
            "waited too long for {what}; last result: {result}\n{}",
            shown.unwrap_or_default().as_str().unwrap_or("")
        );
    }

    /// Waits until an element is visible, and returns its text.
    pub(crate) async fn see(&self, selector: &str) -> String {
        let script = format!(
            "const it = document.querySelector({selector:?}); return it?.checkVisibility() ? it.innerText : null"
        );
        self.until(selector, &script).await.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until a visible element contains this text, and returns its whole text.
    pub(crate) async fn see_in(&self, selector: &str, text: &str) -> String {
        let script = format!(
            "const it = Array.from(document.querySelectorAll({selector:?}))
                .find((it) => it.checkVisibility() && it.innerText.includes({text:?}));
            return it ? it.innerText : null"
        );
        let seen = self.until(format!("{text:?} in {selector}"), &script).await;
        seen.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the whole element is visible without scrolling.
    pub(crate) async fn see_without_scrolling(&self, selector: &str) {
        let script = format!(
            "const box = document.querySelector({selector:?})?.getBoundingClientRect();
            return box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight"
        );
        self.until(format!("{selector} to be fully visible"), &script).await;
    }

    /// Waits until the element does not exist any more.
    pub(crate) async fn see_no(&self, selector: &str) {
        let script = format!("return document.querySelector({selector:?}) === null");
        self.until(format!("no {selector}"), &script).await;
    }

    pub(crate) async fn exists(&self, selector: &str) -> bool {
        self.eval(&format!("return document.querySelector({selector:?}) !== null")).await == true
    }

    /// The HTML of the page.
    pub(crate) async fn source(&self) -> String {
        self.driver.source().await.expect("a page is open")
    }

    /// Clicks or taps on an element, as soon as that is possible.
    pub(crate) async fn press(&self, selector: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let Err(error) = self.try_press(selector).await else { return };
            if !is_temporary(&error) || Instant::now() > deadline {
                self.give_up(selector, &error.to_string()).await;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Clicks or taps on an element if that is possible now, and returns whether it was.
    pub(crate) async fn can_press(&self, selector: &str) -> bool {
        self.try_press(selector).await.is_ok()
    }

    async fn try_press(&self, selector: &str) -> WebDriverResult<()> {
        let element = self.find(selector).await?;
        // People scroll until nothing covers the element.
        let scroll = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
        self.driver.execute(scroll, vec![element.to_json()?]).await?;
        element.click().await
    }

    async fn find(&self, selector: &str) -> WebDriverResult<WebElement> {
        self.driver.find(By::Css(selector.to_owned())).await
    }

    /// Moves the mouse over an element.
    pub(crate) async fn point_at(&self, selector: &str) {
        let it = self.find(selector).await.unwrap_or_else(|error| panic!("{selector}: {error}"));
        let mouse = self.driver.action_chain().move_to_element_center(&it);
        mouse.perform().await.expect("the mouse moves");
    }

    /// Drags an element with the mouse, and drops it on another, once nothing moves.
    pub(crate) async fn drag(&self, what: &str, to: &str) {
        let still = "return document.getAnimations().every((it) => it.playState !== 'running')";
        self.until("everything to lie still", still).await;
        let what = self.find(what).await.unwrap_or_else(|error| panic!("{what}: {error}"));
        let to = self.find(to).await.unwrap_or_else(|error| panic!("{to}: {error}"));
        let mouse = self.driver.action_chain().move_to_element_center(&what).click_and_hold();
        let mouse = mouse.move_by_offset(0, -20).move_to_element_center(&to).release();
        mouse.perform().await.expect("the mouse moves");
    }

    /// Chooses an option from a list.
    pub(crate) async fn choose(&self, list: &str, value: &str) {
        self.press(&format!("{list} option[value={value:?}]")).await;
    }

    /// Replaces the text of a field.
    pub(crate) async fn write(&self, selector: &str, text: &str) {
        self.press(selector).await;
        let field = self.find(selector).await.expect("the field was pressed");
        field.clear().await.expect("the field can be cleared");
        field.send_keys(text).await.expect("the field can be edited");
    }

    /// Replaces the text of a field with the clipboard, and returns the new text.
    pub(crate) async fn paste_into(&self, selector: &str) -> String {
        self.write(selector, "").await;
        let field = self.find(selector).await.expect("the field was pressed");
        field.send_keys(Key::Control + "v").await.expect("the field can be edited");
        let pasted = self.eval(&format!("return document.querySelector({selector:?}).value")).await;
        pasted.as_str().unwrap_or_default().to_owned()
    }

    /// Presses a key once, wherever the focus is.
    pub(crate) async fn key(&self, key: Key) {
        self.driver.action_chain().send_keys(key).perform().await.expect("a key is pressed");
    }

    /// Presses Enter while Shift is held.
    pub(crate) async fn shift_enter(&self) {
        let keys = self.driver.action_chain().key_down(Key::Shift).send_keys(Key::Enter).key_up(Key::Shift);
        keys.perform().await.expect("keys are pressed");
    }

    /// Presses the key of a letter.
    pub(crate) async fn letter(&self, letter: &str) {
        self.driver.action_chain().send_keys(letter).perform().await.expect("a key is pressed");
    }

    /// Presses several keys without a pause.
    pub(crate) async fn keys_at_once(&self, keys: &[Key]) {
        let chain = keys.iter().fold(self.driver.action_chain(), |chain, key| chain.send_keys(key.clone()));
        chain.perform().await.expect("keys are pressed");
    }

    /// Moves the focus to the next element.
    pub(crate) async fn tab(&self) {
        self.key(Key::Tab).await;
    }

    /// Moves the focus to the previous element.
    pub(crate) async fn tab_back(&self) {
        let keys = self.driver.action_chain().key_down(Key::Shift).send_keys(Key::Tab).key_up(Key::Shift);
        keys.perform().await.expect("keys are pressed");
    }

    pub(crate) async fn has_focus(&self, selector: &str) -> bool {
        self.eval(&format!("return document.activeElement.matches({selector:?})")).await == true
    }

    /// Moves the focus on until the element has it.
    pub(crate) async fn tab_to(&self, selector: &str) {
        for _ in 0..MAX_TABS {
            if self.has_focus(selector).await {
                return;
            }
            self.tab().await;
        }
        self.give_up(format!("{selector} to get the focus"), "it never gets it").await;
    }

    pub(crate) async fn screenshot(&self) -> Vec<u8> {
        // The driver fails while the browser loads another page.
        for _ in 0..3 {
            if let Ok(picture) = self.driver.screenshot_as_png().await {
                return picture;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        self.driver.screenshot_as_png().await.expect("a screenshot is taken")
    }

    /// The messages in the browser's log since the last call: script errors, violations of the content security policy,
    /// and missing files.
    pub(crate) async fn console_messages(&self) -> Vec<String> {
        let log = self.driver.browser_log().await.expect("there is a log");
        log.into_iter().map(|entry| format!("{entry:?}")).collect()
    }
}

/// Whether an element cannot be clicked yet, so that a retry may help.
fn is_temporary(error: &WebDriverError) -> bool {
    matches!(
        error.as_inner(),
        WebDriverErrorInner::ElementClickIntercepted(_)
            | WebDriverErrorInner::ElementNotInteractable(_)
            | WebDriverErrorInner::NoSuchElement(_)
            | WebDriverErrorInner::StaleElementReference(_)
    )
}
