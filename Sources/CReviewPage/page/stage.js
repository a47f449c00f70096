// The whole photo with its regions as boxes: looking (zoom, pan, the original) and drawing (new boxes, moving, resizing).
// All rectangles are fractions of the photo; pictures are drawn on a canvas, boxes are buttons over it.
import { el } from './talk.js';

const MAX_ZOOM = 16;
/** Less than this many pixels is a click. */
const SLOP = 4;
/** The smallest side of a box that can be drawn, in pixels of the photo. */
const MIN_SIDE = 4;
const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

/** Moves a rectangle, within the photo. */
export function moved([x, y, width, height], dx, dy) {
  return [clamp(x + dx, 0, 1 - width), clamp(y + dy, 0, 1 - height), width, height];
}

/** Moves the edges that a handle names. */
export function resized([x, y, width, height], handle, dx, dy, least) {
  let [left, top, right, bottom] = [x, y, x + width, y + height];
  if (handle.includes('w')) left = clamp(left + dx, 0, right - least[0]);
  if (handle.includes('e')) right = clamp(right + dx, left + least[0], 1);
  if (handle.includes('n')) top = clamp(top + dy, 0, bottom - least[1]);
  if (handle.includes('s')) bottom = clamp(bottom + dy, top + least[1], 1);
  return [left, top, right - left, bottom - top];
}

const rectOf = (region) => [region.x, region.y, region.width, region.height];

export class Stage {
  /** A photo as GET /api/photo says it, or a film at one moment, whose regions may have `isFixed`; or null. */
  #photo = null;
  #place = { region: null, isSelected: false };
  #bitmap = null;
  #original = null;
  /** Zoom is 1 where the photo just fits; the centre is a fraction of the photo. */
  #view = { zoom: 1, x: 0.5, y: 0.5 };
  #boxes = new Map();
  #pointers = new Map();
  #gesture = null;
  #isDrawing = false;
  #frame = 0;

