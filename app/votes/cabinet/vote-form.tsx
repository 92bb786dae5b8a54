import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { AmountField } from '#base/ui/fields/amount-field.tsx';
import { Field, TextField, Toggle } from '#base/ui/fields/field.tsx';
import { fixedBecause } from '#base/ui/fields/fixed-because.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { useRevisedForm } from '#base/ui/fields/use-revised-form.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import { RevisedFormEnd } from '#base/ui/panel/revised-form-end.tsx';
import { voteChanged, voteEnded } from '../vote-failures.ts';
import { voteFaults, voteLimits } from '../vote-rules.ts';
import type { ShownVote } from '../vote-shapes.ts';
import { CodeFields } from './code-fields.tsx';
import {
  bodyOf,
  codesOf,
  draftOf,
  faultsOf,
  isAnswered,
  isFixed,
  lineOfFault,
  sameMoment,
  withFixed,
  withLines,
} from './vote-draft.ts';
import { VotePreview } from './vote-preview.tsx';
import classes from './votes-screen.module.css';

interface VoteFormProps {
  /** Null: a new one. */
  readonly vote: ShownVote | null;
  readonly currency: string;
  /** It is saved, and its page has been read again. */
  readonly onSaved?: (voteId: string) => void;
  readonly onClose: () => void;
}

const offeredMinutes = [5, 10, 15, 30, 60] as const;

/** The form of a vote: a line for each option. What donors have chosen stays as it is. */
export function VoteForm({ vote: present, currency, onSaved, onClose }: VoteFormProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const momentText = useMomentText();
  const form = useRevisedForm({ present, draftOf, changed: voteChanged });
  const { thing: vote, fields, change } = form;
  const draft = withFixed(form.draft, present);
  const chosen = present?.options.filter(isFixed) ?? [];
  const isChosen = present !== null && isAnswered(present);
  // A choice that comes later moves no focus.
  const [startsAtOptions] = useState(isChosen);
  const optionFaults = Object.entries(fields)
    .flatMap(([name, fault]) =>
      name.startsWith('options') && !name.endsWith('.code') ? { line: lineOfFault(name, draft, present), fault } : [],
    )
    .sort((one, other) => (one.line ?? 0) - (other.line ?? 0));

  async function save() {
    const body = { ...bodyOf(draft, present), revision: vote?.revision };
    const send = (idempotencyKey: string) => call('POST Vote/Save', { body }, { idempotencyKey });
    const saved = await form.save(faultsOf(draft, present), send);
    if (saved === null) return;
    onSaved?.(saved.id);
    onClose();
  }

  return (
    <SentForm className={panel.panel} onSend={save}>
      <Field
        ref={startsAtOptions ? null : takeFocus}
        label={t`Вопрос`}
        name="question"
        value={draft.question}
        maxLength={voteLimits.question}
        placeholder={t`Во что играем дальше?`}
        error={fields.question}
        onChange={(event) => change({ question: event.currentTarget.value })}
        {...fixedBecause(isChosen && voteFaults.chosenQuestion)}
      />
      <ChosenOptions options={chosen.filter(({ isHidden }) => !isHidden)} />
      <TextField
        ref={startsAtOptions ? takeFocus : null}
        label={t`Варианты, каждый с новой строки`}
        name="options"
        value={draft.options}
        error={
          optionFaults.length === 0
            ? undefined
            : optionFaults.map((one) => <LineFault key={`${one.line} ${one.fault}`} {...one} />)
        }
        onChange={(event) => change(withLines(draft, event.currentTarget.value))}
      />
      <CodeFields
        options={codesOf(draft, present, fields)}
        onType={(text, code) => change({ codes: { ...draft.codes, [text]: code } })}
      />
      <AmountField
        label={t`Сколько стоит один голос`}
        unit={nameOf(currency)}
        name="price"
        value={draft.price}
        error={fields.price}
        hint={t`Если указать 1, число голосов будет равно сумме доната`}
        onType={(price) => change({ price })}
        {...fixedBecause(isChosen && voteFaults.chosenPrice)}
      />
      <SelectField
        label={t`Когда закончится`}
        value={draft.minutes}
        error={fields.endsAt}
        onChange={(event) => change({ minutes: event.currentTarget.value })}
      >
        {vote?.endsAt != null && <option value={sameMoment}>{momentText(vote.endsAt)}</option>}
        <option value="">{t`Когда завершу`}</option>
        {offeredMinutes.map((minutes) => (
          <option key={minutes} value={minutes}>
            {t`Через ${minutes} мин`}
          </option>
        ))}
      </SelectField>
      <AmountField
        label={t`Или когда соберём`}
        unit={nameOf(currency)}
        name="endSum"
        value={draft.endSum}
        error={fields.endSum}
        hint={t`Можно не указывать`}
        onType={(endSum) => change({ endSum })}
      />
      <Toggle
        checked={draft.takesSuggestions}
        onChange={(event) => change({ takesSuggestions: event.currentTarget.checked })}
      >
        <Trans>Донатеры предлагают свои варианты, вы проверяете каждый</Trans>
      </Toggle>
      <VotePreview draft={draft} vote={present} currency={currency} />
      <RevisedFormEnd form={form} ended={present?.isOpen === false ? voteEnded().message : null} onClose={onClose}>
        {vote === null ? <Trans>Начать голосование</Trans> : <Trans>Сохранить</Trans>}
      </RevisedFormEnd>
    </SentForm>
  );
}

function ChosenOptions({ options }: { readonly options: ShownVote['options'] }) {
  if (options.length === 0) return null;
  return (
    <div className={classes.chosen}>
      <p>
        <Trans>Эти варианты уже выбирали, их можно только скрыть:</Trans>
      </p>
      <ul>
        {options.map(({ optionId, text }) => (
          <li key={optionId}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `line`: null: it is of all options. */
function LineFault({ line, fault }: { readonly line: number | null; readonly fault: string }) {
  return (
    <span className={classes.fault}>
      {line === null ? (
        <FailureText>{fault}</FailureText>
      ) : (
        <Trans>
          Строка {line}: <FailureText>{fault}</FailureText>
        </Trans>
      )}
    </span>
  );
}
