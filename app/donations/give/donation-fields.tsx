import { Trans } from '@lingui/react/macro';
import { SystemChoice } from '#app/payments/system-choice.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { AmountPicker } from '../amount-picker.tsx';
import { lacksChoice } from '../donation-draft.ts';
import classes from '../donation-form.module.css';
import { DonationTrouble, DonationWords } from '../donation-words.tsx';
import { type FormParts, useDonationSending } from '../form-parts.ts';
import { sharedOtherwise } from './use-donation.ts';

/** Amount, name and message of a donation, with the form rules at the fields (docs/rules.md#form-rules). */
export function DonationFields({ donation, settings, currency, preview, choices, clock, shared, onNear }: FormParts) {
  const { draft, isMaking, failure } = donation;
  const sending = useDonationSending(donation, settings, () => donation.make(), {
    // The choice itself says why.
    choices: lacksChoice(draft) ? '' : null,
  });
  const { amount } = sending;
  const sumText = useSumText(currency);
  const sum = amount === null ? '' : sumText(amount);
  return (
    <SentForm className={classes.form} onSend={sending.send} onFocus={onNear}>
      <noscript>
        {import.meta.env.SSR && (
          <p>
            <Trans>Чтобы отправить донат, включите в браузере скрипты.</Trans>
          </p>
        )}
      </noscript>
      <AmountPicker
        amount={draft.amount}
        presets={settings.presets}
        currency={currency}
        error={sending.amountFault}
        onChange={(text) => donation.change({ amount: text })}
      />
      {clock(amount)}
      <DonationWords
        donation={donation}
        settings={settings}
        preview={preview}
        amount={amount}
        error={sending.messageFault}
      >
        {choices(donation, amount)}
      </DonationWords>
      <SystemChoice
        systems={settings.paymentSystems}
        down={settings.downSystems}
        onChange={() => donation.change({})}
      />
      {!donation.refusedDraft && <DonationTrouble failure={failure} />}
      {/* What the page says of it above the form is out of sight here. */}
      {failure?.code === sharedOtherwise && shared}
      <button
        {...withKeptFocus({ disabled: isMaking })}
        type="submit"
        className={classes.give}
        aria-busy={isMaking || undefined}
      >
        <GiveWords isMaking={isMaking} sum={sum} />
      </button>
    </SentForm>
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
