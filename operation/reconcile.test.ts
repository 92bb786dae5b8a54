import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPayme } from '#app/payments/systems/payme/payme-page.server.ts';
import { PaymentSystems } from '#app/payments/systems/payment-system.server.ts';
import { paymentFixture, said } from '#test/support/money/payment-fixture.ts';
import { reconcile } from './reconcile.ts';

const payme = ({ db }: Parameters<Parameters<typeof paymentFixture>[0] & object>[0]) =>
  createPayme({
    db,
    id: 'cash',
    key: 'the key of the cash register',
    checkoutUrl: 'https://page.example',
    fiscal: null,
  });

const fixture = paymentFixture((database) => [payme(database)]);

it('a system that cannot be asked is said to be not compared, and never agrees with its own notes', async () => {
  const { database, provider } = fixture();
  const asked = await fixture().open();
  await fixture().ask(randomUUID(), 'thing', 'payme');
  await fixture().ask(randomUUID(), 'thing', 'payme');
  provider.ask = async () => said(asked, 'created');
  const systems = new PaymentSystems([provider, payme(database)], ['gateway', 'payme']);
  const books = await reconcile({ databaseUrl: database.url, systems, since: new Date(0) });
  expect(books).toEqual({ compared: 1, differences: [], unanswered: 0, notCompared: new Map([['payme', 2]]) });
});
