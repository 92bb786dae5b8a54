import { donationResource } from '../donation-resource.ts';
import type { ReadableDonation } from '../readable-donation.ts';

/** Whom an alert is for. */
export interface Recipient {
  readonly user_id: number;
  readonly code: string;
  readonly name: string;
  readonly avatar: string;
}

/** A donation as DonationAlerts' socket sends it: as in the list, and to whom it was given. There is one currency. */
export function socketAlert(
  donation: ReadableDonation,
  { recipient, currency, shownAt }: { recipient: Recipient; currency: string; shownAt: Date | undefined },
) {
  const resource = donationResource(donation, currency, shownAt);
  return {
    ...resource,
    payin_system: null,
    amount_in_user_currency: resource.amount,
    recipient_name: recipient.name,
    recipient,
    reason: 'Donation',
  };
}
