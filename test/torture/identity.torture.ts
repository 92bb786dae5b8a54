import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { type IdentityApp, startIdentityApp } from '#test/identity-app.ts';
import { noteFigure, scaled } from './figures.ts';
import { floodLogins, floodSms, stormCodes, stormSessions, timePhones } from './identity-storms.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: IdentityApp;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startIdentityApp(database.url, { hasLimits: false });
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

test('10: codes', async () => {
  const count = scaled(1_000, 50);
  const { logins, looked, guessed, codes } = await stormCodes(app, count);
  const isKept = noteFigure({
    invariant: 10,
    promise: `${count} right answers at once make 1 login; of ${count} wrong ones at most 5 are looked at`,
    seen: `logins ${logins}, looked at ${looked}, guessed ${guessed}`,
    isKept: logins === 1 && looked <= 5 && guessed === 0 && codes.every((code) => /^\d{6}$/.test(code)),
  });
  expect(isKept).toBe(true);
});

test('11: a flood of requests for codes', async () => {
  const requests = scaled(10_000, 300);
  const cap = scaled(300, 30);
  const flooded = await createTestDatabase();
  try {
    const { sent, victimSent, login, statuses } = await floodSms(flooded.url, { requests, cap });
    const isKept = noteFigure({
      invariant: 11,
      promise: `${requests} requests for codes from 100 addresses: at most ${cap} are sent, 1 to the victim, who still logs in`,
      seen: `sent ${sent}, to the victim ${victimSent}, his login ${login}, answers ${JSON.stringify(statuses)}`,
      isKept:
        sent <= cap && victimSent <= 1 && login === 200 && Object.keys(statuses).every((one) => Number(one) < 500),
    });
    expect(isKept).toBe(true);
  } finally {
    await flooded.drop();
  }
});

test('12: a phone that nobody has takes as long', async () => {
  const rounds = scaled(1_000, 60);
  const { known, unknown } = await timePhones(app, rounds);
  const isKept = noteFigure({
    invariant: 12,
    promise: `medians of ${rounds} wrong passwords for a known and an unknown phone within 5 ms`,
    seen: `${known.toFixed(1)} and ${unknown.toFixed(1)} ms`,
    isKept: Math.abs(known - unknown) < 5,
  });
  expect(isKept).toBe(true);
});

test('13: refreshes at once, and the end of a session on every process', async () => {
  const rounds = scaled(20, 2);
  const { worstSuccessors, slowest } = await stormSessions(database.url, 100, rounds);
  const isKept = noteFigure({
    invariant: 13,
    promise: `100 refreshes of one token at once on 2 processes, ${rounds} times: one successor; a logout is known everywhere within 1 s`,
    seen: `successors ${worstSuccessors}, slowest logout ${slowest.toFixed(0)} ms`,
    isKept: worstSuccessors === 1 && slowest < 1_000,
  });
  expect(isKept).toBe(true);
});

test('23: a flood of logins', async () => {
  const logins = scaled(3_000, 200);
  const { p95, asked, statuses } = await floodLogins(app, { logins, clients: 100 });
  const isKept = noteFigure({
    invariant: 23,
    promise: `${logins} logins by 100 clients at once: p95 of other calls under 300 ms`,
    seen: `p95 ${p95.toFixed(0)} ms of ${asked} calls; logins answered ${JSON.stringify(statuses)}`,
    isKept: p95 < 300 && asked > 20,
  });
  expect(isKept).toBe(true);
});
