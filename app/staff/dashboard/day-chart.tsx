import { useLingui } from '@lingui/react/macro';
import { dayText } from '#base/text/dates.ts';
import classes from './day-chart.module.css';

interface DayChartProps {
  readonly label: string;
  readonly days: readonly { readonly day: string; readonly value: number }[];
  /** The tooltip of a value. */
  readonly say: (value: number) => string;
}

const height = 64;

/** A bar chart by day; the table below the charts holds the same figures. */
export function DayChart({ label, days, say }: DayChartProps) {
  const { i18n } = useLingui();
  const most = Math.max(...days.map(({ value }) => value), 1);
  const width = 100 / Math.max(days.length, 1);
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {days.map(({ day, value }, place) => {
        const tall = value === 0 ? 1 : Math.max((value / most) * (height - 2), 2);
        return (
          <g key={day}>
            <title>{`${dayText(day, i18n.locale, 'dayMonth')}: ${say(value)}`}</title>
            <rect className={classes.ground} x={place * width} y={0} width={width} height={height} />
            <rect
              className={value === 0 ? classes.zero : classes.bar}
              x={place * width + width * 0.12}
              y={height - tall}
              width={width * 0.76}
              height={tall}
            />
          </g>
        );
      })}
    </svg>
  );
}
