// What new edits begin with: one store for the page and the command.
import { get, post } from './api.js';
import { openDialog } from './dialogs.js';
import { el, list, say } from './talk.js';

const LISTS = [
  ['style', 'Style', ['mosaic', 'blur', 'fill', 'pixelate']],
  ['shape', 'Shape', ['box', 'ellipse']],
  ['effort', 'How hard faces are looked for', ['fast', 'normal', 'thorough', 'maximum']],
  ['metadata', 'What a picture tells about its photo', ['none', 'minimal', 'standard']],
];
const NUMBERS = [
  ['cells', 'Cells across a face', 1, 24, 1],
  ['margin', 'Margin, times the face', 1, 4, 0.1],
];

/** Settings that hide less, or tell more, than the usual ones. */
function weaker({ style, margin, metadata, effort }) {
  return [
    style === 'pixelate' && 'pixelate shows something of the face',
    margin !== null && margin < 1.3 && 'a margin below 1.3 may leave parts of a head visible',
    !['', null, 'none', 'minimal'].includes(metadata) && 'the pictures tell more about their photos',
    effort === 'fast' && 'small faces may be missed',
  ].filter(Boolean);
}

function choice(value, [key, words, values]) {
  const known = value === null || value === undefined || values.includes(value) ? values : [...values, value];
  const select = el('select', { name: key }, el('option', { value: '' }, 'the usual'), ...known.map((each) => el('option', { value: each }, each)));
  select.value = value ?? '';
  return el('label', { class: 'field' }, words, select);
}

function number(value, [key, words, min, max, step]) {
  return el('label', { class: 'field' }, words, el('input', { type: 'number', name: key, min, max, step, value: value ?? '', placeholder: 'the usual' }));
}

/** Shows the settings and keeps them where the person says so. */
export async function showSettings() {
  const settings = await get('/api/settings');
  const form = el('form', { class: 'fields' }, ...LISTS.map((each) => choice(settings[each[0]], each)), ...NUMBERS.map((each) => number(settings[each[0]], each)));
  const note = el('p', { class: 'quiet' }, 'For photos whose edit is begun from now on, here and by the command: ', el('code', {}, 'faceblur settings'), ' shows the same.');
  const error = el('p', { class: 'error', role: 'alert' });
  await openDialog('Settings', (close) => {
    const save = async (event) => {
      event?.preventDefault();
      if (!form.reportValidity()) return;
      const values = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, value === '' ? null : value]));
      for (const [key] of NUMBERS) if (values[key] !== null) values[key] = Number(values[key]);
      const dangers = weaker(values);
      if (dangers.length > 0 && error.textContent === '') {
        error.textContent = `Weaker than usual: ${list(dangers)}. Press again to keep them all the same.`;
        return;
      }
      try {
        // The program asks for it, too.
        await post('/api/settings', { ...settings, ...values, ...(dangers.length > 0 ? { weaker: true } : {}) });
        say('Settings kept.');
        close();
      } catch (problem) {
        error.textContent = problem.message;
      }
    };
    form.addEventListener('submit', save);
    form.addEventListener('input', () => (error.textContent = ''));
    const buttons = [['Keep these settings', save, 'main'], ['Close', () => close(), '']].map(([words, click, kind]) => el('button', { type: 'button', class: `button ${kind}`, click }, words));
    return [note, form, error, el('div', { class: 'choices' }, ...buttons)];
  }, { name: 'settings', choices: [] });
}
