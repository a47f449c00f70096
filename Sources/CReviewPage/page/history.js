// The steps of a photo's edit, and the ways back.
import { openDialog } from './dialogs.js';
import { baseName, el } from './talk.js';

const time = (text) => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
};

const KINDS = { FaceBlur: 'Faces hidden', Tone: 'Tones changed' };

/** @returns the change that the person chose, or null. */
export function askHistory(photo) {
  const choices = [
    { words: 'Take everything back', value: { kind: 'revert' }, kind: 'danger' },
    photo.changed && { words: 'Forget what I changed here', value: { kind: 'reset' } },
    { words: 'Keep it', value: null, isFirst: true },
  ].filter(Boolean);
  return openDialog(`Back in ${baseName(photo.name)}`, (close) => {
    const steps = photo.steps.map((step) =>
      el('li', { class: step.enabled ? '' : 'off' },
        el('span', { class: 'step-name' }, `${step.number}. ${KINDS[step.kind] ?? step.kind}`),
        el('span', { class: 'step-time' }, time(step.time)),
        el('button', { type: 'button', class: 'button small', click: () => close({ kind: 'goBack', step: step.number }) }, 'Back to here'),
      ));
    return [
      el('p', {}, photo.film ? 'Of a film the newest edit counts; what was before is not kept.' : photo.steps.length > 0 ? 'What was done to this photo, the first step first:' : 'Nothing is recorded for this photo yet.'),
      el('ol', { class: 'steps' }, ...steps),
      el('p', { class: 'quiet' }, 'Whatever you choose here can be undone, and the new picture is made when you press Done.'),
    ];
  }, { name: 'history', choices });
}
