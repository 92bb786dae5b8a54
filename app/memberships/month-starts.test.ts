import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarMonth, endOfMonths, monthsUntil, nextMonthStart } from './month-starts.server.ts';

const starts = (at: string, timeZone: string, count: number) => {
  const anchor = { at: new Date(at), timeZone };
  const all = [anchor.at];
  while (all.length <= count) all.push(nextMonthStart(anchor, all.at(-1) ?? anchor.at));
  return all.slice(1).map((start) => start.toISOString());
};

describe('the end of months in a row', () => {
  test('is the last start of so many months', () => {
    expect(endOfMonths({ at: new Date('2027-01-31T10:00:00Z'), timeZone: 'UTC' }, 1).toISOString()).toBe(
      '2027-02-28T10:00:00.000Z',
    );
    expect(endOfMonths({ at: new Date('2027-01-31T10:00:00Z'), timeZone: 'UTC' }, 12).toISOString()).toBe(
      '2028-01-31T10:00:00.000Z',
    );
  });

  test('property: is the start that follows as many others', () => {
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    const zones = fc.constantFrom('Asia/Tashkent', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC');
    fc.assert(
      fc.property(moments, zones, fc.integer({ min: 1, max: 12 }), (at, timeZone, count) => {
        const end = endOfMonths({ at, timeZone }, count).toISOString();
        expect(end).toBe(starts(at.toISOString(), timeZone, count).at(-1));
      }),
    );
  });
});

describe('the start of a month', () => {
  test('is the last day of a month that lacks the day, then the day again', () => {
    expect(starts('2027-12-31T10:00:00Z', 'UTC', 4)).toEqual([
      '2028-01-31T10:00:00.000Z',
      '2028-02-29T10:00:00.000Z',
      '2028-03-31T10:00:00.000Z',
      '2028-04-30T10:00:00.000Z',
    ]);
  });

  test('is 28 February of a year without 29, and 29 again four years later', () => {
    const all = starts('2028-02-29T10:00:00Z', 'Asia/Tashkent', 48);
    expect([all[11], all[12], all[47]]).toEqual([
      '2029-02-28T10:00:00.000Z',
      '2029-03-29T10:00:00.000Z',
      '2032-02-29T10:00:00.000Z',
    ]);
  });

  test('moves by the change of clocks only where its time is left out', () => {
    // On 28 March 2027 clocks in Berlin go from 2:00 to 3:00, on 31 October back.
    expect(starts('2027-02-28T01:30:00Z', 'Europe/Berlin', 2)).toEqual([
      '2027-03-28T01:30:00.000Z',
      '2027-04-28T00:30:00.000Z',
    ]);
    expect(starts('2027-09-30T23:30:00Z', 'Europe/Berlin', 1)).toEqual(['2027-11-01T00:30:00.000Z']);
  });

  test('property: each is later by a month of the calendar, on the day of the first or on the last', () => {
    const zones = fc.constantFrom(
      'Asia/Tashkent',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'UTC',
    );
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, zones, fc.integer({ min: 1, max: 50 }), (at, timeZone, count) => {
        const local = (moment: Date | string) =>
          Temporal.Instant.from(new Date(moment).toISOString()).toZonedDateTimeISO(timeZone);
        const first = local(at);
        starts(at.toISOString(), timeZone, count).forEach((text, index) => {
          const start = local(text);
          const passed = (start.year - first.year) * 12 + start.month - first.month;
          expect(passed).toBe(index + 1);
          expect(start.day).toBe(Math.min(first.day, start.daysInMonth));
          const shift = start.toPlainTime().since(first.toPlainTime()).total('minutes');
          expect([0, 30, 60]).toContain(Math.round(shift));
        });
      }),
    );
  });

  test('property: after any moment it is the first of all that are later', () => {
    const moments = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 1_500 }), (at, days) => {
        const after = new Date(at.getTime() + days * 86_400_000);
        const anchor = { at, timeZone: 'Europe/Berlin' };
        const next = nextMonthStart(anchor, after);
        expect(next.getTime()).toBeGreaterThan(after.getTime());
        const all = [at, ...starts(at.toISOString(), 'Europe/Berlin', 55).map((text) => new Date(text))];
        expect(next).toEqual(all.find((start) => start > after));
      }),
    );
  });
});

test('calendar months are those of the time zone', () => {
  expect(calendarMonth(new Date('2026-11-30T20:00:00Z'), 'Asia/Tashkent')).toBe('2026-12-01');
  expect(monthsUntil('2026-02-01', 3)).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
});
