import fc from 'fast-check';
import { expect, test } from 'vitest';
import { saidText } from './said-text.ts';
import { uzbekNumber } from './uzbek-numbers.ts';

test.each([
  ['25\u00a0000 сум', 'ru', '25000 сум'],
  ['1\u202f250\u202f000', 'en', '1250000'],
  ['набрали 12 500 из 20 000', 'ru', 'набрали 12500 из 20000'],
  ['в 2025 100 раз', 'ru', 'в 2025 100 раз'],
  ['Азиз — 3-й месяц', 'ru', 'Азиз — месяц 3'],
  ['ты **** *****!', 'ru', 'ты … …!'],
  ['смотри https://www.opora.uz/dilnoza?x=1 тут', 'ru', 'смотри opora.uz тут'],
  ['смотри www.opora.uz/abc?x=1&y=2, друг', 'ru', 'смотри opora.uz друг'],
  ['opora.uz/dilnoza и https://a:b@evil.com/x', 'ru', 'opora.uz и evil.com'],
  ['да.Нет, т.е. и/или', 'ru', 'да.Нет, т.е. и/или'],
  ['звоните 90 123 45 67', 'ru', 'звоните 90 123 45 67'],
  ['25 000 soʻm', 'uz', 'yigirma besh ming soʻm'],
  ['25,000 yoki 25.000', 'uz', 'yigirma besh ming yoki yigirma besh ming'],
  ['90 123 45 67', 'uz', 'toʻqson bir yuz yigirma uch qirq besh oltmish yetti'],
  ['Aziz — 3-oy', 'uz', 'Aziz — uchinchi oy'],
  ['Aziz — 2-oy', 'uz', 'Aziz — ikkinchi oy'],
  ['7,5', 'uz', 'yetti,besh'],
  ['8600000000000205', 'ru', '8 6 0 0 0 0 0 0 0 0 0 0 0 2 0 5'],
  ['+998901234567', 'en', '+9 9 8 9 0 1 2 3 4 5 6 7'],
  ['агент 007', 'ru', 'агент 0 0 7'],
  ['007', 'uz', 'nol nol yetti'],
] as const)('«%s» is said in %s as «%s»', (text, language, said) => {
  expect(saidText(text, language)).toBe(said);
});

test.each([
  [0, 'nol'],
  [10, 'oʻn'],
  [101, 'bir yuz bir'],
  [1_000, 'bir ming'],
  [1_250_000, 'bir million ikki yuz ellik ming'],
  [
    999_999_999_999,
    `${'toʻqqiz yuz toʻqson toʻqqiz '}milliard toʻqqiz yuz toʻqson toʻqqiz million toʻqqiz yuz toʻqson toʻqqiz ming toʻqqiz yuz toʻqson toʻqqiz`,
  ],
])('%d is «%s»', (number, words) => {
  expect(uzbekNumber(number)).toBe(words);
});

test('different numbers have different words, and no digit is left', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 - 1 }), (number) => {
      const words = uzbekNumber(number);
      expect(words).toMatch(/^[a-zʻ]+(?: [a-zʻ]+)*$/);
      expect(seen.get(words) ?? number).toBe(number);
      seen.set(words, number);
    }),
  );
});
