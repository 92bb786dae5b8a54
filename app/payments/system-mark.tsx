import { IconCreditCard } from '@tabler/icons-react';
import classes from './card-entry.module.css';
import type { PaymentSystem } from './card-number.ts';

/** The payment system's name as a small mark; a plain card while the digits say nothing. */
export function SystemMark({ system }: { system: PaymentSystem | null }) {
  if (system === null) return <IconCreditCard className={classes.noSystem} size={22} aria-hidden />;
  return (
    <span className={classes.system} data-system={system.name}>
      {system.title}
    </span>
  );
}
