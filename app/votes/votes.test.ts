import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { readVoteFaults } from '#test/support/money/vote-faults.ts';
import { signIn } from '#test/support/sign-in.ts';
import { dataOf, testSecrets } from '#test/support/start-app.ts';
import { makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';
import { openVoteFixture } from '#test/support/vote-fixture.ts';
import { openVotes } from './shown-vote.server.ts';
import { voteFaults } from './vote-rules.ts';

const fixture = await openVoteFixture();
afterAll(() => fixture.app.close());

const creator = await fixture.creator();

const games = [{ text: 'Гонки' }, { text: 'Шахматы' }];
const good = { question: 'Какую игру?', options: games, price: 5_000 };

describe('Vote/Save', () => {
  it('makes a vote that everybody sees', async () => {
    const own = await fixture.creator();
    const made = await fixture.ask(own);
    expect(made).toMatchObject({ isOpen: true, revision: 1, votes: 0, sum: 0, count: 0, price: 5_000 });
    expect(await fixture.votes(own)).toEqual([made]);
    expect(made.options.map(({ optionId, text }) => [optionId, text])).toEqual([
      [1, 'Гонки'],
      [2, 'Шахматы'],
    ]);
  });

  it.each([
    ['no question', { question: ' \u200b ' }, { question: voteFaults.required }],
    ['one option', { options: [{ text: 'Гонки' }] }, { options: voteFaults.fewOptions }],
    [
      'one visible option',
      { options: [{ text: 'Гонки' }, { text: 'Б', isHidden: true }] },
      { options: voteFaults.fewOptions },
    ],
    [
      '21 options',
      { options: Array.from({ length: 21 }, (_, at) => ({ text: `${at}` })) },
      { options: voteFaults.manyOptions },
    ],
    ['an empty option', { options: [...games, { text: '' }] }, { 'options.2.text': voteFaults.required }],
    ['an option twice', { options: [...games, { text: 'ГОНКИ ' }] }, { 'options.2.text': voteFaults.twice }],
    [
      'an unknown option',
      { options: [...games, { text: 'Шашки', optionId: 7 }] },
      { 'options.2.optionId': voteFaults.unknownOption },
    ],
    ['a price of nothing', { price: 0 }, { price: 'Значение должно превышать 0' }],
    ['a sum of nothing', { endSum: 0 }, { endSum: 'Значение должно превышать 0' }],
    ['an end in the past', { endsAt: '2020-01-01T00:00:00Z' }, { endsAt: voteFaults.ended }],
    ['an end in no minutes', { endsIn: 0 }, { endsIn: expect.any(String) }],
    ['no revision', { voteId: randomUUID() }, { revision: voteFaults.required }],
  ])('refuses %s at its field', async (_, change, fields) => {
    const answer = failureOf(await fixture.save(creator, { ...good, ...change }));
    expect(answer).toMatchObject({ status: 400, code: 'ValidationFailed', fields });
  });

  it('ends in so many minutes by the clock of the server', async () => {
    const asked = { endsIn: 15, endsAt: '2020-01-01T00:00:00Z' };
    const { createdAt, endsAt } = await fixture.ask(await fixture.creator(), asked);
    expect(Math.round((Date.parse(endsAt ?? '') - Date.parse(createdAt)) / 60_000)).toBe(15);
  });

  it('is for logged-in people and for own votes', async () => {
    const own = await fixture.creator();
    const made = await fixture.ask(own);
    const body = fixture.bodyOf(made);
    expect((await fixture.save(null, body)).status).toBe(401);
    expect((await fixture.save(creator, body)).status).toBe(404);
    expect((await fixture.save(own, { ...body, projectId: creator.projectId })).status).toBe(400);
    expect(await fixture.votes(own)).toEqual([made]);
  });

  it('changes what was read, once, and ends it for good', async () => {
    const own = await fixture.creator();
    const made = await fixture.ask(own);
    const options = [{ text: 'Шашки' }, { optionId: 2, text: 'Шахматы 960' }];
    const both = await Promise.all([
      fixture.save(own, fixture.bodyOf(made, { options })),
      fixture.save(own, fixture.bodyOf(made, { options })),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [changed] = await fixture.votes(own);
    if (changed === undefined) throw new Error('the vote is gone');
    expect(changed.options.map(({ optionId, text }) => [optionId, text])).toEqual([
      [21, 'Шашки'],
      [22, 'Шахматы 960'],
    ]);
    const closed = await fixture.save(own, fixture.bodyOf(changed, { close: true }));
    expect(dataOf(closed)).toMatchObject({ isOpen: false, revision: 3 });
    const again = await fixture.save(own, fixture.bodyOf({ ...changed, revision: 3 }));
    expect(failureOf(again)).toMatchObject({ status: 409, code: 'VoteEnded' });
  });

  it('makes at most five that are open, also at once', async () => {
    const own = await fixture.creator();
    const answers = await Promise.all(Array.from({ length: 8 }, () => fixture.save(own, good)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409, 409]);
  });
});

describe('Vote/List', () => {
  it('shows hidden options and what ended long ago to the creator and the staff alone', async () => {
    const own = await fixture.creator();
    const made = await fixture.ask(own, { options: [...games, { text: 'Тайна', isHidden: true }] });
    const old = await fixture.ask(own);
    await fixture.app.db.pool.query("update vote set closed_at = now() - interval '25 hours' where id = $1", [old.id]);
    await fixture.save(own, fixture.bodyOf(made));
    const staff = await signIn(fixture.app.db, testSecrets.jwt, { role: 'moderator' });
    const seen = async (who: { token: string } | null) =>
      (await fixture.votes(own, who)).map(({ id, options }) => [id, options.length]);
    const all = [
      [old.id, 2],
      [made.id, 3],
    ];
    expect(await seen(own)).toEqual(all);
    expect(await seen(staff)).toEqual(all);
    expect(await seen(creator)).toEqual([[made.id, 2]]);
    expect(await seen(null)).toEqual([[made.id, 2]]);
  });

  it('says to the creator and the staff alone what is chosen, before it is paid and after its refund', async () => {
    const own = await fixture.creator();
    const { id: voteId } = await fixture.ask(own);
    const staff = await signIn(fixture.app.db, testSecrets.jwt, { role: 'moderator' });
    const query = { userName: own.userName };
    const seenBy = async (who: { token: string } | Record<string, never>) =>
      dataOf(await fixture.app.request('GET Vote/List', { query }, who)).items;
    const second = (figures: object) => [{ options: [{ isChosen: false }, { isChosen: true, ...figures }] }];
    expect(await seenBy(own)).toMatchObject([{ options: [{ isChosen: false }, { isChosen: false }] }]);
    const given = await fixture.choose(own, 10_000, { voteId, optionId: 2 });
    expect(await seenBy(own)).toMatchObject(second({ votes: 0, count: 0 }));
    await fixture.pay(given);
    await fixture.refund(given);
    expect(await seenBy(own)).toMatchObject(second({ votes: 0, count: 0 }));
    expect(await seenBy(staff)).toMatchObject(second({}));
    for (const who of [creator, {}]) expect(JSON.stringify(await seenBy(who))).not.toContain('isChosen');
  });

  it('is 404 for nobody and for a blocked creator', async () => {
    const own = await fixture.creator();
    await fixture.ask(own);
    await fixture.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [own.userId]);
    for (const userName of [own.userName, 'nobody.there']) {
      expect((await fixture.app.request('GET Vote/List', { query: { userName } })).status).toBe(404);
    }
  });
});

describe('Moderator/RemoveVote', () => {
  it('takes a vote from everybody but its creator and the staff, with a reason that is kept', async () => {
    const own = await fixture.creator();
    const { id: voteId } = await fixture.ask(own);
    const given = await fixture.choose(own, 20_000, { voteId, optionId: 1 });
    await fixture.pay(given);
    const moderator = await signIn(fixture.app.db, testSecrets.jwt, { role: 'moderator' });
    const remove = (token: string | undefined, change: object = {}) =>
      fixture.app.request(
        'POST Moderator/RemoveVote',
        { body: { voteId, reason: 'Оскорбления', ...change } },
        token === undefined ? {} : { token },
      );
    expect((await remove(undefined)).status).toBe(401);
    expect((await remove(own.token)).status).toBe(403);
    expect((await remove(moderator.token, { reason: '' })).status).toBe(400);
    expect((await remove(moderator.token, { voteId: randomUUID() })).status).toBe(404);
    expect((await remove(moderator.token)).status).toBe(200);
    expect((await remove(moderator.token)).status).toBe(200);
    expect(await fixture.votes(own)).toEqual([]);
    expect(await fixture.votes(own, own)).toMatchObject([{ isOpen: false, removedFor: 'Оскорбления', votes: 4 }]);
    expect(await fixture.votes(own, moderator)).toMatchObject([{ removedFor: 'Оскорбления' }]);
    const thanks = await fixture.app.request('GET ProjectPay/Success', { query: { payId: given.payId } });
    expect(thanks.body).toMatchObject({ data: { choices: [] } });
    const late = await fixture.create(own, 20_000, [{ voteId, optionId: 1 }]);
    expect(failureOf(late)).toMatchObject({ status: 400, fields: { 'choices.0': choiceFaults.unknownOption } });
    await fixture.refund(given);
    expect(await fixture.counts(own)).toEqual([0, 0]);
    const admin = await signIn(fixture.app.db, testSecrets.jwt, { role: 'admin' });
    const { body } = await fixture.app.request('GET Moderator/Audit', { query: { UserId: own.userId } }, admin);
    expect(JSON.stringify(body)).toContain('RemoveVote');
  });
});

describe('the stream and the page', () => {
  it('show an old vote that is open before all that ended since', async () => {
    const own = await fixture.creator();
    const open = await fixture.ask(own, { question: 'Долгий?' });
    const first = await fixture.ask(own, { close: true });
    for (let more = 0; more < 6; more += 1) await fixture.ask(own, { close: true });
    const end = (minutes: number, but: string) =>
      fixture.app.db.pool.query(
        'update vote set closed_at = now() - make_interval(mins => $1) where project_id = $2 and id <> $3',
        [minutes, own.projectId, but],
      );
    const key = await fixture.widgetKey(own);
    const ids = z.object({ data: z.array(z.object({ id: z.string() })) });
    const streamed = async () => {
      const { body } = await fixture.app.request('GET Widget/Votes', { query: { key } });
      return ids.parse(body).data.map(({ id }) => id);
    };
    expect(await streamed()).toEqual([open.id]);
    expect(await openVotes(fixture.app.db, own.projectId)).toMatchObject([open]);
    await end(5, first.id);
    expect(await streamed()).toEqual([first.id]);
    // The clock of the process does not matter: the database has set the end.
    const hourOn = Date.now() + 3_600_000;
    const ofProcess = vi.spyOn(Date, 'now').mockReturnValue(hourOn);
    onTestFinished(() => ofProcess.mockRestore());
    expect(await streamed()).toEqual([first.id]);
    ofProcess.mockRestore();
    await end(10, open.id);
    expect(await streamed()).toEqual([open.id]);
    await end(10, first.id);
    expect(await streamed()).toEqual([]);
  });
});

const payments = async () =>
  (await fixture.app.db.pool.query<{ count: number }>('select count(*)::int as count from payment')).rows[0]?.count;

describe('a choice of a donation', () => {
  it('counts once when it is paid, and the donor is thanked for it', async () => {
    const own = await fixture.creator();
    const { id: voteId } = await fixture.ask(own);
    const given = await fixture.choose(own, 14_999.99, { voteId, optionId: 2 });
    expect(await fixture.counts(own)).toEqual([0, 0]);
    await fixture.pay(given);
    await Promise.all(Array.from({ length: 5 }, () => fixture.report(given, 'paid')));
    expect(await fixture.votes(own)).toMatchObject([{ votes: 2, sum: 14_999.99, count: 1 }]);
    expect(await fixture.counts(own)).toEqual([0, 2]);
    const { body } = await fixture.app.request('GET ProjectPay/Success', { query: { payId: given.payId } });
    expect(body).toMatchObject({
      data: { choices: [{ question: 'Какую игру?', option: 'Шахматы', votes: 2, isCounted: true }] },
    });
  });

  it('opens no payment where it cannot be chosen', async () => {
    const own = await fixture.creator();
    const { id: voteId } = await fixture.ask(own, { options: [...games, { text: 'Тайна', isHidden: true }] });
    const ended = await fixture.ask(own, { close: true });
    const foreign = await fixture.ask(creator);
    const before = await payments();
    for (const [choice, text] of [
      [{ voteId: foreign.id, optionId: 1 }, choiceFaults.unknownOption],
      [{ voteId: randomUUID(), optionId: 1 }, choiceFaults.unknownOption],
      [{ voteId, optionId: 9 }, choiceFaults.unknownOption],
      [{ voteId, optionId: 2_147_483_647 }, choiceFaults.unknownOption],
      [{ voteId, optionId: 3 }, choiceFaults.unknownOption],
      [{ voteId: ended.id, optionId: 1 }, choiceFaults.voteEnded],
    ] as const) {
      const answer = failureOf(await fixture.create(own, 10_000, [choice]));
      expect(answer, JSON.stringify(choice)).toMatchObject({ status: 400, fields: { 'choices.0': text } });
    }
    const dear = await fixture.ask(own, { price: 20_000 });
    const small = failureOf(await fixture.create(own, 19_999, [{ voteId: dear.id, optionId: 1 }]));
    expect(small).toMatchObject({ status: 400, fields: { amount: choiceFaults.small } });
    for (const nonsense of [
      'x',
      {},
      [{}],
      [{ voteId }],
      [null],
      [{ voteId, optionId: 2_147_483_648 }],
      [{ voteId, optionId: 1, votes: 9 }],
    ]) {
      expect((await fixture.create(own, 10_000, nonsense)).status, JSON.stringify(nonsense)).toBe(400);
    }
    const two = [1, 2].map((optionId) => ({ voteId, optionId }));
    expect((await fixture.create(own, 10_000, two)).status).toBe(400);
    expect(await payments()).toBe(before);
  });

  it('is taken back with every part of the money', async () => {
    const own = await fixture.creator();
    const { id: voteId } = await fixture.ask(own);
    const given = await fixture.choose(own, 20_000, { voteId, optionId: 1 });
    await fixture.pay(given);
    await fixture.refund(given, { amount: 500_001 });
    expect(await fixture.votes(own)).toMatchObject([{ votes: 2, sum: 14_999.99, count: 1 }]);
    const vote = (await fixture.votes(own))[0];
    if (vote !== undefined) await fixture.save(own, fixture.bodyOf(vote, { close: true }));
    await fixture.refund(given);
    const mine = (await fixture.votes(own)).find(({ id }) => id === voteId);
    expect(mine).toMatchObject({ votes: 0, sum: 0, count: 0 });
    expect(await readVoteFaults(fixture.app.db)).toEqual({ unpaid: 0, wrong: 0, missing: 0 });
  });

  it('does not count when it is paid after the end, and the donor can see that', async () => {
    const own = await fixture.creator();
    const vote = await fixture.ask(own);
    const given = await fixture.choose(own, 20_000, { voteId: vote.id, optionId: 1 });
    await fixture.save(own, fixture.bodyOf(vote, { close: true }));
    await fixture.pay(given);
    expect(await fixture.counts(own)).toEqual([0, 0]);
    const { body } = await fixture.app.request('GET ProjectPay/Success', { query: { payId: given.payId } });
    expect(body).toMatchObject({ data: { status: 'Paid', choices: [{ votes: 0, isCounted: false }] } });
    await fixture.refund(given);
    expect(await readVoteFaults(fixture.app.db)).toEqual({ unpaid: 0, wrong: 0, missing: 0 });
  });

  it('ends the vote with the sum that was asked for', async () => {
    const own = await fixture.creator();
    const { id: voteId } = await fixture.ask(own, { endSum: 30_000 });
    const given = await Promise.all(
      Array.from({ length: 5 }, () => fixture.choose(own, 10_000, { voteId, optionId: 1 })),
    );
    await Promise.all(given.map((one) => fixture.pay(one)));
    expect(await fixture.votes(own)).toMatchObject([{ isOpen: false, sum: 30_000, votes: 6, count: 3 }]);
    const other = await fixture.creator();
    const vote = await fixture.ask(other);
    await fixture.pay(await fixture.choose(other, 10_000, { voteId: vote.id, optionId: 1 }));
    const more = dataOf(await fixture.save(other, fixture.bodyOf(vote, { endSum: 10_001 })));
    expect(more).toMatchObject({ isOpen: true });
    const reached = fixture.bodyOf({ ...vote, revision: 2 }, { endSum: 10_000 });
    expect(dataOf(await fixture.save(other, reached))).toMatchObject({ isOpen: false, sum: 10_000 });
  });

  it('keeps its option, its text and its price, and hides the option only', async () => {
    const own = await fixture.creator();
    const vote = await fixture.ask(own);
    await fixture.choose(own, 20_000, { voteId: vote.id, optionId: 1 });
    const others = [{ optionId: 2, text: 'Шахматы' }, { text: 'Шашки' }];
    const refused = async (change: object) => failureOf(await fixture.save(own, fixture.bodyOf(vote, change)));
    expect(await refused({ options: others })).toMatchObject({ fields: { options: voteFaults.chosenText } });
    const renamed = [
      { optionId: 1, text: 'Шашки' },
      { optionId: 2, text: 'Го' },
    ];
    expect(await refused({ options: renamed })).toMatchObject({ fields: { 'options.0.text': voteFaults.chosenText } });
    expect(await refused({ price: 1 })).toMatchObject({ fields: { price: voteFaults.chosenPrice } });
    expect(await refused({ question: 'Кого?' })).toMatchObject({ fields: { question: voteFaults.chosenQuestion } });
    const hidden = [{ optionId: 1, text: 'Гонки', isHidden: true }, ...others];
    expect((await fixture.save(own, fixture.bodyOf(vote, { options: hidden }))).status).toBe(200);
    expect((await fixture.votes(own))[0]?.options.map(({ text }) => text)).toEqual(['Шахматы', 'Шашки']);
  });
});

it('is in the message to the webhook of the creator', async () => {
  const own = await fixture.creator();
  const { id: voteId } = await fixture.ask(own);
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  await makeWebhook(fixture.app, own, receiver.address, ['donation.paid']);
  await fixture.pay(await fixture.choose(own, 20_000, { voteId, optionId: 2 }));
  await vi.waitUntil(() => receiver.received.length === 1, { timeout: 10_000 });
  const chosen = { voteId, optionId: 2, question: 'Какую игру?', option: 'Шахматы', votes: 4, isCounted: true };
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ data: { choices: [chosen] } });
});

it('never means an option that has come since in the place of a removed one', async () => {
  const own = await fixture.creator();
  const vote = await fixture.ask(own, { options: [...games, { text: 'Шашки' }] });
  const kept = fixture.bodyOf(vote).options.slice(0, 2);
  await fixture.save(own, fixture.bodyOf(vote, { options: kept }));
  await fixture.save(own, fixture.bodyOf({ ...vote, revision: 2 }, { options: [...kept, { text: 'Го' }] }));
  const late = failureOf(await fixture.create(own, 10_000, [{ voteId: vote.id, optionId: 3 }]));
  expect(late).toMatchObject({ status: 400, fields: { 'choices.0': choiceFaults.unknownOption } });
  expect((await fixture.votes(own))[0]?.options.map(({ text }) => text)).toEqual(['Гонки', 'Шахматы', 'Го']);
});
