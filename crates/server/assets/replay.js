// A replay: step, scrub and play through a match that is over, and check that it was fair.
"use strict";

const replay = document.getElementById("replay");
if (replay) watchReplay();

const proof = document.getElementById("proof");
if (proof) checkProof();

function watchReplay() {
  const of = Number(replay.dataset.of);
  const [scrub, viewpoint, button] = ["scrub", "viewpoint", "play-pause"].map((id) => document.getElementById(id));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const pages = new Map();
  let at = Number(replay.dataset.at);
  let playing = null;

  document.getElementById("show").hidden = true;

  const address = (to) => `${location.pathname}?at=${to}&as=${viewpoint.value}`;

  // Every move is a page of its own, which can be linked to; what changes is taken out of it.
  const fetchPage = (to) => {
    const from = address(to);
    if (!pages.has(from)) {
      const text = fetch(from).then((answer) => answer.text());
      pages.set(from, text.then((html) => new DOMParser().parseFromString(html, "text/html")));
    }
    return pages.get(from);
  };

  const name = () => {
    for (const thing of document.querySelectorAll("#board-at [data-thing]")) {
      thing.style.viewTransitionName = CSS.escape(`thing-${thing.dataset.thing}`);
    }
  };

  const go = async (to) => {
    at = Math.max(0, Math.min(of, to));
    scrub.value = at;
    const wanted = address(at);
    const page = await fetchPage(at);
    if (address(at) !== wanted) return;
    const put = () => {
      for (const id of ["board-at", "told", "moment-title"]) {
        document.getElementById(id).replaceChildren(...page.getElementById(id).cloneNode(true).childNodes);
      }
      const share = document.getElementById("share");
      share.value = page.getElementById("share").value;
      share.parentElement.querySelector("[role=status]").textContent = "";
      for (const link of document.querySelectorAll("a.step")) {
        link.href = page.querySelector(`a.step[rel=${link.rel}]`).getAttribute("href");
      }
      replay.dataset.at = at;
      name();
    };
    history.replaceState(null, "", wanted);
    if (document.startViewTransition && !still.matches) {
      const transition = document.startViewTransition(put);
      transition.ready.catch(() => {});
      transition.finished.catch(() => {});
    } else put();
    if (at < of) fetchPage(at + 1);
  };

  const pause = () => {
    clearInterval(playing);
    playing = null;
    button.textContent = "Play";
  };
  const play = () => {
    if (playing) return pause();
    button.textContent = "Pause";
    if (at >= of) go(0);
    playing = setInterval(() => (at < of ? go(at + 1) : pause()), 1200);
  };

  button.onclick = play;
  scrub.oninput = () => go(Number(scrub.value));
  viewpoint.onchange = () => go(at);
  for (const link of document.querySelectorAll("a.step")) {
    link.onclick = (event) => {
      event.preventDefault();
      pause();
      go(Number(new URL(link.href).searchParams.get("at")));
    };
  }
  addEventListener("keydown", (event) => {
    // The scrubber moves by arrows itself, and a button is pressed by the space bar.
    if (event.target.closest("input, select, button, summary, textarea")) return;
    const keys = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: of };
    if (event.key in keys) pause(), go(keys[event.key]);
    else if (event.key === " ") play();
    else return;
    event.preventDefault();
  });
  name();
}

// The hashes of a record, computed here and not believed.
async function checkProof() {
  const text = await (await fetch(proof.dataset.record)).text();
  const lines = text.trimEnd().split("\n");
  const header = JSON.parse(lines[0]);
  const { secret } = JSON.parse(lines.at(-1));
  const records = lines.slice(1, -1).map((line) => JSON.parse(line));
  const encode = (words) => new TextEncoder().encode(words);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const hex = (hash) => Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");

  const note = (check, ok, why) => {
    const item = proof.querySelector(`[data-check=${check}]`);
    item.dataset.ok = ok;
    if (why) item.append(` ${why}`);
  };
  if (!globalThis.crypto?.subtle) {
    for (const check of ["commitment", "seed", "chain"]) {
      note(check, "unknown", "Your browser computes hashes only on pages that came over https.");
    }
    return;
  }
  const sha = async (...parts) => {
    const whole = new Uint8Array(await new Blob(parts).arrayBuffer());
    return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  };
  const yes = (is) => (is ? "yes" : "no");

  const commitment = hex(await sha(encode("atlas commitment\n"), bytes(secret)));
  note("commitment", yes(commitment === header.commitment));

  const shown = proof.querySelector("[data-check=seed] code").textContent.trim();
  const words = (header.words ?? []).flatMap((word) => {
    const length = new DataView(new ArrayBuffer(8));
    length.setBigUint64(0, BigInt(encode(word).length), true);
    return [new Uint8Array(length.buffer), encode(word)];
  });
  const seed = header.words ? hex(await sha(encode("atlas seed\n"), bytes(secret), ...words)) : secret;
  note("seed", yes(seed === shown));

  let hash = await sha(encode("atlas header\n"), encode(lines[0]));
  let whole = true;
  for (const [index, { seq, kind, seat, text: said, hash: stated }] of records.entries()) {
    hash = await sha(hash, encode(`${seq} ${kind} ${seat ?? "-"} ${said ?? ""}`));
    whole &&= seq === index + 1 && hex(hash) === stated;
  }
  note("chain", yes(whole));
}
