import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { OrderTime, StatusMark } from './order-marks.tsx';
import classes from './order-screen.module.css';
import type { Order } from './order-shapes.ts';
import { statusOf } from './order-status.ts';

/** Number, date and state of an order. */
export function OrderHead({ order }: { readonly order: Order }) {
  const { i18n } = useLingui();
  const status = statusOf(order.status) ?? 'AwaitingPayment';
  const number = order.number ?? '';
  return (
    <header className={classes.head}>
      <Link to="/orders" className={classes.back}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden />
        <Trans>Все заказы</Trans>
      </Link>
      <div className={classes.titleRow}>
        <h1 className={classes.title}>
          <Trans>Заказ № {number}</Trans>
        </h1>
        <span role="status">
          <StatusMark status={status} />
        </span>
      </div>
      <p className={classes.when}>
        <Trans>
          Оформлен <OrderTime at={order.createdAt} locale={i18n.locale} />
        </Trans>
      </p>
    </header>
  );
}
