// The face that is asked about, large enough to judge, the question, and its answers.
import * as pictures from './pictures.js';
import { baseName, byId, count } from './talk.js';
import { FaceViews, viewWords } from './views.js';

/** How many times as long as the region's longer side the crop is, and how many pixels of the photo at least. */
const REACH = 3;
const LEAST_SIDE = 160;

const percent = (score) => `${Math.round(score * 100)} %`;

/** What a region is called within its photo. */
export function regionName(photo, region) {
  const index = photo.regions.findIndex((each) => each.id === region.id);
  const noun = region.kind === 'face' ? 'Face' : region.kind[0].toUpperCase() + region.kind.slice(1);
  // Tracks of a film are known by their names, which the command has for them, too.
  if (photo.film) return `${region.origin === 'manual' ? 'Drawn' : noun} ${region.id.replace(/^[tm](?=\d+$)/, '')}`;
  return `${noun} ${index + 1} of ${photo.regions.length}`;
}

/** What a screen reader says of a box. */
export function regionLabel(photo, region, isOpen) {
  const parts = [regionName(photo, region), region.state === 'excluded' ? 'left visible' : 'hidden'];
  if (region.origin === 'manual') parts.push('drawn by hand');
  if (isOpen && region.seenAgain) parts.push('a face can still be seen');
  else if (isOpen && region.doubtful) parts.push('in doubt');
  return parts.join(', ');
}

/** Where the region lies in its crop, as fractions: in the middle, but at the photo's edges. */
function placeInCrop(photo, region) {
  const side = Math.max(REACH * Math.max(region.width * photo.width, region.height * photo.height), LEAST_SIDE);
  const along = (start, length, whole) => {
    const taken = Math.min(side, whole);
    const from = Math.min(Math.max((start + length / 2) * whole - taken / 2, 0), whole - taken);
    return [(start * whole - from) / taken, (length * whole) / taken];
  };
  const [x, width] = along(region.x, region.width, photo.width);
  const [y, height] = along(region.y, region.height, photo.height);
  return { x, y, width, height };
}

/** The words for what is asked: {title, note, right, wrong, act}, where `act` is what the second button does. */
function wordsOf(model) {
  const { photo, region, question } = model;
  if (model.questions.length === 0 && !region) {
    const { changed, waiting } = model;
    if (waiting > 0) {
      return {
        title: 'Faces are still looked for',
        note: `In ${count(waiting, 'photo')}: questions may come.`,
        right: 'Next', wrong: 'Draw a face', act: 'draw',
      };
    }
    return {
      title: 'Everything is decided',
      note: changed > 0 ? `${count(changed, 'photo')} changed. Done makes the new pictures.` : 'Nothing has to be changed. Done signs it off.',
      right: 'Done', rightAct: 'done', wrong: 'Draw a face', act: 'draw',
    };
  }
  if (!photo) return { title: 'Opening…', note: '', right: 'Next', wrong: 'Draw a face', act: 'draw' };
  if (!region) return wordsOfPhoto(photo, question);
  const isHidden = region.state === 'applied';
  const isDrawn = region.origin === 'manual';
  const toggle = isHidden ? (isDrawn ? 'Leave it visible' : 'Not a face') : isDrawn ? 'Hide it again' : 'A face after all';
  if (!question) {
    const note = `${regionName(photo, region)}: ${isHidden ? 'hidden' : 'left visible'}${isDrawn ? ', drawn by hand' : ''}.`;
    return { title: isHidden ? 'Hidden' : 'Left visible', note, right: 'Next', wrong: toggle, act: 'toggle' };
  }
  if (region.seenAgain) {
    return {
      title: 'Can this face still be seen?',
      note: 'The second look saw a face in what is shown. Move or enlarge the box if it does not cover it.',
      right: 'It is covered', wrong: toggle, act: 'toggle',
    };
  }
  const sure = region.score === null || region.score === undefined ? '' : `The detector is ${percent(region.score)} sure. `;
  return {
    title: 'Is this a face?',
    note: `${sure}${isHidden ? 'It is hidden now.' : 'It is visible now.'}`,
    right: isHidden ? 'Yes, hide it' : 'No, leave it visible', wrong: toggle, act: 'toggle',
  };
}

function wordsOfPhoto(photo, question) {
  const hidden = photo.regions.filter((region) => region.state === 'applied').length;
  if (photo.reverted) {
    return { title: 'Taken back', note: 'Everything that was hidden here becomes visible again.', right: 'Next', wrong: 'Draw a face', act: 'draw' };
  }
  const noun = photo.film ? 'film' : 'photo';
  const views = photo.views?.length > 0 ? ` Not all viewers show this ${noun} alike: look at each of its ${photo.views.length + 1} views.` : '';
  const note = (hidden === 0 ? 'Nothing is hidden here. Look at all of it.' : `${count(hidden, 'face')} hidden. Is anybody missing?`) + views;
  if (!question) return { title: photo.looked ? 'Looked through' : `The whole ${noun}`, note, right: 'Next', wrong: 'Draw a face', act: 'draw' };
  if (hidden === 0) return { title: `Nobody in this ${noun}?`, note, right: 'Nobody to hide', wrong: 'Draw a face', act: 'draw' };
  return { title: 'Is everybody hidden?', note, right: 'Yes, everybody', wrong: 'Draw a face', act: 'draw' };
}

