import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayText } from './dates.ts';
import { dayFault, parseDay, parseTime } from './day-text.ts';
import { dayAfter, isDay, monthAfter } from './days.ts';
import { locales } from './locales.ts';

const days = fc.integer({ min: 0, max: 73_048 }).map((count) => dayAfter('1900-01-01', count));

describe('a typed day', () => {
  it('is read as every language shows it, with any separators and with none', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...locales), fc.constantFrom('.', '/', '-', ' ', '. '), (day, locale, sign) => {
        const shown = dayText(day, locale);
        const parts = shown.split(/\D/);
        for (const text of [shown, ` ${shown} `, parts.join(sign), parts.join(''), parts.map(Number).join('.'), day])
          expect(parseDay(text, { isTyping: true }), text).toBe(day);
      }),
    );
  });

  it('is a day of the calendar or none, whatever is typed', () => {
    const digits = fc.stringMatching(/^\d{0,4}[./ -]?\d{0,4}[./ -]?\d{0,4}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), digits), (text) => {
        const day = parseDay(text);
        expect(day === null || isDay(day)).toBe(true);
      }),
    );
  });

  it.each(['31.02.2026', '29.02.2026', '00.01.2026', '01.13.2026', '1.1.1', '21.11', '', 'завтра', '01.01.1899'])(
    'is not `%s`',
    (text) => expect(parseDay(text)).toBeNull(),
  );

  it.each([
    ['31.02.2026', 'none'],
    ['31/02/26', 'none'],
    ['2026-02-31', 'none'],
    ['31022026', 'none'],
    ['31.02.9999', 'none'],
    ['31.12.1899', 'early'],
    ['31.12.9999', 'late'],
    ['01.01.1900', null],
    ['31.12.2099', null],
    ['21.11', null],
    ['завтра', null],
    ['', null],
  ])('`%s` is no day, because: %s', (text, fault) => expect(dayFault(text)).toBe(fault));

  it('may have a year of two digits once it is finished', () => {
    expect(parseDay('21.11.26')).toBe('2026-11-21');
    expect(parseDay('211126')).toBe('2026-11-21');
    expect(parseDay('21.11.20', { isTyping: true })).toBeNull();
  });
});

describe('a typed time', () => {
  it.each([
    ['9:30', '09:30'],
    ['09.30', '09:30'],
    ['0930', '09:30'],
    ['23:59', '23:59'],
    ['24:00', null],
    ['12:60', null],
    ['полдень', null],
  ])('`%s` is %s', (text, time) => expect(parseTime(text)).toBe(time));
});

it('a month later or earlier keeps the day, or takes the last one', () => {
  expect(monthAfter('2026-01-31', 1)).toBe('2026-02-28');
  expect(monthAfter('2028-02-29', -12)).toBe('2027-02-28');
  expect(monthAfter('2026-11-23', 2)).toBe('2027-01-23');
});
