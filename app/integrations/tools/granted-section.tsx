import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import { useScopeNames } from '../scope-names.ts';
import type { GrantedApplication } from './own-tools.ts';
import classes from './tools-screen.module.css';

/** The applications that the creator has given access. */
export function GrantedSection({ granted }: { readonly granted: readonly GrantedApplication[] }) {
  return (
    <Section title={<Trans>Приложения с доступом</Trans>} card>
      <p>
        <Trans>Вы разрешили им видеть то, что указано. Изменить они ничего не могут.</Trans>
      </p>
      <ul className={classes.list}>
        {granted.map((application) => (
          <GrantedRow key={application.applicationId} application={application} />
        ))}
      </ul>
    </Section>
  );
}

function GrantedRow({ application }: { readonly application: GrantedApplication }) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const names = useScopeNames();
  const { isBusy, fault, act } = useReloadingAction();
  const [isAsked, setAsked] = useState(false);
  const { applicationId, name, scopes, createdAt, lastUsedAt } = application;
  const since = momentText(createdAt);
  const used = lastUsedAt === null ? null : momentText(lastUsedAt);
  return (
    <li>
      <Stack className={classes.what} gap={2} shrinks>
        <b>{name}</b>
        <span>{scopes.map((scope) => names[scope]).join(', ')}</span>
        <span>
          {t`Доступ с ${since}`} · {used === null ? t`ещё не использовался` : t`использован ${used}`}
        </span>
        {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      </Stack>
      <ActionButton look="quiet" aria-label={t`Закрыть доступ приложению ${name}`} onClick={() => setAsked(true)}>
        <Trans>Закрыть доступ</Trans>
      </ActionButton>
      <ConfirmDialog
        isOpen={isAsked}
        title={<Trans>Закрыть доступ приложению «{name}»?</Trans>}
        act={<Trans>Закрыть доступ</Trans>}
        isBusy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={() =>
          void act(() => call('DELETE Integration/Granted', { query: { applicationId } })).then(() => setAsked(false))
        }
      >
        <Trans>Приложение сразу перестанет видеть ваши донаты.</Trans>
      </ConfirmDialog>
    </li>
  );
}
