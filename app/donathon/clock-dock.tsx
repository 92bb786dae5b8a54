import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ClockButtons, OwnDigits } from './clock-acts.tsx';
import { ClockNotice } from './clock-notice.tsx';
import type { OwnClock } from './clock-shapes.ts';
import { LiveClock, readClock, useLiveClock } from './live-clock.ts';
import { useClockActs } from './use-clock-acts.ts';

const readEvery = 3_000;
const steps = [-300, 300];

interface ClockDockProps {
  readonly userName: string;
}

/** The clock that runs, with a pause and five minutes more or less, for a phone beside the stream. It waits for nothing, and nothing waits for it. */
export function ClockDock({ userName }: ClockDockProps) {
  const [live] = useState(() => new LiveClock({ read: (signal) => readClock(userName, signal), every: readEvery }));
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
