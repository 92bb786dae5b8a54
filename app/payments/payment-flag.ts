/**
 * What an operator has to look into in a payment, as it is stored and sent: a code, and behind spaces what is known of it. Sums are in
 * minor units; `refusal` is a code of the payment system.
 */
export type PaymentFlag =
  | `OtherAmount ${number} ${number}`
  | 'OtherReference'
  | 'OtherCurrency'
  | `OtherRefund ${number} ${number}`
  | `RefundOfPaid ${number} ${number}`
  | 'PartOfClosed'
  | `RefundRefused ${string}`
  | `PartRefused ${string}`
  | `RefundStopped ${string}`
  | `PartStopped ${string}`
  | 'ChargedTwice'
  | `OnHold ${string}`
  | `Dispute ${string} ${string}`
  | `RefundFailed ${string}`
  | `RefundCurrency ${string} ${string}`;

/** Whether the money can only be refunded in the system's own cabinet. */
export const isLeftToCabinet = (flag: string): boolean => flag.endsWith(' RefundElsewhere');
