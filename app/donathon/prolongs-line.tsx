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
  if (clock.state === 'over' || hasReachedCap(clock)) {
    return (
      <p className={classes.line}>
        {clock.state === 'over' ? (
          <Trans>Донатон закончился: донат стрим уже не продлит</Trans>
        ) : (
          <Trans>Стрим продлён до предела: донат его уже не продлит</Trans>
        )}
      </p>
    );
  }
  return (
    <p className={classes.line}>
      <span data-out={seconds > 0 || undefined}>
        <Trans>
          Донат продлит стрим: {sum} — <SpanWords seconds={clock.seconds} />
        </Trans>
      </span>
      <span data-out={seconds === 0 || undefined}>
        <Trans>
          <b>+{time}</b> к стриму
        </Trans>
      </span>
    </p>
  );
}
