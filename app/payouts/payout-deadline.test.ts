import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { post, providerAccount } from '#app/ledger/ledger.server.ts';
import { minor } from '#base/money/money.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp({ env: { LIMITS: 'off', PAYOUT_DAYS: '3' } });
afterAll(() => app.close());

const listed = z.object({ items: z.array(z.object({ dueDay: z.string().nullable(), isOverdue: z.boolean() })) });

/** A creator with an undecided request. */
async function creatorWithRequest(at: TestApp): Promise<{ creator: SignedIn; payoutId: string }> {
  const creator = await signIn(at.db, testSecrets.jwt);
  const { accountId, token } = creator;
  const entries = [
    { accountId: providerAccount, amount: minor(-500_000) },
    { accountId, amount: minor(500_000) },
  ];
  await at.db.transaction((tx) => post(tx, { kind: 'donation', reference: crypto.randomUUID(), entries }));
  const body = { accountId, amount: 5_000, card: { mask: '8600 •••• •••• 0106' } };
  const { id } = dataOf(await at.api('POST Payout/Request', { body }, { token }));
  return { creator, payoutId: String(id) };
}

const askedAt = (payoutId: string, moment: string | Date) =>
  app.db.pool.query('update payout set created_at = $2 where id = $1', [payoutId, moment]);

const readOwn = async ({ token }: SignedIn) => dataOf(await app.api('GET Payout/My', {}, { token }));

const { creator, payoutId } = await creatorWithRequest(app);

describe('the deadline of a payout', () => {
  it.each([
    ['on Monday morning', '2031-03-03T09:00:00+05:00', '2031-03-06'],
    ['on Wednesday', '2031-03-05T09:00:00+05:00', '2031-03-10'],
    ['on Friday evening', '2031-03-07T23:59:00+05:00', '2031-03-12'],
    ['on Friday evening in London, which is Saturday in Tashkent', '2031-03-07T20:00:00Z', '2031-03-12'],
    ['on Saturday', '2031-03-08T00:00:00+05:00', '2031-03-12'],
    ['on Sunday evening', '2031-03-09T23:59:00+05:00', '2031-03-12'],
    ['on Sunday evening in London, which is Monday in Tashkent', '2031-03-09T20:00:00Z', '2031-03-13'],
    ['in the last week of a year', '2031-12-30T12:00:00+05:00', '2032-01-02'],
  ])('is three working days after the day in the country, asked %s', async (_, moment, dueDay) => {
    await askedAt(payoutId, moment);
    const deadline = { dueDay, isOverdue: false };
    expect(await readOwn(creator)).toMatchObject({
      items: [deadline],
      waiting: { since: new Date(moment).toISOString(), ...deadline },
      promisedDays: 3,
    });
  });

  it('marks for staff and for the creator what was not decided by then, and nothing that was', async () => {
    const late = await creatorWithRequest(app);
    const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
    // Ten days have six working days at least.
    await askedAt(late.payoutId, new Date(Date.now() - 10 * 86_400_000));
    expect(await readOwn(late.creator)).toMatchObject({ items: [{ isOverdue: true }], waiting: { isOverdue: true } });
    const read = async (State: string) =>
      listed.parse(dataOf(await app.api('GET Payout/List', { query: { State } }, { token: admin.token }))).items;
    expect((await read('Requested')).map(({ isOverdue }) => isOverdue)).toEqual([true, false]);
    const body = { payoutId: late.payoutId, reason: 'Карта закрыта' };
    await app.api('PUT Payout/Decline', { body }, { token: admin.token });
    const none = { dueDay: null, isOverdue: false };
    expect(await readOwn(late.creator)).toMatchObject({ items: [none], waiting: { since: null, ...none } });
    expect(await read('Declined')).toEqual([none]);
  });

  it('is none where the operator promises nothing', async () => {
    const plain = await startApp({ env: { LIMITS: 'off' } });
    onTestFinished(() => plain.close());
    const { creator: own } = await creatorWithRequest(plain);
    const none = { dueDay: null, isOverdue: false };
    expect(dataOf(await plain.api('GET Payout/My', {}, { token: own.token }))).toMatchObject({
      items: [none],
      waiting: { since: expect.any(String), ...none },
      promisedDays: null,
    });
  });
});
