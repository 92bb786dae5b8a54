import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import list from '#base/ui/lists/staff-list.module.css';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { type BulkOutcome, BulkResults } from '../moves/bulk-results.tsx';
import type { Order } from '../order-shapes.ts';
import { deliveryKindOf, type OrderStatus, type StaffStep, staffSteps } from '../order-status.ts';
import type { staffOrdersCalls } from '../staff-orders.calls.ts';
import { useStepWords } from '../use-status-words.ts';
import classes from './admin-orders-screen.module.css';

/** The statuses that staff may give to all of these orders; refunds are made one order at a time. */
function commonSteps(orders: readonly Order[]): readonly StaffStep[] {
  const [first, ...others] = orders.map((order) => staffSteps(order.statusName, deliveryKindOf(order)));
  return (first ?? []).filter((to) => to !== 'Refunded' && others.every((steps) => steps.includes(to)));
}

type Results = CallAnswer<typeof staffOrdersCalls.bulkStatus>['results'];

function outcomeOf(orders: readonly Order[], results: Results): BulkOutcome {
  const numbers = new Map(orders.map(({ orderId, number }) => [orderId, number ?? '']));
  const place = ({ orderId }: Results[number]) => ({ orderId, number: numbers.get(orderId) ?? '' });
  const stayed = Map.groupBy(
    results.filter(({ isMoved }) => !isMoved),
    ({ error }) => error?.message ?? '',
  );
  return {
    moved: results.filter(({ isMoved }) => isMoved).map(place),
    stayed: [...stayed].map(([reason, those]) => ({ reason, orders: those.map(place) })),
  };
}

interface AdminOrdersBulkProps {
  readonly orders: readonly Order[];
  /** Called with the orders that were not moved. */
  readonly onMoved: (stayed: readonly string[]) => Promise<void>;
}

/** Moves all chosen orders at once; offers only the moves that all of them allow, and shows the result for each. */
export function AdminOrdersBulk({ orders, onMoved }: AdminOrdersBulkProps) {
  const words = useStepWords();
  const { isBusy, failure, act } = useAction();
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const steps = commonSteps(orders);

  const move = (status: OrderStatus) =>
    act(async () => {
      setOutcome(null);
      const orderIds = orders.map(({ orderId }) => orderId);
      let stayed = orderIds;
      try {
        const { results } = await call('PUT Order/BulkStatus', { body: { orderIds, status } });
        setOutcome(outcomeOf(orders, results));
        stayed = results.filter(({ isMoved }) => !isMoved).map(({ orderId }) => orderId);
      } finally {
        await onMoved(stayed);
      }
    });

  return (
    <>
      {orders.length > 0 && (
        <Row className={classes.bulk} gap={12} rowGap={8} align="center" card>
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
        </Row>
      )}
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      <div className={classes.news} role="status">
        {isBusy && <Trans>Переводим заказы. Если надо спросить платёжную систему, это занимает до 15 секунд.</Trans>}
        {outcome !== null && <BulkResults outcome={outcome} />}
      </div>
    </>
  );
}
