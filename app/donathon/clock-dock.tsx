import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ClockButtons, OwnDigits } from './clock-acts.tsx';
import { ClockNotice } from './clock-notice.tsx';
import type { OwnClock, OwnClockAnswer } from './clock-shapes.ts';
import { LiveClock, readClock, useLiveClock } from './live-clock.ts';
import type { Timed } from './server-time.ts';
import { useClockActs } from './use-clock-acts.ts';

const readEvery = 3_000;
const steps = [-300, 300];

interface ClockDockProps {
  readonly userName: string;
  /** As the screen was loaded with it; null: it did not come in time. */
  readonly first: Timed<OwnClockAnswer> | null;
}

function followed({ userName, first }: ClockDockProps): LiveClock {
  const read = (signal: AbortSignal) => readClock(userName, signal);
  return new LiveClock({ read, every: readEvery, ...(first !== null && { first }) });
}

/** The clock that runs, with a pause and five minutes more or less, for a phone beside the stream. */
export function ClockDock(props: ClockDockProps) {
  const [live] = useState(() => followed(props));
  const known = useLiveClock(live);
  if (known === null || known.clock === null || known.clock.state === 'over') return null;
  return <Running key={known.clock.id} live={live} clock={known.clock} ahead={known.ahead} isLost={known.isLost} />;
}

interface RunningProps {
  readonly live: LiveClock;
  readonly clock: OwnClock;
  readonly ahead: number;
  readonly isLost: boolean;
}

function Running({ live, clock, ahead, isLost }: RunningProps) {
  const acts = useClockActs(live, clock);
  return (
    <Stack as="section" gap={12} data-testid="clock-dock">
      <h2>{clock.state === 'paused' ? <Trans>Донатон на паузе</Trans> : <Trans>Донатон</Trans>}</h2>
      <OwnDigits clock={clock} ahead={ahead} />
      <ClockButtons
        clock={clock}
        ahead={ahead}
        acts={acts}
        steps={steps}
        // The dock has a pause of the alerts, too.
        pause={<Trans>Пауза донатона</Trans>}
        resume={<Trans>Продолжить донатон</Trans>}
      />
      {acts.failure !== null && <ErrorNotice>{acts.failure.message}</ErrorNotice>}
      <ClockNotice isLost={isLost} acts={acts} />
    </Stack>
  );
}
