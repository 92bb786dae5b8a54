import { describe, expect, it } from 'vitest';
import { typedAmount } from '#base/text/amount-text.ts';
import { voteFaults } from '../vote-rules.ts';
import type { ShownVote } from '../vote-shapes.ts';
import { bodyOf, codesOf, draftOf, faultsOf, lineOfFault, previewOf, withFixed, withLines } from './vote-draft.ts';

const figures = { votes: 0, sum: 0, count: 0 };
const vote: ShownVote = {
  id: 'vote-1',
  question: 'Во что играем?',
  price: 5_000,
  endsAt: '2026-01-31T09:00:00.000Z',
  endSum: 1_000_000,
  isOpen: true,
  closedAt: null,
  removedFor: null,
  createdAt: '2026-01-31T08:00:00.000Z',
  revision: 3,
  takesSuggestions: true,
  ...figures,
  options: [
    { optionId: 1, text: 'Гонки', isHidden: false, code: 'гонки', ...figures },
    { optionId: 2, text: 'Тайна', isHidden: true, code: null, ...figures },
    { optionId: 3, text: 'Шахматы', isHidden: false, code: null, ...figures },
  ],
};

/** A donor has chosen the third option, and has not paid or got the money back. */
const chosen: ShownVote = {
  ...vote,
  options: vote.options.map((option) => (option.optionId === 3 ? { ...option, isChosen: true } : option)),
};

it('leaves a vote as it is when nothing is typed', () => {
  expect(bodyOf(draftOf(vote), vote)).toEqual({
    voteId: 'vote-1',
    revision: 3,
    question: 'Во что играем?',
    options: [
      { optionId: 1, text: 'Гонки', isHidden: false, code: 'гонки' },
      { optionId: 3, text: 'Шахматы', isHidden: false, code: null },
      { optionId: 2, text: 'Тайна', isHidden: true },
    ],
    price: 5_000,
    endsAt: '2026-01-31T09:00:00.000Z',
    endSum: 1_000_000,
    takesSuggestions: true,
  });
});

it('adds lines as new options, removes the ones that are gone, and shows a hidden one that is typed again', () => {
  const { options } = bodyOf({ ...draftOf(vote), options: ' Шашки\nТайна\n\nГонки \nГонки' }, vote);
  expect(options).toEqual([
    { optionId: undefined, text: 'Шашки', isHidden: false, code: null },
    { optionId: 2, text: 'Тайна', isHidden: false, code: null },
    { optionId: 1, text: 'Гонки', isHidden: false, code: 'гонки' },
    { optionId: undefined, text: 'Гонки', isHidden: false, code: 'гонки' },
  ]);
});

describe('a code word', () => {
  it('stays with an option whose line is typed anew, and not with another one', () => {
    const draft = { ...draftOf(vote), options: 'Гонки\nШашки', codes: { Гонки: 'гонки', Шашки: '#Шашки' } };
    const retyped = (typed: string) => {
      const { options } = bodyOf({ ...draft, ...withLines(draft, typed) }, null);
      return options.map(({ text, code }) => [text, code]);
    };
    const second = ['Шашки', 'шашки'];
    expect(retyped('Гонки 2\nШашки')).toEqual([['Гонки 2', 'гонки'], second]);
    expect(retyped('Шашки\nГонки')).toEqual([second, ['Гонки', 'гонки']]);
    expect(retyped('Го\nГонки\nШашки')).toEqual([['Го', null], ['Гонки', 'гонки'], second]);
    expect(retyped('\nШашки')).toEqual([second]);
  });

  it('is none at an option with the name of something that every object has', () => {
    const draft = { ...draftOf(null), question: '?', options: 'constructor\n__proto__' };
    expect(bodyOf(draft, null).options.map(({ code }) => code)).toEqual([null, null]);
    expect(codesOf(draft, null, {}).map(({ code }) => code)).toEqual(['', '']);
    expect(withLines(draft, 'toString\n__proto__').codes).toEqual({});
  });

  it('is refused at its option where it is none, or one of two', () => {
    const draft = { ...draftOf(null), question: '?', options: 'Гонки\nШашки\nГо' };
    const typed = { ...draft, codes: { Гонки: 'гонки', Шашки: ' #ГОНКИ', Го: 'го го' } };
    expect(codesOf(typed, null, faultsOf(typed, null))).toEqual([
      { text: 'Гонки', code: 'гонки', fault: undefined },
      { text: 'Шашки', code: ' #ГОНКИ', fault: voteFaults.codeTwice },
      { text: 'Го', code: 'го го', fault: voteFaults.badCode },
    ]);
  });
});

