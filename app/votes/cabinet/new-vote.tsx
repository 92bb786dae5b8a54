import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { amountMask, groupAmount, readAmount } from '#app/donations/amount-text.ts';
import { failures } from '#base/calls/errors.ts';
import { formMessages, required } from '#base/text/form-rules.ts';
import { Field, TextField } from '#base/ui/fields/field.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Unit } from '#base/ui/fields/unit.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import { optionFaults, voteLimits } from '../vote-rules.ts';
import classes from './votes-screen.module.css';

interface NewVoteProps {
  readonly currency: string;
  readonly onClose: () => void;
}

const firstDraft = { question: '', options: '', price: groupAmount('5000'), minutes: '', endSum: '' };

const offeredMinutes = [5, 10, 15, 30, 60] as const;

function bodyOf({ question, options, price, minutes, endSum }: typeof firstDraft) {
  const lines = options.split('\n').map((line) => line.trim());
  const endsAt = minutes === '' ? null : new Date(Date.now() + Number(minutes) * 60_000).toISOString();
  return {
    question,
    options: lines.filter((text) => text !== '').map((text) => ({ text })),
    price: readAmount(price) ?? 0,
    endsAt,
    endSum: endSum.trim() === '' ? null : readAmount(endSum),
  };
}

/** What is seen without asking the server, which knows all other rules. */
function faultsOf(draft: typeof firstDraft): Record<string, string> {
  const { question, price, endSum } = draft;
  const options = bodyOf(draft).options.map(({ text }) => ({ text, isHidden: false }));
  const faults: Record<string, string> = optionFaults(options);
  if (required(question) !== null) faults.question = formMessages.required;
  if (Number.isNaN(readAmount(price) ?? 0)) faults.price = formMessages.amount;
  if (Number.isNaN(readAmount(endSum) ?? 0)) faults.endSum = formMessages.amount;
  return faults;
}

/** The form of a new vote: a line for each option. */
export function NewVote({ currency, onClose }: NewVoteProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const { revalidate } = useRevalidator();
  const [draft, setDraft] = useState(firstDraft);
  const [key, setKey] = useState(newKey);
  const { isBusy, failure, fields, act, forget } = useAction();
  const change = (changed: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changed }));
    setKey(newKey());
    forget();
  };
  const optionFault = Object.entries(fields).find(([name]) => name.startsWith('options'))?.[1];

  async function save() {
    const faults = faultsOf(draft);
    const isSaved = await act(async () => {
      if (Object.keys(faults).length > 0) throw failures.validationFailed({ fields: faults });
      await call('POST Vote/Save', { body: bodyOf(draft) }, { idempotencyKey: key });
      await revalidate();
      return true;
    });
    if (isSaved) onClose();
  }

  return (
    <SentForm className={classes.form} onSend={save}>
      <Field
        label={t`Вопрос`}
        name="question"
        value={draft.question}
        maxLength={voteLimits.question}
        placeholder={t`Во что играем дальше?`}
        error={fields.question}
        onChange={(event) => change({ question: event.currentTarget.value })}
      />
      <TextField
        label={t`Варианты, каждый с новой строки`}
        name="options"
        value={draft.options}
        error={optionFault}
        onChange={(event) => change({ options: event.currentTarget.value })}
      />
      <MaskedField
        label={t`Сколько стоит один голос`}
        mark={<Unit>{nameOf(currency)}</Unit>}
        name="price"
        inputMode="numeric"
        value={draft.price}
        mask={amountMask}
        error={fields.price}
        hint={t`1: сколько отдали, столько и голосов`}
        onType={(price) => change({ price })}
      />
      <SelectField
        label={t`Когда закончится`}
        value={draft.minutes}
        error={fields.endsAt}
        onChange={(event) => change({ minutes: event.currentTarget.value })}
      >
        <option value="">{t`Когда завершу`}</option>
        {offeredMinutes.map((minutes) => (
          <option key={minutes} value={minutes}>
            {t`Через ${minutes} мин`}
          </option>
        ))}
      </SelectField>
      <MaskedField
        label={t`Или когда соберём`}
        mark={<Unit>{nameOf(currency)}</Unit>}
        name="endSum"
        inputMode="numeric"
        value={draft.endSum}
        mask={amountMask}
        error={fields.endSum}
        hint={t`Можно не указывать`}
        onType={(endSum) => change({ endSum })}
      />
      {failure !== null && failure.fields === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
      <Row gap={16} rowGap={8} align="center">
        <ActionButton className={classes.end} isDefault disabled={isBusy}>
          {isBusy ? <Trans>Сохраняем…</Trans> : <Trans>Начать голосование</Trans>}
        </ActionButton>
        <ActionButton className={classes.end} look="quiet" onClick={onClose}>
          <Trans>Отменить</Trans>
        </ActionButton>
      </Row>
    </SentForm>
  );
}

/** Every attempt with the same text is one vote. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
