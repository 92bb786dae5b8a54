import { z } from 'zod';
import { paymentSystemNames } from '#app/payments/payment-systems.ts';
import { file, get, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { fileLanguage } from '#base/calls/language-wire.ts';
import { timeZone } from '#base/calls/moment-wire.ts';
import { money } from '#base/calls/money-wire.ts';

/** The id of a donation or an order, and the proof of a donation's donor who is a guest. */
const asked = { id: wireId, proof: z.string().max(100).optional() };

/**
 * One thing that was paid for. `title`: the name of a product with its size and colour; null: the delivery or a donation. `creatorName` is
 * empty for a delivery. `discount`: taken off all pieces; `amount` is what was paid.
 */
const line = z.object({
  kind: z.enum(['product', 'delivery', 'donation']),
  title: z.string().nullable(),
  creatorName: z.string(),
  quantity: z.int(),
  price: money,
  discount: money,
  amount: money,
});

/** What the tax service has registered. `qrUrl`: its page, to which the QR code leads; empty if none was reported. */
const fiscal = z.object({ sign: z.string(), terminal: z.string(), receiptId: z.string(), qrUrl: z.string() });

/**
 * A receipt. `number`: of the order, or the id of the donation. `operator`: who received the payment; empty texts are unknown. `payer`: the name
 * that was given, else null. `refunded`: how much of `total` was refunded so far. `fiscal`, `refundFiscal`: the fiscal receipts of the payment and
 * of its refund, null where the payment system has reported none. Sums in main units.
 */
const receipt = z.object({
  id: wireId,
  kind: z.enum(['donation', 'order']),
  number: z.string(),
  paidAt: z.iso.datetime(),
  operator: z.object({
    name: z.string(),
    company: z.string(),
    email: z.string(),
    phone: z.string(),
    telegram: z.string(),
    address: z.string(),
  }),
  payer: z.string().nullable(),
  delivery: z.string().nullable(),
  lines: z.array(line),
  total: money,
  refunded: money,
  system: z.enum(paymentSystemNames),
  fiscal: fiscal.nullable(),
  refundFiscal: fiscal.nullable(),
});

/** Receipts of donations and orders, and documents for the bookkeeper (docs/rules.md#receipts). */
export const receiptsCalls = {
  /**
   * The receipt of a paid donation or order. A donation's is for its donor, by login or by the `proof` of `ProjectPay/Create`, and for its
   * creator; an order's for its buyer and the staff. It is a POST to keep the proof out of addresses. 404 for all others, and while
   * nothing is paid (docs/rules.md#receipts).
   */
  read: post('Receipt/Read', {
    summary: 'The receipt of a donation or an order',
    access: 'guest',
    body: z.strictObject(asked),
    answer: receipt,
    errors: [failures.notFound],
    transaction: 'own',
  }),
  /** The same as a PDF, in a language and with times of a time zone, by default the country's. 404 as in `Receipt/Read`. */
  file: post('Receipt/File', {
    summary: 'The receipt of a donation or an order, as a PDF',
    access: 'guest',
    form: 'file',
    mediaTypes: ['application/pdf'],
    body: z.strictObject({ ...asked, language: fileLanguage, timeZone: timeZone.optional() }),
    answer: file,
    errors: [failures.notFound],
    transaction: 'own',
  }),
  /**
   * The act of a payout as a PDF: creator, card, sum, state and the number of the transfer. For its owner and admins, 404 for others
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
