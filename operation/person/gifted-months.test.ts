import { afterAll, expect, test } from 'vitest';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { GiftFixture } from '#test/support/money/gift-fixture.ts';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { noFiles } from '#test/support/no-files.ts';
import { deletePerson } from './delete-person.ts';

const members = await openMembershipFixture();
const fixture = new GiftFixture(members);
afterAll(() => members.close());

const { db } = members.app;

test('somebody who entered is deleted while it is drawn: no month for them, whatever comes first, and no deadlock', async () => {
  for (let round = 0; round < 3; round += 1) {
    const creator = await fixture.creator();
    const { giftId } = await fixture.give(await members.person(), creator, { months: 6 });
    const gone = await members.person();
    for (const one of [gone, ...(await fixture.people(4))]) await fixture.enter(giftId, one);
    fixture.pass(10);
    await Promise.all([deletePerson(db, noFiles, gone.userId), fixture.get(giftId)]);
    const { rows } = await db.pool.query(`select id from membership where person_id = $1 and state <> 'Ended'`, [
      gone.userId,
    ]);
    expect(rows).toEqual([]);
    const { gift, places } = await fixture.read(giftId);
    expect(gift.entryCount).toBe(5);
    expect(places.filter(({ name }) => name === 'Анна')).toHaveLength(4);
  }
  expect(await countDeadlocks(db)).toBe(0);
});

test('the page of gifted months has no name of somebody deleted since', async () => {
  const { given, winner } = await fixture.withOneTaken();
  await deletePerson(db, noFiles, winner.userId);
  expect((await fixture.read(given.giftId)).places).toMatchObject([{ name: 'Удалённый пользователь' }]);
});
