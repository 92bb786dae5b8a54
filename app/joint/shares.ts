import { add, type Minor, minor, percentOf, subtract, zero } from '#base/money/money.ts';

/**
 * Splits an amount in proportion to weights, of which one is positive, by the largest remainder: each gets its share rounded down, and what is left goes, a minor
 * unit each, to those whose rounding took most; among equal ones the earlier comes first. The parts add up to the amount, and none is
 * more than its weight where the amount is not more than all weights.
 */
export function splitByWeight(amount: Minor, weights: readonly number[]): readonly Minor[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all <= 0n) throw new RangeError('nobody has a share');
  const exact = weights.map((weight, at) => {
    const share = BigInt(amount) * BigInt(weight);
    return { at, part: share / all, remainder: share % all };
  });
  let left = BigInt(amount) - exact.reduce((sum, { part }) => sum + part, 0n);
  const byRemainder = exact.toSorted((one, other) =>
    one.remainder === other.remainder ? one.at - other.at : one.remainder > other.remainder ? -1 : 1,
  );
  const parts = exact.map(({ part }) => part);
  for (const { at, part } of byRemainder) {
    if (left === 0n) break;
    parts[at] = part + 1n;
    left -= 1n;
  }
  return parts.map((part) => minor(Number(part)));
}

/** A creator with a percent; together they may have less than 100, because some have left. */
interface Sharer {
  readonly projectId: string;
  readonly percent: number;
}

/** What a creator has of a donation, in minor units. */
export interface Share {
  readonly projectId: string;
  readonly amount: Minor;
  readonly commission: Minor;
}

/** Takes a minor unit for the first part, if it has none, from the largest one. */
function withFirst(parts: readonly Minor[]): readonly Minor[] {
  const [first = zero, ...rest] = parts;
  if (first > 0) return parts;
  const giver = rest.indexOf(minor(Math.max(...rest)));
  return [minor(1), ...rest.map((part, at) => (at === giver ? subtract(part, minor(1)) : part))];
}

/**
 * The shares of a donation: that of the page on which it is given comes first and is never 0, the others follow by their projects, without those who get
 * nothing. The commission is that of the whole, split by the shares, so that sharing neither costs nor saves a minor unit.
 */
export function sharesOf(
  { amount, commissionPercent, givenTo }: { amount: Minor; commissionPercent: number; givenTo: string },
  sharers: readonly Sharer[],
): readonly Share[] {
  const given = sharers.filter(({ projectId }) => projectId === givenTo);
  const others = sharers.filter(({ projectId }) => projectId !== givenTo);
  const inOrder = [...given, ...others.toSorted((one, other) => (one.projectId < other.projectId ? -1 : 1))];
  if (given.length !== 1) throw new Error(`${givenTo} shares nothing`);
  const amounts = withFirst(
    splitByWeight(
      amount,
      inOrder.map(({ percent }) => percent),
    ),
  );
  const commissions = splitByWeight(percentOf(amount, commissionPercent), amounts);
  return inOrder.flatMap(({ projectId }, at) => {
    const part = amounts[at] ?? zero;
    return part === 0 ? [] : [{ projectId, amount: part, commission: commissions[at] ?? zero }];
  });
}

/**
 * What of a refunded part, which is less than all that is left, is taken from each share, by what is left of it. The first one keeps a minor unit: the donation
 * as it was given stays paid as long as anything of it does.
 */
export function refundsOf(back: Minor, left: readonly Minor[]): readonly Minor[] {
  const [first = zero, ...rest] = left;
  if (back <= 0 || back >= add(...left)) throw new RangeError(`${back} is no part of ${add(...left)}`);
  const [ofFirst = zero, ...ofRest] = splitByWeight(back, left);
  if (ofFirst < first) return [ofFirst, ...ofRest];
  const giver = ofRest.findIndex((part, at) => part < (rest[at] ?? zero));
  return [subtract(ofFirst, minor(1)), ...ofRest.map((part, at) => (at === giver ? add(part, minor(1)) : part))];
}
