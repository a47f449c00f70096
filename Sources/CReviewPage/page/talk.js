// What the page says, and how its elements are made.

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an element. Attributes whose value is false, null or undefined are left out; functions listen to the event of their name.
 * Children are elements or texts: nothing is ever read as HTML.
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** One of the drawings that index.html holds. */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.append(use);
  return svg;
}

/** A button with words, and a listener. */
export function button(words, listener, attributes = {}) {
  return el('button', { type: 'button', class: 'button', click: listener, ...attributes }, words);
}

/** "1 face", "3 faces". */
export const count = (number, one, many = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** "a, b and c". */
export const list = (words) => new Intl.ListFormat('en', { type: 'conjunction' }).format(words);

/** The last part of a path. */
export const baseName = (path) => path.slice(path.lastIndexOf('/') + 1);

let fading = 0;

/** Says something to screen readers alone. */
export function speak(words) {
  const spoken = byId('spoken');
  // The same words twice would not be spoken twice.
  spoken.textContent = spoken.textContent === words ? `${words}\u00a0` : words;
}

/** Says what happened: to screen readers, and in a line above the photo that goes after a while. */
export function say(words) {
  speak(words);
  const toast = byId('toast');
  toast.textContent = words;
  toast.classList.add('shown');
  clearTimeout(fading);
  fading = setTimeout(() => toast.classList.remove('shown'), 3500);
}
