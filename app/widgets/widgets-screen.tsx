import { Trans, useLingui } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import { PageHead } from '#app/document/page-head.public.tsx';
import { LeaveDialog } from '#base/ui/leave-dialog.tsx';
import { PageTitle } from '#base/ui/page-frame.tsx';
import { useUnsaved } from '#base/ui/use-unsaved.ts';
import { call } from '../call.ts';
import type { Route } from './+types/widgets-screen';
import classes from './cabinet.module.css';
import { StatisticsSection } from './statistics-section.tsx';
import { StickerSection } from './sticker-section.tsx';
import { useSettingsForm } from './use-settings-form.ts';
import type { ShownSettings } from './widget-shapes.ts';

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const settings = await call('GET Widget/Settings', {}, { signal });
  const figures = await call('GET Widget/Statistics', { query: { key: settings.key } }, { signal });
  return { settings, figures };
}

const sendStatistics = async (statistics: ShownSettings['statistics']) =>
  (await call('PUT Widget/Settings', { body: { statistics } })).statistics;

const sendSticker = async (sticker: ShownSettings['sticker']) =>
  (await call('PUT Widget/Settings', { body: { sticker } })).sticker;

/** The statistics and the sticker over the stream, each beside how it will look. */
export default function Widgets({ loaderData: { settings, figures } }: Route.ComponentProps) {
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
        <StatisticsSection {...{ settings, figures }} form={statistics} onStarted={() => void revalidate()} />
        <StickerSection settings={settings} form={sticker} />
      </div>
      <LeaveDialog blocker={blocker} />
    </>
  );
}
