import { Trans } from '@lingui/react/macro';
import { SaveBar } from '#base/ui/fields/save-bar.tsx';
import type { SettingsForm } from './use-widget-settings.ts';

/** The buttons that save or discard changes to a part of the widget settings. */
export function SettingsBar<Value>({ form }: { readonly form: SettingsForm<Value> }) {
  const { isSaved, fault, isBusy, isUnsaved } = form;
  return (
    <SaveBar
      isUnsaved={isUnsaved}
      isBusy={isBusy}
      fault={fault}
      saved={isSaved ? <Trans>Сохранено. Открытые виджеты уже обновились</Trans> : null}
      onForget={form.forget}
      onSave={() => void form.save()}
    />
  );
}
