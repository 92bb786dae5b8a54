import { Trans, useLingui } from '@lingui/react/macro';
import { PageHead } from '#base/pages/page-head.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import type { Route } from './+types/queue-screen';
import { loadQueue } from './load-queue.ts';
import classes from './queue.module.css';
import { QueueControls } from './queue-controls.tsx';
import { Health, LostBanner, SourceList } from './queue-health.tsx';
import { Current, Ended, Held, Uncertain, Waiting } from './queue-lists.tsx';
import { useQueue } from './use-queue.ts';

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) => loadQueue(signal);

/** The live queue of alerts: what plays, waits and is held, and whether viewers can see and hear it. */
export default function Queue({ loaderData: { queue, key, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const live = useQueue(queue, key);
  const shown = { live, currency };
  return (
    <>
      <PageHead title={t`Очередь`} noIndex />
      <PageTitle>
        <Trans>Очередь</Trans>
      </PageTitle>
      <Stack gap={28} shrinks>
        <LostBanner isLost={live.isLost} />
        <Health sources={live.queue.sources} isCrowded={live.queue.isCrowded} />
        <QueueControls live={live} />
        <Current {...shown} />
        <Held {...shown} />
        <Uncertain {...shown} />
        <Waiting {...shown} />
        <Ended {...shown} most={30} />
        <SourceList sources={live.queue.sources} />
        <Row className={classes.controls} gap={10} align="center">
          <LinkButton look="quiet" to="/profile/dock">
            <Trans>Пульт для телефона и OBS</Trans>
          </LinkButton>
          <p>
            <Trans>В OBS: «Док-панели» › «Пользовательские док-панели браузера», адрес этой страницы пульта.</Trans>
          </p>
        </Row>
      </Stack>
    </>
  );
}
