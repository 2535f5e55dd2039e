// One table: pick, preview and play; replace the parts that changed; reconnect after a lost connection.
import * as motion from "./motion.js";
import { Picks, split } from "./picks.js";
import * as rail from "./rail.js";
import { set, setting } from "./settings.js";
import { sound } from "./sound.js";
import "./copy.js";

const byId = (id) => document.getElementById(id);
const shell = byId("table");
const [stage, bar, says, tip, doButton] = ["stage", "bar", "says", "tip", "do"].map(byId);

// Words of our own for the seed, so that the server alone cannot choose it.
const chooseWords = () => {
  for (const field of document.querySelectorAll("[data-word]")) {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  for (const field of document.querySelectorAll("[data-own-name]")) {
    if (!field.value && !/^Guest [0-9A-Z]{4}$/.test(shell.dataset.name)) field.value = shell.dataset.name;
  }
};

const picks = new Picks();
let seq = Number(shell.dataset.seq);
let presence = JSON.parse(shell.dataset.presenceOf);
// How much our clock is ahead of the server's.
const skew = Date.now() - Number(shell.dataset.now);
// The id of the open question: an answer names it, so that a second click is not a second answer.
const openQuestion = () => shell.dataset.question;

// ---- What the bar says

let sayTimer = null;
/** Says something in the quiet line of the bar. A refusal stays for six seconds. */
const say = (text, { link = "", kind = "" } = {}) => {
  clearTimeout(sayTimer);
  says.textContent = text;
  if (link) says.insertAdjacentHTML("beforeend", ` ${link}`);
  bar.classList.toggle("refusing", kind === "refused");
  bar.classList.toggle("hinting", kind === "hint");
  sayTimer = kind === "refused" ? setTimeout(showBrief, 6000) : null;
  says.title = text;
};
const isRefusing = () => bar.classList.contains("refusing");

// ---- The connection

let socket = null;
let gone = false;
let wait = 500;
const isOpen = () => socket?.readyState === WebSocket.OPEN;
const send = (message) => {
  if (isOpen()) socket.send(JSON.stringify(message));
  return isOpen();
};

// When the main button was last pressed, until the board has followed.
let pressed = null;
/** Notes how long a move took, from the press to the new board, for those who measure it. */
const measureMove = () => {
  const start = pressed;
  pressed = null;
  if (start !== null) requestAnimationFrame(() => performance.measure("move", { start }));
};

// An act that the server has not answered yet. It names its question, so it can be sent again without acting twice.
let pending = null;
const sendPending = () => {
  if (!pending) return;
  if (String(pending.act.question) !== openQuestion()) return settle();
  send(pending);
};
const settle = () => {
  pending = null;
  light();
};

// ---- Picking

const tokens = () => Array.from(stage.querySelectorAll("[data-token]"));
const isCovered = () => Boolean(stage.querySelector(".curtain")) || byId("end").matches(":not(:empty, .closed)");

/** Shows what can be picked, what is picked, and what the main button would do. */
const light = () => {
  const count = picks.list.length;
  for (const element of tokens()) {
    const { token, step } = element.dataset;
    const picked = picks.has(element);
    const fits = !picked && picks.fits(token);
    const lit = fits && count >= Number(step ?? 1) - 1 && !pending;
    // What could be picked instead of the present picks is not dim.
    const dim = picks.legal.length > 0 && !picked && !picks.isLegal(token);
    element.classList.toggle("picked", picked);
    element.classList.toggle("lit", lit);
    element.classList.toggle("dim", dim);
    element.setAttribute("aria-pressed", String(picked));
    element.setAttribute("aria-disabled", String(dim || picks.legal.length === 0));
  }
  for (const place of stage.querySelectorAll("[data-drop]")) place.classList.toggle("target", isTarget(place));
  const sentence = picks.armed();
  byId("clear").hidden = count === 0;
  // A button that is disabled loses the focus, which must not leave the table.
  const idle = !sentence || Boolean(pending);
  if (idle && document.activeElement === doButton) stage.focus({ preventScroll: true });
  doButton.disabled = idle;
  doButton.dataset.sentence = sentence ?? "";
  doButton.setAttribute("aria-busy", String(Boolean(pending)));
  doButton.textContent = pending
    ? isOpen()
      ? "Playing"
      : "Waiting for the connection"
    : sentence
      ? picks.label(sentence)
      : picks.legal.length > 0
        ? "Choose a move"
        : bar.querySelector(".asked[data-kind=over]")
          ? "Game over"
          : "Waiting";
  foresee(sentence);
};

/** Whether a picked card can be played at a place. */
const isTarget = (place) => {
  const { drop, token } = place.dataset;
  if (picks.list.length === 0) return false;
  return drop ? picks.list.some((it) => it.token === drop) : Boolean(token) && picks.fits(token);
};

const act = (sentence) => {
  if (!sentence || pending) return;
  const { seat, question } = shell.dataset;
  const named = { ...(question && { question: Number(question) }), ...(seat && { seat: Number(seat) }) };
  pending = { act: { sentence, ...named } };
  pressed = performance.now();
  sound("card");
  light();
  send(pending);
};

const pick = (element) => {
  const { token } = element.dataset;
  if (picks.has(element)) {
    // A second click on what can only mean one thing confirms it; otherwise it takes the pick back.
    if (picks.open().length === 1) return act(picks.armed());
    picks.remove(element);
  } else if (picks.isLegal(token)) {
    picks.add(token, element);
  } else {
    refuse(element);
    return ask(token, null);
  }
  light();
};

/** Plays a picked card at a place, by a click or by dropping it there. */
const playAt = (place) => {
  const { drop, token } = place.dataset;
  if (token && picks.fits(token)) picks.add(token, place);
  const own = drop && tokens().find((it) => it.dataset.token === drop);
  if (own && !picks.has(own)) {
    if (!picks.isLegal(drop)) return false;
    picks.add(drop, own);
    light();
    return true;
  }
  light();
  const sentence = picks.armed();
  if (sentence && !setting("confirm")) act(sentence);
  return true;
};

const refuse = (element) => {
  element.classList.remove("refused");
  void element.offsetWidth;
  element.classList.add("refused");
  sound("refused");
  setTimeout(() => element.classList.remove("refused"), 1200);
};

const clear = () => {
  picks.list = [];
  say("");
  light();
};

/** Reads what may be said now. What was picked before stays picked if nothing but the picture is new. */
const read = (kept) => {
  picks.defaults = tokens().filter((it) => "default" in it.dataset).map((it) => it.dataset.token);
  picks.list = [];
  for (const { token } of kept) {
    const same = tokens().filter((it) => it.dataset.token === token);
    if (picks.fits(token)) picks.list.push({ token, element: same.find((it) => !picks.has(it)) ?? null });
  }
  light();
  const list = byId("legal");
  list?.replaceChildren(
    ...picks.legal.map(([sentence, label]) => {
      const [item, button, code] = ["li", "button", "code"].map((name) => document.createElement(name));
      button.type = "button";
      button.dataset.sentence = sentence;
      code.textContent = sentence;
      button.append(label, code);
      item.append(button);
      return item;
    }),
  );
};

// ---- Preview

let foreseen = { sentence: null };
const clearForesight = () => {
  for (const it of stage.querySelectorAll(".changing")) it.classList.remove("changing");
  for (const it of stage.querySelectorAll(":scope > .tag")) it.remove();
  stage.querySelector("[data-room=preview]")?.replaceChildren();
};

/** Asks for the consequences of what is picked. */
const foresee = (sentence) => {
  if (sentence === foreseen.sentence && foreseen.brief !== undefined) return showForesight();
  clearForesight();
  foreseen = { sentence };
  if (sentence && picks.list.length > 0 && !pending) send({ preview: { sentence } });
  else if (!isRefusing() && !interrupted) say("");
};

const showBrief = () => say(foreseen.brief && picks.list.length > 0 ? foreseen.brief : "");

const showForesight = () => {
  clearForesight();
  if (foreseen.brief === undefined || picks.list.length === 0 || pending) return;
  if (!isRefusing()) showBrief();
  const room = stage.querySelector("[data-room=preview]");
  const panel = document.createElement("template");
  panel.innerHTML = foreseen.panel;
  const within = stage.getBoundingClientRect();
  for (const tag of panel.content.querySelectorAll("[data-tag]")) {
    tag.remove();
    const thing = stage.querySelector(`[data-thing="${CSS.escape(tag.dataset.tag)}"]`);
    const box = thing?.getBoundingClientRect();
    if (!box?.width) continue;
    tag.style.left = `${Math.min(Math.max(box.x + box.width / 2 - within.x, 30), within.width - 30)}px`;
    tag.style.top = `${Math.max(box.y - within.y, 10)}px`;
    stage.append(tag);
  }
  room?.append(panel.content);
  for (const thing of foreseen.things) {
    stage.querySelector(`[data-thing="${CSS.escape(thing)}"]:not(.picked)`)?.classList.add("changing");
  }
};

// ---- Why not

let asked = null;
let hover = null;

// Whoever asks by pressing is not answered with what they were about to ask by pointing.
const ask = (token, element) => {
  clearTimeout(hover);
  asked = { words: [...picks.words(), token].join(" "), element };
  send({ why: { words: asked.words } });
};

const hideTip = () => {
  clearTimeout(hover);
  tip.hidden = true;
  for (const it of stage.querySelectorAll("[aria-describedby=tip]")) it.removeAttribute("aria-describedby");
};

const showTip = (element, text, link) => {
  tip.textContent = text;
  if (link) tip.insertAdjacentHTML("beforeend", ` ${link}`);
  tip.hidden = false;
  element.setAttribute("aria-describedby", "tip");
  const at = element.getBoundingClientRect();
  const above = at.top - tip.offsetHeight - 8;
  tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${above > 0 ? above : Math.min(at.bottom + 8, innerHeight - tip.offsetHeight)}px`;
};

const consider = (event, delay) => {
  if (tip.contains(event.target)) return clearTimeout(hover);
  const element = event.target.closest?.("[data-token]:not(.lit, .picked)");
  // What fits but comes later in the order is not forbidden.
  if (!element || picks.fits(element.dataset.token)) return;
  hideTip();
  hover = setTimeout(() => ask(element.dataset.token, element), delay);
};
// The tip stays a moment, so that its link can be reached.
const leave = (event) => {
  if (!event.target.closest?.("[data-token], #tip")) return;
  clearTimeout(hover);
  hover = setTimeout(hideTip, 600);
};
document.addEventListener("pointerover", (event) => event.pointerType !== "touch" && consider(event, 250));
document.addEventListener("pointerout", leave);
document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && consider(event, 60));
document.addEventListener("focusout", leave);

// ---- Dragging

let drag = null;
const placeAt = (x, y) => document.elementsFromPoint(x, y).map((it) => it.closest("[data-drop]")).find((it) => it && isTarget(it));

stage.addEventListener("pointerdown", (event) => {
  const element = event.target.closest("[data-token][data-thing].lit, [data-token][data-thing].picked");
  if (element && event.button === 0 && !element.hasAttribute("data-drop")) {
    drag = { element, id: event.pointerId, x: event.clientX, y: event.clientY, moves: false };
  }
});
addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moves) {
    if (Math.hypot(x, y) < 8) return;
    drag.moves = true;
    if (!picks.has(drag.element)) picks.add(drag.element.dataset.token, drag.element), light();
    drag.element.classList.add("dragged");
    drag.element.setPointerCapture(drag.id);
  }
  drag.element.style.transform = `translate(${x}px, ${y}px)`;
  const over = placeAt(event.clientX, event.clientY);
  for (const it of stage.querySelectorAll("[data-drop].over")) if (it !== over) it.classList.remove("over");
  over?.classList.add("over");
});
const drop = (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const { element, moves } = drag;
  drag = null;
  if (!moves) return;
  const place = event.type === "pointerup" ? placeAt(event.clientX, event.clientY) : null;
  element.classList.remove("dragged");
  element.style.transform = "";
  for (const it of stage.querySelectorAll("[data-drop].over")) it.classList.remove("over");
  // A click that follows at once belongs to the drag.
  const swallow = (click) => click.stopPropagation();
  addEventListener("click", swallow, { capture: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
  if (!place) return;
  const { token } = place.dataset;
  if (token && picks.fits(token)) picks.add(token, place);
  light();
  act(picks.armed());
};
addEventListener("pointerup", drop);
addEventListener("pointercancel", drop);

// ---- Buttons and forms

const isSure = (button) => {
  if (!button.dataset.sure || button.dataset.asked) return true;
  button.dataset.asked = "yes";
  button.textContent = button.dataset.sure;
  return false;
};

const request = (message) => {
  if (message.back) message.back.seq = seq;
  if (!send(message)) say("There is no connection. Try again in a moment.", { kind: "refused" });
};

const showTokens = async (details) => {
  const { seats } = await (await fetch(details.dataset.tokens)).json();
  const fields = seats.map(({ seat, token }) => {
    const label = document.createElement("label");
    const field = document.createElement("input");
    label.append(seats.length > 1 ? `Command for seat ${seat + 1}` : "Run this command to let a program play for you", field);
    field.readOnly = true;
    field.value = `atlas bot-protocol --join '${location.origin}${location.pathname}?token=${token}' --program ./bot.py`;
    field.onfocus = () => field.select();
    return label;
  });
  details.querySelector("div").replaceChildren(...fields);
};

const showEnd = (shown) => {
  byId("end").classList.toggle("closed", !shown);
  if (shown) byId("end").querySelector(".ending")?.focus({ preventScroll: true });
};

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest?.(selector);
  const link = at("a.rule, .guide a[href^='/rules/']");
  if (link && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    hideTip();
    rail.showRule(new URL(link.href).hash.slice(1));
  } else if (at("#do")) act(doButton.dataset.sentence);
  else if (at("#clear")) clear();
  else if (at("#hint")) say("Thinking …"), send({ hint: {} });
  else if (at("#pick-hint")) takeHint();
  else if (at("[aria-disabled=true][title]:not([data-token])")) say(at("[aria-disabled=true]").title, { kind: "refused" });
  else if (at("[data-say]")) isSure(at("[data-say]")) && request(JSON.parse(at("[data-say]").dataset.say));
  else if (at("[data-look]")) send({ look: { seat: Number(at("[data-look]").dataset.look) } });
  else if (at("[data-sentence]:not(#do)")) act(at("[data-sentence]").dataset.sentence);
  else if (at("[data-phrase]")) send({ say: { text: at("[data-phrase]").dataset.phrase } });
  else if (at("[data-mute]")) {
    const muted = at("[data-mute]").getAttribute("aria-pressed") === "true";
    send({ [muted ? "unmute" : "mute"]: { seat: Number(at("[data-mute]").dataset.mute) } });
  } else if (at("#hide-end")) showEnd(false);
  else if (at("#show-end")) showEnd(true);
  else if (at("#sound")) set("sound", !setting("sound")), sound("turn");
  else if (at("#full-screen")) document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  else if (at("#help")) byId("shortcuts").showModal();
  else if (at("[data-drop]") && picks.list.length > 0 && isTarget(at("[data-drop]"))) playAt(at("[data-drop]"));
  else if (at("[data-token]")) pick(at("[data-token]"));
  else if (at("[data-drop]")?.dataset.drop) playAt(at("[data-drop]"));
});

const onSubmit = (id, handle) =>
  byId(id)?.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = event.target.querySelector("input");
    if (field.value.trim()) handle(field.value.trim());
    event.target.reset();
  });
onSubmit("say", (text) => act(picks.typed(text)));
onSubmit("chat", (text) => send({ say: { text } }));

// The table as text is asked for when somebody wants to read it.
const asText = byId("as-text");
const askText = () => asText.open && asText.checkVisibility() && send({ text: {} });
asText.addEventListener("toggle", askText);
byId("program")?.addEventListener("toggle", ({ target }) => target.open && showTokens(target));

addEventListener("setting", () => byId("sound").setAttribute("aria-pressed", String(setting("sound"))));
byId("sound").setAttribute("aria-pressed", String(setting("sound")));

// ---- Keys

const LETTERS = {
  u: () => byId("undo")?.click(),
  h: () => byId("hint")?.click(),
  l: () => rail.open("log", true),
  c: () => rail.open("chat", true),
  r: () => rail.open("rules", true),
  t: () => rail.open("table", true),
  "/": () => (rail.open("rules"), byId("rule-search").focus()),
  "?": () => byId("shortcuts").showModal(),
  " ": () => (motion.finish(stage), byId("hurry")?.click()),
};

/** Moves the focus to the nearest lit thing in a direction. */
const moveFocus = (key) => {
  const lit = tokens().filter((it) => it.matches(".lit, .picked") && it.checkVisibility());
  if (lit.length === 0) return;
  const at = document.activeElement;
  const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  if (!lit.includes(at)) return lit.at(step > 0 ? 0 : -1).focus();
  const center = (it) => {
    const box = it.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  if (key === "ArrowLeft" || key === "ArrowRight") return lit.at((lit.indexOf(at) + step) % lit.length).focus();
  const here = center(at);
  const near = lit
    .map((it) => ({ it, x: center(it).x - here.x, y: (center(it).y - here.y) * step }))
    .filter(({ y }) => y > 8)
    .sort((one, two) => one.y + Math.abs(one.x) - (two.y + Math.abs(two.x)));
  (near[0]?.it ?? lit.at((lit.indexOf(at) + step) % lit.length)).focus();
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const { key, target } = event;
  const typing = target.closest("input, select, textarea");
  if (key === "Escape") {
    if (!tip.hidden) hideTip();
    else if (rail.close()) return;
    else if (picks.list.length) clear();
    else if (byId("end").matches(":not(:empty, .closed)")) showEnd(false);
    return;
  }
  if (typing) return;
  if (key === "Enter" && event.shiftKey) {
    event.preventDefault();
    act(picks.armed());
  } else if (key.startsWith("Arrow") && !target.closest(".rail, .rail-tabs, .ending")) {
    event.preventDefault();
    moveFocus(key);
  } else if (setting("keys") && key in LETTERS && !(key === " " && target.closest("button, a, summary"))) {
    event.preventDefault();
    LETTERS[key]();
  }
});

// ---- Who is there

/** Shows who is connected, and offers a bot for whoever has been away for long. */
const showPresence = () => {
  for (const plate of document.querySelectorAll("[data-plate]")) {
    const state = presence[Number(plate.dataset.plate)];
    plate.dataset.presence = typeof state === "object" ? "away" : state;
    const dot = plate.querySelector(".presence");
    if (!dot) continue;
    const words = { bot: "", here: "Connected", away: "Away" }[plate.dataset.presence];
    dot.title = words;
    dot.toggleAttribute("aria-hidden", !words);
    if (words) (dot.role = "img"), (dot.ariaLabel = words);
  }
  for (const button of document.querySelectorAll("[data-replace]")) {
    const since = presence[Number(button.dataset.replace)]?.away;
    button.hidden = !since || Date.now() - skew - since < Number(button.dataset.patience);
  }
};
setInterval(showPresence, 1000);

// ---- What the server says

/** How to find an element again after its part was replaced. */
const mark = (element) => {
  if (!element?.closest("[data-part]")) return null;
  if (element.id) return `#${CSS.escape(element.id)}`;
  for (const key of ["token", "sentence", "say", "look", "mute"]) {
    if (element.dataset[key]) return `[data-${key}="${CSS.escape(element.dataset[key])}"]`;
  }
  return null;
};

/** Replaces the parts that changed. Whatever the person was doing elsewhere goes on. */
const swap = (message) => {
  const focus = document.activeElement;
  const focused = mark(focus);
  const parts = message.parts.map(([name, html]) => [document.querySelector(`[data-part="${name}"]`), html]);
  const staged = parts.some(([part]) => stage.contains(part));
  const before = staged ? motion.measure(stage) : null;
  const unfolded = Array.from(stage.querySelectorAll("details[id][open]"), (it) => it.id);
  const kept = String(message.question ?? "") === (openQuestion() ?? "") ? picks.list : [];
  if (staged) {
    hideTip();
    for (const it of stage.querySelectorAll(".hinted, .refused")) it.classList.remove("hinted", "refused");
  }
  for (const [part, html] of parts) {
    const scrolled = Array.from(part.querySelectorAll("[id]"), (it) => [it.id, it.scrollTop, it.scrollLeft]);
    part.innerHTML = html;
    for (const [id, top, left] of scrolled) if (top || left) byId(id)?.scrollTo(left, top);
  }
  for (const key of ["seq", "seat", "question"]) {
    if (message[key] === null || message[key] === undefined) delete shell.dataset[key];
    else shell.dataset[key] = message[key];
  }
  if (message.legal) picks.legal = message.legal;
  if (message.presence) presence = message.presence;
  if (staged) foreseen = { sentence: null };
  for (const id of unfolded) byId(id)?.setAttribute("open", "");
  chooseWords();
  read(kept);
  showPresence();
  motion.play(stage, before);
  if (focused && !focus.isConnected) {
    const same = Array.from(document.querySelectorAll(focused)).find((it) => !it.disabled);
    (same ?? stage).focus({ preventScroll: true });
  }
  if (ending(message)) showEnd(true);
};

/** The panel at the end of the match, if a message contains it. */
const ending = (message) => message.parts.find(([name]) => name === "end")?.[1];

const played = () => {
  if (setting("forced") && picks.legal.length === 1 && !isCovered()) setTimeout(() => act(picks.armed()), 400);
};

/** Shows what a bot would play. */
const showHint = ({ hint, label, reason }) => {
  for (const it of stage.querySelectorAll(".hinted")) it.classList.remove("hinted");
  const spelled = picks.spell(hint, tokens());
  for (const { element } of spelled) element?.classList.add("hinted");
  say(`Hint: ${label ?? hint}. ${reason ?? ""}`, { kind: "hint" });
  const button = document.createElement("button");
  Object.assign(button, { id: "pick-hint", type: "button", textContent: "Pick it for me" });
  button.dataset.hint = hint;
  byId("pick-hint")?.remove();
  bar.querySelector(".asked").append(button);
};
const takeHint = () => {
  picks.list = picks.spell(byId("pick-hint").dataset.hint, tokens());
  byId("pick-hint").remove();
  for (const it of stage.querySelectorAll(".hinted")) it.classList.remove("hinted");
  light();
};

const update = (message) => {
  const fresh = message.seq !== seq;
  const wasMine = document.title.startsWith("Your turn");
  seq = message.seq;
  if (!message.parts) return pending && fresh && settle();
  rail.addNews(message.news, message.from === 0);
  document.title = message.title;
  if (fresh) pending = null;
  swap(message);
  if (fresh) measureMove();
  if (fresh && !isRefusing()) showBrief();
  if (ending(message)?.includes("You win")) sound("win");
  else if (!wasMine && document.title.startsWith("Your turn")) sound("turn");
  else if (fresh) sound("card");
  askText();
  if (fresh) played();
};

/** A message of the server: JSON, and then the HTML of the parts and of new lines, each after a separator. */
const parse = (text) => {
  const [head, ...html] = text.split("\u0001");
  const message = JSON.parse(head);
  if (!message.parts) return message;
  const parts = message.parts.map((name, at) => [name, html[at]]);
  return { ...message, parts, news: html.slice(parts.length) };
};

const hear = (message) => {
  if (message.seq !== undefined) update(message);
  else if (message.chat) {
    rail.addChat(message.chat, message.from === 0);
    for (const button of document.querySelectorAll("[data-mute]")) {
      if (message.muted) button.setAttribute("aria-pressed", String(message.muted.includes(Number(button.dataset.mute))));
    }
  } else if (message.preview) {
    if (message.preview !== foreseen.sentence) return;
    Object.assign(foreseen, message);
    showForesight();
  } else if (message.why) {
    const element = message.words === asked?.words ? asked.element : null;
    if (element?.isConnected) showTip(element, message.why, message.rule);
    else say(message.why, { link: message.rule, kind: "refused" });
  } else if (message.hint) showHint(message);
  else if (message.text !== undefined) asText.querySelector("pre").textContent = message.text;
  else if (message.pause) interrupt(message.pause);
  else if (message.retry) {
    say(message.retry, { kind: "refused" });
    setTimeout(sendPending, 2000);
  } else if (message.refused) {
    pending = null;
    light();
    sound("refused");
    say(message.refused, { link: message.rule, kind: "refused" });
  }
};

// Whether the bar says that the connection is lost, or that the server is about to restart.
let interrupted = false;
const interrupt = (text) => {
  if (!interrupted) say(text);
  interrupted = true;
};

const setConnected = (connected) => {
  shell.dataset.connected = connected ? "yes" : "no";
  byId("link-word").textContent = connected ? "Live" : "Reconnecting …";
  if (connected && interrupted) say("");
  interrupted &&= !connected;
  light();
  if (!connected) interrupt("Reconnecting … Your seat is safe.");
};

// The page was loaded with everything that changes. Only the first connection can say so.
let drawn = shell.dataset.drawn;
const connect = () => {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}${shell.dataset.live}?seen=${seq}&drawn=${drawn}`);
  drawn = "";
  let lost = false;
  socket.onopen = () => {
    wait = 500;
    setConnected(true);
    byId("talk").replaceChildren();
    setTimeout(sendPending, 1000);
  };
  socket.onmessage = (event) => hear(parse(event.data));
  socket.onclose = () => {
    if (lost || gone) return;
    lost = true;
    setConnected(false);
    setTimeout(connect, wait + Math.random() * 250);
    wait = Math.min(wait * 2, 8000);
  };
};
// Whoever comes back to the page or to the network need not wait for the next try.
const hurry = () => {
  if (socket?.readyState === WebSocket.CLOSED) wait = 500;
};
addEventListener("online", hurry);
document.addEventListener("visibilitychange", hurry);
addEventListener("resize", () => (hideTip(), showForesight()));
// A page that the browser keeps in memory is not at the table any more.
addEventListener("pagehide", () => ((gone = true), socket?.close()));
addEventListener("pageshow", ({ persisted }) => {
  gone = false;
  if (persisted) connect();
});

picks.legal = JSON.parse(shell.dataset.legal);
chooseWords();
rail.begin(shell);
read([]);
showPresence();
connect();
