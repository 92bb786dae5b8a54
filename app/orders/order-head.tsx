import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { OrderTime, StatusMark } from './order-marks.tsx';
import classes from './order-screen.module.css';
import type { Order } from './order-shapes.ts';
import { statusOf } from './order-status.ts';

/** Number, date and state of an order; thanks where it has just been paid. */
export function OrderHead({ order, isThanked }: { readonly order: Order; readonly isThanked: boolean }) {
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
      {isThanked && <Thanks />}
    </header>
  );
}

function Thanks() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The card's form, which had the focus, is gone.
    box.current?.focus();
  }, []);
  return (
    <div ref={box} className={classes.thanks} role="status" tabIndex={-1}>
      <b>
        <Trans>Спасибо! Заказ оплачен.</Trans>
      </b>
      <p>
        <Trans>Скоро начнём его собирать. Где он, видно здесь: страница обновляется сама.</Trans>
      </p>
    </div>
  );
}
