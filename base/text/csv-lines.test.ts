import { CsvError } from 'csv-parse';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from './csv-lines.server.ts';
import { chunksOf } from './file-chunks.server.ts';

const size = 20 * 1_024 * 1_024;

it.each([
  ['one line of separators', Buffer.alloc(size, ';')],
  ['lines of many cells', Buffer.alloc(size, `${';'.repeat(1_000)}\n`)],
])('a file of %s is refused after its first pieces', async (_, bytes) => {
  let pieces = 0;
  function* counted() {
    for (const chunk of chunksOf(bytes)) {
      pieces += 1;
      yield chunk;
    }
  }
  await expect(Array.fromAsync(readCsv(counted()))).rejects.toThrow(CsvError);
  expect(pieces).toBeLessThan(5);
});

it('reads long lines of every line end', async () => {
  const cell = 'я'.repeat(9_000);
  for (const end of ['\n', '\r\n', '\r']) {
    const text = Array.from({ length: 10 }, () => `1;"${cell}";2`).join(end);
    const lines = await Array.fromAsync(readCsv(chunksOf(Buffer.from(text))), ({ cells }) => cells);
    expect(lines).toEqual(Array.from({ length: 10 }, () => ['1', cell, '2']));
  }
});

describe('the separator', () => {
  const read = (lines: readonly string[]) =>
    Array.fromAsync(readCsv(chunksOf(Buffer.from(lines.join('\r\n')))), ({ cells }) => cells);

  /** A line as spreadsheets write it: what holds the separator or a quote is quoted. */
  const written = (cells: readonly string[], separator: string) =>
    cells
      .map((cell) => (cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(separator);

  const separator = fc.constantFrom(',', ';', '\t');
  const value = fc.stringMatching(/^[a-z0-9.]{1,6}$/);
  const text = fc.stringMatching(/^[a-z ,;\t"]{1,20}$/);

  it('is found without a head, whichever signs the text between the values of a line holds', async () => {
    const around = { minLength: 1, maxLength: 3 };
    const lines = fc.tuple(fc.array(value, around), fc.array(value, around)).chain(([before, after]) =>
      fc.array(
        text.map((name) => [...before, name, ...after]),
        { minLength: 1, maxLength: 30 },
      ),
    );
    await fc.assert(
      fc.asyncProperty(separator, lines, async (sign, all) => {
        expect(await read(all.map((cells) => written(cells, sign)))).toEqual(all);
      }),
      { numRuns: 500 },
    );
  });

  it('is found by the head, whatever stands below', async () => {
    const lines = fc
      .integer({ min: 2, max: 6 })
      .chain((width) =>
        fc.tuple(
          fc.array(value, { minLength: width, maxLength: width }),
          fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 10 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(separator, lines, async (sign, [head, all]) => {
        expect(await read([head, ...all].map((cells) => written(cells, sign)))).toEqual([head, ...all]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['five commas in a name', '10305008002000001;Кофе, чай, мёд, сахар, соль, рис;1501;796;12', 5],
    ['semicolons in a name', '10305008002000001,Кофе; чай; мёд; сахар; соль; рис,1501,796,12', 5],
    ['quotes in a name', '10305008002000001;"Кофе ""Анор"", чай; мёд";1501;796;12', 5],
    ['a line that lacks a cell', '10305008002000001;Кофе, чай;1501;796\n10305008002000002;Кофе, мёд;1501;796;12', 4],
    ['texts at the end, by semicolons', '1;Кофе, чай\n2;Мёд, рис', 2],
    ['texts at the end, of which one has no comma', '1,Кофе; чай\n2,Рис', 2],
  ])('is found with %s', async (_, lines, cells) => {
    expect((await read(lines.split('\n')))[0]).toHaveLength(cells);
  });
});
