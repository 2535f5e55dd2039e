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

  // What is left of a sentence after the picks, or nothing if it does not have all of them.
  const rest = (sentence) => {
    const words = sentence.split(" ");
    for (const pick of picks) {
      const at = words.indexOf(pick);
      if (at < 0) return null;
      words.splice(at, 1);
    }
    return words;
  };

  const open = () => legal.filter((sentence) => rest(sentence));

  // The sentence that the picks say, or the only one they can become.
  const armed = () => {
    const left = open();
    const whole = left.find((sentence) => rest(sentence).length === 0);
    return whole ?? (left.length === 1 && picks.length > 0 ? left[0] : null);
  };

  const light = () => {
    const next = new Set(open().flatMap(rest));
    // What would be picked instead of the present picks.
    const instead = new Set(legal.flatMap((sentence) => sentence.split(" ")));
    for (const token of live.querySelectorAll("[data-token]")) {
      const name = token.dataset.token;
      const picked = picks.includes(name);
      const dim = legal.length > 0 && !picked && !instead.has(name);
      token.classList.toggle("picked", picked);
      token.classList.toggle("lit", !picked && next.has(name));
      token.classList.toggle("dim", dim);
      token.classList.toggle("idle", !dim && !picked && !next.has(name));
      token.setAttribute("aria-pressed", String(picked));
      token.setAttribute("aria-disabled", String(dim || legal.length === 0));
    }
    const button = byId("do");
    if (!button) return;
    const sentence = armed();
    button.disabled = !sentence;
    button.dataset.sentence = sentence ?? "";
    button.textContent = sentence ? `Play ${sentence}` : picks.length ? `${picks.join(" ")} …` : "Pick what is lit";
    if (sentence) reach(button.parentElement);
  };

  const read = () => {
    legal = Array.from(live.querySelectorAll("#legal [data-sentence]"), (it) => it.dataset.sentence);
    picks = [];
    light();
  };

  const act = (sentence) => {
    const seat = live.querySelector(".play")?.dataset.seat;
    if (sentence) send({ act: { sentence, seq, ...(seat && { seat: Number(seat) }) } });
  };

  const atOnce = byId("at-once");
  if (atOnce) {
    atOnce.checked = localStorage.getItem("at-once") === "yes";
    atOnce.onchange = () => localStorage.setItem("at-once", atOnce.checked ? "yes" : "no");
  }

  const pick = (token) => {
    const only = open().length === 1 ? armed() : null;
    if (picks.includes(token)) {
      // A second click on what can only mean one thing confirms it; otherwise it takes the pick back.
      if (only) return act(only);
      picks = picks.filter((it) => it !== token);
    } else if (open().some((sentence) => rest(sentence).includes(token))) {
      picks.push(token);
      if (atOnce?.checked && open().length === 1) act(armed());
    } else {
      ask(token, null);
      // What goes with other picks than these is picked instead of them.
      if (legal.some((sentence) => sentence.split(" ").includes(token))) picks = [token];
    }
    light();
  };

  // ---- Why not

  let asked = null;
  let hover = null;

  const ask = (token, element) => {
    asked = { words: [...picks, token].join(" "), element };
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
    else if (at("[data-token]")) pick(at("[data-token]").dataset.token);
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

  const name = () => {
    for (const thing of live.querySelectorAll("[data-thing]")) {
      thing.style.viewTransitionName = `thing-${thing.dataset.thing}`;
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

  const swap = (message) => {
    const put = () => {
      const focused = mark(document.activeElement);
      const unfolded = Array.from(live.querySelectorAll("details[id][open]"), (it) => it.id);
      hideTip();
      live.innerHTML = message.html;
      if (guide.innerHTML !== message.guide) guide.innerHTML = message.guide;
      live.dataset.seq = message.seq;
      chooseWords(live);
      for (const id of unfolded) byId(id)?.setAttribute("open", "");
      name();
      read();
      if (focused) {
        const same = Array.from(live.querySelectorAll(focused)).find((it) => !it.disabled);
        const found = same ?? live.querySelector(".lit, [data-look], .turn-line, h1");
        if (found && !found.matches("button, summary, a, input")) found.tabIndex = -1;
        found?.focus({ preventScroll: true });
      }
    };
    if (!document.startViewTransition || still.matches || document.hidden) return put();
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

  const heard = (message) => {
    if (message.html !== undefined) {
      const fresh = message.seq !== seq;
      addLines(story, message.news, message.from === 0 && fresh);
      seq = message.seq;
      document.title = message.title;
      showMutes(message.mutes);
      if (fresh) say("");
      swap(message);
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
      picks = message.hint.split(" ");
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
