import { expect, it } from 'vitest';
import { digitsUpTo, editMasked, type Format } from './masked-text.ts';

const inPairs: Format = (text) => text.replace(/\D/g, '').replace(/(\d\d)(?=\d)/g, '$1 ');

/** Edits a text whose caret is marked by `|`; returns the text with its caret. */
function after(before: string, marked: string, kind: string, format: Format): string {
  const edit = { before, text: marked.replace('|', ''), caret: marked.indexOf('|'), kind };
  const { text, caret } = editMasked(edit, format);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

it.each([
  ['typed at the end', '12', '123|', 'insertText', '12 3|'],
  ['typed in the middle', '12 34', '192| 34', 'insertText', '19 2|3 4'],
  ['typed first', '12 34', '9|12 34', 'insertText', '9|1 23 4'],
  ['a sign erased takes the digit before it', '12 34', '12|34', 'deleteContentBackward', '1|3 4'],
  ['a sign deleted takes the digit behind it', '12 34', '12|34', 'deleteContentForward', '12| 4'],
  ['everything erased', '12', '|', 'deleteContentBackward', '|'],
])('the caret stays in place: %s', (_, before, edited, kind, expected) => {
  expect(after(before, edited, kind, inPairs)).toBe(expected);
});

it('takes digits alone, up to a number, and shows the format what was there before', () => {
  expect(digitsUpTo(6)('12-34 56 78', '')).toBe('123456');
  expect(after('1', '12|', 'insertText', (text, before) => `${before}>${text}`)).toBe('1>12|');
});
