import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import type { Creator } from '#test/support/choice-fixture.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { dataOf } from '#test/support/start-app.ts';
import { makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';
import { openVoteFixture, type ReadVote } from '#test/support/vote-fixture.ts';
import { voteFaults, voteLimits } from './vote-rules.ts';

const fixture = await openVoteFixture();
afterAll(() => fixture.app.close());

const asking = { takesSuggestions: true };

async function ask(more: object = {}) {
  const own = await fixture.creator();
  return { own, vote: await fixture.offer(own, { ...asking, ...more }) };
}

const refusal = async (own: Creator, amount: number, choice: object) =>
  failureOf(await fixture.create(own, amount, [choice]));

const textsOf = ({ options }: ReadVote) => options.map(({ text }) => text);

describe('a suggestion', () => {
  it('is refused where the vote does not take any, at once when that changes', async () => {
    const own = await fixture.creator();
    const vote = await fixture.offer(own);
    expect(vote.takesSuggestions).toBe(false);
    const suggested = { voteId: vote.id, suggestion: 'Шашки' };
    const unknown = { status: 400, fields: { 'choices.0': choiceFaults.noSuggestions } };
    expect(await refusal(own, 10_000, suggested)).toMatchObject(unknown);
    const on = fixture.readOf(await fixture.save(own, fixture.bodyOf(vote, asking)));
    expect((await fixture.create(own, 10_000, [suggested])).status).toBe(200);
    const kept = fixture.readOf(await fixture.save(own, fixture.bodyOf(on)));
    expect(kept.takesSuggestions).toBe(true);
    await fixture.save(own, fixture.bodyOf(kept, { takesSuggestions: false }));
    expect(await refusal(own, 10_000, suggested)).toMatchObject(unknown);
  });

  it('waits once it is paid, for its creator and the staff alone, and counts for nothing', async () => {
    const { own, vote } = await ask();
    const given = await fixture.suggest(own, 20_000, vote, 'Шашки');
    expect(await fixture.waiting(own)).toEqual([]);
    await fixture.pay(given);
    await fixture.pay(await fixture.suggest(own, 10_000, vote, '  шашКИ '));
    const waiting = { text: 'Шашки', state: 'waiting', declinedFor: null, count: 2, sum: 30_000 };
    expect(await fixture.waiting(own)).toMatchObject([waiting]);
    expect((await fixture.own(own, await fixture.staff())).suggestions).toMatchObject([waiting]);
    expect(await fixture.first(own)).toMatchObject({ votes: 0, sum: 0, count: 0 });
    const key = await fixture.widgetKey(own);
    for (const seen of [
      await fixture.list(own),
      await fixture.list(own, await fixture.creator()),
      await fixture.app.request('GET Widget/Votes', { query: { key } }),
    ]) {
      expect(JSON.stringify(seen.body)).not.toMatch(/шашки|"suggestions"/i);
    }
    await fixture.requireRight();
  });

  it('is said to its donor alone until it is accepted', async () => {
    const { own, vote } = await ask();
    const donor = await fixture.donor();
    const given = await fixture.chooseAs(donor, own, 10_000, { voteId: vote.id, suggestion: 'Шашки' });
    await fixture.pay(given);
    const said = { voteId: vote.id, question: vote.question, state: 'waiting', isCounted: false };
    expect(await fixture.thanksOf(given)).toEqual([{ ...said, suggestion: null }]);
    expect(await fixture.thanksOf(given, donor)).toEqual([{ ...said, suggestion: 'Шашки' }]);
  });

  it('is in the message to the webhook of the creator as what waits, without an option', async () => {
    const { own, vote } = await ask();
    const receiver = await openReceiver();
    onTestFinished(() => receiver.close());
    await makeWebhook(fixture.app, own, receiver.address, ['donation.paid']);
    await fixture.pay(await fixture.suggest(own, 10_000, vote, 'Шашки'));
    await vi.waitUntil(() => receiver.received.length === 1, { timeout: 10_000 });
    const { id: voteId, question } = vote;
    const waiting = { voteId, question, suggestion: 'Шашки', state: 'waiting', isCounted: false };
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ data: { choices: [waiting] } });
    expect(receiver.received[0]?.body).not.toMatch(/"option/);
  });

  it('with the text of an option counts for that option', async () => {
    const { own, vote } = await ask({ options: [{ text: 'Гонки' }, { text: 'Шахматы 960' }] });
    const given = await fixture.suggest(own, 10_000, vote, ' шахматы   960');
    await fixture.pay(given);
    expect(await fixture.counts(own)).toEqual([0, 2]);
    expect(await fixture.thanksOf(given)).toMatchObject([{ optionId: 2, option: 'Шахматы 960', isCounted: true }]);
    expect(await fixture.waiting(own)).toEqual([]);
  });

  it.each([
    ['nothing', '', { 'choices.0.suggestion': voteFaults.required }],
    ['nothing that is seen', ' \u200b ', { 'choices.0.suggestion': voteFaults.required }],
    ['too long a text', 'ж'.repeat(61), { 'choices.0.suggestion': expect.any(String) }],
    ['a stop word', 'Казино тут', { 'choices.0.suggestion': choiceFaults.stoppedSuggestion }],
    ['what is hidden', 'тайна', { 'choices.0.suggestion': choiceFaults.declinedSuggestion }],
  ])('is refused with %s at its field', async (_, suggestion, fields) => {
    await fixture.app.db.pool.query("update donation_settings set stop_words = '{казино}'");
    const options = [{ text: 'Гонки' }, { text: 'Шахматы' }, { text: 'Тайна', isHidden: true }];
    const { own, vote } = await ask({ options });
    expect(await refusal(own, 10_000, { voteId: vote.id, suggestion })).toMatchObject({ status: 400, fields });
  });

  it('is refused beside an option, below the price of a vote, and in the vote of another', async () => {
    const { own, vote } = await ask({ price: 7_000 });
    const choice = { voteId: vote.id, suggestion: 'Шашки' };
    expect(await refusal(own, 10_000, { ...choice, optionId: 1 })).toMatchObject({
      fields: { 'choices.0': choiceFaults.neither },
    });
    expect(await refusal(own, 6_999, choice)).toMatchObject({ fields: { amount: choiceFaults.small } });
    expect(await refusal(await fixture.creator(), 10_000, choice)).toMatchObject({
      fields: { 'choices.0': choiceFaults.noSuggestions },
    });
    await fixture.save(own, fixture.bodyOf(vote, { close: true }));
    expect(await refusal(own, 10_000, choice)).toMatchObject({ fields: { 'choices.0': choiceFaults.voteEnded } });
  });

  it('cannot be chosen by its number while it waits', async () => {
    const { own, vote } = await ask();
    await fixture.pay(await fixture.suggest(own, 10_000, vote, 'Шашки'));
    const [waiting] = await fixture.waiting(own);
    expect(await refusal(own, 10_000, { voteId: vote.id, optionId: waiting?.suggestionId })).toMatchObject({
      fields: { 'choices.0': choiceFaults.unknownOption },
    });
  });

  it('is one of at most so many that wait', async () => {
    const { own, vote } = await ask();
    await fixture.pay(await fixture.suggest(own, 5_000, vote, 'Первый'));
    const donations = await Promise.all(
      Array.from({ length: voteLimits.waiting - 1 }, (_, at) => fixture.suggest(own, 5_000, vote, `Ещё ${at}`)),
    );
    // Paid at once, as by many donors.
    const setPaid = (sum: number | null) =>
      fixture.app.db.pool.query(
        'update vote_choice set sum = $2::bigint, votes = $2::bigint / 500000 where donation_id = any ($1::uuid[])',
        [donations.map(({ payId }) => payId), sum],
      );
    await setPaid(500_000);
    expect(await fixture.waiting(own)).toHaveLength(voteLimits.waiting);
    const more = await refusal(own, 5_000, { voteId: vote.id, suggestion: 'Сто первый' });
    expect(more).toMatchObject({ status: 400, fields: { 'choices.0.suggestion': choiceFaults.manySuggestions } });
    expect((await fixture.create(own, 5_000, [{ voteId: vote.id, suggestion: 'первый' }])).status).toBe(200);
    await setPaid(null);
  });
});

