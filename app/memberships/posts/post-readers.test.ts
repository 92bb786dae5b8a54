import { afterAll, expect, test } from 'vitest';
import { giveCard, monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { atLevel, PostFixture, secret } from '#test/support/money/post-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());
const posts = new PostFixture(fixture);

test('for everyone: all, also without a login', async () => {
  const creator = await fixture.person();
  const postId = await posts.published(creator, { audience: 'everyone' });
  expect(await posts.textFor(null, postId)).toBe(secret);
  expect(await posts.textFor(await fixture.person(), postId)).toBe(secret);
});

test('for members: its creator, the staff and members alone; others see the teaser', async () => {
  const creator = await fixture.person();
  const postId = await posts.published(creator);
  const { person } = await posts.member(creator);
  const stranger = await fixture.person();
  const other = await posts.member(await fixture.person());
  for (const reader of [creator, person, await fixture.person('moderator')]) {
    expect(await posts.textFor(reader, postId)).toBe(secret);
  }
  for (const reader of [null, stranger, other.person]) expect(await posts.textFor(reader, postId)).toBeNull();
  const answer = await fixture.api('GET Post/Post', { query: { postId } });
  expect(dataOf(answer)).toMatchObject({ title: 'Новый альбом', teaser: 'Скоро', mayRead: false, content: null });
  expect(JSON.stringify(answer.body)).not.toContain(secret);
  const list = await posts.listOf(creator, person);
  expect(dataOf(list)).toMatchObject({ next: null, items: [{ id: postId, mayRead: true }] });
  expect(JSON.stringify(list.body)).not.toContain(secret);
  expect(dataOf(await posts.listOf(creator))).toMatchObject({ items: [{ id: postId, mayRead: false }] });
});

test('from a level on: members of it and of dearer ones, not of cheaper ones or of a free sum', async () => {
  const creator = await fixture.person();
  const cheap = await posts.levelOf(creator, 'Друг', 10_000);
  const middle = await posts.levelOf(creator, 'Близкий', 20_000);
  const dear = await posts.levelOf(creator, 'Родной', 30_000);
  const postId = await posts.published(creator, { audience: 'level', levelId: middle });
  const supports = [atLevel(cheap), atLevel(middle), atLevel(dear), { amount: 50_000 }];
  const members = await Promise.all(supports.map(async (more) => (await posts.member(creator, more)).person));
  const readers = await Promise.all(members.map((person) => posts.textFor(person, postId)));
  expect(readers).toEqual([null, secret, secret, null]);
  const seenBy = async (reader: SignedIn) => dataOf(await fixture.as(reader, 'GET Post/Post', { query: { postId } }));
  const known = await Promise.all([...members, await fixture.person()].map(seenBy));
  expect(known.map(({ isMember }) => isMember)).toEqual([true, true, true, true, false]);
  const shown = dataOf(await fixture.api('GET Post/Post', { query: { postId } }));
  expect(shown.level).toMatchObject({ id: middle, name: 'Близкий', amount: 20_000 });
  await fixture.as(creator, 'DELETE Membership/Level', { query: { levelId: middle } });
  const offered = dataOf(await fixture.api('GET Post/Post', { query: { postId } }));
  expect(offered.level, 'the next dearer one is offered').toMatchObject({ id: dear });
  const own = dataOf(await fixture.as(creator, 'GET Post/Own'));
  const query = { UserId: creator.userId };
  const staff = dataOf(await fixture.as(await fixture.person('moderator'), 'GET Moderator/Posts', { query }));
  for (const { items } of [own, staff])
    expect(items, 'its own level is named').toMatchObject([{ levelName: 'Близкий' }]);
});

test('a member of a level that became dearer stays a reader at the old price', async () => {
  const creator = await fixture.person();
  const levelId = await posts.levelOf(creator, 'Друг', 10_000);
  const postId = await posts.published(creator, { audience: 'level', levelId });
  const { person } = await posts.member(creator, atLevel(levelId));
  await fixture.as(creator, 'PUT Membership/Level', { body: { levelId, name: 'Друг', amount: 90_000 } });
  expect(await posts.textFor(person, postId)).toBe(secret);
});

test('at a raised price only once it is paid, not once it is accepted, also by who has left', async () => {
  const creator = await fixture.person();
  const cheap = await posts.levelOf(creator, 'Друг', 10_000);
  const postId = await posts.published(creator, {
    audience: 'level',
    levelId: await posts.levelOf(creator, 'Родной', 30_000),
  });
  const { person, id: membershipId } = await posts.member(creator, atLevel(cheap));
  const body = { levelId: cheap, name: 'Друг', amount: 40_000 };
  await fixture.as(creator, 'PUT Membership/Level', { body });
  const act = (name: string, more: object = {}) =>
    fixture.as(person, `POST Membership/${name}`, { body: { membershipId, ...more } });
  expect((await act('AcceptPrice', { amount: 40_000 })).status).toBe(200);
  expect(await posts.textFor(person, postId), 'active').toBeNull();
  await act('Leave');
  expect((await act('AcceptPrice', { amount: 40_000 })).status).toBe(200);
  expect(await posts.textFor(person, postId), 'leaving').toBeNull();
  await act('Resume');
  const before = fixture.clock.now;
  await fixture.moveTo('2027-02-28T10:00:00.000Z');
  expect(await posts.textFor(person, postId), 'paid').toBe(secret);
  fixture.clock.now = before;
});

test('at what the month that runs has cost, also where one is paid ahead', async () => {
  const creator = await fixture.person();
  const levelId = await posts.levelOf(creator, 'Друг', 10_000);
  const dear = await posts.levelOf(creator, 'Родной', 30_000);
  const postId = await posts.published(creator, { audience: 'level', levelId: dear });
  const twice = async (amounts: readonly number[]) => {
    const person = await fixture.person();
    const begun = await Promise.all(
      amounts.map((amount) => fixture.begin(person, creator.projectId, { levelId, amount })),
    );
    for (const { payId, paymentUrl } of begun) {
      await giveCard(paymentUrl, monthlyCards.good);
      await fixture.api('GET ProjectPay/Status', { query: { payId } });
    }
    return person;
  };
  const [first, second] = await Promise.all([twice([30_000, 10_000]), twice([10_000, 30_000])]);
  const texts = () => Promise.all([first, second].map((person) => posts.textFor(person, postId)));
  expect(await texts()).toEqual([secret, null]);
  const before = fixture.clock.now;
  fixture.clock.now = new Date('2027-03-10T10:00:00.000Z');
  expect(await texts(), 'a month later').toEqual([null, secret]);
  fixture.clock.now = new Date('2027-04-10T10:00:00.000Z');
  expect(await texts(), 'when the last one is over and the next one not yet charged').toEqual([null, secret]);
  fixture.clock.now = before;
});

test('until the paid month of who has left is over', async () => {
  const creator = await fixture.person();
  const postId = await posts.published(creator);
  const { person, id: membershipId } = await posts.member(creator);
  await fixture.as(person, 'POST Membership/Leave', { body: { membershipId } });
  expect(await posts.textFor(person, postId)).toBe(secret);
  const before = fixture.clock.now;
  fixture.clock.now = new Date(before.getTime() + 40 * 86_400_000);
  expect(await posts.textFor(person, postId), 'though no job has ended the membership').toBeNull();
  fixture.clock.now = before;
});

test('while a refused month is tried again, not once it pauses, not before the first month is paid', async () => {
  const creator = await fixture.person();
  const postId = await posts.published(creator);
  const { person, id } = await posts.member(creator);
  const states: [string, string | null][] = [
    ['Active', secret],
    ['Overdue', secret],
    ['Paused', null],
  ];
  for (const [state, text] of states) {
    await fixture.app.db.pool.query(
      `update membership set state = $2, due_at = case when $2 <> 'Paused' then due_at end where id = $1`,
      [id, state],
    );
    expect(await posts.textFor(person, postId), state).toBe(text);
  }
  await fixture.as(person, 'POST Membership/Leave', { body: { membershipId: id } });
  expect(await posts.textFor(person, postId), 'ended').toBeNull();
  const hopeful = await fixture.person();
  await fixture.begin(hopeful, creator.projectId);
  expect(await posts.textFor(hopeful, postId)).toBeNull();
});

test('while one of two months that are paid was refunded, not once both were', async () => {
  const creator = await fixture.person();
  const postId = await posts.published(creator);
  const person = await fixture.person();
  const begun = await Promise.all([1, 2].map(() => fixture.begin(person, creator.projectId)));
  for (const { payId, paymentUrl } of begun) {
    await giveCard(paymentUrl, monthlyCards.good);
    await fixture.api('GET ProjectPay/Status', { query: { payId } });
  }
  const texts: unknown[] = [];
  for (const { payId } of begun.toReversed()) {
    await fixture.app.opora.areas.payments.refundPayment(payId);
    texts.push(await posts.textFor(person, postId));
  }
  expect(texts).toEqual([secret, null]);
});

test('of two months that are paid and one refunded, to the last day of the other, however long that month is', async () => {
  const before = fixture.clock.now;
  fixture.clock.now = new Date('2027-12-31T10:00:00.000Z');
  const creator = await fixture.person();
  const postId = await posts.published(creator);
  const person = await fixture.person();
  const begun = [await fixture.begin(person, creator.projectId), await fixture.begin(person, creator.projectId)];
  for (const { payId, paymentUrl } of begun) {
    await giveCard(paymentUrl, monthlyCards.good);
    await fixture.api('GET ProjectPay/Status', { query: { payId } });
  }
  await fixture.app.opora.areas.payments.refundPayment(String(begun[1]?.payId));
  const seen: unknown[] = [];
  for (const moment of ['2028-01-27T10:00:00Z', '2028-01-31T09:00:00Z', '2028-02-10T10:00:00Z']) {
    fixture.clock.now = new Date(moment);
    seen.push(await posts.textFor(person, postId));
  }
  fixture.clock.now = before;
  expect(seen).toEqual([secret, secret, null]);
});

test('a gift that runs on after its member has paid is worth its level, also when that payment is refunded', async () => {
  const creator = await fixture.person();
  const cheap = await posts.levelOf(creator, 'Друг', 10_000);
  const dear = await posts.levelOf(creator, 'Родной', 30_000);
  const postId = await posts.published(creator, { audience: 'level', levelId: cheap });
  const { person, id } = await posts.member(creator, atLevel(dear));
  await fixture.app.opora.areas.payments.refundPayment(id);
  expect(await posts.textFor(person, postId)).toBeNull();
  await fixture.app.db.pool.query(`update membership set gifted_until = '2099-01-01' where id = $1`, [id]);
  expect(await posts.textFor(person, postId)).toBe(secret);
});

test('not after the month was refunded', async () => {
  const creator = await fixture.person();
  const picture = await posts.upload(creator);
  const postId = await posts.published(creator, { pictures: [picture] });
  const { person, id } = await posts.member(creator);
  expect([await posts.textFor(person, postId), (await posts.pictureFor(person, picture)).status]).toEqual([
    secret,
    200,
  ]);
  await fixture.app.opora.areas.payments.refundPayment(id);
  expect([await posts.textFor(person, postId), (await posts.pictureFor(person, picture)).status]).toEqual([null, 404]);
});

test('of a blocked creator: the staff alone', async () => {
  const creator = await fixture.person();
  const postId = await posts.published(creator, { audience: 'everyone' });
  const admin = await fixture.person('admin');
  await fixture.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [creator.userId]);
  for (const reader of [null, creator, await fixture.person()]) expect(await posts.textFor(reader, postId)).toBe(404);
  expect(dataOf(await posts.read(admin, postId))).toMatchObject({ content: { text: secret }, hiding: 'blocked' });
  expect((await posts.listOf(creator)).status).toBe(404);
});

