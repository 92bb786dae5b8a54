import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { LiveClock, readClock, useLiveClock } from '../live-clock.ts';
import type { Route } from './+types/clock-screen';
import classes from './clock-screen.module.css';
import { LastClock } from './last-clock.tsx';
import { OwnClockPart } from './own-clock.tsx';
import { StartForm } from './start-form.tsx';

const readEvery = 3_000;

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [{ userName }, { country }] = await Promise.all([
    call('POST Identity/GetUser', {}, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { userName, first: await readClock(userName, signal), currency: country.currencyLabel };
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
        {isLost && (
          <ErrorNotice>
            <Trans>Нет связи. Отсчёт идёт дальше, донаты прибавятся, как только она появится.</Trans>
          </ErrorNotice>
        )}
        {isOver ? (
          <>
            {clock !== null && <LastClock clock={clock} currency={currency} />}
            <StartForm key={clock?.id ?? ''} last={clock} live={live} currency={currency} />
          </>
        ) : (
          <OwnClockPart key={clock.id} clock={clock} ahead={ahead} live={live} currency={currency} />
        )}
      </Stack>
    </>
  );
}
