import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { as, type Creator } from '#test/support/choice-fixture.ts';
import { beforeThat } from '#test/support/database/before-that.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { dataOf } from '#test/support/start-app.ts';
import { openVoteFixture } from '#test/support/vote-fixture.ts';
import { voteFaults } from './vote-rules.ts';

const fixture = await openVoteFixture();
afterAll(() => fixture.app.close());

const made = z.object({ payId: z.string(), paymentUrl: z.string() });
const games = [
  { text: 'Гонки', code: 'гонки' },
  { text: 'Шахматы', code: 'Шахматы' },
];

/** Sends a donation with a message. */
async function give({ projectId }: Creator, message: string, more: object = {}) {
  const body = { projectId, amount: 10_000, message, ...more };
  return made.parse(dataOf(await fixture.app.request('POST ProjectPay/Create', { body })));
}

/** The same, paid. */
async function paid(own: Creator, message: string, more: object = {}) {
  const given = await give(own, message, more);
  await fixture.pay(given);
  return given;
}

async function ask(more: object = {}) {
  const own = await fixture.creator();
  return { own, vote: await fixture.offer(own, { options: games, ...more }) };
}

const codesOf = async (own: Creator) => (await fixture.first(own)).options.map(({ code }) => code);

describe('a donation with a code word in its message', () => {
  it.each([
    ['давай #гонки', [2, 0]],
    ['!ШАХМАТЫ пожалуйста', [0, 2]],
    ['#Шахматы или #гонки', [0, 2]],
    ['#незнакомое #гонки', [2, 0]],
    ['гонки', [0, 0]],
    ['https://opora.uz/#гонки', [0, 0]],
    ['#гонкина', [0, 0]],
  ])('counts %j as %j', async (message, votes) => {
    const { own } = await ask();
    await paid(own, message);
    expect(await fixture.counts(own)).toEqual(votes);
    await fixture.requireRight();
  });

  it('counts words of other letters, and oʻ with whatever quote', async () => {
    const { own } = await ask({
      options: [
        { text: 'Oʻyin', code: "O'YIN" },
        { text: '日本', code: '日本' },
      ],
    });
    expect(await codesOf(own)).toEqual(['oʻyin', '日本']);
    for (const message of ["#o'yin", '!O‘yin', '#oʻyin', '#日本']) await paid(own, message);
    expect(await fixture.counts(own)).toEqual([6, 2]);
  });

  it('says what it has chosen as any other, and is taken back by a refund', async () => {
    const { own, vote } = await ask();
    const given = await give(own, '#гонки', { amount: 15_000 });
    const chosen = { voteId: vote.id, optionId: 1, question: vote.question, option: 'Гонки', code: 'гонки' };
    expect(await fixture.thanksOf(given)).toEqual([{ ...chosen, votes: 0, isCounted: false }]);
    await fixture.pay(given);
    expect(await fixture.thanksOf(given)).toEqual([{ ...chosen, votes: 3, isCounted: true }]);
    await fixture.refund(given, { amount: 600_000 });
    expect(await fixture.counts(own)).toEqual([1, 0]);
    await fixture.refund(given);
    expect(await fixture.counts(own)).toEqual([0, 0]);
    await fixture.requireRight();
  });

  it('leaves the choice to the form, and takes a word beside a choice of another kind', async () => {
    const { own, vote } = await ask({ takesSuggestions: true });
    await paid(own, '#гонки', { choices: [fixture.choiceOf(vote, 2)] });
    expect(await fixture.counts(own)).toEqual([0, 2]);
    await paid(own, '#гонки', { choices: [{ voteId: vote.id, suggestion: 'Го' }] });
    expect(await fixture.counts(own)).toEqual([0, 2]);
    const body = { text: 'Спою', goal: 100_000 };
    const target = z
      .object({ id: z.string(), revision: z.number() })
      .parse(dataOf(await fixture.app.request('POST Target/Save', { body }, as(own))));
    const given = await paid(own, '#гонки', { choices: [{ targetId: target.id, revision: target.revision }] });
    expect(await fixture.counts(own)).toEqual([2, 2]);
    expect(await fixture.thanksOf(given)).toMatchObject([{ option: 'Гонки' }, { target: 'Спою' }]);
  });

  it('goes on without a choice where its sum is too small, or the vote or the option is over', async () => {
    const { own, vote } = await ask({ price: 10_000 });
    expect(await fixture.thanksOf(await paid(own, '#гонки #шахматы', { amount: 9_999 }))).toEqual([]);
    const hidden = fixture.bodyOf(vote).options.map((option, at) => ({ ...option, isHidden: at === 0 }));
    const more = fixture.bodyOf(vote, { options: [...hidden, { text: 'Го', code: 'го' }] });
    const changed = fixture.readOf(await fixture.save(own, more));
    expect(await fixture.thanksOf(await paid(own, '#гонки'))).toEqual([]);
    expect(await fixture.thanksOf(await paid(own, '#гонки #го'))).toMatchObject([{ option: 'Го' }]);
    await fixture.save(own, fixture.bodyOf(changed, { close: true }));
    expect(await fixture.thanksOf(await paid(own, '#го'))).toEqual([]);
    await fixture.requireRight();
  });

  it('is found in the vote that is open', async () => {
    const { own, vote } = await ask();
    await fixture.save(own, fixture.bodyOf(vote, { close: true }));
    const next = await fixture.offer(own, { options: games });
    const other = await ask();
    const given = await paid(own, '#гонки');
    expect(await fixture.thanksOf(given)).toMatchObject([{ voteId: next.id, isCounted: true }]);
    expect(await fixture.counts(other.own)).toEqual([0, 0]);
  });

  it('does not find a word that is forbidden since', async () => {
    const { own } = await ask();
    const change = (words: string[]) =>
      fixture.app.db.pool.query('update donation_settings set stop_words = $1', [words]);
    await change(['гонки']);
    const given = await paid(own, '#гонки');
    await change([]);
    expect(await fixture.thanksOf(given)).toEqual([]);
  });

  it('goes on without a choice where it waits for the end of the vote', async () => {
    const { own, vote } = await ask();
    const ending = `with held as (select id from vote where id = $1 for update)
      update vote set closed_at = clock_timestamp() from held where vote.id = held.id`;
    const given = await beforeThat(fixture.app.db.pool, [ending, vote.id], () => give(own, '#гонки'));
    await fixture.pay(given);
    expect(await fixture.thanksOf(given)).toEqual([]);
    expect(await fixture.counts(own)).toEqual([0, 0]);
  });

  it('is made twenty times while the vote is ended: none is refused, and what is paid before counts', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { own, vote } = await ask();
      const [saved, ...given] = await Promise.all([
        fixture.save(own, fixture.bodyOf(vote, { close: true })),
        ...Array.from({ length: 20 }, (_, at) => (at % 2 ? give(own, '#гонки') : paid(own, '#гонки'))),
      ]);
      expect([saved.status, given.length]).toEqual([200, 20]);
      await Promise.all(given.map((one) => fixture.pay(one)));
      const { rows } = await fixture.app.db.pool.query(
        `select count(*) filter (where has_choices)::int as choosing, count(*)::int as all, count(number)::int as paid,
           (select coalesce(sum(votes), 0)::int from vote_choice where vote_id = $2) as votes
         from donation where project_id = $1`,
        [own.projectId, vote.id],
      );
      expect(rows).toMatchObject([{ all: 20, paid: 20 }]);
      expect((await fixture.first(own)).votes).toBe(rows[0]?.votes);
      await fixture.requireRight();
    }
  });
});

