import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { failures } from '#base/calls/errors.ts';
import { newKey } from '#base/calls/new-key.ts';
import { amountMask } from '#base/text/amount-text.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Field, TextField } from '#base/ui/fields/field.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Unit } from '#base/ui/fields/unit.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import { voteChanged, voteEnded } from '../vote-failures.ts';
import { voteLimits } from '../vote-rules.ts';
import type { ShownVote } from '../vote-shapes.ts';
import { bodyOf, draftOf, faultsOf, lineOfFault, sameMoment } from './vote-draft.ts';
import { VotePreview } from './vote-preview.tsx';
import classes from './votes-screen.module.css';

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
  const { revalidate } = useRevalidator();
  // What has changed since is refused once, before it is overwritten.
  const [isOutdated, setOutdated] = useState(false);
  const [first] = useState(present);
  const vote = isOutdated ? present : first;
  const [initial] = useState(() => draftOf(present));
  const [draft, setDraft] = useState(initial);
  const blocker = useUnsaved(draft !== initial);
  // Every attempt with the same text is one vote.
  const [key, setKey] = useState(newKey);
  const { isBusy, failure, fields, act, forget } = useAction((refusal) => {
    if (!voteChanged.is(refusal)) return;
    setOutdated(true);
    setKey(newKey());
    void revalidate();
  });
  const change = (changed: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changed }));
    setKey(newKey());
    forget();
  };
  const [optionField = '', optionFault] = Object.entries(fields).find(([name]) => name.startsWith('options')) ?? [];
  const line = lineOfFault(optionField, draft.options);

  async function save() {
    const faults = faultsOf(draft);
    const isSaved = await act(async () => {
      if (Object.keys(faults).length > 0) throw failures.validationFailed({ fields: faults });
      await call('POST Vote/Save', { body: bodyOf(draft, vote) }, { idempotencyKey: key });
      await revalidate();
    });
    if (isSaved) onClose();
  }

  return (
    <SentForm className={panel.panel} onSend={save}>
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
      {present?.isOpen === false && <ErrorNotice>{voteEnded().message}</ErrorNotice>}
      {failure !== null && failure.fields === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
      <Row gap={16} rowGap={8} align="center">
        <ActionButton className={classes.end} isDefault disabled={isBusy}>
          <Label isBusy={isBusy} isNew={vote === null} />
        </ActionButton>
        <ActionButton className={classes.end} look="quiet" onClick={onClose}>
          <Trans>Отменить</Trans>
        </ActionButton>
      </Row>
      <LeaveDialog blocker={blocker} />
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

function Label({ isBusy, isNew }: { readonly isBusy: boolean; readonly isNew: boolean }) {
  if (isBusy) return <Trans>Сохраняем…</Trans>;
  return isNew ? <Trans>Начать голосование</Trans> : <Trans>Сохранить</Trans>;
}
