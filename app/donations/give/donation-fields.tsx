import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import systemClasses from '#app/payments/system-choice.module.css';
import type { CallAnswer } from '#base/calls/call.ts';
import { cleanLine, cleanText } from '#base/text/clean-text.ts';
import { firstFailure, formMessages } from '#base/text/form-rules.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Field, TextField, Toggle } from '#base/ui/fields/field.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { AmountPicker } from '../amount-picker.tsx';
import { readAmount } from '../amount-text.ts';
import classes from '../donation-form.module.css';
import { amountRules, messageRules } from '../donation-rules.ts';
import { nameMaxLength } from '../donation-text.ts';
import type { donationsCalls } from '../donations.calls.ts';
import type { Donation } from './use-donation.ts';

// Only where there are several. Its style sheet comes with the form, so that nothing jumps when its code arrives.
const SystemChoice = lazy(() => import('#app/payments/system-choice.tsx'));

export type DonationSettings = CallAnswer<typeof donationsCalls.settings>;

/** A donation as its donor has typed it so far, with the name that others will see. */
export interface TypedDonation {
  readonly amount: number;
  readonly name: string | null;
  readonly message: string;
}

interface DonationFieldsProps {
  readonly donation: Donation;
  readonly settings: DonationSettings;
  readonly currency: string;
  readonly preview: (typed: TypedDonation) => ReactNode;
  /** The donor has started to choose: the next step may be loaded. */
  readonly onNear: () => void;
}

/** Amount, name and message of a donation, with the form rules at the fields (docs/rules.md#form-rules). */
export function DonationFields({ donation, settings, currency, preview, onNear }: DonationFieldsProps) {
  const { t } = useLingui();
  const { draft, name, failure, isMaking } = donation;
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const amount = readAmount(draft.amount);
  const message = cleanText(draft.message);
  const length = [...draft.message].length;
  const faults = {
    amount: amount === null ? formMessages.required : firstFailure(amount, amountRules(settings)),
    message: firstFailure(draft.message, messageRules(settings)),
  };
  const refused = failure?.fields ?? {};
  const isFieldFault = 'amount' in refused || 'message' in refused || 'name' in refused;
  const sumText = useSumText(currency);
  const sum = amount === null ? '' : sumText(amount);

  function submit(event: React.SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    const wrong = faults.amount !== null ? 'amount' : faults.message !== null ? 'message' : null;
    if (wrong === null) void donation.make();
    else form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} onFocus={onNear} noValidate>
      <AmountPicker
        amount={draft.amount}
        presets={settings.presets}
        currency={currency}
        error={refused.amount ?? (isChecked || draft.amount !== '' ? faults.amount : null)}
        onChange={(text) => donation.change({ amount: text })}
      />
      <TextField
        label={t`Сообщение автору`}
        name="message"
        value={draft.message}
        onChange={(event) => donation.change({ message: event.currentTarget.value })}
        placeholder={t`Прозвучит на стриме`}
        error={refused.message ?? faults.message}
        counter={
          <span className={classes.counter} data-over={length > settings.messageMaxLength || undefined}>
            {length}/{settings.messageMaxLength}
          </span>
        }
      />
      {message !== null && preview({ amount: amount ?? 0, name: draft.isAnonymous ? null : cleanLine(name), message })}
      <div className={classes.who}>
        <Field
          label={t`Ваше имя`}
          name="name"
          value={draft.isAnonymous ? '' : name}
          onChange={(event) => donation.changeName(event.currentTarget.value)}
          placeholder={draft.isAnonymous ? t`Аноним` : t`Как вас назвать`}
          autoComplete="nickname"
          maxLength={nameMaxLength}
          disabled={draft.isAnonymous}
          error={refused.name}
        />
        <Toggle
          checked={draft.isAnonymous}
          onChange={(event) => donation.change({ isAnonymous: event.currentTarget.checked })}
        >
          <Trans>Анонимно</Trans>
        </Toggle>
      </div>
      {settings.paymentSystems && (
        <Suspense fallback={<div className={systemClasses.choice} />}>
          <SystemChoice systems={settings.paymentSystems} onChange={() => donation.change({})} />
        </Suspense>
      )}
      {failure !== null && !isFieldFault && (
        <p className={classes.trouble} role="alert">
          <FailureText>{failure.message}</FailureText>
        </p>
      )}
      <button type="submit" className={classes.give} aria-busy={isMaking || undefined} disabled={isMaking}>
        <GiveWords isMaking={isMaking} sum={sum} />
      </button>
    </form>
  );
}

function GiveWords({ isMaking, sum }: { readonly isMaking: boolean; readonly sum: string }) {
  if (isMaking) return <Trans>Готовим оплату…</Trans>;
  if (sum === '') return <Trans>Поддержать</Trans>;
  return (
    <Trans>
      Поддержать <span>на {sum}</span>
    </Trans>
  );
}
