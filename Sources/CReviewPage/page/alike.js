// The same thing in near-identical photos: shown first, then answered once.
import { get } from './api.js';
import { openDialog } from './dialogs.js';
import * as pictures from './pictures.js';
import { baseName, count, el } from './talk.js';

const MAX_SHOWN = 120;

/** One crop that can be left out. */
function tile(member, store, changed) {
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const box = el('input', { type: 'checkbox', checked: true, change: changed });
  store
    .load(pictures.face(member.photo, { id: member.region }))
    .then((bitmap) => pictures.drawInto(canvas, bitmap))
    .catch(() => {});
  return { member, box, element: el('label', { class: 'tile' }, canvas, el('span', { class: 'tile-name' }, box, baseName(member.name))) };
}

/**
 * Shows the members and asks.
 * @returns {members: [[photo, region]], face} or null where nothing is to be done, 'one' where this one alone is meant.
 */
export async function askAlike(model, store, { photo, region }) {
  const { members } = await get(`/api/alike?photo=${photo}&region=${encodeURIComponent(region)}`);
  const isHere = (each) => each.photo === photo && each.region === region;
  const all = [{ photo, region, name: model.photos[photo].name }, ...members.filter((each) => !isHere(each))];
  if (all.length === 1) return 'one';

  const words = el('p', {});
  let tiles = [];
  const update = () => {
    const chosen = tiles.filter((each) => each.box.checked).length;
    words.textContent = `The same place in near-identical photos: ${count(all.length, 'picture')}, ${chosen} chosen. Untick what differs. What you say is one step, and Undo takes it back.`;
  };
  tiles = all.slice(0, MAX_SHOWN).map((member) => tile(member, store, update));
  update();
  const grid = el('div', { class: 'tiles', role: 'group', 'aria-label': 'Pictures that may be the same' }, ...tiles.map((each) => each.element));
  const choice = await openDialog('The same in all of these?', [words, grid], {
    name: 'alike',
    choices: [
      { words: 'None is a face: leave them visible', value: 'exclude', kind: 'main', isFirst: true },
      { words: 'All are faces: hide them', value: 'include' },
      { words: 'Only this one', value: 'one' },
      { words: 'Back', value: null },
    ],
  });
  if (choice === null || choice === 'one') return choice;
  const chosen = tiles.filter((each) => each.box.checked).map((each) => [each.member.photo, each.member.region]);
  return chosen.length === 0 ? null : { members: chosen, face: choice === 'include' };
}
