import { useLingui } from '@lingui/react/macro';
import { TableScroll } from '#base/ui/lists/table-scroll.tsx';
import classes from './chart-table.module.css';
import type { SizeChart } from './size-chart.ts';

/** Cells may hold the same text, so their places are the keys. */
const placed = <Item,>(items: readonly Item[]) => items.map((item, place) => ({ item, place: String(place) }));

/** A size chart as a table: its first row holds the headings, the first cell of a row names the size. */
export function ChartTable({ chart }: { readonly chart: SizeChart }) {
  const { t } = useLingui();
  const [headings = [], ...rows] = chart;
  return (
    <TableScroll label={t`Таблица размеров`}>
      <table className={classes.table}>
        <thead>
          <tr>
            {placed(headings).map(({ item, place }) => (
              <th key={place} scope="col">
                {item}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {placed(rows).map(({ item: [size = '', ...cells], place }) => (
            <tr key={place}>
              <th scope="row">{size}</th>
              {placed(cells).map(({ item, place: column }) => (
                <td key={column}>{item}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
