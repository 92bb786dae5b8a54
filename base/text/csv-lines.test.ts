import { CsvError } from 'csv-parse';
import { expect, it } from 'vitest';
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
