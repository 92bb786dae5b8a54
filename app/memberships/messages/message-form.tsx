import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { newKey } from '#base/calls/new-key.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { TextField } from '#base/ui/fields/field.tsx';
import { focusFirstFault } from '#base/ui/fields/focus-fault.ts';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { OwnLevel } from '../levels/own-level.ts';
import { mostLetters } from './message-length.ts';
import classes from './messages-screen.module.css';

interface MessageFormProps {
  readonly levels: readonly OwnLevel[];
  /** How many would get a message to all. */
  readonly readers: number;
}

/** A message to all members or to those of a level. It is sent at the second tap, as the next one waits for tomorrow. */
export function MessageForm({ levels, readers }: MessageFormProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const [levelId, setLevelId] = useState('');
  const [key, setKey] = useState(newKey);
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, fields, act, forget } = useAction();
  const level = levels.find(({ id }) => id === levelId);
  const levelName = level?.name;
  const letters = [...text].length;

  async function ask() {
    // What is empty or too long is refused without a question.
    if (text.trim() === '' || letters > mostLetters) await send();
    else setAsking(true);
  }

  async function send() {
    const body = { text, levelId: level?.id ?? null };
    const isSent = await act(() => call('POST Membership/Message', { body }, { idempotencyKey: key }));
    setAsking(false);
    if (isSent) {
      setText('');
      setKey(newKey());
      await revalidate();
    } else if (form.current !== null) focusFirstFault(form.current);
  }

  return (
    <SentForm ref={form} className={classes.form} onSend={ask}>
      {levels.length > 0 && (
        <SelectField label={t`Кому`} value={levelId} onChange={(event) => setLevelId(event.currentTarget.value)}>
          <option value="">{t`Всем подписчикам`}</option>
          {levels.map(({ id, name }) => (
            <option key={id} value={id}>
              {t`Уровень «${name}»`}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={t`Сообщение`}
        value={text}
        rows={6}
        error={fields.text}
        hint={t`Только текст. Ссылки можно вставить, они останутся текстом`}
        counter={`${letters} / ${mostLetters}`}
        onChange={(event) => {
          setText(event.currentTarget.value);
          forget();
        }}
      />
      {failure !== null && fields.text === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
      <ActionButton isDefault disabled={isBusy}>
        <Trans>Отправить</Trans>
      </ActionButton>
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={isBusy}
        title={<Trans>Отправить сообщение?</Trans>}
        act={<Trans>Отправить</Trans>}
        onConfirm={() => send()}
        onClose={() => setAsking(false)}
      >
        {levelName === undefined ? (
          <Trans>
            Его{' '}
            <Plural
              value={readers}
              one="получит # подписчик"
              few="получат # подписчика"
              many="получат # подписчиков"
              other="получат # подписчика"
            />
            . Изменить его нельзя, а следующее можно написать завтра.
          </Trans>
        ) : (
          <Trans>
            Его получат подписчики уровня «{levelName}». Изменить его нельзя, а следующее можно написать завтра.
          </Trans>
        )}
      </ConfirmDialog>
    </SentForm>
  );
}
