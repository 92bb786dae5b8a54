import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from '#base/ui/theme/accent.ts';
import { playingLimit, screenSeconds } from '../alert-timing.ts';
import { lookOf } from './alert-look.ts';
import { themeOf } from './alert-themes.ts';

const plain = { template: 'для всех', animation: 'fade', duration: 5, sound: 'chime', image: null } as const;
const settings = {
  ...plain,
  variants: [
    { ...plain, template: 'крупно', minAmount: 50_000 },
    { ...plain, template: 'огромно', minAmount: 1_000_000, duration: 20 },
    { ...plain, template: 'заметно', minAmount: 10_000 },
  ],
};

test('a donation has the look of the highest variant that it reaches', () => {
  const looks = [9_999, 10_000, 49_999, 50_000, 5_000_000].map((amount) => lookOf(settings, { amount, digest: null }));
  expect(looks.map(({ template }) => template)).toEqual(['для всех', 'заметно', 'заметно', 'крупно', 'огромно']);
  expect(lookOf({ ...plain, variants: [] }, { amount: 1, digest: null }).template).toBe('для всех');
});

test('a month of monthly support has a variant of its own, which goes before those by amount', () => {
  const ofMonths = (months: 'first' | 'any') => ({ ...plain, template: months, months });
  const templates = (monthlyVariants: ReturnType<typeof ofMonths>[]) =>
    [null, 1, 2].map(
      (month) => lookOf({ ...settings, monthlyVariants }, { amount: 50_000, digest: null, month }).template,
    );
  expect(templates([ofMonths('any'), ofMonths('first')])).toEqual(['крупно', 'first', 'any']);
  expect(templates([ofMonths('any')])).toEqual(['крупно', 'any', 'any']);
  expect(templates([ofMonths('first')])).toEqual(['крупно', 'first', 'крупно']);
  expect(lookOf({ ...settings, monthlyVariants: [ofMonths('any')] }, { amount: 1, digest: {} }).template).toBe(
    'для всех',
  );
});

test('settings and alerts of a server of an earlier version have no months', () => {
  expect(lookOf(settings, { amount: 50_000, digest: null, month: 2 }).template).toBe('крупно');
  expect(lookOf({ ...settings, monthlyVariants: [] }, { amount: 50_000, digest: null }).template).toBe('крупно');
});

test('a digest has the default look, whatever its sum', () => {
  expect(lookOf(settings, { amount: 5_000_000, digest: {} }).template).toBe('для всех');
});

test('an alert may play until its picture and its voice are over', () => {
  expect(screenSeconds({ duration: 5 }, 1)).toBe(5);
  expect(playingLimit({ duration: 3, readAloud: false }, 1)).toBe(15);
  expect(playingLimit({ duration: 20, readAloud: true }, 1)).toBe(41);
});

test('a digest stays longer for its names, at most 20 seconds more', () => {
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

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test("the sum of the ikat theme has the accent of the creator's page, and can be read on every ground", () => {
  expect(themeOf(plain, '#ff8800').accent).toBe('#ff8800');
  expect(themeOf({ ...plain, accentColor: '#abcdef' }, '#ff8800').accent).toBe('#abcdef');
  expect(themeOf({ ...plain, theme: 'dark' }, '#ff8800').accent).toBe(
    themeOf({ ...plain, theme: 'dark' }, null).accent,
  );
  fc.assert(
    fc.property(colour, colour, (accent, groundColor) => {
      expect(contrast(themeOf({ ...plain, groundColor }, accent).accent, groundColor)).toBeGreaterThan(4.5);
    }),
  );
});
