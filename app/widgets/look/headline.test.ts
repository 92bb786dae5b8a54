import { expect, test } from 'vitest';
import { fillTemplate, linesOf, partsByLine, spokenText } from './headline.ts';

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

const linesIn = (template: string) =>
  partsByLine(fillTemplate(template, { name: 'Анна', amount: '5 000', message: 'привет' })).map(({ text }) => text);

test('name, sum and message stand on lines of their own, without what separates them', () => {
  expect(linesIn('{name} — {amount}')).toEqual(['Анна', '5 000']);
  expect(linesIn('{name}—{amount}: {message}')).toEqual(['Анна', '5 000', 'привет']);
  expect(linesIn('{name} поддержал стрим на {amount}!')).toEqual(['Анна', 'поддержал стрим на', '5 000!']);
  expect(linesIn('Ого! «{name}»: +{amount} 🎉')).toEqual(['Ого!', '«Анна»', '+5 000', '🎉']);
  expect(linesIn('Спасибо!')).toEqual(['Спасибо!']);
  expect(linesIn('{name}{amount}')).toEqual(['Анна', '5 000']);
});

test('a missing message takes no line, and signs around it do not stay alone', () => {
  expect(partsByLine(fillTemplate('{name} «{message}»', { name: 'Анна', amount: '', message: '' }))).toEqual([
    { kind: 'name', text: 'Анна' },
  ]);
});

test('letters are counted over the whole headline, an emoji as one, those of a message not at all', () => {
  const lines = linesOf([
    { kind: 'name', text: 'Аня 👩‍👩‍👧' },
    { kind: 'amount', text: '5' },
    { kind: 'message', text: 'привет' },
  ]);
  expect(lines.map(({ words }) => words.map(({ letters, place }) => [letters.length, place]))).toEqual([
    [
      [3, 0],
      [1, 3],
    ],
    [[1, 4]],
    [],
  ]);
});

test('a part that a template names twice has two lines, each with a number of its own', () => {
  const lines = linesOf(fillTemplate('{name} {name}', { name: 'Анна', amount: '', message: '' }));
  expect(lines.map(({ at, text }) => [at, text])).toEqual([
    [0, 'Анна'],
    [1, 'Анна'],
  ]);
});

const lettersIn = (name: string) =>
  linesOf([{ kind: 'name', text: name }]).flatMap(({ words }) =>
    words.map(({ letters }) => letters.map(({ letter }) => letter)),
  );

test('words whose letters join, change or run from right to left appear whole', () => {
  expect(lettersIn('Ева')).toEqual([['Е', 'в', 'а']]);
  expect(lettersIn('Κώστας')).toEqual([['Κ', 'ώ', 'σ', 'τ', 'α', 'ς']]);
  expect(lettersIn('محمد علي')).toEqual([['محمد'], ['علي']]);
  expect(lettersIn('שלום')).toEqual([['שלום']]);
  expect(lettersIn('अनुष्का शर्मा')).toEqual([['अनुष्का'], ['शर्मा']]);
  expect(lettersIn('สมชาย')).toEqual([['สมชาย']]);
});

test('a line with a word from right to left is set as a whole, so that its words keep their order', () => {
  const flowsIn = (name: string) =>
    linesOf([{ kind: 'name', text: name }]).flatMap(({ words }) =>
      words.map(({ flows, letters }) => [flows, letters.length]),
    );
  expect(flowsIn('DJ محمد')).toEqual([
    [true, 1],
    [true, 1],
  ]);
  expect(flowsIn('DJ Анна')).toEqual([
    [false, 2],
    [false, 4],
  ]);
});
