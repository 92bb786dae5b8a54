import { formatAmount, toMain } from '#base/money/money.ts';
import { anonymousName, type ReadableDonation } from '../readable-donation.ts';

/** A donation in the event that Streamlabs sends, with the sum as a text with two decimals. */
export function donationEvent({ payId, number, name, message, amount }: ReadableDonation, currency: string) {
  const main = toMain(amount);
  const formatted = `${formatAmount(main)} ${currency}`;
  const donor = name ?? anonymousName;
  return {
    type: 'donation',
    message: [
      {
        id: number,
        name: donor,
        amount: main.toFixed(2),
        currency,
        message: message ?? '',
        formatted_amount: formatted,
        formattedAmount: formatted,
        from: donor,
        from_user_id: null,
        emotes: null,
        _id: payId,
      },
    ],
    event_id: payId,
  } as const;
}
