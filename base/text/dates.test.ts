import { describe, expect, it } from 'vitest';
import { agoText, dateText, monthText } from './dates.ts';

const at = new Date('2026-11-22T19:30:05Z');
const timeZone = 'Asia/Tashkent';

describe('a date', () => {
  it.each([
    ['ru', '23.11.2026', '23 нояб. 2026 г., 00:30', '23 ноября 2026 г.', '23 ноября в 00:30'],
    ['uz', '23.11.2026', '23-noyabr, 2026, 00:30', '23-noyabr, 2026', '23-noyabr, 00:30'],
    ['en', '23/11/2026', '23 Nov 2026, 00:30', '23 November 2026', '23 November at 00:30'],
  ])('is in %s in every style', (locale, short, medium, long, dayMonth) => {
    expect(dateText(at, locale, { date: 'short', timeZone })).toBe(short);
    expect(dateText(at, locale, { date: 'medium', time: 'short', timeZone })).toBe(medium);
    expect(dateText(at.toISOString(), locale, { date: 'long', timeZone })).toBe(long);
    expect(dateText(at, locale, { date: 'dayMonth', time: 'short', timeZone })).toBe(dayMonth);
    expect(dateText(at, locale, { time: 'short', timeZone: 'UTC' })).toBe('19:30');
  });

  it('names every month in Uzbek', () => {
    const named = Array.from({ length: 12 }, (_, month) =>
      dateText(new Date(Date.UTC(2026, month, 5)), 'uz', { date: 'dayMonth', timeZone: 'UTC' }),
    );
    expect(named.join(' ')).toBe(
      '5-yanvar 5-fevral 5-mart 5-aprel 5-may 5-iyun 5-iyul 5-avgust 5-sentabr 5-oktabr 5-noyabr 5-dekabr',
    );
  });
});

it('a month is in words of the language', () => {
  expect(['ru', 'uz', 'en'].map((locale) => monthText('2026-10', locale))).toEqual([
    'Октябрь 2026',
    'Oktabr 2026',
    'October 2026',
  ]);
});

it('times ago are in words of the language', () => {
  expect([
    agoText(8, 'minute', 'uz'),
    agoText(2, 'hour', 'uz'),
    agoText(1, 'day', 'uz'),
    agoText(3, 'day', 'uz'),
  ]).toEqual(['8 daqiqa oldin', '2 soat oldin', 'kecha', '3 kun oldin']);
  expect([
    agoText(8, 'minute', 'en'),
    agoText(1, 'day', 'en'),
    agoText(1, 'hour', 'ru'),
    agoText(1, 'day', 'ru'),
  ]).toEqual(['8 minutes ago', 'yesterday', '1 час назад', 'вчера']);
});
