import { afterAll, expect, it, onTestFinished } from 'vitest';
import { paymeCardEnv } from '#test/support/money/payme-card-caller.ts';
import { startFixedAnswer } from '#test/support/network/fixed-answer.ts';
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

it.each([
  ['of a proxy without Payme behind it', 503, {}],
  ['of another program', 200, { jsonrpc: '2.0', id: 1, result: null }],
])('does not take the answer %s for Payme', async (_, status, answer) => {
  const other = await startFixedAnswer(answer, status);
  onTestFinished(() => other.close());
  await expect(checkPaymeCard({ url: other.url, id, key })()).rejects.toThrow(/^PAYME_CARD_URL: /);
});
