// Checks every page: valid HTML, Lighthouse's scores, and pictures in Firefox. `cargo xtask audit` starts it.
//
//     node audit.js ADDRESS FOLDER
//
// It plays two games at the server, writes the pictures to the folder, prints a report in Markdown, and fails if a page is
// not valid or a score is too low.
import { mkdirSync, writeFileSync } from "node:fs";
import { HtmlValidate } from "html-validate";
import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

const [address, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const CHROMIUM = {
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
};
const FIREFOX = { browser: "firefox", executablePath: "/usr/bin/firefox-esr" };
const SIZES = { desktop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };
/** The lowest scores: on phones, and on desktops. */
const LEAST = { phone: 95, desktop: 98 };
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const problems = [];

/** Opens a table against a bot. */
const play = async (page, game) => {
  await page.goto(address);
  await Promise.all([page.waitForNavigation(), page.click(`form[action='/play/${game}'] button`)]);
  await page.waitForSelector("#table[data-connected=yes] .lit");
  return page.url();
};

/** Lets a bot play to the end. */
const finish = async (page) => {
  await page.click("#tab-table");
  await page.click('.menu [data-say*="bot"]');
  await page.waitForSelector(".ending", { timeout: 120_000 });
};

/** The addresses of all pages by name, for the guest of this browser. */
const pages = async (page) => {
  const all = { home: "/", lobby: "/lobby", "new-table": "/new", "rule-books": "/rules", rules: "/rules/enchanted-lands", error: "/nowhere" };
  for (const game of ["enchanted-lands", "shadow-of-atlas"]) {
    all[`table-${game}`] = new URL(await play(page, game)).pathname;
    const over = new URL(await play(page, game)).pathname;
    await finish(page);
    Object.assign(all, { [`end-${game}`]: over, [`share-${game}`]: `${over}/share`, [`replay-${game}`]: `${over}/replay?at=9` });
  }
  return { ...all, games: "/games" };
};

/** The median time from the press of the main button to the new board, in milliseconds, over one game. */
const timeMoves = async (page) => {
  await play(page, "enchanted-lands");
  while (!(await page.$(".ending"))) {
    const card = await page.$(".el-hand .lit");
    if (card) {
      await card.click();
      await page.waitForSelector("#do:not(:disabled)");
      await page.click("#do");
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  const times = await page.evaluate(() => performance.getEntriesByName("move").map((it) => it.duration));
  return times.sort((one, two) => one - two)[times.length >> 1];
};

const chromium = await puppeteer.launch(CHROMIUM);
const guest = await chromium.newPage();
await guest.setViewport(SIZES.desktop);
const millis = await timeMoves(guest);
console.log(`From the press of the main button to the new board: ${millis.toFixed(0)} ms at the median.\n`);
if (millis > 100) problems.push(`A move takes ${millis.toFixed(0)} ms at the median`);
const all = await pages(guest);

// ---- HTML

const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
for (const [name, path] of Object.entries(all)) {
  // As the server sends it, before a script changes it.
  const html = await guest.evaluate(async (path) => (await fetch(path)).text(), path);
  const { results } = await validator.validateString(html);
  for (const { messages } of results) {
    for (const { ruleId, message, line, column } of messages) problems.push(`HTML of ${name}: ${ruleId}: ${message} (${line}:${column})`);
  }
}
console.log(`HTML: ${Object.keys(all).length} pages checked with html-validate.\n`);

// ---- Lighthouse

console.log(`| page | screen | ${[...CATEGORIES, "seo"].join(" | ")} |\n| --- | --- | ---: | ---: | ---: | ---: |`);
for (const name of ["home", "table-enchanted-lands", "table-shadow-of-atlas", "rules", "replay-enchanted-lands"]) {
  for (const screen of ["phone", "desktop"]) {
    // Search engines do not list tables and replays.
    const categories = ["home", "rules"].includes(name) ? [...CATEGORIES, "seo"] : CATEGORIES;
    const settings = { onlyCategories: categories, disableStorageReset: true };
    const page = await chromium.newPage();
    const { lhr } = await lighthouse(address + all[name], settings, screen === "desktop" ? desktopConfig : undefined, page);
    await page.close();
    const scores = categories.map((id) => Math.round(100 * (lhr.categories[id]?.score ?? 0)));
    console.log(`| ${name} | ${screen} | ${scores.join(" | ")}${scores.length < 4 ? " | " : ""} |`);
    categories.forEach((id, n) => {
      if (scores[n] >= LEAST[screen]) return;
      const failed = lhr.categories[id].auditRefs.map((it) => lhr.audits[it.id]).filter((it) => it.score !== null && it.score < 0.9);
      problems.push(`${name} on ${screen}: ${id} ${scores[n]}: ${failed.map((it) => `${it.id} ${it.displayValue ?? ""}`).join(", ")}`);
    });
  }
}
await chromium.close();

// ---- Firefox

const firefox = await puppeteer.launch(FIREFOX);
const page = await firefox.newPage();
page.on("pageerror", (error) => problems.push(`Firefox: ${error.message}`));
page.on("console", (message) => message.type() === "error" && problems.push(`Firefox: ${message.text()}`));
let pictures = 0;
for (const [name, path] of Object.entries(await pages(page))) {
  await page.goto(address + path);
  for (const [screen, size] of Object.entries(SIZES)) {
    await page.setViewport(size);
    await new Promise((done) => setTimeout(done, 700));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (wide) problems.push(`Firefox: ${name} is wider than the ${screen}`);
    writeFileSync(`${folder}/${name}-${screen}.png`, await page.screenshot());
    pictures += 1;
  }
}
await firefox.close();
console.log(`\nFirefox: ${pictures} pictures in ${folder}.`);

if (problems.length > 0) {
  console.error(`\n${problems.length} problems:\n${problems.join("\n")}`);
  process.exit(1);
}
