import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '#base/ui/layout/parts.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { OrderTime } from '../order-marks.tsx';
import type { Order } from '../order-shapes.ts';
import { useStatusWords } from '../use-status-words.ts';
import classes from './admin-order-screen.module.css';

/** All steps of an order, with time, author and reason. */
export function AdminOrderHistory({ order }: { readonly order: Order }) {
  const { t } = useLingui();
  const words = useStatusWords();
  const movers = { buyer: t`покупатель`, staff: t`сотрудник`, payment: t`платёж`, clock: t`по времени` };
  return (
    <section className={panel.panel} aria-labelledby="history">
      <h2 id="history">
        <Trans>История</Trans>
      </h2>
      <Stack as="ol" className={classes.history} gap={10}>
        {order.history.map(({ statusName, at, by, userName, reason }) => (
          <li key={`${statusName} ${at}`}>
            <b>{words[statusName]}</b>
            <small>
              <OrderTime at={at} isForStaff />, {userName === null ? movers[by] : `@${userName}`}
            </small>
            {reason !== null && <small>{reason}</small>}
          </li>
        ))}
      </Stack>
    </section>
  );
}
