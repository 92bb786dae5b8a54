import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import { Stack } from '#base/ui/layout/parts.tsx';
import { OrderTime } from '../order-marks.tsx';
import type { Order } from '../order-shapes.ts';
import type { OrderStatus } from '../order-status.ts';
import { useStatusWords } from '../use-status-words.ts';
import classes from './order-steps.module.css';
import { type TimelineStep, timelineOf } from './order-timeline.ts';

/** The look of the last step of an order that has ended. */
const ends: Partial<Record<OrderStatus, 'done' | 'over'>> = { Completed: 'done', Cancelled: 'over', Refunded: 'over' };

/** The steps of the order; the current one is announced to screen readers when it changes. */
export function OrderSteps({ order, isConfirming }: { readonly order: Order; readonly isConfirming: boolean }) {
  const { t } = useLingui();
  const words = useStatusWords();
  const steps = timelineOf(order);
  const wordOf = (status: OrderStatus, state: TimelineStep['state']) => {
    if (status !== 'AwaitingPayment') return words[status];
    if (state === 'done') return t`Оформлен`;
    return isConfirming ? t`Подтверждаем оплату` : words[status];
  };
  return (
    <Stack as="ol">
      {steps.map(({ status, state, at, reason }) => (
        <Stack
          key={status}
          as="li"
          className={classes.step}
          gap={14}
          data-state={state === 'now' ? (ends[status] ?? state) : state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={classes.dot}>{state !== 'ahead' && <IconCheck size={14} stroke={3} aria-hidden />}</span>
          <Stack className={classes.words} gap={2}>
            <b>{wordOf(status, state)}</b>
            {at !== null && (
              <small>
                <OrderTime at={at} />
              </small>
            )}
            {reason !== null && (
              <small>
                <Trans>Причина: {reason}</Trans>
              </small>
            )}
          </Stack>
        </Stack>
      ))}
    </Stack>
  );
}