test('a draft and a removed one: its creator alone', async () => {
  const creator = await fixture.person();
  const { person } = await posts.member(creator);
  const moderator = await fixture.person('moderator');
  const postId = await posts.published(creator, { isPublished: false, audience: 'everyone' });
  expect(await Promise.all([creator, person, moderator, null].map((one) => posts.textFor(one, postId)))).toEqual([
    secret,
    404,
    404,
    404,
  ]);
  expect(dataOf(await posts.read(creator, postId))).toMatchObject({ hiding: 'draft', removedFor: null });
  expect(dataOf(await posts.listOf(creator))).toEqual({ items: [], next: null });
  await posts.save(creator, { postId, version: 1, audience: 'everyone' });
  expect(dataOf(await posts.read(creator, postId))).toMatchObject({ hiding: null, removedFor: null });
  expect((await posts.remove(moderator, postId)).status).toBe(200);
  expect(await Promise.all([creator, person, moderator, null].map((one) => posts.textFor(one, postId)))).toEqual([
    secret,
    404,
    secret,
    404,
  ]);
  const hidden = { hiding: 'removed', removedFor: 'Оскорбления' };
  for (const reader of [creator, moderator]) {
    expect(dataOf(await posts.read(reader, postId))).toMatchObject(hidden);
  }
  expect(dataOf(await posts.listOf(creator))).toEqual({ items: [], next: null });
  const query = { UserId: creator.userId };
  const seen = dataOf(await fixture.as(moderator, 'GET Moderator/Posts', { query }));
  expect(seen).toMatchObject({ items: [{ id: postId, text: secret, isRemoved: true }], next: null });
});
