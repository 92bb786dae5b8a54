import { beforeEach, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('window', {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  },
});

const first = new Date('2026-03-10T10:00:00.000Z');
const later = new Date('2026-03-11T10:00:00.000Z');
const draw = { id: 'one', seedHash: 'a1' };

/** As a page that is opened anew. */
async function opened() {
  vi.resetModules();
  return import('./seen-draws.ts');
}

beforeEach(() => stored.clear());

it('keeps what was seen first, and the ticket of each person', async () => {
  const page = await opened();
  expect(page.seenOfDraw('one')).toBeNull();
  page.keepSeen(draw, null, first);
  page.keepSeen({ ...draw, seedHash: 'b2' }, { personId: 'anna', ticket: 'c3' }, later);
  page.keepSeen(draw, { personId: 'anna', ticket: 'd4' }, later);
  page.keepSeen(draw, { personId: 'boris', ticket: 'e5' }, later);
  const seen = { seedHash: 'a1', at: first.toISOString(), tickets: { anna: 'c3', boris: 'e5' } };
  expect(page.seenOfDraw('one')).toEqual(seen);
  expect((await opened()).seenOfDraw('one')).toEqual(seen);
});

it('keeps the last hundred draws', async () => {
  const page = await opened();
  for (let at = 0; at <= 100; at += 1) page.keepSeen({ id: `draw ${at}`, seedHash: `${at}` }, null, first);
  expect([0, 1, 100].map((at) => page.seenOfDraw(`draw ${at}`)?.seedHash)).toEqual([undefined, '1', '100']);
});

it('takes what it does not know for nothing', async () => {
  const text = { one: { seedHash: 1 }, two: 'x', three: { seedHash: 'a1', at: 'never' }, four: null };
  stored.set('opora.seenDraws', JSON.stringify(text));
  const page = await opened();
  expect(Object.keys(text).map(page.seenOfDraw)).toEqual([null, null, null, null]);
});
