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
import { rewardChanged, rewardEnded } from '../reward-failures.ts';
import { rewardFaults, rewardLimits } from '../reward-rules.ts';
import type { ShownReward } from '../reward-shapes.ts';
import { bodyOf, draftOf, faultsOf, withFixed } from './reward-draft.ts';

interface RewardFormProps {
  /** Null: a new one. */
  readonly reward: ShownReward | null;
  readonly currency: string;
  /** Of donations: a reward for a sum that nobody may give is refused. Null: they are not known here. */
  readonly limits: AmountLimits | null;
  /** It is saved, and its page has been read again. */
  readonly onSaved?: (rewardId: string) => void;
  readonly onClose: () => void;
}

/** The form of a reward: what is given, from which sum on, and how many of it there are. What donors have chosen stays as it is, but for the stock. */
export function RewardForm({ reward: present, currency, limits, onSaved, onClose }: RewardFormProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const form = useRevisedForm({ present, draftOf, changed: rewardChanged });
  const { thing: reward, fields, change } = form;
  const isFixed = present?.isChosen === true;
  const draft = withFixed(form.draft, present);
  const isClosed = present !== null && present.closedAt !== null;

  async function save() {
    const send = (idempotencyKey: string) =>
      call('POST Reward/Save', { body: bodyOf(draft, reward) }, { idempotencyKey });
    const saved = await form.save(faultsOf(draft, present, limits), send);
    if (saved === null) return;
    onSaved?.(saved.id);
    onClose();
  }

  return (
    <SentForm className={panel.panel} onSend={save}>
      <Field
        ref={takeFocus}
        label={t`Что получит донатер`}
        name="text"
        value={draft.text}
        maxLength={rewardLimits.text}
        placeholder={t`Имя в титрах`}
        error={fields.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
        {...fixedBecause(isFixed && rewardFaults.chosenText)}
      />
      <AmountField
        label={t`От какой суммы`}
        unit={nameOf(currency)}
        name="price"
        value={draft.price}
        error={fields.price}
        onType={(price) => change({ price })}
        {...fixedBecause(isFixed && rewardFaults.chosenPrice)}
      />
      <AmountField
        label={t`Сколько всего`}
        unit={<Trans>шт</Trans>}
        name="stock"
        value={draft.stock}
        placeholder={t`Без ограничения`}
        hint={<Trans>Оставьте пустым, если хватит всем</Trans>}
        error={fields.stock}
        onType={(stock) => change({ stock })}
      />
      <RevisedFormEnd form={form} ended={isClosed ? rewardEnded().message : null} onClose={onClose}>
        {reward === null ? <Trans>Предложить награду</Trans> : <Trans>Сохранить</Trans>}
      </RevisedFormEnd>
    </SentForm>
  );
}
