import { z } from 'zod';
import type { Database } from '#base/db/db.server.ts';
import { writeFiscalReceipt } from '../../fiscal-receipts-store.server.ts';
import { isStorable } from '../storable-text.ts';
import { unknownReceipt } from './payme-errors.ts';
import { readTransaction } from './payme-store.server.ts';

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

const shape = z.object({
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

/**
 * Stores what the tax service has registered of a transaction (https://developer.help.paycom.uz/metody-merchant-api/setfiscaldata). A receipt
 * that it has refused changes nothing: Payme reports the next try.
 */
export async function setFiscalData(db: Database, params: unknown): Promise<{ readonly success: true }> {
  const { id, type, fiscal_data: data } = shape.parse(params);
  const transaction = await readTransaction(db, id);
  if (transaction === null) throw unknownReceipt();
  const isRegistered = (data.status_code ?? 0) === 0 && data.fiscal_sign !== '';
  if (isRegistered) {
    await writeFiscalReceipt(db, transaction.paymentId, {
      kind: type === 'PERFORM' ? 'Paid' : 'Refunded',
      sign: data.fiscal_sign,
      terminal: data.terminal_id,
      receiptId: data.receipt_id,
      qrUrl: data.qr_code_url,
    });
  }
  return { success: true };
}
