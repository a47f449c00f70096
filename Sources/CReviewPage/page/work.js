// The ends of a review: Done, Cancel, another window that was faster, and a program that does not answer.
import { Refusal, get, post } from './api.js';
import { openDialog } from './dialogs.js';
import { byId, count, el, list, say } from './talk.js';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Nothing can be done any more: the page says why. */
export function end(title, words) {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  byId('app').hidden = true;
  byId('gone').hidden = true;
  byId('end').hidden = false;
  byId('end-title').textContent = title;
  byId('end-words').textContent = words;
  byId('end-title').focus();
}

async function quit(title, words) {
  await post('/api/quit').catch(() => {});
  end(title, words);
}

// Done

/** The lines of the report: what failed first. */
function reportOf(work) {
  const line = (result) => {
    const notes = [...(result.warnings ?? []), ...(result.notes ?? [])];
    return el('li', { class: result.error ? 'failed' : notes.length > 0 ? 'noted' : 'fine' },
      el('strong', {}, result.name),
      el('span', {}, result.error ? ` was not made: ${result.error}` : result.written ? ` → ${result.written}` : ''),
      notes.length > 0 && el('ul', {}, ...notes.map((note) => el('li', {}, note))));
  };
  const rank = (result) => (result.error ? 0 : (result.warnings ?? []).length > 0 ? 1 : 2);
  const sorted = [...work.results].sort((a, b) => rank(a) - rank(b));
  return el('ul', { class: 'report' }, ...sorted.slice(0, 500).map(line));
}

/** Shows how far the program is, until it has made every picture. @returns the report, or null where the program is gone. */
async function watch(hasFilm) {
  const bar = el('progress', { max: 1, value: 0, 'aria-label': 'Pictures made' });
  const words = el('p', { role: 'status' }, 'The pictures are made and checked…');
  let close = null;
  openDialog('Done', (closing) => {
    close = closing;
    return [words, bar];
  }, { name: 'working', mustChoose: true, choices: [] });
  for (;;) {
    try {
      const work = await get('/api/work');
      if (work.phase === 'ended') {
        close();
        return work;
      }
      bar.max = Math.max(work.total, 1);
      bar.value = work.through;
      if (work.total > 0) words.textContent = `${work.through} of ${count(work.total, 'picture')} made and checked.${hasFilm ? ' A film takes a while.' : ''}`;
    } catch (error) {
      if (error instanceof Refusal) {
        close();
        throw error;
      }
      words.textContent = 'The program does not answer. What you decided is kept.';
    }
    await pause(200);
  }
}

/** Renders what was changed, shows what came of it, and ends the review where the person wishes so. */
export async function finish(model) {
  const { drops } = model.outbox;
  await model.outbox.idle();
  // The person is told of a photo that is not what was shown, and looks at it first.
  if (model.outbox.drops !== drops) return;
  const hasFilm = model.photos.some((entry) => entry.film && entry.changed);
  await model.finish();
  const work = await watch(hasFilm);
  await model.reload();
  const failed = work.results.filter((result) => result.error).length + (work.error ? 1 : 0);
  const made = work.results.filter((result) => !result.error).length;
  const parts = [made > 0 && `${count(made, 'picture')} made and checked`, failed > 0 && `${failed} failed`].filter(Boolean);
  const open = model.questions.length;
  const isOver = failed === 0 && open === 0 && model.waiting === 0;
  const choice = await openDialog(failed > 0 ? 'Not everything was made' : 'Done', [
    el('p', { class: 'result' }, parts.length > 0 ? `${list(parts)}.` : 'No picture had to be made anew.'),
    open > 0 && el('p', {}, `${count(open, 'question')} still open; the next review goes on there.`),
    model.waiting > 0 && el('p', {}, `Faces are still looked for in ${count(model.waiting, 'photo')}.`),
    work.signOff && el('p', {}, 'What was looked at is written down in ', el('code', {}, work.signOff), '.'),
    work.error && el('p', { class: 'error' }, work.error),
    reportOf(work),
  ].filter(Boolean), {
    name: 'done',
    choices: [
      { words: 'Close the review', value: 'quit', kind: 'main', isFirst: isOver },
      { words: 'Go on', value: null, isFirst: !isOver },
    ],
  });
  if (choice === 'quit') await quit('The review is done', 'You can close this window.');
}

// Cancel

