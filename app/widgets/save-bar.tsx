import { Trans } from '@lingui/react/macro';
import { ActionButton } from '#base/ui/link-button.tsx';
import classes from './cabinet.module.css';
import type { SettingsForm } from './use-settings-form.ts';

/** How the form stands with the server, and its buttons; nothing while it is as it was read. */
export function SaveBar<Value>({ form }: { readonly form: SettingsForm<Value> }) {
  const { outcome, isBusy, isUnsaved } = form;
  if (!isUnsaved && outcome === null) return null;
  const fault = typeof outcome === 'object' && outcome !== null ? outcome.fault : null;
  return (
    <div className={classes.bar}>
      <p role="status" data-tone={fault !== null ? 'fault' : outcome === 'saved' ? 'saved' : undefined}>
        {fault !== null ? (
          fault || <Trans>Проверьте отмеченные поля</Trans>
        ) : outcome === 'saved' ? (
          <Trans>Сохранено. Открытые виджеты уже обновились</Trans>
        ) : (
          <Trans>Есть несохранённые изменения</Trans>
        )}
      </p>
      {isUnsaved && (
        <>
          <ActionButton look="quiet" disabled={isBusy} onClick={form.forget}>
            <Trans>Отменить</Trans>
          </ActionButton>
          <ActionButton disabled={isBusy} onClick={() => void form.save()}>
            {isBusy ? <Trans>Сохраняем…</Trans> : <Trans>Сохранить</Trans>}
          </ActionButton>
        </>
      )}
    </div>
  );
}
