// Picking: people build a sentence by picking its words on the board, in any order.

/** The words of a token, of which there may be several. */
export const split = (token) => token.split(" ");

/** What is left of a sentence after some words; null if it does not contain all of them. */
const rest = (sentence, words) => {
  const left = split(sentence);
  for (const word of words) {
    const at = left.indexOf(word);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
};

/** Text without capitals and punctuation, to compare what people type. */
const plain = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");

export class Picks {
  /** The legal actions: each a sentence and its label. */
  legal = [];
  /** What is picked: tokens and the elements by which they were picked, since two cards may have the same token. */
  list = [];
  /** Words that are meant when nothing else is picked in their place. */
  defaults = [];

  words = () => this.list.flatMap((it) => split(it.token));

  label = (sentence) => this.legal.find(([it]) => it === sentence)?.[1] ?? sentence;

  /** The legal sentences that contain these words. */
  open = (words = this.words()) => this.legal.map(([sentence]) => sentence).filter((it) => rest(it, words));

  /** The sentence that the picks say, or the only one that they can become. */
  armed() {
    const left = this.open();
    const says = (words) => left.find((sentence) => rest(sentence, words)?.length === 0);
    const whole = says(this.words()) ?? says([...this.words(), ...this.defaults]);
    return whole ?? (left.length === 1 ? left[0] : null);
  }

  /** Whether a token can be picked in addition to the picks. */
  fits = (token) => this.open([...this.words(), ...split(token)]).length > 0;

  /** Whether a token occurs in any legal sentence. */
  isLegal = (token) => this.open(split(token)).length > 0;

  has = (element) => this.list.some((it) => it.element === element);

  /** Picks a token. Earlier picks that do not go with it give way. */
  add(token, element) {
    const kept = [{ token, element }];
    for (const it of this.list) {
      if (this.open([...kept, it].flatMap((one) => split(one.token))).length > 0) kept.push(it);
    }
    this.list = [...kept.slice(1), kept[0]];
  }

  remove(element) {
    this.list = this.list.filter((it) => it.element !== element);
  }

  /** The picks that say a sentence: the longest tokens first. A word that nothing stands for is picked all the same. */
  spell(sentence, elements) {
    let left = split(sentence);
    const found = [];
    const byLength = [...elements].sort((one, two) => split(two.dataset.token).length - split(one.dataset.token).length);
    for (const element of byLength) {
      const { token } = element.dataset;
      const after = rest(left.join(" "), split(token));
      if (left.length > 0 && after) (left = after), found.push({ token, element });
    }
    return [...found, ...left.map((token) => ({ token, element: null }))];
  }

  /** The legal sentence that somebody typed: as a sentence, with other punctuation, or as its label. */
  typed(text) {
    const meant = plain(text);
    const found = this.legal.find(([sentence, label]) => plain(sentence) === meant || plain(label) === meant);
    return found?.[0] ?? text;
  }
}
