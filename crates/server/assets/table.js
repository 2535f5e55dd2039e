// One table: pick tokens, send the sentence, swap what changed, come back after a lost connection.
"use strict";

// Words of our own for the seed, so that the server alone cannot choose it.
for (const field of document.querySelectorAll("[data-word]")) {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const live = document.getElementById("live");
if (live) sitDown();

function sitDown() {
  const status = document.getElementById("status");
  const story = document.getElementById("story");
  let picks = [];
  let legal = [];
  let seq = Number(live.dataset.seq);
  let socket = null;
  let wait = 500;

  const say = (text, link) => {
    status.textContent = text;
    if (link) status.insertAdjacentHTML("beforeend", " " + link);
  };

  // A sentence goes on from the picks if it has all of them, each as often as it was picked.
  const rest = (sentence) => {
    const words = sentence.split(" ");
    for (const pick of picks) {
      const at = words.indexOf(pick);
      if (at < 0) return null;
      words.splice(at, 1);
    }
    return words;
  };

  const light = () => {
    const next = new Set();
    let whole = null;
    const open = [];
    for (const sentence of legal) {
      const words = rest(sentence);
      if (!words) continue;
      open.push(sentence);
      if (words.length === 0) whole = sentence;
      for (const word of words) next.add(word);
    }
    for (const token of live.querySelectorAll("[data-token]")) {
      const name = token.dataset.token;
      const picked = picks.includes(name);
      token.classList.toggle("picked", picked);
      token.classList.toggle("lit", !picked && next.has(name));
      token.classList.toggle("dim", !picked && legal.length > 0 && !next.has(name));
      token.setAttribute("aria-pressed", String(picked));
      if (legal.length > 0) token.setAttribute("aria-disabled", String(!picked && !next.has(name)));
    }
    const button = live.querySelector("#do");
    if (!button) return;
    const sentence = whole ?? (open.length === 1 && picks.length > 0 ? open[0] : null);
    button.disabled = !sentence;
    button.dataset.sentence = sentence ?? "";
    button.textContent = sentence ? `Play ${sentence}` : picks.length ? `${picks.join(" ")} …` : "Pick what is lit";
  };

  const read = () => {
    legal = Array.from(live.querySelectorAll("#legal [data-sentence]"), (it) => it.dataset.sentence);
    picks = [];
    light();
  };

  const send = (message) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else say("The connection is lost; the page is trying to come back.");
  };

  const act = (sentence) => {
    if (sentence) send({ act: { sentence, seq } });
  };

  const pick = (token) => {
    if (picks.includes(token)) picks = picks.filter((it) => it !== token);
    else if (legal.some((sentence) => rest(sentence)?.includes(token))) picks.push(token);
    else {
      // Another card instead of the one that was picked, or a reason why not.
      const alone = legal.some((sentence) => sentence.split(" ").includes(token));
      if (alone && picks.length > 0) {
        picks = [token];
      } else {
        send({ why: { sentence: [...picks, token].join(" ") } });
      }
    }
    light();
  };

  live.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(selector);
    if (at("#do")) act(at("#do").dataset.sentence);
    else if (at("#clear")) (picks = []), light();
    else if (at("#hint")) say("Thinking …"), send({ hint: {} });
    else if (at("[data-look]")) send({ look: { seat: Number(at("[data-look]").dataset.look) } });
    else if (at("[data-sentence]")) act(at("[data-sentence]").dataset.sentence);
    else if (at("[data-token]")) pick(at("[data-token]").dataset.token);
  });

  document.getElementById("say")?.addEventListener("submit", (event) => {
    event.preventDefault();
    act(event.target.elements.sentence.value.trim());
    event.target.reset();
  });

  const name = () => {
    for (const thing of document.querySelectorAll("[data-thing]")) {
      thing.style.viewTransitionName = `thing-${thing.dataset.thing}`;
    }
  };

  const swap = (message) => {
    const focused = document.activeElement?.closest?.("[data-token], #do")?.dataset?.token;
    const put = () => {
      live.innerHTML = message.html;
      name();
      read();
      if (focused) live.querySelector(`[data-token="${CSS.escape(focused)}"]`)?.focus();
    };
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!document.startViewTransition || still) return put();
    // When the next change comes quickly this one is cut short, which is fine.
    const transition = document.startViewTransition(put);
    transition.ready.catch(() => {});
    transition.finished.catch(() => {});
  };

  const heard = (message) => {
    if (message.html !== undefined) {
      const fresh = message.seq !== seq;
      if (message.seq > seq + 1) return location.reload();
      seq = message.seq;
      document.title = message.title;
      if (fresh) {
        for (const line of message.news) story.insertAdjacentHTML("beforeend", line);
        story.scrollTop = story.scrollHeight;
        say("");
      }
      swap(message);
    } else if (message.refused) say(message.refused, message.rule);
    else if (message.why) say(message.why);
    else if (message.hint) {
      const chance = message.value === null ? "" : `, and expects to win ${Math.round(100 * message.value)} of 100`;
      say(`A bot would play ${message.hint}${chance}.`);
      picks = message.hint.split(" ");
      light();
    }
  };

  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${live.dataset.live}`);
    socket.onopen = () => {
      wait = 500;
      live.dataset.connected = "yes";
    };
    socket.onmessage = (event) => heard(JSON.parse(event.data));
    socket.onclose = () => {
      live.dataset.connected = "no";
      setTimeout(connect, wait + Math.random() * 250);
      wait = Math.min(wait * 2, 15000);
    };
  };

  name();
  read();
  connect();
}