describe('the code words of a vote', () => {
  it('are seen by everybody, stay where nothing is said of them, and go where null is', async () => {
    const { own, vote } = await ask();
    expect((await fixture.offers(own))[0]?.options).toMatchObject([{ code: 'гонки' }, { code: 'шахматы' }]);
    const key = await fixture.widgetKey(own);
    const stream = dataOf(await fixture.app.request('GET Widget/Votes', { query: { key } }));
    expect(stream).toMatchObject({ 0: { options: [{ code: 'гонки' }, { code: 'шахматы' }] } });
    await fixture.choose(own, 10_000, fixture.choiceOf(vote));
    const kept = fixture.readOf(await fixture.save(own, fixture.bodyOf(vote)));
    expect(kept.options).toMatchObject([{ code: 'гонки' }, { code: 'шахматы' }]);
    const [first, second] = fixture.bodyOf(kept).options;
    const options = [
      { ...first, code: 'race' },
      { ...second, text: 'Шахматы 2', code: undefined },
      { text: 'Го', code: 'гонки' },
    ];
    const more = fixture.readOf(await fixture.save(own, fixture.bodyOf(kept, { options })));
    expect(more.options.map(({ code }) => code)).toEqual(['race', 'шахматы', 'гонки']);
    const none = fixture.bodyOf(more).options.map((option) => ({ ...option, code: null }));
    await fixture.save(own, fixture.bodyOf(more, { options: none }));
    expect(await codesOf(own)).toEqual([null, null, null]);
  });

  it.each([
    ['of one letter', 'г', voteFaults.badCode],
    ['of 21 letters', 'г'.repeat(21), voteFaults.badCode],
    ['of two words', 'го го', voteFaults.badCode],
    ['with a sign', 'го-го', voteFaults.badCode],
    ['of nothing', '#', voteFaults.badCode],
    ['of another option', ' #ГОНКИ', voteFaults.codeTwice],
  ])('are refused at their field: one %s', async (_, code, fault) => {
    const own = await fixture.creator();
    const options = [
      { text: 'Гонки', code: 'гонки' },
      { text: 'Шахматы', code },
    ];
    const answer = failureOf(await fixture.save(own, { ...fixture.good, options }));
    expect(answer).toMatchObject({ status: 400, fields: { 'options.1.code': fault } });
  });

  it('are none of the stop words', async () => {
    const own = await fixture.creator();
    await fixture.app.db.pool.query(`update donation_settings set stop_words = '{дурак}'`);
    const options = [{ text: 'Гонки' }, { text: 'Шахматы', code: 'ДУРАК' }];
    const answer = failureOf(await fixture.save(own, { ...fixture.good, options }));
    await fixture.app.db.pool.query(`update donation_settings set stop_words = '{}'`);
    expect(answer).toMatchObject({ status: 400, fields: { 'options.1.code': voteFaults.codeStopped } });
  });

  it('are those of one open vote alone, also of two that are made or changed at once', async () => {
    const { own, vote } = await ask();
    const taken = { status: 400, fields: { 'options.0.code': voteFaults.codeElsewhere } };
    expect(failureOf(await fixture.save(own, { ...fixture.good, options: games }))).toMatchObject(taken);
    expect((await fixture.save(await fixture.creator(), { ...fixture.good, options: games })).status).toBe(200);
    const other = await fixture.offer(own, { options: [{ text: 'Го' }, { text: 'Нарды' }] });
    const named = [
      { optionId: 1, text: 'Го', code: 'шахматы' },
      { optionId: 2, text: 'Нарды' },
    ];
    expect(failureOf(await fixture.save(own, fixture.bodyOf(other, { options: named })))).toMatchObject(taken);
    expect((await fixture.save(own, fixture.bodyOf(vote, { close: true }))).status).toBe(200);
    const body = { ...fixture.good, options: games };
    const answers = await Promise.all([
      fixture.save(own, body),
      fixture.save(own, body),
      fixture.save(own, fixture.bodyOf(other, { options: named }), { 'idempotency-key': randomUUID() }),
    ]);
    const good = answers.filter(({ status }) => status === 200).length;
    expect(good).toBe(1);
    const open = (await fixture.offers(own, own)).filter(({ isOpen }) => isOpen);
    const codes = open.flatMap(({ options }) => options.flatMap(({ code }) => code ?? []));
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('are none of a suggestion until its creator gives it one', async () => {
    const { own, vote } = await ask({ takesSuggestions: true });
    await fixture.pay(await fixture.suggest(own, 10_000, vote, 'Го'));
    const accepted = fixture.readOf(await fixture.decide(own, vote, 'Го'));
    expect(accepted.options.map(({ code }) => code)).toEqual(['гонки', 'шахматы', null]);
    const named = fixture.bodyOf(accepted).options.map((option, at) => (at === 2 ? { ...option, code: 'го' } : option));
    await fixture.save(own, fixture.bodyOf(accepted, { options: named }));
    await paid(own, '#го');
    expect(await fixture.counts(own)).toEqual([0, 0, 4]);
  });
});
