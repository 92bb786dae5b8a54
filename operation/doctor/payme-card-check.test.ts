import { afterAll, expect, it } from 'vitest';
import { paymeCardEnv } from '#test/support/money/payme-card-caller.ts';
import { startPaymentSandbox } from '../../payment-gateway/server.ts';
import { checkPaymeCard } from './payme-card-check.ts';

const { PAYME_CARD_ID: id, PAYME_CARD_KEY: key } = paymeCardEnv;
const sandbox = await startPaymentSandbox({ paymeCard: { id, key } });
afterAll(() => sandbox.close());

it('passes with the key of the cash register, and names what to correct without', async () => {
  const url = `${sandbox.url}/payme-card/api`;
  await expect(checkPaymeCard({ url, id, key })()).resolves.toBe(`Payme accepts us at ${url}`);
  await expect(checkPaymeCard({ url, id, key: 'a key of somebody else' })()).rejects.toThrow(/^PAYME_CARD_KEY: /);
  await expect(checkPaymeCard({ url: 'http://127.0.0.1:9', id, key })()).rejects.toThrow(/^PAYME_CARD_URL: /);
});
