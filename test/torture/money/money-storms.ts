import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { createPerson } from '#app/profile/new-person.server.ts';
import { signedHeader } from '#test/support/money/money-fixture.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { type Fleet, openFleet } from '#test/torture/fleet/server-fleet.ts';
import { waitUntilSettled } from './donations-under-fire.ts';
import { giveUntilAcknowledged, inParallel, payByCard, tellProvider, testCards } from './donors.ts';
import { codeLifeMs, type Interleaving, interleaving, playInterleaving, surelyPaid } from './interleavings.ts';
import { findMoneyFaults, type MoneyFaults, readEvidence } from './money-evidence.ts';

async function makeProject(fleet: Fleet): Promise<string> {
  const { projectId } = await fleet.db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
  return projectId;
}

/** Serialises an answer with sorted members, so that equal answers have equal texts. */
function sameText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one.localeCompare(other)))
      : part,
  );
}

/** Invariant 2: sends the same key many times at once, spread over the servers. `keyOf`: for the control, which breaks it. */
export async function askAtOnce(
  fleet: Fleet,
  times: number,
  keyOf: (index: number) => string,
): Promise<{ statuses: number[]; answers: number; payments: number; donations: number; otherBody: number }> {
  const projectId = await makeProject(fleet);
  const before = (await fleet.books()).length;
  const ask = (index: number, amount: number) => {
    const { api } = fleet.servers[index % fleet.servers.length] ?? fleet.server;
    return api('POST ProjectPay/Create', { body: { projectId, amount } }, { idempotencyKey: keyOf(index) });
  };
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => ask(index, 10_000)));
  const { rows } = await fleet.db.pool.query<{ count: number }>(
    'select count(*)::float8 as count from donation where project_id = $1',
    [projectId],
  );
  return {
    statuses: [...new Set(answers.map(({ status }) => status))],
    answers: new Set(answers.map(({ body }) => sameText(body))).size,
    payments: (await fleet.books()).length - before,
    donations: rows[0]?.count ?? 0,
    otherBody: (await ask(0, 20_000)).status,
  };
}

interface ForgedCallback {
  readonly reference: string;
  readonly id: string;
  readonly amount: number;
}

/** Sends callbacks that must have no effect: each way to forge one, and one that is 6 minutes old. Returns the statuses. */
async function sendForgeries(fleet: Fleet, { reference, id, amount }: ForgedCallback): Promise<number[]> {
  const event = { eventId: randomUUID(), id, reference, status: 'paid', amount, occurredAt: new Date().toISOString() };
  const raw = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000);
  const bodyAlone = createHmac('sha256', testSecrets.payment).update(raw).digest('hex');
  const signatures = [
    signedHeader(raw, { secret: 'another secret' }),
    signedHeader(raw, { seconds: -360 }),
    signedHeader(raw, { seconds: 360 }),
    signedHeader(`${raw} `),
    `t=${time},v1=${bodyAlone}`,
    `t=${time},v1=`,
    '',
  ];
  return Promise.all(
    signatures.map(async (signature) => {
      const headers = { 'content-type': 'application/json', 'x-signature': signature };
      const sent = { method: 'POST', headers, body: raw };
      const response = await fetch(`${fleet.server.url}/api/Payment/Callback`, sent);
      await response.body?.cancel();
      return response.status;
    }),
  );
}

/** A callback with the provider's own signature for a payment that is not paid in its books: only the control sends it. */
export async function payFalsely(fleet: Fleet): Promise<MoneyFaults> {
  const projectId = await makeProject(fleet);
  const { payId } = await giveUntilAcknowledged(
    fleet.server.api,
    { projectId, amount: 5_000 },
    `false-${randomUUID()}`,
  );
  const book = (await fleet.books()).find(({ reference }) => reference === payId);
  const event = { eventId: randomUUID(), id: book?.id, reference: payId, status: 'paid', amount: book?.amount };
  const raw = JSON.stringify({ ...event, occurredAt: new Date().toISOString() });
  const headers = { 'content-type': 'application/json', 'x-signature': signedHeader(raw) };
  await fetch(`${fleet.server.url}/api/Payment/Callback`, { method: 'POST', headers, body: raw });
  const { rows } = await fleet.db.pool.query<{ count: number }>('select count(*)::float8 as count from donation');
  return findMoneyFaults(await readEvidence(fleet, { asked: rows[0]?.count ?? 0, acknowledged: [] }));
}

export interface CallbackStorm {
  readonly faults: MoneyFaults;
  /** Forged or stale callbacks with another answer than 401. */
  readonly forgeriesTaken: number;
  readonly forgeries: number;
  /** Donations that were marked as paid while unpaid in the provider's books. */
  readonly falselyPaid: number;
  readonly settledAfter: number;
}

