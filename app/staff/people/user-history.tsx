import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { useFieldNames } from '#app/profile/field-names.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import table from '#base/ui/lists/staff-list.module.css';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { stateLooks } from '#base/ui/states/state-looks.ts';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import { PersonLink } from '../person-cell.tsx';
import { FieldValue } from '../review/field-value.tsx';
import type { reviewCalls } from '../review/review.calls.ts';
import { useAct } from './use-act.ts';
import classes from './user-screen.module.css';

type Decision = CallAnswer<typeof reviewCalls.history>['items'][number];

/** All decisions about the fields of a user: value, previous value, moderator and reason. */
export function UserHistory({ userId, items }: { readonly userId: string; readonly items: readonly Decision[] }) {
  const { t } = useLingui();
  const dateText = useDateText();
  const names = useFieldNames();
  const { failure, act } = useAct();
  const undo = ({ name }: Decision) =>
    act(() => call('PUT Moderator/UndoDecision', { body: { userId, fields: [name] } }));

  const columns: readonly Column<Decision>[] = [
    {
      title: t`Когда`,
      cell: ({ decidedAt }) => dateText(decidedAt, { date: 'short', time: 'short' }),
      look: 'nowrap',
    },
    { title: t`Поле`, cell: ({ name }) => names[name], look: 'nowrap' },
    {
      title: t`Было`,
      cell: ({ name, publishedBefore }) => <FieldValue name={name} value={publishedBefore} />,
      look: 'words',
    },
    { title: t`Предложено`, cell: ({ name, value }) => <FieldValue name={name} value={value} />, look: 'words' },
    { title: t`Решение`, cell: (item) => <Outcome item={item} onUndo={() => void undo(item)} />, look: 'words' },
    { title: t`Кто`, cell: ({ by }) => by !== null && <PersonLink person={by} />, look: 'nowrap' },
  ];

  return (
    <>
      <StaffTable label={t`История решений`} rows={items} keyOf={({ id }) => id} columns={columns} />
      {failure !== null && (
        <p role="alert" className={classes.fault}>
          <FailureText>{failure.message}</FailureText>
        </p>
      )}
    </>
  );
}

interface OutcomeProps {
  readonly item: Decision;
  readonly onUndo: () => void;
}

function Outcome({ item: { decision, comment, undoneAt, mayUndo }, onUndo }: OutcomeProps) {
  return (
    <>
      <Tags>
        <Tag look={stateLooks.field[decision]}>
          {decision === 'Confirmed' ? <Trans>подтверждено</Trans> : <Trans>отклонено</Trans>}
        </Tag>
        {undoneAt !== null && (
          <Tag>
            <Trans>отменено</Trans>
          </Tag>
        )}
      </Tags>
      {comment !== null && <div className={table.quiet}>{comment}</div>}
      {mayUndo && (
        <button type="button" className={classes.small} onClick={onUndo}>
          <Trans>Отменить</Trans>
        </button>
      )}
    </>
  );
}
