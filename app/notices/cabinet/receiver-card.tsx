import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { isLocale, localeNames, locales } from '#base/text/locales.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { CheckList } from '#base/ui/fields/check-list.tsx';
import { SaveBar, SavedForm } from '#base/ui/fields/save-bar.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Private } from '#base/ui/on-stream/private.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import panel from '#base/ui/panel/panel.module.css';
import { Tag } from '#base/ui/states/tag.tsx';
import { type NoticeTopic, noticeTopics } from '../notice-topics.ts';
import type { noticesCalls } from '../notices.calls.ts';
import { DenyLogin } from './deny-login.tsx';
import { MutedFields } from './muted-fields.tsx';
import classes from './notices-screen.module.css';

/** A chat or a browser that gets notices. */
export type Receiver = CallAnswer<typeof noticesCalls.settings>['receivers'][number];

function useTopicNames(): Readonly<Record<NoticeTopic, string>> {
  const { t } = useLingui();
  return {
    donation: t`Донаты`,
    payout: t`Выплаты`,
    source: t`Виджет отключился во время стрима`,
    review: t`Проверка страницы`,
    message: t`Сообщения и посты авторов, которых вы поддерживаете`,
    charge: t`Скорое списание за поддержку`,
    thanks: t`Благодарность за ваш донат`,
    order: t`Ваши заказы`,
  };
}

interface ReceiverCardProps {
  readonly receiver: Receiver;
  /** It is the browser that shows the card. */
  readonly isHere?: boolean;
  readonly onRemoved?: () => Promise<void>;
}

/** A receiver: what it gets, in which language, and its removal. */
export function ReceiverCard({ receiver, isHere = false, onRemoved }: ReceiverCardProps) {
  const momentText = useMomentText();
  const names = useTopicNames();
  const { isBusy, fault, act, forget } = useReloadingAction();
  const [isAsked, setAsked] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { id, kind, name, createdAt } = receiver;
  const isChat = kind === 'telegram';
  const [topics, setTopics] = useState<readonly NoticeTopic[]>(receiver.topics);
  const [language, setLanguage] = useState(receiver.language);
  const [muted, setMuted] = useState(receiver.muted);
  const isSame = (topic: NoticeTopic) => topics.includes(topic) === receiver.topics.includes(topic);
  const isSameHours = muted?.from === receiver.muted?.from && muted?.until === receiver.muted?.until;
  const isChanged = language !== receiver.language || !isSameHours || !noticeTopics.every(isSame);
  const since = momentText(createdAt);

  async function save(): Promise<void> {
    const body = { id, topics: [...topics], language, muted };
    setSaved((await act(() => call('PUT Notice/Receiver', { body }))) !== null);
  }

  function discard(): void {
    setTopics(receiver.topics);
    setLanguage(receiver.language);
    setMuted(receiver.muted);
    forget();
  }

  async function remove(): Promise<void> {
    await act(async () => {
      await call('DELETE Notice/Receiver', { query: { id } });
      await onRemoved?.();
    });
    setAsked(false);
  }

  return (
    <article className={`${panel.panel} ${classes.card}`}>
      <Stack className={classes.head} gap={2}>
        <b>
          <Private>{name === '' ? <Trans>Браузер</Trans> : name}</Private>
        </b>
        {isHere && (
          <Tag look="done">
            <Trans>Этот браузер</Trans>
          </Tag>
        )}
        {receiver.opensAccount && (
          <Tag look="done">
            <Trans>Может входить в аккаунт</Trans>
          </Tag>
        )}
        <time dateTime={createdAt}>{isChat ? <Trans>Привязан {since}</Trans> : <Trans>Включён {since}</Trans>}</time>
      </Stack>
      <SavedForm>
        <Stack gap={16}>
          <CheckList
            title={<Trans>О чём писать</Trans>}
            all={noticeTopics}
            names={names}
            chosen={topics}
            onChange={setTopics}
          />
          <SelectField
            className={classes.language}
            label={<Trans>Язык сообщений</Trans>}
            value={language}
            onChange={({ currentTarget: { value } }) => isLocale(value) && setLanguage(value)}
          >
            {locales.map((locale) => (
              <option key={locale} value={locale} lang={locale}>
                {localeNames[locale]}
              </option>
            ))}
          </SelectField>
          <MutedFields muted={muted} onChange={setMuted} />
          <SaveBar
            isUnsaved={isChanged}
            isBusy={isBusy}
            fault={fault}
            saved={isSaved && !isChanged ? <Trans>Сохранено</Trans> : null}
            onForget={discard}
            onSave={() => void save()}
          />
        </Stack>
      </SavedForm>
      <div className={classes.acts}>
        {receiver.opensAccount && <DenyLogin receiver={receiver} isBusy={isBusy} act={act} />}
        <ActionButton look="quiet" onClick={() => setAsked(true)}>
          {isChat ? <Trans>Отвязать чат</Trans> : <Trans>Выключить</Trans>}
        </ActionButton>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title={isChat ? <Trans>Отвязать чат?</Trans> : <Trans>Выключить уведомления?</Trans>}
        act={isChat ? <Trans>Отвязать</Trans> : <Trans>Выключить</Trans>}
        isBusy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={() => remove()}
      >
        {isChat ? (
          <Trans>
            Бот больше не будет писать в этот чат, кнопки под прежними сообщениями перестанут работать, а вход, открытый
            из этого чата, завершится.
          </Trans>
        ) : (
          <Trans>В этом браузере больше ничего не появится.</Trans>
        )}
      </ConfirmDialog>
    </article>
  );
}
