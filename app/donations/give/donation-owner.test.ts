import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentOwner } from '#app/payments/payments.server.ts';
import { minor } from '#base/money/money.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { give, givePaid, openMoneyFixture, until } from '#test/support/money/money-fixture.ts';
import { createDonationOwner } from '../donation-owner.server.ts';
import type { PaidDonation } from '../paid-donation.server.ts';

let owner: PaymentOwner;
let projectId: string;
/** What the listeners received, in order. */
let received: [string, PaidDonation][];

const fixture = await openMoneyFixture({ limits: true });
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ projectId } = await fixture.person());
  received = [];
  const listen = (who: string) => async (_: unknown, donation: PaidDonation) => void received.push([who, donation]);
  const donations = createDonationOwner({ limits: fixture.limits, cardSystems: ['uzcard', 'humo'] });
  donations.onPaid(listen('paid 1'));
  donations.onPaid(listen('paid 2'));
  donations.onRefunded(listen('refunded 1'));
  donations.onRefunded(listen('refunded 2'));
  owner = donations;
});

type Step = 'whenPaid' | 'whenFailed' | 'whenExpired' | 'whenRefunded';

/** One state change of a donation's payment in its own transaction. */
const step = (name: Step, reference: string) =>
  fixture.db.transaction((tx) =>
    owner[name](tx, { paymentId: randomUUID(), reference, amount: minor(1_000_000), cardPrefix: null, refusals: 0 }),
  );

const addressOf = async (payId: string): Promise<unknown> =>
  (await fixture.db.pool.query('select address from donation where id = $1', [payId])).rows[0]?.address;

const entriesOf = async (payId: string) =>
  (
    await fixture.db.pool.query<{ kind: string; amount: number; account: string }>(
      `select p.kind, e.amount, a.kind as account from posting p join entry e on e.posting_id = p.id
       join account a on a.id = e.account_id where p.reference = $1 order by p.id, e.amount`,
      [payId],
    )
  ).rows;

