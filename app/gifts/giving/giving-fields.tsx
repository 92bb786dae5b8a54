import { type ComponentProps, type ReactNode, useState } from 'react';
import form from '#app/donations/donation-form.module.css';
import { messageRules } from '#app/donations/donation-rules.ts';
import { DonationTrouble, DonationWords } from '#app/donations/donation-words.tsx';
import type { donationsCalls } from '#app/donations/donations.calls.ts';
import { usePhoneConfirming } from '#app/identity/login-code.ts';
import { PhoneCodeDialog } from '#app/identity/phone-code-dialog.tsx';
import { useSession } from '#app/identity/session.ts';
import { GuestPhone, useDonorPhone } from '#app/memberships/guest-phone.tsx';
import terms from '#app/memberships/monthly-form.module.css';
import { SystemChoice } from '#app/payments/system-choice.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import { firstFailure } from '#base/text/form-rules.ts';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import type { Giving } from './use-giving.ts';

export type GivingSettings = CallAnswer<typeof donationsCalls.settings>;

interface GivingFieldsProps {
  readonly giving: Giving;
  readonly settings: GivingSettings;
  /** Of the country (GET Config). */
  readonly phoneMask: string;
  /** What is paid, in main units; null: what was typed is no number. */
  readonly amount: number | null;
  /** What is wrong with what is chosen. */
  readonly faults: readonly (string | null)[];
  readonly preview?: ComponentProps<typeof DonationWords>['preview'];
  /** What the code that a guest gets is for. */
  readonly forGuests: ReactNode;
  /** How it goes, said before the payment. */
  readonly terms: ReactNode;
  /** Takes the place of what a failure says of itself. */
  readonly trouble?: ReactNode;
  /** On the button. */
  readonly act: (isBusy: boolean) => ReactNode;
  readonly onMake: () => Promise<unknown>;
  /** What is chosen; with `true` once the button was pressed. */
  readonly children: (isChecked: boolean) => ReactNode;
}

const noPreview = () => null;

/** The form of a gift to others: what is given, the words of its donation, a guest's phone, the payment system and the button. */
export function GivingFields(props: GivingFieldsProps) {
  const { giving, settings, phoneMask, amount, faults, trouble, onMake } = props;
  const { draft, name, failure } = giving;
  const [isChecked, setChecked] = useState(false);
  const isGuest = useSession().status === 'guest';
  const donor = useDonorPhone(phoneMask);
  const messageFault = firstFailure(draft.message, messageRules(settings));
  const confirming = usePhoneConfirming(() => void onMake());
  const { paymentSystems = [], downSystems = [] } = settings;

  function send(): unknown {
    setChecked(true);
    const all = [...faults, messageFault, isGuest ? donor.fault : null];
    if (all.some((fault) => fault !== null)) return null;
    return isGuest ? confirming.ask(donor.phone) : onMake();
  }

  const isBusy = giving.isBusy || confirming.isSending;
  return (
    <>
      <SentForm className={form.form} onSend={send}>
        {props.children(isChecked)}
        <DonationWords
          donation={{
            draft,
            name,
            failure,
            isMonthly: false,
            change: giving.changeWords,
            changeName: giving.changeName,
          }}
          settings={settings}
          preview={props.preview ?? noPreview}
          amount={amount}
          error={failure?.fields?.message ?? messageFault}
        />
        {isGuest && (
          <GuestPhone donor={donor} mask={phoneMask} isChecked={isChecked}>
            {props.forGuests}
          </GuestPhone>
        )}
        <p className={terms.terms}>{props.terms}</p>
        <SystemChoice
          systems={paymentSystems.filter((one) => !downSystems.includes(one))}
          down={downSystems}
          onChange={() => giving.changeWords({})}
        />
        {confirming.failure === null && trouble ? trouble : <DonationTrouble failure={confirming.failure ?? failure} />}
        <button
          {...withKeptFocus({ disabled: isBusy })}
          type="submit"
          className={form.give}
          aria-busy={isBusy || undefined}
        >
          {props.act(isBusy)}
        </button>
      </SentForm>
      <PhoneCodeDialog confirming={confirming} />
    </>
  );
}
