import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { TwoTaps } from '#base/ui/panel/two-taps.tsx';
import watched from '#base/ui/panel/watched.module.css';
import { ClockButtons, OwnDigits } from '../clock-acts.tsx';
import { ClockNotice } from '../clock-notice.tsx';
import type { OwnClock } from '../clock-shapes.ts';
import type { LiveClock } from '../live-clock.ts';
import { beyondCap, hasReachedCap } from '../prolonged-by.ts';
import { SpanWords, useSpanText } from '../span-text.tsx';
import { useClockActs } from '../use-clock-acts.ts';
import { ClockRecord } from './clock-record.tsx';
import classes from './clock-screen.module.css';
import { CorrectionForm } from './correction-form.tsx';
import { RateForm } from './rate-form.tsx';

interface OwnClockPartProps {
  readonly clock: OwnClock;
  readonly ahead: number;
  /** It could not be read again. */
  readonly isLost: boolean;
  readonly live: LiveClock;
  readonly currency: string;
}

const steps = [60, 300, -300];

/** The clock that runs, with all that its creator may do with it. */
export function OwnClockPart({ clock, ahead, isLost, live, currency }: OwnClockPartProps) {
  const { t } = useLingui();
  const acts = useClockActs(live, clock);
  const sum = useSumText(currency)(clock.sum);
  const [isChanging, setChanging] = useState(false);
  return (
    <section className={panel.panel} aria-label={t`Донатон идёт`} data-testid="own-clock">
      <h2>{clock.state === 'paused' ? <Trans>На паузе</Trans> : <Trans>До конца стрима</Trans>}</h2>
      <OwnDigits clock={clock} ahead={ahead} />
      <ClockButtons clock={clock} ahead={ahead} acts={acts} steps={steps} />
      {acts.failure !== null && acts.failure.fields === undefined && <ErrorNotice>{acts.failure.message}</ErrorNotice>}
      <p className={classes.quiet}>
        <Trans>
          {sum} — <SpanWords seconds={clock.seconds} />
        </Trans>
        <ReachedCap clock={clock} />
      </p>
      <ClockRecord clock={clock} currency={currency} />
      <CorrectionForm acts={acts} />
      {isChanging && <RateForm clock={clock} acts={acts} currency={currency} onClose={() => setChanging(false)} />}
      <TwoTaps
        isBusy={acts.isBusy}
        act={<Trans>Завершить донатон</Trans>}
        sure={<Trans>Точно завершить</Trans>}
        stay={<Trans>Пусть идёт дальше</Trans>}
        onAct={() => void acts.send({ act: 'end' })}
      >
        {!isChanging && (
          <ActionButton className={watched.act} look="quiet" disabled={acts.isBusy} onClick={() => setChanging(true)}>
            <Trans>Изменить темп</Trans>
          </ActionButton>
        )}
      </TwoTaps>
      <ClockNotice isLost={isLost} acts={acts} />
    </section>
  );
}

/** Says that nothing is added at the cap, and how much has come beyond it: a correction takes from that first. */
function ReachedCap({ clock }: { readonly clock: OwnClock }) {
  const beyond = beyondCap(clock);
  const time = useSpanText()(beyond);
  if (!hasReachedCap(clock)) return null;
  return (
    <>
      {' · '}
      {beyond > 0 ? <Trans>предел достигнут, сверх него пришло {time}</Trans> : <Trans>предел достигнут</Trans>}
    </>
  );
}
