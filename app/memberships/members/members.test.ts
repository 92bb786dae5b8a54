import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());

const level = { name: 'Друг', amount: 20_000, words: 'Спасибо', benefits: ['Имя в титрах'], link: 'https://t.me/+abc' };

async function makeLevel(creator: SignedIn, more: object = {}) {
  return dataOf(await fixture.as(creator, 'POST Membership/CreateLevel', { body: { ...level, ...more } }));
}

describe('levels', () => {
  test('are shown in their order without the address, which members see', async () => {
    const creator = await fixture.person();
    const donor = await fixture.person();
    const first = await makeLevel(creator);
    const second = await makeLevel(creator, { name: 'Герой', amount: 50_000 });
    const levelIds = [second.id, first.id];
    expect(await fixture.as(creator, 'PUT Membership/LevelOrder', { body: { levelIds } })).toMatchObject({
      status: 200,
    });
    const query = { userName: await fixture.userNameOf(creator.projectId) };
    const ask = async () => dataOf(await fixture.api('GET Membership/Levels', { query }));
    expect(await ask()).toMatchObject({ isOffered: true, members: 0, levels: [{ name: 'Герой' }, { name: 'Друг' }] });
    expect(JSON.stringify(await ask())).not.toContain('t.me');
    await fixture.join(donor, creator.projectId, monthlyCards.good, { amount: 25_000, levelId: first.id });
    expect(await fixture.mine(donor)).toMatchObject({ amount: 25_000, level: { name: 'Друг', link: level.link } });
    expect(await ask()).toMatchObject({ members: 1 });
    const own = dataOf(await fixture.as(creator, 'GET Membership/OwnLevels'));
    expect(Object.values(own)).toMatchObject([{ members: 0 }, { members: 1, link: level.link }]);
  });

  test('are ten at most, and are ordered only as a whole', async () => {
    const creator = await fixture.person();
    for (let made = 0; made < 10; made += 1) await makeLevel(creator);
    const refused = await fixture.as(creator, 'POST Membership/CreateLevel', { body: level });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'TooManyLevels' } } });
    const order = await fixture.as(creator, 'PUT Membership/LevelOrder', { body: { levelIds: [] } });
    expect(order).toMatchObject({ status: 409, body: { error: { code: 'LevelsChanged' } } });
  });

  test.each([
    [4_999, 'Минимальная сумма от 5 000'],
    [10_000_001, 'Значение не должно превышать 10 000 000'],
  ])('cannot cost %d, which is no valid donation', async (amount, fault) => {
    const creator = await fixture.person();
    const { id: levelId } = await makeLevel(creator);
    for (const [call, body] of [
      ['POST Membership/CreateLevel', { ...level, amount }],
      ['PUT Membership/Level', { ...level, amount, levelId }],
    ] as const) {
      const refused = await fixture.as(creator, call, { body });
      expect(refused).toMatchObject({ status: 400, body: { error: { fields: { amount: fault } } } });
    }
  });

  test('with a new price are charged at it only after a yes', async () => {
    fixture.clock.now = new Date('2027-01-31T10:00:00Z');
    const creator = await fixture.person();
    const donor = await fixture.person();
    const { id: levelId } = await makeLevel(creator);
    const joined = await fixture.join(donor, creator.projectId, monthlyCards.good, {
      amount: 20_000,
      levelId,
    });
    const setPrice = (amount: number) =>
      fixture.as(creator, 'PUT Membership/Level', { body: { ...level, levelId, amount } });
    await setPrice(30_000);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({
      months: 2,
      amount: 20_000,
      newAmount: 30_000,
      notice: 'NewPrice',
    });
    const accept = (amount: number) =>
      fixture.as(donor, 'POST Membership/AcceptPrice', { body: { membershipId: joined.id, amount } });
    expect(await accept(29_000)).toMatchObject({ status: 409, body: { error: { code: 'PriceChanged' } } });
    const act = (name: string) => fixture.as(donor, `POST Membership/${name}`, { body: { membershipId: joined.id } });
    await act('Leave');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Leaving', newAmount: null });
    await act('Resume');
    expect(await accept(30_000)).toMatchObject({ status: 200 });
    await fixture.moveTo('2027-03-31T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ months: 3, amount: 30_000, newAmount: null });
    expect(await fixture.balanceOf(creator)).toBe(1_900_000 * 2 + 2_850_000);
  });

  test('that are removed stay for their members', async () => {
    const creator = await fixture.person();
    const donor = await fixture.person();
    const { id: levelId } = await makeLevel(creator);
    await fixture.join(donor, creator.projectId, monthlyCards.good, { amount: 20_000, levelId });
    expect(await fixture.as(creator, 'DELETE Membership/Level', { query: { levelId } })).toMatchObject({ status: 200 });
    expect(await fixture.mine(donor)).toMatchObject({ level: { name: 'Друг' } });
    const query = { userName: await fixture.userNameOf(creator.projectId) };
    expect(dataOf(await fixture.api('GET Membership/Levels', { query }))).toMatchObject({ levels: [] });
    const begun = { ...query, amount: 20_000, levelId };
    const late = await fixture.as(await fixture.person(), 'POST Membership/Create', { body: begun });
    expect(late).toMatchObject({ status: 404, body: { error: { message: expect.stringContaining('убрал') } } });
  });
});

