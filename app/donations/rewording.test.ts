import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signIn } from '#test/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/start-app.ts';
import { givePaidTo } from '#test/tool-desk.ts';

let app: TestApp;
let creator: SignedIn;

beforeAll(async () => {
  app = await startApp({ env: { LIMITS: 'off' } });
}, 60_000);

afterAll(() => app.close());

/** A creator who looks at messages before they are shown. */
beforeEach(async () => {
  creator = await signIn(app.db, testSecrets.jwt);
  await app.api('PUT Widget/Settings', { body: { alert: { review: 'hold' } } }, creator);
});

const control = (action: 'approve' | 'reject') => app.api('POST Widget/Control', { body: { action } }, creator);
const reword = (payId: string, message: string) => app.api('POST ProjectPay/Reword', { body: { payId, message } });
const outcome = z.object({ error: z.object({ code: z.string() }).optional(), data: z.unknown() });
const codeOf = (body: unknown) => outcome.parse(body).error?.code;
const stateOf = async (payId: string) =>
  z
    .object({ data: z.object({ state: z.string() }) })
    .parse((await app.api('GET ProjectPay/Delivery', { query: { payId } })).body).data.state;

it('puts a rejected message before the creator once more, masked, and keeps the first one', async () => {
  const payId = await givePaidTo(app, creator, { message: 'Первое' });
  expect(codeOf((await reword(payId, 'Рано')).body)).toBe('NotRewordable');
  await control('reject');
  expect(await stateOf(payId)).toBe('rejected');
  const answer = await reword(payId, '  Второе, сука  ');
  expect(answer.body).toMatchObject({ data: { payId, message: 'Второе, ****' } });
  expect(await stateOf(payId)).toBe('held');
  const { rows } = await app.db.pool.query(
    `select d.message, d.first_message, a.message as shown from donation d join alert a on a.pay_id = d.id where d.id = $1`,
    [payId],
  );
  expect(rows).toEqual([{ message: 'Второе, сука', first_message: 'Первое', shown: 'Второе, ****' }]);
  const list = await app.api('GET ProjectPay/List', { query: { projectId: creator.projectId } });
  expect(JSON.stringify(list.body)).toContain('Второе, ****');
  const success = await app.api('GET ProjectPay/Success', { query: { payId } });
  expect(success.body).toMatchObject({ data: { isReworded: true, message: 'Второе, ****' } });
  await control('reject');
  expect(codeOf((await reword(payId, 'Третье')).body)).toBe('NotRewordable');
});

it('goes to the stream once it is approved', async () => {
  const payId = await givePaidTo(app, creator, { message: 'Первое' });
  await control('reject');
  await reword(payId, 'Второе');
  await control('approve');
  expect(await stateOf(payId)).toBe('queued');
});

it('takes one of two wordings that come at once', async () => {
  const payId = await givePaidTo(app, creator, { message: 'Первое' });
  await control('reject');
  const answers = await Promise.all([reword(payId, 'Один'), reword(payId, 'Два')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it.each([
  ['', 400],
  ['   ', 400],
  ['о'.repeat(301), 400],
])('refuses %j', async (message, status) => {
  const payId = await givePaidTo(app, creator, { message: 'Первое' });
  await control('reject');
  expect((await reword(payId, message)).status).toBe(status);
  expect(await stateOf(payId)).toBe('rejected');
});

it('knows no gift of a made-up number, and nothing to reword in one without a message', async () => {
  expect((await reword(crypto.randomUUID(), 'Привет')).status).toBe(404);
  const payId = await givePaidTo(app, creator, { message: null });
  expect(codeOf((await reword(payId, 'Привет')).body)).toBe('NotRewordable');
});
