// The tracks of a film: each as a strip of what is seen in it, doubtful ones first, with what a person may do with it.
import { getPicture } from './api.js';
import { regionName } from './face.js';
import { clock, secondsOf } from './film.js';
import * as pictures from './pictures.js';
import { button, byId, count, el, icon } from './talk.js';

/** Pictures that are asked for at once: others wait for what the person does meanwhile. */
const LOADERS = 2;

const rank = (region) => (region.doubtful && region.origin !== 'manual' ? 0 : region.origin === 'manual' ? 1 : 2);

/** Doubtful ones, what was drawn, and the rest; each in the order of their times. */
export function ordered(regions) {
  const start = (region) => region.times?.start ?? 0;
  return [...regions].sort((a, b) => rank(a) - rank(b) || start(a) - start(b) || a.id.localeCompare(b.id, 'en', { numeric: true }));
}

/** What is known of a track, in few words. */
function wordsOf(region, isOpen) {
  const { times, score } = region;
  return [
    times && (times.end - times.start < 0.005 ? clock(times.start) : `${clock(times.start)} to ${clock(times.end)}`),
    region.origin === 'manual' ? 'drawn by hand' : isOpen && region.doubtful && 'in doubt',
    region.origin !== 'manual' && score !== null && score !== undefined && `${Math.round(score * 100)} % sure`,
  ].filter(Boolean).join(' · ');
}

export class TrackList {
  #rows = new Map();
  #photo = -1;
  #waiting = [];
  #loading = 0;
  #seen;

