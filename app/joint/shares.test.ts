import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, type Minor, minor, percentOf, subtract, zero } from '#base/money/money.ts';
import { refundsOf, sharesOf, splitByWeight } from './shares.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const sharers = fc
  .array(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 10 })
  .map((percents) => percents.map((percent, at) => ({ projectId: ids[at] ?? '', percent })));
const amounts = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 9_000_000_000_000 })).map(minor);
const commissions = fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100);

const sum = (parts: readonly Minor[]) => add(zero, ...parts);

describe('the shares of a donation', () => {
  it('add up to it and to its commission, each within a minor unit of its exact share', () => {
    fc.assert(
      fc.property(amounts, commissions, sharers, fc.nat(), (amount, commissionPercent, members, pick) => {
        const givenTo = members[pick % members.length]?.projectId ?? '';
        const shares = sharesOf({ amount, commissionPercent, givenTo }, members);
        expect(sum(shares.map((share) => share.amount))).toBe(amount);
        expect(sum(shares.map(({ commission }) => commission))).toBe(percentOf(amount, commissionPercent));
        expect(shares[0]?.projectId).toBe(givenTo);
        const rest = shares.slice(1).map(({ projectId }) => projectId);
        expect(rest).toEqual(rest.toSorted());
        const all = members.reduce((total, { percent }) => total + percent, 0);
        for (const { projectId, amount: part, commission } of shares) {
          expect(part).toBeGreaterThan(0);
          expect(commission).toBeGreaterThanOrEqual(0);
          expect(commission).toBeLessThanOrEqual(part);
          const percent = members.find((member) => member.projectId === projectId)?.percent ?? 0;
          const exact = (amount * percent) / all;
          expect(Math.abs(part - exact)).toBeLessThanOrEqual(2 + exact * 1e-12);
        }
      }),
    );
  });

  it('are what everybody would reckon', () => {
    const three = ['a', 'b', 'c'].map((projectId, at) => ({ projectId, percent: at === 0 ? 34 : 33 }));
    expect(sharesOf({ amount: minor(100), commissionPercent: 5, givenTo: 'b' }, three)).toEqual([
      { projectId: 'b', amount: 33, commission: 2 },
      { projectId: 'a', amount: 34, commission: 2 },
      { projectId: 'c', amount: 33, commission: 1 },
    ]);
    // One of the three has left: the others share the rest in proportion.
    expect(
      sharesOf({ amount: minor(67), commissionPercent: 0, givenTo: 'a' }, three.slice(0, 2)).map(
        (share) => share.amount,
      ),
    ).toEqual([34, 33]);
  });

  it('are refused where nobody shares', () => {
    expect(() => splitByWeight(minor(5), [])).toThrow('nobody');
    expect(() => sharesOf({ amount: minor(5), commissionPercent: 5, givenTo: 'x' }, [])).toThrow('shares nothing');
  });
});

describe('refunds by parts', () => {
  it('take what they say, never more than is left, and leave the first share until the end', () => {
    fc.assert(
      fc.property(
        amounts,
        sharers,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (amount, members, parts) => {
          let left = sharesOf({ amount, commissionPercent: 5, givenTo: 'a' }, members).map((share) => share.amount);
          for (const part of parts) {
            const whole = sum(left);
            const back = minor(Math.max(1, Math.floor(part * (whole - 1))));
            if (back >= whole) break;
            const taken = refundsOf(back, left);
            expect(sum(taken)).toBe(back);
            left = left.map((rest, at) => subtract(rest, taken[at] ?? zero));
            expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
            expect(left[0]).toBeGreaterThan(0);
            expect(sum(left)).toBe(whole - back);
            // Whatever has nothing left is refunded whole and takes part no more.
            left = left.filter((rest, at) => at === 0 || rest > 0);
          }
        },
      ),
    );
  });

  it('are refused where they are not parts', () => {
    expect(() => refundsOf(minor(3), [minor(1), minor(2)])).toThrow('no part');
    expect(() => refundsOf(zero, [minor(1), minor(2)])).toThrow('no part');
  });
});
