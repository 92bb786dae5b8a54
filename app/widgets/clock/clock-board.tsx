import { Trans } from '@lingui/react/macro';
import type { ShownClock } from '#app/donathon/clock-shapes.ts';
import { countdownText } from '#app/donathon/countdown.ts';
import { SpanWords } from '#app/donathon/span-text.tsx';
import { useCountdown } from '#app/donathon/use-countdown.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { boardLook } from '../statistics/board-look.ts';
import board from '../statistics/statistics-widget-screen.module.css';
import type { ShownSettings } from '../widget-shapes.ts';
import classes from './clock-board.module.css';

/** What a board says of a clock. */
export type BoardClock = Pick<ShownClock, 'state' | 'endsAt' | 'remaining' | 'sum' | 'seconds'>;

interface ClockBoardProps {
  readonly settings: ShownSettings;
  readonly clock: BoardClock;
  /** How far the server's clock is ahead of the page's timer. */
  readonly ahead: number;
  /** In the cabinet instead of on a whole page. */
  readonly isPreview?: boolean;
}

/** The countdown on the stream, in the colours of the statistics. Without a connection it goes on from what is known. */
export function ClockBoard({ settings, clock, ahead, isPreview = false }: ClockBoardProps) {
  const seconds = useCountdown(clock, ahead);
  const state = seconds === 0 ? 'over' : clock.state;
  const sum = useSumText(settings.currency)(clock.sum);
  return (
    <section
      className={`${board.board} ${classes.clock}`}
      style={boardLook(settings)}
      data-preview={isPreview || undefined}
      data-testid="clock"
    >
      <p className={classes.digits} role="timer" data-still={state !== 'running' || undefined}>
        {countdownText(seconds)}
      </p>
      <p className={board.quiet}>
        {state === 'over' && <Trans>Донатон закончился</Trans>}
        {state === 'paused' && <Trans>Пауза</Trans>}
        {state === 'running' && (
          <Trans>
            {sum} — <SpanWords seconds={clock.seconds} />
          </Trans>
        )}
      </p>
    </section>
  );
}
