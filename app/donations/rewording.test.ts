import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signIn } from '#test/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/start-app.ts';
import { type GivenGift, giveProven } from '#test/tool-desk.ts';

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
const give = (message: string | null = 'Первое', donor?: SignedIn) => giveProven(app, creator, { message }, donor);
const reword = ({ payId, proof }: GivenGift, message: string) =>
  app.api('POST ProjectPay/Reword', { body: { payId, message, proof } });
const outcome = z.object({ error: z.object({ code: z.string() }).optional(), data: z.unknown() });
const codeOf = (body: unknown) => outcome.parse(body).error?.code;
const deliveryOf = async (payId: string) => (await app.api('GET ProjectPay/Delivery', { query: { payId } })).body;
const stateOf = async (payId: string) =>
  z.object({ data: z.object({ state: z.string() }) }).parse(await deliveryOf(payId)).data.state;
const success = async (query: Record<string, unknown>, donor?: SignedIn) =>
  (await app.api('GET ProjectPay/Success', { query }, donor)).body;
const list = async () => (await app.api('GET ProjectPay/List', { query: { projectId: creator.projectId } })).body;

describe('the second wording', () => {
  it('is put before the creator once more, masked, and the first one is kept', async () => {
    const gift = await give();
    const { payId, proof } = gift;
    expect(codeOf((await reword(gift, 'Рано')).body)).toBe('NotRewordable');
    await control('reject');
    expect(await stateOf(payId)).toBe('rejected');
    const answer = await reword(gift, '  Второе, сука  ');
    expect(answer.body).toMatchObject({ data: { payId, message: 'Второе, ****' } });
    expect(await stateOf(payId)).toBe('held');
    const { rows } = await app.db.pool.query(
      `select d.message, d.first_message, a.message as shown from donation d join alert a on a.pay_id = d.id where d.id = $1`,
      [payId],
    );
    expect(rows).toEqual([{ message: 'Второе, сука', first_message: 'Первое', shown: 'Второе, ****' }]);
    expect(JSON.stringify(await list())).not.toContain('Второе');
    expect(await success({ payId, proof })).toMatchObject({ data: { isReworded: true, message: 'Второе, ****' } });
    await control('reject');
    expect(codeOf((await reword(gift, 'Третье')).body)).toBe('NotRewordable');
  });

  it('goes to the stream and into the lists once it is approved', async () => {
    const gift = await give();
    await control('reject');
    await reword(gift, 'Второе');
    await control('approve');
    expect(await stateOf(gift.payId)).toBe('queued');
    await expect.poll(async () => JSON.stringify(await list()), { timeout: 2_000 }).toContain('Второе');
  });

  it('is one of two that come at once', async () => {
    const gift = await give();
    await control('reject');
    const answers = await Promise.all([reword(gift, 'Один'), reword(gift, 'Два')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['', 400],
    ['   ', 400],
    ['о'.repeat(301), 400],
  ])('is not %j', async (message, status) => {
    const gift = await give();
    await control('reject');
    expect((await reword(gift, message)).status).toBe(status);
    expect(await stateOf(gift.payId)).toBe('rejected');
  });

  it('is for a gift that is there and had a first one', async () => {
    const { proof } = await give();
    expect((await reword({ payId: crypto.randomUUID(), proof }, 'Привет')).status).toBe(404);
    expect(codeOf((await reword(await give(null), 'Привет')).body)).toBe('NotRewordable');
  });
});

describe('a stranger', () => {
  it('puts no words into the mouth of a donor, whatever of the gift he knows', async () => {
    const [gift, other] = [await give('Сам сказал'), await give('Другой')];
    const { payId } = gift;
    for (const _ of [1, 2]) await control('reject');
    const missing = await reword({ payId: crypto.randomUUID(), proof: gift.proof }, 'Чужое');
    const strangers: [Record<string, unknown>, SignedIn?][] = [
      [{}],
      [{ proof: '' }],
      [{ proof: other.proof }],
      [{ proof: gift.paymentId }],
      [{}, creator],
      [{}, await signIn(app.db, testSecrets.jwt)],
      [{}, await signIn(app.db, testSecrets.jwt, { role: 'moderator' })],
    ];
    for (const [more, who] of strangers) {
      const answer = await app.api('POST ProjectPay/Reword', { body: { payId, message: 'Чужое', ...more } }, who);
      expect([answer.status, answer.body]).toEqual([404, missing.body]);
    }
    const { rows } = await app.db.pool.query('select message from donation where id = $1', [payId]);
    expect(rows).toEqual([{ message: 'Сам сказал' }]);
    expect(JSON.stringify([await deliveryOf(payId), await success({ payId }), await list()])).not.toContain(gift.proof);
  });

  it('sees no message that waits or was rejected, nor why; the donor sees his own, and the creator all of it', async () => {
    const donor = await signIn(app.db, testSecrets.jwt);
    const { payId, proof } = await give('Моё', donor);
    const seen = async (message: string | null) => {
      expect(await success({ payId })).toMatchObject({ data: { message, isOwn: false } });
      expect(await success({ payId }, creator)).toMatchObject({ data: { message, isOwn: false } });
      expect(await success({ payId }, donor)).toMatchObject({ data: { message: 'Моё', isOwn: true } });
      expect(await success({ payId, proof })).toMatchObject({ data: { message: 'Моё', isOwn: true } });
      const listed = async () => z.object({ data: z.unknown() }).parse(await list()).data;
      await expect.poll(listed, { timeout: 2_000 }).toMatchObject({ payments: [{ id: payId, message }] });
      const own = await app.api('GET Donate/My', {}, creator);
      expect(own.body).toMatchObject({ data: { items: [{ message: 'Моё' }] } });
    };
    await seen(null);
    await control('reject');
    await seen(null);
    expect(await deliveryOf(payId)).toMatchObject({ data: { state: 'rejected', reason: 'rejected' } });
    const answer = await app.api('POST ProjectPay/Reword', { body: { payId, message: 'Моё' } }, donor);
    expect(answer.status).toBe(200);
    await control('approve');
    await seen('Моё');
  });
});

it('the way of a gift is told in the order in which it went', async () => {
  const steps = z.object({ data: z.object({ steps: z.array(z.object({ state: z.string(), at: z.iso.datetime() })) }) });
  await app.api('PUT Widget/Settings', { body: { alert: { review: 'off' } } }, creator);
  const times = async (payId: string) => {
    const told = steps.parse(await deliveryOf(payId)).data.steps;
    return told.map(({ at }) => Date.parse(at));
  };
  for (let gifts = 0; gifts < 3; gifts += 1) {
    const { payId } = await give('Раз');
    const told = await times(payId);
    expect(told).toHaveLength(2);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  }
});