describe('the members of a creator', () => {
  test('are listed newest first in pages, summed by month, and exported', async () => {
    fixture.clock.now = new Date('2027-01-31T10:00:00Z');
    const creator = await fixture.person();
    const donors: SignedIn[] = [];
    for (let made = 0; made < 3; made += 1) {
      const donor = await fixture.person();
      donors.push(donor);
      fixture.clock.now = new Date(fixture.clock.now.getTime() + 1_000);
      await fixture.join(donor, creator.projectId, made === 2 ? monthlyCards.refused : monthlyCards.good);
    }
    await fixture.moveTo('2027-02-28T12:00:00Z');
    const [first] = donors;
    if (first === undefined) throw new Error('a donor is needed');
    await fixture.as(first, 'POST Membership/Leave', { body: { membershipId: (await fixture.mine(first)).id } });
    const list = async (query: object) =>
      dataOf(await fixture.as(creator, 'GET Membership/Members', { query: { ...query } }));
    const page = await list({ Take: 2 });
    expect(page).toMatchObject({
      count: 3,
      items: [
        { state: 'Overdue', sum: 10_000 },
        { state: 'Active', sum: 20_000 },
      ],
    });
    expect(await list({ Take: 2, After: page.next })).toMatchObject({
      items: [{ state: 'Leaving', months: 2 }],
      next: null,
    });
    // The places of members who came in one millisecond differ.
    const { rows } = await fixture.app.db.execute<{ id: string }>(sql`
      update membership set since = timestamptz '2027-01-31T10:00:01.123Z' + interval '1 microsecond' * extract(second from since)::int
      where project_id = ${creator.projectId} returning id`);
    const seen: unknown[] = [];
    for (let next: unknown; next !== null; ) {
      const part = await list({ Take: 1, ...(next === undefined ? {} : { After: next }) });
      seen.push(
        ...JSON.stringify(part.items)
          .matchAll(/"id":"([^"]+)"/g)
          .map(([, id]) => id),
      );
      next = part.next;
    }
    expect(seen.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(await list({ State: 'Overdue' })).toMatchObject({ count: 1, items: [{ state: 'Overdue', months: 1 }] });
    await fixture.moveTo('2027-03-31T12:00:00Z');
    const revenue = await fixture.as(creator, 'GET Membership/Revenue', { query: { Months: 3 } });
    expect(dataOf(revenue)).toMatchObject({
      now: { members: 2, recurring: 20_000 },
      months: [
        { month: '2027-01', recurring: 30_000, charges: 3, started: 3, ended: 0, churn: null },
        { month: '2027-02', recurring: 20_000, charges: 2, started: 0, ended: 0, churn: 0 },
        { month: '2027-03', recurring: 10_000, charges: 1, started: 0, ended: 1, churn: 33.3 },
      ],
    });
    const { body } = await fixture.as(creator, 'GET Membership/Export');
    expect(String(body).trim().split('\r\n')).toHaveLength(4);
    // In the words of the screen.
    expect(body).toContain('Закончилась');
    const english = await fixture.as(creator, 'GET Membership/Export', { query: { Language: 'en' } });
    expect(String(english.body)).toMatch(/^\uFEFF?"Since","Name","Level",[^\r]*\r\n[\s\S]*"Ended"/);
  });

  test('are no longer counted in the revenue when their month is refunded', async () => {
    fixture.clock.now = new Date('2027-01-31T10:00:00Z');
    const creator = await fixture.person();
    const donor = await fixture.person();
    const { id } = await fixture.join(donor, creator.projectId);
    await fixture.app.opora.areas.payments.refundPayment(id);
    const revenue = await fixture.as(creator, 'GET Membership/Revenue', { query: { Months: 1 } });
    expect(dataOf(revenue)).toMatchObject({ now: { members: 1 }, months: [{ recurring: 0, charges: 1 }] });
    const { items } = dataOf(await fixture.as(creator, 'GET Membership/Members'));
    expect(items).toMatchObject([{ sum: 0, state: 'Active' }]);
  });
});

