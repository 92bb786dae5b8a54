import { expect, test } from 'vitest';
import { email } from './email-rule.ts';
import { firstFailure, formMessages, maximum, maximumLength, required } from './form-rules.ts';

test('the messages are those of docs/rules.md#form-rules, word for word', () => {
  expect(required('')).toBe('Заполните поле');
  expect(formMessages.minimumAmount(5_000)).toBe('Минимальная сумма от 5 000');
  expect(formMessages.above(10)).toBe('Значение должно превышать 10');
  expect(maximum(10)(11)).toBe('Значение не должно превышать 10');
  expect(maximum(10_000_000.5)(1e9)).toBe('Значение не должно превышать 10 000 000,50');
  expect(maximumLength(3)('abcd')).toBe('Максимальная длинна текста 3 символов');
  expect(email('nobody')).toBe('Введите валидный E-mail');
});

test.each([
  ['blank text', '   '],
  ['a text that nobody sees', '\u3164\u200b '],
  ['null', null],
  ['undefined', undefined],
  ['an empty list', []],
])('%s is empty', (_, value) => {
  expect(required(value)).not.toBeNull();
});

test.each([0, false, 'x', [1]])('%j is not empty', (value) => {
  expect(required(value)).toBeNull();
});

test('bounds themselves are allowed', () => {
  expect(maximum(10)(10)).toBeNull();
  expect(maximumLength(3)('абв')).toBeNull();
});

test('length counts characters as people do, not code units', () => {
  expect(maximumLength(2)('👍👍')).toBeNull();
});

test.each(['a@b.c', 'first.last@mail.example.uz', 'имя@почта.уз', 'a.b@c.d.e', "o'neil+x@mail.uz"])(
  '%s is an address',
  (value) => {
    expect(email(value)).toBeNull();
  },
);

test.each(['a@b', '@b.c', 'a@.c', 'a b@c.d', 'a@b.', 'a@@b.c', 'a@b..c', 'a@b c.d'])('%s is no address', (value) => {
  expect(email(value)).not.toBeNull();
});

test('the first broken rule speaks', () => {
  expect(firstFailure('', [required, maximumLength(1)])).toBe('Заполните поле');
  expect(firstFailure('ab', [required, maximumLength(1)])).toBe('Максимальная длинна текста 1 символов');
  expect(firstFailure('a', [required, maximumLength(1)])).toBeNull();
});
