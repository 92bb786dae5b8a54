import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookEvents } from '#app/integrations/scopes.ts';
import { GiftFixture } from '#test/support/money/gift-fixture.ts';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { noFiles } from '#test/support/no-files.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { bySocket, eventsOf } from '#test/support/stream-programs.ts';
import { giveProven, makeToken, makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';
import { VoteFixture } from '#test/support/vote-fixture.ts';
import { deletePerson } from './delete-person.ts';
import { erasedName } from './personal-table.ts';

const members = await openMembershipFixture();
const { app } = members;
const gifts = new GiftFixture(members);
const votes = new VoteFixture(app);
const receiver = await openReceiver();
afterAll(async () => {
  await receiver.close();
  await members.close();
});
beforeEach(() => {
  members.clock.now = new Date('2027-01-31T10:00:00Z');
});

/** Whose programs get messages by a webhook and a stream. */
async function listens(creator: SignedIn): Promise<string> {
  await makeWebhook(app, creator, receiver.address, webhookEvents);
  return makeToken(app, creator, ['events']);
}

/** What a creator's programs get from now on: the bodies of the messages to his webhook, and the events of his stream. */
async function toldTo(creator: SignedIn, token: string, count: number) {
  const { rows } = await app.db.pool.query<{ body: string }>(
    'select body from webhook_delivery where webhook_id in (select id from webhook where person_id = $1) order by id',
    [creator.userId],
  );
  const program = bySocket(app.url, token, 0);
  await until(() => eventsOf(program).length >= count);
  program.close();
  const sent = rows.map(({ body }) => JSON.parse(body)).map(({ event, data }) => ({ event, data }));
  return { sent, streamed: eventsOf(program).map(({ event, data }) => ({ event, data })) };
}

const byEvent = (messages: readonly { event: string; data: Record<string, unknown> }[], wanted: string) =>
  messages.filter(({ event }) => event === wanted).map(({ data }) => data);

describe('a donor who wants to be forgotten', () => {
  it('leaves neither name, message nor suggestion in what programs get', async () => {
    const creator = await votes.creator();
    const token = await listens(creator);
    const vote = await votes.offer(creator, { takesSuggestions: true });
    const donor = await votes.donor();
    const suggested = { name: 'Забытый', message: 'Забудьте', choices: [{ voteId: vote.id, suggestion: 'Шашки' }] };
    const { payId } = await giveProven(app, creator, suggested, donor);
    await giveProven(app, creator, { isAnonymous: true, message: null }, donor);
    const other = { voteId: vote.id, suggestion: 'Го' };
    await giveProven(app, creator, { name: 'Анна', message: 'Привет', choices: [other] });
    const before = await toldTo(creator, token, 3);
    expect(JSON.stringify(before)).toContain('Шашки');
    await deletePerson(app.db, noFiles, donor.userId);
    const after = await toldTo(creator, token, 3);
    expect(JSON.stringify(after)).not.toMatch(/Забытый|Забудьте|Шашки/);
    for (const way of ['sent', 'streamed'] as const) {
      const [forgotten, anonymous, stays] = byEvent(after[way], 'donation.paid');
      expect(forgotten).toMatchObject({ payId, name: erasedName, message: null, choices: [{ suggestion: '—' }] });
      expect(anonymous).toMatchObject({ name: null, message: null, choices: [] });
      expect(stays).toEqual(byEvent(before[way], 'donation.paid')[2]);
      expect(stays).toMatchObject({ name: 'Анна', choices: [{ suggestion: 'Го' }] });
    }
  });

  it('leaves no name in what they get of months, paid and gifted', async () => {
    const creator = await gifts.creator();
    const token = await listens(creator);
    const giver = await members.person();
    const { giftId } = await gifts.give(giver, creator, { months: 1, name: 'Даритель' });
    const winner = await members.person();
    await gifts.enter(giftId, winner, { name: 'Счастливец' });
    gifts.pass(10);
    await gifts.read(giftId);
    const member = await members.person();
    await members.join(member, creator.projectId, undefined, { name: 'Участник' });
    const before = await toldTo(creator, token, 5);
    for (const name of ['Счастливец', 'Участник', 'Даритель']) expect(JSON.stringify(before)).toContain(name);
    await deletePerson(app.db, noFiles, giver.userId);
    const after = await toldTo(creator, token, 5);
    expect(JSON.stringify(after)).toContain('Счастливец');
    expect(JSON.stringify(after)).not.toContain('Даритель');
    for (const { userId } of [winner, member]) await deletePerson(app.db, noFiles, userId);
    const rest = await toldTo(creator, token, 5);
    expect(JSON.stringify(rest)).not.toMatch(/Счастливец|Участник/);
    expect(byEvent(rest.streamed, 'membership.started')).toMatchObject([{ name: erasedName }, { name: erasedName }]);
    expect(byEvent(rest.sent, 'membership.charged')).toMatchObject([{ name: erasedName }]);
  });
});

it('a creator takes his stream and his messages along', async () => {
  const creator = await members.person();
  const program = bySocket(app.url, await listens(creator));
  await until(program.isOpen);
  const { payId } = await giveProven(app, creator);
  const held = async () => {
    const { rows } = await app.db.pool.query(
      `select 1 from webhook_delivery where position($1 in body) > 0 union all select 1 from event_log where position($1 in payload::text) > 0`,
      [payId],
    );
    return rows.length;
  };
  expect(await held()).toBe(2);
  await deletePerson(app.db, noFiles, creator.userId, { openBusiness: 'stays' });
  expect(await held()).toBe(0);
  await until(() => program.ends.length > 0);
  expect(program.ends).toEqual([1008]);
});
