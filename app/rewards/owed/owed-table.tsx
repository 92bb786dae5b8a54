import { Trans, useLingui } from '@lingui/react/macro';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { Tag } from '#base/ui/states/tag.tsx';
import type { OwedReward } from './owed-loader.ts';
import classes from './owed-table.module.css';

interface OwedTableProps {
  readonly items: readonly OwedReward[];
  readonly currency: string;
  readonly isChosen: (row: OwedReward) => boolean;
  readonly onChoose: (row: OwedReward, isChosen: boolean) => void;
}

/** Who has taken which reward, for how much, and when. */
export function OwedTable({ items, currency, isChosen, onChoose }: OwedTableProps) {
  const { t } = useLingui();
  const moment = useMomentText();
  const columns: readonly Column<OwedReward>[] = [
    {
      title: t`Кому`,
      cell: ({ name }) => <b className={classes.words}>{name ?? <Trans>Аноним</Trans>}</b>,
      isName: true,
    },
    { title: t`Награда`, cell: ({ reward }) => <span className={classes.words}>{reward}</span> },
    { title: t`Сумма`, cell: ({ amount }) => <Sum amount={amount} currency={currency} />, look: 'number' },
    {
      title: t`Сообщение`,
      cell: ({ message }) => message !== null && <span className={classes.message}>{message}</span>,
    },
    {
      title: t`Когда`,
      cell: ({ paidAt, givenAt, isPaidBack }) => {
        const given = givenAt === null ? '' : moment(givenAt);
        return (
          <>
            <time dateTime={paidAt}>{moment(paidAt)}</time>
            {givenAt !== null && (
              <small>
                <Trans>Отдано {given}</Trans>
              </small>
            )}
            {isPaidBack && (
              <Tag look="over">
                <Trans>Деньги вернули</Trans>
              </Tag>
            )}
          </>
        );
      },
      look: 'nowrap',
    },
  ];
  return (
    <StaffTable
      label={t`Кому что отдать`}
      rows={items}
      keyOf={({ donationId }) => donationId}
      columns={columns}
      choosing={{
        title: t`Выбор`,
        isChosen,
        onChoose,
        nameOf: ({ name, reward }) => {
          const who = name ?? t`Аноним`;
          return t`Выбрать: ${who}, ${reward}`;
        },
      }}
    />
  );
}
