// One table: pick tokens, send the sentence, swap what changed, come back after a lost connection.
"use strict";

// Words of our own for the seed, so that the server alone cannot choose it.
const chooseWords = (root) => {
  for (const field of root.querySelectorAll("[data-word]")) {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
};
chooseWords(document);

// What is wider than its place can be scrolled by keyboard too.
const reachAll = () => {
  for (const it of document.querySelectorAll(".rules pre, .rules table")) {
    if (it.scrollWidth > it.clientWidth) it.tabIndex = 0;
    else it.removeAttribute("tabindex");
  }
};
reachAll();
addEventListener("resize", reachAll);

const live = document.getElementById("live");
// Who comes by an invitation takes a seat, if one is open.
const invited = new URLSearchParams(location.search).has("sit") && live?.querySelector("form[action$='/sit']");
if (invited) invited.requestSubmit();
else if (live) sitDown();

function sitDown() {
  const byId = (id) => document.getElementById(id);
  const [status, story, talk, tip, guide] = ["status", "story", "talk", "tip", "guide-room"].map(byId);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let picks = [];
  let legal = [];
  let seq = Number(live.dataset.seq);
  // The id of the open question: an answer names it, so that a second click is no second answer.
  const openQuestion = () => live.querySelector(".play")?.dataset.question;
  // Whether the next news is of an act of our own, and the lines since the last one: first its own, then theirs.
  let acted = false;
  let since = { own: true, lines: [] };
  let socket = null;
  let wait = 500;

  // On a small screen nothing follows the eyes, so what is meant for them comes into the picture.
  const small = matchMedia("(width < 60rem)");
  const reach = (element) => {
    if (small.matches) element.scrollIntoView({ block: "nearest" });
  };

  const say = (text, link) => {
    status.textContent = text;
    if (link) status.insertAdjacentHTML("beforeend", " " + link);
    if (text) reach(status);
  };

  const send = (message) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else say("The connection is lost; the page is trying to come back.");
  };

  // ---- Pointing

  // A pick is a token, which may be several words, and the element it was picked by: two cards may have the same.
  const split = (token) => token.split(" ");
  const said = () => picks.flatMap((it) => split(it.token));

  // What is left of a sentence after some words, or nothing if it does not have all of them.
  const rest = (sentence, words) => {
    const left = split(sentence);
    for (const word of words) {
      const at = left.indexOf(word);
      if (at < 0) return null;
      left.splice(at, 1);
    }
    return left;
  };

  const open = (words = said()) => legal.filter((sentence) => rest(sentence, words));

  // The sentence that the picks say, or the only one they can become.
  const armed = () => {
    const left = open();
    const whole = left.find((sentence) => rest(sentence, said()).length === 0);
    return whole ?? (left.length === 1 && picks.length > 0 ? left[0] : null);
  };

  const light = () => {
    const words = said();
    for (const element of live.querySelectorAll("[data-token]")) {
      const token = split(element.dataset.token);
      const picked = picks.some((it) => it.element === element);
      const lit = !picked && open([...words, ...token]).length > 0;
      // What could be picked instead of the present picks is not dim.
      const dim = legal.length > 0 && !picked && open(token).length === 0;
      element.classList.toggle("picked", picked);
      element.classList.toggle("lit", lit);
      element.classList.toggle("dim", dim);
      element.classList.toggle("idle", !dim && !picked && !lit);
      element.setAttribute("aria-pressed", String(picked));
      element.setAttribute("aria-disabled", String(dim || legal.length === 0));
    }
    const button = byId("do");
    if (!button) return;
    const sentence = armed();
    button.disabled = !sentence;
    button.dataset.sentence = sentence ?? "";
    button.textContent = sentence ? `Play ${sentence}` : words.length ? `${words.join(" ")} …` : "Pick what is lit";
    if (sentence) reach(button.parentElement);
  };

  // The picks that say a sentence, the longest tokens first; a word that nothing stands for is picked all the same.
  const spell = (sentence) => {
    let left = split(sentence);
    const found = [];
    const elements = Array.from(live.querySelectorAll("[data-token]"));
    elements.sort((one, two) => split(two.dataset.token).length - split(one.dataset.token).length);
    for (const element of elements) {
      const { token } = element.dataset;
      const after = rest(left.join(" "), split(token));
      if (left.length > 0 && after) (left = after), found.push({ token, element });
    }
    return [...found, ...left.map((token) => ({ token, element: null }))];
  };

  // What may be said now. What was picked before stays picked if nothing but the picture is new.
  const read = (kept = []) => {
    legal = Array.from(live.querySelectorAll("#legal [data-sentence]"), (it) => it.dataset.sentence);
    picks = [];
    for (const { token } of kept) {
      const same = Array.from(live.querySelectorAll(`[data-token="${CSS.escape(token)}"]`));
      const element = same.find((it) => !picks.some((pick) => pick.element === it)) ?? null;
      if (open([...said(), ...split(token)]).length > 0) picks.push({ token, element });
    }
    light();
  };

  const act = (sentence) => {
    const { seat, question } = live.querySelector(".play")?.dataset ?? {};
    acted = Boolean(sentence);
    const named = { ...(question && { question: Number(question) }), ...(seat && { seat: Number(seat) }) };
    if (sentence) send({ act: { sentence, ...named } });
  };

  const atOnce = byId("at-once");
  if (atOnce) {
    atOnce.checked = localStorage.getItem("at-once") === "yes";
    atOnce.onchange = () => localStorage.setItem("at-once", atOnce.checked ? "yes" : "no");
  }

  const pick = (element) => {
    const { token } = element.dataset;
    const only = open().length === 1 ? armed() : null;
    if (picks.some((it) => it.element === element)) {
      // A second click on what can only mean one thing confirms it; otherwise it takes the pick back.
      if (only) return act(only);
      picks = picks.filter((it) => it.element !== element);
    } else if (open(split(token)).length > 0) {
      // Earlier picks that do not go with it give way.
      const kept = [{ token, element }];
      for (const it of picks) {
        if (open([...kept, it].flatMap((one) => split(one.token))).length > 0) kept.push(it);
      }
      picks = [...kept.slice(1), kept[0]];
      if (atOnce?.checked && open().length === 1) act(armed());
    } else ask(token, null);
    light();
  };

  // ---- Why not

  let asked = null;
  let hover = null;

  // Whoever asks by pressing is not answered with what they were about to ask by pointing.
  const ask = (token, element) => {
    clearTimeout(hover);
    asked = { words: [...said(), token].join(" "), element };
    send({ why: { words: asked.words } });
  };

  const hideTip = () => {
    clearTimeout(hover);
    tip.hidden = true;
    for (const it of live.querySelectorAll("[aria-describedby=tip]")) it.removeAttribute("aria-describedby");
  };

  const showTip = (element, text, link) => {
    tip.textContent = text;
    if (link) tip.insertAdjacentHTML("beforeend", " " + link);
    tip.hidden = false;
    element.setAttribute("aria-describedby", "tip");
    const at = element.getBoundingClientRect();
    const left = Math.min(at.left, innerWidth - tip.offsetWidth - 8);
    const above = at.top - tip.offsetHeight - 6;
    tip.style.left = `${Math.max(8, left) + scrollX}px`;
    tip.style.top = `${(above > 0 ? above : at.bottom + 6) + scrollY}px`;
  };

  const consider = (event, delay) => {
    const token = event.target.closest?.("[data-token].dim, [data-token].idle");
    if (tip.contains(event.target)) return clearTimeout(hover);
    if (!token) return;
    hideTip();
    hover = setTimeout(() => ask(token.dataset.token, token), delay);
  };
  // The tip stays a moment, so that its link can be reached.
  const leave = (event) => {
    if (!event.target.closest?.("[data-token], #tip")) return;
    clearTimeout(hover);
    hover = setTimeout(hideTip, 600);
  };
  document.addEventListener("pointerover", (event) => consider(event, 200));
  document.addEventListener("pointerout", leave);
  document.addEventListener("focusin", (event) => consider(event, 60));
  document.addEventListener("focusout", leave);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (!beside.hidden) closeRules();
    else if (!tip.hidden) hideTip();
    else if (picks.length) (picks = []), light();
  });

  // ---- The rules beside the table

  const beside = byId("rules-beside");
  // Where whoever opened them was, to go back there.
  let reader = null;
  const closeRules = () => {
    beside.hidden = true;
    const back = reader?.element.isConnected ? reader.element : reader?.mark && live.querySelector(reader.mark);
    back?.focus({ preventScroll: true });
  };
  byId("rules-close").onclick = closeRules;
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a.rule, #guide a[href^='/rules/']");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!beside.contains(link)) {
      const element = tip.contains(link) && asked?.element ? asked.element : link;
      reader = { element, mark: mark(element) };
      hideTip();
    }
    const address = new URL(link.href);
    const room = beside.querySelector("div");
    if (room.dataset.from !== address.pathname) {
      const page = new DOMParser().parseFromString(await (await fetch(address.pathname)).text(), "text/html");
      room.replaceChildren(page.querySelector("article.rules"));
      room.dataset.from = address.pathname;
    }
    beside.hidden = false;
    reachAll();
    for (const it of room.querySelectorAll(".here")) it.classList.remove("here");
    const rule = address.hash && room.querySelector(`[id="${CSS.escape(address.hash.slice(1))}"]`);
    const line = rule ? rule.closest("p, li, tr") ?? rule : room;
    line.classList.toggle("here", Boolean(rule));
    line.scrollIntoView({ block: "center" });
    byId("rules-close").focus();
  });

  // ---- Buttons and forms

  const sure = (button) => {
    if (!button.dataset.sure || button.dataset.asked) return true;
    button.dataset.asked = "yes";
    button.textContent = button.dataset.sure;
    return false;
  };

  const tokens = async (button) => {
    const { seats } = await (await fetch(button.dataset.tokens)).json();
    const table = location.origin + location.pathname;
    byId("program").replaceChildren();
    for (const { seat, token } of seats) {
      const label = document.createElement("label");
      const field = document.createElement("input");
      label.append(`A program plays for seat ${seat + 1} with this command:`, field);
      field.readOnly = true;
      field.value = `atlas bot-protocol --join '${table}?token=${token}' --program ./bot.py`;
      field.onfocus = () => field.select();
      byId("program").append(label);
    }
    byId("program").querySelector("input")?.focus();
  };

  document.querySelector("main").addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(selector);
    if (at("#do")) act(at("#do").dataset.sentence);
    else if (at("#clear")) (picks = []), light();
    else if (at("#hint")) say("Thinking …"), send({ hint: {} });
    else if (at("#tokens")) tokens(at("#tokens"));
    else if (at("[data-say]")) sure(at("[data-say]")) && send(JSON.parse(at("[data-say]").dataset.say));
    else if (at("[data-look]")) send({ look: { seat: Number(at("[data-look]").dataset.look) } });
    else if (at("[data-sentence]")) act(at("[data-sentence]").dataset.sentence);
    else if (at("[data-token]")) pick(at("[data-token]"));
  });

  const onSubmit = (id, handle) =>
    byId(id)?.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = event.target.querySelector("input");
      if (field.value.trim()) handle(field.value.trim());
      event.target.reset();
    });
  onSubmit("say", act);
  onSubmit("chat", (text) => send({ say: { text } }));

  const mutes = byId("mutes");
  mutes.onclick = ({ target }) => {
    if (!target.dataset.mute) return;
    const muted = target.getAttribute("aria-pressed") === "true";
    send({ [muted ? "unmute" : "mute"]: { seat: Number(target.dataset.mute) } });
  };
  const showMutes = (html) => {
    if (mutes.innerHTML === html) return;
    const focused = mutes.contains(document.activeElement) && document.activeElement.dataset.mute;
    mutes.innerHTML = html;
    if (focused) mutes.querySelector(`[data-mute="${focused}"]`)?.focus();
  };

  // ---- What the server says

  const call = (element, thing) => (element.style.viewTransitionName = CSS.escape(`thing-${thing}`));
  const thingOf = (root, thing) => root.querySelector(`[data-thing="${CSS.escape(thing)}"]`);
  const name = () => {
    for (const element of live.querySelectorAll("[data-thing]")) call(element, element.dataset.thing);
  };

  // What has just come may have been another thing: the first of those it names that is gone now.
  const rename = (html) => {
    const next = document.createElement("template");
    next.innerHTML = html;
    for (const { dataset } of next.content.querySelectorAll("[data-from]")) {
      const gone = split(dataset.from).find((it) => thingOf(live, it) && !thingOf(next.content, it));
      if (gone) call(thingOf(live, gone), dataset.thing);
    }
  };

  // How to find an element again after the table was drawn anew.
  const mark = (element) => {
    if (!element || !live.contains(element)) return null;
    if (element.id) return `#${CSS.escape(element.id)}`;
    for (const key of ["token", "sentence", "say", "look"]) {
      if (element.dataset[key]) return `[data-${key}="${CSS.escape(element.dataset[key])}"]`;
    }
    const details = element.closest("details[id]");
    return details ? `#${CSS.escape(details.id)} summary` : ".turn-line";
  };

  const swap = (message, fresh) => {
    const put = () => {
      const focused = mark(document.activeElement);
      const asked = openQuestion();
      const unfolded = Array.from(live.querySelectorAll("details[id][open]"), (it) => it.id);
      hideTip();
      live.innerHTML = message.html;
      if (guide.innerHTML !== message.guide) guide.innerHTML = message.guide;
      live.dataset.seq = message.seq;
      chooseWords(live);
      for (const id of unfolded) byId(id)?.setAttribute("open", "");
      name();
      recall();
      read(fresh && openQuestion() !== asked ? [] : picks);
      if (focused) {
        const same = Array.from(live.querySelectorAll(focused)).find((it) => !it.disabled);
        const found = same ?? live.querySelector(".lit, [data-look], .turn-line, h1");
        if (found && !found.matches("button, summary, a, input")) found.tabIndex = -1;
        found?.focus({ preventScroll: true });
      }
    };
    if (!document.startViewTransition || still.matches || document.hidden) return put();
    rename(message.html);
    // When the next change comes quickly this one is cut short, which is fine.
    const transition = document.startViewTransition(put);
    transition.ready.catch(() => {});
    transition.finished.catch(() => {});
  };

  const addLines = (list, lines, anew) => {
    if (anew) list.replaceChildren();
    for (const line of lines) list.insertAdjacentHTML("beforeend", line);
    list.scrollTop = list.scrollHeight;
  };

  // A board shows what the last entry told. Whoever waited reads all that others did since their own last act.
  const remember = (message) => {
    const waits = live.querySelector(".play[data-seat]") && !since.own && message.from > 0;
    since = { own: acted, lines: [...(waits ? since.lines : []), ...message.news] };
    acted = false;
  };
  const recall = () => {
    const list = live.querySelector("[data-since]");
    if (!list || since.lines.length <= list.children.length) return;
    addLines(list, since.lines, true);
    list.scrollTop = 0;
    for (const link of list.querySelectorAll("a")) link.tabIndex = -1;
  };

  const heard = (message) => {
    if (message.html !== undefined) {
      const fresh = message.seq !== seq;
      addLines(story, message.news, message.from === 0 && fresh);
      if (fresh) remember(message);
      seq = message.seq;
      document.title = message.title;
      showMutes(message.mutes);
      if (fresh) say("");
      swap(message, fresh);
    } else if (message.chat) {
      addLines(talk, message.chat, message.from === 0);
      for (const button of document.querySelectorAll("[data-mute]")) {
        if (!message.muted) continue;
        const muted = message.muted.includes(Number(button.dataset.mute));
        button.setAttribute("aria-pressed", String(muted));
      }
    } else if (message.why) {
      const element = message.words === asked?.words ? asked.element : null;
      if (element?.isConnected) showTip(element, message.why, message.rule);
      else say(message.why, message.rule);
    } else if (message.hint) {
      const chance = message.value === null ? "" : `, and expects ${Math.round(100 * message.value)} of 100 wins`;
      say(`A bot would play ${message.hint}${chance}. ${message.reason ?? ""}`);
      picks = spell(message.hint);
      light();
    } else if (message.pause) say(message.pause);
    else if (message.refused) say(message.refused, message.rule);
  };

  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${live.dataset.live}?seen=${seq}`);
    let lost = false;
    socket.onopen = () => {
      wait = 500;
      live.dataset.connected = "yes";
      if (status.dataset.lost) (delete status.dataset.lost), say("");
      talk.replaceChildren();
    };
    socket.onmessage = (event) => heard(JSON.parse(event.data));
    socket.onclose = () => {
      if (lost) return;
      lost = true;
      live.dataset.connected = "no";
      status.dataset.lost = "yes";
      if (!status.textContent) say("The connection is lost; the page is trying to come back.");
      setTimeout(connect, wait + Math.random() * 250);
      wait = Math.min(wait * 2, 15000);
    };
  };
  // Whoever comes back to the page or to the network need not wait for the next try.
  const hurry = () => {
    if (socket?.readyState === WebSocket.CLOSED) wait = 500;
  };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);

  name();
  read();
  story.scrollTop = story.scrollHeight;
  connect();
}
