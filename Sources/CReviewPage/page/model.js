// What is to be decided and what was: the page's picture of the program's session. Changes are shown before they are answered.
import { Dropped, Outbox, Refusal, get } from './api.js';

const questionKey = (photo, region) => `${photo}/${region ?? ''}`;

/** What a photo will be after a change, as far as that can be said without the program. */
export function applied(photo, change) {
  const names = new Set(change.regions ?? (change.region ? [change.region] : []));
  const each = (isMeant, more) => photo.regions.map((region) => (isMeant(region) ? { ...region, ...more } : region));
  const isNamed = (region) => names.has(region.id);
  switch (change.kind) {
    case 'confirm':
      return { ...photo, regions: each(isNamed, { looked: true }) };
    case 'exclude':
      return { ...photo, regions: each(isNamed, { looked: true, state: 'excluded', isPending: true }) };
    case 'include':
      return { ...photo, regions: each(isNamed, { looked: true, state: 'applied', isPending: true }) };
    case 'excludeAll':
      return { ...photo, regions: each(() => true, { looked: true, state: 'excluded', isPending: true }) };
    case 'look':
      return { ...photo, looked: true, regions: each(() => true, { looked: true }) };
    case 'move': {
      const [x, y, width, height] = change.rect;
      return { ...photo, regions: each(isNamed, { x, y, width, height, isPending: true }) };
    }
    case 'add': {
      const [x, y, width, height] = change.rect;
      const region = {
        id: 'new', x, y, width, height, state: 'applied', origin: 'manual', kind: 'face', score: null,
        doubtful: false, seenAgain: false, looked: true, isPending: true,
      };
      return { ...photo, regions: [...photo.regions, region] };
    }
    case 'strength':
    case 'tone': {
      const { kind: _, ...values } = change;
      return { ...photo, ...values };
    }
    default:
      return photo;
  }
}

/** Whether a change answers a question. */
function answers(change, question, photo) {
  const [ofPhoto, region] = question;
  if (ofPhoto !== photo) return false;
  if (change.kind === 'look') return true;
  if (change.kind === 'excludeAll') return region !== null;
  return ['confirm', 'exclude', 'include'].includes(change.kind) && change.regions.includes(region);
}

export class Model {
  revision = 0;
  name = '';
  kind = 'photos';
  /** Of all photos, by number. */
  photos = [];
  /** [photo, region or null, kind, alike], the first one first. */
  questions = [];
  answered = 0;
  changed = 0;
  waiting = 0;
  /** How far a look at a film is: [photo, part of 1]; null where none is looked at. */
  looking = null;
  canUndo = false;
  canRedo = false;
  /** Where the person is. A selected region is moved by keys. */
  place = { photo: -1, region: null, isSelected: false };
  #cursor = 0;
  #view = 0;
  #details = new Map();
  /** What was forgotten, as it was: what comes after is compared with it. */
  #former = new Map();
  #opening = new Map();
  #listeners = new Map();
  #open = new Set();
  #nudge = null;

  /** @param hooks `conflict(changes, canRepeat)` → 'mine' | 'theirs', `changed(refusal, changes)`, `gone(count)`, `back()`. */
  constructor(hooks) {
    this.outbox = new Outbox({
      revision: () => this.revision,
      answered: (answer, about) => this.#take(answer, about),
      conflict: (changes, canRepeat) => this.#conflict(changes, canRepeat),
      changed: (refusal, changes) => this.#changed(refusal, changes),
      gone: hooks.gone,
      back: hooks.back,
    });
    this.hooks = hooks;
  }

  // Who listens

  /** Events: 'queue' (counts, questions), 'photo' (number), 'place'. */
  on(event, listener) {
    if (!this.#listeners.has(event)) this.#listeners.set(event, []);
    this.#listeners.get(event).push(listener);
  }

  #emit(event, value) {
    for (const listener of this.#listeners.get(event) ?? []) listener(value);
  }

  // What there is

  /** Takes the queue as the program has it. @returns whether another window has changed something. */
  async refresh() {
    const queue = await get('/api/queue');
    // What is on its way is newer than this answer.
    if (!this.outbox.isIdle || queue.revision < this.revision) return false;
    const isForeign = this.photos.length > 0 && queue.revision !== this.revision;
    this.#forget(isForeign ? () => true : (photo) => this.photos[photo]?.status !== queue.photos[photo]?.status);
    Object.assign(this, queue);
    this.#setQuestions(queue.questions);
    this.#emit('queue');
    if (this.place.photo >= 0) this.#load(this.place.photo);
    return isForeign;
  }

  /** Photos are asked for anew when they are next needed. */
  #forget(isMeant) {
    for (const [photo, detail] of [...this.#details]) {
      if (!isMeant(photo)) continue;
      this.#former.set(photo, detail);
      this.#details.delete(photo);
    }
    this.#opening.clear();
  }

  /** Forgets every photo's state: the program has rendered. */
  async reload() {
    this.#forget(() => true);
    await this.refresh();
  }

  #setQuestions(questions) {
    this.questions = questions;
    this.#open = new Set();
    for (const [photo, region] of questions) {
      this.#open.add(questionKey(photo, region));
      this.#open.add(photo);
    }
  }

