import { z } from 'zod';
import { lineKinds } from '#app/payments/payment-lines.ts';
import { paymentSystemNames } from '#app/payments/payment-systems.ts';
import { file, get } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { fileLanguage } from '#base/calls/language-wire.ts';
import { timeZone } from '#base/calls/moment-wire.ts';
import { money } from '#base/calls/money-wire.ts';

/**
 * One thing that was paid for. `name`: of a product with its size and colour, or what else it is; `creatorName` is empty for a delivery. `discount`:
 * taken off all pieces; `amount` is what was paid. `itemCode`: the ИКПУ, `vat` in per cent; empty and null where the tax service's names are not known.
 */
const line = z.object({
  kind: z.enum(lineKinds),
  name: z.string(),
  creatorName: z.string(),
  itemCode: z.string(),
  packageCode: z.string(),
  unit: z.string(),
  vat: z.number().nullable(),
  quantity: z.int(),
  price: money,
  discount: money,
  amount: money,
});

/** What the tax service has registered. `qrUrl`: its page, to which the QR code leads; empty if none was reported. */
const fiscal = z.object({ sign: z.string(), terminal: z.string(), receiptId: z.string(), qrUrl: z.string() });

/**
 * A receipt. `number`: of the order, or the id of the donation. `operator`: who received the payment; empty texts are unknown. `payer`: the name
 * that was given, else null. `commission`: what the platform keeps of `total`. `refunded`: how much of `total` was refunded so far, by `refunds`.
 * `fiscal`: of the payment and of each refund, null where the payment system has reported none. Sums in main units.
 */
const receipt = z.object({
  id: wireId,
  kind: z.enum(['donation', 'order']),
  number: z.string(),
  paidAt: z.iso.datetime(),
  operator: z.object({
    name: z.string(),
    company: z.string(),
    taxNumber: z.string(),
    email: z.string(),
    phone: z.string(),
    telegram: z.string(),
    address: z.string(),
  }),
  payer: z.string().nullable(),
  delivery: z.string().nullable(),
  lines: z.array(line),
  total: money,
  commission: money,
  refunded: money,
  system: z.enum(paymentSystemNames),
  fiscal: fiscal.nullable(),
  refunds: z.array(z.object({ amount: money, fiscal: fiscal.nullable() })),
});

/** Receipts of donations and orders, and documents for the bookkeeper (docs/rules.md#receipts). */
export const receiptsCalls = {
  /**
   * The receipt of a paid donation (`payId`) or order (`orderId`); one of the two is named. A donation's is for its donor, by login or by the `proof` of `ProjectPay/Create`,
   * for its creator and the staff; an order's for its buyer and the staff. The proof may also come in the header `Proof`, which no address and log
   * has. As a PDF in a language and with times of a time zone, by default the country's. 404 for all others, and while
   * nothing is paid (docs/rules.md#receipts).
   */
  read: get('Receipt', {
    summary: 'The receipt of a donation or an order, by `Accept: application/pdf` as a PDF',
    access: 'guest',
    alsoFile: 'application/pdf',
    query: z.object({
      payId: wireId.optional(),
      orderId: wireId.optional(),
      proof: z.string().max(100).optional(),
      Language: fileLanguage,
      TimeZone: timeZone.optional(),
    }),
    answer: receipt,
    errors: [failures.notFound],
  }),
  /**
   * The act of a payout as a PDF: its number in the year, without gaps, creator, card, sum, state and the number of the transfer. For its owner and admins, 404 for others
   * (docs/rules.md#receipts).
   */
  payoutAct: get('Receipt/PayoutAct', {
    summary: 'The act of a payout, as a PDF',
    access: 'user',
    form: 'file',
    mediaTypes: ['application/pdf'],
    query: z.object({ payoutId: wireId, Language: fileLanguage }),
    answer: file,
    errors: [failures.notFound],
  }),
  /**
   * A month of the country's time zone, from the ledger: for each creator donations, orders, refunds, commission, payouts and the change of
   * the account, and their totals: a table (docs/rules.md#tables) or a PDF (docs/rules.md#receipts).
   */
  month: get('Receipt/Month', {
    summary: 'The month of all creators for the bookkeeper, as CSV or PDF',
    access: 'admin',
    form: 'file',
    mediaTypes: ['text/csv', 'application/pdf'],
    query: z.object({
      Month: z.string().regex(/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/, { error: 'Укажите месяц: 2026-11' }),
      Format: z.enum(['csv', 'pdf']).default('csv'),
      Language: fileLanguage,
    }),
    answer: file,
    errors: [],
  }),
};

/** A receipt with its sums in minor units. */
export type Receipt = z.output<typeof receipt>;

/** A receipt on the wire. */
export type ShownReceipt = z.input<typeof receipt>;
