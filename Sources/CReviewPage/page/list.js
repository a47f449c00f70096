// The list of photos: as many rows as are seen, whether there are thirty photos or ten thousand.
import { byId, count, el, icon } from './talk.js';

const FILTERS = {
  open: { words: 'To decide', has: (entry, number, model) => model.isOpen(number) },
  all: { words: 'All photos', has: () => true },
  films: { words: 'Films', has: (entry) => entry.film },
  changed: { words: 'Changed', has: (entry) => entry.changed },
  noFace: { words: 'No face found', has: (entry) => entry.status === 'noFace' },
  failed: { words: 'Not readable', has: (entry) => entry.status === 'failed' },
};

/** What stands beside a photo's name. */
function state(entry, isOpen) {
  if (entry.status === 'waiting') return ['wait', 'not looked at yet'];
  if (entry.status === 'failed') return ['warn', `cannot be reviewed: ${entry.reason ?? 'not readable'}`];
  if (!isOpen) return ['check', 'decided'];
  if (entry.status === 'noFace') return ['none', 'no face found'];
  if (entry.status === 'doubtful') return ['doubt', 'in doubt'];
  return ['face', 'not looked through yet'];
}

export class PhotoList {
  #rows = [];
  #frame = 0;
  #filter = 'all';
  #text = '';

  /** @param hooks `go(photo)`. */
  constructor(model, hooks) {
    this.model = model;
    this.hooks = hooks;
    this.box = byId('photo-list');
    this.inner = this.box.querySelector('.rows');
    this.#fillFilters();
    this.box.addEventListener('scroll', () => this.#later());
    this.box.addEventListener('click', (event) => this.#onClick(event));
    this.box.addEventListener('keydown', (event) => this.#onKey(event));
    new ResizeObserver(() => this.#later()).observe(this.box);
  }

  #fillFilters() {
    const select = byId('photo-filter');
    select.append(...Object.entries(FILTERS).map(([value, { words }]) => el('option', { value }, words)));
    select.value = this.#filter;
    select.addEventListener('change', () => {
      this.#filter = select.value;
      this.update();
    });
    byId('photo-search').addEventListener('input', (event) => {
      this.#text = event.target.value.toLowerCase();
      this.update();
    });
  }

  /** The photos that are listed have changed. */
  update() {
    const { has } = FILTERS[this.#filter];
    this.#rows = [];
    this.model.photos.forEach((entry, number) => {
      if (!has(entry, number, this.model)) return;
      if (this.#text && !entry.name.toLowerCase().includes(this.#text)) return;
      this.#rows.push(number);
    });
    byId('photo-count').textContent =
      this.#rows.length === 0 ? 'No photo here' : count(this.#rows.length, 'photo');
    this.#later();
  }

  /** The photo before or after another one, as they are listed. */
  beside(photo, step) {
    const at = this.#rows.indexOf(photo);
    if (at >= 0) return this.#rows[at + step];
    const after = this.#rows.findIndex((number) => number > photo);
    if (after < 0) return step < 0 ? this.#rows.at(-1) : undefined;
    return step > 0 ? this.#rows[after] : this.#rows[after - 1];
  }

  /** Scrolls so that the photo is seen. */
  reveal(photo) {
    const at = this.#rows.indexOf(photo);
    const height = this.#height();
    const { scrollTop, clientHeight } = this.box;
    if (at >= 0 && clientHeight > 0) {
      if (at * height < scrollTop) this.box.scrollTop = Math.max(at * height - height, 0);
      else if ((at + 2) * height > scrollTop + clientHeight) this.box.scrollTop = (at + 2) * height - clientHeight;
    }
    this.#later();
  }

  #height() {
    return 2.75 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  #later() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const height = this.#height();
    const first = Math.max(Math.floor(this.box.scrollTop / height) - 4, 0);
    const last = Math.min(first + Math.ceil(this.box.clientHeight / height) + 8, this.#rows.length);
    this.inner.style.setProperty('height', `${this.#rows.length * height}px`);
    const rows = [];
    for (let index = first; index < last; index += 1) rows.push(this.#row(index, height));
    this.inner.replaceChildren(...rows);
    const active = `photo-${this.model.place.photo}`;
    if (byId(active)) this.box.setAttribute('aria-activedescendant', active);
    else this.box.removeAttribute('aria-activedescendant');
  }

  #row(index, height) {
    const number = this.#rows[index];
    const entry = this.model.photos[number];
    const [sign, words] = state(entry, this.model.isOpen(number));
    const slash = entry.name.lastIndexOf('/') + 1;
    const row = el(
      'div',
      {
        role: 'option', id: `photo-${number}`, class: `row sign-${sign}`, 'data-photo': number, title: `${entry.name}: ${words}`,
        'aria-selected': String(number === this.model.place.photo),
        'aria-setsize': this.#rows.length, 'aria-posinset': index + 1,
        'aria-label': `${entry.film ? 'Film ' : ''}${entry.name}, ${words}, ${count(entry.faces, 'face')} hidden${entry.changed ? ', changed' : ''}`,
      },
      icon(sign),
      entry.film && icon('film'),
      el('span', { class: 'row-name' }, el('span', { class: 'folder' }, entry.name.slice(0, slash)), el('span', {}, entry.name.slice(slash))),
      entry.changed && el('span', { class: 'dot', title: 'changed' }),
      el('span', { class: 'row-count' }, entry.faces > 0 ? String(entry.faces) : ''),
    );
    row.style.setProperty('top', `${index * height}px`);
    return row;
  }

  #onClick(event) {
    const row = event.target.closest('[data-photo]');
    if (row) this.hooks.go(Number(row.dataset.photo), event.detail > 0);
  }

  #onKey(event) {
    const page = Math.max(Math.floor(this.box.clientHeight / this.#height()) - 1, 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || this.#rows.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = Math.max(this.#rows.indexOf(this.model.place.photo), 0);
    const to = Math.min(Math.max(at + step, 0), this.#rows.length - 1);
    this.hooks.go(this.#rows[to], false);
  }
}
