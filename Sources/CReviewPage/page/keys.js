// Keys, in one table. Controls keep their own: Space and Enter on a button press that button.
import { isDialogOpen } from './dialogs.js';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const isText = (target) => target.matches?.('input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]');
const isControl = (target) => target.closest?.('button:not(.box), a, summary, select, input, label, [role=option]') !== null;

export class Keys {
  /** Whether single letters do something. */
  hasSingleKeys = true;
  #isHeld = false;

  /** @param acts by name: right, wrong, draw, alike, clear, history, view, zoom, nearer, farther, undo, redo, done, escape, help, skip(step), play, step(count), mark(which),
   * nextFace(step), arrow(dx, dy, event) → whether it did something, holdOriginal, dropOriginal. */
  constructor(acts) {
    this.acts = acts;
    document.addEventListener('keydown', (event) => this.#onDown(event));
    document.addEventListener('keyup', (event) => {
      if (event.key.toLowerCase() === 'o') this.#drop();
    });
    window.addEventListener('blur', () => this.#drop());
    document.addEventListener('visibilitychange', () => this.#drop());
  }

  #drop() {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.acts.dropOriginal();
  }

  #onDown(event) {
    if (event.defaultPrevented || event.isComposing || isDialogOpen()) return;
    if (this.#act(event)) event.preventDefault();
  }

  /** @returns whether the key did something. */
  #act(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) return this.#actWithControl(event, key);
    if (isText(event.target)) return false;
    if (key in ARROWS) return !isControl(event.target) && this.acts.arrow(...ARROWS[key], event);
    if (event.altKey) return false;
    if (key === 'Tab') return event.target.id === 'stage' && this.acts.nextFace(event.shiftKey ? -1 : 1);
    if (key === ' ' || key === 'Enter') {
      if (isControl(event.target)) return false;
      if (!event.repeat) this.acts.right(key);
      return true;
    }
    return this.#actNamed(event, key);
  }

  #actWithControl(event, key) {
    const { acts } = this;
    if (key === 's') return acts.done(), true;
    if (isText(event.target)) return false;
    if (key === 'z') return event.shiftKey ? acts.redo() : acts.undo(), true;
    if (key === 'y') return acts.redo(), true;
    return false;
  }

  #actNamed(event, key) {
    const { acts } = this;
    const named = {
      Escape: acts.escape, PageDown: () => acts.skip(1), PageUp: () => acts.skip(-1), Delete: acts.wrong,
    };
    const letters = {
      '?': acts.help, '+': acts.nearer, '=': acts.nearer, '-': acts.farther,
      p: acts.play, ',': () => acts.step(-1), '.': () => acts.step(1), i: () => acts.mark('first'), u: () => acts.mark('last'),
      x: acts.wrong, a: acts.draw, g: acts.alike, c: acts.clear, r: acts.history, z: acts.zoom, v: acts.view, o: () => this.#hold(),
    };
    const act = named[key] ?? (this.hasSingleKeys ? letters[key] : undefined);
    if (!act) return false;
    if (!event.repeat || ['+', '-', '=', ',', '.'].includes(key)) act();
    return true;
  }

  #hold() {
    this.#isHeld = true;
    this.acts.holdOriginal();
  }
}
