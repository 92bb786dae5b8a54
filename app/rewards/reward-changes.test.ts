import { afterAll, expect, it } from 'vitest';
import { formMessages } from '#base/text/form-rules.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openRewardFixture } from '#test/support/reward-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openRewardFixture();
afterAll(() => fixture.app.close());

const changed = { status: 409, code: 'RewardChanged' };

it('has the stock of the first of two tabs, until the second one has seen it', async () => {
  const own = await fixture.creator();
  const seen = await fixture.offer(own, { stock: 3 });
  expect((await fixture.save(own, fixture.bodyOf(seen, { stock: 10 }))).status).toBe(200);
  expect(failureOf(await fixture.save(own, fixture.bodyOf(seen, { stock: 4 })))).toMatchObject(changed);
  expect(failureOf(await fixture.save(own, fixture.bodyOf(seen, { text: 'Другое' })))).toMatchObject(changed);
  const present = await fixture.first(own);
  expect(present).toMatchObject({ text: seen.text, stock: 10 });
  expect(dataOf(await fixture.save(own, fixture.bodyOf(present, { stock: null })))).toMatchObject({ stock: null });
  expect(failureOf(await fixture.save(own, fixture.bodyOf(present)))).toMatchObject(changed);
  const endless = await fixture.first(own);
  expect(dataOf(await fixture.save(own, fixture.bodyOf(endless, { stock: 4 })))).toMatchObject({ stock: 4 });
});

it('is changed by one of two tabs that save at once', async () => {
  const own = await fixture.creator();
  const seen = await fixture.offer(own, { stock: 3 });
  const both = await Promise.all([4, 5].map((stock) => fixture.save(own, fixture.bodyOf(seen, { stock }))));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('ends as it is, whatever else is sent', async () => {
  const own = await fixture.creator();
  const seen = await fixture.offer(own, { stock: 3 });
  await fixture.take(own, seen);
  await fixture.save(own, fixture.bodyOf(seen, { stock: 10 }));
  const end = { text: 'Другое', price: 20_000_000, stock: 1, seenStock: undefined, close: true };
  expect(dataOf(await fixture.save(own, fixture.bodyOf(seen, end)))).toMatchObject({
    text: seen.text,
    price: seen.price,
    stock: 10,
    closedAt: expect.any(String),
    revision: 1,
  });
});

it('costs no more than the greatest donation, but keeps a price that was good once', async () => {
  const own = await fixture.creator();
  const made = await fixture.offer(own, { price: 10_000_000 });
  const { pool } = fixture.app.db;
  await pool.query('update donation_settings set max_amount = 900000000');
  expect(dataOf(await fixture.save(own, fixture.bodyOf(made, { stock: 2 })))).toMatchObject({ stock: 2 });
  const present = await fixture.first(own);
  const refused = failureOf(await fixture.save(own, fixture.bodyOf(present, { price: 9_000_000.01 })));
  expect(refused).toMatchObject({ status: 400, fields: { price: formMessages.notAbove(9_000_000) } });
  expect(dataOf(await fixture.save(own, fixture.bodyOf(present, { price: 9_000_000 })))).toMatchObject({
    price: 9_000_000,
  });
});
