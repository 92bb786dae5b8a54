import { Trans } from '@lingui/react/macro';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import classes from './clock-bar.module.css';
import type { ShownClock } from './clock-shapes.ts';
import { hasReachedCap, prolongsBy } from './prolonged-by.ts';
import { usePublicClock } from './public-clock.ts';
import { SpanWords, useSpanText } from './span-text.tsx';

interface ProlongsLineProps {
  readonly userName: string;
  /** As the page was rendered with it. */
  readonly loaded: ShownClock;
  /** Main units; null: none yet, NaN: a text that is no sum. */
  readonly amount: number | null;
  readonly currency: string;
}

/** Says in the form what the donation does to the stream: the rule, and with a sum the time that it adds. */
export function ProlongsLine({ userName, loaded, amount, currency }: ProlongsLineProps) {
  const { clock } = usePublicClock(userName, loaded);
  const sum = useSumText(currency)(clock.sum);
  const spanText = useSpanText();
  const seconds = prolongsBy(amount, clock);
  const time = spanText(seconds);
  const isOver = clock.state === 'over';
  const isFull = !isOver && hasReachedCap(clock);
  const isRunning = !isOver && !isFull;
  return (
    <p className={classes.line}>
      <span data-out={!(isRunning && seconds === 0) || undefined}>
        <Trans>
          Донат продлит стрим: {sum} — <SpanWords seconds={clock.seconds} />
        </Trans>
      </span>
      <span data-out={!(isRunning && seconds > 0) || undefined}>
        <Trans>
          <b>+{time}</b> к стриму
        </Trans>
      </span>
      <span data-out={!isFull || undefined}>
        <Trans>Стрим уже продлён до предела</Trans>
      </span>
      <span data-out={!isOver || undefined}>
        <Trans>Донатон закончился: стрим уже не продлить</Trans>
      </span>
    </p>
  );
}
