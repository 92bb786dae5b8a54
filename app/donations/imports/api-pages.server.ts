import { setImmediate as turn } from 'node:timers/promises';
import { JSONParser, TokenType } from '@streamparser/json';
import { z } from 'zod';
import { type CsvLine, longestLine } from '#base/text/csv-lines.server.ts';

const word = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''));

const apiDonation = z.object({
  id: word,
  username: word,
  message: word,
  amount: word,
  currency: word,
  created_at: word,
});

/** The columns of the lines below. */
export const apiColumns = ['id', 'username', 'message', 'amount', 'currency', 'created_at'] as const;

/** No page is deeper. For each value the parser looks at all that it is in. */
const deepest = 20;

/** Throws where a document is deeper, or has a longer text, than any page of the API. */
function keepsBounds() {
  let depth = 0;
  return ({ token, value }: { token: TokenType; value: unknown }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    const isLong = typeof value === 'string' && value.length > longestLine;
    if (depth > deepest || isLong) throw new Error('this is no page of the API');
  };
}

/**
 * Reads the donations of the DonationAlerts API as lines, without holding the event loop: one page, several one after the other, or an array of
 * pages. `line` counts donations from 1. Throws for anything but JSON.
 */
export async function* readApiPages(chunks: Iterable<string>): AsyncGenerator<CsvLine> {
  const found: unknown[] = [];
  const parser = new JSONParser({ paths: ['$.data.*', '$.*.data.*'], keepStack: false, separator: '' });
  parser.onValue = ({ value }) => void found.push(value);
  parser.onToken = keepsBounds();
  let line = 0;
  for (const chunk of chunks) {
    if (chunk !== '') parser.write(chunk);
    await turn();
    for (const value of found.splice(0)) {
      line += 1;
      const donation = apiDonation.safeParse(value).data;
      yield { line, cells: donation === undefined ? [] : apiColumns.map((name) => donation[name]) };
    }
  }
  if (!parser.isEnded) parser.end();
}
