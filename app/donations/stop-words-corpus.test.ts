import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStopWords } from './stop-words.ts';
import { meantBadly, meantWell, stockWords } from './stop-words-corpus.ts';

const { mask } = createStopWords(stockWords);
const isMasked = (text: string) => mask(text) !== text;

/** Nothing of it is left to be read or spoken. */
const isGone = (text: string) => !/[\p{L}\p{N}]{2}/u.test(mask(text));

test('of what is meant badly at least 95 % is masked, of what is meant well at most 1 %', () => {
  expect(new Set([...meantBadly, ...meantWell]).size).toBe(meantBadly.length + meantWell.length);
  expect(meantBadly.length + meantWell.length).toBeGreaterThanOrEqual(300);
  const missed = meantBadly.filter((text) => !isGone(text));
  const wronged = meantWell.filter(isMasked);
  const told = `missed: ${missed.join(', ')}; wronged: ${wronged.join(', ')}`;
  expect(missed.length / meantBadly.length, told).toBeLessThanOrEqual(0.05);
  expect(wronged.length / meantWell.length, told).toBeLessThanOrEqual(0.01);
});

test('the same holds in the middle of a sentence', () => {
  const missed = meantBadly.filter((text) => mask(`Привет, ${text}, пока`) === `Привет, ${text}, пока`);
  const wronged = meantWell.filter((text) => isMasked(`Салом, ${text}, rahmat`));
  expect(missed.length / meantBadly.length, missed.join(', ')).toBeLessThanOrEqual(0.05);
  expect(wronged.length / meantWell.length, wronged.join(', ')).toBeLessThanOrEqual(0.01);
});

test('a new house begins with these words', () => {
  const migration = readFileSync(join(import.meta.dirname, '../../migrations/0014_widgets.sql'), 'utf8');
  expect(migration).toContain(`'{${stockWords.join(',')}}'`);
});
