import { Trans, useLingui } from '@lingui/react/macro';
import type { CallFailure } from '#base/calls/errors.ts';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Toggle } from '#base/ui/fields/field.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import { Section } from '#base/ui/panel/section.tsx';
import type { OwnSounds } from '../sounds/use-own-sounds.ts';
import { useVoices } from '../sounds/use-voices.ts';
import type { OwnSettings, ShownAlertSettings } from '../widget-shapes.ts';
import { useSampleDonation } from './alert-stage.tsx';
import classes from './cabinet.module.css';
import { LookFields, useTemplateWords } from './look-fields.tsx';
import { ChoiceField, NumberField, RangeField, TemplateField } from './settings-fields.tsx';
import type { SettingsForm } from './use-widget-settings.ts';

export interface SectionProps {
  readonly form: SettingsForm<ShownAlertSettings>;
  readonly library: OwnSounds;
  readonly settings: OwnSettings;
}

/** The default alert, for donations without a variant. */
export function CommonSection({ form, library, settings }: SectionProps) {
  const { t } = useLingui();
  const percentText = usePercentText();
  const nameOf = useNames();
  const { draft } = form;
  const sample = useSampleDonation(undefined);
  return (
    <Section title={<Trans>Обычное оповещение</Trans>} card>
      <LookFields
        library={library}
        settings={settings}
        sample={sample}
        look={draft}
        volume={draft.volume}
        error={(field) => form.error(field)}
        onChange={form.change}
      />
      <div className={classes.pair}>
        <RangeField
          label={t`Громкость`}
          value={draft.volume}
          min={0}
          max={100}
          shown={percentText(draft.volume)}
          onChange={(volume) => form.change({ volume })}
        />
        <NumberField
          of="sum"
          label={t`Показывать от суммы`}
          value={draft.minAmount}
          mark={nameOf(settings.currency)}
          error={form.error('minAmount')}
          onChange={(minAmount) => form.change({ minAmount })}
        />
      </div>
      <Toggle checked={draft.isCalm} onChange={(event) => form.change({ isCalm: event.currentTarget.checked })}>
        <Trans>Меньше движения: без прыжков и летающих букв</Trans>
      </Toggle>
    </Section>
  );
}

/** Stands for the server's voice among the names of the browser's. */
const serverVoice = ' server';

interface VoiceSectionProps extends Pick<SectionProps, 'form'> {
  readonly hasServerVoice: boolean;
  /** The server prepares a sample, or has failed to. */
  readonly sampling: { readonly isBusy: boolean; readonly failure: CallFailure | null };
  readonly onSay: () => void;
}

/** Settings of reading aloud by the browser's voice or the server's. `onSay` plays a sample. */
export function VoiceSection({ form, hasServerVoice, sampling, onSay }: VoiceSectionProps) {
  const { t } = useLingui();
  const { draft } = form;
  const voices = useVoices();
  const words = useTemplateWords();
  const isKnown = draft.voiceName === '' || voices.some(({ value }) => value === draft.voiceName);
  const ofServer = hasServerVoice ? [{ value: serverVoice, label: t`Голос сервера` }] : [];
  const missing = isKnown ? [] : [{ value: draft.voiceName, label: draft.voiceName }];
  return (
    <Section title={<Trans>Озвучка</Trans>} card>
      <Toggle checked={draft.readAloud} onChange={(event) => form.change({ readAloud: event.currentTarget.checked })}>
        <Trans>Читать донаты вслух</Trans>
      </Toggle>
      {draft.readAloud && (
        <>
          <TemplateField
            label={t`Что читать`}
            value={draft.voiceText}
            words={words}
            error={form.error('voiceText')}
            onChange={(voiceText) => form.change({ voiceText })}
          />
          <div className={classes.pair}>
            <ChoiceField
              label={t`Голос`}
              value={draft.speaker === 'server' && hasServerVoice ? serverVoice : draft.voiceName}
              options={[{ value: '', label: t`Подберёт браузер` }, ...ofServer, ...missing, ...voices]}
              onChange={(voice) =>
                form.change(voice === serverVoice ? { speaker: 'server' } : { speaker: 'browser', voiceName: voice })
              }
            />
            <RangeField
              label={t`Скорость`}
              value={draft.voiceRate}
              min={0.5}
              max={2}
              step={0.1}
              shown={`×${draft.voiceRate.toFixed(1)}`}
              onChange={(voiceRate) => form.change({ voiceRate })}
            />
          </div>
          <div className={classes.acts}>
            <ActionButton look="quiet" disabled={sampling.isBusy} onClick={onSay}>
              <Trans>Послушать голос</Trans>
            </ActionButton>
          </div>
          <FaultLine>{sampling.failure?.message}</FaultLine>
          <p>
            {hasServerVoice ? (
              <Trans>
                Голоса браузера у каждого компьютера свои, а в OBS их часто нет совсем. Если на языке сообщения нет ни
                одного, прочитает голос сервера: он звучит одинаково везде.
              </Trans>
            ) : (
              <Trans>Голоса свои у каждого компьютера. Если в OBS выбранного нет, прочитает другой.</Trans>
            )}
          </p>
        </>
      )}
    </Section>
  );
}

/** Whether messages await the creator's approval. */
export function ReviewSection({ form }: Pick<SectionProps, 'form'>) {
  return (
    <Section title={<Trans>Проверка сообщений</Trans>} card>
      <Toggle
        checked={form.draft.review === 'hold'}
        onChange={(event) => form.change({ review: event.currentTarget.checked ? 'hold' : 'off' })}
      >
        <Trans>Показывать сообщения только после моего «да»</Trans>
      </Toggle>
      <p>
        <Trans>
          Донаты без сообщения идут сразу. Грубые слова закрыты звёздочками всегда, и на экране, и в голосе. Если сразу
          придёт больше десяти донатов без сообщений, они покажутся вместе, с каждым именем.
        </Trans>
      </p>
    </Section>
  );
}