/** Forgets what was not rendered; asks where work would be lost, also that of another window. */
export async function cancel(model) {
  model.flush();
  await model.outbox.idle();
  await model.refresh();
  if (model.changed > 0) {
    const choice = await openDialog('Leave the review?', [
      el('p', {}, `${count(model.changed, 'photo')} changed, and no new picture was made of ${model.changed === 1 ? 'it' : 'them'} yet.`),
    ], {
      name: 'cancel',
      choices: [
        { words: 'Go on reviewing', value: null, kind: 'main', isFirst: true },
        { words: 'Leave, and keep the changes for next time', value: 'keep' },
        { words: 'Leave, and forget the changes', value: 'discard', kind: 'danger' },
      ],
    });
    if (choice === null) return;
    if (choice === 'keep') return quit('See you later', 'What you changed is kept; the next review goes on there. You can close this window.');
  }
  try {
    await post('/api/discard', { revision: model.revision });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error;
    // Another window has changed something since: it is asked about that.
    return cancel(model);
  }
  // Whatever was rendered by an earlier Done stays.
  const work = await get('/api/work').catch(() => null);
  const rest = work?.phase === 'idle' ? 'Every photo is as it was.' : 'What was not rendered yet is forgotten.';
  await quit('The review has ended', `${rest} You can close this window.`);
}

// Another window

const VERBS = {
  confirm: 'say that something is right', exclude: 'leave something visible', include: 'hide something', add: 'add a face', move: 'move a box', span: 'change when a box is there',
  excludeAll: 'leave all of it visible', look: 'say that nobody is missing', revert: 'take it back', reset: 'forget what was changed',
  strength: 'change the style', tone: 'change the tones', goBack: 'go back a step',
};

/** What a change on its way is, in words. */
const wordsOf = (model, about) => about?.change ? `${VERBS[about.change.kind]} in ${model.photos[about.photo].name}` : 'undo, redo, answer several at once or finish';

function listOf(model, changes) {
  const items = changes.map((about) => el('li', {}, wordsOf(model, about)));
  return el('ul', {}, ...items.slice(0, 8), items.length > 8 && el('li', {}, `and ${items.length - 8} more`));
}

/**
 * Something else was changed, and no photo that this window has said something about.
 * @param canRepeat whether what was said here means the same as things are now.
 * @returns 'mine' or 'theirs'.
 */
export function askConflict(model, changes, canRepeat) {
  return openDialog('Another window was faster', [
    el('p', {}, 'Something was changed in another window since this one last looked. Yours was not done:'),
    listOf(model, changes),
  ], {
    name: 'conflict', mustChoose: true,
    choices: [
      { words: 'Take theirs, forget mine', value: 'theirs', isFirst: true },
      canRepeat && { words: 'Do mine as well', value: 'mine', kind: 'main' },
    ].filter(Boolean),
  });
}

const CAUSES = {
  photo: 'The photo or its edit was changed outside of this page since it was shown here',
  decision: 'What is decided about it was changed since it was shown here, by another window or by a step of yours that was not shown yet',
};

/** A photo is not what was shown when something was said of it: that is not done, and there is no way to do it unseen. */
export function tellChanged(model, refusal, changes) {
  const { cause, photo } = refusal.answer;
  const name = model.photos[photo]?.name;
  return openDialog('Look at it again', [
    name && el('p', {}, el('strong', {}, name)),
    el('p', {}, `${CAUSES[cause] ?? 'It is not known what was shown here'}. It is shown as it is now: look at it again, and decide anew. Not done:`),
    listOf(model, changes),
  ].filter(Boolean), { name: 'changed', choices: [{ words: 'Look at it again', value: null, kind: 'main', isFirst: true }] });
}

// Nobody answers

/** Says that the program does not answer, and how many changes wait. */
export function showGone(waiting) {
  const words = waiting > 0
    ? `${count(waiting, 'change')} of yours ${waiting === 1 ? 'waits' : 'wait'} here for it to answer again. If it has ended, start “faceblur review” anew and make ${waiting === 1 ? 'it' : 'them'} once more there.`
    : 'What you decided is kept. Keep this window open, or start “faceblur review” again.';
  byId('gone-words').textContent = `The program does not answer. ${words}`;
  byId('gone').hidden = false;
}

export function hideGone() {
  if (byId('gone').hidden) return;
  byId('gone').hidden = true;
  say('The program is back.');
}

/** Says that another run, or none, has the place of this page's. @param unsent changes that no run has got; null stands for steps. */
export function tellEnded(model, unsent = []) {
  const lost = unsent.slice(0, 8).map((about) => wordsOf(model, about));
  if (unsent.length > lost.length) lost.push(`${unsent.length - lost.length} more`);
  const words = unsent.length > 0 ? `Not kept is what had not been sent: ${list(lost)}. All else that you decided is still there.` : 'What you decided is still there.';
  end('This page belongs to a review that has ended', `Start “faceblur review” again: it prints a new address. ${words}`);
}