describe('a donation', () => {
  it('that is paid is split between creator and platform, and every listener is called in order', async () => {
    const donation = await give(fixture, { projectId, name: 'Сука Аня', message: 'Привет, сука', amount: 10_000 });
    const before = Date.now();
    await step('whenPaid', donation.payId);
    expect(received.map(([who]) => who)).toEqual(['paid 1', 'paid 2']);
    expect(received[0]?.[1]).toEqual({
      projectId,
      donationId: donation.payId,
      amount: 1_000_000,
      name: '**** Аня',
      message: 'Привет, ****',
      createdAt: expect.any(Date),
      paidAt: expect.any(Date),
      month: null,
      giftedMonths: null,
      giftedPieces: null,
      giftedTo: null,
      hasChoices: false,
      clockSeconds: null,
      jointId: null,
      whole: null,
    });
    expect(received[0]?.[1].paidAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
    expect(await entriesOf(donation.payId)).toEqual([
      { kind: 'donation', amount: -1_000_000, account: 'provider' },
      { kind: 'donation', amount: 50_000, account: 'platform' },
      { kind: 'donation', amount: 950_000, account: 'creator' },
    ]);
    expect(await addressOf(donation.payId)).toBeNull();
  });

  it('without a name or message passes none to its listeners, and an anonymous one never passes a name', async () => {
    const bare = await give(fixture, { projectId });
    const secret = await give(fixture, { projectId, name: 'Тайный', message: 'Тише', isAnonymous: true });
    await step('whenPaid', bare.payId);
    await step('whenPaid', secret.payId);
    expect(received[0]?.[1]).toMatchObject({ name: null, message: null });
    expect(received[2]?.[1]).toMatchObject({ name: null, message: 'Тише' });
  });

  it('is neither paid twice nor refunded twice nor refunded before it is paid, and such attempts leave no trace', async () => {
    const { payId } = await give(fixture, { projectId });
    await expect(step('whenRefunded', payId)).rejects.toThrow('cannot be refunded');
    await step('whenPaid', payId);
    await expect(step('whenPaid', payId)).rejects.toThrow('cannot be paid again');
    await step('whenRefunded', payId);
    await expect(step('whenRefunded', payId)).rejects.toThrow('cannot be refunded');
    await expect(step('whenPaid', payId)).rejects.toThrow('cannot be paid again');
    for (const name of ['whenPaid', 'whenRefunded'] as const) await expect(step(name, randomUUID())).rejects.toThrow();
    expect(received.map(([who]) => who)).toEqual(['paid 1', 'paid 2', 'refunded 1', 'refunded 2']);
    expect(received[2]?.[1].donationId).toBe(payId);
    expect((await entriesOf(payId)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['donation', -1_000_000],
      ['donation', 50_000],
      ['donation', 950_000],
      ['donation-refund', -950_000],
      ['donation-refund', -50_000],
      ['donation-refund', 1_000_000],
    ]);
    expect(await readLedgerFaults(fixture.db)).toEqual({ entrySum: 0, wrongBalances: 0, unbalanced: 0 });
  });

  it('whose money was already posted by mistake is not posted again', async () => {
    const { payId } = await give(fixture, { projectId });
    await fixture.db.pool.query(`insert into posting (kind, reference) values ('donation', $1)`, [payId]);
    await expect(step('whenPaid', payId)).rejects.toThrow('has been posted before');
  });

  it('whose payment fails or expires only loses its network address', async () => {
    for (const name of ['whenFailed', 'whenExpired'] as const) {
      const { payId } = await give(fixture, { projectId }, { address: '10.9.8.7' });
      expect(await addressOf(payId)).toBe('10.9.8.7');
      await step(name, payId);
      await step(name, payId);
      expect([await addressOf(payId), await entriesOf(payId)]).toEqual([null, []]);
    }
    expect(received).toEqual([]);
  });

  it('whose payment failed counts once against its address, and one that expired does not', async () => {
    const address = '10.9.8.6';
    const isRefused = async () => {
      const { status, body } = await fixture.call('POST ProjectPay/Create', {
        body: { projectId, amount: 10_000 },
        address,
      });
      return status === 429 && JSON.stringify(body).includes('слишком много неудачных оплат');
    };
    for (const name of ['whenFailed', 'whenExpired'] as const) {
      for (let at = 0; at < 9; at += 1) {
        const { payId } = await give(fixture, { projectId }, { address });
        await step(name, payId);
        await step('whenFailed', payId);
      }
    }
    expect(await isRefused()).toBe(false);
    await step('whenFailed', (await give(fixture, { projectId }, { address })).payId);
    await until(isRefused);
  });

  it('invalidates cached pages when it is paid and when it is refunded', async () => {
    const listener = await fixture.db.pool.connect();
    const dropped: unknown[] = [];
    const note = ({ payload = '' }) => void dropped.push(JSON.parse(payload));
    listener.on('notification', note);
    const ignore = fixture.db.onHint(note);
    try {
      await listener.query('listen dropped_tags');
      const { payId } = await give(fixture, { projectId });
      for (const name of ['whenPaid', 'whenRefunded'] as const) {
        dropped.length = 0;
        await step(name, payId);
        await until(() => dropped.length > 0);
        // Pages that only lack a donation may still be sent while the database is away.
        const mark = name === 'whenPaid' ? [1] : [];
        expect(dropped).toContainEqual([`project:${projectId}`, 'recentDonations', ...mark]);
      }
    } finally {
      ignore();
      listener.release(true);
    }
  });

  it('leaves totals, top list and ledger consistent when it passes through the fixture itself', async () => {
    await givePaid(fixture, { projectId, name: 'Аня' });
    const { totals, top, ledger } = await readTotalFaults(fixture.db);
    expect({ top, ledger, totals }).toEqual({ top: 0, ledger: 0, totals: 0 });
  });
});
