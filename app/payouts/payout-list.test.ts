import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { post, providerAccount } from '#app/ledger/ledger.server.ts';
import { minor } from '#base/money/money.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { createPayouts } from './payouts.server.ts';

/** Requests by the last digits of their card, in the order of creation. */
const ids = new Map<string, string>();

const made = z.object({ data: z.object({ id: z.uuid() }) });
const listed = z.object({
  data: z.object({
    count: z.number(),
    items: z.array(z.object({ id: z.string(), cardMask: z.string(), state: z.string() })),
  }),
});

async function creator(userName: string): Promise<SignedIn> {
  const person = await signIn(app.db, testSecrets.jwt, { userName });
  const entries = [
    { accountId: providerAccount, amount: minor(-10_000_000) },
    { accountId: person.accountId, amount: minor(10_000_000) },
  ];
  await app.db.transaction((tx) => post(tx, { kind: 'donation', reference: crypto.randomUUID(), entries }));
  return person;
}

async function ask(by: SignedIn, cardEnd: string, amount: number): Promise<void> {
  const body = { accountId: by.accountId, amount, card: { mask: `8600 •••• •••• ${cardEnd}` } };
  const answer = await app.api('POST Payout/Request', { body }, { token: by.token });
  ids.set(cardEnd, made.parse(answer.body).data.id);
}

/** The last digits of the cards of the requests that an admin finds. */
async function list(query: Record<string, unknown>): Promise<{ ends: string[]; count: number }> {
  const { items, count } = listed.parse((await app.api('GET Payout/List', { query }, admin)).body).data;
  return { ends: items.map(({ cardMask }) => cardMask.slice(-4)), count };
}

const app = await startApp({ env: { LIMITS: 'off' } });
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
const anna = await creator('anna.draws');
const boris = await creator('boris_sings');
await ask(anna, '0106', 10_000);
await ask(boris, '9106', 20_000);
await ask(anna, '7777', 30_000);
afterAll(() => app.close());

describe('the list of payouts', () => {
  it('has open requests oldest first, in pages, with their owners and balances', async () => {
    expect(await list({})).toEqual({ ends: ['0106', '9106', '7777'], count: 3 });
    expect(await list({ Skip: 1, Take: 1 })).toEqual({ ends: ['9106'], count: 3 });
    const { body } = await app.api('GET Payout/List', { query: {} }, admin);
    const whose = (person: SignedIn, userName: string, balance: number) => ({
      userId: person.userId,
      userName,
      phone: person.phone,
      accountId: person.accountId,
      balance,
      cardToken: null,
    });
    expect(body).toMatchObject({
      data: {
        items: [
          { ...whose(anna, 'anna.draws', 60_000), amount: 10_000, state: 'Requested', decidedAt: null },
          { ...whose(boris, 'boris_sings', 80_000), amount: 20_000 },
          { ...whose(anna, 'anna.draws', 60_000), amount: 30_000 },
        ],
      },
    });
  });

  it('is searched by a user name or by the end of a card', async () => {
    expect(await list({ Search: 'anna.draws' })).toEqual({ ends: ['0106', '7777'], count: 2 });
    expect(await list({ Search: 'boris_sings' })).toEqual({ ends: ['9106'], count: 1 });
    expect(await list({ Search: 'nobody' })).toEqual({ ends: [], count: 0 });
    expect(await list({ Search: '0106' })).toEqual({ ends: ['0106'], count: 1 });
    expect(await list({ Search: '106' })).toEqual({ ends: ['0106', '9106'], count: 2 });
    expect(await list({ Search: '7' })).toEqual({ ends: ['7777'], count: 1 });
    expect(await list({ Search: '1234' })).toEqual({ ends: [], count: 0 });
    // Neither a pattern nor digits that are not stored.
    for (const text of ['%', '_', '•••• 0106', '00106', '010x', 'x106']) {
      expect([text, await list({ Search: text })]).toEqual([text, { ends: [], count: 0 }]);
    }
  });

  it('has each request in its state only, decided ones newest first', async () => {
    const send = (name: 'Pay' | 'Decline', end: string, more: object) =>
      app.api(`PUT Payout/${name}`, { body: { payoutId: ids.get(end), ...more } }, admin);
    expect((await send('Pay', '0106', { reference: 'Перевод 1' })).status).toBe(200);
    expect((await send('Pay', '7777', { reference: 'Перевод 2' })).status).toBe(200);
    expect((await send('Decline', '9106', { reason: 'Чужая карта' })).status).toBe(200);
    expect(await list({ State: 'Paid' })).toEqual({ ends: ['7777', '0106'], count: 2 });
    expect(await list({ State: 'Declined' })).toEqual({ ends: ['9106'], count: 1 });
    expect(await list({})).toEqual({ ends: [], count: 0 });
    expect((await send('Decline', '0106', { reason: 'Передумали' })).status).toBe(409);
    const { body } = await app.api('GET Payout/My', {}, { token: anna.token });
    expect(body).toMatchObject({
      data: {
        count: 2,
        items: [
          {
            state: 'Paid',
            bankReference: 'Перевод 2',
            act: expect.stringMatching(/^20\d\d-2$/),
            reason: null,
            decidedAt: expect.any(String),
          },
          { state: 'Paid', bankReference: 'Перевод 1', act: expect.stringMatching(/^20\d\d-1$/) },
        ],
      },
    });
    const details = await app.db.pool.query(`select details from audit where call like 'PUT Payout/%'`);
    expect(details.rows).toContainEqual({ details: { amount: 20_000, cardMask: '8600 •••• •••• 9106' } });
  });

  it('is empty for states without requests', async () => {
    const unknown = { payoutId: crypto.randomUUID(), reference: 'Перевод 3' };
    expect((await app.api('PUT Payout/Pay', { body: unknown }, admin)).status).toBe(404);
    const query = { payoutId: unknown.payoutId };
    expect((await app.api('POST Payout/Cancel', { query }, { token: anna.token })).status).toBe(404);
  });

  it('provides the card of a payout to the statement, and nothing for other movements', async () => {
    const one = ids.get('0106') ?? '';
    const other = ids.get('9106') ?? '';
    const described = await createPayouts({ timeZone: 'Asia/Tashkent', payoutDays: null }).describePostings(app.db, [
      { kind: 'payout', reference: one },
      { kind: 'payout-return', reference: one },
      { kind: 'donation', reference: other },
    ]);
    expect([...described]).toEqual([[one, '8600 •••• •••• 0106']]);
  });

  it('finds the cards that end with the digits, whatever they are', async () => {
    const { rows } = await app.db.pool.query<{ end: string }>(
      `insert into payout (person_id, account_id, amount, card_mask, state, reason, decided_at)
       select $1, $2, 100, '8600 •••• •••• ' || lpad((n * 7919 % 10000)::text, 4, '0'), 'Declined', 'Нет', now()
       from generate_series(1, 1200) n returning right(card_mask, 4) as end`,
      [boris.userId, boris.accountId],
    );
    const ends = rows.map(({ end }) => end).reverse();
    for (const digits of ['0', '9', '09', '90', '99', '999', '500', '8600', ...ends.slice(0, 5)]) {
      const those = ends.filter((end) => end.endsWith(digits));
      const { count, ends: shown } = await list({ State: 'Declined', Search: digits, Take: 100 });
      expect([digits, count, [...shown].sort()]).toEqual([digits, those.length, those.slice(0, 100).sort()]);
    }
  });
});
