// The review page: puts its parts together and says what each act of a person does.
import { askAlike } from './page/alike.js';
import { Gone, Refusal, post } from './page/api.js';
import { openDialog } from './page/dialogs.js';
import { FaceCard, regionLabel } from './page/face.js';
import { FilmView, clock } from './page/film.js';
import { showHelp } from './page/help.js';
import { askHistory } from './page/history.js';
import { Keys } from './page/keys.js';
import { PhotoList } from './page/list.js';
import { Looks } from './page/looks.js';
import { Model, isDropped } from './page/model.js';
import * as pictures from './page/pictures.js';
import { showSettings } from './page/settings.js';
import { Stage } from './page/stage.js';
import { baseName, byId, count, say, speak } from './page/talk.js';
import { TrackList } from './page/tracks.js';
import { viewWords } from './page/views.js';
import * as work from './page/work.js';

const UPCOMING = 5;
const NOT_SHOWN = 'One moment: it is not shown yet.';

class Review {
  store = new pictures.Pictures();
  #shownFor = '';
  #holding = null;
  #isBusy = false;
  #isEnding = false;

  constructor() {
    this.model = new Model({
      conflict: (changes, canRepeat) => work.askConflict(this.model, changes, canRepeat),
      changed: (refusal, changes) => this.#onChanged(refusal, changes),
      gone: (waiting) => work.showGone(waiting),
      back: () => work.hideGone(),
      refused: (error) => this.#tell(error),
    });
    this.stage = new Stage(byId('stage'), {
      select: (region) => this.#selectHere(region),
      move: (region, rect) => this.#decide({ kind: 'move', region, rect }, 'The box was moved.'),
      draw: (rect) => this.#add(rect),
      zoomed: () => this.#onZoom(),
      drawing: (isDrawing) => this.#onDrawing(isDrawing),
      isOpen: (region) => this.model.isOpen(this.model.place.photo, region.id),
      label: (region) => regionLabel(this.model.photo, region, this.model.isOpen(this.model.place.photo, region.id)),
    });
    this.film = new FilmView(this.model, this.store, this.stage, {
      side: (photo) => this.#side(photo, this.stage.zoom),
      placeholder: (words) => this.#placeholder(words),
      moved: () => this.model.photo && byId('stage').setAttribute('aria-label', this.#stageLabel()),
      tell: (error) => this.#tell(error),
    });
    this.tracks = new TrackList(this.model, {
      go: (region) => this.model.go(this.model.place.photo, region, true),
      toggle: (region) => this.#toggleTrack(region),
      play: (region) => this.#playTrack(region),
      seek: (region, frame) => this.#seekTrack(region, frame),
      span: (region, which, time) => this.#moveEnd(region, which, () => this.film.frameAt(time)),
      mark: (region, which) => this.#moveEnd(region, which, () => this.film),
    });
    this.card = new FaceCard(this.model, this.store, { view: (view) => this.#look(view) });
    this.list = new PhotoList(this.model, { go: (photo, isPointer) => this.#goFromList(photo, isPointer) });
    this.looks = new Looks(this.model, this.store, { change: (change, words) => this.#decide(change, words) });
    this.keys = new Keys(this.#acts());
    this.#listen();
  }

  // Begin

  async open() {
    await this.model.refresh();
    byId('name').textContent = this.model.name;
    document.title = `${this.model.name} – review`;
    byId('app').hidden = false;
    byId('opening').hidden = true;
    if (matchMedia('(min-width: 70rem) and (min-height: 48rem)').matches) byId('looks').open = true;
    this.model.goToOpen();
    byId('stage').focus({ preventScroll: true });
    performance.mark('opened');
    this.#poll();
  }

  /** While faces are still looked for, the queue grows; and another window may have been used. */
  async #poll() {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      if (byId('app').hidden) return;
      if (this.model.waiting > 0 || !byId('gone').hidden) await this.#refresh();
    }
  }

  async #refresh() {
    if (!this.model.outbox.isIdle || this.#isEnding || byId('app').hidden) return;
    try {
      const isForeign = await this.model.refresh();
      work.hideGone();
      if (isForeign) say('Another window changed something: this is how things are now.');
      if (this.model.waiting === 0 && !this.model.question && this.model.questions.length > 0) this.card.update();
    } catch (error) {
      this.#tell(error);
    }
  }

  #listen() {
    const { model } = this;
    model.on('place', (isOther) => this.#onPlace(isOther));
    model.on('photo', (photo) => photo === model.place.photo && this.#onPhoto());
    model.on('queue', () => this.#onQueue());
    model.on('failed', (error) => this.#onFailed(error));
    for (const each of document.querySelectorAll('[data-act]')) {
      each.addEventListener('click', (event) => {
        this.#act(each.dataset.act, event);
        // A mouse leaves the keys to the photo; who came by keyboard stays.
        const isElsewhere = document.querySelector('dialog[open], .photos-shown');
        if (event.detail > 0 && !isElsewhere) byId('stage').focus({ preventScroll: true });
      });
    }
    this.#listenToHold(document.querySelector('[data-hold]'));
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#refresh());
    window.addEventListener('focus', () => this.#refresh());
    document.addEventListener('pointerdown', (event) => {
      if (!event.target.closest('.photos, [data-act="photos"]')) this.#showPhotos(false);
    });
    window.addEventListener('pagehide', () => model.flush());
    window.addEventListener('beforeunload', (event) => {
      if (byId('app').hidden || !model.isUnsaid) return;
      model.flush();
      event.preventDefault();
    });
  }

  #act(name, event) {
    const acts = this.keys.acts;
    if (name === 'retry') return this.model.outbox.isIdle ? this.#refresh() : this.model.outbox.retry();
    if (name === 'photos') return this.#togglePhotos();
    if (name === 'right') return this.card.acts.right === 'done' ? acts.done() : acts.right();
    if (name === 'wrong') return this.card.acts.wrong === 'draw' ? acts.draw() : acts.wrong();
    if (name === 'previous') return acts.beside(-1);
    if (name === 'next') return acts.beside(1);
    if (name === 'later') return acts.skip(1);
    if (name === 'frameBefore') return acts.step(-1);
    if (name === 'frameBehind') return acts.step(1);
    return acts[name](event);
  }

  /** A button that works as the key O does. */
  #listenToHold(hold) {
    const begin = (event) => {
      if (event.type === 'keydown' && (event.repeat || (event.key !== ' ' && event.key !== 'Enter'))) return;
      event.preventDefault();
      this.#holdOriginal();
    };
    for (const name of ['pointerdown', 'keydown']) hold.addEventListener(name, begin);
    for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'keyup', 'blur']) {
      hold.addEventListener(name, () => this.#dropOriginal());
    }
    hold.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  // What is seen follows what is known

  #onPlace(isOther) {
    const { model } = this;
    if (isOther) {
      this.#dropOriginal();
      this.film.leave();
      this.tracks.clear();
      this.#shownFor = '';
      this.stage.clear();
      delete byId('stage').dataset.shown;
      byId('stage').dataset.photo = model.place.photo;
      this.#nameView(0);
      this.looks.clear();
      this.#showPhotos(false);
      byId('photo-name').textContent = model.photos[model.place.photo]?.name ?? '';
      this.list.reveal(model.place.photo);
    }
    document.body.classList.toggle('film', model.photos[model.place.photo]?.film === true);
    document.body.classList.toggle('film-open', Boolean(model.photo?.film));
    this.#placeholder(model.photo ? '' : this.#waitingWords() ?? 'Opening…');
    this.#onPhoto(!this.#keepsTime);
    if (!model.photo) this.card.update();
    this.#loadNeighbours();
  }

  #keepsTime = false;
  #hasWaited = -1;

  /** A film that the person has waited for begins with its first question, once that is known. */
  #beginFilm() {
    const { photo, place, questions } = this.model;
    if (!photo?.film || this.#hasWaited !== place.photo || !questions.some((each) => each[0] === place.photo)) return;
    this.#hasWaited = -1;
    if (place.region === null) this.model.go(place.photo);
  }

  /** What is said while faces are still looked for; null where they are not. */
  #waitingWords() {
    const { photos, place, looking } = this.model;
    const entry = photos[place.photo];
    if (entry?.status !== 'waiting') return null;
    this.#hasWaited = place.photo;
    const part = looking?.[0] === place.photo ? ` ${Math.floor(looking[1] * 100)} %` : '';
    return `Faces are looked for in this ${entry.film ? 'film' : 'photo'}…${part}`;
  }

  /** @param seeksRegion whether a film is to be seen where its region is. */
  #onPhoto(seeksRegion = false) {
    const { model, stage } = this;
    const { photo, place } = model;
    if (!photo) return;
    if (place.region && !model.region) model.place = { ...place, region: null, isSelected: false };
    this.#placeholder('');
    if (photo.film) {
      document.body.classList.add('film-open');
      this.film.show(photo, model.region, seeksRegion);
      this.tracks.update();
    } else {
      stage.show(photo, model.place);
      this.#showPicture();
      this.looks.update();
    }
    this.#updateViews();
    this.card.update();
    byId('warnings').replaceChildren(...photo.warnings.map((words) => Object.assign(document.createElement('li'), { textContent: words })));
    byId('stage').setAttribute('aria-label', this.#stageLabel());
    this.#beginFilm();
  }

  #stageLabel() {
    const { photo, region } = this.model;
    const hidden = photo.regions.filter((each) => each.state === 'applied').length;
    const here = region ? `, ${regionLabel(photo, region, true)}` : '';
    const at = photo.film && this.film.time !== undefined ? ` at ${clock(this.film.time)}` : '';
    return `${photo.film ? 'Film' : 'Photo'} ${baseName(photo.name)}${at}, ${count(hidden, 'face')} hidden${here}`;
  }

  #onQueue() {
    const { model } = this;
    const left = model.questions.length;
    byId('left').textContent = left > 0 ? `${left.toLocaleString('en')} left` : model.waiting > 0 ? 'Still looking' : 'All decided';
    byId('kinds').textContent = kindsOf(model.questions);
    const details = [
      model.answered > 0 && `${model.answered.toLocaleString('en')} decided`,
      model.changed > 0 && `${count(model.changed, 'photo')} changed`,
      model.waiting > 0 && `${count(model.waiting, 'photo')} still looked at`,
    ].filter(Boolean);
    byId('details').textContent = details.join(' · ');
    const bar = byId('progress');
    bar.max = Math.max(left + model.answered, 1);
    bar.value = model.answered;
    for (const [name, can] of [['undo', model.canUndo], ['redo', model.canRedo]]) {
      document.querySelector(`[data-act="${name}"]`).setAttribute('aria-disabled', String(!can));
    }
    this.list.update();
    this.card.update();
    if (model.photo?.film) this.tracks.update();
    const waiting = this.#waitingWords();
    if (waiting && !model.photo) this.#placeholder(waiting);
    this.#beginFilm();
  }

  #onFailed(error) {
    const entry = this.model.photos[this.model.place.photo];
    if (error instanceof Gone) return this.#tell(error);
    this.#placeholder(this.#waitingWords() ?? entry?.reason ?? error.message);
  }

  #placeholder(words) {
    byId('placeholder').textContent = words;
    byId('placeholder').hidden = words === '';
  }

  /** A photo is not what was shown: it is seen again, as it is now. */
  #onChanged(refusal, changes) {
    const { photo } = refusal.answer;
    if (photo !== undefined) this.model.go(photo);
    work.tellChanged(this.model, refusal, changes);
  }

  // Pictures

  /** The long side to ask for: what the stage shows of the photo, or more where the person came near. */
  #side(photo, zoom = 1) {
    return pictures.sideFor(this.stage.longSide(photo, zoom));
  }