it('leaves minutes to the clock of the server', () => {
  const inFive = bodyOf({ ...draftOf(vote), minutes: '5' }, vote);
  expect(inFive).toMatchObject({ endsIn: 5 });
  expect(inFive).not.toHaveProperty('endsAt');
  expect(bodyOf({ ...draftOf(vote), minutes: '' }, vote)).toMatchObject({ endsAt: null });
});

it('finds the line of a fault among empty lines', () => {
  const draft = { ...draftOf(vote), options: 'Шашки\n\n Гонки\n' };
  expect(lineOfFault('options.1.text', draft, vote)).toBe(3);
  expect(lineOfFault('options.2.text', draft, vote)).toBeNull();
  expect(lineOfFault('options', draft, vote)).toBeNull();
  expect(lineOfFault('options.0.text', draft, chosen)).toBe(1);
  expect(lineOfFault('options.1.text', draft, chosen)).toBeNull();
});

describe('what donors have chosen', () => {
  it('is not typed and stays in its place', () => {
    expect(draftOf(chosen)).toMatchObject({ options: 'Гонки' });
    expect(bodyOf(draftOf(chosen), chosen)).toEqual(bodyOf(draftOf(vote), vote));
    const { options } = bodyOf({ ...draftOf(chosen), options: 'Шашки\nГо' }, chosen);
    expect(options.map(({ text }) => text)).toEqual(['Шашки', 'Шахматы', 'Го', 'Тайна']);
    expect(bodyOf({ ...draftOf(chosen), options: '' }, chosen).options).toMatchObject([
      { optionId: 3, isHidden: false },
      { optionId: 2, isHidden: true },
    ]);
  });

  it('keeps its question and its price, whatever was typed before it was chosen', () => {
    const typed = { ...draftOf(vote), question: 'Кого?', price: '1' };
    expect(withFixed(typed, vote)).toBe(typed);
    expect(withFixed(typed, chosen)).toEqual({ ...typed, question: 'Во что играем?', price: typedAmount(5_000) });
    expect(bodyOf({ ...typed, options: 'Гонки\nШахматы' }, chosen).options).toMatchObject([
      { optionId: 1 },
      { optionId: 3 },
      { optionId: 2, isHidden: true },
    ]);
  });

  it('counts among the options that donors see', () => {
    expect(faultsOf(draftOf(chosen), chosen)).toEqual({});
    expect(previewOf(draftOf(chosen), chosen)).toMatchObject({ options: [{ text: 'Гонки' }, { text: 'Шахматы' }] });
  });
});

it('names what is missing', () => {
  const draft = { ...draftOf(null), options: 'Гонки', price: 'много', endSum: 'x' };
  expect(Object.keys(faultsOf(draft, null)).sort()).toEqual(['endSum', 'options', 'price', 'question']);
  expect(faultsOf(draftOf(vote), vote)).toEqual({});
});

it('says at once what is wrong with the sums and with an option that is too long', () => {
  const options = `Гонки\n${'ш'.repeat(61)}\nШахматы`;
  expect(
    faultsOf({ ...draftOf(null), question: 'Что?', options, price: '0', endSum: '1234567890123456789' }, null),
  ).toEqual({
    'options.1.text': 'Максимальная длинна текста 60 символов',
    price: 'Значение должно превышать 0',
    endSum: 'Слишком большая сумма',
  });
  expect(faultsOf({ ...draftOf(vote), price: '' }, vote)).toEqual({ price: 'Заполните поле' });
});

it('says at once all that the server would say of the question and the options', () => {
  const lines = Array.from({ length: 21 }, (_, at) => (at === 3 ? 'ш'.repeat(61) : `Вариант ${at}`));
  const draft = { ...draftOf(null), question: 'я'.repeat(1_001), options: [...lines, 'вариант 0'].join('\n') };
  expect(faultsOf(draft, null)).toEqual({
    question: 'Максимальная длинна текста 120 символов',
    options: voteFaults.manyOptions,
    'options.3.text': 'Максимальная длинна текста 60 символов',
    'options.21.text': voteFaults.twice,
  });
});

it('shows what donors will see once there is a question with two options', () => {
  expect(previewOf(draftOf(null), null)).toBeNull();
  expect(previewOf({ ...draftOf(vote), price: '' }, vote)).toBeNull();
  expect(previewOf(draftOf(vote), vote)).toMatchObject({
    price: 5_000,
    options: [{ text: 'Гонки' }, { text: 'Шахматы' }],
  });
});
