import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { DonationStream, runEqualSums } from '#test/torture/money/equal-sums.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ env: { LIMITS: 'off', LOG_LEVEL: 'silent' } });
}, 60_000);

afterAll(() => app.close());

describe('list, top, statistics, widget, table and ledger', () => {
  it('have equal sums at 20 random moments of donations and refunds', async () => {
    expect(await runEqualSums(app, { events: 150, moments: 20 })).toEqual([]);
  }, 120_000);

  it('would be seen to differ', async () => {
    const stream = await DonationStream.open(app);
    await stream.event();
    expect(await stream.differences()).toEqual([]);
    await app.db.pool.query('update project_total set paid_sum = paid_sum + 1');
    expect((await stream.differences()).map((text) => text.split(':')[0])).toEqual(['widget']);
  });
});
