import { expect, it } from 'vitest';
import { digitsMask, editMasked, type Mask, masked, pasted } from './masked-text.ts';

const inPairs: Mask = {
  meaningless: /\s/g,
  show: (signs) => signs.replace(/^\d+/, (digits) => digits.replace(/(\d\d)(?=\d)/g, '$1 ')),
};

/** Edits a text whose caret is marked by `|`; returns the text with its caret. */
function after(before: string, marked: string, kind: string, mask: Mask): string {
  const edit = { before: pasted(before, mask), text: marked.replace('|', ''), caret: marked.indexOf('|'), kind };
  const { shown, caret } = editMasked(edit, mask);
  return `${shown.slice(0, caret)}|${shown.slice(caret)}`;
}

it.each([
  ['typed at the end', '12', '123|', 'insertText', '12 3|'],
  ['typed in the middle', '12 34', '192| 34', 'insertText', '19 2|3 4'],
  ['typed first', '12 34', '9|12 34', 'insertText', '9|1 23 4'],
  ['a space typed in the middle', '12 34', '12 3 |4', 'insertText', '12 3|4'],
  ['a sign erased takes the digit before it', '12 34', '12|34', 'deleteContentBackward', '1|3 4'],
  ['a sign deleted takes the digit behind it', '12 34', '12|34', 'deleteContentForward', '12| 4'],
  ['a part replaced', '12 34', '19| 4', 'insertText', '19| 4'],
  ['everything erased', '12', '|', 'deleteContentBackward', '|'],
  ['another text filled in by the browser', '12 34', '56789|', '', '56 78 9|'],
])('the caret stays in place: %s', (_, before, edited, kind, expected) => {
  expect(after(before, edited, kind, inPairs)).toBe(expected);
});

it('shows what does not fit, and drops only what means nothing', () => {
  expect(masked('12x4 5', inPairs)).toBe('12x45');
  expect(masked('12-34 56 78', digitsMask)).toBe('12345678');
});
