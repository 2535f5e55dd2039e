// A replay: step, scrub and play through a match that is over, and check that it was fair.
import { setting } from "./settings.js";
import * as motion from "./motion.js";

const byId = (id) => document.getElementById(id);
const replay = byId("replay");
const of = Number(replay.dataset.of);
const [stage, scrub, viewpoint, button] = ["stage", "scrub", "viewpoint", "play-pause"].map(byId);
const moments = new Map();
let at = Number(replay.dataset.at);
let playing = null;

byId("show").hidden = true;

const address = (to) => `${location.pathname}?at=${to}&as=${viewpoint.value}`;

const fetchMoment = (to) => {
  const from = `${address(to)}&bare=yes`;
  if (!moments.has(from)) moments.set(from, fetch(from).then((answer) => answer.text()));
  return moments.get(from);
};

const show = () => {
  scrub.value = at;
  byId("where").textContent = `Move ${at}`;
  byId("share").value = location.origin + address(at);
  byId("share").parentElement.querySelector("[role=status]").textContent = "";
  const to = { first: 0, prev: Math.max(at - 1, 0), next: Math.min(at + 1, of), last: of };
  for (const link of document.querySelectorAll("a.step")) link.href = address(to[link.rel]);
  for (const [n, tick] of document.querySelectorAll(".tick").entries()) tick.classList.toggle("past", n < at);
  for (const move of document.querySelectorAll("#moves a")) {
    const here = Number(move.dataset.at) === at;
    if (here) move.setAttribute("aria-current", "step");
    else move.removeAttribute("aria-current");
    if (here) move.scrollIntoView({ block: "nearest" });
    move.href = address(move.dataset.at);
  }
};

const go = async (to) => {
  at = Math.max(0, Math.min(of, to));
  scrub.value = at;
  const wanted = address(at);
  const moment = await fetchMoment(at);
  // Somebody may have gone on in the meantime.
  if (address(at) !== wanted) return;
  const before = motion.measure(stage);
  stage.innerHTML = moment;
  motion.play(stage, before);
  replay.dataset.at = at;
  history.replaceState(null, "", wanted);
  show();
  if (at < of) fetchMoment(at + 1);
};

const pause = () => {
  clearInterval(playing);
  playing = null;
  replay.removeAttribute("data-playing");
  button.ariaLabel = button.title = "Play";
};
const play = () => {
  if (playing) return pause();
  replay.dataset.playing = "yes";
  button.ariaLabel = button.title = "Pause";
  if (at >= of) go(0);
  playing = setInterval(() => (at < of ? go(at + 1) : pause()), 1200);
};

button.onclick = play;
scrub.oninput = () => (pause(), go(Number(scrub.value)));
viewpoint.onchange = () => go(at);
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.step, #moves a");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  pause();
  go(Number(new URL(link.href).searchParams.get("at")));
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key, target } = event;
  const keys = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: of };
  // The slider handles its own keys, a list its own arrows, and a field takes everything that is typed.
  if (target.closest("input:not([type=range]), textarea, select")) return;
  if (target === scrub && key !== " ") return;
  if (key in keys) pause(), go(keys[key]);
  else if (/^[0-9]$/.test(key) && setting("keys")) pause(), go(Math.round((of * Number(key)) / 10));
  else if (key === " " && !target.closest("a, summary, button:not(#play-pause)")) play();
  else return;
  event.preventDefault();
});
show();

const proof = byId("proof");
if (proof) checkProof();

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
    const all = Array.from(proof.querySelectorAll("[data-check]"), (it) => it.dataset.ok);
    if (all.every(Boolean)) {
      const passed = all.filter((it) => it === "yes").length;
      document.getElementById("fair").textContent = `${passed} of ${all.length} checks passed`;
    }
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
