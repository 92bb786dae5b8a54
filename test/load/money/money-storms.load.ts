import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPerson } from '#app/profile/new-person.server.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { apiAt, type Fleet, type FleetOptions, openFleet } from '#test/load/server-fleet.ts';
import { signedHeader } from '#test/support/money/money-fixture.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { giveUntilAcknowledged, inParallel, payByCard, tellProvider, testCards } from './donors.ts';
import { codeLifeMs, gatewayActs, interleavings, playInterleaving, surelyPaid } from './interleavings.ts';
import { readMoneyFaults } from './money-evidence.ts';
import { waitUntilSettled } from './settling.ts';

/** Runs a story on servers of its own, with a project that gets the donations. */
async function onFleet<Result>(
  options: FleetOptions,
  story: (fleet: Fleet, projectId: string) => Promise<Result>,
): Promise<Result> {
  const fleet = await openFleet(options);
  try {
    const { projectId } = await fleet.db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
    return await story(fleet, projectId);
  } finally {
    await fleet.close();
  }
}

async function countPaid({ db }: Fleet): Promise<number> {
  const query = 'select count(*)::float8 as count from donation where paid_at is not null';
  return (await db.pool.query<{ count: number }>(query)).rows[0]?.count ?? 0;
}

test('2: the same Idempotency-Key at once on three servers', () =>
  onFleet({ servers: 3 }, async (fleet, projectId) => {
    const rounds = scaled(20, 2);
    for (let round = 0; round < rounds; round += 1) {
      const before = (await fleet.books()).length;
      const ask = (index: number, amount: number) => {
        const idempotencyKey = `key of round ${round}`;
        return apiAt(fleet, index)('POST ProjectPay/Create', { body: { projectId, amount } }, { idempotencyKey });
      };
      const [first, ...others] = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(index, 10_000)));
      expect(first?.status).toBe(200);
      for (const { status, body } of others) expect({ status, body }).toEqual({ status: 200, body: first?.body });
      expect((await fleet.books()).length - before).toBe(1);
      expect((await ask(0, 20_000)).status).toBe(422);
    }
    const { rowCount } = await fleet.db.pool.query('select from donation where project_id = $1', [projectId]);
    prove(2, {
      promise: '100 times the same key at once on 3 servers: one payment, equal answers; another body 422',
      none: { 'donations more than rounds': (rowCount ?? 0) - rounds },
      met: { rounds },
    });
  }));

/** Sends callbacks that must have no effect: each way to forge one, and one that is 6 minutes old. Returns the statuses. */
async function sendForgeries(
  fleet: Fleet,
  { reference, id, amount }: { reference: string; id: string; amount: number },
): Promise<number[]> {
  const event = { eventId: randomUUID(), id, reference, status: 'paid', amount, occurredAt: new Date().toISOString() };
  const body = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1_000);
  const ofBodyAlone = createHmac('sha256', testSecrets.payment).update(body).digest('hex');
  const signatures = [
    signedHeader(body, { secret: 'another secret' }),
    signedHeader(body, { seconds: -360 }),
    signedHeader(body, { seconds: 360 }),
    signedHeader(`${body} `),
    `t=${time},v1=${ofBodyAlone}`,
    `t=${time},v1=`,
    '',
  ];
  return Promise.all(
    signatures.map(async (signature) => {
      const headers = { 'content-type': 'application/json', 'x-signature': signature };
      const response = await fetch(`${fleet.server.url}/api/Payment/Callback`, { method: 'POST', headers, body });
      await response.body?.cancel();
      return response.status;
    }),
  );
}

