import { Trans } from '@lingui/react/macro';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Row } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import classes from './clock-acts.module.css';
import type { OwnClock } from './clock-shapes.ts';
import { countdownText } from './countdown.ts';
import { useSignedSpanText } from './span-text.tsx';
import type { ClockActs } from './use-clock-acts.ts';
import { useCountdown } from './use-countdown.ts';

interface OwnDigitsProps {
  readonly clock: OwnClock;
  readonly ahead: number;
}

/** The countdown in large figures for its creator. */
export function OwnDigits({ clock, ahead }: OwnDigitsProps) {
  return (
    <p className={classes.digits} role="timer" data-paused={clock.state !== 'running' || undefined}>
      {countdownText(useCountdown(clock, ahead))}
    </p>
  );
}

interface ClockButtonsProps extends OwnDigitsProps {
  readonly acts: ClockActs;
  /** Seconds that a tap adds or takes, one button each. */
  readonly steps: readonly number[];
  /** The words on the button that pauses, and on the one that goes on. */
  readonly pause?: ReactNode;
  readonly resume?: ReactNode;
}

/** Pause, and time more or less in one tap; none takes all that is left, which would end the clock for good. */
export function ClockButtons({ clock, ahead, acts, steps, pause, resume }: ClockButtonsProps) {
  const { isBusy, send } = acts;
  const spanText = useSignedSpanText();
  const isPaused = clock.state === 'paused';
  const left = useCountdown(clock, ahead);
  return (
    <Row className={classes.buttons} gap={10}>
      <ActionButton
        look={isPaused ? 'filled' : 'quiet'}
        disabled={isBusy}
        onClick={() => void send({ act: isPaused ? 'resume' : 'pause' })}
      >
        {isPaused ? <IconPlayerPlay size={18} aria-hidden /> : <IconPlayerPause size={18} aria-hidden />}{' '}
        {isPaused ? (resume ?? <Trans>Продолжить</Trans>) : (pause ?? <Trans>Пауза</Trans>)}
      </ActionButton>
      {steps.map((seconds) => (
        <ActionButton
          key={seconds}
          look="quiet"
          disabled={isBusy || left + seconds <= 0}
          onClick={() => void send({ act: 'correct', seconds })}
        >
          {spanText(seconds)}
        </ActionButton>
      ))}
    </Row>
  );
}