describe('Vote/DecideSuggestion', () => {
  it('makes it an option for which all counts that was paid for it, and what is paid later', async () => {
    const { own, vote } = await ask();
    const first = await fixture.suggest(own, 20_000, vote, 'Шашки');
    const late = await fixture.suggest(own, 15_000, vote, 'шашки');
    await fixture.pay(first);
    const answer = await fixture.decide(own, vote, 'Шашки');
    expect(textsOf(fixture.readOf(answer))).toEqual(['Гонки', 'Шахматы', 'Шашки']);
    expect(dataOf(answer)).toMatchObject({ revision: 2, votes: 4, sum: 20_000, suggestions: [] });
    expect(await fixture.counts(own)).toEqual([0, 0, 4]);
    await fixture.pay(late);
    expect((await fixture.offers(own))[0]?.options[2]).toMatchObject({
      text: 'Шашки',
      votes: 7,
      sum: 35_000,
      count: 2,
    });
    const [option] = await fixture.thanksOf(first);
    expect(option).toMatchObject({ option: 'Шашки', suggestion: 'Шашки', votes: 4, isCounted: true });
    await fixture.refund(first);
    expect(await fixture.counts(own)).toEqual([0, 0, 3]);
    expect(await fixture.decide(own, vote, 'Шашки')).toMatchObject({ status: 200 });
    await fixture.requireRight();
  });

  it('counts it for another option', async () => {
    const { own, vote } = await ask();
    const first = await fixture.suggest(own, 20_000, vote, 'Шахматишки');
    const late = await fixture.suggest(own, 5_000, vote, 'шахматишки');
    await fixture.pay(first);
    expect(failureOf(await fixture.decide(own, vote, 'Шахматишки', { optionId: 9 }))).toMatchObject({
      fields: { optionId: voteFaults.unknownOption },
    });
    const answer = await fixture.decide(own, vote, 'Шахматишки', { optionId: 2 });
    expect(dataOf(answer)).toMatchObject({ votes: 4, suggestions: [] });
    await fixture.pay(late);
    await fixture.pay(await fixture.suggest(own, 5_000, vote, 'ШАХМАТИШКИ'));
    expect(await fixture.counts(own)).toEqual([0, 6]);
    expect(await fixture.thanksOf(first)).toMatchObject([{ option: 'Шахматы', suggestion: 'Шахматы', votes: 4 }]);
    await fixture.requireRight();
  });

  it('counts it for an option that has come since with the same text', async () => {
    const { own, vote } = await ask();
    await fixture.pay(await fixture.suggest(own, 20_000, vote, 'Шашки'));
    const { options } = fixture.bodyOf(vote);
    await fixture.save(own, fixture.bodyOf(vote, { options: [...options, { text: 'ШАШКИ' }] }));
    const answer = await fixture.decide(own, vote, 'Шашки');
    expect(textsOf(fixture.readOf(answer))).toEqual(['Гонки', 'Шахматы', 'ШАШКИ']);
    expect(await fixture.counts(own)).toEqual([0, 0, 4]);
  });

  it('declines it: its donations count for nothing, and nobody suggests it again', async () => {
    const { own, vote } = await ask();
    const given = await fixture.suggest(own, 20_000, vote, 'Шашки');
    await fixture.pay(given);
    const answer = await fixture.decide(own, vote, 'Шашки', { decision: 'decline' });
    expect(dataOf(answer)).toMatchObject({ votes: 0, suggestions: [] });
    expect(await fixture.thanksOf(given)).toMatchObject([{ state: 'declined', isCounted: false }]);
    expect(await refusal(own, 10_000, { voteId: vote.id, suggestion: 'шашки' })).toMatchObject({
      fields: { 'choices.0.suggestion': choiceFaults.declinedSuggestion },
    });
    const again = await fixture.decide(own, vote, 'Шашки', { decision: 'decline' });
    expect(again.status).toBe(200);
    expect(failureOf(await fixture.decide(own, vote, 'Шашки'))).toMatchObject({
      status: 409,
      code: 'SuggestionDecided',
    });
  });

  it('ends the vote with the sum that it brings', async () => {
    const { own, vote } = await ask({ endSum: 30_000 });
    await fixture.pay(await fixture.choose(own, 10_000, fixture.choiceOf(vote)));
    await fixture.pay(await fixture.suggest(own, 25_000, vote, 'Шашки'));
    expect(await fixture.first(own)).toMatchObject({ isOpen: true, sum: 10_000 });
    const answer = await fixture.decide(own, vote, 'Шашки');
    expect(dataOf(answer)).toMatchObject({ isOpen: false, sum: 35_000 });
    expect((await fixture.decide(own, vote, 'Шашки')).status).toBe(200);
  });

  it('decides nothing after the end: what waited is not counted', async () => {
    const { own, vote } = await ask();
    const given = await fixture.suggest(own, 25_000, vote, 'Шашки');
    await fixture.pay(given);
    await fixture.save(own, fixture.bodyOf(vote, { close: true }));
    for (const decision of ['accept', 'decline']) {
      const late = failureOf(await fixture.decide(own, vote, 'Шашки', { decision }));
      expect(late).toMatchObject({ status: 409, code: 'VoteEnded' });
    }
    expect(await fixture.thanksOf(given)).toMatchObject([{ state: 'ended', isCounted: false }]);
    expect(await fixture.own(own)).toMatchObject({ votes: 0, suggestions: [{ text: 'Шашки' }] });
  });

  it('makes no more options than a vote may have', async () => {
    const options = Array.from({ length: 20 }, (_, at) => ({ text: `Игра ${at}` }));
    const { own, vote } = await ask({ options });
    await fixture.pay(await fixture.suggest(own, 25_000, vote, 'Шашки'));
    expect(failureOf(await fixture.decide(own, vote, 'Шашки'))).toMatchObject({ status: 409, code: 'TooManyOptions' });
    expect((await fixture.decide(own, vote, 'Шашки', { optionId: 20 })).status).toBe(200);
    expect((await fixture.counts(own))[19]).toBe(5);
  });

  it('takes nothing that nobody has paid, and no hidden option as the same', async () => {
    const { own, vote } = await ask();
    await fixture.suggest(own, 25_000, vote, 'Шашки');
    expect((await fixture.decide(own, vote, 'Шашки')).status).toBe(404);
    await fixture.pay(await fixture.suggest(own, 25_000, vote, 'Шашки'));
    const options = fixture.bodyOf(vote).options.map((one, at) => ({ ...one, isHidden: at === 2 }));
    const three = [...options, { text: 'Тайна', isHidden: true }];
    const saved = fixture.readOf(await fixture.save(own, fixture.bodyOf(vote, { options: three })));
    const optionId = saved.options[2]?.optionId;
    const fields = { optionId: voteFaults.unknownOption };
    expect(failureOf(await fixture.decide(own, vote, 'Шашки', { optionId }))).toMatchObject({ status: 400, fields });
  });

  it('leaves its creator a vote that can be hidden and ended, whatever signs it has', async () => {
    const { own, vote } = await ask();
    await fixture.pay(await fixture.suggest(own, 25_000, vote, 'Cafe\u200b\u0301'));
    const [waiting] = await fixture.waiting(own);
    expect(waiting?.text).toBe('Café');
    await fixture.decide(own, vote, 'Café');
    const accepted = await fixture.first(own);
    expect((await fixture.save(own, fixture.bodyOf(accepted, { close: true }))).status).toBe(200);
  });

  it('is of the creator of the vote alone', async () => {
    const { own, vote } = await ask();
    await fixture.pay(await fixture.suggest(own, 25_000, vote, 'Шашки'));
    const [waiting] = await fixture.waiting(own);
    const body = { voteId: vote.id, suggestionId: waiting?.suggestionId, decision: 'accept' };
    const decide = (who: { token: string } | null, more: object = {}) =>
      fixture.app.request('POST Vote/DecideSuggestion', { body: { ...body, ...more } }, who ?? {});
    expect((await decide(null)).status).toBe(401);
    for (const other of [await fixture.creator(), await fixture.staff()])
      expect((await decide(other)).status).toBe(404);
    for (const more of [{ suggestionId: 1 }, { voteId: randomUUID() }]) {
      expect((await decide(own, more)).status).toBe(404);
    }
  });

  it('keeps the question and the price from then on, and the option when its creator saves what was read before', async () => {
    const { own, vote } = await ask();
    await fixture.suggest(own, 25_000, vote, 'Шашки');
    expect(failureOf(await fixture.save(own, fixture.bodyOf(vote, { price: 1 })))).toMatchObject({
      fields: { price: voteFaults.chosenPrice },
    });
    expect(await fixture.own(own)).toMatchObject({ isChosen: true, suggestions: [] });
    await fixture.pay(await fixture.suggest(own, 25_000, vote, 'Шашки'));
    await fixture.decide(own, vote, 'Шашки');
    expect(failureOf(await fixture.save(own, fixture.bodyOf(vote)))).toMatchObject({ code: 'VoteChanged' });
    const accepted = await fixture.first(own);
    const hidden = fixture.bodyOf(accepted).options.map((one) => ({ ...one, isHidden: one.text === 'Шашки' }));
    expect((await fixture.save(own, fixture.bodyOf(accepted, { options: hidden }))).status).toBe(200);
    expect((await fixture.offers(own))[0]?.options).toHaveLength(2);
  });

  it('keeps what waits when its creator changes the options', async () => {
    const { own, vote } = await ask();
    await fixture.pay(await fixture.suggest(own, 25_000, vote, 'Шашки'));
    const options = [{ text: 'Го' }, { text: 'Реверси' }];
    expect((await fixture.save(own, fixture.bodyOf(vote, { options }))).status).toBe(200);
    expect(await fixture.waiting(own)).toMatchObject([{ text: 'Шашки', count: 1 }]);
  });
});

