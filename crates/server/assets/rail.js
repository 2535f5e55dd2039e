// The rail beside the table: log, chat, rules and table. On phones it is a sheet.
const byId = (id) => document.getElementById(id);
const TABS = ["log", "chat", "rules", "table"];
const isSheet = () => getComputedStyle(byId("rail")).position === "fixed" || byId("rail").checkVisibility() === false;

let shell = null;
let selected = "log";
/** The element that had the focus before the sheet was opened. */
let opener = null;

/** Shows a panel; on phones, the sheet with it. */
export const open = (name, focus = false) => {
  selected = name;
  try {
    if (name !== "rules") localStorage.setItem("tab", name);
  } catch {
    // It is only remembered.
  }
  if (isSheet()) {
    if (!shell.dataset.sheet) opener = document.activeElement;
    shell.dataset.sheet = "open";
  }
  for (const tab of TABS) {
    const [button, panel] = [byId(`tab-${tab}`), byId(`panel-${tab}`)];
    button.setAttribute("aria-selected", String(tab === name));
    button.tabIndex = tab === name ? 0 : -1;
    button.classList.toggle("open", tab === name && Boolean(shell.dataset.sheet));
    panel.hidden = tab !== name;
  }
  byId("sheet-title").textContent = byId(`tab-${name}`).title;
  if (name === "chat") byId("unread").hidden = true;
  if (name === "log") byId("story").scrollTop = byId("story").scrollHeight;
  if (name === "rules") loadRules();
  if (focus) byId(`tab-${name}`).focus();
};

export const close = () => {
  if (!shell.dataset.sheet) return false;
  delete shell.dataset.sheet;
  for (const tab of TABS) byId(`tab-${tab}`).classList.remove("open");
  if (opener?.isConnected) opener.focus({ preventScroll: true });
  return true;
};

// ---- Lists

/** Whether the log follows the newest line. Whoever scrolls up reads in peace. */
let following = true;

const isAtEnd = (list) => list.scrollHeight - list.scrollTop - list.clientHeight < 40;

/** Adds lines to a list, and shows the last one. */
const addLines = (list, lines, anew, stay = false) => {
  if (anew) list.replaceChildren();
  for (const line of lines) list.insertAdjacentHTML("beforeend", line);
  if (!stay) list.scrollTop = list.scrollHeight;
};

export const addNews = (lines, anew) => {
  const list = byId("story");
  const stayed = !anew && !following;
  addLines(list, lines, anew, stayed);
  for (const line of list.querySelectorAll(".told:not([tabindex])")) line.tabIndex = -1;
  const chip = byId("new-lines");
  if (stayed && lines.length > 0) {
    chip.dataset.count = Number(chip.dataset.count ?? 0) + lines.length;
    chip.textContent = `${chip.dataset.count} new`;
    chip.hidden = false;
  }
  const last = list.querySelector(".told:last-child p")?.cloneNode(true);
  last?.querySelector(".rule")?.remove();
  byId("latest").hidden = !last;
  byId("latest").textContent = last?.textContent.trim() ?? "";
};

export const addChat = (lines, anew) => {
  addLines(byId("talk"), lines, anew);
  if (lines.length === 0 || anew || (selected === "chat" && byId("panel-chat").checkVisibility())) return;
  const unread = byId("unread");
  unread.textContent = unread.hidden ? lines.length : Number(unread.textContent) + lines.length;
  unread.hidden = false;
};

// ---- Rules

let loading = null;
const loadRules = () => {
  loading ??= fetch(`/rules/${shell.dataset.game}`)
    .then((answer) => answer.text())
    .then((text) => {
      const page = new DOMParser().parseFromString(text, "text/html");
      const article = page.querySelector("article.rules");
      // Ids must be unique on the page; the rules keep theirs in another attribute.
      for (const it of article.querySelectorAll("[id]")) {
        it.dataset.rule = it.id;
        it.removeAttribute("id");
      }
      // The drawn examples need more room than there is here.
      for (const it of article.querySelectorAll(".example .stage")) it.remove();
      byId("rules-text").replaceChildren(article);
    })
    .catch(() => (loading = null));
  return loading;
};

/** Shows a rule in the rail. */
export const showRule = async (rule) => {
  open("rules");
  await loadRules();
  byId("rule-search").value = "";
  search("");
  const text = byId("rules-text");
  for (const it of text.querySelectorAll(".here")) it.classList.remove("here");
  const anchor = rule && text.querySelector(`[data-rule="${CSS.escape(rule)}"]`);
  const line = anchor?.closest("p, li, tr") ?? anchor;
  line?.classList.add("here");
  (line ?? text).scrollIntoView({ block: line ? "center" : "start" });
  text.focus({ preventScroll: true });
};

const search = (words) => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  for (const it of byId("rules-text").querySelectorAll("article > *")) {
    const text = it.textContent.toLowerCase();
    it.hidden = !wanted.every((word) => text.includes(word));
  }
};

/** Sets the rail up. */
export const begin = (table) => {
  shell = table;
  byId("tabs").addEventListener("click", ({ target }) => {
    const tab = target.closest(".rail-tab")?.id.slice(4);
    if (!tab) return;
    if (tab === selected && shell.dataset.sheet) close();
    else open(tab);
  });
  byId("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    open(TABS[(TABS.indexOf(selected) + step + TABS.length) % TABS.length], true);
  });
  byId("sheet-close").onclick = close;
  byId("latest").onclick = () => open("log");
  byId("stage").addEventListener("click", close);
  byId("story").addEventListener("scroll", ({ target }) => {
    if (!isAtEnd(target)) return;
    following = true;
    byId("new-lines").hidden = true;
    delete byId("new-lines").dataset.count;
  });
  for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    const look = () => (following = isAtEnd(byId("story")));
    byId("story").addEventListener(kind, () => setTimeout(look, 150), { passive: true });
  }
  new ResizeObserver(() => following && (byId("story").scrollTop = byId("story").scrollHeight)).observe(byId("story"));
  byId("new-lines").onclick = () => (byId("story").scrollTop = byId("story").scrollHeight);
  // The log is one stop of the Tab key; arrows go from line to line, and Enter opens the rule of one.
  byId("story").addEventListener("keydown", (event) => {
    const lines = Array.from(byId("story").querySelectorAll(".told"));
    const at = lines.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? lines.length - 1 : at - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (event.key === "Enter" && at >= 0) lines[at].querySelector(".rule")?.click();
    else if (lines[to]) lines[to].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  byId("rule-search").oninput = ({ target }) => search(target.value);
  addNews([], false);
  let tab = "log";
  try {
    tab = localStorage.getItem("tab") ?? "log";
  } catch {
    // The log is shown.
  }
  const sheet = isSheet();
  open(TABS.includes(tab) && !sheet ? tab : "log");
  if (sheet) delete shell.dataset.sheet, byId("tab-log").classList.remove("open");
};
