import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { digestOf, scoreOf, seedHashOf, ticketOf } from './fair-order.server.ts';

const seed = Buffer.from('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'hex');
const ticketKey = Buffer.alloc(32, 0xff);
const drawId = '0193b3e0-0000-7000-8000-000000000001';
const personId = '0193b3e0-0000-7000-8000-000000000002';

it('is what docs/rules.md#draws says, so that others can compute it', () => {
  // The values are those of another language's library.
  const ticket = ticketOf(ticketKey, { drawId, personId });
  expect(ticket).toHaveLength(16);
  const other = ticketOf(ticketKey, { drawId, personId: drawId });
  const digest = digestOf([ticket, other]);
  expect(
    [ticket, other, digest, scoreOf(seed, digest, ticket), seedHashOf(seed)].map((one) => one.toString('hex')),
  ).toEqual([
    '64e0d1a421f54ceaf3cfb8331d2beb22',
    'a796ec01d499f1a88cbaaf617d41e83f',
    '6ceacd9e088abf60efaf7a0365a41ccb5cfc08910499ed5a5074b16db1ec9e83',
    'e84acd960d91ff7ed6f422087dc2a0a2bd171e79343071ef7a4f7ee8a7dc2631',
    '4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef',
  ]);
});

it('gives every ticket the same chance, over many draws', () => {
  const people = Array.from({ length: 5 }, (): string => randomUUID());
  const wins = new Map(people.map((one) => [one, 0]));
  const draws = 20_000;
  for (let at = 0; at < draws; at += 1) {
    const key = randomBytes(32);
    const tickets = people.map((one) => ({ one, ticket: ticketOf(ticketKey, { drawId, personId: one }) }));
    const digest = digestOf(tickets.map(({ ticket }) => ticket));
    const scored = tickets.map(({ one, ticket }) => ({ one, score: scoreOf(key, digest, ticket) }));
    scored.sort((left, right) => Buffer.compare(left.score, right.score));
    const winner = scored[0]?.one ?? '';
    wins.set(winner, (wins.get(winner) ?? 0) + 1);
  }
  // Ten standard deviations of a fair draw: 56.6 each.
  for (const [, count] of wins) expect(Math.abs(count - draws / people.length)).toBeLessThan(566);
});
