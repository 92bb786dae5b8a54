import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTextMask } from '#app/donations/settings/text-mask.server.ts';
import { hardLists, hardTexts } from '#test/support/hard-texts.ts';
import { noteFigure, scaled, tortureScale } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { buildIfStale } from '../../../operation/install/build-if-stale.ts';
import { mostBlocked, runBlockedLoop } from './blocked-loop.ts';
import { watchLoop } from './loop-watch.ts';

test('30: texts that are slow to match', async () => {
  const rounds = scaled(50, 5);
  const watch = watchLoop();
  let masked = 0;
  let longest = 0;
  for (const words of Object.values(hardLists)) {
    const { prepare } = createTextMask(words);
    await prepare(hardTexts(990));
    for (let round = 0; round < rounds; round += 1) {
      const texts = hardTexts(990).map((text) => `${round} ${text}`);
      await pause(2);
      watch.take();
      await prepare(texts);
      longest = Math.max(longest, watch.take().cpu);
      masked += texts.length;
    }
  }
  watch.stop();
  noteFigure({
    invariant: 30,
    promise: `${masked} texts of 1,000 characters and as many stop words as may be saved: masking blocks the event loop for less than ${mostBlocked} ms`,
    seen: `at most ${longest.toFixed(1)} ms of computing in one turn`,
    met: [met('texts', masked, 100)],
    holds: longest < mostBlocked,
  });
  expect(longest).toBeLessThan(mostBlocked);
});

test('30: the largest requests to every call and page', { timeout: 7_200_000 }, async () => {
  await buildIfStale(new URL('../../..', import.meta.url).pathname, () => undefined);
  const share = Math.min(1, Math.max(0.02, tortureScale));
  const { requests, large, answered, calls, longest, longestName, faults } = await runBlockedLoop(share);
  noteFigure({
    invariant: 30,
    promise: `bodies of 64 KB, addresses and headers of 12 KB to ${calls / 3} calls and to pages, under three lists of as many stop words as may be saved: none blocks the event loop for more than ${mostBlocked} ms`,
    seen:
      `${requests} requests, ${answered} answered; at most ${longest.toFixed(0)} ms of computing in one turn (${longestName}); ` +
      `too long ${faults.length}${faults[0] === undefined ? '' : `, such as ${faults.slice(0, 3).join('; ')}`}`,
    met: [met('requests over 8 KB', large, 100), met('answered', answered, 200)],
    holds: faults.length === 0,
  });
  expect(faults).toEqual([]);
});
