import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesIn, foldedCode, isCode, writtenCode } from './code-words.ts';

describe('a code word in a message', () => {
  it.each([
    ['#гонки', ['гонки']],
    ['Давай !Гонки', ['гонки']],
    ['за #ГОНКИ!', ['гонки']],
    ['#гонки, а не #шахматы', ['гонки', 'шахматы']],
    ['первая строка\n#шахматы\n#гонки #ШАХМАТЫ', ['шахматы', 'гонки']],
    ['«#гонки» (!шахматы)', ['гонки', 'шахматы']],
    ["#o'yin #oʻyin #O‘YIN #o’yin #o`yin", ['oʻyin']],
    ["'#oʻyin'", ['oʻyin']],
    ['#тест1 #12', ['тест1', '12']],
    ['#हिन्दी #日本', ['हिन्दी', '日本']],
  ])('is found in %j', (message, codes) => {
    expect(codesIn(message)).toEqual(codes);
  });

  it.each([
    'гонки',
    'это гонки, без знака',
    'мои#гонки',
    'https://opora.uz/a#гонки',
    'https://opora.uz/#гонки',
    'opora.uz/?a=#гонки',
    'почта!гонки',
    '##гонки',
    '#!гонки',
    '# гонки',
    '#',
    '#г',
    `#${'г'.repeat(21)}`,
    '#гонки_2',
    '#гонки-2',
    '#гонки/шахматы',
    '#гонки@opora',
    '#гон**',
    '#*****',
    '**#гонки',
    '#гонки**',
    '#️⃣ 5',
    "#'гонки",
  ])('is not found in %j', (message) => {
    expect(codesIn(message)).toEqual([]);
  });

  it('is nothing that only begins with it', () => {
    expect(codesIn('#гонкина #гонки2 #Гонкиʻ')).not.toContain('гонки');
  });
});

describe('a written code word', () => {
  it.each([
    [' #Гонки ', 'гонки'],
    ['!ГОНКИ', 'гонки'],
    ["O'yin", 'oʻyin'],
    ['ＡＢ', 'ab'],
  ])('%j is stored as %j', (typed, code) => {
    expect(writtenCode(typed)).toBe(code);
    expect(isCode(code)).toBe(true);
  });

  it.each(['', 'а', 'а б', 'а-б', 'а_б', '##аб', 'а'.repeat(21), 'аб!', '👍👍', '́а'])('%j is none', (typed) => {
    expect(isCode(writtenCode(typed))).toBe(false);
  });
});

const letters = fc.constantFrom(...'абвгёйžßİıABСоў日हि', 'oʻ', 'gʻ', '1', '9');
const code = fc.string({ unit: letters, minLength: 2, maxLength: 12 }).map(foldedCode).filter(isCode);
const filling = fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !/[#!]/.test(text));

it('is folded once for all', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => foldedCode(foldedCode(text)) === foldedCode(text)));
});

it('is found between blanks whatever stands around, in any case', () => {
  fc.assert(
    fc.property(
      code,
      filling,
      filling,
      fc.constantFrom('#', '!'),
      fc.constantFrom(' ', '\n'),
      (word, before, after, sign, blank) => {
        expect(codesIn(`${before}${blank}${sign}${word}${blank}${after}`)).toEqual([word]);
        expect(codesIn(`${before}${blank}${word}${blank}${after}`)).toEqual([]);
      },
    ),
  );
});

const glued = fc.oneof(letters, fc.constantFrom('/', '=', '&', '?', '.', ':', '@', '*', '_', '-'));

it('is not found within words, addresses and masked words', () => {
  fc.assert(
    fc.property(code, glued, fc.constantFrom('#', '!'), (word, sign, mark) => {
      expect(codesIn(`https://a.uz/${sign}${mark}${word} ${sign}${mark}${word}`)).toEqual([]);
      expect(codesIn(`${mark}${word}*`)).toEqual([]);
      expect(codesIn(`${mark}*${word}`)).toEqual([]);
      expect(codesIn(`${mark}${word}_`)).toEqual([]);
      expect(codesIn(`${mark}${word}я`)).not.toContain(word);
    }),
  );
});

it('reads a hard message at once', () => {
  for (const part of ['#', '!', "'", 'ʻ', 'а', "а'", '#а', '("', ' #а', '́']) {
    expect(codesIn(part.repeat(20_000))).toEqual([]);
  }
});
