import { IconCreditCard } from '@tabler/icons-react';
import type { CardSystem } from '../card-number.ts';
import classes from './card-entry.module.css';

/** The payment system's name as a small mark, or a card icon if the system is unknown. */
export function SystemMark({ system }: { system: CardSystem | null }) {
  if (system === null) return <IconCreditCard className={classes.noSystem} size={22} aria-hidden />;
  return (
    <span className={classes.system} data-system={system.name}>
      {system.title}
    </span>
  );
}
