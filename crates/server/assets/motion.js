// Motion: things move from their old place to the new one. Nothing waits for it, and input is never blocked.
import { isLively } from "./settings.js";

const OUT = "cubic-bezier(.2,.8,.2,1)";
const things = (root) => Array.from(root.querySelectorAll("[data-thing]"));

/** Where everything is before a change. */
export const measure = (root) => {
  if (!isLively() || document.hidden) return null;
  const places = new Map();
  for (const element of things(root)) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) places.set(element.dataset.thing, { box, face: element.dataset.face });
  }
  return places;
};

/** Moves everything from where it was. */
export const play = (root, before) => {
  if (!before) return;
  const now = new Set(things(root).map((element) => element.dataset.thing));
  let turned = 0;
  for (const element of things(root)) {
    const { thing, from, face } = element.dataset;
    // What has just appeared may have been another thing: the first of those it names that is gone now.
    const origin = before.get(thing) ?? before.get(from?.split(" ").find((name) => before.has(name) && !now.has(name)));
    if (!origin) {
      element.animate({ opacity: [0, 1] }, { duration: 120 });
      continue;
    }
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    if (origin.face !== face) {
      element.animate({ transform: ["rotateY(90deg)", "none"] }, { duration: 360, delay: 40 * turned++, easing: OUT, fill: "backwards" });
      continue;
    }
    const [x, y] = [origin.box.x - box.x, origin.box.y - box.y];
    const scale = origin.box.width / box.width;
    if (Math.abs(x) + Math.abs(y) < 6) continue;
    const far = Math.hypot(x, y) > 80;
    const begin = `translate(${x}px, ${y}px) scale(${scale})`;
    const middle = `translate(${x / 2}px, ${y / 2 - (far ? 24 : 0)}px) scale(${(1 + scale) / 2})`;
    element.classList.add("flying");
    const flight = element.animate(
      { transformOrigin: ["0 0", "0 0", "0 0"], transform: [begin, middle, "none"] },
      { duration: far ? 320 : 200, easing: OUT },
    );
    flight.finished.catch(() => {}).finally(() => element.classList.remove("flying"));
  }
};

/** Finishes all motion at once. */
export const finish = (root) => root.getAnimations({ subtree: true }).forEach((animation) => animation.finish());
