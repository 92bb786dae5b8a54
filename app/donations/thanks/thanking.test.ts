import { afterAll, expect, test } from 'vitest';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { giveProven } from '#test/support/tool-fixture.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
const creator = await signIn(app.db, testSecrets.jwt);
const donor = await signIn(app.db, testSecrets.jwt);

const thank = (payId: string, who: SignedIn = creator) => app.api('POST Donate/Thank', { body: { payId } }, who);
const success = async (payId: string) => dataOf(await app.api('GET ProjectPay/Success', { query: { payId } }));

test('the donor reads that he was thanked, once and for all, and both lists say so', async () => {
  const { payId } = await giveProven(app, creator, { message: 'Привет' }, donor);
  expect(await success(payId)).toMatchObject({ thankedAt: null });
  const answers = await Promise.all([thank(payId), thank(payId), thank(payId)]);
  const { thankedAt } = await success(payId);
  expect(thankedAt).toEqual(expect.any(String));
  expect(answers.map(dataOf)).toEqual(Array.from({ length: 3 }, () => ({ payId, thankedAt })));
  const marked = { items: [{ id: payId, thankedAt }] };
  expect(dataOf(await app.api('GET Donate/My', {}, creator))).toMatchObject(marked);
  expect(dataOf(await app.api('GET Donate/My', { query: { Search: 'привет' } }, creator))).toMatchObject(marked);
  expect(dataOf(await app.api('GET Donate/Given', {}, donor))).toMatchObject(marked);
});

test('nobody thanks for a donation to someone else, an unpaid, a refunded or an unknown one', async () => {
  const given = await giveProven(app, creator, {}, donor);
  expect((await thank(given.payId, donor)).status).toBe(404);
  expect((await thank(crypto.randomUUID())).status).toBe(404);
  const unpaid = await app.api('POST ProjectPay/Create', { body: { projectId: creator.projectId, amount: 10_000 } });
  expect((await thank(String(dataOf(unpaid).payId))).status).toBe(404);
  await app.db.pool.query('update donation set refunded_at = now() where id = $1', [given.payId]);
  expect((await thank(given.payId)).status).toBe(404);
  expect(await success(given.payId)).toMatchObject({ thankedAt: null });
});
