import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { isCallFailure } from '#base/errors.ts';
import { ActionButton } from '#base/ui/link-button.tsx';
import list from '#base/ui/staff-list.module.css';
import { call } from '../call.ts';
import classes from './admin-orders-screen.module.css';
import type { Order } from './order-shapes.ts';
import { deliveryOf, type OrderStatus, orderStatuses, staffSteps } from './order-status.ts';
import { useStatusWords } from './use-status-words.ts';

/** Where all of the orders may go by hand; money is given back one order at a time. */
function commonSteps(orders: readonly Order[]): OrderStatus[] {
  return orderStatuses.filter(
    (to) => to !== 'Refunded' && orders.every((order) => staffSteps(order.statusName, deliveryOf(order)).includes(to)),
  );
}

interface AdminOrdersBulkProps {
  readonly orders: readonly Order[];
  /** Told of those that stayed where they were. */
  readonly onMoved: (stayed: readonly string[]) => Promise<void>;
}

/** Moves all chosen orders at once; offers only what all of them may do, and tells what became of each. */
export function AdminOrdersBulk({ orders, onMoved }: AdminOrdersBulkProps) {
  const { t } = useLingui();
  const words = useStatusWords();
  const [isBusy, setBusy] = useState(false);
  const [news, setNews] = useState<string | null>(null);
  const steps = commonSteps(orders);

  async function move(status: OrderStatus) {
    setBusy(true);
    try {
      const orderIds = orders.map(({ orderId }) => orderId);
      const { results } = await call('PUT Order/BulkStatus', { body: { orderIds, status } });
      const stayed = results.filter(({ isMoved }) => !isMoved);
      const numberOf = new Map(orders.map(({ orderId, number }) => [orderId, number ?? '']));
      const reasons = stayed.map(({ orderId, error }) => `№ ${numberOf.get(orderId) ?? ''}: ${error?.message ?? ''}`);
      const moved = results.length - stayed.length;
      setNews([t`Переведено заказов: ${moved}.`, ...reasons].join(' '));
      await onMoved(stayed.map(({ orderId }) => orderId));
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setNews(error.message);
    }
    setBusy(false);
  }

  return (
    <>
      {orders.length > 0 && (
        <div className={classes.bulk}>
          <b>
            <Plural
              value={orders.length}
              one="Выбран # заказ"
              few="Выбрано # заказа"
              many="Выбрано # заказов"
              other="Выбрано # заказа"
            />
          </b>
          {steps.map((status) => (
            <ActionButton key={status} look="quiet" disabled={isBusy} onClick={() => void move(status)}>
              {words[status]}
            </ActionButton>
          ))}
          {steps.length === 0 && (
            <span className={list.quiet}>
              <Trans>Вместе эти заказы никуда перевести нельзя</Trans>
            </span>
          )}
        </div>
      )}
      <p className={classes.news} role="status">
        {news}
      </p>
    </>
  );
}