  /**
   * @param root the element of class `stage`.
   * @param hooks `select(region)`, `move(region, rect)`, `draw(rect)`, `zoomed()`, `drawing(isDrawing)`, `label(region, index)`.
   */
  constructor(root, hooks) {
    this.root = root;
    this.hooks = hooks;
    this.canvas = root.querySelector('canvas');
    this.layer = root.querySelector('.boxes');
    this.draft = el('div', { class: 'draft', hidden: true });
    this.handles = el('div', { class: 'handles', hidden: true, 'aria-hidden': 'true' });
    this.handles.append(...HANDLES.map((name) => el('span', { class: `handle ${name}`, 'data-handle': name })));
    root.append(this.draft, this.handles);
    new ResizeObserver(() => this.#redraw()).observe(root);
    this.#listen();
  }

  // What is shown

  /** Shows a photo's regions; `place` says which one is looked at and whether it is selected. */
  show(photo, place) {
    if (photo?.photo !== this.#photo?.photo) this.#leave();
    this.#photo = photo;
    this.#place = place;
    this.#makeBoxes();
    this.#redraw();
  }

  /** Shows a photo that is not open yet: its old boxes and picture go. */
  clear() {
    this.#leave();
    this.#photo = null;
    this.#makeBoxes();
    this.#redraw();
  }

  #leave() {
    this.#view = { zoom: 1, x: 0.5, y: 0.5 };
    this.#bitmap = null;
    this.#gesture = null;
    this.isDrawing = false;
    this.dropOriginal();
    this.hooks.zoomed();
  }

  set bitmap(bitmap) {
    this.#bitmap = bitmap;
    this.#redraw();
  }

  get hasPicture() {
    return this.#bitmap !== null;
  }

  /** Device pixels along the long side of a photo as it is shown at a zoom. */
  longSide(photo, zoom = 1) {
    const { width, height } = this.#size(zoom, photo);
    return Math.round(Math.max(width, height) * devicePixelRatio);
  }

  /** Shows the original until `dropOriginal`, which forgets it. */
  set original(bitmap) {
    this.dropOriginal();
    this.#original = bitmap;
    this.root.classList.add('original');
    this.#redraw();
  }

  dropOriginal() {
    this.#original?.close();
    this.#original = null;
    this.root.classList.remove('original');
    this.#redraw();
  }

  get isDrawing() {
    return this.#isDrawing;
  }

  set isDrawing(isDrawing) {
    if (this.#isDrawing === isDrawing) return;
    this.#isDrawing = isDrawing;
    this.root.classList.toggle('drawing', isDrawing);
    if (!isDrawing) this.draft.hidden = true;
    this.hooks.drawing(isDrawing);
  }

  focusBox(region) {
    this.#boxes.get(region)?.focus({ preventScroll: true });
  }

  /** The box that has the focus. */
  get focused() {
    return document.activeElement?.dataset?.region;
  }

  #makeBoxes() {
    const regions = this.#photo?.regions ?? [];
    const kept = new Set(regions.map((region) => region.id));
    const lost = this.focused && !kept.has(this.focused) && this.layer.contains(document.activeElement);
    for (const [id, box] of this.#boxes) {
      if (kept.has(id)) continue;
      box.remove();
      this.#boxes.delete(id);
    }
    regions.forEach((region, index) => this.#fillBox(region, index));
    if (lost) this.root.focus({ preventScroll: true });
  }

  #fillBox(region, index) {
    let box = this.#boxes.get(region.id);
    if (!box) {
      box = el('button', { type: 'button', class: 'box', 'data-region': region.id });
      this.#boxes.set(region.id, box);
    }
    if (this.layer.children[index] !== box) this.layer.insertBefore(box, this.layer.children[index] ?? null);
    const isHere = region.id === this.#place.region;
    box.classList.toggle('visible', region.state === 'excluded');
    box.classList.toggle('open', this.hooks.isOpen(region));
    box.classList.toggle('here', isHere);
    box.classList.toggle('selected', isHere && this.#place.isSelected);
    box.classList.toggle('pending', region.isPending === true);
    box.classList.toggle('round', this.#photo.shape === 'ellipse');
    box.setAttribute('aria-label', this.hooks.label(region, index));
    if (isHere) box.setAttribute('aria-current', 'true');
    else box.removeAttribute('aria-current');
  }

  // Where things are

  /** Of the whole photo as it is shown, in CSS pixels. */
  #size(zoom = this.#view.zoom, photo = this.#photo) {
    const { width = 4, height = 3 } = photo ?? {};
    const room = { width: this.root.clientWidth - 16, height: this.root.clientHeight - 16 };
    const scale = Math.max(Math.min(room.width / width, room.height / height), 0) * zoom;
    return { width: width * scale, height: height * scale };
  }

  /** The photo's place within the stage. */
  #area() {
    const size = this.#size();
    const along = (room, length, centre) =>
      length <= room ? (room - length) / 2 : clamp(room / 2 - centre * length, room - length - 8, 8);
    return {
      left: along(this.root.clientWidth, size.width, this.#view.x),
      top: along(this.root.clientHeight, size.height, this.#view.y),
      ...size,
    };
  }

  #fraction(event) {
    const edge = this.root.getBoundingClientRect();
    const area = this.#area();
    return [
      (event.clientX - edge.left - this.root.clientLeft - area.left) / area.width,
      (event.clientY - edge.top - this.root.clientTop - area.top) / area.height,
    ];
  }

  #put(element, [x, y, width, height], area) {
    element.style.setProperty('left', `${area.left + x * area.width}px`);
    element.style.setProperty('top', `${area.top + y * area.height}px`);
    element.style.setProperty('width', `${width * area.width}px`);
    element.style.setProperty('height', `${height * area.height}px`);
  }

  #redraw() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const area = this.#area();
    const { clientWidth: width, clientHeight: height } = this.root;
    const ratio = devicePixelRatio;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const context = this.canvas.getContext('2d');
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const bitmap = this.#original ?? this.#bitmap;
    // A film's picture has its size by another name.
    if (bitmap && (bitmap.videoWidth ?? bitmap.width) > 0) {
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, area.left * ratio, area.top * ratio, area.width * ratio, area.height * ratio);
    }
    this.root.classList.toggle('empty', !bitmap);
    this.root.classList.toggle('zoomed', this.#view.zoom > 1);
    for (const region of this.#photo?.regions ?? []) this.#placeBox(region, area);
    this.#placeHandles(area);
  }

  #placeBox(region, area) {
    const box = this.#boxes.get(region.id);
    if (!box) return;
    const rect = this.#gesture?.region === region.id && this.#gesture.rect ? this.#gesture.rect : rectOf(region);
    this.#put(box, rect, area);
    // Small boxes lie over large ones, so that each can be reached.
    box.style.setProperty('z-index', String(1000 - Math.round(rect[2] * rect[3] * 900)));
    box.classList.toggle('tiny', Math.min(rect[2] * area.width, rect[3] * area.height) < 28);
  }

