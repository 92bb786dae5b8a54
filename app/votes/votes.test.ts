import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { dataOf } from '#test/support/start-app.ts';
import { openVoteFixture } from '#test/support/vote-fixture.ts';
import { openVotes } from './shown-vote.server.ts';
import { voteFaults } from './vote-rules.ts';

const fixture = await openVoteFixture();
afterAll(() => fixture.app.close());

const creator = await fixture.creator();

const games = [{ text: 'Гонки' }, { text: 'Шахматы' }];

describe('Vote/Save', () => {
  it('makes a vote that everybody sees', async () => {
    const own = await fixture.creator();
    const made = await fixture.offer(own);
    expect(made).toMatchObject({ isOpen: true, revision: 1, votes: 0, sum: 0, count: 0, price: 5_000 });
    expect(await fixture.offers(own)).toEqual([made]);
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
    ['an unknown member', { projectId: creator.projectId }, { projectId: 'Лишнее поле' }],
  ])('refuses %s at its field', async (_, change, fields) => {
    const answer = failureOf(await fixture.save(creator, { ...fixture.good, ...change }));
    expect(answer).toMatchObject({ status: 400, code: 'ValidationFailed', fields });
  });

  it('ends in so many minutes by the clock of the server', async () => {
    const asked = { endsIn: 15, endsAt: '2020-01-01T00:00:00Z' };
    const { createdAt, endsAt } = await fixture.offer(await fixture.creator(), asked);
    expect(Math.round((Date.parse(endsAt ?? '') - Date.parse(createdAt)) / 60_000)).toBe(15);
  });

  it('gives an option with another text a number that none has had', async () => {
    const own = await fixture.creator();
    const made = await fixture.offer(own);
    const options = [{ text: 'Шашки' }, { optionId: 2, text: 'Шахматы 960' }];
    const changed = fixture.readOf(await fixture.save(own, fixture.bodyOf(made, { options })));
    expect(changed.options.map(({ optionId, text }) => [optionId, text])).toEqual([
      [21, 'Шашки'],
      [22, 'Шахматы 960'],
    ]);
  });

  it('never means an option that has come since in the place of a removed one', async () => {
    const own = await fixture.creator();
    const vote = await fixture.offer(own, { options: [...games, { text: 'Шашки' }] });
    const kept = fixture.bodyOf(vote).options.slice(0, 2);
    await fixture.save(own, fixture.bodyOf(vote, { options: kept }));
    await fixture.save(own, fixture.bodyOf({ ...vote, revision: 2 }, { options: [...kept, { text: 'Го' }] }));
    const late = failureOf(await fixture.create(own, 10_000, [{ voteId: vote.id, optionId: 3 }]));
    expect(late).toMatchObject({ status: 400, fields: { 'choices.0': choiceFaults.unknownOption } });
    expect((await fixture.offers(own))[0]?.options.map(({ text }) => text)).toEqual(['Гонки', 'Шахматы', 'Го']);
  });
});

describe('Vote/List', () => {
  it('shows hidden options to the creator and the staff alone', async () => {
    const own = await fixture.creator();
    await fixture.offer(own, { options: [...games, { text: 'Тайна', isHidden: true }] });
    const seen = async (who: { token: string } | null) => (await fixture.offers(own, who))[0]?.options.length;
    for (const who of [own, await fixture.staff()]) expect(await seen(who)).toBe(3);
    for (const who of [null, creator]) expect(await seen(who)).toBe(2);
  });
});

describe('the stream and the page', () => {
  it('show an old vote that is open before all that ended since', async () => {
    const own = await fixture.creator();
    const open = await fixture.offer(own, { question: 'Долгий?' });
    const first = await fixture.offer(own, { close: true });
    for (let more = 0; more < 6; more += 1) await fixture.offer(own, { close: true });
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

describe('a choice of a donation', () => {
  it('is of an option that is there and not hidden', async () => {
    const own = await fixture.creator();
    const vote = await fixture.offer(own, { options: [...games, { text: 'Тайна', isHidden: true }] });
    for (const optionId of [3, 9, 2_147_483_647]) {
      const answer = failureOf(await fixture.create(own, 10_000, [fixture.choiceOf(vote, optionId)]));
      expect(answer).toMatchObject({ status: 400, fields: { 'choices.0': choiceFaults.unknownOption } });
    }
  });

  it('ends the vote with the sum that was asked for', async () => {
    const own = await fixture.creator();
    const { id: voteId } = await fixture.offer(own, { endSum: 30_000 });
    const given = await Promise.all(
      Array.from({ length: 5 }, () => fixture.choose(own, 10_000, { voteId, optionId: 1 })),
    );
    await Promise.all(given.map((one) => fixture.pay(one)));
    expect(await fixture.offers(own)).toMatchObject([{ isOpen: false, sum: 30_000, votes: 6, count: 3 }]);
    const other = await fixture.creator();
    const vote = await fixture.offer(other);
    await fixture.pay(await fixture.choose(other, 10_000, { voteId: vote.id, optionId: 1 }));
    const more = dataOf(await fixture.save(other, fixture.bodyOf(vote, { endSum: 10_001 })));
    expect(more).toMatchObject({ isOpen: true });
    const reached = fixture.bodyOf({ ...vote, revision: 2 }, { endSum: 10_000 });
    expect(dataOf(await fixture.save(other, reached))).toMatchObject({ isOpen: false, sum: 10_000 });
  });

  it('keeps its option, its text and its price, and hides the option only', async () => {
    const own = await fixture.creator();
    const vote = await fixture.offer(own);
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
    expect((await fixture.offers(own))[0]?.options.map(({ text }) => text)).toEqual(['Шахматы', 'Шашки']);
  });

  it('is made while its option is removed: one of them is refused', async () => {
    const own = await fixture.creator();
    for (let round = 0; round < 5; round += 1) {
      const vote = await fixture.offer(own, { options: [...games, { text: 'Шашки' }] });
      const body = fixture.bodyOf(vote, { options: fixture.bodyOf(vote).options.slice(0, 2) });
      const [chosen, saved] = await Promise.all([
        fixture.create(own, 10_000, [{ voteId: vote.id, optionId: 3 }]),
        fixture.save(own, body),
      ]);
      expect([chosen.status, saved.status].sort()).toEqual([200, 400]);
      const [now] = await fixture.offers(own, own);
      if (now?.isOpen) await fixture.save(own, fixture.bodyOf(now, { close: true }));
    }
  });
});
