import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { PageHead } from '#app/document/page-head.public.tsx';
import { formatAmount } from '#base/money.ts';
import { LeaveDialog } from '#base/ui/leave-dialog.tsx';
import { PageTitle } from '#base/ui/page-frame.tsx';
import { SavedForm } from '#base/ui/save-bar.tsx';
import { useUnsaved } from '#base/ui/use-unsaved.ts';
import { call } from '../call.ts';
import type { Route } from './+types/alerts-screen';
import { CommonSection, ReviewSection, VoiceSection } from './alert-sections.tsx';
import { AlertStage, useSampleGift } from './alert-stage.tsx';
import { readAloud } from './alert-voice.ts';
import classes from './cabinet.module.css';
import { spokenText } from './headline.ts';
import { ObsSection } from './obs-section.tsx';
import { SettingsBar } from './settings-bar.tsx';
import { OwnSoundList } from './sound-field.tsx';
import { useSettingsForm } from './use-settings-form.ts';
import { useSoundDesk } from './use-sound-desk.ts';
import { VariantsSection } from './variants-section.tsx';
import type { ShownAlertSettings } from './widget-shapes.ts';

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [settings, sounds] = await Promise.all([
    call('GET Widget/Settings', {}, { signal }),
    call('GET Widget/Sounds', {}, { signal }),
  ]);
  return { settings, sounds };
}

const send = async (alert: ShownAlertSettings) => (await call('PUT Widget/Settings', { body: { alert } })).alert;

/** Reads a sample aloud as the widget would; stops when the view is left. */
function useSay() {
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  return (text: string, { volume, voiceName, voiceRate }: ShownAlertSettings) => {
    stop.current?.abort();
    stop.current = new AbortController();
    void readAloud({ text, volume, voiceName, rate: voiceRate }, stop.current.signal);
  };
}

/** Everything about alerts, beside what viewers will see; from the first look to a test in OBS in five minutes. */
export default function Alerts({ loaderData: { settings, sounds } }: Route.ComponentProps) {
  const { t } = useLingui();
  const form = useSettingsForm('alert', settings.alert, send);
  const blocker = useUnsaved(form.isUnsaved);
  const desk = useSoundDesk(sounds);
  const say = useSay();
  const [{ shown, round }, setView] = useState<{ shown: number | null; round: number }>({ shown: null, round: 0 });
  const { draft } = form;
  const { currency } = settings;
  const variant = shown === null ? undefined : draft.variants[shown];
  const sample = useSampleGift(variant);
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
            <CommonSection {...{ form, desk, currency }} />
            <VariantsSection {...{ form, desk, currency }} onShow={show} />
            <VoiceSection form={form} onSay={sayAll} />
            <ReviewSection form={form} />
            <OwnSoundList desk={desk} volume={draft.volume} />
          </div>
          <aside className={classes.side}>
            <AlertStage
              {...{ settings, draft, round }}
              shown={variant ? shown : null}
              onReplay={() => {
                show(shown);
                desk.play((variant ?? draft).sound, draft.volume);
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