/** What a large button says, shows and is pressed by. */
function label(act, words, sign, key) {
  const button = document.querySelector(`.answers [data-act="${act}"]`);
  button.querySelector('.words').textContent = words;
  button.querySelector('use').setAttribute('href', `#i-${sign}`);
  button.querySelector('kbd').textContent = key;
}

export class FaceCard {
  #wanted = '';
  /** What the two large buttons do now. */
  acts = { right: 'right', wrong: 'toggle' };

  /** @param hooks `view(view)`. */
  constructor(model, store, hooks) {
    this.model = model;
    this.store = store;
    this.views = new FaceViews({ choose: hooks.view });
    this.canvas = byId('face-picture');
    this.frame = byId('face-frame');
  }

  /** Whether the crop of what is asked about is there, as every viewer shows it. */
  get isShown() {
    const { photo, region } = this.model.place;
    return this.frame.dataset.shown === `${photo}/${region}`;
  }

  update() {
    const { model } = this;
    const words = wordsOf(model);
    this.acts = { right: words.rightAct ?? 'right', wrong: words.act };
    byId('face-title').textContent = words.title;
    byId('face-note').textContent = words.note;
    const isHidden = model.region?.state === 'applied';
    label('right', words.right, words.right === 'Next' ? 'right' : 'check', 'Space');
    if (words.act === 'draw') label('wrong', words.wrong, 'draw', 'A');
    else label('wrong', words.wrong, isHidden ? 'cross' : 'face', 'X');
    document.querySelector('[data-act="later"]').hidden = model.questions.length === 0;
    this.#updateAlike();
    this.#updatePicture();
  }

  #updateAlike() {
    const { question } = this.model;
    const alike = question?.[1] ? question[3] : 0;
    byId('alike').hidden = !(alike > 0);
    if (alike > 0) byId('alike-words').textContent = `${count(alike, 'more question')} may be the same`;
  }

  #updatePicture() {
    const { photo, region, place, views, view } = this.model;
    const hasFace = Boolean(photo && region && region.id !== 'new');
    this.frame.classList.toggle('whole', !place.region);
    if (!hasFace) {
      this.#wanted = '';
      delete this.frame.dataset.shown;
      this.views.clear();
      return pictures.clear(this.canvas);
    }
    const name = `${place.photo}/${place.region}`;
    // Where the program does not know yet where the region is, the last crop stays.
    if (region.isPending && this.frame.dataset.shown === name) return;
    const how = view > 0 ? `, ${viewWords(views, view)}` : '';
    this.canvas.setAttribute('aria-label', `${regionName(photo, region)} of ${baseName(photo.name)}, as it is in the original${how}`);
    const wanted = pictures.face(place.photo, region);
    if (wanted.key === this.#wanted) {
      if (views.length > 0 && this.frame.dataset.shown === name) this.#drawView();
      return;
    }
    this.#wanted = wanted.key;
    this.views.clear();
    const kept = this.store.kept(wanted);
    if (kept && views.length === 0) return this.#draw(kept, place);
    if (this.frame.dataset.shown !== name) {
      pictures.clear(this.canvas);
      delete this.frame.dataset.shown;
    }
    const loading = views.length > 0 ? this.#loadViews(wanted, region, place) : this.store.load(wanted);
    loading.then(
      (bitmap) => this.#wanted === wanted.key && this.#draw(bitmap, place),
      () => {
        if (this.#wanted === wanted.key) this.#wanted = '';
      },
    );
  }

  /** Loads what every viewer shows. @returns what is to be drawn large, once all of it is there. */
  async #loadViews(wanted, region, { photo }) {
    const { views } = this.model;
    await Promise.all([null, ...views].map(async (_, view) => {
      const bitmap = await this.store.load(pictures.face(photo, region, view));
      if (this.#wanted === wanted.key) this.views.draw(view, bitmap);
    }));
    if (this.#wanted !== wanted.key) return null;
    this.views.show(views);
    return this.views.choose(this.model.view);
  }

  #drawView() {
    const picture = this.views.choose(this.model.view);
    if (picture) this.#draw(picture, this.model.place);
  }

  /** @param picture a bitmap or a canvas. */
  #draw(picture, { photo, region }) {
    pictures.drawInto(this.canvas, picture);
    this.#markRegion(picture);
    this.frame.dataset.shown = `${photo}/${region}`;
  }

  /** Corners around what is asked about: there may be other faces beside it. */
  #markRegion({ width, height }) {
    const place = placeInCrop(this.model.photo, this.model.region);
    const context = this.canvas.getContext('2d');
    const unit = Math.max(width, height) / 200;
    const [left, top] = [place.x * width - unit, place.y * height - unit];
    const [right, bottom] = [(place.x + place.width) * width + unit, (place.y + place.height) * height + unit];
    const arm = Math.min(right - left, bottom - top) / 5;
    context.beginPath();
    for (const [x, y, dx, dy] of [[left, top, 1, 1], [right, top, -1, 1], [right, bottom, -1, -1], [left, bottom, 1, -1]]) {
      context.moveTo(x + dx * arm, y);
      context.lineTo(x, y);
      context.lineTo(x, y + dy * arm);
    }
    for (const [style, lineWidth] of [['rgb(0 0 0 / 70%)', 2.4 * unit], ['#fff', 1.2 * unit]]) {
      Object.assign(context, { strokeStyle: style, lineWidth, lineCap: 'round', lineJoin: 'round' });
      context.stroke();
    }
  }
}
