import { expect, test } from 'vitest';
import { noteFigure } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { noteNoClock } from './clock-fixture.ts';
import { runLimitStory } from './clock-limits.ts';

const wantedPauses = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 3_600, 3_600, 3_600];

test('11 and 12: budgets of hours and days, and pauses up to an hour', async () => {
  const story = await runLimitStory();
  const promises = {
    11: 'over a day, by a clock that is set: 60 s apart, 5 an hour and 10 a day for a phone, 30 an hour for an address, 2,000 an hour for all; the victim logs in',
    12: 'wrong passwords, by a clock that is set: pauses double up to an hour and the right one is taken after each; strange addresses wait an hour after 100',
  } as const;
  if (story === null) {
    noteNoClock(promises);
    return;
  }
  const { codes, delays } = story;
  const summaryOf = ({ steps, wrong }: { steps: number; wrong: readonly string[] }) =>
    `${steps} steps, wrong ${wrong.length}${wrong.length > 0 ? `, such as «${wrong[0]}»` : ''}`;
  // A slow machine sends the request a moment later.
  const isDoubling = wantedPauses.every((wanted, at) => {
    const seen = delays.pauses[at] ?? 0;
    return seen <= wanted && seen > wanted - 4;
  });
  noteFigure({
    invariant: 11,
    promise: promises[11],
    seen: summaryOf(codes),
    met: [met('steps', codes.steps, 10)],
    holds: codes.wrong.length === 0,
  });
  noteFigure({
    invariant: 12,
    promise: promises[12],
    seen: `${summaryOf(delays)}; pauses ${delays.pauses.join(', ')} s`,
    met: [met('pauses', delays.pauses.length, wantedPauses.length)],
    holds: delays.wrong.length === 0 && isDoubling,
  });
  expect(codes.wrong).toEqual([]);
  expect(delays.wrong).toEqual([]);
  expect(isDoubling, delays.pauses.join()).toBe(true);
});
