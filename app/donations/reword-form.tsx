import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { isCallFailure } from '#base/errors.ts';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { TextField } from '#base/ui/field.tsx';
import { ActionButton } from '#base/ui/link-button.tsx';
import { call } from '../call.ts';
import { proofOf } from './gift-proofs.ts';
import classes from './thanks-screen.module.css';

interface RewordFormProps {
  readonly payId: string;
  /** The message that was not let onto the stream. */
  readonly message: string;
  readonly onReworded: (message: string) => void;
}

/** The one chance to say it in other words, after the creator has not let the first ones onto his stream. */
export function RewordForm({ payId, message, onReworded }: RewordFormProps) {
  const { t } = useLingui();
  const [text, setText] = useState(message);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ isField: boolean; message: string } | null>(null);

  async function send() {
    setBusy(true);
    setFault(null);
    try {
      const proof = proofOf(payId);
      const body = { payId, message: text, ...(proof !== null && { proof }) };
      onReworded((await call('POST ProjectPay/Reword', { body })).message);
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault({ isField: error.fields?.message !== undefined, message: error.fields?.message ?? error.message });
      setBusy(false);
    }
  }

  return (
    <section className={classes.reword} aria-label={t`Изменить сообщение`}>
      <TextField
        label={t`Сказать другими словами`}
        name="message"
        rows={3}
        value={text}
        hint={t`Изменить сообщение можно один раз. Автор снова посмотрит его перед показом.`}
        error={fault?.isField ? fault.message : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {fault !== null && !fault.isField && <ErrorNotice>{fault.message}</ErrorNotice>}
      <div>
        <ActionButton disabled={isBusy || text.trim() === message.trim()} onClick={() => void send()}>
          <Trans>Отправить новое сообщение</Trans>
        </ActionButton>
      </div>
    </section>
  );
}
