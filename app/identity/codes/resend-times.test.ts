import { expect, it } from 'vitest';
import { clockOf, createResendTimes } from './resend-times.ts';

function tab() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}

it('continues after a reload, separately for each phone and kind', () => {
  const storage = tab();
  let now = 1_000_000;
  createResendTimes(storage, () => now).wait('phone', '+998 (90) 123-45-67', 60);
  now += 20_000;
  const reloaded = createResendTimes(storage, () => now);
  expect(reloaded.until('phone', '998901234567')).toBe(1_060_000);
  expect(reloaded.until('admin', '998901234567')).toBe(0);
  expect(reloaded.until('phone', '998901234568')).toBe(0);
  now += 40_000;
  expect(reloaded.until('phone', '998901234567')).toBe(0);
});

it('ignores invalid stored times', () => {
  const storage = tab();
  const times = createResendTimes(storage, () => 5_000);
  for (const invalid of ['soon', '1e99', String(5_000 + 100 * 86_400_000)]) {
    storage.setItem('code phone 998901234567', invalid);
    expect(times.until('phone', '998901234567')).toBe(0);
  }
});

it('formats seconds like a clock', () => {
  expect([0, 9, 60, 3_601].map(clockOf)).toEqual(['0:00', '0:09', '1:00', '60:01']);
});

it('expects a code until it is used, without allowing the next request earlier', () => {
  const times = createResendTimes(tab(), () => 5_000);
  expect(times.isAwaited('phone', '998901234567')).toBe(false);
  times.wait('phone', '998901234567', 60);
  expect(times.isAwaited('phone', '998901234567')).toBe(true);
  times.spend('phone', '998901234567');
  expect(times.isAwaited('phone', '998901234567')).toBe(false);
  expect(times.until('phone', '998901234567')).toBe(65_000);
});

it('stores the message of the last code, until a code is sent of which nothing is known', () => {
  const storage = tab();
  const times = createResendTimes(storage, () => 1_000);
  expect(times.messageOf('phone', '998901234567')).toBe(null);
  times.note('phone', '998901234567', { resendIn: 60, message: { id: 'one', channel: 'telegram' } });
  const reloaded = createResendTimes(storage, () => 1_000);
  expect(reloaded.messageOf('phone', '+998 (90) 123-45-67')).toEqual({ id: 'one', channel: 'telegram' });
  expect(reloaded.until('phone', '998901234567')).toBe(61_000);
  expect(reloaded.messageOf('admin', '998901234567')).toBe(null);
  reloaded.note('phone', '998901234567', { resendIn: 60 });
  expect(reloaded.messageOf('phone', '998901234567')).toBe(null);
});
