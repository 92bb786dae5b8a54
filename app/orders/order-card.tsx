import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { LinkButton } from '#base/ui/link-button.tsx';
import { Sum } from '#base/ui/sum.tsx';
import { countOf, lineKey } from '../basket/basket-lines.ts';
import { OrderTime, StatusMark } from './order-marks.tsx';
import { OrderPicture } from './order-picture.tsx';
import type { Order } from './order-shapes.ts';
import { statusOf } from './order-status.ts';
import classes from './orders-screen.module.css';

const picturesMost = 4;

/** One order in the list. */
export function OrderCard({ order, currency }: { readonly order: Order; readonly currency: string }) {
  const { i18n } = useLingui();
  const { orderId, items, createdAt, total, payment } = order;
  const status = statusOf(order.status) ?? 'AwaitingPayment';
  const number = order.number ?? '';
  const count = countOf(items);
  const more = items.length - picturesMost;
  return (
    <article className={classes.card}>
      <div className={classes.pictures}>
        {items.slice(0, picturesMost).map((item) => (
          <OrderPicture key={lineKey(item)} name={item.prouductImageUrl} size={72} />
        ))}
        {more > 0 && <span className={classes.more}>+{more}</span>}
      </div>
      <div className={classes.what}>
        <h2>
          <Link to={`/order/${orderId}`} className={classes.link}>
            <Trans>Заказ № {number}</Trans>
          </Link>
        </h2>
        <p>
          <OrderTime at={createdAt} locale={i18n.locale} />
          {' · '}
          <Plural value={count} one="# товар" few="# товара" many="# товаров" other="# товара" />
        </p>
      </div>
      <StatusMark status={status} />
      <div className={classes.sum}>
        <Sum amount={payment?.amount ?? total} currency={currency} />
        {status === 'AwaitingPayment' && (
          <LinkButton to={`/order/${orderId}`} className={classes.pay}>
            <Trans>Оплатить</Trans>
          </LinkButton>
        )}
      </div>
    </article>
  );
}
