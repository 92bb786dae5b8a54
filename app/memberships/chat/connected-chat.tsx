import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { SaveBar, SavedForm } from '#base/ui/fields/save-bar.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Private } from '#base/ui/on-stream/private.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import { LevelSelect } from './level-select.tsx';
import type { AskedLevel, OwnChat } from './own-chat.ts';

interface ConnectedChatProps {
  readonly chat: NonNullable<OwnChat['chat']>;
  readonly levels: readonly AskedLevel[];
}

/** A connected chat: whether the bot can work in it, who may come in, and disconnecting it. */
export function ConnectedChat({ chat, levels }: ConnectedChatProps) {
  const { title, kind, hasRights, members } = chat;
  // Undefined: the one that is saved, also by another window.
  const [chosen, setChosen] = useState<string | null>();
  const [isAsked, setAsked] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { isBusy, fault, fields, act, forget } = useReloadingAction();
  const levelId = chosen === undefined ? chat.levelId : chosen;
  const isChanged = levelId !== chat.levelId;

  async function save(): Promise<void> {
    if ((await act(() => call('PUT Membership/Chat', { body: { levelId } }))) === null) return;
    setChosen(undefined);
    setSaved(true);
  }

  async function disconnect(): Promise<void> {
    if ((await act(() => call('DELETE Membership/Chat', {}))) !== null) setAsked(false);
  }

  return (
    <>
      <Stack gap={4}>
        <b>
          <Private>{title}</Private>
        </b>
        <Tags>
          <Tag>{kind === 'channel' ? <Trans>Канал</Trans> : <Trans>Группа</Trans>}</Tag>
          {hasRights ? (
            <Tag look="done">
              <Trans>Бот на месте</Trans>
            </Tag>
          ) : (
            <Tag look="trouble">
              <Trans>Боту не хватает прав</Trans>
            </Tag>
          )}
        </Tags>
      </Stack>
      {hasRights ? (
        <p>
          <Trans>Бот впустил:</Trans>{' '}
          <Plural value={members} one="# подписчик" few="# подписчика" many="# подписчиков" other="# подписчика" />
        </p>
      ) : (
        <p role="status">
          <Trans>
            Пока бот никого не впускает и не убирает. Сделайте его администратором чата и дайте права приглашать и
            блокировать участников: заявки дождутся.
          </Trans>
        </p>
      )}
      <SavedForm>
        <Stack gap={16}>
          <LevelSelect
            levels={levels}
            levelId={levelId}
            error={fields.levelId}
            onChange={(changed) => {
              setChosen(changed);
              setSaved(false);
              forget();
            }}
          />
          <SaveBar
            isUnsaved={isChanged}
            isBusy={isBusy}
            fault={fault}
            saved={isSaved && !isChanged ? <Trans>Сохранено</Trans> : null}
            onForget={() => setChosen(undefined)}
            onSave={() => void save()}
          />
        </Stack>
      </SavedForm>
      <div>
        <ActionButton look="quiet" onClick={() => setAsked(true)}>
          <Trans>Отключить чат</Trans>
        </ActionButton>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        isBusy={isBusy}
        title={<Trans>Отключить чат?</Trans>}
        act={<Trans>Отключить</Trans>}
        onConfirm={() => disconnect()}
        onClose={() => setAsked(false)}
      >
        <Trans>
          Бот выйдет из чата. Кто в нём есть, останется, и убирать их придётся самим; новых подписчиков никто не
          впустит.
        </Trans>
      </ConfirmDialog>
    </>
  );
}