/** Invariant 3: callbacks arrive ten times each, out of order, 30 % of them dropped, among forged and stale ones. */
export async function runCallbackStorm(donations: number): Promise<CallbackStorm> {
  const fleet = await openFleet({ servers: 2 });
  try {
    const projectId = await makeProject(fleet);
    await fleet.setFaults({ callbacks: 'shuffle', shuffleMs: 3_000, repeats: 10, dropShare: 0.3 });
    const acknowledged: { payId: string; amount: number }[] = [];
    const answers: number[] = [];
    let falselyPaid = 0;
    await inParallel(donations, 12, async (index) => {
      const { api } = fleet.servers[index % 2] ?? fleet.server;
      const donation = { projectId, amount: 5_000 + index };
      const { payId, paymentUrl } = await giveUntilAcknowledged(api, donation, `storm-donation-${index}`);
      const amount = donation.amount * 100;
      acknowledged.push({ payId, amount });
      answers.push(
        ...(await sendForgeries(fleet, { reference: payId, id: paymentUrl.split('/').at(-1) ?? '', amount })),
      );
      const { rows } = await fleet.db.pool.query('select 1 from donation where id = $1 and paid_at is not null', [
        payId,
      ]);
      falselyPaid += rows.length;
      const pan = [testCards.noCode, testCards.code, '8600000000000304', testCards.silent][index % 4] ?? '';
      if (index % 5 < 4) await payByCard(paymentUrl, pan);
    });
    await fleet.setFaults({});
    const settledAfter = await waitUntilSettled(fleet, 90);
    const evidence = await readEvidence(fleet, { asked: donations, acknowledged });
    const forgeriesTaken = answers.filter((status) => status !== 401).length;
    const forgeries = answers.length;
    return { faults: findMoneyFaults(evidence), forgeriesTaken, forgeries, falselyPaid, settledAfter };
  } finally {
    await fleet.close();
  }
}

export const troubles = ['down', 'hang', 'error500', 'lie-amount'] as const;

export interface Trouble {
  /** Donations that were marked as paid during the outage, when the provider could not have confirmed it. */
  readonly falselyPaid: number;
  /** Donations paid at the provider that the server could not know of before the end of the outage. */
  readonly paidUnheard: number;
  readonly faults: MoneyFaults;
  /** Seconds from the provider's return until the server knew of every payment. */
  readonly caughtUpAfter: number;
}

/** Invariant 5: donations are paid at a provider that never calls back and fails for so many seconds. */
export async function runTrouble(
  mode: (typeof troubles)[number],
  donations: number,
  seconds: number,
): Promise<Trouble> {
  const fleet = await openFleet();
  try {
    const projectId = await makeProject(fleet);
    const acknowledged: { payId: string; amount: number }[] = [];
    const urls: string[] = [];
    await inParallel(donations, 6, async (index) => {
      const donation = { projectId, amount: 5_000 + index };
      const { payId, paymentUrl } = await giveUntilAcknowledged(
        fleet.server.api,
        donation,
        `trouble-donation-${index}`,
      );
      acknowledged.push({ payId, amount: donation.amount * 100 });
      urls.push(paymentUrl);
      await tellProvider(paymentUrl, { card: { pan: testCards.silent, expiry: '1230' }, payment_system: 'uzcard' });
    });
    // Two of three pay just before the outage; the rest never.
    const paying = urls.filter((_, index) => index % 3 < 2).map((url) => tellProvider(url, { otp: '123456' }));
    await Promise.all(paying);
    await fleet.setFaults({ mode });
    const paidCount = async () =>
      (
        await fleet.db.pool.query<{ count: number }>(
          'select count(*)::float8 as count from donation where paid_at is not null',
        )
      ).rows[0]?.count ?? 0;
    const knownBefore = await paidCount();
    await pause(seconds * 1_000);
    const falselyPaid = (await paidCount()) - knownBefore;
    await fleet.setFaults({});
    const caughtUpAfter = await waitUntilSettled(fleet, 90);
    const evidence = await readEvidence(fleet, { asked: donations, acknowledged });
    const paidUnheard = evidence.books.filter(({ status }) => status === 'paid').length - knownBefore;
    return { falselyPaid, paidUnheard, faults: findMoneyFaults(evidence), caughtUpAfter };
  } finally {
    await fleet.close();
  }
}

/** Invariant 6: interleavings of double clicks, tabs, going back and codes that expire. */
export async function runInterleavings(
  count: number,
): Promise<{ faults: MoneyFaults; donations: number; paid: number }> {
  const fleet = await openFleet({ servers: 2, gateway: { timings: { codeLifeMs } } });
  try {
    const projectId = await makeProject(fleet);
    const sure = Array.from({ length: 4 }, () => surelyPaid);
    const plans: Interleaving[] = [...sure, ...fc.sample(interleaving, { numRuns: count - sure.length })];
    const payIds = new Set<string>();
    await inParallel(count, 12, async (index) => {
      const { api } = fleet.servers[index % 2] ?? fleet.server;
      const plan = plans[index];
      const ids = plan ? await playInterleaving(api, projectId, plan) : new Set<string>();
      for (const id of ids) payIds.add(id);
    });
    await waitUntilSettled(fleet, 90);
    const evidence = await readEvidence(fleet, {
      asked: count,
      acknowledged: [...payIds].map((payId) => ({ payId, amount: 1_000_000 })),
    });
    const paid = evidence.books.filter(({ status }) => status === 'paid').length;
    return { faults: findMoneyFaults(evidence), donations: payIds.size, paid };
  } finally {
    await fleet.close();
  }
}
