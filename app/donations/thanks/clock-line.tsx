import { Trans } from '@lingui/react/macro';
import { useSpanText } from '#app/donathon/span-text.tsx';
import classes from './thanks-screen.module.css';

interface ClockLineProps {
  readonly seconds: number;
  readonly isCounted: boolean;
  /** The stream goes on as long as it may. */
  readonly isFull: boolean;
}

/** What a paid donation has added to the stream; too little for a second says nothing. */
export default function ClockLine(added: ClockLineProps) {
  if (added.isCounted && added.seconds === 0) return null;
  return (
    <p className={classes.lead}>
      <ClockWords {...added} />
    </p>
  );
}

function ClockWords({ seconds, isCounted, isFull }: ClockLineProps) {
  const time = useSpanText()(seconds);
  if (!isCounted) {
    return <Trans>Донатон закончился раньше, чем прошла оплата: время не прибавилось, а донат автор получит.</Trans>;
  }
  if (isFull) return <Trans>Стрим продлён до предела</Trans>;
  return (
    <Trans>
      <b>+{time}</b> к стриму
    </Trans>
  );
}