  #showPicture() {
    const { photo, view } = this.model;
    const wanted = pictures.shown(photo.photo, photo.version, this.#side(photo, this.stage.zoom), view);
    if (wanted.key === this.#shownFor && this.stage.hasPicture) return;
    this.#shownFor = wanted.key;
    const kept = this.store.kept(wanted);
    if (kept) return this.#draw(kept, photo, view);
    if (!this.stage.hasPicture) this.#placeholder('Opening…');
    this.store.load(wanted).then(
      (bitmap) => {
        if (this.#shownFor !== wanted.key) return;
        this.#draw(bitmap, photo, view);
        this.#loadNeighbours();
      },
      (error) => {
        if (this.#shownFor !== wanted.key) return;
        this.#shownFor = '';
        this.#placeholder(error.message);
        this.#tell(error);
      },
    );
  }

  #draw(bitmap, { photo, version }, view) {
    this.#placeholder('');
    this.stage.bitmap = bitmap;
    byId('stage').dataset.shown = `${photo}@${version}`;
    this.#nameView(view);
  }

  /** Says over the photo in which of its views it is seen. */
  #nameView(view) {
    byId('stage').dataset.view = view;
    byId('view-name').textContent = view > 0 ? viewWords(this.model.views, view) : '';
  }

  #updateViews() {
    const { views, view } = this.model;
    document.querySelector('[data-act="view"]').hidden = views.length === 0;
    byId('view-words').textContent = `${view + 1} of ${views.length + 1}`;
  }

