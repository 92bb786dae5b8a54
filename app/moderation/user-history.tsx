import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { useFieldNames } from '#app/profile/field-names.ts';
import type { CallAnswer } from '#base/call.ts';
import { isCallFailure } from '#base/errors.ts';
import table from '#base/ui/staff-list.module.css';
import { TableScroll } from '#base/ui/table-scroll.tsx';
import { FieldValue } from './field-value.tsx';
import { PersonLink } from './person-cell.tsx';
import type { reviewCalls } from './review.calls.ts';
import { refreshCounts } from './staff-counts.ts';
import { Tag } from './tag.tsx';
import classes from './user-screen.module.css';

type Decision = CallAnswer<typeof reviewCalls.history>['items'][number];

/** Every decision about a person's fields: what it was about, what stood there before, who made it and why. */
export function UserHistory({ userId, items }: { readonly userId: string; readonly items: readonly Decision[] }) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const [fault, setFault] = useState<string | null>(null);

  async function undo({ name }: Decision) {
    setFault(null);
    try {
      await call('PUT Moderator/UndoDecision', { body: { userId, fields: [name] } });
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault(error.message);
    }
    refreshCounts();
    await revalidate();
  }

  return (
    <>
      <TableScroll label={t`История решений`}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Когда</Trans>
              </th>
              <th scope="col">
                <Trans>Поле</Trans>
              </th>
              <th scope="col">
                <Trans>Было</Trans>
              </th>
              <th scope="col">
                <Trans>Просили</Trans>
              </th>
              <th scope="col">
                <Trans>Решение</Trans>
              </th>
              <th scope="col">
                <Trans>Кто</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <DecisionRow key={item.id} item={item} onUndo={() => void undo(item)} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      {fault !== null && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </>
  );
}

function DecisionRow({ item, onUndo }: { readonly item: Decision; readonly onUndo: () => void }) {
  const { i18n } = useLingui();
  const names = useFieldNames();
  const { name, value, publishedBefore, decision, comment, by, decidedAt, undoneAt, mayUndo } = item;
  return (
    <tr>
      <td className={table.nowrap}>{i18n.date(new Date(decidedAt), { dateStyle: 'short', timeStyle: 'short' })}</td>
      <td>{names[name]}</td>
      <td>
        <FieldValue name={name} value={publishedBefore} />
      </td>
      <td>
        <FieldValue name={name} value={value} />
      </td>
      <td>
        <Tag tone={decision === 'Confirmed' ? 'good' : 'bad'}>
          {decision === 'Confirmed' ? <Trans>подтверждено</Trans> : <Trans>отклонено</Trans>}
        </Tag>{' '}
        {undoneAt !== null && (
          <Tag tone="plain">
            <Trans>отменено</Trans>
          </Tag>
        )}
        {comment !== null && <div className={table.quiet}>{comment}</div>}
        {mayUndo && (
          <button type="button" className={classes.small} onClick={onUndo}>
            <Trans>Отменить</Trans>
          </button>
        )}
      </td>
      <td className={table.nowrap}>{by !== null && <PersonLink person={by} />}</td>
    </tr>
  );
}
