/** How a donation is shared, reckoned for the proof alone, without the code of the product (docs/rules.md#joint-streams). */

/** A member of a stream together. */
export interface Member {
  readonly projectId: string;
  readonly percent: number;
}

/** What a creator has of a donation, in minor units. */
export interface Share {
  readonly projectId: string;
  readonly left: number;
  readonly commission: number;
}

/** Divides a sum by weights: what rounding leaves goes unit by unit to whoever lacks most, the earlier one among equals. */
function divide(sum: number, weights: readonly number[]): number[] {
  const all = weights.reduce((total, weight) => total + weight, 0);
  const parts = weights.map((weight) => Math.floor((sum * weight) / all));
  // Numerators of what each one lacks: all are below 2^53 for the sums of a load.
  const lacks = weights.map((weight) => (sum * weight) % all);
  for (let rest = sum - parts.reduce((total, part) => total + part, 0); rest > 0; rest -= 1) {
    const at = lacks.indexOf(Math.max(...lacks));
    parts[at] = (parts[at] ?? 0) + 1;
    lacks[at] = -1;
  }
  return parts;
}

/** The shares of what was paid, that of the page on which it was given first. No sum of a load is so small that a member gets nothing. */
export function shareWhole(
  { amount, commissionPercent, givenTo }: { amount: number; commissionPercent: number; givenTo: string },
  members: readonly Member[],
): readonly Share[] {
  const order = (one: Member) => (one.projectId === givenTo ? '' : one.projectId);
  const sorted = members.toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
  const lefts = divide(
    amount,
    sorted.map(({ percent }) => percent),
  );
  const commissions = divide(Math.round((amount * commissionPercent) / 100), lefts);
  return sorted.map(({ projectId }, at) => ({
    projectId,
    left: lefts[at] ?? 0,
    commission: commissions[at] ?? 0,
  }));
}

/** The shares without a part that went back; whoever has nothing left stays with 0. */
export function takeBack(shares: readonly Share[], back: number): readonly Share[] {
  const taken = divide(
    back,
    shares.map(({ left }) => left),
  );
  const [first] = shares;
  if (first !== undefined && taken[0] === first.left) {
    const giver = shares.findIndex(({ left }, at) => at > 0 && (taken[at] ?? 0) < left);
    if (giver > 0) {
      taken[0] -= 1;
      taken[giver] = (taken[giver] ?? 0) + 1;
    }
  }
  return shares.map(({ projectId, left, commission }, at) => {
    const part = taken[at] ?? 0;
    return {
      projectId,
      left: left - part,
      commission: left === 0 ? 0 : commission - Math.round((commission * part) / left),
    };
  });
}
