import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { StatusMark } from '#app/orders/order-marks.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import { AuditRows } from '../audit/audit-rows.tsx';
import { PersonLink } from '../person-cell.tsx';
import type { peopleCalls } from './people.calls.ts';
import type { Loaded, UserData } from './user-loader.ts';

type Donation = CallAnswer<typeof peopleCalls.donations>['items'][number];
type Session = CallAnswer<typeof peopleCalls.sessions>[number];
type Order = Loaded<UserData['orders']>['items'][number];
type TrailLine = Loaded<UserData['trail']>['items'][number];

function useMoment(): (moment: string) => string {
  const dateText = useDateText();
  return (moment) => dateText(moment, { date: 'short', time: 'short' });
}

interface DonationsTableProps {
  readonly kind: 'received' | 'given';
  readonly items: readonly Donation[];
  readonly currency: string;
}

/** Donations with the original message. */
export function DonationsTable({ kind, items, currency }: DonationsTableProps) {
  const { t } = useLingui();
  const moment = useMoment();
  const isReceived = kind === 'received';
  const columns: readonly Column<Donation>[] = [
    { title: t`Когда`, cell: ({ paidAt }) => moment(paidAt), look: 'nowrap' },
    {
      title: isReceived ? t`От кого` : t`Кому`,
      cell: ({ other, name, isAnonymous }) => (
        <Tags>
          {other !== null && <PersonLink person={other} />}
          {isReceived && name !== null && <span>{name}</span>}
          {isReceived && other === null && name === null && !isAnonymous && <Trans>Аноним</Trans>}
          {isAnonymous && (
            <Tag>
              <Trans>анонимно</Trans>
            </Tag>
          )}
        </Tags>
      ),
      look: 'words',
    },
    { title: t`Сообщение`, cell: ({ message }) => message, look: 'words' },
    {
      title: t`Сумма`,
      cell: ({ amount, whole, isRefunded }) => (
        <>
          <Sum amount={amount} currency={currency} />{' '}
          {isReceived && whole !== null && (
            <small>
              <Trans>
                часть от <Sum amount={whole} currency={currency} />
              </Trans>
            </small>
          )}
          {!isReceived && whole !== null && (
            <small>
              <Trans>на стриме вместе</Trans>
            </small>
          )}
          {isRefunded && (
            <Tag look="over">
              <Trans>возвращено</Trans>
            </Tag>
          )}
        </>
      ),
      look: 'number',
    },
  ];
  const label = isReceived ? t`Полученные донаты` : t`Отправленные донаты`;
  return <StaffTable label={label} rows={items} keyOf={({ id }) => id} columns={columns} />;
}

/** The orders of a user, each linked to its screen. */
export function OrdersTable({ items, currency }: { readonly items: readonly Order[]; readonly currency: string }) {
  const { t } = useLingui();
  const moment = useMoment();
  const columns: readonly Column<Order>[] = [
    { title: t`Номер`, cell: ({ orderId, number }) => <Link to={`/admin/order/${orderId}`}>{number ?? orderId}</Link> },
    { title: t`Когда`, cell: ({ createdAt }) => moment(createdAt), look: 'nowrap' },
    { title: t`Состояние`, cell: (order) => <StatusMark order={order} isForStaff /> },
    { title: t`Сумма`, cell: ({ total }) => <Sum amount={total} currency={currency} />, look: 'number' },
  ];
  return <StaffTable label={t`Заказы`} rows={items} keyOf={({ orderId }) => orderId} columns={columns} />;
}

/** The active sessions of a user. */
export function SessionsTable({ items }: { readonly items: readonly Session[] }) {
  const { t } = useLingui();
  const moment = useMoment();
  const columns: readonly Column<Session>[] = [
    {
      title: t`Устройство`,
      cell: ({ device, roles }) => (
        <Tags>
          <span>{device ?? <Trans>Неизвестное устройство</Trans>}</span>
          {roles.length > 1 && (
            <Tag>
              <Trans>управление</Trans>
            </Tag>
          )}
        </Tags>
      ),
    },
    { title: t`Вход`, cell: ({ createdAt }) => moment(createdAt), look: 'nowrap' },
    { title: t`Был в сети`, cell: ({ lastUsedAt }) => moment(lastUsedAt), look: 'nowrap' },
  ];
  return <StaffTable label={t`Сеансы`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}

/** The audit trail with the user as subject or actor. */
export function TrailTable({ items }: { readonly items: readonly TrailLine[] }) {
  return <AuditRows items={items} />;
}
