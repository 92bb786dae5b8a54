import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import type { Difference, DifferenceKind } from './compare-books.ts';

/** Where an operator sees and refunds the payments of a system. */
const cabinets: Readonly<Record<PaymentSystemName, string>> = {
  gateway: 'the cabinet of the gateway',
  payme: 'merchant.payme.uz',
  'payme-card': 'merchant.payme.uz',
  click: 'merchant.click.uz',
  stripe: 'dashboard.stripe.com',
};

/** What to do about a difference, in one line. `CABINET`: that of the system. */
const remedies: Readonly<Record<DifferenceKind, string>> = {
  paidThere:
    'its call has not arrived or was refused: look at the address in CABINET; what stays so is given back there',
  unknownHere: 'no donation and no order belongs to it: find the payer in CABINET and give it back there',
  takenTwice: 'give back all but one in CABINET',
  paidHere: 'no money came: stop the payout of its creator, hold the order, and ask the support of the system',
  unknownThere: 'compare the account of the settings with that of CABINET, and ask the support of the system',
  otherAmount: 'give the other sum back in CABINET, and have the payer pay again',
  refundedThere:
    'the server notes it at its next question, within a day; what stays so is refunded here in the admin area',
  refundedHere: 'the payer has not got it: give it back in CABINET',
};

/** What to do about a difference. */
function remedyOf({ kind, system }: Pick<Difference, 'kind' | 'system'>): string {
  return remedies[kind].replace('CABINET', cabinets[system]);
}

/** A difference as the command prints it: where, what is here and there, and what to do. */
export function lineOf(difference: Difference): string {
  const { system, payment, theirIds, ours, theirs } = difference;
  const here = payment === null ? 'no payment' : `payment ${payment.id} of ${payment.reference}`;
  const there = theirIds.length === 0 ? '' : ` (${theirIds.join(', ')})`;
  return `${system}: ${here}: here ${ours}, there ${theirs}${there}: ${remedyOf(difference)}`;
}
