import { Trans } from '@lingui/react/macro';
import { useSecondsLeft } from '#base/ui/page/use-seconds-left.ts';
import classes from '../auth-card.module.css';
import { clockOf } from './resend-times.ts';

interface ResendTimerProps {
  /** Milliseconds since 1970 from which a new code may be requested (60 seconds after the last; docs/rules.md#codes). */
  readonly until: number;
  readonly onResend: () => void;
}

/** Counts down to the next code, then offers to send it. */
export function ResendTimer({ until, onResend }: ResendTimerProps) {
  const seconds = useSecondsLeft(until);
  const clock = clockOf(seconds);
  if (seconds > 0) {
    return (
      <p className={classes.wait}>
        <Trans>Новый код можно запросить через {clock}</Trans>
      </p>
    );
  }
  return (
    <button type="button" className={classes.plain} onClick={onResend}>
      <Trans>Отправить код ещё раз</Trans>
    </button>
  );
}
