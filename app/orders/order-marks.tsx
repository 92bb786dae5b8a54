import { useLingui } from '@lingui/react/macro';
import { dateText } from '#base/text/dates.ts';
import classes from './order/order-parts.module.css';
import type { Order } from './order-shapes.ts';
import type { OrderStatus } from './order-status.ts';
import { useStatusWords } from './use-status-words.ts';

/** The look of a status: the buyer must act, in progress, done, or ended without success. */
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

interface StatusMarkProps {
  readonly order: Pick<Order, 'statusName' | 'isCancelling' | 'isRefunding'>;
  /** The provider has reported the payment, the server has not confirmed it yet. */
  readonly isConfirming?: boolean;
}

/** An order's status as a badge. */
export function StatusMark({
  order: { statusName, isCancelling, isRefunding },
  isConfirming = false,
}: StatusMarkProps) {
  const { t } = useLingui();
  const words = useStatusWords();
  const mark = isConfirming
    ? { look: 'going', word: t`Подтверждаем оплату` }
    : isCancelling
      ? { look: 'over', word: t`Отменяется` }
      : isRefunding
        ? { look: 'over', word: t`Деньги возвращаются` }
        : { look: looks[statusName], word: words[statusName] };
  return (
    <span className={classes.mark} data-look={mark.look}>
      {mark.word}
    </span>
  );
}

/** A time of an order, in the user's time zone. */
export function OrderTime({ at, locale }: { readonly at: string; readonly locale: string }) {
  return <time dateTime={at}>{dateText(at, locale, { date: 'dayMonth', time: 'short' })}</time>;
}