  #zooming = 0;

  #onZoom() {
    byId('zoom-words').textContent = `${Math.round(this.stage.zoom * 100)} %`;
    clearTimeout(this.#zooming);
    this.#zooming = setTimeout(() => this.model.photo && this.#onPhoto(), 200);
  }

  /** Loads what the person will come to next. */
  async #loadNeighbours() {
    const { model } = this;
    if (!this.stage.hasPicture) return;
    const next = model.upcoming(UPCOMING);
    const beside = [1, -1].map((step) => this.list.beside(model.place.photo, step)).filter((photo) => photo !== undefined);
    const places = [...next.map(([photo, region]) => ({ photo, region })), ...beside.map((photo) => ({ photo, region: null }))];
    const here = model.place;
    const wanted = [];
    for (const { photo, region } of places) {
      if (['waiting', 'failed'].includes(model.photos[photo]?.status)) continue;
      const detail = model.detail(photo) ?? (await model.open(photo).catch(() => null));
      if (model.place !== here) return;
      if (!detail) continue;
      const asked = detail.regions.find((each) => each.id === region);
      if (asked) wanted.push(...[null, ...(detail.views ?? [])].map((_, view) => pictures.face(photo, asked, view)));
      if (!detail.film) wanted.push(pictures.shown(photo, detail.version, this.#side(detail)));
    }
    this.store.loadSoon(wanted);
  }

  async #holdOriginal() {
    const { photo, view } = this.model;
    if (!photo || this.#holding) return;
    const holding = new AbortController();
    this.#holding = holding;
    // It is seen by its badge.
    speak('The original.');
    try {
      const side = this.#side(photo, this.stage.zoom);
      const bitmap = await (photo.film ? this.film.original(photo, side, holding.signal) : pictures.original(photo.photo, side, view, holding.signal));
      if (this.#holding === holding) this.stage.original = bitmap;
      else bitmap.close();
    } catch (error) {
      if (error.name !== 'AbortError') this.#tell(error);
    }
  }

  #dropOriginal() {
    if (!this.#holding) return;
    this.#holding.abort();
    this.#holding = null;
    this.stage.dropOriginal();
  }

  /** The photo and its faces in another of its views, the original, too, where that is just looked at. */
  #look(view) {
    const { model } = this;
    const isHeld = this.#holding !== null;
    this.#dropOriginal();
    model.view = view;
    say(view > 0 ? `Shown ${viewWords(model.views, view)}.` : 'Shown as most viewers show it.');
    if (isHeld) this.#holdOriginal();
  }

  #lookOtherwise() {
    const { photo, views, view } = this.model;
    if (!photo || photo.film) return undefined;
    if (views.length === 0) return say('All viewers show this photo alike.');
    return this.#look((view + 1) % (views.length + 1));
  }

