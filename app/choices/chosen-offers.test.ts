import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GivenDonation } from '#test/support/choice-fixture.ts';
import { beforeThat } from '#test/support/database/before-that.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { offerKinds } from '#test/support/offer-kinds.ts';
import { startApp } from '#test/support/start-app.ts';
import { makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

const kinds = offerKinds(app);
afterEach(() => Promise.all(kinds.map(({ fixture }) => fixture.requireRight())));

const named = (some: typeof kinds) => some.map((kind) => [kind.fixture.kind, kind] as const);

/** A creator who offers something. */
async function open({ fixture }: (typeof kinds)[number]) {
  const own = await fixture.creator();
  const made = await fixture.offer(own);
  return {
    own,
    made,
    /** A donation that is not paid yet. */
    choose: (amount = 50_000) => fixture.choose(own, amount, fixture.choiceOf(made)),
    close: () => fixture.save(own, fixture.bodyOf(made, { close: true })),
  };
}

/** What a donation's payment still has, in minor units. */
async function leftOf({ payId }: GivenDonation): Promise<number | undefined> {
  const { rows } = await app.db.pool.query<{ left: number }>(
    `select (case status when 'Paid' then amount - refunded when 'Refunded' then 0 end)::float8 as left
     from payment where reference = $1`,
    [payId],
  );
  return rows[0]?.left;
}

const payments = async () =>
  (await app.db.pool.query<{ count: number }>('select count(*)::int as count from payment')).rows[0]?.count;

describe.each(named(kinds))('a choice of a %s', (_, kind) => {
  const { fixture, words, change, faults } = kind;

  it('counts once when it is paid, and the donor is thanked for it', async () => {
    const { own, choose } = await open(kind);
    const given = await choose();
    expect(await fixture.count(own)).toBe(0);
    expect(await fixture.thanksOf(given)).toMatchObject([{ isCounted: false }]);
    await fixture.pay(given);
    await Promise.all(Array.from({ length: 5 }, () => fixture.report(given, 'paid')));
    expect(await fixture.count(own)).toBe(1);
    expect(await fixture.thanksOf(given)).toMatchObject([{ isCounted: true }]);
  });

  it('opens no payment where it cannot be made', async () => {
    const { own, made } = await open(kind);
    const ended = await fixture.offer(own, { close: true });
    const foreign = await fixture.offer(await fixture.creator());
    await fixture.save(own, fixture.bodyOf(made, { [words]: 'Другое' }));
    const before = await payments();
    for (const [offer, text] of [
      [foreign, faults.unknown],
      [{ ...made, id: randomUUID() }, faults.unknown],
      [ended, faults.ended],
      [{ ...ended, revision: 7 }, faults.ended],
      [made, faults.changed],
      [{ ...made, revision: 3 }, faults.changed],
    ] as const) {
      if (text === null) continue;
      const answer = failureOf(await fixture.create(own, 50_000, [fixture.choiceOf(offer)]));
      const refused = { status: 400, code: 'ValidationFailed', message: text, fields: { 'choices.0': text } };
      expect(answer, JSON.stringify(offer)).toEqual(refused);
    }
    expect(await payments()).toBe(before);
    await fixture.choose(own, 50_000, fixture.choiceOf({ ...made, revision: 2 }));
  });

  it('is taken back with the money, after the end too', async () => {
    const { own, choose, close } = await open(kind);
    const given = await choose();
    await fixture.pay(given);
    await close();
    expect(await fixture.count(own)).toBe(1);
    await fixture.refund(given);
    expect(await fixture.count(own)).toBe(0);
  });

  it('is taken back part by part, the rest after the end', async () => {
    const { own, choose, close } = await open(kind);
    const given = await choose(60_000);
    await fixture.pay(given);
    await fixture.refund(given, { amount: 500_001 });
    expect([await fixture.count(own), await leftOf(given)]).toEqual([1, 5_499_999]);
    await fixture.requireRight();
    await close();
    await fixture.refund(given, { amount: 1, back: 500_002 });
    expect([await fixture.count(own), await leftOf(given)]).toEqual([1, 5_499_998]);
    await fixture.requireRight();
    await fixture.refund(given);
    expect([await fixture.count(own), await leftOf(given)]).toEqual([0, 0]);
    await fixture.requireRight();
  });

  it('is taken back by two parts at once', async () => {
    const { own, choose } = await open(kind);
    for (let round = 1; round <= 5; round += 1) {
      const given = await choose(60_000);
      await fixture.pay(given);
      await Promise.all([
        fixture.refund(given, { amount: 500_001 }),
        fixture.refund(given, { amount: 250_000, back: 750_001 }),
      ]);
      expect([await fixture.count(own), await leftOf(given)]).toEqual([round, 5_249_999]);
      await fixture.requireRight();
    }
  });

  it('is in the message to the webhook of the creator', async () => {
    const { own, choose } = await open(kind);
    const given = await choose();
    const receiver = await openReceiver();
    onTestFinished(() => receiver.close());
    await makeWebhook(app, own, receiver.address, ['donation.paid']);
    await fixture.pay(given);
    await vi.waitUntil(() => receiver.received.length === 1, { timeout: 10_000 });
    const choices = await fixture.thanksOf(given);
    expect(choices).toMatchObject([{ isCounted: true }]);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ data: { choices } });
  });

  it('is settled and refunded together', async () => {
    const { own, choose } = await open(kind);
    for (let round = 0; round < 5; round += 1) {
      const given = await choose();
      await Promise.all([fixture.pay(given), fixture.report(given, 'paid')]);
      expect(await fixture.count(own)).toBe(1);
      await Promise.all([fixture.refund(given), fixture.report(given, 'paid'), fixture.report(given, 'refunded')]);
      expect(await fixture.count(own)).toBe(0);
    }
  });

  it('is made while the offer is changed: one of them is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { own, made } = await open(kind);
      const [chosen, saved] = await Promise.all([
        fixture.create(own, 50_000, [fixture.choiceOf(made)]),
        fixture.save(own, fixture.bodyOf(made, change)),
      ]);
      expect([chosen.status, saved.status].sort()).toEqual([200, 400]);
      expect(await fixture.first(own)).toMatchObject(saved.status === 200 ? change : { revision: 1 });
    }
  });
});

