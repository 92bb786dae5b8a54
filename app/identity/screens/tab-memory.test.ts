import { expect, it } from 'vitest';
import { readPending, writePending } from './tab-memory.ts';

const phone = '+998 (90) 123-45-67';

it('restores a step after a reload, for half an hour', () => {
  for (const pending of [
    { phone, actionId: null },
    { phone, actionId: 'f3a1' },
    { phone, actionId: 'f3a1', hasTools: true as const },
  ]) {
    const stored = writePending(pending, 1_000);
    expect(readPending(stored, 1_000 + 29 * 60_000)).toEqual(pending);
    expect(readPending(stored, 1_000 + 30 * 60_000)).toBeNull();
  }
});

it.each(['', 'soon|+998 (90) 123-45-67|', '1000||f3a1', '{}'])('ignores %j', (stored) => {
  expect(readPending(stored, 2_000)).toBeNull();
});