  // What a person does

  #acts() {
    const { model, stage } = this;
    return {
      right: (key) => this.#right(key),
      wrong: () => this.#wrong(),
      draw: () => this.#toggleDrawing(),
      alike: () => this.#alike(),
      clear: () => this.#clear(),
      history: () => this.#history(),
      view: () => this.#lookOtherwise(),
      zoom: () => stage.toggleZoom(this.#regionNow() ?? null),
      nearer: () => stage.zoomBy(1.4),
      farther: () => stage.zoomBy(1 / 1.4),
      undo: () => this.#undo('undo', 'Undone'),
      redo: () => this.#undo('redo', 'Done again'),
      done: () => this.#end(() => work.finish(model)),
      cancel: () => this.#end(() => work.cancel(model)),
      escape: () => this.#escape(),
      help: () => showHelp(this.keys),
      settings: () => this.#guarded(() => showSettings()),
      play: () => this.film.toggle(),
      step: (count) => this.film.step(count),
      sound: () => this.film.toggleSound(),
      mark: (which) => this.#mark(which),
      skip: (step) => model.skip(step),
      nextFace: (step) => this.#nextFace(step),
      beside: (step) => this.#beside(step),
      arrow: (dx, dy, event) => this.#arrow(dx, dy, event),
      holdOriginal: () => this.#holdOriginal(),
      dropOriginal: () => this.#dropOriginal(),
    };
  }

