import { expect, it } from 'vitest';
import { createTextMask } from './text-mask.server.ts';

/** Words that ambiguous signs keep as candidates for the whole text, as many as an admin may save. */
const words = Array.from({ length: 500 }, (_, at) =>
  at
    .toString(3)
    .replace(/./g, (digit) => 'иую'[Number(digit)] ?? '')
    .padStart(10, 'у'),
);

it('masks a page of the hardest texts in pieces and caches the results', async () => {
  const { mask, prepare } = createTextMask(words);
  const texts = Array.from({ length: 100 }, (_, at) => `${at} ${'⑪'.repeat(990)}`);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await prepare([...texts, null]);
  isDone = true;
  expect(turns).toBeGreaterThan(texts.length / 4);
  expect(mask(texts[7] ?? '')).toBe(createTextMask(words).mask(texts[7] ?? ''));
});

it('drops the oldest results at its limit', () => {
  const { mask } = createTextMask(['сука']);
  for (let at = 0; at < 5_000; at += 1) mask(`${at} сука`);
  expect(mask('0 сука')).toBe('0 ****');
});
