import { Trans } from '@lingui/react/macro';
import { useSpanText } from '#app/donathon/span-text.tsx';
import classes from './thanks-screen.module.css';

interface ClockLineProps {
  readonly seconds: number;
  readonly isCounted: boolean;
}

/** What a paid donation has added to the stream; too little for a second says nothing. */
export default function ClockLine({ seconds, isCounted }: ClockLineProps) {
  const time = useSpanText()(seconds);
  if (isCounted && seconds === 0) return null;
  return (
    <p className={classes.lead}>
      {isCounted ? (
        <Trans>
          <b>+{time}</b> к стриму
        </Trans>
      ) : (
        <Trans>Донатон закончился раньше, чем прошла оплата: время не прибавилось, а донат автор получит.</Trans>
      )}
    </p>
  );
}
