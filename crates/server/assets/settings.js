// The settings of the person at this browser: theme, sound, motion and how moves are played.

const DEFAULTS = { theme: "", sound: false, still: false, confirm: false, forced: false, keys: true };
const root = document.documentElement;

const load = () => {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem("settings") ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
};
const settings = load();

export const setting = (name) => settings[name];

/** Whether things may move. */
export const isLively = () => !settings.still && !matchMedia("(prefers-reduced-motion: reduce)").matches;

export const set = (name, value) => {
  settings[name] = value;
  try {
    localStorage.setItem("settings", JSON.stringify(settings));
  } catch {
    // It holds until the page is left.
  }
  show();
  dispatchEvent(new CustomEvent("setting", { detail: name }));
};

/** Shows the settings in all controls. */
const show = () => {
  if (settings.theme) root.dataset.theme = settings.theme;
  else delete root.dataset.theme;
  root.toggleAttribute("data-still", settings.still);
  for (const control of document.querySelectorAll("[data-setting]")) {
    if (control.type === "checkbox") control.checked = settings[control.dataset.setting];
    else control.value = settings[control.dataset.setting];
  }
};

document.addEventListener("change", ({ target }) => {
  if (target.dataset?.setting) set(target.dataset.setting, target.type === "checkbox" ? target.checked : target.value);
});
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-theme-button]")) return;
  const dark = settings.theme ? settings.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  set("theme", dark ? "light" : "dark");
});
show();
