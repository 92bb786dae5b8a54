import { afterAll, expect, it } from 'vitest';
import { startIdentityApp } from '#test/support/identity-app.ts';

const app = await startIdentityApp();
afterAll(() => app.close());

it('wrong passwords are checked three times when a hundred arrive at once', async () => {
  const { phone } = await app.someone();
  const begun = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => app.logIn(phone, 'not this one 1', { address: '10.0.0.1' })),
  );
  // On a slow machine the first delays of 1, 2, 4, … seconds are over before the last attempts arrive.
  const pausesOver = Math.floor(Math.log2((performance.now() - begun) / 1_000 + 1));
  const looked = answers.filter(({ status }) => status === 401);
  expect(looked.length).toBeLessThanOrEqual(3 + pausesOver);
  expect(answers.every(({ status }) => [401, 429, 503].includes(status))).toBe(true);
});