test('3: callbacks ten times, shuffled, 30 % dropped, forged and stale', () =>
  onFleet({ servers: 2 }, async (fleet, projectId) => {
    const donations = scaled(400, 12);
    await fleet.setFaults({ callbacks: 'shuffle', shuffleMs: 3_000, repeats: 10, dropShare: 0.3 });
    const acknowledged: { payId: string; amount: number }[] = [];
    const answers: number[] = [];
    let falselyPaid = 0;
    await inParallel(donations, 12, async (index) => {
      const donation = { projectId, amount: 5_000 + index };
      const made = await giveUntilAcknowledged(apiAt(fleet, index), donation, `storm-donation-${index}`);
      const { payId, paymentUrl } = made;
      const amount = donation.amount * 100;
      acknowledged.push({ payId, amount });
      const id = paymentUrl.split('/').at(-1) ?? '';
      answers.push(...(await sendForgeries(fleet, { reference: payId, id, amount })));
      const paid = 'select from donation where id = $1 and paid_at is not null';
      falselyPaid += (await fleet.db.pool.query(paid, [payId])).rowCount ?? 0;
      const pan = [testCards.noCode, testCards.code, '8600000000000304', testCards.silent][index % 4] ?? '';
      if (index % 5 < 4) await payByCard(paymentUrl, pan);
    });
    await fleet.setFaults({});
    const settledAfter = await waitUntilSettled(fleet, 90);
    prove(3, {
      promise: `${donations} donations, callbacks 10 times, shuffled, 30 % dropped, among forged and stale ones: states are the provider's`,
      none: {
        ...(await readMoneyFaults(fleet, { asked: donations, acknowledged })),
        'falsely paid': falselyPaid,
        'forgeries taken': answers.filter((status) => status !== 401),
      },
      times: { 'all known after, s': [settledAfter, 60] },
      met: { forgeries: [answers.length, donations * 7] },
    });
  }));

test.each(['down', 'hang', 'error500', 'lie-amount'])('5: a provider that fails: %s', (mode) =>
  onFleet({}, async (fleet, projectId) => {
    const donations = scaled(60, 9);
    const seconds = scaled(75, 15);
    const acknowledged: { payId: string; amount: number }[] = [];
    const urls: string[] = [];
    await inParallel(donations, 6, async (index) => {
      const donation = { projectId, amount: 5_000 + index };
      const made = await giveUntilAcknowledged(fleet.server.api, donation, `trouble-donation-${index}`);
      acknowledged.push({ payId: made.payId, amount: donation.amount * 100 });
      urls.push(made.paymentUrl);
      const card = { pan: testCards.silent, expiry: '1230' };
      await tellProvider(made.paymentUrl, { card, payment_system: 'uzcard' });
    });
    // Two of three pay just before the outage, the rest never. The provider does not call back.
    await Promise.all(urls.filter((_, index) => index % 3 < 2).map((url) => tellProvider(url, { otp: '123456' })));
    await fleet.setFaults({ mode });
    const knownBefore = await countPaid(fleet);
    await pause(seconds * 1_000);
    const falselyPaid = (await countPaid(fleet)) - knownBefore;
    await fleet.setFaults({});
    const caughtUpAfter = await waitUntilSettled(fleet, 90);
    const paid = (await fleet.books()).filter(({ status }) => status === 'paid').length;
    prove(5, {
      promise: `${donations} donations, provider ${mode} for ${seconds} s: nothing falsely paid, caught up within 60 s`,
      none: { ...(await readMoneyFaults(fleet, { asked: donations, acknowledged })), 'falsely paid': falselyPaid },
      times: { 'caught up after, s': [caughtUpAfter, 60] },
      met: { 'paid unknown to the server': paid - knownBefore },
    });
  }),
);

test('6: interleavings of double clicks, tabs, going back and codes that run out', () =>
  onFleet({ servers: 2, gateway: { timings: { codeLifeMs } } }, async (fleet, projectId) => {
    const plans = interleavings(scaled(1_000, 24), gatewayActs);
    const payIds = new Set<string>();
    await inParallel(plans.length, 12, async (index) => {
      const playing = { donation: { projectId, amount: 10_000 }, plan: plans[index] ?? surelyPaid, acts: gatewayActs };
      for (const id of await playInterleaving(apiAt(fleet, index), playing)) payIds.add(id);
    });
    await waitUntilSettled(fleet, 90);
    const acknowledged = [...payIds].map((payId) => ({ payId, amount: 1_000_000 }));
    const paid = (await fleet.books()).filter(({ status }) => status === 'paid').length;
    prove(6, {
      promise: `${plans.length} interleavings of double clicks, two and three tabs, going back and codes that expire: one charge`,
      none: {
        ...(await readMoneyFaults(fleet, { asked: plans.length, acknowledged })),
        'donations beside one each': payIds.size - plans.length,
      },
      met: { paid: [paid, 4] },
    });
  }));
