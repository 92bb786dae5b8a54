import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { formatAmount } from '#base/money/money.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { SavedForm } from '#base/ui/fields/save-bar.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { spokenText } from '../look/headline.ts';
import { useDonorText } from '../look/use-donor-text.ts';
import { useOwnSounds } from '../sounds/use-own-sounds.ts';
import { useSay } from '../sounds/use-say.ts';
import type { ShownAlertSettings } from '../widget-shapes.ts';
import type { Route } from './+types/alerts-screen';
import { CommonSection, ReviewSection, VoiceSection } from './alert-sections.tsx';
import { AlertStage, useSampleDonation, type VariantPlace } from './alert-stage.tsx';
import classes from './cabinet.module.css';
import { KeySection } from './key-section.tsx';
import { MonthlySection } from './monthly-section.tsx';
import { ObsSection } from './obs-section.tsx';
import { SettingsBar } from './settings-bar.tsx';
import { OwnSoundList } from './sound-field.tsx';
import { useSettingsForm } from './use-widget-settings.ts';
import { VariantsSection } from './variants-section.tsx';

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [settings, sounds] = await Promise.all([
    call('GET Widget/Settings', {}, { signal }),
    call('GET Widget/Sounds', {}, { signal }),
  ]);
  return { settings, sounds };
}

const send = async (alert: ShownAlertSettings) => (await call('PUT Widget/Settings', { body: { alert } })).alert;

/** What the preview shows: a variant or the default alert, once or every month. `round` increases to replay it. */
function useStageView({ variants, monthlyVariants }: ShownAlertSettings) {
  const [view, setView] = useState<{ shown: VariantPlace | null; isMonthly: boolean; round: number }>({
    shown: null,
    isMonthly: false,
    round: 0,
  });
  const { shown, isMonthly, round } = view;
  const lists = { variants, monthlyVariants };
  const variant = shown === null ? undefined : lists[shown.list][shown.at];
  const isOfMonths = shown?.list === 'monthlyVariants';
  return {
    variant,
    isMonthly,
    round,
    replay: () => setView({ ...view, round: round + 1 }),
    show: (next: VariantPlace | null) =>
      setView({ shown: next, isMonthly: next?.list === 'monthlyVariants', round: round + 1 }),
    /** A month is shown as the stream will: by its variant where there is one. */
    showMonthly: (isOn: boolean) => {
      const last = monthlyVariants.length - 1;
      const ofMonths: VariantPlace | null = last < 0 ? shown : { list: 'monthlyVariants', at: last };
      setView({ shown: isOn ? ofMonths : isOfMonths ? null : shown, isMonthly: isOn, round });
    },
  };
}

/** All alert settings with a preview, and the steps to a test alert in OBS. */
export default function Alerts({ loaderData: { settings, sounds } }: Route.ComponentProps) {
  const { t } = useLingui();
  const form = useSettingsForm('alert', settings.alert, send);
  const blocker = useUnsaved(form.isUnsaved);
  const library = useOwnSounds(sounds);
  const sampling = useSay(settings.hasServerVoice);
  const { draft } = form;
  const currency = useNames()(settings.currency);
  const { variant, isMonthly, round, show, showMonthly, replay } = useStageView(draft);
  const sample = useSampleDonation(variant, isMonthly);
  const donorText = useDonorText();

  function sayAll() {
    const amount = `${formatAmount(sample.amount)} ${currency}`;
    sampling.say(
      spokenText(draft.voiceText, { name: donorText(sample), amount, message: sample.message ?? '' }),
      draft,
    );
  }

  return (
    <>
      <PageHead title={t`Оповещения`} noIndex />
      <PageTitle>
        <Trans>Оповещения</Trans>
      </PageTitle>
      <SavedForm>
        <Stack className={classes.withStage} align="start">
          <aside className={classes.stage}>
            <AlertStage
              settings={settings}
              form={form}
              round={round}
              variant={variant}
              alert={sample}
              onMonthly={showMonthly}
              onReplay={() => {
                replay();
                library.play((variant ?? draft).sound, draft.volume);
              }}
            />
          </aside>
          <div className={classes.form}>
            <ObsSection address={settings.addresses.notification} sample={sample} isUnsaved={form.isUnsaved} />
            <CommonSection form={form} library={library} settings={settings} />
            <VariantsSection form={form} library={library} settings={settings} onShow={show} />
            <MonthlySection form={form} library={library} settings={settings} onShow={show} />
            <VoiceSection form={form} hasServerVoice={settings.hasServerVoice} sampling={sampling} onSay={sayAll} />
            <ReviewSection form={form} />
            <OwnSoundList library={library} volume={draft.volume} />
            <KeySection />
          </div>
        </Stack>
        <SettingsBar form={form} />
      </SavedForm>
      <LeaveDialog blocker={blocker} />
    </>
  );
}
