/** `…There`: only the books of the system have it; `…Here`: only ours. */
export const differenceKinds = [
  'paidThere',
  'unknownHere',
  'takenTwice',
  'paidHere',
  'unknownThere',
  'otherAmount',
  'refundedThere',
  'refundedHere',
] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

/** Why payments are not compared: `beganEarlier`: before the first line of a statement, so that an earlier one may have them. */
export const reasonsNotCompared = ['notConfigured', 'noBooks', 'beganEarlier', 'noAnswer'] as const;

/** Why payments are not compared. `detail`: what the system answered, in its own words. */
export interface NotCompared {
  readonly reason: (typeof reasonsNotCompared)[number];
  readonly detail: string | null;
}
