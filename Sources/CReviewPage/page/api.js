// The way to the program. Whatever is changed waits for the change before it, so that each carries the revision that the last one left.

/** Where all of this run lies. */
const folder = new URL('..', import.meta.url).pathname;

/** A path of this run as a browser asks for it. */
export const address = (path) => folder + path.slice(1);

/** What a page that is closed may still send, in letters; browsers allow four times as much. */
const MOST_KEPT = 1 << 14;

/** The program refused, and says why. */
export class Refusal extends Error {
  /** @param answer its JSON. */
  constructor(status, words, answer = {}) {
    super(words);
    this.status = status;
    this.answer = answer;
  }
}

/** Nobody answered. */
export class Gone extends Error {}

/** What the person had said is not done, and they know why: they chose what another window had said, or look at the photo again. */
export class Dropped extends Error {}

/** @returns the answer, whatever its status. Throws `Gone`. */
async function ask(path, options = {}) {
  try {
    return await fetch(address(path), { credentials: 'same-origin', cache: 'no-store', redirect: 'error', ...options });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Gone('The program does not answer.');
  }
}

async function refusal(response) {
  const answer = await response.json().catch(() => ({}));
  const words = answer.error ?? `the program answered ${response.status}`;
  return new Refusal(response.status, `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`, answer);
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks for JSON. */
export async function get(path, signal) {
  const response = await ask(path, { signal });
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/** Asks for a picture, again where the program has too much to do. @returns null where it would show nothing that another one does not. */
export async function getPicture(path, signal) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await ask(path, { signal });
    if (response.status === 204) return null;
    if (response.ok) return createImageBitmap(await response.blob());
    if (response.status !== 503 || attempt === 5) throw await refusal(response);
    await pause(100 * attempt);
  }
}

/** Says something that has no revision. @returns the answer's JSON, or null where there is none. */
export async function post(path, body = {}) {
  const text = JSON.stringify(body);
  const response = await ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: text,
    keepalive: text.length < MOST_KEPT,
  });
  if (response.status === 204 || response.status === 202) return null;
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/** Changes on their way, one after the other. */
export class Outbox {
  #waiting = [];
  #isSending = false;
  #wake = null;
  #idle = [];
  /** How often something was not done because a photo was not what was shown. */
  drops = 0;

  /**
   * @param hooks `revision()` is what this page saw; `answered(answer)` is called before the next change is sent;
   * `conflict(changes, canRepeat)` resolves to 'mine' or 'theirs', where 'mine' can be chosen; `changed(refusal, changes)` resolves when the photo is
   * asked for anew that is not what was shown; `gone(error, count)`, `back()`.
   */
  constructor(hooks) {
    this.hooks = hooks;
  }

  get isIdle() {
    return this.#waiting.length === 0;
  }

  /** Changes that are not answered yet, of one photo. */
  changes(photo) {
    return this.#waiting.filter((each) => each.about?.photo === photo).map((each) => each.about.change);
  }

  /** Resolves when nothing waits. */
  idle() {
    return this.isIdle ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  /**
   * @param body may hold the `basis` of the photo as it was shown: the program takes the change for that state alone.
   * @param about {photo, change}: what is applied here before it is answered.
   */
  send(path, body, about = null) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ path, body, about, resolve, reject });
      this.#run();
    });
  }

  /** Tries again at once what was not answered. */
  retry() {
    this.#wake?.();
  }

  async #run() {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#waiting.length > 0) await this.#sendFirst();
    this.#isSending = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #sendFirst() {
    const first = this.#waiting[0];
    try {
      const answer = await this.#posted(first);
      this.#waiting.shift();
      if (answer) this.#rebase(answer, first.about);
      if (answer) this.hooks.answered(answer, first.about);
      first.resolve(answer);
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) return this.#settle(error);
      // Another run answers, which takes none of them.
      if (error instanceof Refusal && error.status === 401) {
        error.unsent = this.#waiting.map((each) => each.about);
        for (const each of this.#waiting.splice(0)) each.reject(error);
        return;
      }
      this.#waiting.shift();
      first.reject(error);
    }
  }

  /** What was said next about the same photo was said of it as this change makes it. */
  #rebase({ photo }, about) {
    if (!about) return;
    for (const each of this.#waiting) if (each.about?.photo === photo.photo) each.body.basis = photo.basis;
  }

  async #settle(refusal) {
    if (refusal.answer.cause !== 'revision') return this.#drop(refusal);
    // Another window was faster: the person says whose words count. A step that nobody has seen is not taken back.
    const canRepeat = !this.#waiting.some(({ path }) => path === '/api/undo' || path === '/api/redo');
    const choice = await this.hooks.conflict(this.#waiting.map((each) => each.about), canRepeat);
    if (choice === 'mine' && canRepeat) return;
    for (const each of this.#waiting.splice(0)) each.reject(new Dropped('Taken from the other window.'));
  }

  /** A photo is not what was shown: what was said of that is never said of what is there now, and neither is what builds on it. */
  async #drop(refusal) {
    const { photo } = refusal.answer;
    const isDropped = (each, index) => index === 0 || !each.about || each.about.photo === photo;
    const dropped = this.#waiting.filter(isDropped);
    this.#waiting = this.#waiting.filter((each, index) => !isDropped(each, index));
    this.drops += 1;
    for (const each of dropped) each.reject(new Dropped('Not done: look at it again.'));
    await this.hooks.changed(refusal, dropped.map((each) => each.about));
  }

  /** Goes on until somebody answers. */
  async #posted(item) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await post(item.path, { revision: this.hooks.revision(), ...item.body });
        if (attempt > 0) this.hooks.back();
        return answer;
      } catch (error) {
        const isBusy = error instanceof Refusal && error.status === 503;
        if (!isBusy && !(error instanceof Gone)) throw error;
        if (!isBusy) this.hooks.gone(this.#waiting.length);
        await Promise.race([
          pause(Math.min(250 * 2 ** attempt, 5000)),
          new Promise((resolve) => (this.#wake = resolve)),
        ]);
      }
    }
  }
}
