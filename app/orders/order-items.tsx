import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Sum } from '#base/ui/sum.tsx';
import { lineKey, totalOf } from '../basket/basket-lines.ts';
import classes from './order-items.module.css';
import { OrderPicture } from './order-picture.tsx';
import type { Order } from './order-shapes.ts';

/** What was bought, as it was then. */
export function OrderItems({ order, currency }: { readonly order: Order; readonly currency: string }) {
  const { items, gift, total, payment } = order;
  const creator = gift?.creator.displayName ?? '';
  return (
    <>
      <ul className={classes.items}>
        {items.map((item) => (
          <li key={lineKey(item)} className={classes.item}>
            <OrderPicture name={item.prouductImageUrl} size={72} />
            <div className={classes.what}>
              <Link to={`/merch/${item.productId}`}>{item.productName}</Link>
              <small>{[item.colorName, item.sizeName].filter(Boolean).join(', ')}</small>
              <small>
                <Link to={`/${item.productUser.userName}`}>{item.productUser.displayName}</Link>
              </small>
            </div>
            <div className={classes.price}>
              <Sum amount={totalOf([item])} currency={currency} />
              {item.quantity > 1 && (
                <small>
                  {item.quantity} × <Sum amount={item.price} currency={currency} />
                </small>
              )}
            </div>
          </li>
        ))}
      </ul>
      <dl className={classes.sums}>
        {gift !== null && (
          <>
            <div>
              <dt>
                <Trans>Товары</Trans>
              </dt>
              <dd>
                <Sum amount={total} currency={currency} />
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Донат: {creator}</Trans>
              </dt>
              <dd>
                <Sum amount={gift.amount} currency={currency} />
              </dd>
            </div>
          </>
        )}
        <div className={classes.whole}>
          <dt>
            <Trans>Итого</Trans>
          </dt>
          <dd>
            <Sum amount={payment?.amount ?? total} currency={currency} />
          </dd>
        </div>
      </dl>
    </>
  );
}
