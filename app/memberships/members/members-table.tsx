import { Trans, useLingui } from '@lingui/react/macro';
import type { CallAnswer } from '#base/calls/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { MembershipMark } from '../listing/membership-mark.tsx';
import { MonthsTogether } from '../listing/months-together.tsx';
import type { membersCalls } from '../members.calls.ts';

type Member = CallAnswer<typeof membersCalls.members>['items'][number];

interface MembersTableProps {
  readonly items: readonly Member[];
  readonly currency: string;
}

/** The members with their level, the time together and the money. */
export function MembersTable({ items, currency }: MembersTableProps) {
  const { t } = useLingui();
  const dateText = useDateText();
  const day = (at: string) => dateText(at, { date: 'medium' });
  const columns: readonly Column<Member>[] = [
    {
      title: t`Кто`,
      cell: ({ name, state, isGifted }) => (
        <>
          <b>{name ?? <Trans>Аноним</Trans>}</b>{' '}
          {state !== 'Active' && <MembershipMark state={state} isGifted={isGifted} />}
        </>
      ),
      look: 'words',
      isName: true,
    },
    { title: t`Уровень`, cell: ({ level }) => level ?? <Trans>Без уровня</Trans>, look: 'words' },
    {
      title: t`С вами`,
      cell: ({ since, months }) => <MonthsTogether since={since} months={months} />,
      look: 'nowrap',
    },
    {
      title: t`В месяц`,
      cell: ({ amount, next }) => (
        <>
          <Sum amount={amount} currency={currency} />
          {next !== null && (
            <small>
              <Trans>
                дальше <Sum amount={next.amount} currency={currency} />
              </Trans>
              , {next.level ?? <Trans>Без уровня</Trans>}
            </small>
          )}
        </>
      ),
      look: 'number',
    },
    { title: t`Всего`, cell: ({ sum }) => <Sum amount={sum} currency={currency} />, look: 'number' },
    {
      title: t`Последнее списание`,
      cell: ({ lastPaidAt }) => lastPaidAt && day(lastPaidAt),
      look: 'nowrap',
    },
  ];
  return <StaffTable label={t`Подписчики`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}
