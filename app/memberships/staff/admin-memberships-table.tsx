import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import list from '#base/ui/lists/staff-list.module.css';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { MembershipMark } from '../listing/membership-mark.tsx';
import { MonthsTogether } from '../listing/months-together.tsx';
import { AdminMembershipActs } from './admin-membership-acts.tsx';
import type { StaffMembership } from './staff-membership.ts';
import { useRefusalWords } from './use-refusal-words.ts';

interface AdminMembershipsTableProps {
  readonly items: readonly StaffMembership[];
  readonly currency: string;
  /** Called once the charge of a membership was asked for again. */
  readonly onCharged: (membership: StaffMembership) => Promise<void>;
}

/** Who supports whom, the last charge and the next one. */
export function AdminMembershipsTable({ items, currency, onCharged }: AdminMembershipsTableProps) {
  const { t } = useLingui();
  const dateText = useDateText();
  const refusalWords = useRefusalWords();
  const day = (at: string) => dateText(at, { date: 'short' });
  const columns: readonly Column<StaffMembership>[] = [
    {
      title: t`Кто и кого`,
      cell: ({ donorId, donorName, creatorId, creatorName }) => (
        <>
          <Link to={`/admin/user/${donorId}`}>{donorName}</Link>{' '}
          <small>
            <Trans>
              поддерживает <Link to={`/admin/user/${creatorId}`}>{creatorName}</Link>
            </Trans>
          </small>
        </>
      ),
      isName: true,
    },
    {
      title: t`Состояние`,
      cell: ({ state, isGifted, refusal, tries }) => (
        <>
          <MembershipMark state={state} isGifted={isGifted} />
          {refusal !== null && (
            <small>
              {refusalWords(refusal)},{' '}
              <span className={list.nowrap}>
                <Trans>попыток: {tries}</Trans>
              </span>
            </small>
          )}
        </>
      ),
    },
    { title: t`В месяц`, cell: ({ amount }) => <Sum amount={amount} currency={currency} />, look: 'number' },
    {
      title: t`С какого дня`,
      cell: ({ since, months }) => <MonthsTogether since={since} months={months} isForStaff />,
      look: 'nowrap',
    },
    { title: t`Оплачено до`, cell: ({ paidUntil }) => paidUntil && day(paidUntil), look: 'nowrap' },
    {
      title: t`Следующее списание`,
      cell: ({ nextChargeAt, amount, nextAmount }) => (
        <>
          {nextChargeAt && day(nextChargeAt)}
          {nextAmount !== amount && (
            <small>
              <Sum amount={nextAmount} currency={currency} />
            </small>
          )}
        </>
      ),
      look: 'nowrap',
    },
    {
      title: t`Действия`,
      cell: (membership) => (
        <AdminMembershipActs membership={membership} currency={currency} onCharged={() => onCharged(membership)} />
      ),
    },
  ];
  return <StaffTable label={t`Подписки`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}
