import { afterAll, expect, it } from 'vitest';
import { clickEnv } from '#test/support/money/click-caller.ts';
import { paymeEnv } from '#test/support/money/payme-caller.ts';
import { paymeCardEnv } from '#test/support/money/payme-card-caller.ts';
import { stripeEnv } from '#test/support/money/stripe-scene.ts';
import { startApp } from '#test/support/start-app.ts';

const addresses = {
  PAYME_ADDRESSES: '192.0.2.0/24',
  CLICK_ADDRESSES: '198.51.100.7, 2001:db8::/32',
  STRIPE_ADDRESSES: '203.0.113.0/28',
};
const app = await startApp({
  env: {
    ...paymeEnv,
    ...paymeCardEnv,
    ...clickEnv,
    ...stripeEnv,
    ...addresses,
    PAYMENT: 'gateway,payme,payme-card,click,stripe',
  },
});
afterAll(() => app.close());

/** The status of a call from an address; the proxy that names it is trusted. */
async function statusFrom(address: string | null, path: string): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(address !== null && { 'x-forwarded-for': address }) };
  return (await fetch(`${app.url}/api/Payment/${path}`, { method: 'POST', headers, body: '{}' })).status;
}

it('only the networks of a payment system may call, and others are refused before anything is read', async () => {
  for (const [path, allowed, foreign] of [
    ['Payme', ['192.0.2.9', '::ffff:192.0.2.10'], ['192.0.3.1', '198.51.100.7', null]],
    ['PaymeCard', ['192.0.2.9'], ['192.0.3.1', '198.51.100.7', null]],
    ['Click/Prepare', ['198.51.100.7', '2001:db8:1::5'], ['198.51.100.8', '192.0.2.9', null]],
    ['Click/Complete', ['198.51.100.7'], ['2001:db9::1', 'unknown']],
    ['Stripe', ['203.0.113.9'], ['203.0.113.16', '192.0.2.9', null]],
  ] as const) {
    // Stripe's calls are refused here by their signature.
    const taken = path === 'Stripe' ? 400 : 200;
    for (const address of allowed) expect(await statusFrom(address, path), `${path} ${address}`).toBe(taken);
    for (const address of foreign) expect(await statusFrom(address, path), `${path} ${address}`).toBe(403);
  }
  expect(app.logLines.join('')).toContain('a payment callback from a foreign address was refused');
});

it('only POST is allowed, and other methods learn that', async () => {
  // Payme reads the status 200 only: payme-protocol.test.ts.
  for (const path of ['Callback', 'Click/Prepare', 'Click/Complete', 'Stripe']) {
    const answer = await fetch(`${app.url}/api/Payment/${path}`);
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'POST']);
  }
});

it('the last proxy that is trusted names the caller, whatever he writes himself', async () => {
  expect(await statusFrom('198.51.100.7, 203.0.113.5', 'Click/Prepare')).toBe(403);
  expect(await statusFrom('203.0.113.5, 198.51.100.7', 'Click/Prepare')).toBe(200);
});
