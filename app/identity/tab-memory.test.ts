import { expect, it } from 'vitest';
import { readPending, writePending } from './tab-memory.ts';

const phone = '+998 (90) 123-45-67';

it('keeps the step over a reload, for half an hour', () => {
  for (const pending of [
    { phone, actionId: null },
    { phone, actionId: 'f3a1' },
  ]) {
    const kept = writePending(pending, 1_000);
    expect(readPending(kept, 1_000 + 29 * 60_000)).toEqual(pending);
    expect(readPending(kept, 1_000 + 30 * 60_000)).toBeNull();
  }
});

it.each(['', 'soon|+998 (90) 123-45-67|', '1000||f3a1', '{}'])('takes %j for no step', (kept) => {
  expect(readPending(kept, 2_000)).toBeNull();
});
