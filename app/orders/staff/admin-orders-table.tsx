import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import list from '#base/ui/lists/staff-list.module.css';
import { TableScroll } from '#base/ui/lists/table-scroll.tsx';
import { useCards } from '#base/ui/lists/use-cards.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import { OrderTime, StatusMark } from '../order-marks.tsx';
import type { Order } from '../order-shapes.ts';
import classes from './admin-orders-table.module.css';

interface AdminOrdersTableProps {
  readonly orders: readonly Order[];
  readonly currency: string;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (orderIds: readonly string[], isChosen: boolean) => void;
}

/** A page of orders with a sticky head and checkboxes for moving several at once. */
export function AdminOrdersTable({ orders, currency, chosen, onChoose }: AdminOrdersTableProps) {
  const { t } = useLingui();
  const areAllChosen = orders.every(({ orderId }) => chosen.has(orderId));
  const cards = useCards();
  return (
    <TableScroll label={t`Таблица заказов`}>
      <table ref={cards} className={`${list.table} ${classes.list}`} aria-label={t`Заказы`}>
        <thead>
          <tr>
            <th scope="col" className={classes.box}>
              <label>
                <input
                  type="checkbox"
                  aria-label={t`Выбрать все на странице`}
                  checked={areAllChosen}
                  onChange={({ currentTarget: { checked } }) =>
                    onChoose(
                      orders.map(({ orderId }) => orderId),
                      checked,
                    )
                  }
                />
              </label>
            </th>
            <th scope="col">
              <Trans>Заказ</Trans>
            </th>
            <th scope="col">
              <Trans>Состояние</Trans>
            </th>
            <th scope="col">
              <Trans>Покупатель</Trans>
            </th>
            <th scope="col">
              <Trans>Что в заказе</Trans>
            </th>
            <th scope="col">
              <Trans>Доставка</Trans>
            </th>
            <th scope="col" className={list.number}>
              <Trans>Сумма</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow
              key={order.orderId}
              order={order}
              currency={currency}
              isChosen={chosen.has(order.orderId)}
              onChoose={(isChosen) => onChoose([order.orderId], isChosen)}
            />
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

interface OrderRowProps {
  readonly order: Order;
  readonly currency: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function OrderRow({ order, currency, isChosen, onChoose }: OrderRowProps) {
  const { t } = useLingui();
  const { orderId, customer, items, pickupPoint, address, total, createdAt } = order;
  const number = order.number ?? '';
  const [first] = items;
  const more = items.length - 1;
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={classes.box}>
        <label>
          <input
            type="checkbox"
            aria-label={t`Выбрать заказ ${number}`}
            checked={isChosen}
            onChange={({ currentTarget: { checked } }) => onChoose(checked)}
          />
        </label>
      </td>
      <td className={classes.order}>
        <Link className={classes.number} to={`/admin/order/${orderId}`}>
          {number}
        </Link>
        <small>
          <OrderTime at={createdAt} isForStaff />
        </small>
      </td>
      <td>
        <StatusMark order={order} isForStaff />
      </td>
      <td>
        <Link to={`/admin/user/${customer.userId}`}>{customer.displayName}</Link>
        <small>+{customer.phone}</small>
      </td>
      <td>
        {first?.productName}
        {more > 0 && (
          <small>
            <Trans>и ещё {more}</Trans>
          </small>
        )}
      </td>
      <td className={classes.place}>{pickupPoint?.name ?? address}</td>
      <td className={`${list.number} ${classes.sum}`}>
        <Sum amount={total} currency={currency} />
      </td>
    </tr>
  );
}
