// The pages around the table. Everything here works without this script too, with a page load for each step.
import { setting } from "./settings.js";

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
const load = async (address, options) => {
  const response = await fetch(address, { credentials: "same-origin", ...options });
  return { ok: response.ok, page: new DOMParser().parseFromString(await response.text(), "text/html") };
};

// ---- The word that each player adds to the shuffle

const fillWords = (root) => {
  for (const field of all("[data-word]", root)) {
    field.value = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
};
fillWords(document);

// ---- Menus: a click elsewhere or Escape closes them

document.addEventListener("click", ({ target }) => {
  for (const menu of all(".drop[open]")) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of all(".drop[open]")) {
    menu.open = false;
    one("summary", menu).focus();
  }
});

// ---- The name, which is changed without leaving the page

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form.name")) return;
  event.preventDefault();
  const note = one(".note", form);
  const tell = (text, kind) => {
    note.className = `note ${kind}`;
    note.textContent = text;
  };
  try {
    const body = new URLSearchParams(new FormData(form));
    const { ok, page } = await load(form.action, { method: "POST", body });
    if (!ok) {
      tell(one("[data-reason]", page)?.textContent ?? "That did not work.", "bad");
      return;
    }
    const name = one("#name", page)?.value ?? form.elements.name.value;
    form.elements.name.value = name;
    for (const shown of all("[data-my-name]")) shown.textContent = name;
    tell("Saved.", "good");
  } catch {
    tell("We cannot reach the server. Try again.", "bad");
  }
});

// ---- Dialogs

document.addEventListener("click", ({ target }) => {
  const opener = target.closest?.("[data-dialog]");
  if (opener) document.getElementById(opener.dataset.dialog).showModal();
  const dialog = target.closest?.("dialog");
  // A click on the dialog itself is one beside its content.
  if (dialog && (target === dialog || target.closest("[data-close]"))) dialog.close();
});

// ---- A new table, in a dialog

const kinds = { open: ["a friend", "friends"], here: ["another player here", "other players here"] };
const number = ["no", "one", "two", "three", "four", "five", "six", "seven"];

/** What the form would open, in a sentence. */
const describe = (form) => {
  const values = all(".seat-row", form).map((row) => {
    const kind = one("input:checked", row)?.value;
    return kind === "bot" ? `${one(".for-bot", row).value} bot` : kind;
  });
  const counts = new Map();
  for (const value of values) if (value && value !== "none") counts.set(value, (counts.get(value) ?? 0) + 1);
  const parts = [];
  if (counts.delete("me")) parts.push("You");
  for (const [value, count] of counts) {
    const [single, several] = kinds[value] ?? [/^[aeiou]/.test(value) ? `an ${value}` : `a ${value}`, `${value}s`];
    parts.push(count === 1 ? single : `${number[count]} ${several}`);
  }
  const text = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join("");
  const listed = form.elements.public.checked ? " Anybody in the lobby can sit down." : "";
  return text ? `${text[0].toUpperCase()}${text.slice(1)}.${listed}` : "";
};

const remember = (form) => {
  const chosen = Object.fromEntries(Array.from(new FormData(form)).filter(([name]) => name !== "word"));
  try {
    localStorage.setItem(`table:${new URL(form.action).pathname}`, JSON.stringify(chosen));
  } catch {
    // The next form begins with the defaults.
  }
};
const recall = (form) => {
  try {
    const chosen = JSON.parse(localStorage.getItem(`table:${new URL(form.action).pathname}`) ?? "null");
    if (!chosen) return;
    form.elements.public.checked = "public" in chosen;
    for (const [name, value] of Object.entries(chosen)) {
      const field = form.elements[name];
      if (!field || name === "public") continue;
      const known = field instanceof HTMLSelectElement
        ? Array.from(field.options).some((option) => option.value === value)
        : !(field instanceof RadioNodeList) || Array.from(field).some((radio) => radio.value === value);
      if (known) field.value = value;
    }
  } catch {
    // What cannot be read is ignored.
  }
};

const prepare = (root) => {
  fillWords(root);
  const form = one("form.new", root);
  if (!form) return;
  recall(form);
  one("[data-sentence]", form).textContent = describe(form);
};
prepare(document);

document.addEventListener("input", ({ target }) => {
  const form = target.closest?.("form.new");
  if (!form) return;
  // The person has one seat; those who share the screen have the others.
  if (target.value === "me" && target.checked) {
    for (const other of all("[value=me]:checked", form)) {
      if (other !== target) one("[value=open]", other.closest(".seat-row")).checked = true;
    }
  }
  if (target.value === "here") one(".for-here", target.closest(".seat-row"))?.focus();
  one("[data-sentence]", form).textContent = describe(form);
});
document.addEventListener("submit", ({ target }) => {
  if (target.matches("form.new")) remember(target);
});

