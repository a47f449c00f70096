// What different viewers show of one face, side by side: most photos have one view, and none of this.
import { drawInto } from './pictures.js';
import { byId, el } from './talk.js';

/** What a view is called. */
export const viewWords = (views, view) => (view === 0 ? 'as most show it' : views[view - 1]);

export class FaceViews {
  /** By view; undefined where it shows nothing else than most viewers do. */
  #canvases = [];
  #buttons = [];

  /** @param hooks `choose(view)`. */
  constructor(hooks) {
    this.hooks = hooks;
    this.root = byId('face-views');
  }

  /** What is drawn here shows what is hidden: it goes with the face. */
  clear() {
    this.#canvases = [];
    this.#buttons = [];
    this.root.replaceChildren();
    this.root.hidden = true;
  }

  /** Draws at once: the bitmap may be closed by a later load. */
  draw(view, bitmap) {
    if (!bitmap) return;
    this.#canvases[view] = el('canvas', { 'aria-hidden': 'true' });
    drawInto(this.#canvases[view], bitmap);
  }

  /** Shows all that were drawn, where they are more than one. */
  show(views) {
    const shown = [0, ...views.map((_, index) => index + 1)].filter((view) => this.#canvases[view]);
    this.#buttons = shown.map((view) => {
      const words = viewWords(views, view);
      return el('button', { type: 'button', class: 'face-view', 'data-view': view, click: () => this.hooks.choose(view) }, this.#canvases[view], el('span', {}, words));
    });
    this.root.replaceChildren(...this.#buttons);
    this.root.hidden = shown.length < 2;
  }

  /** Says which one is looked at. @returns its picture: that of most viewers where it shows nothing else. */
  choose(view) {
    const seen = this.#canvases[view] ? view : 0;
    for (const each of this.#buttons) each.setAttribute('aria-pressed', String(Number(each.dataset.view) === seen));
    return this.#canvases[seen];
  }
}
