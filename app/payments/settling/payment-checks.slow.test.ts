import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcessClock, processClock } from '#base/process/process-clock.server.ts';
import { cardBody, cards, give, type MoneyFixture, openMoneyFixture } from '#test/support/money/money-fixture.ts';
import { QuestionClock } from '#test/support/money/question-clock.ts';

let fixture: MoneyFixture;
let projectId: string;
let clock: ProcessClock;

beforeEach(async () => {
  clock = new QuestionClock(() => fixture.db);
  const moved: ProcessClock = { now: () => clock.now(), pause: (milliseconds) => clock.pause(milliseconds) };
  fixture = await openMoneyFixture({ processClock: moved, providerTimeoutMs: 400 });
  ({ projectId } = await fixture.person());
});

afterEach(async () => {
  await fixture.setFaults({});
  await fixture.close();
});

const status = async (payId: string) => (await fixture.call(`GET ProjectPay/Status?payId=${payId}`)).body;
const shows = (word: string, isChecked: boolean) => ({ data: { status: word, isChecked } });

/** Pays with a card for which the provider never sends a callback. */
async function paySilently(paymentUrl: string): Promise<void> {
  await fixture.pay(paymentUrl, cardBody(cards.silent)).catch(() => undefined);
  await fixture.pay(paymentUrl, { otp: '123456' }).catch(() => undefined);
}

describe('the state of a donation', () => {
  it.each(['down', 'hang', 'error500', 'lost-answer', 'lie-amount'])(
    'is unchecked while the provider fails (%s), and checked afterwards',
    async (mode) => {
      const { payId, paymentUrl } = await give(fixture, { projectId });
      await paySilently(paymentUrl);
      await fixture.setFaults({ mode });
      expect(await status(payId)).toMatchObject(shows('Created', false));
      await fixture.setFaults({});
      expect(await status(payId)).toMatchObject(shows('Paid', true));
      await fixture.setFaults({ mode });
      expect(await status(payId)).toMatchObject(shows('Paid', true));
    },
  );

  it('is never checked by an earlier question: a request right after the payment returns «Paid»', async () => {
    const { payId, paymentUrl } = await give(fixture, { projectId });
    expect(await status(payId)).toMatchObject(shows('Created', true));
    await paySilently(paymentUrl);
    const begun = performance.now();
    expect(await status(payId)).toMatchObject(shows('Paid', true));
    expect(performance.now() - begun).toBeLessThan(4_000);
  });

  it('costs the provider one question in two seconds, however many requests come, and all get the same answer', async () => {
    const { payId, paymentUrl } = await give(fixture, { projectId });
    clock = processClock;
    await status(payId);
    // The payment below is made before the next question, on a slow machine too.
    await fixture.db.pool.query(`update payment set asked_at = asked_at + interval '2 seconds'`);
    const asked: string[] = [];
    const { ask } = fixture.provider;
    fixture.provider.ask = (id) => {
      asked.push(id);
      return ask(id);
    };
    const early = Array.from({ length: 20 }, () => status(payId));
    await pause(300);
    await paySilently(paymentUrl);
    const late = Array.from({ length: 20 }, () => status(payId));
    for (const answer of await Promise.all([...early, ...late])) expect(answer).toMatchObject(shows('Paid', true));
    expect(asked).toHaveLength(1);
  });
});
