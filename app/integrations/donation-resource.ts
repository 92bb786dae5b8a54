import { toMain } from '#base/money/money.ts';
import { anonymousName, type ReadableDonation } from './readable-donation.ts';

/** `2026-01-31 09:00:00` in UTC, the format that these tools expect. */
const stamp = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ');

/** A donation in the form of DonationAlerts. `shownAt`: when it was shown on the stream. */
export function donationResource(
  { number, name, message, amount, paidAt }: ReadableDonation,
  currency: string,
  shownAt: Date | undefined,
) {
  return {
    id: number,
    name: 'Donations',
    username: name ?? anonymousName,
    message_type: 'text',
    message: message ?? '',
    amount: toMain(amount),
    currency,
    is_shown: shownAt === undefined ? 0 : 1,
    created_at: stamp(paidAt),
    shown_at: shownAt === undefined ? null : stamp(shownAt),
  };
}