const revised = kinds.filter(({ faults }) => faults.changed !== null);

it.each(named(revised))('a choice of a %s is refused where it waits for a change', async (name, kind) => {
  const { own, made } = await open(kind);
  const { fixture, faults } = kind;
  const table = name.toLowerCase();
  const change = `with held as (select id from ${table} where id = $1 for update)
    update ${table} set revision = revision + 1 from held where ${table}.id = held.id`;
  const answer = await beforeThat(app.db.pool, [change, made.id], () =>
    fixture.create(own, 50_000, [fixture.choiceOf(made)]),
  );
  expect(failureOf(answer)).toMatchObject({ status: 400, fields: { 'choices.0': faults.changed } });
});

const unkept = kinds.filter(({ isKept }) => !isKept);

describe.each(named(unkept))('the end of a %s', (name, kind) => {
  const { fixture } = kind;

  it('comes before a payment, which does not count, and the donor can see that', async () => {
    const { own, choose, close } = await open(kind);
    const given = await choose();
    await close();
    await fixture.pay(given);
    expect(await fixture.count(own)).toBe(0);
    expect(await fixture.thanksOf(given)).toMatchObject([{ isCounted: false }]);
    await fixture.refund(given);
    expect(await fixture.count(own)).toBe(0);
  });

  it('is waited for by a payment, which does not count', async () => {
    const { own, made, choose } = await open(kind);
    const given = await choose();
    const end = `update ${name.toLowerCase()} set closed_at = clock_timestamp() where id = $1`;
    await beforeThat(app.db.pool, [end, made.id], () => fixture.pay(given));
    expect(await fixture.count(own)).toBe(0);
  });

  it('shows what stays, whatever is paid at once', async () => {
    const { own, choose, close } = await open(kind);
    const given = await Promise.all(Array.from({ length: 8 }, choose));
    const [ended] = await Promise.all([close(), ...given.map((one) => fixture.pay(one))]);
    expect(await fixture.first(own)).toEqual(fixture.readOf(ended));
  });

  it('leaves what refunds at once have left', async () => {
    const { own, choose, close } = await open(kind);
    const given = await Promise.all(Array.from({ length: 4 }, choose));
    await Promise.all(given.map((one) => fixture.pay(one)));
    await Promise.all([close(), ...given.slice(1).map((one) => fixture.refund(one))]);
    expect(await fixture.count(own)).toBe(1);
  });
});
