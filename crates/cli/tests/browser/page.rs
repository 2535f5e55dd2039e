//! A page in a browser: what a visitor sees of it and does to it.

use std::fmt::Display;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thirtyfour::error::{WebDriverError, WebDriverErrorInner, WebDriverResult};
use thirtyfour::{By, Key, WebDriver, WebElement};

use crate::support::PATIENCE;

/// How long to look away before looking again.
const GLANCE: Duration = Duration::from_millis(15);
/// More steps of the focus than any page here has.
const FAR: usize = 150;

/// What a page is seen with.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) touch: bool,
    pub(crate) dark: bool,
    /// Whether things may move on the page, as they do for most people.
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

    pub(crate) async fn wear(&self, look: Look) {
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

    /// Opens a page of the house, or any address.
    pub(crate) async fn go(&self, path: &str) {
        let address = if path.starts_with('/') { format!("{}{path}", self.address) } else { path.to_owned() };
        self.driver.goto(address).await.expect("the page opens");
    }

    /// Opens the page anew, as somebody does who is not sure that it still works.
    pub(crate) async fn reload(&self) {
        self.driver.refresh().await.expect("the page opens again");
    }

    /// Becomes somebody who has never been here.
    pub(crate) async fn be_somebody_else(&self) {
        self.driver.delete_all_cookies().await.expect("cookies can be thrown away");
        self.go("/").await;
    }

    /// Says what one is called.
    pub(crate) async fn call_me(&self, name: &str) {
        self.write("#name", name).await;
        self.press("form.name button").await;
        let kept = format!("return document.getElementById('name').getAttribute('value') === {name:?}");
        self.until("the name to be kept", &kept).await;
    }

    /// What the browser's tab says.
    pub(crate) async fn title(&self) -> String {
        self.driver.title().await.expect("a page is open")
    }

    /// Lets what is downloaded from now on lie in a folder.
    pub(crate) async fn download_to(&self, folder: &Path) {
        let wish = json!({ "behavior": "allow", "downloadPath": folder });
        self.driver.cdp().send_raw("Browser.setDownloadBehavior", wish).await.expect("there is a place");
    }

    /// Lets pages write to the clipboard by themselves, or forbids it.
    pub(crate) async fn allow_clipboard(&self, allowed: bool) {
        let setting = if allowed { "granted" } else { "denied" };
        let wish = json!({ "permission": { "name": "clipboard-write" }, "setting": setting });
        self.driver.cdp().send_raw("Browser.setPermission", wish).await.expect("there is such a permission");
    }

    /// From the next page on, this is a browser in which no page gets to the clipboard in any way.
    pub(crate) async fn have_no_clipboard(&self) {
        self.prepare(
            "Object.defineProperty(navigator, 'clipboard', { value: undefined });
            document.execCommand = () => false;",
        )
        .await;
    }

    /// From the next page on, whatever the server says comes late.
    pub(crate) async fn have_a_slow_line(&self) {
        self.prepare(
            "const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
            Object.defineProperty(WebSocket.prototype, 'onmessage', {
                set(hear) { set.call(this, (event) => setTimeout(hear, 300, event)) },
            });",
        )
        .await;
    }

    /// From the next page on, this runs before the scripts of a page do.
    async fn prepare(&self, source: &str) {
        let wish = json!({ "source": source });
        let cdp = self.driver.cdp();
        cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", wish).await.expect("a page can be prepared");
    }

    /// The path of the page that is open.
    pub(crate) async fn path(&self) -> String {
        self.driver.current_url().await.expect("a page is open").path().to_owned()
    }

    /// The value of a cookie, even of one that scripts cannot read.
    pub(crate) async fn cookie(&self, name: &str) -> String {
        self.driver.get_named_cookie(name).await.expect("the cookie is there").value
    }

    /// What a script says about the page. It looks and does not touch.
    pub(crate) async fn ask(&self, script: &str) -> Value {
        self.try_ask(script).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    async fn try_ask(&self, script: &str) -> WebDriverResult<Value> {
        Ok(self.driver.execute(script, Vec::new()).await?.json().clone())
    }

    /// What a script that takes its time says about the page.
    pub(crate) async fn ask_and_wait(&self, script: &str) -> Value {
        let answer = self.driver.execute_async(script, Vec::new()).await;
        answer.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
    }

    /// Waits until a script says something else than `null` or `false`.
    pub(crate) async fn until(&self, what: impl Display, script: &str) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            // While one page makes way for the next there is nothing to ask.
            let said = self.try_ask(script).await;
            if let Ok(value) = &said
                && !matches!(value, Value::Null | Value::Bool(false))
            {
                return value.clone();
            }
            if Instant::now() > deadline {
                self.give_up(what, &format!("{said:?}")).await;
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    async fn give_up(&self, what: impl Display, said: &str) -> ! {
        let shown = self.try_ask("return location.href + '\\n' + document.body.innerText").await;
        panic!(
            "waited too long for {what}; at last: {said}\n{}",
            shown.unwrap_or_default().as_str().unwrap_or("")
        );
    }

    /// Waits until something is to be seen, and reads it.
    pub(crate) async fn see(&self, selector: &str) -> String {
        let script = format!(
            "const it = document.querySelector({selector:?}); return it?.checkVisibility() ? it.innerText : null"
        );
        self.until(selector, &script).await.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until something that is to be seen says this.
    pub(crate) async fn see_in(&self, selector: &str, text: &str) -> String {
        let script = format!(
            "const it = Array.from(document.querySelectorAll({selector:?}))
                .find((it) => it.checkVisibility() && it.innerText.includes({text:?}));
            return it ? it.innerText : null"
        );
        let seen = self.until(format!("{text:?} in {selector}"), &script).await;
        seen.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until something is in the picture as a whole, without scrolling.
    pub(crate) async fn see_in_the_picture(&self, selector: &str) {
        let script = format!(
            "const box = document.querySelector({selector:?})?.getBoundingClientRect();
            return box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight"
        );
        self.until(format!("{selector} in the picture"), &script).await;
    }

    /// Waits until something is not there any more.
    pub(crate) async fn see_no(&self, selector: &str) {
        let script = format!("return document.querySelector({selector:?}) === null");
        self.until(format!("no {selector}"), &script).await;
    }

    pub(crate) async fn is_there(&self, selector: &str) -> bool {
        self.ask(&format!("return document.querySelector({selector:?}) !== null")).await == true
    }

    /// Everything that the page has, seen or not.
    pub(crate) async fn source(&self) -> String {
        self.driver.source().await.expect("a page is open")
    }

    /// Clicks or taps on something, as soon as it can be reached.
    pub(crate) async fn press(&self, selector: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let Err(error) = self.try_press(selector).await else { return };
            if !is_not_yet(&error) || Instant::now() > deadline {
                self.give_up(selector, &error.to_string()).await;
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Clicks or taps on something that lies at the foot of the window, and does not scroll.
    pub(crate) async fn press_at_the_foot(&self, selector: &str) {
        let scroll = format!(
            "document.querySelector({selector:?}).scrollIntoView({{ block: 'end', behavior: 'instant' }})"
        );
        self.ask(&scroll).await;
        let it = self.find(selector).await.unwrap_or_else(|error| panic!("{selector}: {error}"));
        it.click().await.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Clicks or taps on something if it can be reached at this moment.
    pub(crate) async fn can_press(&self, selector: &str) -> bool {
        self.try_press(selector).await.is_ok()
    }

    async fn try_press(&self, selector: &str) -> WebDriverResult<()> {
        let element = self.find(selector).await?;
        // As somebody would scroll: to where nothing lies over it.
        let scroll = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
        self.driver.execute(scroll, vec![element.to_json()?]).await?;
        element.click().await
    }

    async fn find(&self, selector: &str) -> WebDriverResult<WebElement> {
        self.driver.find(By::Css(selector.to_owned())).await
    }

    /// Points at something with the mouse.
    pub(crate) async fn point_at(&self, selector: &str) {
        let it = self.find(selector).await.unwrap_or_else(|error| panic!("{selector}: {error}"));
        let mouse = self.driver.action_chain().move_to_element_center(&it);
        mouse.perform().await.expect("the mouse moves");
    }

    /// Chooses from a list.
    pub(crate) async fn choose(&self, list: &str, value: &str) {
        self.press(&format!("{list} option[value={value:?}]")).await;
    }

    /// Writes into a field, in place of what was there.
    pub(crate) async fn write(&self, selector: &str, text: &str) {
        self.press(selector).await;
        let field = self.find(selector).await.expect("it was pressed");
        field.clear().await.expect("it can be emptied");
        field.send_keys(text).await.expect("it can be written into");
    }

    /// Puts what is on the clipboard into a field, in place of what was there, and gives what it has then.
    pub(crate) async fn paste_into(&self, selector: &str) -> String {
        self.write(selector, "").await;
        let field = self.find(selector).await.expect("it was pressed");
        field.send_keys(Key::Control + "v").await.expect("it can be written into");
        let pasted = self.ask(&format!("return document.querySelector({selector:?}).value")).await;
        pasted.as_str().unwrap_or_default().to_owned()
    }

    /// Presses a key once, wherever the focus is.
    pub(crate) async fn key(&self, key: Key) {
        self.driver.action_chain().send_keys(key).perform().await.expect("a key is pressed");
    }

    /// Presses one key after the other, faster than the page can think in between.
    pub(crate) async fn keys_at_once(&self, keys: &[Key]) {
        let chain = keys.iter().fold(self.driver.action_chain(), |chain, key| chain.send_keys(key.clone()));
        chain.perform().await.expect("keys are pressed");
    }

    /// Goes to the next thing that can have the focus.
    pub(crate) async fn tab(&self) {
        self.key(Key::Tab).await;
    }

    /// Goes to the one before.
    pub(crate) async fn tab_back(&self) {
        let keys = self.driver.action_chain().key_down(Key::Shift).send_keys(Key::Tab).key_up(Key::Shift);
        keys.perform().await.expect("keys are pressed");
    }

    pub(crate) async fn has_focus(&self, selector: &str) -> bool {
        self.ask(&format!("return document.activeElement.matches({selector:?})")).await == true
    }

    /// Goes on until something has the focus.
    pub(crate) async fn tab_to(&self, selector: &str) {
        for _ in 0..FAR {
            if self.has_focus(selector).await {
                return;
            }
            self.tab().await;
        }
        self.give_up(format!("{selector} to get the focus"), "it never does").await;
    }

    pub(crate) async fn picture(&self) -> Vec<u8> {
        // While one page makes room for the next, the driver takes none.
        for _ in 0..3 {
            if let Ok(picture) = self.driver.screenshot_as_png().await {
                return picture;
            }
            tokio::time::sleep(GLANCE).await;
        }
        self.driver.screenshot_as_png().await.expect("a picture is taken")
    }

    /// What the browser complained of since the last time: errors of scripts, things that the policy of the
    /// page forbids, files that are not there.
    pub(crate) async fn complaints(&self) -> Vec<String> {
        let log = self.driver.browser_log().await.expect("there is a log");
        log.into_iter().map(|entry| format!("{entry:?}")).collect()
    }
}

/// Whether something cannot be clicked now and may be a moment later.
fn is_not_yet(error: &WebDriverError) -> bool {
    matches!(
        error.as_inner(),
        WebDriverErrorInner::ElementClickIntercepted(_)
            | WebDriverErrorInner::ElementNotInteractable(_)
            | WebDriverErrorInner::NoSuchElement(_)
            | WebDriverErrorInner::StaleElementReference(_)
    )
}
