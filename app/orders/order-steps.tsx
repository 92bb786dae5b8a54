import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import { OrderTime } from './order-marks.tsx';
import type { Order } from './order-shapes.ts';
import type { OrderStatus } from './order-status.ts';
import classes from './order-steps.module.css';
import { timelineOf } from './order-timeline.ts';
import { useStatusWords } from './use-status-words.ts';

/** How the last step looks, where nothing more comes after it. */
const ends: Partial<Record<OrderStatus, 'done' | 'over'>> = { Completed: 'done', Cancelled: 'over', Refunded: 'over' };

/** The order's way as a list of steps; the present one is told to those who hear the page when it changes. */
export function OrderSteps({ order }: { readonly order: Order }) {
  const { i18n, t } = useLingui();
  const words = useStatusWords();
  const steps = timelineOf(order);
  return (
    <ol className={classes.steps}>
      {steps.map(({ status, state, at, reason }) => (
        <li
          key={status}
          className={classes.step}
          data-state={state === 'now' ? (ends[status] ?? state) : state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={classes.dot}>{state !== 'ahead' && <IconCheck size={14} stroke={3} aria-hidden />}</span>
          <div className={classes.words}>
            <b>{status === 'AwaitingPayment' && state === 'done' ? t`Оформлен` : words[status]}</b>
            {at !== null && (
              <small>
                <OrderTime at={at} locale={i18n.locale} />
              </small>
            )}
            {reason !== null && (
              <small>
                <Trans>Причина: {reason}</Trans>
              </small>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
