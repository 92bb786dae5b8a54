import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { ClockButtons, OwnDigits } from '../clock-acts.tsx';
import type { OwnClock } from '../clock-shapes.ts';
import type { LiveClock } from '../live-clock.ts';
import { beyondCap, hasReachedCap } from '../prolonged-by.ts';
import { SpanWords, useSpanText } from '../span-text.tsx';
import { type ClockActs, useClockActs } from '../use-clock-acts.ts';
import { ClockRecord } from './clock-record.tsx';
import classes from './clock-screen.module.css';
import { CorrectionForm } from './correction-form.tsx';
import { RateForm } from './rate-form.tsx';

interface OwnClockPartProps {
  readonly clock: OwnClock;
  readonly ahead: number;
  readonly live: LiveClock;
  readonly currency: string;
}

const steps = [60, 300, -300];

/** The clock that runs, with all that its creator may do with it. */
export function OwnClockPart({ clock, ahead, live, currency }: OwnClockPartProps) {
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
      <Ending acts={acts} isChanging={isChanging} onChange={() => setChanging(true)} />
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

interface EndingProps {
  readonly acts: ClockActs;
  readonly isChanging: boolean;
  readonly onChange: () => void;
}

/** The clock is ended in two taps. */
function Ending({ acts: { isBusy, send }, isChanging, onChange }: EndingProps) {
  const [isEnding, setEnding] = useState(false);
  if (isEnding) {
    return (
      <Row gap={12} rowGap={8}>
        <ActionButton className={classes.act} disabled={isBusy} onClick={() => void send({ act: 'end' })}>
          <Trans>Точно завершить</Trans>
        </ActionButton>
        <ActionButton className={classes.act} look="quiet" onClick={() => setEnding(false)}>
          <Trans>Пусть идёт дальше</Trans>
        </ActionButton>
      </Row>
    );
  }
  return (
    <Row gap={12} rowGap={8}>
      <ActionButton className={classes.act} look="quiet" disabled={isBusy} onClick={() => setEnding(true)}>
        <Trans>Завершить донатон</Trans>
      </ActionButton>
      {!isChanging && (
        <ActionButton className={classes.act} look="quiet" disabled={isBusy} onClick={onChange}>
          <Trans>Изменить темп</Trans>
        </ActionButton>
      )}
    </Row>
  );
}
