import { expect, it } from 'vitest';
import { checkDraw } from './check-draw.ts';
import { digestOf, scoreOf, seedHashOf, ticketOf } from './fair-order.server.ts';

const passedAt = '2026-03-10T10:00:00.000Z';
const seed = Buffer.from('00ff102030405060708090a0b0c0d0e0f1112131415161718191a1b1c1d1e1f2', 'hex');
const drawId = '019a0000-0000-7000-8000-000000000001';
const people = Array.from(
  { length: 25 },
  (_, at) => `019a0000-0000-7000-8000-0000000001${String(at).padStart(2, '0')}`,
);
const tickets = people.map((personId) => ticketOf(seed, { drawId, personId })).sort(Buffer.compare);
const digest = digestOf(tickets);
const scored = tickets.map((ticket) => ({ ticket: ticket.toString('hex'), score: scoreOf(seed, digest, ticket) }));
const order = scored.toSorted((one, other) => Buffer.compare(one.score, other.score)).map(({ ticket }) => ticket);

const draw = {
  seedHash: seedHashOf(seed).toString('hex'),
  seed: seed.toString('hex'),
  digest: digest.toString('hex'),
  entryCount: tickets.length,
  winners: 3,
};
const placesOf = (count: number) =>
  order.slice(0, count).map((ticket, at) => ({ place: at + 1, ticket, passedAt: at === 1 ? passedAt : null }));
// Three have won, and the second place was passed on.
const places = placesOf(4);
const listed = tickets.map((ticket) => ticket.toString('hex'));

/** Answers like `Draw/Tickets`, ten at once. */
const reading = (all: readonly string[]) => async (after: string | undefined) =>
  all.slice(after === undefined ? 0 : all.indexOf(after) + 1).slice(0, 10);

const asked = { draw, places, readTickets: reading(listed), ownTicket: null, kept: null };
const holds = { isSeedKept: true, areTicketsKept: true, areWinnersRight: true, isOwnTicketIn: null, ticketCount: 25 };
const other = (hex: string) => `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;

it('holds for a draw as the server holds it', async () => {
  expect(await checkDraw(asked)).toEqual(holds);
  expect(await checkDraw({ ...asked, ownTicket: listed[7] ?? '' })).toEqual({ ...holds, isOwnTicketIn: true });
});

it('holds where nobody took part', async () => {
  const none = { ...draw, digest: digestOf([]).toString('hex'), entryCount: 0 };
  expect(await checkDraw({ ...asked, draw: none, places: [], readTickets: reading([]) })).toEqual({
    ...holds,
    ticketCount: 0,
  });
});

it('does not hold with another seed than was promised', async () => {
  const tampered = { ...draw, seed: other(draw.seed) };
  expect(await checkDraw({ ...asked, draw: tampered })).toMatchObject({ isSeedKept: false, areWinnersRight: false });
  // The hash was changed with it: then the winners are others.
  const hidden = { ...tampered, seedHash: seedHashOf(Buffer.from(tampered.seed, 'hex')).toString('hex') };
  expect(await checkDraw({ ...asked, draw: hidden })).toMatchObject({ isSeedKept: true, areWinnersRight: false });
});

it('does not hold with a ticket that was taken out, put in or listed twice', async () => {
  for (const all of [listed.slice(1), [...listed, 'f'.repeat(32)], [...listed, listed.at(-1) ?? '']]) {
    expect(await checkDraw({ ...asked, readTickets: reading(all) })).toMatchObject({ areTicketsKept: false });
  }
  const swapped = listed.map((ticket, at) => (at === 3 ? other(ticket) : ticket)).sort();
  expect(await checkDraw({ ...asked, readTickets: reading(swapped) })).toMatchObject({ areTicketsKept: false });
  expect(await checkDraw({ ...asked, draw: { ...draw, entryCount: 24 } })).toMatchObject({ areTicketsKept: false });
});

it('holds where fewer took part than can win', async () => {
  const all = placesOf(25).map((place) => ({ ...place, passedAt: null }));
  expect(await checkDraw({ ...asked, draw: { ...draw, winners: 50 }, places: all })).toEqual(holds);
  // Nobody is left to whom a place could be passed on.
  expect(await checkDraw({ ...asked, draw: { ...draw, winners: 24 }, places: placesOf(25) })).toEqual(holds);
});

it('does not hold with a winner out of turn, with one missing or one too many', async () => {
  const [first, second, ...others] = places;
  const exchanged = [
    { place: 1, ticket: second?.ticket ?? '', passedAt: null },
    { place: 2, ticket: first?.ticket ?? '', passedAt },
    ...others,
  ];
  for (const wrong of [exchanged, places.slice(1), places.slice(0, -1), placesOf(5), []]) {
    expect(await checkDraw({ ...asked, places: wrong })).toMatchObject({
      areTicketsKept: true,
      areWinnersRight: false,
    });
  }
});

it('says that an own ticket is missing', async () => {
  expect(await checkDraw({ ...asked, ownTicket: 'a'.repeat(32) })).toMatchObject({ isOwnTicketIn: false });
});

it('compares with what was kept before the end', async () => {
  const [ticket = '', another = ''] = listed;
  const kept = { seedHash: draw.seedHash, ticket };
  expect(await checkDraw({ ...asked, ownTicket: ticket, kept })).toEqual({ ...holds, isOwnTicketIn: true });
  expect(await checkDraw({ ...asked, kept })).toEqual({ ...holds, isOwnTicketIn: true });
  expect(await checkDraw({ ...asked, kept: { ...kept, ticket: null } })).toEqual(holds);
  expect(await checkDraw({ ...asked, kept: { ...kept, seedHash: other(draw.seedHash) } })).toMatchObject({
    isSeedKept: false,
    areWinnersRight: true,
  });
  expect(await checkDraw({ ...asked, ownTicket: another, kept }), 'another one').toMatchObject({
    isOwnTicketIn: false,
  });
  expect(await checkDraw({ ...asked, kept: { ...kept, ticket: 'a'.repeat(32) } }), 'one that is gone').toMatchObject({
    isOwnTicketIn: false,
  });
});
