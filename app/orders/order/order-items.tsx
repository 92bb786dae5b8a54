import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { guestTotalOf, lineKey } from '../guest-basket/basket-lines.ts';
import type { Order } from '../order-shapes.ts';
import classes from './order-items.module.css';
import { OrderPicture } from './order-picture.tsx';
import { OrderRefunds } from './order-refund-list.tsx';

interface OrderItemsProps {
  readonly order: Order;
  readonly currency: string;
}

/** The items of the order, as they were when it was placed. */
export function OrderItems({ order, currency }: OrderItemsProps) {
  const nameOf = useNames();
  const { items, giftId } = order;
  return (
    <>
      <Stack as="ul" gap={16}>
        {items.map((item) => (
          <Stack key={lineKey(item)} as="li" className={classes.item} gap={16} align="center">
            <OrderPicture name={item.prouductImageUrl} size={72} />
            <div className={classes.what}>
              <Link to={`/merch/${item.productId}`}>{item.productName}</Link>
              <small>
                {[item.colorName, item.sizeName]
                  .filter((name) => name !== null)
                  .map(nameOf)
                  .join(', ')}
              </small>
              <small>
                <Link to={`/${item.productUser.userName}`}>{item.productUser.displayName}</Link>
              </small>
            </div>
            {giftId === undefined && (
              <div className={classes.price}>
                <Sum amount={guestTotalOf([item])} currency={currency} />
                {item.quantity > 1 && (
                  <small>
                    {item.quantity} × <Sum amount={item.price} currency={currency} />
                  </small>
                )}
              </div>
            )}
          </Stack>
        ))}
      </Stack>
      {giftId === undefined ? <OrderSums order={order} currency={currency} /> : <GiftedLine giftId={giftId} />}
      <OrderRefunds order={order} currency={currency} />
    </>
  );
}

/** Somebody else has paid for all of it. */
function GiftedLine({ giftId }: { readonly giftId: string }) {
  return (
    <Stack className={classes.sums} gap={4}>
      <b>
        <Trans>Подарок</Trans>
      </b>
      <p>
        <Trans>Вещь и доставка уже оплачены.</Trans>{' '}
        <Link to={`/gifts/${giftId}`}>
          <Trans>Страница подарка</Trans>
        </Link>
      </p>
    </Stack>
  );
}

/** What the order costs its buyer. */
function OrderSums({ order, currency }: OrderItemsProps) {
  const { itemsTotal, discount, promoCode, delivery, donation, total, payment } = order;
  const deliveryPrice = delivery?.price ?? 0;
  const isSplit = donation !== null || deliveryPrice > 0 || discount > 0;
  const creator = donation?.creator.displayName ?? '';
  return (
    <Stack as="dl" className={classes.sums} gap={8}>
      {isSplit && (
        <div>
          <dt>
            <Trans>Товары</Trans>
          </dt>
          <dd>
            <Sum amount={itemsTotal} currency={currency} />
          </dd>
        </div>
      )}
      {discount > 0 && (
        <div>
          <dt>
            {promoCode === null ? <Trans>Скидка подписчика</Trans> : <Trans>Скидка с промокодом {promoCode}</Trans>}
          </dt>
          <dd>
            <Sum amount={-discount} currency={currency} />
          </dd>
        </div>
      )}
      {deliveryPrice > 0 && (
        <div>
          <dt>
            <Trans>Доставка</Trans>
          </dt>
          <dd>
            <Sum amount={deliveryPrice} currency={currency} />
          </dd>
        </div>
      )}
      {donation !== null && (
        <div>
          <dt>
            <Trans>Донат: {creator}</Trans>
          </dt>
          <dd>
            <Sum amount={donation.amount} currency={currency} />
          </dd>
        </div>
      )}
      <div className={classes.whole}>
        <dt>
          <Trans>Итого</Trans>
        </dt>
        <dd>
          <Sum amount={payment?.amount ?? total} currency={currency} />
        </dd>
      </div>
    </Stack>
  );
}
