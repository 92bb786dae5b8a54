import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import type { Creator } from '#test/support/choice-fixture.ts';
import { beforeThat } from '#test/support/database/before-that.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { newTransaction, paymeCaller, paymeEnv } from '#test/support/money/payme-caller.ts';
import { openRewardFixture, type ReadReward } from '#test/support/reward-fixture.ts';

const fixture = await openRewardFixture(paymeEnv);
afterAll(() => fixture.app.close());
const payme = paymeCaller(fixture.app.url);
const { pool } = fixture.app.db;

const made = z.object({ data: z.object({ payId: z.string(), paymentUrl: z.string(), proof: z.string() }) });

const first = { address: '203.0.113.9' };
const second = { address: '203.0.113.10' };

const lockReward = 'select from reward where id = $1 for update';

/** A guest chooses the only piece, and is about to pay at Payme. */
async function scene() {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 1 });
  const { payId, proof, paymentUrl } = made.parse((await begin(own, reward, { system: 'payme' }, first)).body).data;
  return { own, reward, payId, paymentUrl, instead: { payId, proof } };
}

function begin({ projectId }: Creator, reward: ReadReward | null, more: object, donor: object = second) {
  const choices = reward === null ? [] : [fixture.choiceOf(reward)];
  const body = { projectId, amount: 60_000, system: 'gateway', choices, ...more };
  return fixture.app.request('POST ProjectPay/Create', { body }, donor);
}

const left = async (own: Creator) => (await fixture.first(own)).left;

it('is there for a guest who begins anew from another network', async () => {
  const { own, reward, payId, instead } = await scene();
  const soldOut = { status: 400, fields: { 'choices.0': choiceFaults.soldOut } };
  expect(failureOf(await begin(own, reward, {}))).toMatchObject(soldOut);
  expect((await begin(own, reward, { instead: { payId, proof: 'x' } })).status, 'somebody else’s').toBe(404);
  const given = made.parse((await begin(own, reward, { instead })).body).data;
  expect(await left(own)).toBe(0);
  await fixture.pay(given);
  expect(await fixture.isCounted(given)).toBe(true);
});

it('is no one else’s while the payment of the new donation is opened', async () => {
  const { own, reward, payId, instead } = await scene();
  const isClosed = async () =>
    (await pool.query("select from payment where reference = $1 and status = 'Expired'", [payId])).rowCount === 1;
  const answer = await beforeThat(
    pool,
    [lockReward, reward.id],
    () => begin(own, reward, { instead }),
    async () => {
      expect(await isClosed()).toBe(true);
      expect(await left(own)).toBe(0);
      expect(failureOf(await begin(own, reward, {}, { address: '203.0.113.11' }))).toMatchObject({
        fields: { 'choices.0': choiceFaults.soldOut },
      });
    },
  );
  const given = made.parse(answer.body).data;
  await fixture.pay(given);
  expect(await fixture.isCounted(given)).toBe(true);
});

it('is free where the new donation does not take it', async () => {
  const { own, instead } = await scene();
  expect((await begin(own, null, { instead })).status).toBe(200);
  expect(await left(own)).toBe(1);
});

it('is free where the new donation takes another one', async () => {
  const { own, reward, instead } = await scene();
  const other = await fixture.offer(own, { stock: 1 });
  expect((await begin(own, other, { instead })).status).toBe(200);
  expect(await fixture.offers(own)).toMatchObject([
    { id: reward.id, left: 1 },
    { id: other.id, left: 0 },
  ]);
});

it('is free where the new donation is refused at last', async () => {
  const { own, reward, payId, instead } = await scene();
  const change = 'update reward set revision = revision + 1 where id = $1';
  const answer = await beforeThat(pool, [change, reward.id], () => begin(own, reward, { instead }));
  expect(failureOf(answer)).toMatchObject({ fields: { 'choices.0': choiceFaults.rewardChanged } });
  expect(await left(own)).toBe(1);
  const { rows } = await pool.query<{ status: string }>('select status from payment where reference = $1', [payId]);
  expect(rows).toEqual([{ status: 'Expired' }]);
});

it('stays with the donation that was to be replaced, and turns out to be paid', async () => {
  const { own, reward, payId, paymentUrl, instead } = await scene();
  const transaction = newTransaction(paymentUrl, 6_000_000);
  await payme.call('CreateTransaction', transaction);
  await payme.call('PerformTransaction', { id: transaction.id });
  const answer = made.parse((await begin(own, reward, { instead })).body).data;
  expect(answer.payId).toBe(payId);
  expect(await fixture.isCounted(answer)).toBe(true);
});

it('stays with a donation that can still be paid where the new one cannot be written', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 1 });
  const { payId, proof } = made.parse((await begin(own, reward, {}, first)).body).data;
  const change = 'update reward set revision = revision + 1 where id = $1';
  await beforeThat(pool, [change, reward.id], () => begin(own, reward, { instead: { payId, proof } }));
  expect(await left(own)).toBe(0);
  const { rows } = await pool.query('select is_handed_over from reward_choice where donation_id = $1', [payId]);
  expect(rows).toEqual([{ is_handed_over: false }]);
});
