import classes from './sum.module.css';
import { useSumText } from './use-sum-text.ts';

interface SumProps {
  /** In main units, as on the wire. */
  readonly amount: number;
  /** The country's word for its currency, «сум». */
  readonly currency: string;
  /** In the display font: for the one big sum of a view. */
  readonly big?: boolean;
}

/** An amount with its currency, without line breaks. */
export function Sum({ amount, currency, big = false }: SumProps) {
  const text = useSumText(currency);
  return (
    <span className={big ? classes.big : classes.sum} data-fraction={!Number.isInteger(amount)}>
      {text(amount)}
    </span>
  );
}
