import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentOwner } from '#app/payments/payments.server.ts';
import { minor } from '#base/money.ts';
import { readLedgerFaults, readTotalFaults } from '#test/money-faults.ts';
import { give, givePaid, type MoneyHouse, openMoneyHouse, until } from '#test/money-house.ts';
import { createDonationOwner, type PaidDonation } from './donation-owner.server.ts';

let house: MoneyHouse;
let owner: PaymentOwner;
let projectId: string;
/** What the listeners were told, in their order. */
let told: [string, PaidDonation][];

beforeAll(async () => {
  house = await openMoneyHouse({ limits: true });
});
beforeEach(async () => {
  ({ projectId } = await house.person());
  told = [];
  const hear = (who: string) => async (_: unknown, gift: PaidDonation) => void told.push([who, gift]);
  owner = createDonationOwner({
    limits: house.limits,
    cardSystems: ['uzcard', 'humo'],
    whenPaid: [hear('paid 1'), hear('paid 2')],
    whenRefunded: [hear('refunded 1'), hear('refunded 2')],
  });
});
afterAll(() => house.close());

type Step = 'whenPaid' | 'whenFailed' | 'whenExpired' | 'whenRefunded';

/** One step of a gift's payment, as payments make it, in a transaction of its own. */
const step = (name: Step, reference: string) =>
  house.db.transaction((tx) =>
    owner[name](tx, { paymentId: randomUUID(), reference, amount: minor(1_000_000), cardPrefix: null, refusals: 0 }),
  );

const addressOf = async (payId: string): Promise<unknown> =>
  (await house.db.pool.query('select address from donation where id = $1', [payId])).rows[0]?.address;

const entriesOf = async (payId: string) =>
  (
    await house.db.pool.query<{ kind: string; amount: number; account: string }>(
      `select p.kind, e.amount, a.kind as account from posting p join entry e on e.posting_id = p.id
       join account a on a.id = e.account_id where p.reference = $1 order by p.id, e.amount`,
      [payId],
    )
  ).rows;

describe('a gift', () => {
  it('that is paid is split between creator and platform, and every listener hears of it in turn', async () => {
    const gift = await give(house, { projectId, name: 'Сука Аня', message: 'Привет, сука', amount: 10_000 });
    const before = Date.now();
    await step('whenPaid', gift.payId);
    expect(told.map(([who]) => who)).toEqual(['paid 1', 'paid 2']);
    expect(told[0]?.[1]).toEqual({
      ...{ projectId, donationId: gift.payId, amount: 1_000_000 },
      ...{ name: '**** Аня', message: 'Привет, ****' },
      ...{ createdAt: expect.any(Date), paidAt: expect.any(Date) },
    });
    expect(told[0]?.[1].paidAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
    expect(await entriesOf(gift.payId)).toEqual([
      { kind: 'donation', amount: -1_000_000, account: 'provider' },
      { kind: 'donation', amount: 50_000, account: 'platform' },
      { kind: 'donation', amount: 950_000, account: 'creator' },
    ]);
    expect(await addressOf(gift.payId)).toBeNull();
  });

  it('without a name or a message has none for its listeners, and an anonymous one never has a name', async () => {
    const [bare, secret] = [
      await give(house, { projectId }),
      await give(house, { projectId, name: 'Тайный', message: 'Тише', isAnonymous: true }),
    ];
    await step('whenPaid', bare.payId);
    await step('whenPaid', secret.payId);
    expect(told[0]?.[1]).toMatchObject({ name: null, message: null });
    expect(told[2]?.[1]).toMatchObject({ name: null, message: 'Тише' });
  });

  it('is neither paid twice nor given back twice, nor given back before it is paid: nothing of such a step stays', async () => {
    const { payId } = await give(house, { projectId });
    await expect(step('whenRefunded', payId)).rejects.toThrow('cannot be given back');
    await step('whenPaid', payId);
    await expect(step('whenPaid', payId)).rejects.toThrow('cannot be paid again');
    await step('whenRefunded', payId);
    await expect(step('whenRefunded', payId)).rejects.toThrow('cannot be given back');
    await expect(step('whenPaid', payId)).rejects.toThrow('cannot be paid again');
    for (const name of ['whenPaid', 'whenRefunded'] as const) await expect(step(name, randomUUID())).rejects.toThrow();
    expect(told.map(([who]) => who)).toEqual(['paid 1', 'paid 2', 'refunded 1', 'refunded 2']);
    expect(told[2]?.[1].donationId).toBe(payId);
    expect((await entriesOf(payId)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ...[['donation', -1_000_000]],
      ...[['donation', 50_000]],
      ...[['donation', 950_000]],
      ...[['donation-refund', -950_000]],
      ...[['donation-refund', -50_000]],
      ...[['donation-refund', 1_000_000]],
    ]);
    expect(await readLedgerFaults(house.db)).toEqual({ entrySum: 0, wrongBalances: 0, unbalanced: 0 });
  });

  it('whose money was booked before by whatever mistake is not booked again', async () => {
    const { payId } = await give(house, { projectId });
    await house.db.pool.query(`insert into posting (kind, reference) values ('donation', $1)`, [payId]);
    await expect(step('whenPaid', payId)).rejects.toThrow('has been posted before');
  });

  it('whose payment fails or expires is nothing but forgotten where it came from', async () => {
    for (const name of ['whenFailed', 'whenExpired'] as const) {
      const { payId } = await give(house, { projectId }, { address: '10.9.8.7' });
      expect(await addressOf(payId)).toBe('10.9.8.7');
      await step(name, payId);
      await step(name, payId);
      expect([await addressOf(payId), await entriesOf(payId)]).toEqual([null, []]);
    }
    expect(told).toEqual([]);
  });

  it('whose payment failed counts once against its address, and one that expired does not', async () => {
    const address = '10.9.8.6';
    const isRefused = async () => {
      const { status, body } = await house.call('POST ProjectPay/Create', {
        ...{ body: { projectId, amount: 10_000 }, address },
      });
      return status === 429 && JSON.stringify(body).includes('слишком много неудачных оплат');
    };
    for (const name of ['whenFailed', 'whenExpired'] as const) {
      for (let at = 0; at < 9; at += 1) {
        const { payId } = await give(house, { projectId }, { address });
        await step(name, payId);
        await step('whenFailed', payId);
      }
    }
    expect(await isRefused()).toBe(false);
    await step('whenFailed', (await give(house, { projectId }, { address })).payId);
    await until(isRefused);
  });

  it('is seen at once where pages are kept, when it is paid and when it is given back', async () => {
    const listener = await house.db.pool.connect();
    const dropped: unknown[] = [];
    listener.on('notification', ({ payload = '' }) => void dropped.push(JSON.parse(payload)));
    try {
      await listener.query('listen dropped_tags');
      const { payId } = await give(house, { projectId });
      for (const name of ['whenPaid', 'whenRefunded'] as const) {
        dropped.length = 0;
        await step(name, payId);
        await until(() => dropped.length > 0);
        expect(dropped).toContainEqual([`project:${projectId}`, 'recentGifts']);
      }
    } finally {
      listener.release(true);
    }
  });

  it('leaves totals, top and ledger in agreement when it goes through the house itself', async () => {
    await givePaid(house, { projectId, name: 'Аня' });
    const { totals, top, ledger } = await readTotalFaults(house.db);
    expect({ top, ledger, totals }).toEqual({ top: 0, ledger: 0, totals: 0 });
  });
});
