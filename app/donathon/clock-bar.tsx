import { Trans } from '@lingui/react/macro';
import classes from './clock-bar.module.css';
import type { ShownClock } from './clock-shapes.ts';
import { countdownText, leftAt, secondsOf } from './countdown.ts';
import { prolongedBy } from './prolonged-by.ts';
import { usePublicClock } from './public-clock.ts';
import { useSpanText } from './span-text.tsx';
import { useCountdown } from './use-countdown.ts';

interface ClockBarProps {
  readonly userName: string;
  /** As the page was rendered with it. */
  readonly loaded: ShownClock;
}

/** The countdown of the stream on the page of its creator. The page may be a cached one: its seconds come once the server is asked. */
export function ClockBar({ userName, loaded }: ClockBarProps) {
  const { clock, ahead } = usePublicClock(userName, loaded);
  const spanText = useSpanText();
  const added = prolongedBy(clock);
  const time = spanText(added);
  return (
    <section className={classes.bar} aria-labelledby="clock" data-testid="clock-bar">
      <h2 id="clock">
        <Title state={clock.state} />
      </h2>
      <b role="timer">{ahead === null ? <Unasked clock={clock} /> : <Digits clock={clock} ahead={ahead} />}</b>
      <p>{added > 0 ? <Trans>Донаты продлили стрим на {time}</Trans> : <Trans>Каждый донат продлевает стрим</Trans>}</p>
    </section>
  );
}

function Title({ state }: Pick<ShownClock, 'state'>) {
  if (state === 'over') return <Trans>Донатон закончился</Trans>;
  return state === 'paused' ? <Trans>Донатон на паузе</Trans> : <Trans>До конца стрима</Trans>;
}

/** Holds the place of the seconds. Without scripts nobody asks: a clock that runs is named as such, since a cached page is late. */
function Unasked({ clock }: { readonly clock: ShownClock }) {
  const isStill = clock.state === 'over' || clock.endsAt === null;
  return (
    <>
      {'\u00a0'}
      <noscript>{isStill ? countdownText(secondsOf(leftAt(clock, 0, 0))) : <Trans>Отсчёт идёт</Trans>}</noscript>
    </>
  );
}

function Digits({ clock, ahead }: { readonly clock: ShownClock; readonly ahead: number }) {
  return countdownText(useCountdown(clock, ahead));
}
