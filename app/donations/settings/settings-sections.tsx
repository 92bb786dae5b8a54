import { Trans, useLingui } from '@lingui/react/macro';
import { amountMask } from '#base/text/amount-text.ts';
import { decimalMask } from '#base/text/number-text.ts';
import { longestReason } from '#base/text/reason-length.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Field, TextField, Toggle } from '#base/ui/fields/field.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import { stopMessage } from '../donation-failures.ts';
import classes from './admin-settings-screen.module.css';
import type { SettingsForm } from './use-donation-settings.ts';

const mostPresets = 10;

/** The switch that stops all donations, with the public reason. */
export function StopSection({ form }: { readonly form: SettingsForm }) {
  const { t } = useLingui();
  const { draft, errors, set } = form;
  const reason = draft.stopReason.trim();
  return (
    <section className={panel.panel} data-alarm={!draft.isEnabled || undefined}>
      <h2>
        <Trans>Приём донатов</Trans>
      </h2>
      <Toggle checked={draft.isEnabled} onChange={(event) => set('isEnabled', event.target.checked)}>
        {draft.isEnabled ? <Trans>Донаты принимаются</Trans> : <Trans>Донаты остановлены на всём сайте</Trans>}
      </Toggle>
      {!draft.isEnabled && (
        <>
          <TextField
            label={<Trans>Причина, которую увидят люди</Trans>}
            placeholder={t`Например: обновляем платёжную систему, вернёмся в 18:00`}
            maxLength={longestReason}
            value={draft.stopReason}
            onChange={(event) => set('stopReason', event.target.value)}
            error={errors.stopReason}
          />
          <p className={classes.preview}>{stopMessage(reason === '' ? null : reason)}</p>
        </>
      )}
    </section>
  );
}

/** Limits, presets and the commission. */
export function LimitsSection({ form, currency: label }: { readonly form: SettingsForm; readonly currency: string }) {
  const currency = useNames()(label);
  const { t } = useLingui();
  const { draft, errors, set } = form;
  return (
    <section className={panel.panel}>
      <h2>
        <Trans>Суммы</Trans>
      </h2>
      <Stack className={classes.pair} gap={14}>
        <MaskedField
          label={<Trans>Минимальная, {currency}</Trans>}
          inputMode="numeric"
          value={draft.minAmount}
          mask={amountMask}
          onType={(text) => set('minAmount', text)}
          error={errors.minAmount}
        />
        <MaskedField
          label={<Trans>Максимальная, {currency}</Trans>}
          inputMode="numeric"
          value={draft.maxAmount}
          mask={amountMask}
          onType={(text) => set('maxAmount', text)}
          error={errors.maxAmount}
        />
      </Stack>
      <fieldset className={classes.presets}>
        <legend>
          <Trans>Готовые суммы в форме</Trans>
        </legend>
        {draft.presets.map((preset, index) => {
          const place = index + 1;
          return (
            <MaskedField
              key={String(place)}
              label={<Trans>Сумма {place}</Trans>}
              inputMode="numeric"
              value={preset}
              error={errors[`presets.${index}`]}
              mask={amountMask}
              onType={(text) =>
                set(
                  'presets',
                  draft.presets.map((before, at) => (at === index ? text : before)),
                )
              }
              mark={
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={t`Убрать сумму ${place}`}
                  onClick={() =>
                    set(
                      'presets',
                      draft.presets.filter((_, at) => at !== index),
                    )
                  }
                >
                  ×
                </button>
              }
            />
          );
        })}
        {draft.presets.length < mostPresets && (
          <button type="button" className={classes.add} onClick={() => set('presets', [...draft.presets, ''])}>
            <Trans>Ещё сумма</Trans>
          </button>
        )}
      </fieldset>
      {errors.presets !== undefined && (
        <p role="alert">
          <FailureText>{errors.presets}</FailureText>
        </p>
      )}
      <Stack className={classes.pair} gap={14}>
        <MaskedField
          label={<Trans>Комиссия сервиса, %</Trans>}
          inputMode="decimal"
          value={draft.commissionPercent}
          mask={decimalMask}
          onType={(text) => set('commissionPercent', text)}
          error={errors.commissionPercent}
          hint={<Trans>Для новых донатов; прежние не меняются</Trans>}
        />
        <Field
          label={<Trans>Длина сообщения, символов</Trans>}
          inputMode="numeric"
          value={draft.messageMaxLength}
          onChange={(event) => set('messageMaxLength', event.target.value)}
          error={errors.messageMaxLength}
        />
      </Stack>
    </section>
  );
}
