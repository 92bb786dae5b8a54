import { expect, test } from 'vitest';
import { bodyOf, emptyDraft, faultsOf as faultsOn, type PromoCodeDraft } from './promo-code-draft.ts';
import { promoCodeFaults } from './promo-code-rules.ts';

const faultsOf = (typed: PromoCodeDraft) => faultsOn(typed, '2026-02-01');

const draft = { ...emptyDraft, code: 'ЛЕТО', kind: 'amount' } as const;

test.each([
  ['50,000', 50_000],
  ['50 000', 50_000],
  ['50.000', 50_000],
  ['1,234.50', 1_234.5],
])('sums written as %s are read as in all forms', (text, sum) => {
  expect(bodyOf({ ...draft, off: text, minTotal: text })).toMatchObject({ amount: sum, minTotal: sum });
});

test('what is no number is said at its field', () => {
  expect(faultsOf({ ...draft, off: '5к', minTotal: '12,5555', most: '1,5', mostEach: '5 сум' })).toEqual({
    amount: 'Укажите сумму числом',
    minTotal: 'Укажите сумму числом',
    most: 'Нужно целое число',
    mostEach: 'Нужно целое число',
  });
  expect(faultsOf({ ...draft, kind: 'percent', off: '2,5', minTotal: '9'.repeat(19), most: '-1' })).toEqual({
    percent: 'Нужно целое число',
    minTotal: 'Слишком большая сумма',
    most: 'Значение должно превышать 0',
  });
});

test('a number beyond what a code may have is said at its field', () => {
  expect(faultsOf({ ...draft, kind: 'percent', off: '90', most: '1 000 000 000' })).toEqual({});
  expect(faultsOf({ ...draft, kind: 'percent', off: '91', most: '9'.repeat(12), mostEach: '0' })).toEqual({
    percent: 'Значение не должно превышать 90',
    most: 'Значение не должно превышать 1 000 000 000',
    mostEach: 'Значение должно превышать 0',
  });
});

test('everything that is wrong is said at once, as the server says it', () => {
  const wrong = {
    ...draft,
    code: 'я'.repeat(1_001),
    off: '0',
    sellerUserName: `@${'a'.repeat(31)}`,
    from: '2026-02-02',
    until: '2026-02-01',
    most: '9'.repeat(19),
    mostEach: '0',
  };
  expect(faultsOf(wrong)).toEqual({
    code: 'Максимальная длинна текста 32 символов',
    amount: 'Значение должно превышать 0',
    sellerUserName: 'Максимальная длинна текста 30 символов',
    until: promoCodeFaults.until,
    most: 'Значение не должно превышать 1 000 000 000',
    mostEach: 'Значение должно превышать 0',
  });
  expect(faultsOf({ ...wrong, code: ' ', off: '' })).toMatchObject({
    code: 'Заполните поле',
    amount: 'Заполните поле',
  });
  for (const code of ['ЛЕТ', 'ЛЕТО 26', 'лето!'])
    expect(faultsOf({ ...draft, off: '500', code })).toEqual({ code: promoCodeFaults.code });
  expect(faultsOf({ ...draft, off: '500', code: ' лето-26 ', from: '2026-02-01', until: '2026-02-01' })).toEqual({});
});

test('a code that is over before it begins, or that one person may use more often than all, is said', () => {
  const good = { ...draft, off: '500' };
  expect(faultsOf({ ...good, until: '2026-02-01', most: '3', mostEach: '3' })).toEqual({});
  expect(faultsOf({ ...good, most: '3', mostEach: '' })).toEqual({});
  expect(faultsOf({ ...good, until: '2026-01-31', most: '2', mostEach: '3' })).toEqual({
    until: promoCodeFaults.past,
    mostEach: promoCodeFaults.mostEach,
  });
});

test.each(['', ' ', '\u200b'])('an empty percentage %j is none', (off) => {
  expect(faultsOf({ ...draft, kind: 'percent', off })).toEqual({ percent: 'Заполните поле' });
});

test('an empty limit is none', () => {
  expect(bodyOf({ ...draft, off: '500', mostEach: '' })).toMatchObject({ minTotal: 0, most: null, mostEach: null });
});
