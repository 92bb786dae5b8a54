import { Trans } from '@lingui/react/macro';
import { useNames } from '#base/ui/page/use-names.ts';
import { lineKey } from '../guest-basket/basket-lines.ts';
import { OrderTime } from '../order-marks.tsx';
import type { Order } from '../order-shapes.ts';
import { itemsLeft } from '../refunds/order-refunds.ts';
import classes from './packing-slip.module.css';

/** The content and the recipient of the parcel; visible in print only. */
export function PackingSlip({ order }: { readonly order: Order }) {
  const nameOf = useNames();
  const items = itemsLeft(order);
  const { recipient, pickupPoint, address, createdAt, giftId } = order;
  const number = order.number ?? '';
  const pieces = items.reduce((sum, { left }) => sum + left, 0);
  return (
    <section className={classes.slip} aria-hidden>
      <h2>
        <Trans>Лист сборки, заказ № {number}</Trans>
      </h2>
      <p>
        <OrderTime at={createdAt} />
        {giftId !== undefined && (
          <>
            {'. '}
            <Trans>Подарок: чек и цену не вкладывать</Trans>
          </>
        )}
      </p>
      <p>
        <b>{recipient?.name}</b>, +{recipient?.phone}
        <br />
        {pickupPoint === null
          ? address
          : `${pickupPoint.name}, ${nameOf(pickupPoint.regionName)}, ${pickupPoint.address}`}
      </p>
      <table>
        <thead>
          <tr>
            <th />
            <th>
              <Trans>Товар</Trans>
            </th>
            <th>
              <Trans>Цвет</Trans>
            </th>
            <th>
              <Trans>Размер</Trans>
            </th>
            <th>
              <Trans>Автор</Trans>
            </th>
            <th>
              <Trans>Штук</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={lineKey(item)}>
              <td>
                <span className={classes.box} />
              </td>
              <td>{item.productName}</td>
              <td>{item.colorName && nameOf(item.colorName)}</td>
              <td>{item.sizeName && nameOf(item.sizeName)}</td>
              <td>{item.productUser.displayName}</td>
              <td>{item.left}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <Trans>Всего штук: {pieces}</Trans>
      </p>
    </section>
  );
}
