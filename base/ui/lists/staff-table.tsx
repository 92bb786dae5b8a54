import type { Key, ReactNode } from 'react';
import list from './staff-list.module.css';
import classes from './staff-table.module.css';
import { TableScroll } from './table-scroll.tsx';

/** A column of a staff table. */
export interface Column<Row> {
  readonly title: string;
  /** Null: the value is empty, and a card omits the line. */
  readonly cell: (row: Row) => ReactNode;
  readonly look?: 'number' | 'nowrap' | 'quiet';
  /** Identifies the row: it heads the card, without a title. */
  readonly isName?: boolean;
}

interface StaffTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => Key;
  readonly columns: readonly Column<Row>[];
}

/** A table with a sticky head; on a phone each row is a card of titled lines. */
export function StaffTable<Row>({ label, rows, keyOf, columns }: StaffTableProps<Row>) {
  return (
    <TableScroll label={label}>
      <table className={`${list.table} ${classes.lines}`} data-stacked aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, look }) => (
              <th key={title} scope="col" className={look === 'number' ? list.number : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, look, isName = false }) => (
                <td key={title} className={look && list[look]} data-title={isName ? undefined : title}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
