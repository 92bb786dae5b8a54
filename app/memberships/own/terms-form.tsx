import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { failures } from '#base/calls/errors.ts';
import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { sumFault } from '#base/text/sum-fault.ts';
import { AmountField } from '#base/ui/fields/amount-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { FreeSum } from '../joining/free-sum.tsx';
import { LevelChoice } from '../level-choice.tsx';
import type { PublicLevel } from '../public-level.ts';
import { nextTerms, type OwnMembership } from './own-membership.ts';
import { TermsWords } from './terms-words.tsx';

interface TermsFormProps {
  readonly membership: OwnMembership;
  readonly currency: string;
  readonly offered: readonly PublicLevel[];
  /** The id of the level that is chosen at first; null, or not offered: the one that is charged next. */
  readonly wanted: string | null;
  /** Whether the form stands in the place of a button that had the focus. */
  readonly isPressed: boolean;
  /** What is offered may be another by now. */
  readonly onRefused: () => void;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** What a member may choose from: what is offered, and the level that is held although it is not. */
function choicesOf({ level, next }: OwnMembership, offered: readonly PublicLevel[]): PublicLevel[] {
  const held = [level, next?.level ?? null].filter((one) => one !== null);
  const others = held.filter(({ id }, at) => ![...offered, ...held.slice(0, at)].some((one) => one.id === id));
  return [...offered, ...others];
}

/** Another level or sum of a membership, charged from the next month on. */
export function TermsForm(props: TermsFormProps) {
  const { membership, currency, offered, wanted, isPressed, onRefused, onChanged, onClose } = props;
  const { t } = useLingui();
  const nameOf = useNames();
  const sumText = useSumText(currency);
  const { id: membershipId, state } = membership;
  const levels = choicesOf(membership, offered);
  const agreed = nextTerms(membership);
  const [draft, setDraft] = useState(() => ({
    levelId: levels.find(({ id }) => id === wanted)?.id ?? agreed.level?.id ?? null,
    amount: agreed.level === null ? typedAmount(agreed.amount) : '',
  }));
  const { isBusy, failure, fields, act, forget } = useAction(onRefused);
  const level = levels.find(({ id }) => id === draft.levelId) ?? null;
  const amount = level?.amount ?? readAmount(draft.amount);
  const change = (changed: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changed }));
    forget();
  };

  async function send() {
    const fault = level === null ? sumFault(draft.amount) : null;
    const isChanged = await act(async () => {
      if (fault !== null || amount === null) throw failures.validationFailed({ fields: { amount: fault ?? '' } });
      await call('PUT Membership/Terms', { body: { membershipId, levelId: level?.id ?? null, amount } });
      await onChanged();
    });
    if (isChanged) onClose();
  }

  const isSum = amount !== null && Number.isFinite(amount);
  const sum = isSum ? sumText(amount) : '';
  return (
    <SentForm ref={isPressed ? takeFocus : null} tabIndex={-1} onSend={send} aria-label={t`Уровень или сумма`}>
      <Stack gap={12} fit>
        <LevelChoice
          levels={levels}
          chosen={level?.id ?? null}
          currency={currency}
          error={fields.levelId ?? fields.amount ?? null}
          onChoose={(one) => change({ levelId: one?.id ?? null })}
        >
          <AmountField
            label={t`Сколько в месяц`}
            unit={nameOf(currency)}
            name="amount"
            value={draft.amount}
            error={fields.amount}
            onType={(text) => change({ amount: text })}
          />
          {levels.length > 0 && (
            <FreeSum levels={levels} amount={amount} onChoose={({ id }) => change({ levelId: id })} />
          )}
        </LevelChoice>
        {isSum && (
          <p aria-live="polite">
            <TermsWords membership={membership} sum={sum} />
          </p>
        )}
        {failure !== null && failure.fields === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
        <Row gap={8}>
          <ActionButton isDefault disabled={isBusy}>
            {state === 'Leaving' ? <Trans>Остаться с этим</Trans> : <Trans>Выбрать это</Trans>}
          </ActionButton>
          <ActionButton look="quiet" onClick={onClose}>
            <Trans>Не менять</Trans>
          </ActionButton>
        </Row>
      </Stack>
    </SentForm>
  );
}
