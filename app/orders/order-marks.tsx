import { useLingui } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { stateLooks } from '#base/ui/states/state-looks.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import type { Order } from './order-shapes.ts';
import { useStatusWords } from './use-status-words.ts';

interface StatusMarkProps {
  readonly order: Pick<Order, 'statusName' | 'isCancelling' | 'isRefunding' | 'isRefundStopped' | 'giftId'>;
  /** The provider has reported the payment, the server has not confirmed it yet. */
  readonly isConfirming?: boolean;
  readonly isForStaff?: boolean;
}

/** An order's status as a badge. */
export function StatusMark({
  order: { statusName, isCancelling, isRefunding, isRefundStopped, giftId },
  isConfirming = false,
  isForStaff = false,
}: StatusMarkProps) {
  const { t } = useLingui();
  const words = useStatusWords();
  if (isConfirming) return <Tag look="underWay">{t`Подтверждаем оплату`}</Tag>;
  if (isCancelling) return <Tag look="underWay">{t`Отменяется`}</Tag>;
  if (isRefundStopped) return <Tag look="trouble">{t`Возврат не прошёл`}</Tag>;
  if (isRefunding) return <Tag look="underWay">{t`Деньги возвращаются`}</Tag>;
  const isTakenBack = giftId !== undefined && statusName === 'Refunded';
  const looks = isForStaff ? stateLooks.staffOrder : stateLooks.order;
  return <Tag look={looks[statusName]}>{isTakenBack ? t`Подарок отменён` : words[statusName]}</Tag>;
}

interface OrderTimeProps {
  readonly at: string;
  /** As all times in the lists of the staff are written. */
  readonly isForStaff?: boolean;
}

/** A time of an order. */
export function OrderTime({ at, isForStaff = false }: OrderTimeProps) {
  const dateText = useDateText();
  return <time dateTime={at}>{dateText(at, { date: isForStaff ? 'short' : 'dayMonth', time: 'short' })}</time>;
}
