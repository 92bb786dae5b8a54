import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { TextField } from '#base/ui/fields/field.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { proofOf } from '../donation-proofs.ts';
import classes from './thanks-screen.module.css';

interface RewordFormProps {
  readonly payId: string;
  /** The rejected message. */
  readonly message: string;
  readonly onReworded: (message: string) => void;
}

/** The form for the second wording of a rejected message, which is possible once. */
export default function RewordForm({ payId, message, onReworded }: RewordFormProps) {
  const { t } = useLingui();
  const [text, setText] = useState(message);
  const { isBusy, failure, run } = useAction();
  const fieldFault = failure?.fields?.message;

  async function send() {
    const proof = proofOf(payId);
    const body = { payId, message: text, ...(proof !== null && { proof }) };
    const answer = await run(() => call('POST ProjectPay/Reword', { body }));
    if (answer !== null) onReworded(answer.message);
  }

  return (
    <section className={classes.reword} aria-label={t`Изменить сообщение`}>
      <TextField
        label={t`Сказать другими словами`}
        name="message"
        rows={3}
        value={text}
        hint={t`Изменить сообщение можно один раз. Автор снова посмотрит его перед показом.`}
        error={fieldFault}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {failure !== null && fieldFault === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
      <div>
        <ActionButton disabled={isBusy || text.trim() === message.trim()} onClick={() => void send()}>
          <Trans>Отправить новое сообщение</Trans>
        </ActionButton>
      </div>
    </section>
  );
}
