import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import type { OwnJoint } from './joint-shapes.ts';

function State({ joint: { state, removedFor, startedAt } }: { readonly joint: OwnJoint }) {
  if (removedFor !== null) {
    return (
      <Tag look="trouble" isLong>
        <Trans>Остановлен: {removedFor}</Trans>
      </Tag>
    );
  }
  if (state === 'Runs') {
    return (
      <Tag look="underWay">
        <Trans>Донаты делятся</Trans>
      </Tag>
    );
  }
  if (state === 'Planned') {
    return (
      <Tag look="waits">
        <Trans>Ещё не начался</Trans>
      </Tag>
    );
  }
  return <Tag look="over">{startedAt === null ? <Trans>Отменён до начала</Trans> : <Trans>Стрим прошёл</Trans>}</Tag>;
}

function Members({ members }: Pick<OwnJoint, 'members'>) {
  const percentText = usePercentText();
  return (
    <Stack gap={4} justify="start">
      {members.map(({ userName, percent, hasLeft }) => (
        <span key={userName}>
          {hasLeft ? <s>{userName}</s> : userName} {percentText(percent)}
        </span>
      ))}
    </Stack>
  );
}

interface JointsTableProps {
  readonly items: readonly OwnJoint[];
  readonly currency: string;
}

/** The streams together of a creator for the staff, who can end each. */
export function JointsTable({ items, currency }: JointsTableProps) {
  const { t } = useLingui();
  const dateText = useDateText();
  const columns: readonly Column<OwnJoint>[] = [
    { title: t`Название`, cell: ({ title }) => <bdi>{title}</bdi>, look: 'words', isName: true },
    { title: t`Кто делит`, cell: ({ members }) => <Members members={members} />, look: 'nowrap' },
    {
      title: t`Когда`,
      cell: ({ startedAt, createdAt }) => dateText(startedAt ?? createdAt, { date: 'short', time: 'short' }),
      look: 'nowrap',
    },
    { title: t`Собрано`, cell: ({ whole }) => <Sum amount={whole} currency={currency} />, look: 'number' },
    { title: t`Из них автору`, cell: ({ own }) => <Sum amount={own} currency={currency} />, look: 'number' },
    { title: t`Состояние`, cell: (joint) => <State joint={joint} /> },
    {
      title: t`Действия`,
      cell: ({ id: jointId, title, state }) =>
        state !== 'Ended' && (
          <ReasonAct
            act={<Trans>Остановить</Trans>}
            title={<Trans>Остановить стрим «{title}»</Trans>}
            onSend={(reason) => call('POST Moderator/EndJoint', { body: { jointId, reason } })}
          >
            <Trans>
              Новые донаты делиться перестанут, пришедшие останутся поделёнными. Причину увидят все участники.
            </Trans>
          </ReasonAct>
        ),
    },
  ];
  return <StaffTable label={t`Стримы вместе`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}
