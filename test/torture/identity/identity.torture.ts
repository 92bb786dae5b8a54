import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IdentityApp, startIdentityApp } from '#test/support/identity-app.ts';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { openFleet } from '#test/torture/fleet/server-fleet.ts';
import { met } from '#test/torture/judging.ts';
import { drawCodes, misplaceCodes, randomnessFaults, stormCodes } from './identity-codes.ts';
import { endSession, refreshAtOnce, replayTokens, waysToEnd } from './identity-ends.ts';
import { floodLogins, floodSms } from './identity-floods.ts';
import { timePhones } from './identity-times.ts';

let app: IdentityApp;

beforeAll(async () => {
  app = await startIdentityApp({ hasLimits: false });
});

afterAll(async () => {
  await app.close();
});

const firstOf = (texts: readonly string[]) => (texts.length > 0 ? `, such as «${texts[0]}»` : '');

test('10: codes', async () => {
  const count = scaled(1_000, 50);
  const { logins, uses, looked, guessed, codes } = await stormCodes(app, count);
  const holds = noteFigure({
    invariant: 10,
    promise: `${count} right answers at once make 1 login, or 1 use of both kinds; of ${count} wrong ones at most 5 are looked at, and the right one is refused after them`,
    seen: `logins ${logins}, uses of both kinds ${uses}, looked at ${looked}, guessed ${guessed}`,
    met: [met('codes looked at', looked)],
    holds: logins === 1 && uses === 1 && looked <= 5 && guessed === 0 && codes.every((code) => /^\d{6}$/.test(code)),
  });
  expect(holds).toBe(true);
});

test('10: codes and rights where they do not belong', async () => {
  const { tried, wrong } = await misplaceCodes(app, scaled(25, 2));
  noteFigure({
    invariant: 10,
    promise:
      'a code of a login opens no admin area and the reverse, the right of a registration sets no password and the reverse; ' +
      'none is good for another phone, twice, or after a new one',
    seen: `${tried} tries, wrong ${wrong.length}${firstOf(wrong)}`,
    met: [met('tried', tried, 10)],
    holds: wrong.length === 0,
  });
  expect(wrong).toEqual([]);
});

test('10: codes are random', async () => {
  const count = scaled(20_000, 400);
  const codes = await drawCodes(app, count);
  const faults = randomnessFaults(codes);
  noteFigure({
    invariant: 10,
    promise: `${count} codes as they are sent: 6 digits; each digit, both ends, steps and repetitions as chance makes them`,
    seen: `${codes.length} codes, ${faults.length === 0 ? 'nothing odd' : faults.join('; ')}`,
    met: [met('codes drawn', codes.length, count)],
    holds: codes.length === count && faults.length === 0,
  });
  expect(faults).toEqual([]);
  expect(codes).toHaveLength(count);
  // The control: codes that are counted up or have a fixed digit.
  const counted = codes.map((_, index) => String(index).padStart(6, '0'));
  for (const odd of [counted, codes.map((code) => `0${code.slice(1)}`)]) expect(randomnessFaults(odd)).not.toEqual([]);
});

test('11: a flood of requests for codes', async () => {
  const requests = scaled(10_000, 300);
  const cap = scaled(2_000, 140);
  const { sent, texts, greedySent, toVictim, faults, logins, statuses } = await floodSms({ requests, cap });
  const areBudgetsKept = Object.values(faults).every((times) => times === 0);
  const holds = noteFigure({
    invariant: 11,
    promise:
      `${requests} requests for codes from 100 loopback addresses, a tenth for one victim: every window keeps to 60 s, 5 an hour and ` +
      `10 a day for a phone, 30 an hour for an address and ${cap} for all; the victim logs in by password`,
    seen:
      `sent ${sent}, to the victim ${toVictim}, to one address that asked for 45 ${greedySent}; over a budget ` +
      `${areBudgetsKept ? 'none' : JSON.stringify(faults)}; his logins ${JSON.stringify(logins)}, answers ${JSON.stringify(statuses)}`,
    met: [met('texts sent', sent), met('refused', statuses[429] ?? 0)],
    holds:
      areBudgetsKept &&
      greedySent === 30 &&
      sent === texts &&
      sent > greedySent &&
      Object.keys(logins).join() === '200' &&
      Object.keys(statuses).every((one) => ['200', '429', '503'].includes(one)),
  });
  expect(holds).toBe(true);
});

