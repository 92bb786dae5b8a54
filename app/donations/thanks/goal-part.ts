interface Goal {
  readonly collected: number;
  readonly since: string | null;
  readonly members: object | null;
}

/** Whether a donation is a part of what has come together for a goal: not of one that counts members or began after it was paid. */
export function isPartOfGoal({ collected, since, members }: Goal, paidAt: string | undefined): boolean {
  if (members !== null || collected <= 0 || paidAt === undefined) return false;
  return since === null || Date.parse(paidAt) >= Date.parse(since);
}
