import { Trans } from '@lingui/react/macro';
import { SaveBar } from '#base/ui/save-bar.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** Saves a part of the widgets' settings or takes back what was typed. */
export function SettingsBar<Value>({ form }: { readonly form: SettingsForm<Value> }) {
  const { outcome, isBusy, isUnsaved } = form;
  return (
    <SaveBar
      {...{ isUnsaved, isBusy }}
      fault={typeof outcome === 'object' && outcome !== null ? outcome.fault : null}
      saved={outcome === 'saved' ? <Trans>Сохранено. Открытые виджеты уже обновились</Trans> : null}
      onForget={form.forget}
      onSave={() => void form.save()}
    />
  );
}
