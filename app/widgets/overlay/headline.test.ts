import { expect, test } from 'vitest';
import { fillTemplate, spokenText, textSize, wordsOf } from './headline.ts';

test('a template is filled, and text of a donor is never treated as a template', () => {
  expect(fillTemplate('{name} дарит {amount}!', { name: '{amount}', amount: '5 000 сум', message: '' })).toEqual([
    { kind: 'name', text: '{amount}' },
    { kind: 'text', text: ' дарит ' },
    { kind: 'amount', text: '5 000 сум' },
    { kind: 'text', text: '!' },
  ]);
  expect(fillTemplate('Спасибо, {nobody}', { name: 'А', amount: '1', message: '' })).toEqual([
    { kind: 'text', text: 'Спасибо, {nobody}' },
  ]);
});

test('nothing is read aloud where the template needs a message and there is none', () => {
  const donation = { name: 'Анна', amount: '5 000 сум', message: '' };
  expect(spokenText('{message}', donation)).toBe('');
  expect(spokenText('{message}', { ...donation, message: 'привет' })).toBe('привет');
  expect(spokenText('{name} дарит {amount}. {message}', donation)).toBe('Анна дарит 5 000 сум.');
});

test('letters are counted over the whole headline, an emoji as one', () => {
  const words = wordsOf([
    { kind: 'name', text: 'Аня 👩‍👩‍👧' },
    { kind: 'amount', text: '5' },
  ]);
  expect(words.map(({ letters, place }) => [letters.length, place])).toEqual([
    [3, 0],
    [1, 3],
    [1, 4],
  ]);
});

test('longer texts are shown smaller', () => {
  expect(['а', 'а'.repeat(100), 'а'.repeat(300), 'а'.repeat(1_800)].map(textSize)).toEqual([
    'huge',
    'large',
    'small',
    'tiny',
  ]);
});
