import { expect, test } from 'vitest';
import { hyphenated, hyphenatedText, lettersOf } from './syllables.ts';

const shown = (word: string) => hyphenated(word).join('').replaceAll('\u00ad', '-');

test('long words are broken between syllables, in both alphabets of Uzbek too', () => {
  expect(shown('Константинопольская')).toBe('Кон-стан-ти-но-поль-ская');
  expect(shown('Безотъездносемьянинский')).toBe('Бе-зотъ-ез-дно-семь-я-нин-ский');
  expect(shown('Oʻzbekistonliklardan')).toBe('Oʻz-be-kis-ton-lik-lar-dan');
  expect(shown('Gʻayratlantirilganlar')).toBe('Gʻay-rat-lan-ti-ril-gan-lar');
  expect(shown('Ўзбекистонликлардан')).toBe('Ўз-бе-кис-тон-лик-лар-дан');
  expect(shown('Ishchilarimizdanmisiz')).toBe('Ish-chi-la-ri-miz-dan-mi-siz');
});

test('short words, and what has no syllables, stay whole', () => {
  expect(shown('Александра')).toBe('Александра');
  expect(shown('Ж'.repeat(40))).toBe('Ж'.repeat(40));
  expect(shown('Аааааааааааааааааааааа')).toBe('Аааааааааааааааааааааа');
});

test('no letter stands alone at either end', () => {
  for (const word of ['Авантюристическийский', 'Достопримечательнаяо']) {
    for (const part of shown(word).split('-')) expect(part.length, shown(word)).toBeGreaterThanOrEqual(2);
  }
});

test('only the long words of a text are broken, and its spaces stay', () => {
  expect(hyphenatedText('Привет,  Константинопольская\u00a0Анна')).toBe(
    'Привет,  Кон\u00adстан\u00adти\u00adно\u00adполь\u00adская\u00a0Анна',
  );
});

test('an emoji is one letter', () => {
  expect(lettersOf('Аня👩‍👩‍👧')).toEqual(['А', 'н', 'я', '👩‍👩‍👧']);
});