describe('the widgets of a creator', () => {
  test('have the month of an alert, and a goal in members', async () => {
    fixture.clock.now = new Date('2027-01-31T10:00:00Z');
    const creator = await fixture.person();
    const donor = await fixture.person();
    const goal = { title: 'Новый микрофон', amount: 1_000_000, members: 200 };
    await fixture.as(creator, 'PUT Widget/Settings', { body: { statistics: { goal } } });
    await fixture.join(donor, creator.projectId);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    const queue = JSON.stringify(dataOf(await fixture.as(creator, 'GET Widget/Queue')));
    expect(queue.match(/"month":\d/g)).toEqual(['"month":1', '"month":2']);
    const { key } = dataOf(await fixture.as(creator, 'GET Widget/Settings'));
    const figures = dataOf(await fixture.api('GET Widget/Statistics', { query: { key } }));
    expect(figures).toMatchObject({ count: 2, goal: { members: { now: 1, wanted: 200 }, percent: 0 } });
  });
});

describe('the staff', () => {
  test('lists, charges again and stops, which the audit trail has', async () => {
    fixture.clock.now = new Date('2027-01-31T10:00:00Z');
    const creator = await fixture.person();
    const donor = await fixture.person();
    const staff = await fixture.person('moderator');
    const { id: membershipId } = await fixture.join(donor, creator.projectId, monthlyCards.refusedTwice);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    const query = { State: 'Overdue', UserId: creator.userId };
    const listed = dataOf(await fixture.as(staff, 'GET Moderator/Memberships', { query }));
    expect(listed).toMatchObject({
      count: 1,
      items: [{ id: membershipId, donorId: donor.userId, creatorId: creator.userId, tries: 1 }],
    });
    for (let tries = 0; tries < 2; tries += 1) {
      const again = await fixture.as(staff, 'POST Moderator/RetryMembership', { body: { membershipId } });
      expect(again).toMatchObject({ status: 200 });
      await fixture.work();
    }
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
    const body = { membershipId, reason: 'Жалоба донора' };
    expect(await fixture.as(staff, 'POST Moderator/StopMembership', { body })).toMatchObject({ status: 200 });
    expect(await fixture.as(staff, 'POST Moderator/StopMembership', { body })).toMatchObject({ status: 409 });
    const audit = dataOf(await fixture.as(staff, 'GET Moderator/Audit', { query: { UserId: donor.userId } }));
    expect(JSON.stringify(audit)).toContain('Жалоба донора');
  });
});
