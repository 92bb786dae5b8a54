import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, cleanText, isNothing, isTurning, withoutNothing } from './clean-text.ts';

test.each([
  '\u3164',
  '\u2800',
  '\uffa0',
  '\ufe0f',
  '\u034f',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u180e',
  '\u200b',
  '\u200d',
  '\u00ad',
  '\u2060',
  '\u2066',
  '\u202e',
  '\ufeff',
  '\ufffb',
  '\u{1d159}',
  '\u{13441}',
  '\u{16fe4}',
  '\u{e0001}',
  '\u{e0100}',
  ' \u3164\u2800 ',
])('%j is nothing', (text) => {
  expect([cleanLine(text), cleanText(text)]).toEqual([null, null]);
  expect([...text.replaceAll(' ', '')].every(isNothing)).toBe(true);
  expect(cleanLine(`А${text.replaceAll(' ', '')}ли`)).toBe('Али');
});

test.each([
  '👨‍👩‍👧 🏳️‍🌈 👩🏽‍🎤 ❤️ 🇺🇿',
  '1️⃣ 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  'می\u200cخواهم',
  'ක්\u200dෂ',
  'Дилноза O‘zbek, Ёлка',
])('%s stays as it is', (text) => {
  expect(withoutNothing(text)).toBe(text);
  expect(cleanText(text)).toBe(text.normalize('NFC'));
  expect(isTurning(text)).toBe(false);
});

test.each(['\u0301', '\u0301\u0302', ' \u0301 ', '\u200b\u0301', '\u20e3'])('%j stands on nothing', (text) => {
  expect([cleanLine(text), cleanText(text)]).toEqual([null, null]);
  expect(cleanLine(`${text} Али ${text}`)).toBe('Али');
});

test('what shapes nothing is nothing', () => {
  expect(withoutNothing('Али\u200d Ali\u200c 1\ufe0f ❤️\ufe0f \u{e0061}')).toBe('Али Ali 1 ❤️ ');
});

test.each(['\u202e', '\u202a', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'])('%j turns a text', (sign) => {
  expect(isTurning(`Али${sign}`)).toBe(true);
});

test('a text of many shaping signs is cleaned in little work', () => {
  expect(withoutNothing(`👩${'\ufe0f\u200d'.repeat(200_000)}`).length).toBeLessThan(8);
});

test('a clean text stays as it is, whatever was taken out of it', () => {
  const signs = [
    ...'eиу аЁ\n\t\r\u0085\u2028\u0301\u0306\u0308\u200b\u200d\ufe0f\u1100\u1161\u11a8\u0000#1👩🏽🎤',
    'ё',
    '\ud800',
    '\u{1f3f4}',
  ];
  const texts = fc.array(fc.constantFrom(...signs), { maxLength: 12 }).map((some) => some.join(''));
  for (const clean of [cleanLine, cleanText]) {
    fc.assert(
      fc.property(texts, (text) => {
        const once = clean(text);
        expect(clean(once)).toBe(once);
        if (once !== null) expect(once.normalize('NFC')).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  }
  expect(cleanLine('Cafe\u200b\u0301')).toBe('Café');
  expect(cleanLine('Заи\u200b\u0306ка')).toBe('Зайка');
});