describe('Moderator/RemoveSuggestion', () => {
  it('leaves a vote that its creator can end, even with less options than a vote needs', async () => {
    const { own, vote } = await ask();
    await fixture.pay(await fixture.suggest(own, 25_000, vote, 'Шашки'));
    const [waiting] = await fixture.waiting(own);
    await fixture.decide(own, vote, 'Шашки');
    const accepted = await fixture.first(own);
    const options = fixture.bodyOf(accepted).options.filter(({ text }) => text !== 'Гонки');
    await fixture.save(own, fixture.bodyOf(accepted, { options }));
    const body = { voteId: vote.id, suggestionId: waiting?.suggestionId, reason: 'Оскорбление' };
    await fixture.app.request('POST Moderator/RemoveSuggestion', { body }, await fixture.staff());
    const left = await fixture.own(own);
    expect(textsOf(left)).toEqual(['Шахматы']);
    expect((await fixture.save(own, fixture.bodyOf(left, { close: true }))).status).toBe(200);
  });

  it('declines what waits and what was accepted, after the end too, with a reason that its creator reads', async () => {
    const { own, vote } = await ask();
    const given = await fixture.suggest(own, 25_000, vote, 'Шашки');
    await fixture.pay(given);
    await fixture.pay(await fixture.suggest(own, 10_000, vote, 'Го'));
    const all = await fixture.waiting(own);
    await fixture.decide(own, vote, 'Шашки');
    await fixture.save(own, fixture.bodyOf(await fixture.first(own), { close: true }));
    const moderator = await fixture.staff();
    const remove = (suggestionId: number | undefined, reason = 'Оскорбление', who = moderator) => {
      const body = { voteId: vote.id, suggestionId, reason };
      return fixture.app.request('POST Moderator/RemoveSuggestion', { body }, who);
    };
    expect((await remove(all[0]?.suggestionId, 'Оскорбление', own)).status).toBe(403);
    expect(failureOf(await remove(all[0]?.suggestionId, '')).fields).toEqual({ reason: 'Напишите причину' });
    expect((await remove(1)).status).toBe(404);
    for (const { suggestionId } of all) expect((await remove(suggestionId)).status).toBe(200);
    expect((await remove(all[0]?.suggestionId, 'Другая')).status).toBe(200);
    for (const who of [own, moderator]) {
      const { suggestions } = await fixture.own(own, who);
      expect(suggestions.map(({ text, declinedFor }) => `${text}: ${declinedFor}`)).toEqual([
        'Шашки: Оскорбление',
        'Го: Оскорбление',
      ]);
    }
    expect(textsOf(await fixture.first(own))).toEqual(['Гонки', 'Шахматы']);
    expect(JSON.stringify(dataOf(await fixture.list(own)))).not.toMatch(/Шашки/);
    expect(await fixture.thanksOf(given)).toMatchObject([{ state: 'declined', suggestion: null }]);
    expect(await fixture.isAudited(own, 'RemoveSuggestion')).toBe(true);
    await fixture.requireRight();
  });
});
