import { expect, it } from 'vitest';
import {
  bodyOf,
  draftOf,
  faultsOf,
  type JointDraft,
  readUserName,
  restOf,
  withEqual,
  withOneMore,
} from './joint-draft.ts';

const draftWith = (percent: string, ...others: readonly (readonly [string, string])[]): JointDraft => ({
  title: 'До утра',
  percent,
  members: others.map(([userName, share], key) => ({ key, userName, percent: share })),
});

it('says what is left of 100 while percents are typed', () => {
  expect(restOf(draftOf(null))).toBe(0);
  expect(restOf(draftWith('50', ['kamol', '']))).toBe(50);
  expect(restOf(draftWith('50', ['kamol', 'много']))).toBe(50);
  expect(restOf(draftWith('60', ['kamol', '50']))).toBe(-10);
});

it('shares equally, the first ones with one more where 100 cannot be divided', () => {
  for (let others = 1; others <= 9; others += 1) {
    const draft = withEqual(draftWith('1', ...Array.from({ length: others }, (_, at) => [`a${at}`, ''] as const)));
    const percents = [draft.percent, ...draft.members.map(({ percent }) => percent)].map(Number);
    expect(restOf(draft)).toBe(0);
    expect(Math.max(...percents) - Math.min(...percents)).toBeLessThanOrEqual(1);
    expect(percents).toEqual(percents.toSorted((one, other) => other - one));
  }
});

it('gives one more creator what is left, and a line of its own', () => {
  const more = withOneMore(draftWith('50', ['kamol', '30']));
  expect(more.members.at(-1)).toEqual({ key: 1, userName: '', percent: '20' });
  expect(withOneMore(more).members.at(-1)).toEqual({ key: 2, userName: '', percent: '' });
  expect(withOneMore({ ...more, members: more.members.slice(1) }).members.at(-1)?.key).toBe(2);
});

it('takes a user name as it is pasted', () => {
  const pasted = [
    'https://opora.uz/kamol',
    'opora.uz/kamol',
    'https://opora.uz/kamol/',
    'https://opora.uz/kamol?lang=uz#donation',
  ];
  for (const typed of ['kamol', ' @kamol ', ...pasted]) expect(readUserName(typed)).toBe('kamol');
  expect(readUserName('kamol.uz/')).toBe('kamol.uz');
  expect(bodyOf(draftWith('50', [' @kamol', '50']), null)).toEqual({
    jointId: undefined,
    revision: undefined,
    title: 'До утра',
    percent: 50,
    members: [{ userName: 'kamol', percent: 50 }],
  });
});

it('names what is wrong at its field', () => {
  expect(faultsOf(draftWith('50', ['kamol', '50']))).toEqual({});
  expect(faultsOf({ ...draftWith('50', ['kamol', '49']), title: ' ' })).toEqual({
    title: 'Заполните поле',
    percent: 'Доли должны давать вместе 100 %',
  });
  expect(faultsOf(draftWith('', ['kamol', '100'], ['@Kamol', '1'], [' ', '0,5']))).toEqual({
    percent: 'Заполните поле',
    'members.0.percent': 'Доля — целое число от 1 до 99',
    'members.1.userName': 'Этот автор уже назван',
    'members.2.userName': 'Заполните поле',
    'members.2.percent': 'Доля — целое число от 1 до 99',
  });
});
