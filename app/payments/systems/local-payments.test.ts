import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { minor } from '#base/money/money.ts';
import type { TestDatabase } from '#test/support/database/database.ts';
import { paymentFixture } from '#test/support/money/payment-fixture.ts';
import { chargeTokenSealer } from '../card-token-sealer.server.ts';
import { createClick } from './click/click-page.server.ts';
import { createPayme } from './payme/payme-page.server.ts';
import { createPaymeCard } from './payme-card/payme-card.server.ts';

const key = 'the key of the system';
const clickNumbers = { serviceId: '12345', merchantId: '54321', userId: '777' };
const clickPlaces = { payUrl: 'https://page.example/pay', apiUrl: 'http://127.0.0.1:9' };
const systemsOf = ({ db }: TestDatabase) => ({
  payme: createPayme({
    db,
    id: 'cash',
    key,
    checkoutUrl: 'https://page.example',
    apiUrl: 'https://page.example/api',
  }),
  'payme-card': createPaymeCard({ db, id: 'cards', key, url: 'http://127.0.0.1:9', sealer: chargeTokenSealer(key) }),
  click: createClick({ db, ...clickNumbers, ...clickPlaces, key }),
});
const fixture = paymentFixture((database) => Object.values(systemsOf(database)));

/** Systems that learn of a payment only when its payer comes. */
describe.each(['payme', 'payme-card', 'click'] as const)('opening at %s', (name) => {
  const open = (reference: string) => fixture().ask(reference, 'thing', name);

  it('makes one payment however often and however many ask, and none over another amount', async () => {
    const reference = randomUUID();
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(reference)));
    expect(new Set(opened.map(({ paymentId }) => paymentId)).size).toBe(1);
    const other = {
      amount: minor(1),
      currency: 'UZS',
      reference,
      description: '',
      returnUrl: '',
      language: 'ru' as const,
    };
    const system = systemsOf(fixture().database)[name];
    await expect(system.open(other)).rejects.toMatchObject({ code: 'ReferenceInUse' });
  });

  it('takes the time from the database, whatever the clock of the process says', async () => {
    const reference = randomUUID();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    const first = await open(reference);
    const again = await open(reference);
    vi.useRealTimers();
    expect(again.paymentId).toBe(first.paymentId);
    const { rows } = await fixture().database.db.pool.query(
      `select expires_at between now() + interval '59 minutes' and now() + interval '61 minutes' as "isAnHour"
       from payment where id = $1`,
      [first.paymentId],
    );
    expect(rows).toEqual([{ isAnHour: true }]);
  });

  it('makes another one once the first has expired, and shows a paid one instead', async () => {
    const reference = randomUUID();
    const first = await open(reference);
    await fixture().makeDue([first.paymentId], true);
    await fixture().payments.polling.sweep(20);
    expect(await fixture().rowOf(first.paymentId)).toMatchObject({ status: 'Expired' });
    const { paymentId } = await open(reference);
    expect(paymentId).not.toBe(first.paymentId);
    await fixture().database.db.pool.query(`update payment set status = 'Paid' where id = $1`, [paymentId]);
    const shown = { paymentId, paymentUrl: `https://opora.example/things/${reference}` };
    expect(await open(reference)).toMatchObject(shown);
  });
});
