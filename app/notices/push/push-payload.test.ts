import { expect, it } from 'vitest';
import { minor } from '#base/money/money.ts';
import { pushPayload } from './push-payload.server.ts';

it('a message is cut to what push services take, and leads to a page of the site', () => {
  const donation = { name: null, amount: minor(100), whole: null, message: null };
  const long = { title: '\u{1F600}'.repeat(2_000), lines: ['\u0001'.repeat(5_000)] };
  const made = pushPayload('id', { kind: 'donation', donation }, { text: long, isMuted: true });
  expect(Buffer.byteLength(JSON.stringify(made))).toBeLessThan(3_900);
  expect(made.title.isWellFormed()).toBe(true);
  expect(made.path).toMatch(/^\/\w/);
});
