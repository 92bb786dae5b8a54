import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { ClockDock } from '#app/donathon/clock-dock.tsx';
import { readClockSoon } from '#app/donathon/live-clock.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import type { Route } from './+types/dock-screen';
import { loadQueue } from './load-queue.ts';
import classes from './queue.module.css';
import { QueueControls } from './queue-controls.tsx';
import { Health, LostBanner } from './queue-health.tsx';
import { Current, Ended, Held, Uncertain } from './queue-lists.tsx';
import { useQueue } from './use-queue.ts';

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const queue = await loadQueue(signal);
  return { ...queue, clock: await readClockSoon(queue.userName) };
}

/** The narrow queue for a phone or a dock of OBS, without the site's frame. */
export default function Dock({ loaderData: { queue, key, currency, userName, clock } }: Route.ComponentProps) {
  const { t } = useLingui();
  const live = useQueue(queue, key);
  const shown = { live, currency };
  return (
    <Stack as="main" className={classes.dock} gap={16}>
      <PageHead title={t`Пульт`} noIndex />
      <Row className={classes.controls} gap={10} align="center">
        <h1>
          <Trans>Пульт</Trans>
        </h1>
        <Link to="/profile/queue">
          <Trans>Вся очередь</Trans>
        </Link>
      </Row>
      <LostBanner isLost={live.isLost} />
      <QueueControls live={live} />
      <ClockDock userName={userName} first={clock} />
      <Current {...shown} />
      <Held {...shown} />
      <Uncertain {...shown} />
      <Health sources={live.queue.sources} isCrowded={live.queue.isCrowded} />
      <Ended {...shown} most={5} />
    </Stack>
  );
}