  /** It is right as it is: on to the next question. */
  #right(key) {
    const { model, stage } = this;
    if (stage.isDrawing) return key === 'Enter' || key === ' ' ? this.#add(stage.middleRect()) : undefined;
    if (this.card.acts.right === 'done') return this.#act('done');
    const { photo, region, question } = model;
    if (!photo || !this.#isSeen()) return;
    if (region && (question || !region.looked) && region.id !== 'new') {
      this.#decide({ kind: 'confirm', regions: [region.id] }, region.state === 'applied' ? 'Right: it stays hidden.' : 'Right: it stays visible.');
    } else if (!region && question) {
      this.#decide({ kind: 'look' }, 'Looked through.');
    }
    this.#goOn();
  }

  /** Not a face, or a face after all. An open question is answered by that; else the person stays to see it. */
  async #wrong() {
    const { model } = this;
    const { region, question } = model;
    if (!region || region.id === 'new') return this.card.acts.wrong === 'draw' ? this.#toggleDrawing() : undefined;
    if (!this.#isSeen()) return;
    if (question?.[3] > 0 && (await this.#alike(true))) return;
    if (model.region?.id !== region.id) return;
    this.#toggle(region, Boolean(question));
  }

  /** Nobody has looked at what is not shown yet: it cannot be answered. */
  #isSeen() {
    const { region, views } = this.model;
    const isShown = this.stage.hasPicture || (region && this.card.isShown);
    // A face may be seen in one of several views alone.
    if (isShown && (views.length === 0 || !region || region.id === 'new' || this.card.isShown)) return true;
    say(NOT_SHOWN);
    return false;
  }

  #toggle(region, isQuestion) {
    const isHidden = region.state === 'applied';
    this.#decide({ kind: isHidden ? 'exclude' : 'include', regions: [region.id] }, isHidden ? 'It is left visible.' : 'It is hidden.');
    if (isQuestion) this.#goOn();
  }

