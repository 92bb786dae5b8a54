import { expect, it } from 'vitest';
import { createStopWords } from '#app/donations/settings/stop-words.ts';
import { hardLists, hardTexts } from '#test/support/hard-texts.ts';

/** A step is some nanoseconds: so many are far below 50 ms. */
const mostSteps = 3_000_000;

it.each(Object.entries(hardLists))('30: no text blocks the event loop, whatever the stop words are: %s', (_, words) => {
  const stopWords = createStopWords(words);
  for (const text of hardTexts(1_000)) {
    const before = stopWords.steps;
    stopWords.mask(text);
    expect(stopWords.steps - before, text.slice(0, 10)).toBeLessThan(mostSteps);
  }
});
