import { expect, test } from 'vitest';
import { lookOf } from './alert-look.ts';
import { playingLimit, screenSeconds } from './alert-timing.ts';

const plain = { template: 'для всех', animation: 'fade', duration: 5, sound: 'chime', image: null } as const;
const settings = {
  ...plain,
  variants: [
    { ...plain, template: 'крупно', minAmount: 50_000 },
    { ...plain, template: 'огромно', minAmount: 1_000_000, duration: 20 },
    { ...plain, template: 'заметно', minAmount: 10_000 },
  ],
};

test('a gift looks like the highest variant that it reaches', () => {
  const looks = [9_999, 10_000, 49_999, 50_000, 5_000_000].map((amount) => lookOf(settings, { amount, digest: null }));
  expect(looks.map(({ template }) => template)).toEqual(['для всех', 'заметно', 'заметно', 'крупно', 'огромно']);
  expect(lookOf({ ...plain, variants: [] }, { amount: 1, digest: null }).template).toBe('для всех');
});

test('a digest looks like the alert for all, whatever it adds up to', () => {
  expect(lookOf(settings, { amount: 5_000_000, digest: {} }).template).toBe('для всех');
});

test('an alert may play until it has been seen and heard', () => {
  expect(screenSeconds({ duration: 5 }, 1)).toBe(5);
  expect(playingLimit({ duration: 3, readAloud: false }, 1)).toBe(15);
  expect(playingLimit({ duration: 20, readAloud: true }, 1)).toBe(41);
});

test('a digest stays as long as its names need, and no longer than 20 seconds more', () => {
  expect([1, 2, 10, 33, 34, 100].map((names) => screenSeconds({ duration: 5 }, names))).toEqual([
    5,
    6.2,
    11,
    5 + 33 * 0.6,
    25,
    25,
  ]);
  expect(playingLimit({ duration: 5, readAloud: false }, 30)).toBe(5 + 18 + 6);
});
