import { z } from 'zod';
import type { Queryable } from '#base/db/db.server.ts';
import { writeFiscalReceipt } from '../../fiscal-receipts-store.server.ts';
import { isStorable } from '../storable-text.ts';

const text = z
  .union([z.string().max(500).refine(isStorable), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? '');
/** It becomes a link: anything else than an address of a page is left out. */
const address = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine(isStorable)
  .catch('');

/** What Payme reports of a receipt, by its id there (https://developer.help.paycom.uz/metody-merchant-api/setfiscaldata). */
export const fiscalData = z.object({
  id: z.string().max(100).refine(isStorable),
  type: z.enum(['PERFORM', 'CANCEL']),
  fiscal_data: z.object({
    status_code: z.int().nullish(),
    fiscal_sign: text,
    terminal_id: text,
    receipt_id: text,
    qr_code_url: address,
  }),
});
export type FiscalData = z.output<typeof fiscalData>;

/**
 * Stores what the tax service has registered of a payment, or of its refund. A receipt that it has refused changes nothing: Payme reports
 * the next try.
 */
export async function storeFiscalData(
  db: Queryable,
  paymentId: string,
  { type, fiscal_data: data }: FiscalData,
): Promise<void> {
  const isRegistered = (data.status_code ?? 0) === 0 && data.fiscal_sign !== '';
  if (!isRegistered) return;
  await writeFiscalReceipt(db, paymentId, {
    kind: type === 'PERFORM' ? 'Paid' : 'Refunded',
    sign: data.fiscal_sign,
    terminal: data.terminal_id,
    receiptId: data.receipt_id,
    qrUrl: data.qr_code_url,
  });
}
