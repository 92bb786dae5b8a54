import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ChoiceFixture } from '#test/support/choice-fixture.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { GiftFixture, type Given } from '#test/support/money/gift-fixture.ts';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';
import { makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';

const members = await openMembershipFixture();
const fixture = new GiftFixture(members);
const provider = new ChoiceFixture(members.app);
afterAll(() => members.close());
beforeEach(() => {
  members.clock.now = new Date('2027-01-31T10:00:00Z');
});

const refundPart = ({ giftId, paymentUrl }: Given, main: number) =>
  provider.refund({ payId: giftId, paymentUrl }, { amount: main * 100 });

const refund = ({ giftId }: Given) => members.app.opora.areas.payments.refundPayment(giftId);

const block = async ({ userId }: SignedIn) =>
  members.as(await members.person('moderator'), 'PUT Moderator/BlockUser', { query: { userId, reason: 'Обман' } });

describe('a refund', () => {
  test('before the drawing withdraws all: nobody is drawn', async () => {
    const creator = await fixture.creator();
    const given = await fixture.give(await members.person(), creator);
    const one = await members.person();
    await fixture.enter(given.giftId, one);
    await refund(given);
    fixture.pass(10);
    await members.app.opora.areas.gifts.stepGifts();
    expect((await fixture.read(given.giftId)).gift).toMatchObject({
      state: 'Over',
      endReason: 'Refunded',
      months: 0,
      seed: null,
    });
    expect(await fixture.memberships(one)).toEqual([]);
    expect(failureOf(await fixture.enter(given.giftId, await members.person()))).toMatchObject({ code: 'EntryOver' });
  });

  test('of a part before the drawing leaves what the rest pays', async () => {
    const creator = await fixture.creator();
    const given = await fixture.give(await members.person(), creator);
    for (const one of await fixture.people(3)) await fixture.enter(given.giftId, one);
    await refundPart(given, 15_000);
    expect((await fixture.read(given.giftId)).gift).toMatchObject({ months: 2, left: 2 });
    fixture.pass(10);
    const { gift, places } = await fixture.read(given.giftId);
    expect(gift).toMatchObject({ winners: 2, entryCount: 3, state: 'Over', endReason: 'Taken' });
    expect(places).toHaveLength(2);
  });

  test('after the drawing withdraws what is free; what is taken runs out', async () => {
    const { given, winner } = await fixture.withOneTaken();
    await refund(given);
    expect((await fixture.read(given.giftId)).gift).toMatchObject({ state: 'Over', endReason: 'Refunded', months: 1 });
    expect(failureOf(await fixture.take(given.giftId, await members.person()))).toMatchObject({
      code: 'NothingToTake',
    });
    expect(await members.mine(winner)).toMatchObject({ state: 'Leaving', paidUntil: '2027-02-28T10:10:00.000Z' });
  });

  test('of a part that leaves less than is taken withdraws nothing that is taken', async () => {
    const { given, winner } = await fixture.withOneTaken();
    await refundPart(given, 55_000);
    expect((await fixture.read(given.giftId)).gift).toMatchObject({ state: 'Over', endReason: 'Refunded', months: 1 });
    expect(await members.mine(winner)).toMatchObject({ state: 'Leaving' });
  });

  test('of a part shortens what a link gives', async () => {
    const creator = await fixture.creator();
    const donor = await members.person();
    const given = await fixture.give(donor, creator, { receiver: 'Link', months: 4 });
    await refundPart(given, 30_000);
    const { secret } = await fixture.part(given.giftId, donor);
    const friend = await members.person();
    expect(dataOf(await fixture.take(given.giftId, friend, { secret }))).toMatchObject({ got: { months: 2 } });
  });
});

describe('what a server of the release before has refunded', () => {
  test('is not given to anybody', async () => {
    const creator = await fixture.creator();
    const given = await fixture.give(await members.person(), creator);
    const one = await members.person();
    await fixture.enter(given.giftId, one);
    await members.app.db.pool.query('update donation set refunded_at = now() where id = $1', [given.giftId]);
    fixture.pass(10);
    expect((await fixture.read(given.giftId)).gift).toMatchObject({ state: 'Over', endReason: 'Refunded', months: 0 });
    expect(await fixture.memberships(one)).toEqual([]);
  });

  test('is not taken by a link, either, or only what the rest pays', async () => {
    const creator = await fixture.creator();
    const first = await members.person();
    const second = await members.person();
    const whole = await fixture.give(first, creator, { receiver: 'Link' });
    const part = await fixture.give(second, creator, { receiver: 'Link' });
    await members.app.db.pool.query('update donation set refunded_at = now() where id = $1', [whole.giftId]);
    await members.app.db.pool.query('update donation set amount = amount - 4000000 where id = $1', [part.giftId]);
    const friend = await members.person();
    const refused = await fixture.take(whole.giftId, friend, {
      secret: (await fixture.part(whole.giftId, first)).secret,
    });
    expect(failureOf(refused)).toMatchObject({ code: 'NothingToTake' });
    const { secret } = await fixture.part(part.giftId, second);
    expect(dataOf(await fixture.take(part.giftId, friend, { secret }))).toMatchObject({ got: { months: 1 } });
  });
});

describe('gifted months', () => {
  test('end with a creator who is blocked, taken or not', async () => {
    const { creator, given, winner } = await fixture.withOneTaken();
    expect(await block(creator)).toMatchObject({ status: 200 });
    expect(failureOf(await fixture.get(given.giftId))).toMatchObject({ status: 404 });
    expect(failureOf(await fixture.take(given.giftId, await members.person()))).toMatchObject({ status: 404 });
    expect(await members.mine(winner)).toMatchObject({ state: 'Ended', endReason: 'CreatorGone' });
    const { rows } = await members.app.db.pool.query('select end_reason as reason from gifted_months where id = $1', [
      given.giftId,
    ]);
    expect(rows).toEqual([{ reason: 'CreatorGone' }]);
  });

  test('are those of a level that was removed, too', async () => {
    const creator = await fixture.creator();
    const { giftId } = await fixture.give(await members.person(), creator);
    await members.as(creator, 'DELETE Membership/Level', { query: { levelId: creator.levelId } });
    fixture.pass(10);
    await fixture.read(giftId);
    const one = await members.person();
    expect(await fixture.take(giftId, one)).toMatchObject({ status: 200 });
    expect(await fixture.memberships(one)).toMatchObject([{ level: { name: 'Друг' } }]);
  });

  test('are not for an account that was closed since', async () => {
    const creator = await fixture.creator();
    const { giftId } = await fixture.give(await members.person(), creator);
    const one = await members.person();
    await fixture.enter(giftId, one);
    await block(one);
    fixture.pass(10);
    const { gift, places } = await fixture.read(giftId);
    expect(gift).toMatchObject({ state: 'Free', left: 3, entryCount: 1 });
    expect(places).toMatchObject([{ place: 1, passedAt: expect.any(String) }]);
  });
});

describe('whoever has a gifted month', () => {
  test('is named to webhooks as gifted, without a charge', async () => {
    const receiver = await openReceiver();
    const creator = await fixture.creator();
    await makeWebhook(members.app, creator, receiver.address, ['membership.started', 'membership.charged']);
    const { giftId } = await fixture.give(await members.person(), creator, { months: 1 });
    const winner = await members.person();
    await fixture.enter(giftId, winner);
    fixture.pass(10);
    await fixture.read(giftId);
    const { rows } = await members.app.db.pool.query<{ body: string }>(
      'select d.body from webhook_delivery d join webhook w on w.id = d.webhook_id where w.person_id = $1',
      [creator.userId],
    );
    await receiver.close();
    expect(rows.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        event: 'membership.started',
        data: {
          payId: giftId,
          gifted: true,
          amount: 0,
          months: 1,
          name: 'Анна',
          paidUntil: '2027-02-28T10:10:00.000Z',
        },
      },
    ]);
  });
});
