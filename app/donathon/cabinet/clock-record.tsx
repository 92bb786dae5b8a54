import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import type { OwnClock } from '../clock-shapes.ts';
import { useSignedSpanText, useSpanText } from '../span-text.tsx';
import classes from './clock-screen.module.css';

interface ClockRecordProps {
  readonly clock: OwnClock;
  readonly currency: string;
}

/** What donations have added, and what was corrected by hand. */
export function ClockRecord({ clock: { donations, own }, currency }: ClockRecordProps) {
  const { t } = useLingui();
  const sum = useSumText(currency)(donations.sum);
  const time = useSpanText()(donations.seconds);
  const signed = useSignedSpanText();
  const momentText = useMomentText();
  const corrections = own?.corrections ?? [];
  return (
    <>
      <p className={classes.quiet} data-testid="clock-donations">
        <Plural value={donations.count} one="# донат" few="# доната" many="# донатов" other="# доната" />
        {' · '}
        {sum}
        {' · '}
        <Trans>прибавлено {time}</Trans>
      </p>
      {corrections.length > 0 && (
        <section className={classes.corrections} aria-label={t`Поправки`}>
          <h3>{t`Поправки`}</h3>
          <ol>
            {corrections.map(({ seconds, madeAt }) => (
              <li key={madeAt}>
                <b>{signed(seconds)}</b> <span>{momentText(madeAt)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
