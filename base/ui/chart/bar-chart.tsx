import { Trans } from '@lingui/react/macro';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import classes from './bar-chart.module.css';
import { scaleTo } from './scale.ts';

/** One bar with its label and its parts from the bottom up. */
export interface Bar {
  readonly key: string;
  /** The label in the table and the tooltip: «12 марта». */
  readonly name: string;
  readonly parts: readonly number[];
}

interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** The names of the parts from the bottom up. */
  readonly partNames: readonly string[];
  /** Formats a value: «12 000 сум». */
  readonly words: (value: number) => string;
}

const height = 100;
const step = 10;

const wholeOf = (bar: Bar) => bar.parts.reduce((sum, part) => sum + part, 0);

const lineOf = (mark: number, most: number) => height - (mark / most) * height;

/** As many as stand beside each other on a phone. */
const mostNames = 3;

/** The first, the middle and the last bar, with the places of their middles in percent. */
function spread(bars: readonly Bar[]): readonly (readonly [bar: Bar, place: number])[] {
  const count = Math.min(mostNames, bars.length);
  const between = (bars.length - 1) / Math.max(1, count - 1);
  const chosen = Array.from({ length: count }, (_, at) => Math.round(at * between));
  return chosen.flatMap((at) => {
    const bar = bars[at];
    return bar === undefined ? [] : [[bar, ((at + 0.5) / bars.length) * 100] as const];
  });
}

interface ColumnProps extends Pick<BarChartProps, 'partNames' | 'words'> {
  readonly bar: Bar;
  readonly at: number;
  readonly most: number;
}

function Column({ bar, at, most, partNames, words }: ColumnProps) {
  const tall = bar.parts.map((part) => (part / most) * height);
  const topOf = (place: number) => height - tall.slice(0, place + 1).reduce((sum, one) => sum + one, 0);
  return (
    <g>
      <title>{`${bar.name}: ${bar.parts.map(words).join(' + ')}`}</title>
      <rect x={at * step} y={0} width={step} height={height} className={classes.ground} />
      {tall.map((one, place) => (
        <rect
          key={partNames[place]}
          x={at * step + step * 0.12}
          y={topOf(place)}
          width={step * 0.76}
          height={one}
          className={place === 0 ? classes.first : classes.second}
        />
      ))}
    </g>
  );
}

/** A bar chart in SVG, with the same data as a table for accessibility. */
export function BarChart({ title, bars, partNames, words }: BarChartProps) {
  const amountText = useAmountText();
  const marks = scaleTo(Math.max(0, ...bars.map(wholeOf)));
  const most = marks.at(-1) ?? 0;
  return (
    <Stack as="figure" gap={12} shrinks>
      <figcaption className={classes.title}>
        {title}
        {partNames.length > 1 && (
          <Row as="span" className={classes.legend} gap={14} nowrap size={14} dim>
            {partNames.map((name, place) => (
              <span key={name} data-part={place}>
                {name}
              </span>
            ))}
          </Row>
        )}
      </figcaption>
      <div className={classes.frame}>
        <div className={classes.marks} aria-hidden>
          {marks.toReversed().map((mark) => (
            <span key={mark}>{amountText(mark)}</span>
          ))}
        </div>
        <svg
          className={classes.drawing}
          viewBox={`0 0 ${Math.max(1, bars.length) * step} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={title}
        >
          {marks.map((mark) => (
            <line key={mark} x2="100%" y1={lineOf(mark, most)} y2={lineOf(mark, most)} className={classes.line} />
          ))}
          {bars.map((bar, at) => (
            <Column key={bar.key} bar={bar} at={at} most={most} partNames={partNames} words={words} />
          ))}
        </svg>
        <Text as="div" className={classes.names} size={12} dim aria-hidden>
          {spread(bars).map(([bar, place]) => (
            <span key={bar.key} style={{ left: `${place}%`, transform: `translateX(-${place}%)` }}>
              {bar.name}
            </span>
          ))}
        </Text>
      </div>
      <details className={classes.more}>
        <summary>
          <Trans>Показать таблицей</Trans>
        </summary>
        <div className={classes.scroll}>
          <table>
            <thead>
              <tr>
                <td />
                {partNames.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars
                .filter((bar) => wholeOf(bar) > 0)
                .map((bar) => (
                  <tr key={bar.key}>
                    <th scope="row">{bar.name}</th>
                    {partNames.map((name, place) => (
                      <td key={name}>{words(bar.parts[place] ?? 0)}</td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </details>
    </Stack>
  );
}
