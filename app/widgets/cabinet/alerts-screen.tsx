import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { formatAmount } from '#base/text/money.ts';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { SavedForm } from '#base/ui/fields/save-bar.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { spokenText } from '../look/headline.ts';
import { readAloud } from '../sounds/alert-voice.ts';
import { OwnSoundList } from '../sounds/sound-field.tsx';
import { useOwnSounds } from '../sounds/use-own-sounds.ts';
import type { ShownAlertSettings } from '../widget-shapes.ts';
import type { Route } from './+types/alerts-screen';
import { CommonSection, ReviewSection, VoiceSection } from './alert-sections.tsx';
import { AlertStage, useSampleDonation } from './alert-stage.tsx';
import classes from './cabinet.module.css';
import { ObsSection } from './obs-section.tsx';
import { SettingsBar } from './settings-bar.tsx';
import { useSettingsForm } from './use-settings-form.ts';
import { VariantsSection } from './variants-section.tsx';

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [settings, sounds] = await Promise.all([
    call('GET Widget/Settings', {}, { signal }),
    call('GET Widget/Sounds', {}, { signal }),
  ]);
  return { settings, sounds };
}

const send = async (alert: ShownAlertSettings) => (await call('PUT Widget/Settings', { body: { alert } })).alert;

/** Reads a sample aloud like the widget; stops when the screen is left. */
function useSay() {
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  return (text: string, { volume, voiceName, voiceRate }: ShownAlertSettings) => {
    stop.current?.abort();
    stop.current = new AbortController();
    void readAloud({ text, volume, voiceName, rate: voiceRate }, stop.current.signal);
  };
}

/** All alert settings with a preview, and the steps to a test alert in OBS. */
export default function Alerts({ loaderData: { settings, sounds } }: Route.ComponentProps) {
  const { t } = useLingui();
  const form = useSettingsForm('alert', settings.alert, send);
  const blocker = useUnsaved(form.isUnsaved);
  const library = useOwnSounds(sounds);
  const say = useSay();
  const [{ shown, round }, setView] = useState<{ shown: number | null; round: number }>({ shown: null, round: 0 });
  const { draft } = form;
  const currency = useNames()(settings.currency);
  const variant = shown === null ? undefined : draft.variants[shown];
  const sample = useSampleDonation(variant);
  const show = (at: number | null) => setView({ shown: at, round: round + 1 });

  function sayAll() {
    const amount = `${formatAmount(sample.amount)} ${currency}`;
    say(spokenText(draft.voiceText, { name: sample.name ?? '', amount, message: sample.message ?? '' }), draft);
  }

  return (
    <>
      <PageHead title={t`Оповещения`} noIndex />
      <PageTitle>
        <Trans>Оповещения</Trans>
      </PageTitle>
      <SavedForm>
        <div className={classes.columns}>
          <div className={classes.form}>
            <CommonSection {...{ form, library, settings }} />
            <VariantsSection {...{ form, library, settings }} onShow={show} />
            <VoiceSection form={form} onSay={sayAll} />
            <ReviewSection form={form} />
            <OwnSoundList library={library} volume={draft.volume} />
          </div>
          <aside className={classes.side}>
            <AlertStage
              {...{ settings, form, round }}
              shown={variant ? shown : null}
              onReplay={() => {
                show(shown);
                library.play((variant ?? draft).sound, draft.volume);
              }}
            />
            <ObsSection address={settings.addresses.notification} amount={sample.amount} isUnsaved={form.isUnsaved} />
          </aside>
        </div>
        <SettingsBar form={form} />
      </SavedForm>
      <LeaveDialog blocker={blocker} />
    </>
  );
}
