import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStopWords } from './stop-words.ts';
import { meantBadly, meantWell, stockWords } from './stop-words-corpus.ts';

const { mask } = createStopWords(stockWords);
const isMasked = (text: string) => mask(text) !== text;

/** Whether nothing of the text is left to read. */
const isGone = (text: string) => !/[\p{L}\p{N}]{2}/u.test(mask(text));

test('masks at least 95 % of offensive texts and at most 1 % of harmless ones', () => {
  expect(new Set([...meantBadly, ...meantWell]).size).toBe(meantBadly.length + meantWell.length);
  expect(meantBadly.length + meantWell.length).toBeGreaterThanOrEqual(300);
  const missed = meantBadly.filter((text) => !isGone(text));
  const wronged = meantWell.filter(isMasked);
  const summary = `missed: ${missed.join(', ')}; wronged: ${wronged.join(', ')}`;
  expect(missed.length / meantBadly.length, summary).toBeLessThanOrEqual(0.05);
  expect(wronged.length / meantWell.length, summary).toBeLessThanOrEqual(0.01);
});

test('does the same in the middle of a sentence', () => {
  const missed = meantBadly.filter((text) => mask(`Привет, ${text}, пока`) === `Привет, ${text}, пока`);
  const wronged = meantWell.filter((text) => isMasked(`Салом, ${text}, rahmat`));
  expect(missed.length / meantBadly.length, missed.join(', ')).toBeLessThanOrEqual(0.05);
  expect(wronged.length / meantWell.length, wronged.join(', ')).toBeLessThanOrEqual(0.01);
});

test('a new installation starts with these words', () => {
  const migration = readFileSync(join(import.meta.dirname, '../../../migrations/0006_donations.sql'), 'utf8');
  expect(migration).toContain(`'{${stockWords.join(',')}}'`);
});
