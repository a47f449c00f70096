// The same thing in near-identical photos: shown first, then answered once.
import { get, getPicture } from './api.js';
import { openDialog } from './dialogs.js';
import * as pictures from './pictures.js';
import { baseName, count, el } from './talk.js';

/** What is not shown is not answered either. */
const MAX_SHOWN = 120;
/** Crops that are asked for at once. */
const LOADERS = 3;

/** One crop that can be left out; it counts once it is seen. */
function tile(member, changed) {
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const box = el('input', { type: 'checkbox', disabled: true, change: changed });
  return { member, box, canvas, element: el('label', { class: 'tile' }, canvas, el('span', { class: 'tile-name' }, box, baseName(member.name))) };
}

/** Draws the crops, and keeps none of them. */
async function load(tiles, changed) {
  const left = [...tiles];
  const loader = async () => {
    for (let next = left.shift(); next && next.canvas.isConnected; next = left.shift()) {
      const { path } = pictures.face(next.member.photo, { id: next.member.region });
      const bitmap = await getPicture(path).catch(() => null);
      if (!bitmap) continue;
      pictures.drawInto(next.canvas, bitmap);
      bitmap.close();
      Object.assign(next.box, { disabled: false, checked: true });
      changed();
    }
  };
  await Promise.all(Array.from({ length: LOADERS }, loader));
}

/**
 * Shows the members and asks.
 * @param isMeantVisible whether the person has said that this one is no face.
 * @returns {members: [[photo, region, basis]], face} or null where nothing is to be done, 'one' where this one alone is meant.
 */
export async function askAlike(model, { photo, region }, isMeantVisible) {
  // The members are told as they are after all that was said here.
  await model.outbox.idle();
  const { members } = await get(`/api/alike?photo=${photo}&region=${encodeURIComponent(region)}`);
  const isHere = (each) => each.photo === photo && each.region === region;
  const here = members.find(isHere) ?? { photo, region, name: model.photos[photo].name, basis: model.former(photo)?.basis };
  const all = [here, ...members.filter((each) => !isHere(each))];
  if (all.length === 1) return 'one';

  const words = el('p', {});
  let tiles = [];
  const update = () => {
    const chosen = tiles.filter((each) => each.box.checked).length;
    const shown = all.length > tiles.length ? `, the first ${tiles.length} of them here` : '';
    words.textContent = `The same place in near-identical photos: ${count(all.length, 'picture')}${shown}, ${chosen} chosen. Untick what differs. What you say is one step, and Undo takes it back.`;
  };
  tiles = all.slice(0, MAX_SHOWN).map((member) => tile(member, update));
  update();
  const grid = el('div', { class: 'tiles', role: 'group', 'aria-label': 'Pictures that may be the same' }, ...tiles.map((each) => each.element));
  // Once the dialog stands.
  setTimeout(() => load(tiles, update));
  const choice = await openDialog('The same in all of these?', [words, grid], {
    name: 'alike',
    choices: [
      { words: 'None is a face: leave them visible', value: 'exclude', kind: 'main', isFirst: isMeantVisible },
      { words: 'All are faces: hide them', value: 'include' },
      { words: 'Only this one', value: 'one' },
      { words: 'Back', value: null, isFirst: !isMeantVisible },
    ],
  });
  if (choice === null || choice === 'one') return choice;
  const chosen = tiles.filter((each) => each.box.checked).map((each) => [each.member.photo, each.member.region, each.member.basis]);
  return chosen.length === 0 ? null : { members: chosen, face: choice === 'include' };
}
