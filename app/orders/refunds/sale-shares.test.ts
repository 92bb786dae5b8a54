import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minor } from '#base/money/money.ts';
import { chargeOf, inProportion, type Share, sumOfShares } from './sale-shares.server.ts';

const amount = fc.integer({ min: 0, max: 10_000_000_000 }).map(minor);
const shares = fc
  .uniqueArray(fc.constantFrom('platform', 'first', 'second', 'third'), { minLength: 1 })
  .chain((accounts) =>
    fc
      .array(amount, { minLength: accounts.length, maxLength: accounts.length })
      .map((amounts) => accounts.map((accountId, at): Share => ({ accountId, amount: amounts[at] ?? minor(0) }))),
  );
const heldBy = (holders: readonly Share[], accountId: string) =>
  holders.find((one) => one.accountId === accountId)?.amount ?? 0;

test('a charge adds up to the claims, and takes no account below zero while the sale holds enough', () => {
  fc.assert(
    fc.property(shares, shares, (claims, holders) => {
      const charge = chargeOf(claims, holders);
      expect(sumOfShares(charge)).toBe(sumOfShares(claims));
      if (sumOfShares(claims) > sumOfShares(holders)) return;
      for (const { accountId, amount: taken } of charge) expect(taken).toBeLessThanOrEqual(heldBy(holders, accountId));
    }),
  );
});

test('each account gives what its own pieces brought, where it still holds that much', () => {
  fc.assert(
    fc.property(shares, shares, (claims, more) => {
      const holders = [
        ...claims,
        ...more.filter(({ accountId }) => !claims.some((one) => one.accountId === accountId)),
      ];
      expect(chargeOf(claims, holders)).toEqual(claims.filter((one) => one.amount > 0));
    }),
  );
});

test('a sum in proportion is split to the minor unit, and no part is larger than what is held', () => {
  fc.assert(
    fc.property(shares, fc.nat(1_000_000), (holders, wanted) => {
      const sum = minor(Math.min(wanted, sumOfShares(holders)));
      fc.pre(sumOfShares(holders) > 0);
      const parts = inProportion(sum, holders);
      expect(sumOfShares(parts)).toBe(sum);
      for (const { accountId, amount: part } of parts) expect(part).toBeLessThanOrEqual(heldBy(holders, accountId));
    }),
  );
});
