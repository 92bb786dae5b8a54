import { expect, test } from 'vitest';
import { noteFigure } from '#test/torture/figures.ts';
import { isZero, met } from '#test/torture/judging.ts';
import { noMoneyFaults } from '#test/torture/money/money-evidence.ts';
import { noteNoClock } from './clock-fixture.ts';
import { runClockStory } from './clock-story.ts';

const wantedCodes = { 'at once': 'ok', 'after 4.5 min': 'ok', 'after 6 min': 'CodeExpired', 'a new one': 'ok' };
const wantedSessions = {
  'token after 6 min': 'ok',
  'token after 20 min': 'Unauthorized',
  'refresh after 20 min': 'ok',
  'new token': 'ok',
  'another refresh': 'ok',
  'its old token a minute later': 'SessionEnded',
  'its session then': 'Unauthorized',
  'refresh after 25 h': 'SessionEnded',
  'remembered after 25 h': 'ok',
  'remembered after 530 h': 'SessionEnded',
};

const summaryOf = (answers: Readonly<Record<string, string>>) =>
  Object.entries(answers)
    .map(([when, answer]) => `${when}: ${answer}`)
    .join(', ');
const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

test('3, 10 and 13: the clock of server and database is set ahead, and back', async () => {
  const story = await runClockStory();
  const promises = {
    3: 'callbacks that a clock set ahead makes over 5 minutes old are refused, and nothing is lost: all known within 60 s',
    10: 'the clock set ahead: a code is good after 4.5 min and over after 6, a new one holds',
    13: 'the clock set ahead: tokens end after 15 min, sessions after 24 and 500 h, and a replay ends its own',
  } as const;
  if (story === null) {
    noteNoClock(promises);
    return;
  }
  const { codes, sessions, refused, knownAfter, faults, ledgerFaults } = story;
  const isSound = isZero(faults, ledgerFaults);
  const { ahead, expired, back } = knownAfter;
  noteFigure({
    invariant: 3,
    promise: promises[3],
    seen:
      `${refused} callbacks refused; known ${ahead.toFixed(1)} s after the payment, ${back.toFixed(1)} s after the clock was set back, ` +
      `${expired.toFixed(1)} s after that where it was paid while the server held it for expired; ledger less provider ${faults.difference}`,
    met: [met('callbacks refused', refused)],
    holds: refused > 0 && isSound && Math.max(ahead, expired, back) <= 60,
  });
  noteFigure({
    invariant: 10,
    promise: promises[10],
    seen: summaryOf(codes),
    met: [met('codes tried', Object.keys(codes).length, 4)],
    holds: isSame(codes, wantedCodes),
  });
  noteFigure({
    invariant: 13,
    promise: promises[13],
    seen: summaryOf(sessions),
    met: [met('tokens tried', Object.keys(sessions).length, 10)],
    holds: isSame(sessions, wantedSessions),
  });
  expect(codes).toEqual(wantedCodes);
  expect(sessions).toEqual(wantedSessions);
  expect(refused).toBeGreaterThan(0);
  expect(faults).toEqual(noMoneyFaults);
  expect(Math.max(ahead, expired, back)).toBeLessThanOrEqual(60);
});