  #placeHandles(area) {
    const region = this.#photo?.regions.find((each) => each.id === this.#place.region);
    this.handles.hidden = !region || !this.#place.isSelected || region.id === 'new' || region.isFixed === true;
    if (this.handles.hidden) return;
    const rect = this.#gesture?.region === region.id && this.#gesture.rect ? this.#gesture.rect : rectOf(region);
    this.#put(this.handles, rect, area);
    this.handles.classList.toggle('tiny', Math.min(rect[2] * area.width, rect[3] * area.height) < 44);
  }

  // Zoom and pan

  get zoom() {
    return this.#view.zoom;
  }

  /** Zooms about a place of the stage, in CSS pixels; its middle where none is named. */
  zoomBy(factor, at) {
    if (!this.#photo) return;
    const zoom = clamp(this.#view.zoom * factor, 1, MAX_ZOOM);
    const middle = { x: this.root.clientWidth / 2, y: this.root.clientHeight / 2 };
    const { x, y } = at ?? middle;
    const area = this.#area();
    const [fx, fy] = [(x - area.left) / area.width, (y - area.top) / area.height];
    const size = this.#size(zoom);
    this.#look(zoom, fx + (middle.x - x) / size.width, fy + (middle.y - y) / size.height);
  }

  /** Back to the whole photo, or near to a region. */
  toggleZoom(region) {
    if (!this.#photo) return;
    if (this.#view.zoom > 1 || !region) return this.#view.zoom > 1 ? this.#look(1, 0.5, 0.5) : this.zoomBy(2.5);
    const size = this.#size(1);
    const across = Math.max(region.width * size.width, region.height * size.height, 1);
    const zoom = clamp((0.35 * Math.min(this.root.clientWidth, this.root.clientHeight)) / across, 1.5, MAX_ZOOM);
    this.#look(zoom, region.x + region.width / 2, region.y + region.height / 2);
  }

  panBy(dx, dy) {
    const size = this.#size();
    this.#look(this.#view.zoom, this.#view.x - dx / size.width, this.#view.y - dy / size.height);
  }

  #look(zoom, x, y) {
    const size = this.#size(zoom);
    const within = (centre, length, room) => {
      const half = Math.min(room / 2 / length, 0.5);
      return clamp(centre, half, 1 - half);
    };
    this.#view = {
      zoom,
      x: within(x, size.width, this.root.clientWidth),
      y: within(y, size.height, this.root.clientHeight),
    };
    this.#redraw();
    this.hooks.zoomed();
  }

  // Boxes by keys

  /** One pixel of the photo, or one of the screen where that is more, as fractions. */
  #step() {
    const size = this.#size();
    return [Math.max(1 / this.#photo.width, 1 / size.width), Math.max(1 / this.#photo.height, 1 / size.height)];
  }

  #least() {
    return [MIN_SIDE / this.#photo.width, MIN_SIDE / this.#photo.height];
  }

  /** The rectangle of a region after an arrow key. */
  stepped(region, dx, dy, isResizing) {
    const [sx, sy] = this.#step();
    if (!isResizing) return moved(rectOf(region), dx * sx, dy * sy);
    return resized(rectOf(region), 'se', dx * sx, dy * sy, this.#least());
  }

  /** A box in the middle of what is seen. */
  middleRect() {
    const [x, y] = [this.#view.x, this.#view.y];
    const size = this.#size();
    const side = Math.min(this.root.clientWidth, this.root.clientHeight) * 0.18;
    const [width, height] = [Math.min(side / size.width, 1), Math.min((side * 1.2) / size.height, 1)];
    return [clamp(x - width / 2, 0, 1 - width), clamp(y - height / 2, 0, 1 - height), width, height];
  }

  // Pointers

  #listen() {
    const { root } = this;
    root.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
    root.addEventListener('pointerdown', (event) => this.#onDown(event));
    root.addEventListener('pointermove', (event) => this.#onMove(event));
    root.addEventListener('pointerup', (event) => this.#onUp(event, true));
    root.addEventListener('pointercancel', (event) => this.#onUp(event, false));
    root.addEventListener('dblclick', (event) => {
      if (this.#photo && !event.target.closest('.box, .handle')) {
        this.#view.zoom > 1 ? this.toggleZoom(null) : this.zoomBy(2.5, this.#local(event));
      }
    });
    // Screen readers press buttons without a pointer.
    this.layer.addEventListener('click', (event) => {
      const { region } = event.target.dataset;
      if (region && event.detail === 0) this.hooks.select(region);
    });
    // What Tab comes to is what keys move.
    this.layer.addEventListener('focusin', (event) => {
      const { region } = event.target.dataset;
      if (region && event.target.matches(':focus-visible')) this.hooks.select(region);
    });
  }

  #local(event) {
    const edge = this.root.getBoundingClientRect();
    return { x: event.clientX - edge.left, y: event.clientY - edge.top };
  }

  #onWheel(event) {
    if (!this.#photo) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1;
    this.zoomBy(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 100 : 400)), this.#local(event));
  }

  #onDown(event) {
    if (!this.#photo || event.button > 1) return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size === 2) return this.#beginPinch();
    if (this.#pointers.size > 2) return;
    this.root.setPointerCapture(event.pointerId);
    const handle = event.target.dataset?.handle;
    const box = event.target.closest?.('.box');
    const start = { x: event.clientX, y: event.clientY, at: this.#fraction(event), pointer: event.pointerId };
    if (event.button === 1) this.#gesture = { kind: 'pan', ...start };
    else if (this.#isDrawing) this.#gesture = { kind: 'draw', ...start };
    else if (handle) this.#gesture = { kind: 'resize', handle, region: this.#place.region, ...start };
    else if (box) this.#gesture = this.#beginOnBox(box.dataset.region, event, start);
    else this.#gesture = { kind: 'pan', ...start };
  }

  #beginOnBox(region, event, start) {
    const isSelected = this.#place.isSelected && this.#place.region === region;
    // A finger that rests on a box by chance is to pan.
    const isFixed = this.#photo.regions.find((each) => each.id === region)?.isFixed === true;
    const canMove = region !== 'new' && !isFixed && (isSelected || event.pointerType === 'mouse');
    return { kind: canMove ? 'move' : 'pan', region, ...start };
  }

  #beginPinch() {
    const [a, b] = [...this.#pointers.values()];
    this.#gesture = { kind: 'pinch', distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    this.draft.hidden = true;
  }

  #onMove(event) {
    const pointer = this.#pointers.get(event.pointerId);
    const gesture = this.#gesture;
    if (!pointer || !gesture) return;
    const [dx, dy] = [event.clientX - pointer.x, event.clientY - pointer.y];
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
    if (gesture.kind === 'pinch') return this.#pinch(gesture);
    if (!gesture.isMoving && Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) < SLOP) return;
    gesture.isMoving = true;
    if (gesture.kind === 'pan') return this.panBy(dx, dy);
    const at = this.#fraction(event);
    if (gesture.kind === 'draw') return this.#drawTo(gesture, at);
    const region = this.#photo.regions.find((each) => each.id === gesture.region);
    if (!region) return;
    const [fx, fy] = [at[0] - gesture.at[0], at[1] - gesture.at[1]];
    gesture.rect = gesture.kind === 'move'
      ? moved(rectOf(region), fx, fy)
      : resized(rectOf(region), gesture.handle, fx, fy, this.#least());
    if (!this.#place.isSelected || this.#place.region !== gesture.region) this.hooks.select(gesture.region);
    this.#redraw();
  }

  #pinch(gesture) {
    const [a, b] = [...this.#pointers.values()];
    if (!b) return;
    const edge = this.root.getBoundingClientRect();
    const distance = Math.hypot(a.x - b.x, a.y - b.y);
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    this.panBy(x - gesture.x, y - gesture.y);
    if (gesture.distance > 0) this.zoomBy(distance / gesture.distance, { x: x - edge.left, y: y - edge.top });
    Object.assign(gesture, { distance, x, y });
  }

  #drawTo(gesture, at) {
    const [ax, ay] = gesture.at.map((value) => clamp(value, 0, 1));
    const [bx, by] = at.map((value) => clamp(value, 0, 1));
    gesture.rect = [Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by)];
    this.draft.hidden = false;
    this.#put(this.draft, gesture.rect, this.#area());
  }

  #onUp(event, isMeant) {
    if (!this.#pointers.delete(event.pointerId)) return;
    const gesture = this.#gesture;
    if (gesture?.kind === 'pinch') {
      if (this.#pointers.size === 0) this.#gesture = null;
      return;
    }
    this.#gesture = null;
    this.draft.hidden = true;
    if (!gesture || !isMeant) return this.#redraw();
    if (!gesture.isMoving) return this.#onClick(gesture);
    if (!gesture.rect) return;
    if (gesture.kind === 'draw') this.#onDrawn(gesture.rect);
    else this.hooks.move(gesture.region, gesture.rect);
  }

  #onClick(gesture) {
    if (gesture.kind === 'draw' || gesture.kind === 'resize') return;
    this.hooks.select(gesture.region ?? null);
    if (gesture.region) this.focusBox(gesture.region);
    else this.root.focus({ preventScroll: true });
  }

  #onDrawn(rect) {
    const [width, height] = this.#least();
    if (rect[2] < width || rect[3] < height) return;
    this.isDrawing = false;
    this.hooks.draw(rect);
  }
}
