import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { arrangeCards } from '#base/ui/lists/row-cards.ts';
import list from '#base/ui/lists/staff-list.module.css';
import { TableFrame } from '#base/ui/lists/table-frame.tsx';
import { tableRoles } from '#base/ui/lists/table-roles.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import { OrderTime, StatusMark } from '../order-marks.tsx';
import type { Order } from '../order-shapes.ts';
import classes from './admin-orders-table.module.css';

interface AdminOrdersTableProps {
  readonly orders: readonly Order[];
  readonly currency: string;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (order: Order, isChosen: boolean) => void;
}

/** A page of orders with a sticky head, and a box in front of each for moving several at once. */
export function AdminOrdersTable({ orders, currency, chosen, onChoose }: AdminOrdersTableProps) {
  const { t } = useLingui();
  return (
    <TableFrame label={t`Таблица заказов`}>
      <table
        ref={arrangeCards}
        {...tableRoles.table}
        className={`${list.table} ${classes.list}`}
        aria-label={t`Заказы`}
      >
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            <th {...tableRoles.column} scope="col" className={classes.box}>
              <span className="spoken">
                <Trans>Выбор</Trans>
              </span>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Заказ</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Состояние</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Покупатель</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Что в заказе</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Доставка</Trans>
            </th>
            <th {...tableRoles.column} scope="col" className={list.number}>
              <Trans>Сумма</Trans>
            </th>
          </tr>
        </thead>
        <tbody {...tableRoles.rows}>
          {orders.map((order) => (
            <OrderRow
              key={order.orderId}
              order={order}
              currency={currency}
              isChosen={chosen.has(order.orderId)}
              onChoose={(isChosen) => onChoose(order, isChosen)}
            />
          ))}
        </tbody>
      </table>
    </TableFrame>
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
  const { orderId, customer, items, pickupPoint, address, total, createdAt, giftId } = order;
  const number = order.number ?? '';
  const [first] = items;
  const more = items.length - 1;
  return (
    <tr {...tableRoles.row} data-chosen={isChosen || undefined}>
      <td {...tableRoles.cell} className={classes.box}>
        <label>
          <input
            type="checkbox"
            aria-label={t`Выбрать заказ ${number}`}
            checked={isChosen}
            onChange={({ currentTarget: { checked } }) => onChoose(checked)}
          />
        </label>
      </td>
      <td {...tableRoles.cell} className={classes.order}>
        <Link className={classes.number} to={`/admin/order/${orderId}`}>
          {number}
        </Link>
        <small>
          <OrderTime at={createdAt} isForStaff />
        </small>
      </td>
      <td {...tableRoles.cell}>
        <StatusMark order={order} isForStaff />
      </td>
      <td {...tableRoles.cell} className={list.words}>
        <Link to={`/admin/user/${customer.userId}`}>{customer.displayName}</Link>
        <small>+{customer.phone}</small>
      </td>
      <td {...tableRoles.cell} className={list.words}>
        {first?.productName}
        {more > 0 && (
          <small>
            <Trans>и ещё {more}</Trans>
          </small>
        )}
      </td>
      <td {...tableRoles.cell} className={`${list.words} ${classes.place}`}>
        {pickupPoint?.name ?? address}
      </td>
      <td {...tableRoles.cell} className={`${list.number} ${classes.sum}`}>
        {giftId === undefined ? <Sum amount={total} currency={currency} /> : <Trans>Подарок</Trans>}
      </td>
    </tr>
  );
}
