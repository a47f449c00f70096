// What can be done, and by which key.
import { openDialog } from './dialogs.js';
import { el } from './talk.js';

const KEYS = [
  ['Deciding', [
    [['Space', 'Enter'], 'It is right as it is; on to the next one'],
    [['X'], 'Not a face, or a face after all'],
    [['A'], 'Draw a face that nobody found; Enter puts a box into the middle'],
    [['G'], 'Answer the same thing in similar photos at once'],
    [['C'], 'Leave everything in this photo visible'],
    [['PgDn', 'PgUp'], 'Next or previous question, without an answer'],
  ]],
  ['Looking', [
    [['O'], 'The original, while the key is held'],
    [['V'], 'The photo and its faces as other viewers show them, where that is something else'],
    [['Z'], 'Near to the face, and back'],
    [['+', '−'], 'Nearer, farther; the wheel does it, too'],
    [['←', '→'], 'Another photo'],
  ]],
  ['Boxes', [
    [['Tab'], 'The next face; after the last one the other controls'],
    [['← ↑ → ↓'], 'With a box selected: move it by a pixel'],
    [['Shift', '← ↑ → ↓'], 'By ten pixels'],
    [['Alt', '← ↑ → ↓'], 'Make it wider, narrower, higher, lower'],
  ]],
  ['Films', [
    [['P'], 'Play the original from here, and stop'],
    [[',', '.'], 'The frame before, the next one'],
    [['I', 'U'], 'What was drawn is hidden from this frame on, or until it'],
  ]],
  ['All of it', [
    [['Ctrl', 'Z'], 'Undo, in whatever photo it was'],
    [['Ctrl', 'Shift', 'Z'], 'Redo'],
    [['R'], 'Take back this photo, or go back to an earlier step'],
    [['Ctrl', 'S'], 'Done: make the new pictures'],
    [['Esc'], 'Leave what was begun; then cancel the review'],
    [['?'], 'This page'],
  ]],
];

export function showHelp(keys) {
  const groups = KEYS.map(([title, rows]) =>
    el('section', {}, el('h3', {}, title), el('dl', {}, ...rows.flatMap(([names, words]) => [
      el('dt', {}, ...names.flatMap((name, index) => [index > 0 ? ' ' : '', el('kbd', {}, name)])),
      el('dd', {}, words),
    ]))),
  );
  const single = el('input', { type: 'checkbox', checked: keys.hasSingleKeys, change: () => (keys.hasSingleKeys = single.checked) });
  return openDialog('Keys', [
    el('p', {}, 'With the mouse: click a box to select it, drag it or its corners, turn the wheel to come nearer, drag the photo to move it. With fingers: pinch, drag, and tap a box before you move it.'),
    el('div', { class: 'keys' }, ...groups),
    el('label', { class: 'check' }, single, 'Single letters are keys (turn this off where you speak to your computer)'),
  ], { name: 'help' });
}
