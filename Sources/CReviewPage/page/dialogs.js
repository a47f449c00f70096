// Dialogs: the browser keeps the focus in them and gives it back.
import { el } from './talk.js';

let number = 0;

/**
 * Opens a dialog and waits for its end.
 * @param title its heading.
 * @param content elements, or a function that is given `close(value)` and makes them.
 * @param options `choices`: [{words, value, kind: 'main'|'danger'|undefined, isFirst}]; `mustChoose`: Esc does not close it; `name`: for styles
 * and tests.
 * @returns the value of the choice; null where it was closed otherwise.
 */
export function openDialog(title, content, options = {}) {
  return new Promise((resolve) => {
    number += 1;
    const heading = el('h2', { id: `dialog-${number}` }, title);
    const dialog = el('dialog', { 'aria-labelledby': heading.id, class: 'dialog', 'data-dialog': options.name });
    let result = null;
    const close = (value = null) => {
      result = value;
      dialog.close();
    };
    const choices = (options.choices ?? [{ words: 'Close', value: null, isFirst: true }]).map((choice) =>
      el('button', { type: 'button', class: `button ${choice.kind ?? ''}`, click: () => close(choice.value), autofocus: choice.isFirst }, choice.words),
    );
    const body = el('div', { class: 'dialog-body' });
    const made = typeof content === 'function' ? content(close, dialog) : content;
    body.append(...[made].flat());
    dialog.append(heading, body, el('div', { class: 'choices' }, ...choices));
    dialog.addEventListener('cancel', (event) => {
      if (options.mustChoose) event.preventDefault();
    });
    // A second Esc would close what must be answered.
    dialog.addEventListener('keydown', (event) => {
      if (options.mustChoose && event.key === 'Escape') event.preventDefault();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      options.closed?.();
      resolve(result);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const isDialogOpen = () => document.querySelector('dialog[open]') !== null;
