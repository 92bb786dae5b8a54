import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '#test/support/start-app.ts';

test('a network cannot guess promo codes quickly, however many it tries at once', async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const tries = Array.from({ length: 40 }, (_, at) =>
    app.api('POST Order/PromoCode', { body: { code: `ЛЕТО-${at}` } }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
}, 120_000);
