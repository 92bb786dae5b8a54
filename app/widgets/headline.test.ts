import { expect, test } from 'vitest';
import { fillTemplate, spokenText, textSize, wordsOf } from './headline.ts';

test('a template gets its words, and what a donor writes is never a template', () => {
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

test('what is read aloud is silent where it waits for a message and there is none', () => {
  const gift = { name: 'Анна', amount: '5 000 сум', message: '' };
  expect(spokenText('{message}', gift)).toBe('');
  expect(spokenText('{message}', { ...gift, message: 'привет' })).toBe('привет');
  expect(spokenText('{name} дарит {amount}. {message}', gift)).toBe('Анна дарит 5 000 сум.');
});

test('letters are counted over the whole headline, an emoji being one', () => {
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

test('the longer the text the smaller it stands', () => {
  expect(['а', 'а'.repeat(100), 'а'.repeat(300), 'а'.repeat(1_800)].map(textSize)).toEqual([
    'huge',
    'large',
    'small',
    'tiny',
  ]);
});
