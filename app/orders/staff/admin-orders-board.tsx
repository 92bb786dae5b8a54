import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { call } from '#app/call.ts';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { OrderTime } from '../order-marks.tsx';
import type { Order } from '../order-shapes.ts';
import { deliveryKindOf, type OrderStatus, staffSteps } from '../order-status.ts';
import { useStatusWords, useStepWords } from '../use-status-words.ts';
import classes from './admin-orders-board.module.css';

interface Column {
  readonly status: OrderStatus;
  readonly items: readonly Order[];
  readonly count: number;
}

interface AdminOrdersBoardProps {
  readonly columns: readonly Column[];
  readonly currency: string;
  readonly onMoved: () => Promise<void>;
}

/** Open orders, a column for each status, the newest on top; the buttons of a card move its order on. */
export function AdminOrdersBoard({ columns, currency, onMoved }: AdminOrdersBoardProps) {
  const words = useStatusWords();
  const [params] = useSearchParams();
  const { isBusy, failure, act } = useAction();

  const move = (orderId: string, status: OrderStatus) =>
    act(() => call('PUT Order/UserOders', { body: { orderId, status } }).finally(onMoved));

  const listOf = (status: OrderStatus) => {
    const next = new URLSearchParams(params);
    next.delete('view');
    next.set('status', status);
    return `?${next.toString()}`;
  };

  return (
    <>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      <Stack className={classes.board} gap={12} align="start">
        {columns.map(({ status, items, count }) => (
          <Stack key={status} as="section" className={classes.column} gap={8} aria-label={words[status]}>
            <h2>
              {words[status]} <span>{count}</span>
            </h2>
            {items.map((order) => (
              <BoardCard
                key={order.orderId}
                order={order}
                currency={currency}
                isBusy={isBusy}
                onMove={(to) => void move(order.orderId, to)}
              />
            ))}
            {count === 0 && (
              <Text size={14} dim>
                <Trans>Здесь пусто</Trans>
              </Text>
            )}
            {count > items.length && (
              <Link className={classes.rest} to={listOf(status)}>
                <Trans>Все {count} списком</Trans>
              </Link>
            )}
          </Stack>
        ))}
      </Stack>
    </>
  );
}

interface BoardCardProps {
  readonly order: Order;
  readonly currency: string;
  readonly isBusy: boolean;
  readonly onMove: (to: OrderStatus) => void;
}

function BoardCard({ order, currency, isBusy, onMove }: BoardCardProps) {
  const { t } = useLingui();
  const words = useStepWords();
  const { orderId, statusName, items, recipient, pickupPoint, address, total, createdAt, giftId } = order;
  const number = order.number ?? '';
  const steps = staffSteps(statusName, deliveryKindOf(order)).filter((to) => to !== 'Refunded' && to !== 'Cancelled');
  return (
    <Stack as="article" className={classes.card} gap={4} size={14} aria-busy={isBusy || undefined}>
      <header>
        <Link className={classes.number} to={`/admin/order/${orderId}`}>
          {number}
        </Link>
        {giftId === undefined ? <Sum amount={total} currency={currency} /> : <Trans>Подарок</Trans>}
      </header>
      <p>
        {items
          .map(({ productName, quantity }) => (quantity > 1 ? `${productName} × ${quantity}` : productName))
          .join(', ')}
      </p>
      <small>{recipient?.name}</small>
      <small>{pickupPoint?.name ?? address}</small>
      <small>
        <OrderTime at={createdAt} isForStaff />
      </small>
      {steps.map((to) => {
        const word = words[to];
        return (
          <button
            key={to}
            {...withKeptFocus({ disabled: isBusy, onClick: () => onMove(to) })}
            type="button"
            aria-label={t`Заказ ${number}: ${word}`}
          >
            {word}
          </button>
        );
      })}
    </Stack>
  );
}
