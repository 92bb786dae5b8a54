import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '#base/ui/layout/parts.tsx';
import { type StateLook, stateLooks } from '#base/ui/states/state-looks.ts';
import { StateSign } from '#base/ui/states/state-sign.tsx';
import { OrderTime } from '../order-marks.tsx';
import type { Order } from '../order-shapes.ts';
import type { OrderStatus } from '../order-status.ts';
import { useStatusWords } from '../use-status-words.ts';
import classes from './order-steps.module.css';
import { type TimelineStep, timelineOf } from './order-timeline.ts';

/** The look of a step; null for a future one. */
function lookOf({ status, state }: TimelineStep, isConfirming: boolean): StateLook | null {
  if (state === 'ahead') return null;
  if (state === 'done') return 'done';
  return status === 'AwaitingPayment' && isConfirming ? 'underWay' : stateLooks.order[status];
}

/** The steps of the order; the current one is announced to screen readers when it changes. */
export function OrderSteps({ order, isConfirming }: { readonly order: Order; readonly isConfirming: boolean }) {
  const { t } = useLingui();
  const words = useStatusWords();
  const steps = timelineOf(order);
  const wordOf = (status: OrderStatus, state: TimelineStep['state']) => {
    if (status === 'Refunded' && order.giftId !== undefined) return t`Подарок отменён`;
    if (status !== 'AwaitingPayment') return words[status];
    if (state === 'done') return t`Оформлен`;
    return isConfirming ? t`Подтверждаем оплату` : words[status];
  };
  return (
    <Stack as="ol">
      {steps.map((step) => {
        const { status, state, at, reason } = step;
        const look = lookOf(step, isConfirming);
        return (
          <Stack
            key={status}
            as="li"
            className={classes.step}
            gap={14}
            data-look={look ?? undefined}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className={classes.dot}>{look && <StateSign look={look} />}</span>
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
        );
      })}
    </Stack>
  );
}
