import { type Queryable, statement } from '#base/db/db.server.ts';

/** What the tax service has registered of a payment, or of its refund. */
export interface FiscalReceipt {
  /** The fiscal sign. */
  readonly sign: string;
  /** The fiscal module, and the number of the receipt in it. */
  readonly terminal: string;
  readonly receiptId: string;
  /** The page of the tax service that the QR code leads to; empty: none was reported. */
  readonly qrUrl: string;
}

interface FiscalRow extends FiscalReceipt, Record<string, unknown> {
  readonly kind: 'Paid' | 'Refunded';
}

const write = statement(`
  insert into payment_fiscal_receipt (payment_id, kind, sign, terminal, receipt_id, qr_url) values ($1, $2, $3, $4, $5, $6)
  on conflict (payment_id, kind) do update set sign = excluded.sign, terminal = excluded.terminal,
    receipt_id = excluded.receipt_id, qr_url = excluded.qr_url`);

const ofPayment = statement<FiscalRow>(`
  select kind, sign, terminal, receipt_id as "receiptId", qr_url as "qrUrl" from payment_fiscal_receipt where payment_id = $1`);

/** Stores a fiscal receipt in the place of an earlier one of its kind. */
export async function writeFiscalReceipt(
  db: Queryable,
  paymentId: string,
  { kind, sign, terminal, receiptId, qrUrl }: FiscalReceipt & { readonly kind: FiscalRow['kind'] },
): Promise<void> {
  await db.run(write, [paymentId, kind, sign, terminal, receiptId, qrUrl]);
}

/** The fiscal receipts of a payment (null: none was reported) and of its refunds, oldest first. */
export async function readFiscalReceipts(
  db: Queryable,
  paymentId: string,
): Promise<{ readonly paid: FiscalReceipt | null; readonly refunded: readonly FiscalReceipt[] }> {
  const rows = await db.run(ofPayment, [paymentId]);
  const of = (wanted: FiscalRow['kind']) =>
    rows
      .filter(({ kind }) => kind === wanted)
      .map(({ sign, terminal, receiptId, qrUrl }) => ({ sign, terminal, receiptId, qrUrl }));
  return { paid: of('Paid')[0] ?? null, refunded: of('Refunded') };
}
