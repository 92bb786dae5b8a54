import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { Toggle } from '#base/ui/fields/field.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import { sourceNames } from './import-rules.ts';
import classes from './import-screen.module.css';
import type { importsCalls } from './imports.calls.ts';

type History = CallAnswer<typeof importsCalls.imports>;

/** The imported files, each with a button that removes it, and whether the creator's page shows what they brought. */
export function ImportedFiles({ history: { isPublic, imports } }: { readonly history: History }) {
  const { isBusy, fault, act } = useReloadingAction();
  return (
    <Section title={<Trans>Перенесённые файлы</Trans>}>
      {imports.length === 0 ? (
        <EmptyState title={<Trans>Пока ничего не перенесено</Trans>}>
          <Trans>Скачайте донаты в другом сервисе и выберите файл выше.</Trans>
        </EmptyState>
      ) : (
        <>
          <Toggle
            checked={isPublic}
            disabled={isBusy}
            onChange={() => void act(() => call('PUT Donate/Imports', { body: { isPublic: !isPublic } }))}
          >
            <Trans>Показывать на моей странице: в последних донатах и в топе</Trans>
          </Toggle>
          {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
          <ul className={classes.list}>
            {imports.map((one) => (
              <ImportedFile key={one.id} file={one} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function ImportedFile({
  file: { id, source, fileName, count, createdAt },
}: {
  readonly file: History['imports'][number];
}) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const { isBusy, fault, act } = useReloadingAction();
  const [isAsked, setAsked] = useState(false);
  return (
    <li>
      <Stack className={classes.what} gap={2} shrinks>
        <b>{fileName}</b>
        <span>
          {sourceNames[source]}
          {' · '}
          <Plural value={count} one="# донат" few="# доната" many="# донатов" other="# доната" />
        </span>
        <time dateTime={createdAt}>{momentText(createdAt)}</time>
        {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      </Stack>
      <ActionButton
        look="quiet"
        aria-label={t`Удалить перенесённое из файла ${fileName}`}
        onClick={() => setAsked(true)}
      >
        <Trans>Удалить</Trans>
      </ActionButton>
      <ConfirmDialog
        isOpen={isAsked}
        title={<Trans>Удалить то, что перенесено из «{fileName}»?</Trans>}
        act={<Trans>Удалить донаты</Trans>}
        isBusy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={() => act(() => call('DELETE Donate/Import', { query: { id } })).then(() => setAsked(false))}
      >
        <Trans>Они исчезнут из истории, из последних донатов и из топа. Файл можно перенести снова.</Trans>
      </ConfirmDialog>
    </li>
  );
}
