import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { loadOwner } from '#app/own-list.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { OverNotice } from '#base/ui/page/over-notice.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { LiveClock, readClock, useLiveClock } from '../live-clock.ts';
import type { Route } from './+types/clock-screen';
import classes from './clock-screen.module.css';
import { LastClock } from './last-clock.tsx';
import { OwnClockPart } from './own-clock.tsx';
import { StartForm } from './start-form.tsx';

const readEvery = 3_000;

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const { userName, currency } = await loadOwner(signal);
  return { userName, first: await readClock(userName, signal), currency };
}

/** The creator's clock: started, paused, corrected and ended here, during a stream from a phone. */
export default function Clock({ loaderData: { userName, first, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const [live] = useState(() => {
    const read = (signal: AbortSignal) => readClock(userName, signal);
    return new LiveClock({ read, every: readEvery, first });
  });
  const { clock, ahead, isLost } = useLiveClock(live) ?? { ...first, isLost: false };
  const isOver = clock === null || clock.state === 'over';
  return (
    <>
      <PageHead title={t`Донатон`} noIndex />
      <PageTitle>
        <Trans>Донатон</Trans>
      </PageTitle>
      <Stack gap={20} fit>
        <p className={classes.quiet}>
          <Trans>Стрим идёт, пока идут донаты: каждый прибавляет время, возврат забирает его назад.</Trans>
        </p>
        {isOver ? (
          <>
            <OverNotice>
              {isLost && <Trans>Нет связи. Начать донатон можно, как только она появится.</Trans>}
            </OverNotice>
            {clock !== null && <LastClock clock={clock} currency={currency} />}
            <StartForm key={clock?.id ?? ''} last={clock} live={live} currency={currency} />
          </>
        ) : (
          <OwnClockPart key={clock.id} clock={clock} ahead={ahead} isLost={isLost} live={live} currency={currency} />
        )}
      </Stack>
    </>
  );
}
