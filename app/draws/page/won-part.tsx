import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { newKey } from '#base/calls/new-key.ts';
import { maximumLength, required } from '#base/text/form-rules.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { TextField } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import panel from '#base/ui/panel/panel.module.css';
import { drawLimits } from '../draw-rules.ts';
import type { MyPart } from '../draw-shapes.ts';
import { useIsPast } from '../use-is-past.ts';
import classes from './draw-screen.module.css';

interface WonPartProps {
  readonly drawId: string;
  readonly place: NonNullable<MyPart['place']>;
  readonly onAnswered: (part: MyPart) => void;
}

/** What is said to whoever has won, with the words by which the creator can give it to them. */
export default function WonPart({ drawId, place, onAnswered }: WonPartProps) {
  const { answer, isGiven, passedAt, passableAt } = place;
  if (passedAt !== null) {
    return (
      <section className={panel.panel}>
        <h2>
          <Trans>Приз передан дальше</Trans>
        </h2>
        <p>
          <Trans>
            Вы выиграли, но автор передал приз следующему билету: ответа не было трое суток, или донат вам вернули.
          </Trans>
        </p>
      </section>
    );
  }
  return (
    <section className={panel.panel}>
      <h2>
        <Trans>Вы выиграли!</Trans>
      </h2>
      {isGiven ? (
        <>
          <p>
            <Trans>Автор отметил, что приз у вас.</Trans>
          </p>
          {answer !== null && <p className={classes.answer}>{answer}</p>}
        </>
      ) : (
        <AnswerForm drawId={drawId} answer={answer} passableAt={passableAt} onAnswered={onAnswered} />
      )}
    </section>
  );
}

/** Until when the prize waits for an answer. */
function AnswerUntil({ moment }: { readonly moment: string }) {
  const dateText = useDateText();
  const isPast = useIsPast(moment);
  const until = dateText(moment, { date: 'long', time: 'short' });
  return (
    <p>
      {isPast ? (
        <Trans>Приз ещё ваш, но автор уже может передать его дальше.</Trans>
      ) : (
        <Trans>Ответьте до {until}, потом автор сможет передать приз дальше.</Trans>
      )}
    </p>
  );
}

interface AnswerFormProps extends Pick<WonPartProps, 'drawId' | 'onAnswered'> {
  readonly answer: string | null;
  /** When the place may be passed on; null: it may not. */
  readonly passableAt: string | null;
}

function AnswerForm({ drawId, answer, passableAt, onAnswered }: AnswerFormProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(answer ?? '');
  const [key, setKey] = useState(newKey);
  const [fault, setFault] = useState<string | null>(null);
  const blocker = useUnsaved(typed !== (answer ?? ''));
  const { isBusy, isDone, failure, fields, run, forget } = useAction();

  function type(text: string) {
    setTyped(text);
    setKey(newKey());
    setFault(null);
    forget();
  }

  async function send() {
    const found = required(typed) ?? maximumLength(drawLimits.answer)(typed.trim());
    setFault(found);
    if (found !== null) return;
    const part = await run(() =>
      call('POST Draw/Answer', { body: { drawId, answer: typed } }, { idempotencyKey: key }),
    );
    if (part === null) return;
    setTyped(part.place?.answer ?? typed);
    onAnswered(part);
  }

  return (
    <SentForm className={classes.form} onSend={send}>
      {passableAt !== null && <AnswerUntil moment={passableAt} />}
      <p>
        <Trans>Автор увидит ваш ответ и узнает, кто вы, даже если донат был анонимным.</Trans>
      </p>
      <TextField
        label={t`Как передать вам приз?`}
        name="answer"
        rows={3}
        value={typed}
        maxLength={drawLimits.answer}
        counter={`${[...typed].length} / ${drawLimits.answer}`}
        placeholder={t`Телефон, адрес или ник в Telegram`}
        error={fault ?? fields.answer}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <p className={classes.quiet}>
        <Trans>Прочитает только автор</Trans>
      </p>
      {failure !== null && failure.fields === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
      <p role="status" className={classes.saved}>
        {isDone && typed === answer && <Trans>Ответ отправлен. Пока приз не отдан, его можно изменить.</Trans>}
      </p>
      <div>
        <ActionButton isDefault disabled={isBusy}>
          {answer === null ? <Trans>Отправить автору</Trans> : <Trans>Изменить ответ</Trans>}
        </ActionButton>
      </div>
      <LeaveDialog blocker={blocker} />
    </SentForm>
  );
}
