import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import { type Column, StaffTable } from './staff-table.tsx';

interface Removable {
  readonly id: string;
  readonly createdAt: string;
  /** Why it was taken away; null: it was not. */
  readonly removedFor: string | null;
}

interface RemovableTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** Columns of words, before the moment in which it was made, and of figures behind it. */
  readonly words: readonly Column<Row>[];
  readonly figures: readonly Column<Row>[];
  readonly state: (row: Row) => ReactNode;
  /** The question before it is taken away. */
  readonly title: (row: Row) => ReactNode;
  readonly onRemove: (id: string, reason: string) => Promise<unknown>;
}

/** What a creator shows everybody, for the staff, who can take each away. */
export function RemovableTable<Row extends Removable>({ label, rows, ...parts }: RemovableTableProps<Row>) {
  const { words, figures, state, title, onRemove } = parts;
  const { t } = useLingui();
  const dateText = useDateText();
  const made = (row: Row) => dateText(row.createdAt, { date: 'short', time: 'short' });
  const acts = (row: Row) =>
    row.removedFor === null && (
      <ReasonAct act={<Trans>Убрать</Trans>} title={title(row)} onSend={(reason) => onRemove(row.id, reason)}>
        <Trans>Увидят только автор и сотрудники сайта. Деньги остаются у автора.</Trans>
      </ReasonAct>
    );
  const columns: readonly Column<Row>[] = [
    ...words.map((column) => ({ look: 'words', ...column }) as const),
    { title: t`Когда`, cell: made, look: 'nowrap' },
    ...figures,
    { title: t`Состояние`, cell: state },
    { title: t`Действия`, cell: acts },
  ];
  return <StaffTable label={label} rows={rows} keyOf={({ id }) => id} columns={columns} />;
}
