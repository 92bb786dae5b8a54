import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { type GivenDonation, giveProven } from '#test/support/tool-fixture.ts';

let creator: SignedIn;

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

/** A creator who reviews messages before they are shown. */
beforeEach(async () => {
  creator = await signIn(app.db, testSecrets.jwt);
  await app.api('PUT Widget/Settings', { body: { alert: { review: 'hold' } } }, creator);
});

const heldAlerts = z.object({ data: z.object({ held: z.array(z.object({ alertId: z.string() })) }) });

/** The creator decides about the held alerts. */
async function control(action: 'approve' | 'reject') {
  const { held } = heldAlerts.parse((await app.api('GET Widget/Queue', {}, creator)).body).data;
  const alertIds = held.map(({ alertId }) => alertId);
  const { status } = await app.api('POST Widget/Control', { body: { action, alertIds } }, creator);
  if (status !== 200) throw new Error(`${action} was answered ${status}`);
}

const give = (message: string | null = 'Первое', donor?: SignedIn) => giveProven(app, creator, { message }, donor);
const reword = ({ payId, proof }: GivenDonation, message: string) =>
  app.api('POST ProjectPay/Reword', { body: { payId, message, proof } });
const outcome = z.object({ error: z.object({ code: z.string() }).optional(), data: z.unknown() });
const codeOf = (body: unknown) => outcome.parse(body).error?.code;
const deliveryOf = async (payId: string) => (await app.api('GET ProjectPay/Delivery', { query: { payId } })).body;
const stateOf = async (payId: string) =>
  z.object({ data: z.object({ state: z.string() }) }).parse(await deliveryOf(payId)).data.state;
const success = async (query: Record<string, unknown>, donor?: SignedIn) =>
  (await app.api('GET ProjectPay/Success', { query }, donor)).body;
const refundAtGateway = (paymentUrl: string) =>
  fetch(`${paymentUrl}/refund`, { method: 'POST', headers: { authorization: `Bearer ${testSecrets.payment}` } });
const list = async () => (await app.api('GET ProjectPay/List', { query: { projectId: creator.projectId } })).body;

describe('the second wording', () => {
  it('is held for the creator again, masked, and the first one stays stored', async () => {
    const donation = await give();
    const { payId, proof } = donation;
    expect(codeOf((await reword(donation, 'Рано')).body)).toBe('NotRewordable');
    expect(codeOf((await reword(donation, 'Рано\u202e')).body)).toBe('ValidationFailed');
    await control('reject');
    expect(await stateOf(payId)).toBe('rejected');
    const answer = await reword(donation, '  Второе, сука  ');
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
    expect(codeOf((await reword(donation, 'Третье')).body)).toBe('NotRewordable');
  });

  it('appears on the stream and in the lists once it is approved', async () => {
    const donation = await give();
    await control('reject');
    await reword(donation, 'Второе');
    await control('approve');
    expect(await stateOf(donation.payId)).toBe('queued');
    await expect.poll(async () => JSON.stringify(await list()), { timeout: 2_000 }).toContain('Второе');
  });

  it('is only one of two simultaneous ones', async () => {
    const donation = await give();
    await control('reject');
    const answers = await Promise.all([reword(donation, 'Один'), reword(donation, 'Два')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['', 400],
    ['   ', 400],
    ['о'.repeat(301), 400],
  ])('is refused as %j', async (message, status) => {
    const donation = await give();
    await control('reject');
    expect((await reword(donation, message)).status).toBe(status);
    expect(await stateOf(donation.payId)).toBe('rejected');
  });

  it('needs an existing donation with a first message', async () => {
    const { proof } = await give();
    expect((await reword({ payId: crypto.randomUUID(), proof }, 'Привет')).status).toBe(404);
    expect(codeOf((await reword(await give(null), 'Привет')).body)).toBe('NotRewordable');
  });
});

describe('another user', () => {
  it('cannot replace the message of a donation, whatever is known about it', async () => {
    const donation = await give('Сам сказал');
    const other = await give('Другой');
    const { payId } = donation;
    await control('reject');
    const missing = await reword({ payId: crypto.randomUUID(), proof: donation.proof }, 'Чужое');
    const strangers: [Record<string, unknown>, SignedIn?][] = [
      [{}],
      [{ proof: '' }],
      [{ proof: other.proof }],
      [{ proof: donation.paymentId }],
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
    expect(JSON.stringify([await deliveryOf(payId), await success({ payId }), await list()])).not.toContain(
      donation.proof,
    );
  });

  it('sees neither held nor rejected messages; the donor and the creator do', async () => {
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

  it('does not see a held message after its donation was refunded', async () => {
    const { payId, proof, paymentUrl } = await give('Непросмотренное');
    await refundAtGateway(paymentUrl);
    await expect.poll(() => success({ payId }), { timeout: 10_000 }).toMatchObject({ data: { status: 'Refunded' } });
    expect(await success({ payId })).toMatchObject({ data: { message: null } });
    expect(await success({ payId, proof })).toMatchObject({ data: { message: 'Непросмотренное' } });
  });
});

it('the steps of a donation are listed in their order', async () => {
  const steps = z.object({ data: z.object({ steps: z.array(z.object({ state: z.string(), at: z.iso.datetime() })) }) });
  await app.api('PUT Widget/Settings', { body: { alert: { review: 'off' } } }, creator);
  const times = async (payId: string) => {
    const passed = steps.parse(await deliveryOf(payId)).data.steps;
    return passed.map(({ at }) => Date.parse(at));
  };
  for (let donations = 0; donations < 3; donations += 1) {
    const { payId } = await give('Раз');
    const passed = await times(payId);
    expect(passed).toHaveLength(2);
    expect(passed).toEqual(passed.toSorted((a, b) => a - b));
  }
});
