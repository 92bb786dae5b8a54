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
  /** Under the axis instead of the name, with what stands below it where it differs from the label before: «нояб.» and «2026». */
  readonly label?: { readonly text: string; readonly below: string };
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

/** Names as long as «12 марта»: as many stand beside each other on a phone. */
const mostNames = 3;

/** The first, the middle and the last of bars. */
function spread(count: number): readonly number[] {
  const shown = Math.min(mostNames, count);
  const between = (count - 1) / Math.max(1, shown - 1);
  return Array.from({ length: shown }, (_, at) => Math.round(at * between));
}

/** Short labels: of twelve bars every third one has its own, counted from the last. */
const mostLabels = 4;

function evenly(count: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / mostLabels));
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0);
}

interface NamesProps {
  readonly bars: readonly Bar[];
}

/** What stands under the axis, each in the middle of its bar. */
function Names({ bars }: NamesProps) {
  const isShort = bars.some(({ label }) => label !== undefined);
  const shown = (isShort ? evenly : spread)(bars.length).flatMap((at) => {
    const bar = bars[at];
    return bar === undefined ? [] : [{ ...bar, place: ((at + 0.5) / bars.length) * 100 }];
  });
  return (
    <Text as="div" className={classes.names} data-short={isShort || undefined} dim aria-hidden>
      {shown.map(({ key, name, label, place }, at) => (
        <span key={key} style={{ left: `${place}%`, transform: `translateX(-${place}%)` }}>
          {label?.text ?? name}
          {label !== undefined && label.below !== shown[at - 1]?.label?.below && <small>{label.below}</small>}
        </span>
      ))}
    </Text>
  );
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
        <Names bars={bars} />
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
