import { z } from 'zod';
import { get, nothing, post, put, uploadedFile } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { givenReason } from '#base/calls/reason-wire.ts';
import { searchText } from '#base/calls/text-wire.ts';
import { isPageAddress } from '#base/outer/page-address.ts';
import { paymentSystemNames } from '../payment-systems.ts';
import { taxItem } from '../tax-item-wire.ts';
import { taxDefaultsChanged, wrongTaxCodes } from './tax-failures.ts';

const { payloadTooLarge, tooManyRequests, unsupportedMediaType } = failures;

const instant = z.iso.datetime();

const parts = z.strictObject({ name: z.string().max(255).optional(), file: uploadedFile });

/** What the site calls lines without a code of their own; null: as the operator's configuration says. */
const defaults = { donation: taxItem.nullable(), delivery: taxItem.nullable(), product: taxItem.nullable() };

const receiptKind = z.enum(['Paid', 'Refunded']);

/** The names of what is sold on fiscal receipts, and receipts that have not come (docs/rules.md#receipts). */
export const taxCalls = {
  /**
   * The codes of donations, deliveries, and of products without their own. `configured`: what the operator's configuration calls lines that have none
   * here either; null: nothing (docs/rules.md#receipts).
   */
  taxDefaults: get('Receipt/TaxDefaults', {
    summary: 'The default codes on fiscal receipts',
    access: 'admin',
    answer: z.object({ ...defaults, configured: taxItem.nullable(), version: z.string() }),
    errors: [],
  }),
  /**
   * Replaces them for payments that are opened from now on. `version`: that of the codes that were read, 409 `TaxDefaultsChanged` if another admin has saved since. 400
   * with the member at fault, as `donation.code` (docs/rules.md#receipts).
   */
  changeTaxDefaults: put('Receipt/TaxDefaults', {
    summary: 'Set the default codes on fiscal receipts',
    access: 'admin',
    body: z.strictObject({ ...defaults, version: z.string().max(64) }),
    answer: nothing,
    errors: [taxDefaultsChanged],
    audited: true,
  }),
  /** The first codes of the uploaded list that begin with the digits of `Search`, or whose name contains its words (docs/rules.md#receipts). */
  taxCodes: get('Receipt/TaxCodes', {
    summary: 'Search the list of codes',
    access: 'moderator',
    query: z.object({ Search: searchText().min(1).max(100), Take: z.int().min(1).max(50).default(8) }),
    answer: z.object({ items: z.array(taxItem.extend({ name: z.string() })) }),
    errors: [],
  }),
  /** How many codes the uploaded list has, and when it was uploaded; null: there is none (docs/rules.md#receipts). */
  taxCodeList: get('Receipt/TaxCodeList', {
    summary: 'The uploaded list of codes',
    access: 'moderator',
    answer: z.object({ list: z.object({ fileName: z.string(), count: z.int(), uploadedAt: instant }).nullable() }),
    errors: [],
  }),
  /**
   * Replaces the list of codes, as a whole or not at all. Multipart with `file`, a CSV in UTF-8 with `;` or `,` and the columns code, name, package code, unit, VAT
   * (at most 20 MB and 100,000 lines, with or without a head), and, as the file is called, `name`. 400 `WrongTaxCodes` with the fault in `fields.file` and the first wrong lines
   * in `details.lines` (docs/rules.md#receipts).
   */
  uploadTaxCodes: post('Receipt/TaxCodes', {
    summary: 'Upload the list of codes',
    access: 'admin',
    transaction: 'own',
    form: 'upload',
    parts,
    answer: z.object({ count: z.int() }),
    errors: [wrongTaxCodes, payloadTooLarge, unsupportedMediaType, tooManyRequests],
    audited: true,
  }),
  /**
   * Payments and refunds that have had no fiscal receipt for `hours`, the latest first. `After`: the `next` of the page before. `kind`: of the payment or of its refund; `isNamed`:
   * all of its lines have a code; `count`: of all, at most 10,000. Sums in main units (docs/rules.md#receipts).
   */
  missingReceipts: get('Receipt/Missing', {
    summary: 'Paid sums without a fiscal receipt',
    access: 'moderator',
    query: z.object({ After: z.string().max(200).optional(), Take: z.int().min(1).max(100).default(20) }),
    answer: z.object({
      items: z.array(
        z.object({
          paymentId: wireId,
          kind: receiptKind,
          paidFor: z.enum(['donation', 'order']),
          reference: wireId,
          system: z.enum(paymentSystemNames),
          amount: money,
          isNamed: z.boolean(),
          since: instant,
        }),
      ),
      count: z.int(),
      hours: z.int(),
      next: z.string().nullable(),
    }),
    errors: [],
  }),
  /**
   * Stores the fiscal receipt of a payment or refund that an admin has found in the payment system's cabinet, or has registered there by hand.
   * `sign`: the fiscal sign; `qrUrl`: the tax service's page. 404, with the reason in `message`: no receipt of it is awaited (docs/rules.md#receipts).
   */
  registerReceipt: put('Receipt/Registered', {
    summary: 'Store a fiscal receipt by hand',
    access: 'admin',
    body: z.strictObject({
      paymentId: wireId,
      kind: receiptKind,
      sign: z
        .string()
        .trim()
        .regex(/^\d{1,20}$/, { error: 'Фискальный признак — от 1 до 20 цифр' }),
      qrUrl: z
        .url({ protocol: /^https$/, error: 'Нужен адрес, который начинается с https://', abort: true })
        .max(500)
        .refine(isPageAddress, { error: 'Нужен адрес на сайте, который откроется у всех, без имени и пароля в нём' })
        .nullable(),
    }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
  /**
   * Decides that a missing fiscal receipt of a payment or refund will not come, and why. It is missing no more and alarms nobody; the staff read the reason beside the
   * payment. Should it come all the same, or an admin store it, it is the receipt. 404, with the reason in `message`: none is awaited (docs/rules.md#receipts).
   */
  waiveReceipt: put('Receipt/Waived', {
    summary: 'Decide that a fiscal receipt will not come',
    access: 'admin',
    body: z.strictObject({ paymentId: wireId, kind: receiptKind, reason: givenReason }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
};
