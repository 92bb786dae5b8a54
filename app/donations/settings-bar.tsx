import { Trans } from '@lingui/react/macro';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { ActionButton } from '#base/ui/link-button.tsx';
import classes from './admin-settings-screen.module.css';
import type { SettingsForm } from './use-settings-form.ts';

/** Saves the settings or takes back what was typed; tells what came of it. */
export function SettingsBar({ form }: { readonly form: SettingsForm }) {
  const { outcome, isUnsaved } = form;
  const isBusy = outcome === 'busy';
  return (
    <div className={classes.bar}>
      {typeof outcome === 'object' ? (
        <ErrorNotice {...(outcome.isStale && { onRetry: form.reload })}>{outcome.fault}</ErrorNotice>
      ) : (
        <p role="status">
          {outcome === 'saved' ? (
            <Trans>Сохранено: действует сразу и для всех</Trans>
          ) : (
            isUnsaved && <Trans>Есть несохранённые изменения</Trans>
          )}
        </p>
      )}
      <ActionButton look="quiet" disabled={isBusy || !isUnsaved} onClick={form.forget}>
        <Trans>Отменить</Trans>
      </ActionButton>
      <ActionButton disabled={isBusy || !isUnsaved} onClick={() => void form.save()}>
        {isBusy ? <Trans>Сохраняем…</Trans> : <Trans>Сохранить</Trans>}
      </ActionButton>
    </div>
  );
}
