import { expect, test } from 'vitest';
import { percentText } from './percent-text.ts';

test('a sign of per cent stands apart from its number, in English right behind it', () => {
  expect(['ru', 'uz', 'en'].map((locale) => percentText(12.5, locale))).toEqual([
    '12,5\u00a0%',
    '12,5\u00a0%',
    '12.5%',
  ]);
});
