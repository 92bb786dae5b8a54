import { add, type Minor, minor, negate, shareOf, subtract, zero } from '#base/money/money.ts';

/** What an account holds of a sale, or what it is charged. */
export interface Share {
  readonly accountId: string;
  readonly amount: Minor;
}

/** The sum of shares. */
export function sumOfShares(shares: readonly Share[]): Minor {
  return shares.reduce((sum, { amount }) => add(sum, amount), zero);
}

/** Splits a sum in proportion to what the accounts hold; the parts add up to it to the minor unit. */
export function inProportion(sum: Minor, holders: readonly Share[]): Share[] {
  const whole = sumOfShares(holders);
  let until = zero;
  let given = zero;
  return holders.map(({ accountId, amount }) => {
    until = add(until, amount);
    const share = subtract(shareOf(sum, until, whole), given);
    given = add(given, share);
    return { accountId, amount: share };
  });
}

function amountsOf(shares: readonly Share[]): Map<string, Minor> {
  const amounts = new Map<string, Minor>();
  for (const { accountId, amount } of shares) amounts.set(accountId, add(amounts.get(accountId) ?? zero, amount));
  return amounts;
}

const positive = (amounts: ReadonlyMap<string, Minor>): Share[] =>
  [...amounts].flatMap(([accountId, amount]) => (amount > 0 ? [{ accountId, amount }] : []));

/** What the holders have left after a charge; accounts with nothing left are omitted. */
export function subtractShares(holders: readonly Share[], taken: readonly Share[]): Share[] {
  const left = amountsOf(holders);
  for (const { accountId, amount } of taken) left.set(accountId, subtract(left.get(accountId) ?? zero, amount));
  return positive(left);
}

/**
 * The accounts charged for a refund of some pieces. Each pays what the pieces brought it, at most what it still holds of the sale. The rest
 * has paid for an earlier refund of unknown pieces, so the other holders pay it in proportion. Only what the whole sale no longer holds is
 * charged to the accounts of the pieces.
 */
export function chargeOf(claims: readonly Share[], holders: readonly Share[]): Share[] {
  const held = amountsOf(holders);
  const own = positive(amountsOf(claims)).map(({ accountId, amount }) => ({
    accountId,
    amount: minor(Math.min(amount, Math.max(0, held.get(accountId) ?? 0))),
  }));
  const missing = subtract(sumOfShares(claims), sumOfShares(own));
  const others = subtractShares(holders, own);
  const spread = minor(Math.min(missing, sumOfShares(others)));
  const unpaid = subtractShares(claims, own);
  const charges = [...own, ...inProportion(spread, others), ...inProportion(subtract(missing, spread), unpaid)];
  return positive(amountsOf(charges));
}

/** The ledger entries of a charge. */
export function entriesOf(shares: readonly Share[]): Share[] {
  return shares.map(({ accountId, amount }) => ({ accountId, amount: negate(amount) }));
}
