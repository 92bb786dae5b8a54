import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('writes lines as RFC 4180 has them', () => {
  expect(csvLine(['a', 1.5, 'b, "c"', 'two\nlines', ''])).toBe('a,1.5,"b, ""c""","two\nlines",\r\n');
});

it.each(['=1+1', '+998', '-2', '@SUM(A1)', '\t=1', '|cmd'])('lets no spreadsheet run %j', (text) => {
  expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
});

it('leaves numbers alone, those below zero too', () => {
  expect(csvLine([-5, 0])).toBe('-5,0\r\n');
});
