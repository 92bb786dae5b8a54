import type { Key, ReactNode } from 'react';
import { arrangeCards } from './row-cards.ts';
import list from './staff-list.module.css';
import classes from './staff-table.module.css';
import { TableFrame } from './table-frame.tsx';
import { tableRoles } from './table-roles.ts';

/** A column of a staff table. */
export interface Column<Row> {
  readonly title: string;
  /** Null: the value is empty, and a card omits the line. */
  readonly cell: (row: Row) => ReactNode;
  readonly look?: 'number' | 'nowrap' | 'quiet' | 'words';
  /** Identifies the row: it heads the card, without a title. */
  readonly isName?: boolean;
}

/** How rows are chosen, each by a box in front of it. */
interface Choosing<Row> {
  /** The head of the column of boxes. */
  readonly title: string;
  readonly isChosen: (row: Row) => boolean;
  readonly onChoose: (row: Row, isChosen: boolean) => void;
  /** What the box of a row does, in words. */
  readonly nameOf: (row: Row) => string;
}

interface StaffTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => Key;
  readonly columns: readonly Column<Row>[];
  readonly choosing?: Choosing<Row>;
}

/** A table with a sticky head; where a row finds no room, each is a card of titled lines. */
export function StaffTable<Row>({ label, rows, keyOf, columns, choosing }: StaffTableProps<Row>) {
  return (
    <TableFrame label={label}>
      <table ref={arrangeCards} {...tableRoles.table} className={`${list.table} ${classes.lines}`} aria-label={label}>
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            {choosing && (
              <th {...tableRoles.column} scope="col">
                {choosing.title}
              </th>
            )}
            {columns.map(({ title, look }) => (
              <th
                {...tableRoles.column}
                key={title}
                scope="col"
                className={look === 'number' ? list.number : undefined}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...tableRoles.rows}>
          {rows.map((row) => (
            <tr {...tableRoles.row} key={keyOf(row)} data-chosen={choosing?.isChosen(row) || undefined}>
              {choosing && (
                <td {...tableRoles.cell} className={classes.box}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={choosing.nameOf(row)}
                      checked={choosing.isChosen(row)}
                      onChange={({ currentTarget: { checked } }) => choosing.onChoose(row, checked)}
                    />
                  </label>
                </td>
              )}
              {columns.map(({ title, cell, look, isName = false }) => (
                <td
                  {...tableRoles.cell}
                  key={title}
                  className={look && list[look]}
                  data-title={isName ? undefined : title}
                >
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
