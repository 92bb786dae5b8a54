/** What a donor gives every month; minor units. */
export interface Terms {
  /** Null: a sum of the donor's own. */
  readonly levelId: string | null;
  readonly amount: number;
  /** The price of the level that the donor has agreed to. */
  readonly levelAmount: number | null;
}

/** A membership with its terms, and with those that the donor has chosen for the next charge. */
export interface WithTerms extends Terms {
  readonly nextLevelId: string | null;
  /** Null: nothing else is chosen. */
  readonly nextAmount: number | null;
  readonly nextLevelAmount: number | null;
}

const noChange = { nextLevelId: null, nextAmount: null, nextLevelAmount: null } as const;

/** Whether two terms are the same for the donor. */
export const isSameChoice = (one: Pick<Terms, 'levelId' | 'amount'>, other: Pick<Terms, 'levelId' | 'amount'>) =>
  one.levelId === other.levelId && one.amount === other.amount;

/** What the next charge takes: the donor's last yes, whatever the level costs by then. */
export function agreedTerms(row: WithTerms): Terms {
  const { levelId, amount, levelAmount, nextLevelId, nextAmount, nextLevelAmount } = row;
  if (nextAmount === null) return { levelId, amount, levelAmount };
  return { levelId: nextLevelId, amount: nextAmount, levelAmount: nextLevelAmount };
}

/** What changes with the next charge; null: nothing. */
export function comingTerms(row: WithTerms): Terms | null {
  const agreed = agreedTerms(row);
  return isSameChoice(agreed, row) ? null : agreed;
}

/**
 * A membership whose donor has chosen these terms. They are kept where they are the present ones, too: a charge that is under way may bring
 * others, and these hold after it.
 */
export const withNextTerms = <Row extends WithTerms>(row: Row, { levelId, amount, levelAmount }: Terms): Row => ({
  ...row,
  nextLevelId: levelId,
  nextAmount: amount,
  nextLevelAmount: levelAmount,
});

/** A membership without what was chosen for the next charge. */
export const withoutNextTerms = <Row extends WithTerms>(row: Row): Row => ({ ...row, ...noChange });

/** A membership with these terms from now on. What the donor has chosen after them is still to come. */
export function withTerms<Row extends WithTerms>(row: Row, { levelId, amount, levelAmount }: Terms): Row {
  const present = { ...row, levelId, amount, levelAmount };
  return comingTerms(present) === null ? withoutNextTerms(present) : present;
}

/** A membership whose donor agrees to a new price of the level. */
export const withPrice = <Row extends WithTerms>(row: Row, price: number): Row =>
  row.nextAmount === null
    ? { ...row, amount: price, levelAmount: price }
    : { ...row, nextAmount: price, nextLevelAmount: price };
