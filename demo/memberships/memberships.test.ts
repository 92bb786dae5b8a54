import { expect, test } from 'vitest';
import { countryOf } from '#app/country.ts';
import { eachDay } from '#base/text/days.ts';
import { momentIn } from '#base/text/time-zones.ts';
import { demoCreators } from '../creators/creators.ts';
import { makeMemberships } from './memberships.ts';

const country = countryOf('uz');
const day = 86_400_000;

const personOf = (id: string) => ({ userId: `user ${id}`, projectId: `project ${id}`, accountId: `account ${id}` });
const creators = new Map(demoCreators.map(({ userName }) => [userName, personOf(userName)]));

const madeAt = (now: Date) =>
  makeMemberships({ creators, buyer: personOf('buyer'), country, commissionPercent: 5, now }).memberships;

test('on each day of two years the first creator has a member who is overdue and one who is paused', () => {
  // The second is a leap year.
  for (const today of eachDay({ from: '2027-01-01', to: '2028-12-31' })) {
    const now = momentIn(country.timeZone, today, '23:30');
    const memberships = madeAt(now);
    const refused = memberships.flatMap(({ refused, paidUntil, starts }) => {
      if (refused === null) return [];
      const { donation, nextAt } = refused;
      expect(donation, today).toMatchObject({ createdAt: paidUntil, month: starts.length + 1 });
      const tried = donation.tries.map(({ at }) => (now.getTime() - at.getTime()) / day);
      return [{ tried, waits: nextAt && (nextAt.getTime() - now.getTime()) / day }];
    });
    expect(refused, today).toEqual([
      { tried: [1], waits: 2 },
      { tried: [12, 9, 5], waits: null },
    ]);
    const paid = memberships.filter((one) => one.refused === null);
    expect([memberships.length, paid.length], today).toEqual([15, 13]);
    expect(
      paid.every(({ paidUntil }) => paidUntil > now),
      today,
    ).toBe(true);
    expect(
      memberships.every(({ anchorAt, starts }) => starts[0]?.getTime() === anchorAt.getTime()),
      today,
    ).toBe(true);
  }
});
