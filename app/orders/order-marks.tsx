import classes from './order-parts.module.css';
import type { OrderStatus } from './order-status.ts';
import { useStatusWords } from './use-status-words.ts';

/** How a state looks: what wants something of the buyer, what is under way, what is done, what came to nothing. */
const looks: Readonly<Record<OrderStatus, 'waiting' | 'going' | 'done' | 'over'>> = {
  Basket: 'waiting',
  AwaitingPayment: 'waiting',
  Paid: 'going',
  Processing: 'going',
  Shipped: 'going',
  ReadyForPickup: 'going',
  Completed: 'done',
  Cancelled: 'over',
  Refunded: 'over',
};

/** An order's state in a word. */
export function StatusMark({ status }: { readonly status: OrderStatus }) {
  const words = useStatusWords();
  return (
    <span className={classes.mark} data-look={looks[status]}>
      {words[status]}
    </span>
  );
}

/** A moment of an order, in the reader's time zone. */
export function OrderTime({ at, locale }: { readonly at: string; readonly locale: string }) {
  const words = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
  return <time dateTime={at}>{words.format(new Date(at))}</time>;
}
