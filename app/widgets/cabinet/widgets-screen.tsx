import { Trans, useLingui } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { askTimed } from '#app/donathon/server-time.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import type { ShownSettings } from '../widget-shapes.ts';
import type { Route } from './+types/widgets-screen';
import classes from './cabinet.module.css';
import { ClockSection } from './clock-section.tsx';
import { DrawsSection } from './draws-section.tsx';
import { StatisticsSection } from './statistics-section.tsx';
import { StickerSection } from './sticker-section.tsx';
import { TargetsSection } from './targets-section.tsx';
import { sentMoment } from './unfinished-moment.ts';
import { useSettingsForm } from './use-widget-settings.ts';
import { VotesSection } from './votes-section.tsx';

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const settings = await call('GET Widget/Settings', {}, { signal });
  const { key } = settings;
  const [figures, votes, targets, clock, draws] = await Promise.all([
    call('GET Widget/Statistics', { query: { key } }, { signal }),
    // Without them the examples are shown.
    call('GET Widget/Votes', { query: { key } }, { signal }).catch(() => []),
    call('GET Widget/Targets', { query: { key } }, { signal }).catch(() => []),
    askTimed(() => call('GET Widget/Clock', { query: { key } }, { signal })).catch(() => null),
    askTimed(() => call('GET Widget/Draws', { query: { key } }, { signal })).catch(() => null),
  ]);
  return { settings, figures, votes, targets, clock, draws };
}

async function sendStatistics({ since, goal, ...more }: ShownSettings['statistics']) {
  const { since: goalSince = null, members = null } = goal ?? {};
  const statistics = {
    ...more,
    since: sentMoment(since, more.period === 'since'),
    goal: goal && { ...goal, since: sentMoment(goalSince, members === null) },
  };
  return (await call('PUT Widget/Settings', { body: { statistics } })).statistics;
}

const sendSticker = async (sticker: ShownSettings['sticker']) =>
  (await call('PUT Widget/Settings', { body: { sticker } })).sticker;

/** The statistics, the votes, the targets, the clock, the draws and the sticker for the stream, each with a preview. */
export default function Widgets({ loaderData }: Route.ComponentProps) {
  const { settings, figures, votes, targets, clock, draws } = loaderData;
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const statistics = useSettingsForm('statistics', settings.statistics, async (draft) => {
    const saved = await sendStatistics(draft);
    void revalidate();
    return saved;
  });
  const sticker = useSettingsForm('sticker', settings.sticker, sendSticker);
  const blocker = useUnsaved(statistics.isUnsaved || sticker.isUnsaved);
  return (
    <>
      <PageHead title={t`Виджеты`} noIndex />
      <PageTitle>
        <Trans>Виджеты</Trans>
      </PageTitle>
      <div className={classes.form}>
        <StatisticsSection
          settings={settings}
          figures={figures}
          form={statistics}
          onStarted={() => void revalidate()}
        />
        <VotesSection settings={{ ...settings, statistics: statistics.draft }} votes={votes} />
        <TargetsSection settings={{ ...settings, statistics: statistics.draft }} targets={targets} />
        <ClockSection settings={{ ...settings, statistics: statistics.draft }} known={clock} />
        <DrawsSection settings={{ ...settings, statistics: statistics.draft }} known={draws} />
        <StickerSection settings={settings} form={sticker} />
      </div>
      <LeaveDialog blocker={blocker} />
    </>
  );
}