test('12: an unknown phone takes as long', async () => {
  const rounds = scaled(1_000, 60);
  for (const { call, medians, apart, answers } of await timePhones(app, rounds)) {
    const texts = Object.entries(medians).map(([name, median]) => `${name} ${median.toFixed(1)}`);
    const holds = noteFigure({
      invariant: 12,
      promise: `${call}: medians of ${rounds} each, asked in random order, within 5 ms; one answer to all`,
      seen: `${texts.join(', ')} ms; ${answers.length} answer${answers.length === 1 ? '' : `s: ${answers.join(' ')}`}`,
      met: [met('timed', Math.min(rounds, Object.keys(medians).length * rounds), 60)],
      holds: apart < 5 && answers.length === 1,
    });
    expect.soft(holds, call).toBe(true);
  }
});

test('13: refreshes at once, and the end of a session on every process', async () => {
  const fleet = await openFleet({ servers: 3 });
  try {
    const rounds = scaled(20, 2);
    const successors: number[] = [];
    for (let round = 0; round < rounds; round += 1) successors.push(await refreshAtOnce(fleet, 100));
    const most = Math.max(...successors);
    noteFigure({
      invariant: 13,
      promise: `100 refreshes of one token at once on 3 processes, ${rounds} times: one successor, good on every process`,
      seen: Number.isNaN(most) ? 'a successor that does not open every process' : `successors ${most}`,
      met: [met('rounds', successors.length, 2)],
      holds: successors.every((count) => count === 1),
    });
    for (const way of waysToEnd) {
      const seen = [];
      for (let round = 0; round < scaled(30, 3); round += 1) seen.push(await endSession(fleet, way, round));
      const refused = Math.max(...seen.map(({ refusedAfter }) => refusedAfter));
      const closed = Math.max(...seen.map(({ streamsClosedAfter }) => streamsClosedAfter));
      const wrong = seen.flatMap((one) => one.wrong);
      const streams = way === 'block' ? `, streams closed after ${(closed * 1000).toFixed(0)} ms at most` : '';
      const holds = noteFigure({
        invariant: 13,
        promise: `${way}: access and refresh token refused${way === 'block' ? ' and the widgets’ streams closed' : ''} on 3 processes within 1 s`,
        seen: `${seen.length} times, refused after ${(refused * 1000).toFixed(0)} ms at most${streams}; wrong ${wrong.length}${firstOf(wrong)}`,
        met: [met('ended', seen.length, 3)],
        holds: refused < 1 && closed < 1 && wrong.length === 0,
      });
      expect.soft(holds, way).toBe(true);
    }
    for (const count of successors) expect(count).toBe(1);
  } finally {
    await fleet.close();
  }
});

test('13: a refresh token that is used again', async () => {
  const fleet = await openFleet({ servers: 3 });
  try {
    const sessions = scaled(60, 6);
    const wrong = await replayTokens(fleet, sessions);
    noteFigure({
      invariant: 13,
      promise: `${sessions} refresh tokens used again on 3 processes at once, after 4 and 8 s: the same successor; after 10.5 s: the session ends everywhere`,
      seen: `wrong ${wrong.length}${firstOf(wrong)}`,
      met: [met('tokens used again', sessions, 6)],
      holds: wrong.length === 0,
    });
    expect(wrong).toEqual([]);
  } finally {
    await fleet.close();
  }
});

test('23: a flood of logins', async () => {
  const logins = scaled(3_000, 200);
  const { p95, asked, statuses } = await floodLogins(app, { logins, clients: 100 });
  const holds = noteFigure({
    invariant: 23,
    promise: `${logins} logins by 100 clients at once: p95 of other calls under 300 ms`,
    seen: `p95 ${p95.toFixed(0)} ms of ${asked} calls; logins answered ${JSON.stringify(statuses)}`,
    met: [
      met('calls beside', asked, 21),
      met(
        'logins',
        Object.values(statuses).reduce((sum, one) => sum + one, 0),
        logins,
      ),
    ],
    holds: p95 < 300 && asked > 20,
  });
  expect(holds).toBe(true);
});