  #goOn() {
    this.model.goToOpen();
    this.#keepFocus();
    if (this.model.questions.length === 0 && this.model.waiting === 0) say(this.model.changed > 0 ? 'Everything is decided. Ctrl+S makes the new pictures.' : 'Everything is decided.');
  }

  /** The keys stay with the photo when the box that had them is gone. */
  #keepFocus() {
    const at = document.activeElement;
    if (at === document.body || at?.closest('.boxes')) byId('stage').focus({ preventScroll: true });
  }

  /** @returns whether the answer was given, or put off. */
  async #alike(isMeantVisible = false) {
    const { model } = this;
    const { question, place } = model;
    if (!question?.[1] || !(question[3] > 0) || this.#isBusy) return false;
    this.#isBusy = true;
    try {
      const answer = await askAlike(model, place, isMeantVisible);
      if (answer === null) return true;
      if (answer === 'one') return false;
      this.#sent(model.decideAlike(answer.members, answer.face));
      say(`${count(answer.members.length, 'picture')}: ${answer.face ? 'hidden' : 'left visible'}.`);
      this.#goOn();
      return true;
    } catch (error) {
      this.#tell(error);
      return true;
    } finally {
      this.#isBusy = false;
    }
  }

  async #clear() {
    const { photo } = this.model;
    if (!photo || !this.stage.hasPicture) return say(NOT_SHOWN);
    const hidden = photo.regions.filter((region) => region.state === 'applied').length;
    if (hidden === 0) return say('Nothing is hidden in this photo.');
    this.#decide({ kind: 'excludeAll' }, `${count(hidden, 'face')} left visible in this ${photo.film ? 'film' : 'photo'}. Ctrl+Z takes that back.`);
  }

  async #history() {
    const { model } = this;
    const { photo } = model;
    if (!photo) return;
    const change = await askHistory(photo);
    if (change) this.#decide(change, change.kind === 'goBack' ? `Back to step ${change.step}.` : 'Taken back.', photo);
  }

  #toggleDrawing() {
    if (!this.model.photo) return;
    this.stage.isDrawing = !this.stage.isDrawing;
    byId('stage').focus({ preventScroll: true });
  }

  #onDrawing(isDrawing) {
    document.querySelector('.tools [data-act="draw"]').setAttribute('aria-pressed', String(isDrawing));
    if (isDrawing) say('Draw over the face, or press Enter for a box.');
  }

  async #add(rect) {
    const { model, stage } = this;
    stage.isDrawing = false;
    const { photo } = model.place;
    model.place = { photo, region: 'new', isSelected: true };
    const isFilm = Boolean(model.photo?.film);
    const sent = this.#decide({ kind: 'add', rect }, isFilm ? 'A box was added: it is hidden through the whole film. I and U narrow its time.' : 'A face was added; it is hidden.');
    const after = await sent;
    if (!after || model.place.photo !== photo) return;
    this.#onPhoto();
    stage.focusBox(model.place.region);
  }

  async #undo(name, words) {
    const { model } = this;
    const before = new Map(model.photos.map((_, photo) => [photo, model.former(photo)]).filter(([, detail]) => detail));
    const photo = await this.#guarded(() => model[name]());
    if (photo === undefined) return;
    if (photo === null) return say(name === 'undo' ? 'Nothing to undo.' : 'Nothing to do again.');
    model.go(photo.photo, changedRegion(before.get(photo.photo), photo));
    this.#keepFocus();
    say(`${words}, in ${baseName(photo.name)}.`);
  }

  #escape() {
    const { model, stage } = this;
    if (document.body.classList.contains('photos-shown')) return this.#togglePhotos();
    if (stage.isDrawing) return void (stage.isDrawing = false);
    if (model.place.isSelected) return this.#select(null, true);
    if (stage.zoom > 1) return stage.toggleZoom(null);
    this.#end(() => work.cancel(model));
  }

  #select(region, keepsPlace = false) {
    const { model } = this;
    const { photo } = model.place;
    if (region) return model.go(photo, region, true);
    model.place = { ...model.place, isSelected: false };
    this.#onPhoto();
    if (keepsPlace) byId('stage').focus({ preventScroll: true });
  }

  /** The same of what is seen: a film stays at the moment that is looked at. */
  #selectHere(region) {
    this.#keepsTime = true;
    this.#select(region);
    this.#keepsTime = false;
  }

  // Films

  /** The region that is looked at, where it is at the moment that is shown. */
  #regionNow() {
    const { region } = this.model;
    return this.film.photoNow()?.regions.find((each) => each.id === region?.id);
  }

  #toggleTrack(id) {
    const { model } = this;
    const region = model.photo?.regions.find((each) => each.id === id);
    if (region) this.#toggle(region, false);
  }

  #seekTrack(id, frame) {
    this.#selectHere(id);
    this.film.seekFrame(frame);
  }

  #playTrack(id) {
    const times = this.model.photo?.regions.find((each) => each.id === id)?.times;
    if (!times) return;
    this.#selectHere(id);
    this.film.play(times.start, times.end);
  }

  /** By a key: the box that is looked at begins or ends with the frame that is shown. */
  #mark(which) {
    const { photo, region } = this.model;
    if (!photo?.film) return;
    if (region?.origin !== 'manual' || !region.times) return say('Select what you have drawn: only that gets another time.');
    this.#moveEnd(region.id, which, () => this.film);
  }

  /** @param moment gives the frame that is meant. */
  async #moveEnd(id, which, moment) {
    const { model } = this;
    const { photo } = model;
    const region = photo?.regions.find((each) => each.id === id);
    const at = await this.#guarded(moment);
    if (!region?.times || at?.frame === undefined || model.photo?.photo !== photo.photo) return;
    const [from, to] = which === 'first' ? [at.frame, region.times.frames[1]] : [region.times.frames[0], at.frame];
    if (from > to) {
      say('It would end before it begins.');
      return this.tracks.update();
    }
    const { time } = at;
    this.#decide({ kind: 'span', region: id, from, to }, which === 'first' ? `It is hidden from ${clock(time)} on.` : `It is hidden until ${clock(time)}.`);
  }

  /** @returns false where the photo has no face: Tab goes on as ever. */
  #nextFace(step) {
    const { place } = this.model;
    const regions = this.film.photoNow()?.regions ?? [];
    // Backwards Tab leaves the photo, as forwards it does after the last face.
    if (regions.length === 0 || step < 0) return false;
    const at = regions.findIndex((region) => region.id === place.region);
    const next = regions[(at + step + regions.length) % regions.length];
    this.#selectHere(next.id);
    this.stage.focusBox(next.id);
    return true;
  }

  /** Another photo; or a selected box by a pixel. @returns whether it did something. */
  #arrow(dx, dy, event) {
    const { model } = this;
    const { place, region } = model;
    if (region && place.isSelected && region.id !== 'new' && !this.#regionNow()?.isFixed) {
      const step = event.shiftKey ? 10 : 1;
      model.nudge(region.id, this.stage.stepped(region, dx * step, dy * step, event.altKey));
      return true;
    }
    // Alt and an arrow would leave the page.
    if (event.altKey) return true;
    if (dy !== 0 || this.stage.isDrawing) return false;
    this.#beside(dx);
    return true;
  }

  #beside(step) {
    const photo = this.list.beside(this.model.place.photo, step);
    if (photo === undefined) return say(step > 0 ? 'That was the last photo.' : 'That was the first photo.');
    this.model.go(photo);
    this.#keepFocus();
    say(this.model.photos[photo].name);
  }

  #goFromList(photo, isPointer) {
    this.model.go(photo);
    if (isPointer) byId('stage').focus({ preventScroll: true });
  }

  /** The list of photos, where it has no room of its own. */
  #showPhotos(isShown) {
    document.body.classList.toggle('photos-shown', isShown);
    document.querySelector('[data-act="photos"]').setAttribute('aria-expanded', String(isShown));
  }

  #togglePhotos() {
    const isShown = !document.body.classList.contains('photos-shown');
    this.#showPhotos(isShown);
    if (isShown) byId('photo-list').focus();
    else byId('stage').focus({ preventScroll: true });
  }

  // What comes of it

  /**
   * Sends a change, says so, and shows what the program makes of it.
   * @param shown the photo as it was when the person decided, where others may have been shown since.
   * @returns the photo, or undefined where it was refused.
   */
  #decide(change, words, shown = null) {
    say(words);
    return this.#sent(shown ? this.model.decide(change, shown.photo, shown.basis) : this.model.decide(change));
  }

  #sent(promise) {
    return promise.catch((error) => this.#tell(error));
  }

  async #guarded(act) {
    try {
      return await act();
    } catch (error) {
      this.#tell(error);
      return undefined;
    }
  }

  /** One end at a time. */
  async #end(act) {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.model.flush();
    await this.#guarded(act);
    this.#isEnding = false;
    if (!byId('app').hidden) this.model.go(this.model.place.photo, this.model.place.region);
  }

  #tell(error) {
    if (isDropped(error)) return say(error.message);
    if (error instanceof Gone) return work.showGone(0);
    if (error instanceof Refusal && error.status === 401) return work.tellEnded(this.model, error.unsent);
    if (!(error instanceof Refusal)) console.error(error);
    openDialog('That did not work', [Object.assign(document.createElement('p'), { textContent: error.message })], { name: 'refused' });
    return undefined;
  }
}

