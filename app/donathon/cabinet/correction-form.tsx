import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { clockFaults } from '../clock-rules.ts';
import type { ClockActs } from '../use-clock-acts.ts';
import { readCorrection } from './clock-draft.ts';
import classes from './clock-screen.module.css';

/** As much time more or less as its creator types. */
export function CorrectionForm({ acts }: { readonly acts: ClockActs }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  async function send(sign: 1 | -1) {
    const seconds = readCorrection(text);
    setFault(seconds === null ? clockFaults.correction : null);
    if (seconds === null) return;
    await acts.send({ act: 'correct', seconds: sign * seconds }, () => setText(''));
  }

  return (
    <SentForm className={classes.inner} aria-label={t`Поправка`} onSend={() => send(1)}>
      <Field
        className={classes.number}
        label={t`Сколько минут прибавить или убавить`}
        name="correction"
        inputMode="text"
        autoComplete="off"
        value={text}
        error={fault ?? acts.fields.seconds}
        hint={t`12 или 1:30`}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setFault(null);
          acts.forget();
        }}
      />
      <Row gap={12} rowGap={8}>
        <ActionButton className={classes.act} look="quiet" isDefault disabled={acts.isBusy}>
          <Trans>Прибавить</Trans>
        </ActionButton>
        <ActionButton className={classes.act} look="quiet" disabled={acts.isBusy} onClick={() => void send(-1)}>
          <Trans>Убавить</Trans>
        </ActionButton>
      </Row>
    </SentForm>
  );
}
