import { useLingui } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Tag } from '#base/ui/panel/tag.tsx';
import type { Order } from './order-shapes.ts';
import type { OrderStatus } from './order-status.ts';
import { useStatusWords } from './use-status-words.ts';

/** The tone of a status: the buyer must act, in progress, done, or ended without success. */
const tones: Readonly<Record<OrderStatus, 'waits' | 'plain' | 'good' | 'over'>> = {
  Basket: 'waits',
  AwaitingPayment: 'waits',
  Paid: 'plain',
  Processing: 'plain',
  Shipped: 'plain',
  ReadyForPickup: 'plain',
  Completed: 'good',
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
  if (isConfirming) return <Tag tone="plain">{t`Подтверждаем оплату`}</Tag>;
  if (isCancelling) return <Tag tone="over">{t`Отменяется`}</Tag>;
  if (isRefunding) return <Tag tone="over">{t`Деньги возвращаются`}</Tag>;
  return <Tag tone={tones[statusName]}>{words[statusName]}</Tag>;
}

/** A time of an order. */
export function OrderTime({ at }: { readonly at: string }) {
  const dateText = useDateText();
  return <time dateTime={at}>{dateText(at, { date: 'dayMonth', time: 'short' })}</time>;
}