  /** @param hooks `go(region)`, `toggle(region)`, `play(region)`, `seek(frame)`, `span(region, {from, to})` with frames or times,
   * `mark(region, which)`. */
  constructor(model, hooks) {
    Object.assign(this, { model, hooks });
    this.box = byId('track-list');
    this.#seen = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.#load(entry.target.dataset.track);
    }, { root: null, rootMargin: '80px' });
  }

  clear() {
    this.#photo = -1;
    this.#waiting = [];
    for (const { element } of this.#rows.values()) this.#seen.unobserve(element);
    this.#rows.clear();
    this.box.replaceChildren();
  }

  /** Shows a film's tracks as they are. */
  update() {
    const { photo, place } = this.model;
    if (!photo?.film) return;
    if (this.#photo !== photo.photo) this.clear();
    this.#photo = photo.photo;
    const regions = ordered(photo.regions.filter((region) => region.id !== 'new'));
    const kept = new Set(regions.map((region) => region.id));
    for (const [id, row] of [...this.#rows]) {
      if (kept.has(id)) continue;
      this.#seen.unobserve(row.element);
      row.element.remove();
      this.#rows.delete(id);
    }
    regions.forEach((region, index) => this.#fill(region, index, photo, place));
    const doubtful = regions.filter((region) => this.model.isOpen(photo.photo, region.id)).length;
    byId('tracks-title').textContent = regions.length === 0
      ? 'No face was found in this film'
      : `${count(regions.length, 'face')} in this film${doubtful > 0 ? `, ${doubtful} in doubt` : ''}`;
  }

  #fill(region, index, photo, place) {
    let row = this.#rows.get(region.id);
    if (!row) {
      row = this.#make(region);
      this.#rows.set(region.id, row);
      this.#seen.observe(row.element);
    }
    if (this.box.children[index] !== row.element) this.box.insertBefore(row.element, this.box.children[index] ?? null);
    const isOpen = this.model.isOpen(photo.photo, region.id);
    const isHidden = region.state === 'applied';
    const isHere = place.region === region.id;
    const { element } = row;
    element.classList.toggle('visible', !isHidden);
    element.classList.toggle('open', isOpen);
    if (isHere && !element.classList.contains('here')) element.scrollIntoView({ block: 'nearest' });
    element.classList.toggle('here', isHere);
    row.name.textContent = regionName(photo, region);
    if (isHere) row.name.setAttribute('aria-current', 'true');
    else row.name.removeAttribute('aria-current');
    row.words.textContent = `${isHidden ? 'hidden' : 'left visible'} · ${wordsOf(region, isOpen)}`;
    row.toggle.textContent = isHidden ? 'Leave visible' : 'Hide';
    row.toggle.setAttribute('aria-label', `${isHidden ? 'Leave' : 'Hide'} ${row.name.textContent}${isHidden ? ' visible' : ''}`);
    row.play.setAttribute('aria-label', `Play ${row.name.textContent} from its beginning`);
    this.#fillStrip(row, region, photo);
    this.#fillSpan(row, region);
  }

  #make(region) {
    const name = el('button', { type: 'button', class: 'track-name', title: region.id, click: () => this.hooks.go(region.id) });
    const words = el('span', { class: 'track-words' });
    const play = el('button', { type: 'button', class: 'tool', title: 'Play it from its beginning', click: () => this.hooks.play(region.id) }, icon('play'));
    const toggle = button('', () => this.hooks.toggle(region.id), { class: 'button small' });
    const strip = el('div', { class: 'strip' });
    const span = el('div', { class: 'span', hidden: true });
    const element = el('div', { class: 'track', role: 'listitem', 'data-track': region.id },
      el('div', { class: 'track-head' }, el('div', { class: 'track-who' }, name, words), play, toggle), strip, span);
    return { element, name, words, play, toggle, strip, span, key: '', isSeen: false };
  }

  /** The pictures are asked for once the row is seen, and anew where the track has moved. */
  #fillStrip(row, region, photo) {
    const moments = region.times?.moments ?? [];
    const place = region.origin === 'manual' ? [region.x, region.y, region.width, region.height] : [];
    const key = JSON.stringify([moments, place]);
    if (row.key === key || region.isPending) return;
    row.key = key;
    row.tiles = moments.map(([frame, time], number) => {
      const canvas = el('canvas', { 'aria-hidden': 'true', width: 1, height: 1 });
      const element = el('button', {
        type: 'button', class: 'moment', 'aria-label': `${regionName(photo, region)} at ${clock(time)}`, click: () => this.hooks.seek(region.id, frame),
      }, canvas, el('span', {}, clock(time)));
      return { canvas, element, path: pictures.moment(photo.photo, region.id, number) };
    });
    row.strip.replaceChildren(...row.tiles.map((tile) => tile.element));
    if (row.isSeen) this.#load(region.id);
  }

  #load(id) {
    const row = this.#rows.get(id);
    if (!row) return;
    row.isSeen = true;
    // What came into sight last is looked at now.
    this.#waiting.unshift(...(row.tiles ?? []).filter((tile) => !tile.isAsked));
    for (const tile of row.tiles ?? []) tile.isAsked = true;
    this.#goOn();
  }

  #goOn() {
    while (this.#loading < LOADERS && this.#waiting.length > 0) {
      const tile = this.#waiting.shift();
      if (!tile.element.isConnected) continue;
      this.#loading += 1;
      getPicture(tile.path).then(
        (bitmap) => {
          pictures.drawInto(tile.canvas, bitmap);
          bitmap.close();
        },
        () => tile.element.classList.add('missing'),
      ).finally(() => {
        this.#loading -= 1;
        this.#goOn();
      });
    }
    this.box.setAttribute('aria-busy', String(this.#loading > 0));
    byId('tracks-note').textContent = this.#loading > 0 ? 'Looking them up in the film…' : '';
  }

  /** From when to when what was drawn is hidden. */
  #fillSpan(row, region) {
    const isDrawn = region.origin === 'manual' && region.times;
    row.span.hidden = !isDrawn;
    if (!isDrawn) return;
    if (!row.fields) {
      const field = (which, words, here) => {
        const input = el('input', { type: 'text', inputmode: 'decimal', size: 8, autocomplete: 'off', spellcheck: false, change: () => this.#onField(region.id, which, input) });
        const label = el('label', {}, words, input);
        return { input, parts: [label, button('', () => this.hooks.mark(region.id, which), { class: 'button small', title: `${words} the frame that is shown (${here})` })] };
      };
      row.fields = { first: field('first', 'From', 'I'), last: field('last', 'to', 'U') };
      for (const [which, key] of [['first', 'I'], ['last', 'U']]) row.fields[which].parts[1].append('Here ', el('kbd', {}, key));
      row.span.append(...row.fields.first.parts, ...row.fields.last.parts);
    }
    for (const [which, time] of [['first', region.times.start], ['last', region.times.end]]) {
      const { input } = row.fields[which];
      if (document.activeElement !== input) input.value = clock(time);
    }
  }

  #onField(id, which, input) {
    const time = secondsOf(input.value);
    input.setAttribute('aria-invalid', String(time === null));
    if (time !== null) this.hooks.span(id, which, time);
  }
}
