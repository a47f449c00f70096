// Looks: small previews of this photo in each style and tone, and the sliders. Tones never touch what is hidden.
import * as pictures from './pictures.js';
import { byId, el } from './talk.js';

const STYLES = [['mosaic', 'Mosaic'], ['blur', 'Blur'], ['fill', 'Fill']];
const TONES = [
  ['sepia', 'Sepia'], ['vignette', 'Vignette'], ['chrome', 'Chrome'], ['instant', 'Instant'], ['invert', 'Invert'],
  ['posterize', 'Posterize'], ['table', 'Own table'],
];
// Where the looks of these names begin, as the program previews them.
const USUAL_SEPIA = 1;
const USUAL_VIGNETTE = { radius: 0.5, intensity: 1 };

const percent = (value) => `${Math.round(value * 100)} %`;

/** Of what is hidden; then of the rest, in the order of Filtster. */
const SLIDERS = [
  { key: 'cells', words: 'Cells', min: 1, max: 24, step: 1, show: String },
  { key: 'margin', words: 'Margin', min: 1, max: 4, step: 0.1, show: (value) => `× ${value.toFixed(1)}` },
  { key: 'radius', words: 'Vignette radius', min: 0, max: 1, step: 0.05, show: percent },
  { key: 'vignette', words: 'Vignette', min: 0, max: 1, step: 0.05, show: percent },
  { key: 'sepia', words: 'Sepia', min: 0, max: 1, step: 0.05, show: percent },
];

/** What a photo's sliders say. */
const valuesOf = (photo) => ({
  cells: photo.cells,
  margin: photo.margin,
  sepia: photo.sepia ?? 0,
  vignette: photo.vignette?.intensity ?? 0,
  radius: photo.vignette?.radius ?? USUAL_VIGNETTE.radius,
});

/** The change that a slider means. */
function changeOf(photo, key, value) {
  if (key === 'cells' || key === 'margin') return { kind: 'strength', [key]: value };
  if (key === 'sepia') return { kind: 'tone', sepia: value > 0 ? value : null };
  const vignette = { ...(photo.vignette ?? USUAL_VIGNETTE), [key === 'vignette' ? 'intensity' : 'radius']: value };
  return { kind: 'tone', vignette: vignette.intensity > 0 ? vignette : null };
}

export class Looks {
  #waiting = 0;
  #tiles = new Map();
  #sliders = new Map();
  #drawn = '';

  /** @param hooks `change(change, words)`. */
  constructor(model, store, hooks) {
    Object.assign(this, { model, store, hooks });
    this.box = byId('looks');
    byId('styles').append(...STYLES.map(([name, words]) => this.#tile(name, words, `style=${name}`)));
    byId('tones').append(this.#tile('none', 'No tone', null), ...TONES.map(([name, words]) => this.#tile(name, words, `look=${name}`)));
    byId('sliders').append(...SLIDERS.map((each) => this.#slider(each)));
    byId('shape').addEventListener('change', (event) => this.#change({ kind: 'strength', shape: event.target.value }, `Shape: ${event.target.value}.`));
    this.box.addEventListener('toggle', () => this.update());
  }

  #tile(name, words, query) {
    const canvas = el('canvas', { 'aria-hidden': 'true' });
    const element = el('button', { type: 'button', class: 'look', 'aria-pressed': 'false', 'data-look': name, click: () => this.#choose(name, words) }, canvas, el('span', {}, words));
    this.#tiles.set(name, { element, canvas, query });
    return element;
  }

  #slider({ key, words, min, max, step, show }) {
    const output = el('output', {});
    const input = el('input', { type: 'range', min, max, step, 'data-slider': key });
    input.addEventListener('input', () => (output.textContent = show(Number(input.value))));
    input.addEventListener('change', () => {
      const { photo } = this.model;
      if (photo) this.#change(changeOf(photo, key, Number(input.value)), `${words}: ${output.textContent}.`);
    });
    this.#sliders.set(key, { input, output, show });
    return el('label', { class: 'slider' }, el('span', {}, words), input, output);
  }

  #change(change, words) {
    if (this.model.photo) this.hooks.change(change, words);
  }

  #choose(name, words) {
    const { photo } = this.model;
    if (!photo) return;
    const isOn = this.#isOn(photo, name);
    const says = isOn ? `Without ${words.toLowerCase()}.` : `${words}.`;
    if (STYLES.some(([style]) => style === name)) return isOn || this.#change({ kind: 'strength', style: name }, says);
    if (name === 'none') return isOn || this.#change({ kind: 'tone', sepia: null, vignette: null, look: null }, says);
    if (name === 'sepia') return this.#change({ kind: 'tone', sepia: isOn ? null : USUAL_SEPIA }, says);
    if (name === 'vignette') return this.#change({ kind: 'tone', vignette: isOn ? null : USUAL_VIGNETTE }, says);
    return this.#change({ kind: 'tone', look: isOn ? null : name }, says);
  }

  #isOn(photo, name) {
    const table = photo.look ?? (photo.hasTable ? 'table' : null);
    if (name === 'none') return !(photo.sepia > 0) && !(photo.vignette?.intensity > 0) && table === null;
    if (name === 'sepia') return photo.sepia > 0;
    if (name === 'vignette') return photo.vignette?.intensity > 0;
    return photo.style === name || table === name;
  }

  /** Shows the photo's values, and its previews a moment after the person has stopped going on. */
  update() {
    const { photo } = this.model;
    clearTimeout(this.#waiting);
    if (!photo || !this.box.open) return;
    for (const [name, { element }] of this.#tiles) element.setAttribute('aria-pressed', String(Boolean(this.#isOn(photo, name))));
    this.#tiles.get('table').element.hidden = !photo.hasTable || (photo.look ?? 'table') !== 'table';
    const values = valuesOf(photo);
    for (const [key, { input, output, show }] of this.#sliders) {
      if (key === 'cells') input.max = photo.style === 'pixelate' ? 6 : 24;
      if (document.activeElement !== input || Number(input.value) !== values[key]) input.value = values[key];
      output.textContent = show(values[key]);
    }
    byId('shape').value = photo.shape;
    const name = `${photo.photo}@${photo.version}`;
    if (name === this.#drawn) return;
    this.#waiting = setTimeout(() => this.#draw(photo, name), 500);
  }

  /** One after the other: nobody waits for them. */
  async #draw(photo, name) {
    this.#drawn = name;
    for (const { element, canvas, query } of this.#tiles.values()) {
      if (element.hidden) continue;
      const picture = query === null ? pictures.shown(photo.photo, photo.version, 800) : pictures.look(photo.photo, photo.version, query);
      const bitmap = query === null ? this.store.kept(picture) : await this.store.load(picture).catch(() => null);
      if (this.#drawn !== name || this.model.photo?.version !== photo.version) return;
      if (bitmap) pictures.drawInto(canvas, bitmap);
      else pictures.clear(canvas);
    }
  }

  /** Another photo: the previews of the last one go. */
  clear() {
    this.#drawn = '';
    for (const { canvas } of this.#tiles.values()) pictures.clear(canvas);
  }
}
