import type { BookSide, Difference } from '#app/payments/books/compare-books.server.ts';
import type { DifferenceKind, NotCompared } from '#app/payments/books/difference-kinds.ts';
import type { SystemResult } from '#app/payments/books/reconcile.server.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import type { NotInBooks } from '#app/payments/systems/system-books.server.ts';
import { formatAmount, type Minor, toMain } from '#base/money/money.ts';

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

function remedyOf({ kind, system }: Pick<Difference, 'kind' | 'system'>): string {
  return remedies[kind].replace('CABINET', cabinets[system]);
}

function sumOf(amount: Minor | null, currency: string | null): string {
  if (amount === null) return '';
  return ` ${formatAmount(toMain(amount)).replaceAll('\u00a0', ' ')} ${currency ?? ''}`.trimEnd();
}

const backOf = ({ refunded, currency }: BookSide) =>
  refunded === null || refunded === 0 ? '' : `, refunded${sumOf(refunded, currency)}`;

function ourText(side: BookSide | null): string {
  if (side === null) return 'unknown';
  const sum = sumOf(side.amount, side.currency);
  if (side.state === 'paid') return `paid${sum}${backOf(side)}`;
  return side.state === 'refunded' ? `refunded${sum}` : `not paid, asked for${sum}`;
}

function theirText(side: BookSide): string {
  const sum = sumOf(side.amount, side.currency);
  if (side.state === 'paid') return `paid${sum}${backOf(side)}`;
  if (side.state === 'refunded') return `refunded${sum}`;
  if (side.state === 'refunding') return `being refunded${sum}`;
  return side.state === 'missing' ? 'unknown' : 'not paid';
}

const theirTexts = (sides: readonly BookSide[]) =>
  sides.length === 0 ? 'not paid' : sides.map(theirText).join(' and ');

/** A difference as the command prints it: where, what is here and there, and what to do. */
export function lineOf(difference: Difference): string {
  const { system, payment, theirIds, ours, theirs } = difference;
  const here = payment === null ? 'no payment' : `payment ${payment.id} of ${payment.reference}`;
  const there = theirIds.length === 0 ? '' : ` (${theirIds.join(', ')})`;
  return `${system}: ${here}: here ${ourText(ours)}, there ${theirTexts(theirs)}${there}: ${remedyOf(difference)}`;
}

const notAsked: Readonly<Record<NotInBooks, string>> = {
  strangers: 'payments that are unknown here',
  strangersAndSums: 'sums, and payments that are unknown here',
};

const reasons: Readonly<Record<NotCompared['reason'], string>> = {
  notConfigured: 'it is not configured',
  noBooks: 'its books cannot be read',
  beganEarlier: 'they began before the first line of the statement: an earlier one may have them',
  noAnswer: 'it does not answer',
};

const whyText = ({ reason, detail }: NotCompared) => detail ?? reasons[reason];

export function linesOf({ system, compared, notCompared, why, lacks, differences }: SystemResult): string[] {
  const counts = `${system}: ${compared} compared, ${differences.length} differ`;
  const lines = differences.map(lineOf);
  if (why === null) lines.push(counts);
  else {
    lines.push(`${counts}, ${notCompared} NOT compared: ${whyText(why)}`);
    lines.push(`${system}: compare the list of its cabinet: --statement <file> --system ${system}`);
  }
  if (lacks !== null) lines.push(`${system}: it is not asked about ${notAsked[lacks]}; only a --statement has them`);
  return lines;
}
