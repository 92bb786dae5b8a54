import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useStatusWords } from '#app/orders/use-status-words.ts';
import type { CallAnswer } from '#base/call.ts';
import table from '#base/ui/staff-list.module.css';
import { Sum } from '#base/ui/sum.tsx';
import { TableScroll } from '#base/ui/table-scroll.tsx';
import { AuditRows } from './audit-rows.tsx';
import type { peopleCalls } from './people.calls.ts';
import { PersonLink } from './person-cell.tsx';
import { Tag } from './tag.tsx';
import type { Loaded, UserData } from './user-loader.ts';

type Gift = CallAnswer<typeof peopleCalls.gifts>['items'][number];
type Session = CallAnswer<typeof peopleCalls.sessions>[number];
type Order = Loaded<UserData['orders']>['items'][number];
type TrailLine = Loaded<UserData['trail']>['items'][number];

function useMoment(): (moment: string) => string {
  const { i18n } = useLingui();
  return (moment) => i18n.date(new Date(moment), { dateStyle: 'short', timeStyle: 'short' });
}

interface GiftsTableProps {
  readonly kind: 'received' | 'given';
  readonly items: readonly Gift[];
  readonly currency: string;
}

/** Gifts with the message as it was written. */
export function GiftsTable({ kind, items, currency }: GiftsTableProps) {
  const { t } = useLingui();
  const moment = useMoment();
  return (
    <TableScroll label={kind === 'received' ? t`Полученные подарки` : t`Сделанные подарки`}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Когда</Trans>
            </th>
            <th scope="col">{kind === 'received' ? <Trans>От кого</Trans> : <Trans>Кому</Trans>}</th>
            <th scope="col">
              <Trans>Сообщение</Trans>
            </th>
            <th scope="col" className={table.number}>
              <Trans>Сумма</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((gift) => (
            <tr key={gift.id}>
              <td className={table.nowrap}>{moment(gift.paidAt)}</td>
              <td>
                {gift.other !== null && <PersonLink person={gift.other} />} {kind === 'received' && (gift.name ?? '')}{' '}
                {gift.isAnonymous && (
                  <Tag tone="plain">
                    <Trans>анонимно</Trans>
                  </Tag>
                )}
              </td>
              <td>{gift.message}</td>
              <td className={table.number}>
                <Sum amount={gift.amount} currency={currency} />{' '}
                {gift.isRefunded && (
                  <Tag tone="bad">
                    <Trans>возвращено</Trans>
                  </Tag>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** A person's orders, each leading to its own screen. */
export function OrdersTable({ items, currency }: { readonly items: readonly Order[]; readonly currency: string }) {
  const { t } = useLingui();
  const moment = useMoment();
  const words = useStatusWords();
  return (
    <TableScroll label={t`Заказы`}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Номер</Trans>
            </th>
            <th scope="col">
              <Trans>Когда</Trans>
            </th>
            <th scope="col">
              <Trans>Состояние</Trans>
            </th>
            <th scope="col" className={table.number}>
              <Trans>Сумма</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ orderId, number, createdAt, statusName, total }) => (
            <tr key={orderId}>
              <td>
                <Link to={`/admin/order/${orderId}`}>{number ?? orderId}</Link>
              </td>
              <td className={table.nowrap}>{moment(createdAt)}</td>
              <td>{words[statusName]}</td>
              <td className={table.number}>
                <Sum amount={total} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** Where a person is logged in. */
export function SessionsTable({ items }: { readonly items: readonly Session[] }) {
  const { t } = useLingui();
  const moment = useMoment();
  return (
    <TableScroll label={t`Сеансы`}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Устройство</Trans>
            </th>
            <th scope="col">
              <Trans>Вход</Trans>
            </th>
            <th scope="col">
              <Trans>Был в сети</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, device, roles, createdAt, lastUsedAt }) => (
            <tr key={id}>
              <td>
                {device ?? <Trans>Неизвестное устройство</Trans>}{' '}
                {roles.length > 1 && (
                  <Tag tone="plain">
                    <Trans>управление</Trans>
                  </Tag>
                )}
              </td>
              <td className={table.nowrap}>{moment(createdAt)}</td>
              <td className={table.nowrap}>{moment(lastUsedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** What the staff did to a person, or he as one of the staff. */
export function TrailTable({ items }: { readonly items: readonly TrailLine[] }) {
  return <AuditRows items={items} />;
}
