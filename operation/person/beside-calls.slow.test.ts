import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { noFiles } from '#test/support/no-files.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { findTexts } from './all-texts.ts';
import { deletePerson } from './delete-person.ts';

const rounds = 12;

const shop = await openShop();
afterAll(() => shop.app.close());

interface Texts {
  readonly name: string;
  readonly address: string;
  readonly sticker: string;
}

/** Sends the person's writes over and over, several at once, until the person is logged out. */
async function writeOn({ token }: SignedIn, texts: Texts, productId: string): Promise<readonly number[]> {
  const { app } = shop;
  const items = [{ productId, quantity: 1 }];
  const writes = [
    () => app.api('PUT Widget/Settings', { body: { sticker: { text: texts.sticker } } }, { token }),
    () => app.api('POST PersonalAccount/Update', { body: { givenName: texts.name } }, { token }),
    () => app.api('POST Order/CreateOrder', { body: { items, address: texts.address } }, { token }),
  ];
  const answered: number[] = [];
  await Promise.all(
    [...writes, ...writes].map(async (write) => {
      for (let status = 0; status !== 401; ) {
        ({ status } = await write());
        answered.push(status);
      }
    }),
  );
  return answered;
}

test('what a person sends while being deleted does not come back, without a deadlock', async () => {
  const { db } = shop.app;
  const seller = await shop.person();
  const productId = await shop.product({ stock: null, seller });
  const before = await countDeadlocks(db);
  let deleted = 0;
  for (let round = 0; round < rounds; round++) {
    const person = await shop.person();
    const buyer = await shop.person();
    const own = await shop.product({ stock: null, seller: person });
    const texts = {
      name: `Забывчивая${round}а`,
      address: `Нукус, улица Последняя, ${round}`,
      sticker: `Рамка ${round} прощания`,
    };
    const writing = writeOn(person, texts, productId);
    // Every other time somebody orders what the person sells, which locks the person's page.
    const { orderId, total } = await shop.ready(buyer, [{ productId: own }]);
    await pause(20 + round * 10);
    const asking = round % 2 === 0 ? [shop.askToPay(buyer, { orderId, expectedTotal: Number(total) / 100 })] : [];
    const [deletion] = await Promise.allSettled([deletePerson(db, noFiles, person.userId), ...asking]);
    await pause(30);
    if (deletion.status === 'rejected') {
      expect(String(deletion.reason)).toMatch(/nothing was deleted/);
      await db.pool.query('update session set ended_at = now() where person_id = $1', [person.userId]);
      await writing;
      continue;
    }
    deleted += 1;
    expect(await writing).toContain(200);
    const found = await findTexts(db, [...Object.values(texts), person.phone]);
    expect([...found].filter(([, tables]) => tables.length > 0)).toEqual([]);
  }
  expect(deleted).toBeGreaterThanOrEqual(rounds / 2);
  expect(await countDeadlocks(db)).toBe(before);
});
