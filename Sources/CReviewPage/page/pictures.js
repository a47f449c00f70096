// Pictures that are shown now or soon, decoded and kept in memory alone; what was looked at longest ago goes first.
import { getPicture } from './api.js';

const MAX_BYTES = 160 * 1024 * 1024;
const SIDES = [800, 1200, 1600, 2400, 4000];

const bytesOf = (bitmap) => (bitmap ? bitmap.width * bitmap.height * 4 : 0);

/** The long side to ask for, of a picture that is shown with so many device pixels. */
export const sideFor = (pixels) => SIDES.find((side) => side >= pixels * 0.9) ?? SIDES.at(-1);

// What can be asked for. Keys tell versions apart, addresses need not. A view is 0 for what most viewers show, else the place of its words in
// what GET /api/photo calls `views`, from 1.
export const shown = (photo, version, side, view = 0) => {
  const path = `/picture/${photo}/shown?v=${version}&side=${side}${view > 0 ? `&view=${view}` : ''}`;
  return { key: path, path };
};
/** A crop is of the original: only where the region lies changes it. In another view it is null where that shows nothing else. */
export const face = (photo, { id, x, y, width, height, times }, view = 0) => ({
  key: `/picture/${photo}/face/${id}@${[x, y, width, height, times?.face, view]}`,
  path: `/picture/${photo}/face/${encodeURIComponent(id)}${view > 0 ? `?view=${view}` : ''}`,
});
export const look = (photo, version, query) => ({
  key: `/picture/${photo}/look?${query}@${version}`,
  path: `/picture/${photo}/look?${query}`,
});
/** A frame of a film as the render will show it. */
export const frame = (photo, number, version, side) => {
  const path = `/picture/${photo}/frame/${number}?v=${version}&side=${side}`;
  return { key: path, path };
};
export const originalFrame = (photo, number, side, signal) => getPicture(`/picture/${photo}/frame/${number}?original=1&side=${side}`, signal);
/** A small square around a track, where it is in the original: drawn at once, never kept. */
export const moment = (photo, region, number) => `/picture/${photo}/moment/${encodeURIComponent(region)}/${number}`;
/** Shows what is hidden: fetched while it is looked at, never kept. */
export const original = (photo, side, view, signal) =>
  getPicture(`/picture/${photo}/original?side=${side}${view > 0 ? `&view=${view}` : ''}`, signal);

export class Pictures {
  #kept = new Map();
  #loading = new Map();
  #bytes = 0;
  #soon = [];

  /** A picture that is there. It may be closed by a later load: draw it at once, and ask again. */
  kept({ key }) {
    if (!this.#kept.has(key)) return undefined;
    const bitmap = this.#kept.get(key);
    this.#kept.delete(key);
    this.#kept.set(key, bitmap);
    return bitmap;
  }

  async load(picture) {
    const kept = this.kept(picture);
    return kept === undefined ? this.#loading.get(picture.key) ?? this.#fetch(picture) : kept;
  }

  /** Loads these when nothing else is to be done, the first one first, instead of those named before. */
  loadSoon(pictures) {
    this.#soon = pictures.filter((picture) => !this.#kept.has(picture.key) && !this.#loading.has(picture.key));
    this.#goOn();
  }

  #goOn() {
    // Two at a time leave the program free for what a person waits for.
    while (this.#loading.size < 2 && this.#soon.length > 0) {
      const picture = this.#soon.shift();
      if (!this.#kept.has(picture.key)) this.load(picture).catch(() => {});
    }
  }

  #fetch(picture) {
    const loading = getPicture(picture.path)
      .then((bitmap) => {
        this.#keep(picture.key, bitmap);
        return bitmap;
      })
      .finally(() => {
        this.#loading.delete(picture.key);
        this.#goOn();
      });
    this.#loading.set(picture.key, loading);
    return loading;
  }

  #keep(key, bitmap) {
    this.#kept.set(key, bitmap);
    this.#bytes += bytesOf(bitmap);
    for (const [oldKey, old] of this.#kept) {
      if (this.#bytes <= MAX_BYTES || oldKey === key) break;
      this.#kept.delete(oldKey);
      this.#bytes -= bytesOf(old);
      old?.close();
    }
  }
}

/** Draws a picture into a canvas that shows it as large as it fits. */
export function drawInto(canvas, bitmap) {
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d').drawImage(bitmap, 0, 0);
  canvas.classList.add('loaded');
}

export function clear(canvas) {
  canvas.width = canvas.height = 1;
  canvas.classList.remove('loaded');
}
