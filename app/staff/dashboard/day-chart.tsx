import { useLingui } from '@lingui/react/macro';
import { dayText } from '#base/text/dates.ts';
import classes from './day-chart.module.css';

interface DayChartProps {
  readonly label: string;
  readonly days: readonly { readonly day: string; readonly value: number }[];
  /** The words for a value. */
  readonly say: (value: number) => string;
  /** It counts what has gone wrong. */
  readonly isTrouble: boolean;
}

const height = 64;

/** A bar chart by day under its highest value and over its first and last day; the table below the charts holds the same figures. */
export function DayChart({ label, days, say, isTrouble }: DayChartProps) {
  const { i18n } = useLingui();
  const most = Math.max(...days.map(({ value }) => value), 0);
  const width = 100 / Math.max(days.length, 1);
  const nameOf = (day: string | undefined) => day && dayText(day, i18n.locale, 'dayMonth');
  return (
    <figure className={classes.figure} data-trouble={isTrouble || undefined}>
      <span aria-hidden>{say(most)}</span>
      <svg
        className={classes.chart}
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {days.map(({ day, value }, place) => {
          const tall = value === 0 ? 0 : Math.max((value / most) * height, 2);
          return (
            <g key={day}>
              <title>{`${nameOf(day)}: ${say(value)}`}</title>
              <rect className={classes.ground} x={place * width} y={0} width={width} height={height} />
              <rect
                className={classes.bar}
                x={place * width + width * 0.12}
                y={height - tall}
                width={width * 0.76}
                height={tall}
              />
            </g>
          );
        })}
      </svg>
      <span className={classes.days} aria-hidden>
        <span>{nameOf(days[0]?.day)}</span>
        <span>{nameOf(days.at(-1)?.day)}</span>
      </span>
    </figure>
  );
}
