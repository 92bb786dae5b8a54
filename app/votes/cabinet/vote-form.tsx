import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { amountMask } from '#base/text/amount-text.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Field, TextField } from '#base/ui/fields/field.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { Unit } from '#base/ui/fields/unit.tsx';
import { useRevisedForm } from '#base/ui/fields/use-revised-form.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import { RevisedFormEnd } from '#base/ui/panel/revised-form-end.tsx';
import { voteChanged, voteEnded } from '../vote-failures.ts';
import { voteLimits } from '../vote-rules.ts';
import type { ShownVote } from '../vote-shapes.ts';
import { bodyOf, draftOf, faultsOf, lineOfFault, sameMoment } from './vote-draft.ts';
import { VotePreview } from './vote-preview.tsx';

interface VoteFormProps {
  /** Null: a new one. */
  readonly vote: ShownVote | null;
  readonly currency: string;
  readonly onClose: () => void;
}

const offeredMinutes = [5, 10, 15, 30, 60] as const;

/** The form of a vote: a line for each option. */
export function VoteForm({ vote: present, currency, onClose }: VoteFormProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const dateText = useDateText();
  const form = useRevisedForm({ present, draftOf, changed: voteChanged });
  const { thing: vote, draft, fields, change } = form;
  const [optionField = '', optionFault] = Object.entries(fields).find(([name]) => name.startsWith('options')) ?? [];
  const line = lineOfFault(optionField, draft.options);

  async function save() {
    const send = (idempotencyKey: string) => call('POST Vote/Save', { body: bodyOf(draft, vote) }, { idempotencyKey });
    if (await form.save(faultsOf(draft), send)) onClose();
  }

  return (
    <SentForm className={panel.panel} onSend={save}>
      <Field
        ref={takeFocus}
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
        error={line === null ? optionFault : <LineFault line={line} fault={optionFault} />}
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
        hint={t`При цене 1 голосов столько, какая сумма`}
        onType={(price) => change({ price })}
      />
      <SelectField
        label={t`Когда закончится`}
        value={draft.minutes}
        error={fields.endsAt}
        onChange={(event) => change({ minutes: event.currentTarget.value })}
      >
        {vote?.endsAt != null && (
          <option value={sameMoment}>{dateText(vote.endsAt, { date: 'short', time: 'short' })}</option>
        )}
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
      <VotePreview draft={draft} currency={currency} />
      <RevisedFormEnd form={form} ended={present?.isOpen === false ? voteEnded().message : null} onClose={onClose}>
        {vote === null ? <Trans>Начать голосование</Trans> : <Trans>Сохранить</Trans>}
      </RevisedFormEnd>
    </SentForm>
  );
}

function LineFault({ line, fault }: { readonly line: number; readonly fault: string | undefined }) {
  return (
    <Trans>
      Строка {line}: <FailureText>{fault}</FailureText>
    </Trans>
  );
}
