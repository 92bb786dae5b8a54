import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('writes lines as spreadsheets of a language read them, with every cell in quotes', () => {
  const cells = ['a', 1.5, 'b, "c"', 'two\nlines', ''];
  expect(csvLine(cells, 'en')).toBe('"a","1.5","b, ""c""","two\nlines",""\r\n');
  for (const language of ['ru', 'uz'] as const)
    expect(csvLine(cells, language)).toBe('"a";"1,5";"b, ""c""";"two\nlines";""\r\n');
});

it('leaves numbers alone, those below zero too', () => {
  expect(csvLine([-5, 0], 'en')).toBe('"-5","0"\r\n');
});

/** The cells of a line as a spreadsheet finds them that takes this sign for the separator and quotes for nothing. */
const cellsBetween = (separator: string, line: string) =>
  line.split(/[\r\n\v\f\u0085\u2028\u2029]/u).flatMap((row) => row.split(separator));

const formulaStart = /^[\s\p{C}"]*[=+\-@|%＝＋－＠｜％﹦﹢﹣﹫﹪−]/u;

function formulasIn(line: string): string[] {
  const cells = [',', ';', '\t', '，', '；'].flatMap((separator) => cellsBetween(separator, line));
  return cells.filter((cell) => formulaStart.test(cell));
}

describe('a spreadsheet runs nothing', () => {
  it.each([
    '=1+1',
    '+998',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '|cmd',
    '%1',
    '\r=1',
    '\n=1',
    '  =1',
    '"=1"',
    '\u200b=1',
    '\ufeff=1',
    "x;=cmd|' /C calc'!A0",
    'x\t=1',
    'x,=1',
    'x; =1',
    'x;"=1"',
    'x\n=1',
    'x\r\n+1',
    'x\u2028=1',
    'x\u0085-1',
    '＝1+1',
    '＋998',
    '－2',
    '＠SUM(A1)',
    '｜cmd',
    'x;＝1',
    'x\n＠1',
    '﹦1',
    '−1',
    'x；=1',
    'x，=1',
  ])('of %j', (text) => expect(formulasIn(csvLine(['a', text, 'b'], 'ru'))).toEqual([]));

  it('of any text, which stays what it is but for apostrophes', () => {
    const unit = fc.constantFrom(...'=+-@|%;,\t\r\n "\'x5＝＋\u200b\u2028а');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        const line = csvLine([text, 'b'], 'en');
        expect(formulasIn(line)).toEqual([]);
        expect(line.replaceAll("'", '')).toBe(`"${text.replaceAll('"', '""').replaceAll("'", '')}","b"\r\n`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('while words keep their signs', () => {
    const text = 'дом 5-7, кв. 12; a=b, 50% + доставка';
    expect(csvLine([text], 'ru')).toBe(`"${text}"\r\n`);
  });
});
