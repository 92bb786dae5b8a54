import type { ShownReceipt } from '../receipts.calls.ts';

type Registered = Pick<NonNullable<ShownReceipt['fiscal']>, 'sign' | 'terminal' | 'receiptId'>;

/** What the tax service has registered, in one line. One that was entered by hand has its sign alone. */
export function fiscalNumbers({ sign, terminal, receiptId }: Registered): string {
  return [sign, terminal, receiptId && `№ ${receiptId}`].filter(Boolean).join(' · ');
}
