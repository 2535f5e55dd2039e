// Applies the theme and the motion that the person has chosen, before anything is drawn.
"use strict";

try {
  const { theme, still } = JSON.parse(localStorage.getItem("settings") ?? "{}");
  if (theme) document.documentElement.dataset.theme = theme;
  if (still) document.documentElement.dataset.still = "";
} catch {
  // Without storage everything has its default.
}
