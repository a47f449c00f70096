// A film on the stage: its frames one by one, as the render will show them, and the film itself where the browser can play it.
import { address, get } from './api.js';
import * as pictures from './pictures.js';
import { byId, say } from './talk.js';

/** Times of frames are rounded. */
const SLACK = 1e-4;

/** "0:01.20": seconds as people are told them, to a hundredth. */
export function clock(seconds) {
  const hundredths = Math.round(Math.max(seconds, 0) * 100);
  const [whole, rest] = [Math.floor(hundredths / 100), hundredths % 100];
  const parts = whole >= 3600
    ? [Math.floor(whole / 3600), String(Math.floor(whole / 60) % 60).padStart(2, '0')]
    : [Math.floor(whole / 60)];
  return `${[...parts, String(whole % 60).padStart(2, '0')].join(':')}.${String(rest).padStart(2, '0')}`;
}

/** Seconds of "1.2", "0:01.2" or "1:00:01"; null where it is none. */
export function secondsOf(text) {
  if (!/^\d{1,6}(:\d{1,2}){0,2}([.,]\d{1,6})?$/.test(text.trim())) return null;
  return text.trim().replace(',', '.').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Where a track is at a time, as [x, y, width, height]; null where it is not there. */
function placeAt(region, time) {
  const { times } = region;
  if (!times) return [region.x, region.y, region.width, region.height];
  if (time < times.start - SLACK || time > times.end + SLACK) return null;
  // What was drawn has one place.
  if (region.origin === 'manual') return [region.x, region.y, region.width, region.height];
  const { points } = times;
  const after = points.findIndex((point) => point[0] >= time);
  if (after < 0) return points.at(-1).slice(1);
  if (after === 0) return points[0].slice(1);
  const [before, next] = [points[after - 1], points[after]];
  const part = (time - before[0]) / (next[0] - before[0] || 1);
  return before.slice(1).map((value, index) => value + (next[index + 1] - value) * part);
}

/** The film as a photo of one moment: with the regions that are there then, each where it is. */
function photoAt(photo, time) {
  const regions = photo.regions.flatMap((region) => {
    const rect = placeAt(region, time);
    if (!rect) return [];
    const [x, y, width, height] = rect;
    // What moves through the film is not dragged at one moment.
    return [{ ...region, x, y, width, height, isFixed: region.origin !== 'manual' }];
  });
  return { ...photo, regions };
}

export class FilmView {
  /** What is looked at: {photo, frame, time, end}; null where nothing is. */
  #now = null;
  #wanted = 0;
  #video = null;
  #stopsAt = Infinity;
  #isUnplayable = false;
  #shownFor = '';

  /** @param hooks `side(photo)`, `placeholder(words)`, `moved()`: the time has changed, `tell(error)`. */
  constructor(model, store, stage, hooks) {
    Object.assign(this, { model, store, stage, hooks });
    this.slider = byId('time');
    this.slider.addEventListener('input', () => this.seekTime(Number(this.slider.value)));
    document.addEventListener('visibilitychange', () => document.hidden && this.pause());
  }

  get isPlaying() {
    return this.#video !== null && !this.#video.paused;
  }

  /** The time that is looked at, in seconds, and its frame; undefined while the film opens. */
  get time() {
    return this.#now?.time;
  }
  get frame() {
    return this.#now?.frame;
  }

  /** The film as it is at this moment; the photo itself where it is none. */
  photoNow(photo = this.model.photo) {
    return photo?.film && this.#now?.photo === photo.photo ? photoAt(photo, this.#now.time) : photo;
  }

  /** Another photo or film is looked at. */
  leave() {
    this.#wanted += 1;
    this.#now = null;
    this.#shownFor = '';
    this.#isUnplayable = false;
    if (!this.#video) return;
    this.#video.pause();
    this.#video.removeAttribute('src');
    this.#video.load();
    this.#video = null;
    this.stage.root.classList.remove('playing');
    this.#updateControls();
  }

  /** Shows the film as things are; with `seeksRegion` where the region is seen best. */
  show(photo, region, seeksRegion) {
    const isHere = this.#now?.photo === photo.photo;
    const times = region?.times;
    if (!isHere) this.#seek(photo, { frame: times?.face ?? 0 });
    else if (times && seeksRegion && !this.isPlaying) this.#seek(photo, { frame: times.face });
    else this.#draw(photo);
    this.#updateControls();
  }

  seekTime(time) {
    this.pause();
    const { photo } = this.model;
    if (photo?.film) this.#seek(photo, { time: Math.max(time, 0) });
  }

  seekFrame(frame) {
    this.pause();
    const { photo } = this.model;
    if (photo?.film) this.#seek(photo, { frame: Math.min(Math.max(frame, 0), photo.film.frames - 1) });
  }

  /** So many frames on, or back. */
  step(count) {
    if (this.#now) this.seekFrame(this.#now.frame + count);
  }

  /** The frame of a time. */
  async frameAt(time) {
    const { photo } = this.model;
    return get(`/api/moment/${photo.photo}?time=${time}`);
  }

  /** The last one that was asked for counts. */
  async #seek(photo, { frame, time }) {
    this.#wanted += 1;
    const wanted = this.#wanted;
    try {
      const now = await get(`/api/moment/${photo.photo}?${frame === undefined ? `time=${time}` : `frame=${frame}`}`);
      if (wanted !== this.#wanted) return;
      this.#now = { photo: photo.photo, ...now };
      // Where it is asked for anew, it is drawn once it is there.
      if (this.model.photo) this.#draw(this.model.photo);
      this.hooks.moved();
    } catch (error) {
      if (wanted === this.#wanted) this.hooks.tell(error);
    }
  }

  /** Boxes at once, the picture when it is there. */
  #draw(photo) {
    this.stage.show(photoAt(photo, this.#now.time), this.model.place);
    this.#updateControls();
    if (this.isPlaying) return;
    const wanted = pictures.frame(photo.photo, this.#now.frame, photo.version, this.hooks.side(photo));
    if (wanted.key === this.#shownFor && this.stage.hasPicture) return;
    this.#shownFor = wanted.key;
    if (!this.stage.hasPicture) this.hooks.placeholder('Opening…');
    this.store.load(wanted).then(
      (bitmap) => {
        if (this.#shownFor !== wanted.key || this.isPlaying) return;
        this.hooks.placeholder('');
        this.stage.bitmap = bitmap;
        this.stage.root.dataset.shown = `${photo.photo}@${photo.version}`;
        this.stage.root.dataset.frame = this.#now.frame;
      },
      (error) => {
        if (this.#shownFor !== wanted.key) return;
        this.#shownFor = '';
        this.hooks.placeholder(error.message);
      },
    );
  }

  /** The frame without anything hidden. */
  original(photo, side, signal) {
    return pictures.originalFrame(photo.photo, this.#now?.frame ?? 0, side, signal);
  }

  // Playing

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** Plays on from here, or a stretch of the film. */
  async play(start, end = Infinity) {
    const { photo } = this.model;
    if (!photo?.film || !this.#now) return;
    if (this.#isUnplayable) return say(this.#unplayable(photo));
    const video = this.#video ?? this.#open(photo);
    this.#stopsAt = end;
    const isAtEnd = this.#now.frame >= photo.film.frames - 1;
    // A little behind the beginning of the frame, so that it is not the one before.
    video.currentTime = Math.max(start ?? (isAtEnd ? 0 : this.#now.time), 0) + 0.001;
    try {
      await video.play();
    } catch (error) {
      if (error.name !== 'AbortError' && !this.#isUnplayable) this.#fail(video);
    }
  }

  pause() {
    if (this.isPlaying) this.#video.pause();
  }

  get isSilent() {
    return this.#isSilent;
  }
  #isSilent = true;

  toggleSound() {
    this.#isSilent = !this.#isSilent;
    if (this.#video) this.#video.muted = this.#isSilent;
    this.#updateControls();
    say(this.#isSilent ? 'Without sound.' : 'With sound.');
  }

  #open(photo) {
    const video = document.createElement('video');
    Object.assign(video, { muted: this.#isSilent, playsInline: true, preload: 'auto' });
    video.addEventListener('error', () => this.#fail(video));
    // Some browsers play the sound alone where they do not know the pictures.
    video.addEventListener('loadedmetadata', () => video.videoWidth === 0 && this.#fail(video));
    video.addEventListener('play', () => this.#follow(video));
    for (const name of ['pause', 'ended']) video.addEventListener(name, () => this.#rest(video));
    video.src = address(`/film/${photo.photo}`);
    this.#video = video;
    return video;
  }

  #fail(video) {
    if (video !== this.#video) return;
    this.#isUnplayable = true;
    video.pause();
    this.#video = null;
    this.stage.root.classList.remove('playing');
    // What was looked at before is looked at again.
    this.#shownFor = '';
    const { photo } = this.model;
    if (photo?.film && this.#now) this.#seek(photo, { time: this.#now.time });
    this.#updateControls();
    say(this.#unplayable(photo));
  }

  #unplayable(photo) {
    return `This browser cannot play ${photo?.film?.codec ?? 'this film'}: go through its frames with the slider and the buttons beside it.`;
  }

  /** Shows what plays, with the boxes of each moment. */
  #follow(video) {
    this.#shownFor = '';
    const next = () => {
      if (video !== this.#video || video.paused || !this.model.photo?.film) return;
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !video.seeking && video.videoWidth > 0) {
        // The original plays: that is said.
        this.stage.root.classList.add('playing');
        this.#now = { ...this.#now, time: video.currentTime };
        this.stage.bitmap = video;
        this.hooks.placeholder('');
        this.stage.show(photoAt(this.model.photo, video.currentTime), this.model.place);
        this.#updateControls();
        if (video.currentTime >= this.#stopsAt) return video.pause();
      }
      if (video.requestVideoFrameCallback && this.stage.root.classList.contains('playing')) video.requestVideoFrameCallback(next);
      else requestAnimationFrame(next);
    };
    next();
  }

  /** What was played last becomes a frame to look at. */
  #rest(video) {
    this.stage.root.classList.remove('playing');
    if (video !== this.#video || !this.model.photo?.film) return;
    this.#shownFor = '';
    this.#seek(this.model.photo, { time: Math.min(video.currentTime, this.#stopsAt) });
    this.#updateControls();
  }

  // Controls

  #updateControls() {
    const { photo } = this.model;
    if (!photo?.film) return;
    const time = this.#now?.time ?? 0;
    this.slider.max = Math.max(photo.film.duration, 0.001);
    if (document.activeElement !== this.slider || this.isPlaying || Math.abs(this.slider.value - time) > 1) this.slider.value = time;
    this.slider.setAttribute('aria-valuetext', `${clock(time)} of ${clock(photo.film.duration)}`);
    byId('time-words').textContent = `${clock(time)} / ${clock(photo.film.duration)}`;
    const play = document.querySelector('[data-act="play"]');
    play.querySelector('span').textContent = this.isPlaying ? 'Pause' : 'Play';
    play.querySelector('use').setAttribute('href', this.isPlaying ? '#i-pause' : '#i-play');
    play.setAttribute('aria-disabled', String(this.#isUnplayable));
    document.querySelector('[data-act="sound"]').setAttribute('aria-pressed', String(!this.#isSilent));
    byId('film-note').textContent = this.#isUnplayable ? this.#unplayable(photo) : '';
    this.#placeSpan(photo);
  }

  /** Beside the slider: when what is asked about is there. */
  #placeSpan(photo) {
    const times = this.model.region?.times;
    const bar = byId('time-span');
    bar.hidden = !times || !(photo.film.duration > 0);
    if (bar.hidden) return;
    const part = (seconds) => Math.min(Math.max(seconds / photo.film.duration, 0), 1);
    bar.style.setProperty('left', `${part(times.start) * 100}%`);
    bar.style.setProperty('width', `${Math.max(part(times.end) - part(times.start), 0.004) * 100}%`);
  }
}
