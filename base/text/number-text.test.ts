import { expect, it } from 'vitest';
import { readDecimal, readWhole } from './number-text.ts';

it.each([
  ['', null],
  ['5', 5],
  ['10\u00a0000', 10_000],
  ['10,000', 10_000],
  ['-3', -3],
  ['−3', -3],
  ['-0', 0],
  ['-', Number.NaN],
  ['2,5', Number.NaN],
  ['5 сум', Number.NaN],
  ['5₸', Number.NaN],
  ['1e3', Number.NaN],
])('the whole number %j is %s', (text, value) => expect(readWhole(text)).toBe(value));

it.each([
  ['', null],
  ['2,500', 2.5],
  ['33.333', 33.333],
  ['10\u00a0000,5', 10_000.5],
  ['5 сум', Number.NaN],
  ['1,234.5', Number.NaN],
  ['1e3', Number.NaN],
])('the number %j is %s', (text, value) => expect(readDecimal(text)).toBe(value));
