// A link with a button that copies it. Where the clipboard is not given to pages, as without https, the browser's old
// way is tried; and if that fails too, the link is selected, ready to be copied by hand.
"use strict";

const copy = async (field, button) => {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    const copied = document.execCommand("copy");
    if (copied) button.focus();
    return copied;
  }
};

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const said = button.parentElement.querySelector("[role=status]");
  // What is said twice is heard twice only if it was gone in between.
  said.textContent = "";
  const copied = await copy(document.getElementById(button.dataset.copy), button);
  said.textContent = copied ? "Copied" : "Selected: copy it from the field";
});
