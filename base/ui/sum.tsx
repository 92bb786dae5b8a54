import { formatAmount } from '../money.ts';
import classes from './sum.module.css';

interface SumProps {
  /** In main units, as calls answer it. */
  readonly amount: number;
  /** The country's word for its currency, «сум». */
  readonly currency: string;
  /** In the display face: one big sum of a view. */
  readonly big?: boolean;
}

/** A sum with its currency, in figures of one width; it never breaks in two. */
export function Sum({ amount, currency, big = false }: SumProps) {
  return (
    <span className={big ? classes.big : classes.sum}>
      {formatAmount(amount)} {currency}
    </span>
  );
}
