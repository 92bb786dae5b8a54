import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardBody, cards, give, type MoneyHouse, openMoneyHouse } from '#test/money-house.ts';

let house: MoneyHouse;
let projectId: string;

beforeEach(async () => {
  house = await openMoneyHouse({ providerTimeoutMs: 400 });
  ({ projectId } = await house.person());
});

afterEach(async () => {
  await house.setFaults({});
  await house.close();
});

const status = async (payId: string) => (await house.call(`GET ProjectPay/Status?payId=${payId}`)).body;
const told = (word: string, isChecked: boolean) => ({ data: { status: word, isChecked } });

/** Pays with a card of which no callback ever tells. */
async function paySilently(paymentUrl: string): Promise<void> {
  await house.pay(paymentUrl, cardBody(cards.silent)).catch(() => undefined);
  await house.pay(paymentUrl, { otp: '123456' }).catch(() => undefined);
}

describe('the state of a gift', () => {
  it.each(['down', 'hang', 'error500', 'lost-answer', 'lie-amount'])(
    'is told as unchecked while the provider cannot be believed or asked (%s), and as checked afterwards',
    async (mode) => {
      const { payId, paymentUrl } = await give(house, { projectId });
      await paySilently(paymentUrl);
      await house.setFaults({ mode });
      expect(await status(payId)).toMatchObject(told('Created', false));
      await house.setFaults({});
      expect(await status(payId)).toMatchObject(told('Paid', true));
      await house.setFaults({ mode });
      expect(await status(payId)).toMatchObject(told('Paid', true));
    },
  );

  it('is never told as checked by a question that began before: who asks right after a payment hears of it', async () => {
    const { payId, paymentUrl } = await give(house, { projectId });
    expect(await status(payId)).toMatchObject(told('Created', true));
    await paySilently(paymentUrl);
    const begun = performance.now();
    expect(await status(payId)).toMatchObject(told('Paid', true));
    expect(performance.now() - begun).toBeLessThan(4_000);
  });

  it('costs the provider one question in two seconds, however many ask, and all hear the same', async () => {
    const { payId, paymentUrl } = await give(house, { projectId });
    await status(payId);
    const asked: string[] = [];
    const { ask } = house.provider;
    house.provider.ask = (id) => {
      asked.push(id);
      return ask(id);
    };
    const early = Array.from({ length: 20 }, () => status(payId));
    await pause(300);
    await paySilently(paymentUrl);
    const late = Array.from({ length: 20 }, () => status(payId));
    for (const answer of await Promise.all([...early, ...late])) expect(answer).toMatchObject(told('Paid', true));
    expect(asked).toHaveLength(1);
  });
});