/** "3 in doubt, 2 without a face": what the questions are about. */
function kindsOf(questions) {
  const words = { doubtful: 'in doubt', seenAgain: 'seen again', noFace: 'without a face', rest: 'to look through' };
  const counts = Object.fromEntries(Object.keys(words).map((kind) => [kind, 0]));
  for (const question of questions) counts[question[2]] += 1;
  return Object.entries(words).filter(([kind]) => counts[kind] > 0).map(([kind, name]) => `${counts[kind].toLocaleString('en')} ${name}`).join(', ');
}

/** The region that differs between two states of a photo; its first open question where none does. */
function changedRegion(before, after) {
  if (!before) return undefined;
  const old = new Map(before.regions.map((region) => [region.id, region]));
  const differs = (region) => {
    const was = old.get(region.id);
    return !was || ['state', 'x', 'y', 'width', 'height', 'looked'].some((key) => was[key] !== region[key]);
  };
  return after.regions.find(differs)?.id;
}

/** The token comes in the address's fragment, which no server sees; it is used once and taken out of the address. */
async function begin() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.hash) history.replaceState(null, '', location.pathname);
  if (token) {
    await post('/session', { token }).catch((error) => {
      // The cookie of an earlier load may still hold.
      if (!(error instanceof Refusal)) throw error;
    });
  }
  const review = new Review();
  await review.open();
}

begin().catch((error) => {
  if (error instanceof Refusal && (error.status === 401 || error.status === 403)) return work.tellEnded();
  return work.end('The review cannot be shown', error.message);
});
