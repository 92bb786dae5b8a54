import { useEffect } from 'react';
import { forgetPaid, isDoubtful, usePaidNote } from '#app/payments/paid-notes.ts';
import { isOpen, type PaymentStatus } from '#app/payments/payment-status.ts';

/** Whether the provider has reported the donation as paid to this browser while the server does not know its outcome yet. */
export function useAcceptedDonation(
  payId: string,
  known: { readonly status: PaymentStatus; readonly isChecked: boolean },
): boolean {
  const note = usePaidNote(payId);
  const isUnsure = isOpen(known.status) || !known.isChecked;
  useEffect(() => {
    if (note === null) return;
    if (!isUnsure || (known.isChecked && isDoubtful(note))) forgetPaid(payId);
  });
  return note !== null && isUnsure;
}