  /** What is known about a photo now. */
  detail(photo) {
    return this.#details.get(photo);
  }

  /** A photo as it was when it was last seen; undefined where it never was. */
  former(photo) {
    return this.#details.get(photo) ?? this.#former.get(photo);
  }

  /** What the person looks at; undefined while it opens. */
  get photo() {
    return this.detail(this.place.photo);
  }

  get region() {
    return this.photo?.regions.find((region) => region.id === this.place.region);
  }

  /** In words, how some viewers show the photo otherwise than most; none of nearly all photos. */
  get views() {
    return this.photo?.views ?? [];
  }

  /** In which of its views the photo is looked at: 0 for what most viewers show, else the place of its words in `views`, from 1. */
  get view() {
    return this.#view <= this.views.length ? this.#view : 0;
  }

  set view(view) {
    this.#view = view;
    this.#emit('photo', this.place.photo);
  }

  /** The question that the person looks at. */
  get question() {
    const { photo, region } = this.place;
    return this.questions.find((each) => each[0] === photo && each[1] === region);
  }

  isOpen(photo, region) {
    return this.#open.has(region === undefined ? photo : questionKey(photo, region));
  }

  /** Questions that come next, without the one that is looked at. */
  upcoming(length) {
    const isHere = (each) => each[0] === this.place.photo && each[1] === this.place.region;
    return this.questions.slice(this.#cursor, this.#cursor + length + 1).filter((each) => !isHere(each)).slice(0, length);
  }

  /** Asks for a photo's state where it is not known. */
  open(photo) {
    const known = this.#details.get(photo);
    if (known) return Promise.resolve(known);
    if (!this.#opening.has(photo)) {
      const opening = get(`/api/photo/${photo}`).then(
        (detail) => {
          if (this.#opening.get(photo) !== opening) return this.open(photo);
          this.#opening.delete(photo);
          this.#setDetail(detail);
          return this.#details.get(photo);
        },
        (error) => {
          if (this.#opening.get(photo) === opening) this.#opening.delete(photo);
          throw error;
        },
      );
      this.#opening.set(photo, opening);
    }
    return this.#opening.get(photo);
  }

  #setDetail(detail) {
    const changes = this.outbox.changes(detail.photo);
    if (this.#nudge?.photo === detail.photo) changes.push(this.#nudge.change);
    this.#details.set(detail.photo, changes.reduce(applied, detail));
    this.#opening.delete(detail.photo);
    this.#emit('photo', detail.photo);
  }

  async #load(photo) {
    try {
      await this.open(photo);
    } catch (error) {
      if (photo === this.place.photo) this.#emit('failed', error);
    }
  }

  // Where the person is

  /** Goes to a photo, to one of its regions or to its first open question. */
  go(photo, region, isSelected = false) {
    if (photo < 0 || photo >= this.photos.length) return;
    if (region === undefined) region = this.questions.find((each) => each[0] === photo)?.[1] ?? null;
    const index = this.questions.findIndex((each) => each[0] === photo && each[1] === region);
    if (index >= 0) this.#cursor = index;
    const isOther = photo !== this.place.photo;
    if (isOther) {
      this.flush();
      this.#view = 0;
    }
    this.place = { photo, region, isSelected };
    this.#emit('place', isOther);
    if (!this.#details.has(photo)) this.#load(photo);
  }

  /** Goes to the question that is first now where the last one was. */
  goToOpen() {
    if (this.questions.length === 0) return this.go(Math.max(this.place.photo, 0), null);
    if (this.#cursor >= this.questions.length) this.#cursor = 0;
    const [photo, region] = this.questions[this.#cursor];
    this.go(photo, region);
  }

  /** Goes on without an answer. */
  skip(step) {
    if (this.questions.length === 0) return;
    const at = this.question ? this.#cursor + step : this.#cursor;
    this.#cursor = (at + this.questions.length) % this.questions.length;
    this.goToOpen();
  }

  // What is decided

  /**
   * Shows a change and sends it.
   * @param shown the basis of the photo as the person saw it when they decided.
   * @returns the photo as the program has it then.
   */
  async decide(change, photo = this.place.photo, shown = this.former(photo)?.basis) {
    this.flush();
    const now = this.former(photo);
    // What was said here since was shown at once.
    const basis = now?.seen?.includes(shown) ? now.basis : shown;
    const before = this.#details.get(photo);
    if (before) this.#details.set(photo, applied(before, change));
    const left = this.questions.filter((each) => !answers(change, each, photo));
    this.answered += this.questions.length - left.length;
    this.#setQuestions(left);
    const sent = this.outbox.send(`/api/photo/${photo}`, { basis, change }, { photo, change });
    this.#emit('photo', photo);
    this.#emit('queue');
    return this.#settled(sent, photo).then((answer) => answer.photo);
  }

  /** The same answer about regions of several photos, as one step. @param members [photo, region, basis], as they were shown. */
  async decideAlike(members, face) {
    this.flush();
    const isMember = new Set(members.map(([photo, region]) => questionKey(photo, region)));
    const left = this.questions.filter(([photo, region]) => !isMember.has(questionKey(photo, region)));
    this.answered += this.questions.length - left.length;
    this.#setQuestions(left);
    this.#emit('queue');
    return this.#many(this.outbox.send('/api/alike', { members, face }));
  }

  /** @returns the photo that changed, or null where there was nothing. */
  undo() {
    this.flush();
    return this.#many(this.outbox.send('/api/undo', {}));
  }

  redo() {
    this.flush();
    return this.#many(this.outbox.send('/api/redo', {}));
  }

  finish() {
    this.flush();
    return this.#settled(this.outbox.send('/api/finish', {}));
  }

  /** A change of which only the program knows how many photos it touches. */
  async #many(sent) {
    const answer = await this.#settled(sent);
    if (!answer) return null;
    this.#forget((photo) => photo !== answer.photo.photo && this.outbox.changes(photo).length === 0);
    if (!this.#details.has(this.place.photo)) this.#load(this.place.photo);
    // The list of photos is not in the answer.
    this.refresh().catch(() => {});
    return answer.photo;
  }

  /** A change that was refused is taken out again. */
  async #settled(sent, photo = null) {
    try {
      return await sent;
    } catch (error) {
      if (photo !== null) this.#details.delete(photo);
      if (!(error instanceof Dropped)) await this.refresh().catch(() => {});
      throw error;
    }
  }

  /** Moves a region at once, and says so when it rests. */
  nudge(region, rect) {
    const { photo } = this.place;
    if (this.#nudge && (this.#nudge.photo !== photo || this.#nudge.change.region !== region)) this.flush();
    clearTimeout(this.#nudge?.timer);
    const change = { kind: 'move', region, rect };
    const basis = this.#nudge?.basis ?? this.photo.basis;
    this.#details.set(photo, applied(this.photo, change));
    this.#nudge = { photo, change, basis, timer: setTimeout(() => this.flush(), 400) };
    this.#emit('photo', photo);
  }

  /** Whether the program does not know yet what the person has done. */
  get isUnsaid() {
    return this.#nudge !== null || !this.outbox.isIdle;
  }

  /** Sends what was moved and has not been said. */
  flush() {
    if (!this.#nudge) return;
    const { photo, change, basis, timer } = this.#nudge;
    clearTimeout(timer);
    this.#nudge = null;
    this.decide(change, photo, basis).catch((error) => this.hooks.refused(error));
  }

  /** Takes the program's answer, under what is still on its way. */
  #take(answer, about) {
    if (!answer.queue) return;
    const { questions, ...counts } = answer.queue;
    this.revision = counts.revision;
    // It was moved where the change before it was shown already.
    if (about && this.#nudge?.photo === answer.photo.photo) this.#nudge.basis = answer.photo.basis;
    if (this.outbox.isIdle) {
      Object.assign(this, counts);
      this.#setQuestions(questions);
    }
    if (this.place.photo === answer.photo.photo && this.place.region === 'new' && about?.change.kind === 'add') {
      const known = new Set(this.photo?.regions.map((region) => region.id));
      const added = answer.photo.regions.find((region) => !known.has(region.id) && region.origin === 'manual');
      this.place = { ...this.place, region: added?.id ?? null };
    }
    const before = this.#details.get(answer.photo.photo);
    this.#setDetail(about && before ? { ...answer.photo, seen: [...(before.seen ?? []), before.basis] } : answer.photo);
    this.#setEntry(answer.photo);
    this.#emit('queue');
  }

  #setEntry(detail) {
    const entry = this.photos[detail.photo];
    if (!entry) return;
    entry.faces = detail.regions.filter((region) => region.state === 'applied').length;
    entry.changed = detail.changed;
    entry.looked = detail.looked || !this.isOpen(detail.photo);
  }

  async #conflict(changes, canRepeat) {
    const choice = await this.hooks.conflict(changes, canRepeat);
    await this.#askAnew();
    return choice;
  }

  /** A photo is not what was shown: it is shown as it is now, and the person is told. */
  async #changed(refusal, changes) {
    // What is moved and not said yet was moved in what was shown.
    if (this.#nudge?.photo === refusal.answer.photo) this.#dropNudge();
    await this.#askAnew();
    this.hooks.changed(refusal, changes);
  }

  #dropNudge() {
    clearTimeout(this.#nudge?.timer);
    this.#nudge = null;
  }

  /** Takes everything from the program, whatever this page has seen. */
  async #askAnew() {
    const queue = await get('/api/queue').catch(() => null);
    if (queue) {
      Object.assign(this, queue);
      this.#setQuestions(queue.questions);
    }
    this.#forget(() => true);
    this.#emit('queue');
    this.#load(this.place.photo);
  }
}

/** Whether an error is only that the person chose otherwise. */
export const isDropped = (error) => error instanceof Dropped;
export const isRefusal = (error) => error instanceof Refusal;