/** Shows the form of an address in place of the one that is there, or in a new dialog. */
const showForm = async (address, place) => {
  const { ok, page } = await load(address);
  const form = one(".new-table", page);
  if (!ok || !form) throw new Error("there is no form");
  if (place) place.replaceWith(form);
  else {
    const dialog = document.createElement("dialog");
    dialog.className = "sheet";
    dialog.setAttribute("aria-labelledby", "new-title");
    dialog.append(form);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
  if (form.closest("dialog")) one("[data-close]", form).hidden = false;
  prepare(form);
  if (place) one("[name=game]:checked", form)?.focus();
};

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-dialog-page]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || one(".new-table")) return;
  event.preventDefault();
  for (const menu of all(".drop[open]")) menu.open = false;
  showForm(link.href).catch(() => location.assign(link.href));
});
document.addEventListener("change", ({ target }) => {
  if (!target.matches?.(".which [name=game]")) return;
  const address = `/new?game=${encodeURIComponent(target.value)}`;
  const place = target.closest(".new-table");
  showForm(address, place).then(
    () => place.isConnected || one("dialog .new-table") || history.replaceState(null, "", address),
    () => location.assign(address),
  );
});

// ---- A list that keeps itself up to date

/** Brings a list up to date. A row that the person points at or has focused stays where it is. */
const refresh = async (section) => {
  const { ok, page } = await load(location.href);
  const fresh = one(`#${section.id}`, page);
  if (!ok || !fresh) return;
  fillWords(fresh);
  const held = one(".row:hover, .row:focus-within", section);
  if (held) {
    // Only the numbers of the other rows change; the order waits.
    for (const row of all(".row", section)) {
      const next = one(`[data-row="${row.dataset.row}"]`, fresh);
      if (row !== held && next && next.outerHTML !== row.outerHTML) row.replaceWith(next);
    }
    return;
  }
  const known = new Set(all("[data-row]", section).map((row) => row.dataset.row));
  const before = all("[data-row]", section).map((row) => row.textContent).join("\n");
  const after = all("[data-row]", fresh).map((row) => row.textContent).join("\n");
  if (before === after && known.size > 0) return;
  for (const row of all("[data-row]", fresh)) row.classList.toggle("new-row", known.size > 0 && !known.has(row.dataset.row));
  section.replaceChildren(...fresh.childNodes);
};
for (const section of all("[data-refresh]")) {
  setInterval(() => {
    if (document.visibilityState === "visible") refresh(section).catch(() => {});
  }, Number(section.dataset.refresh) * 1000);
}

// ---- Rules: the part that is being read, and the search

const contents = one(".contents");
if (contents) {
  const wide = matchMedia("(width >= 1000px)");
  const fold = () => { one("details", contents).open = wide.matches; };
  wide.addEventListener("change", fold);
  fold();
  const links = new Map(all("nav a", contents).map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const headings = all("article.rules > section > h2");
  let marked = null;
  const mark = () => {
    const passed = headings.filter((it) => it.checkVisibility() && it.getBoundingClientRect().top < 120);
    const link = links.get((passed.at(-1) ?? headings[0])?.id);
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    marked = link;
    if (wide.matches) link?.scrollIntoView({ block: "nearest" });
  };
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  }, { passive: true });
  mark();
  contents.addEventListener("click", ({ target }) => {
    if (target.closest("nav a") && !wide.matches) one("details", contents).open = false;
  });

  const field = one("#find");
  const blocks = all("article.rules .rule-block, article.rules .prose").map((it) => ({ it, text: "" }));
  const find = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const block of blocks) {
      block.text ||= Array.from(block.it.children, (it) => (it.matches("figure") ? "" : it.textContent)).join(" ").toLowerCase();
      const is = words.every((word) => block.text.includes(word));
      block.it.classList.toggle("hidden", !is);
      if (is && block.it.dataset.rule) found += 1;
    }
    for (const section of all("article.rules > section")) {
      const empty = words.length > 0 && !one(":is(.rule-block, .prose):not(.hidden)", section);
      section.classList.toggle("hidden", empty);
      links.get(one("h2", section).id)?.parentElement.toggleAttribute("hidden", empty);
    }
    one("#found").textContent = words.length === 0 ? "" : found === 1 ? "1 rule" : `${found} rules`;
    mark();
  };
  field.addEventListener("input", find);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    one("article.rules .rule-block:not(.hidden)")?.scrollIntoView({ block: "center" });
  });
  // A link to a rule shows it, whatever was searched for.
  addEventListener("hashchange", () => {
    if (!one(":target")?.closest(".hidden")) return;
    field.value = "";
    find();
    one(":target").scrollIntoView();
  });
}

// ---- Keys

document.addEventListener("keydown", (event) => {
  if (!setting("keys") || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select")) return;
  if (event.key === "?") {
    const dialog = document.getElementById("shortcuts");
    if (dialog && !one("dialog[open]")) dialog.showModal();
    event.preventDefault();
  } else if (event.key === "/" && one("#find")) {
    one("details", contents).open = true;
    one("#find").focus();
    event.preventDefault();
  }
});

// ---- Sharing, where the system offers it

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => navigator.share({ title: button.dataset.share, url: location.href }).catch(() => {}));
}

// ---- Trying again after an error

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-again]")) return;
  event.preventDefault();
  location.reload();
});
