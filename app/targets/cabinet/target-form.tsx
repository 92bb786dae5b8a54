import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import type { AmountLimits } from '#base/text/amount-rules.ts';
import { AmountField } from '#base/ui/fields/amount-field.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { fixedBecause } from '#base/ui/fields/fixed-because.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { useRevisedForm } from '#base/ui/fields/use-revised-form.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import { RevisedFormEnd } from '#base/ui/panel/revised-form-end.tsx';
import { targetChanged, targetEnded } from '../target-failures.ts';
import { targetFaults, targetLimits } from '../target-rules.ts';
import type { ShownTarget } from '../target-shapes.ts';
import { bodyOf, draftOf, faultsOf } from './target-draft.ts';
import { TargetPreview } from './target-preview.tsx';

interface TargetFormProps {
  /** Null: a new one. */
  readonly target: ShownTarget | null;
  readonly currency: string;
  /** Of donations: nobody may give less. Null: they are not known here. */
  readonly limits: AmountLimits | null;
  /** It is saved, and its page has been read again. */
  readonly onSaved?: (targetId: string) => void;
  readonly onClose: () => void;
}

/** The form of a target: what is promised, and for which sum. What donors have chosen stays as it is. */
export function TargetForm({ target: present, currency, limits, onSaved, onClose }: TargetFormProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const form = useRevisedForm({ present, draftOf, changed: targetChanged });
  const { thing: target, fields, change } = form;
  const isFixed = present?.isChosen === true;
  const draft = isFixed ? draftOf(present) : form.draft;
  const isClosed = present !== null && present.closedAt !== null;

  async function save() {
    const send = (idempotencyKey: string) =>
      call('POST Target/Save', { body: bodyOf(draft, target) }, { idempotencyKey });
    const saved = await form.save(faultsOf(draft, present, limits), send);
    if (saved === null) return;
    onSaved?.(saved.id);
    onClose();
  }

  return (
    <SentForm className={panel.panel} onSend={save}>
      <Field
        ref={takeFocus}
        label={t`Что обещаете`}
        name="text"
        value={draft.text}
        maxLength={targetLimits.text}
        placeholder={t`Играю босса без брони`}
        error={fields.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
        {...fixedBecause(isFixed && targetFaults.chosenText)}
      />
      <AmountField
        label={t`За какую сумму`}
        unit={nameOf(currency)}
        name="goal"
        value={draft.goal}
        error={fields.goal}
        onType={(goal) => change({ goal })}
        {...fixedBecause(isFixed && targetFaults.chosenSum)}
      />
      <TargetPreview draft={draft} target={present} />
      <RevisedFormEnd form={form} ended={isClosed ? targetEnded().message : null} onClose={onClose}>
        {target === null ? <Trans>Открыть рубеж</Trans> : <Trans>Сохранить</Trans>}
      </RevisedFormEnd>
    </SentForm>
  );
}
