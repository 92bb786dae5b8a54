import { type ReactNode, useState } from 'react';
import type { CallAnswer } from '#base/calls/call.ts';
import { amountRules } from '#base/text/amount-rules.ts';
import { firstFailure, formMessages } from '#base/text/form-rules.ts';
import { amountOf } from './donation-draft.ts';
import { messageRules } from './donation-rules.ts';
import type { donationsCalls } from './donations.calls.ts';
import type { Donation } from './give/use-donation.ts';

type DonationSettings = CallAnswer<typeof donationsCalls.settings>;

/** A donation as its donor has typed it so far, with the name that others will see. */
interface TypedDonation {
  readonly amount: number;
  readonly name: string | null;
  readonly message: string;
  /** The first month of monthly support; null: it is given once. */
  readonly month: 1 | null;
}

/** What the form of a donation gets, whether it is given once or every month. */
export interface FormParts {
  readonly donation: Donation;
  readonly settings: DonationSettings;
  /** The country's currency label, «сум». */
  readonly currency: string;
  /** Shows the donation as the stream will. */
  readonly preview: (typed: TypedDonation) => ReactNode;
  /** The donor has started to choose: the next step may be loaded. */
  readonly onNear: () => void;
  /** What a donation of this sum (null: none yet) may decide; only one that is given once. */
  readonly choices: (donation: Donation, amount: number | null) => ReactNode;
  /** What a donation of this sum (null: none yet) does to the creator's clock, given once or every month. */
  readonly clock: (amount: number | null) => ReactNode;
  /** Who gets a donation that is given once, said anew where that has changed meanwhile. */
  readonly shared: ReactNode;
}

/**
 * The sending of a form that begins a donation: goes on where nothing is wrong. `others`: what is wrong in the
 * form's own fields, by their names.
 */
export function useDonationSending(
  { draft, failure }: Donation,
  settings: DonationSettings,
  goOn: () => unknown,
  others: Readonly<Record<string, string | null>> = {},
) {
  const [isChecked, setChecked] = useState(false);
  const amount = amountOf(draft);
  const refused = failure?.fields ?? {};
  const faults = {
    amount: amount === null ? formMessages.required : firstFailure(amount, amountRules(settings)),
    message: firstFailure(draft.message, messageRules(settings)),
    ...others,
  };

  function send(): unknown {
    setChecked(true);
    return Object.values(faults).every((fault) => fault === null) ? goOn() : null;
  }

  return {
    send,
    /** Null: none, or a text that is no sum. */
    amount: Number.isNaN(amount) ? null : amount,
    /** The button was pressed. */
    isChecked,
    amountFault: refused.amount ?? (isChecked || draft.amount !== '' ? faults.amount : null),
    messageFault: refused.message ?? faults.message,
  };
}
