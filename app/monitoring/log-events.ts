/** What an operator should know when a line of the log says it. */
interface LogEvent {
  /** The line's `msg`, word by word. */
  readonly message: string;
  readonly meaning: string;
}

/** Lines of the log that are counted in `opora_log_total` under these names; all others of level warn and above are `other`. */
export const logEvents = {
  request_failed: { message: 'request failed', meaning: 'A call answered 5xx; `err` says why' },
  page_failed: { message: 'a page failed', meaning: 'A page could not be rendered; the visitor saw an error page' },
  unhandled_rejection: {
    message: 'a rejection that nobody handled',
    meaning: 'A fault of the program; report it to the developers with `err`',
  },
  background_failed: {
    message: 'a background job failed and will be retried',
    meaning: 'A job (`job`) failed and is tried again after its pause',
  },
  events_lost: {
    message: 'a lasting database connection is lost, connecting again',
    meaning:
      'The database closed a connection that listens for events or sends them; nothing is lost, widgets catch up after it is back',
  },
  events_not_read: {
    message: 'reading live events failed, trying again',
    meaning: 'Events could not be read from the database; tried again every second',
  },
  payment_not_opened: {
    message: 'a payment could not be opened',
    meaning: 'The provider did not answer or refused: the donor or buyer was asked to try again',
  },
  payment_not_returned: {
    message: 'a payment could not be given back',
    meaning: 'The provider did not answer a refund; the staff was asked to try again',
  },
  part_not_returned: {
    message: 'a part of a payment could not be given back yet',
    meaning:
      'The background asks the provider again, at most 10 minutes later; refused for good, or contradictory for half an hour, it is a problem at /admin/payments',
  },
  order_not_returned: {
    message: 'a payment of a cancelled order could not be refunded yet',
    meaning: 'The background tries it again',
  },
  refund_over: {
    message: 'the tries of a refund are over',
    meaning:
      'The provider answers the refund, and does not make it; a problem at /admin/payments that the staff clears up',
  },
  card_not_saved: {
    message: 'the saving of a card could not be opened',
    meaning: 'The provider did not answer or refused: the donor was asked to try again',
  },
  receipt_missing: {
    message: 'a fiscal receipt has not come in time',
    meaning:
      'The payment system has reported none for a payment or its refund (`kind`) for `RECEIPT_HOURS`; it stands at /admin/receipts. `isReported` false: nothing reports it, an admin enters it',
  },
  receipt_refused: {
    message: 'the payment system refuses to make a fiscal receipt',
    meaning:
      'Click did not take the lines of a payment (`reason`); they are sent again, at most six hours later, for a week',
  },
  lines_unnamed: {
    message: 'a payment was sold without a product code',
    meaning:
      'A line of a payment has no product code, its own or of /admin/receipts, so that its fiscal receipt names nothing that was sold; written once for each payment',
  },
  payment_not_confirmed: {
    message: 'a payment could not be confirmed',
    meaning:
      'Payme did not answer a charge of a card; it is asked about the payment, and the payer’s page waits for the answer',
  },
  charge_unknown: {
    message: 'a charge without the payer has no answer',
    meaning: 'The provider is asked about the payment, and charged again only where nothing was paid',
  },
  charge_failed: {
    message: 'the step of a membership failed and will be taken again',
    meaning: 'Not the provider but the platform failed, most likely the database',
  },
  month_not_returned: {
    message: 'a month that was paid after the end is not refunded yet',
    meaning:
      'The background tries it again; refused for good, or not booked for two hours, it is a problem at /admin/payments',
  },
  provider_silent: {
    message: 'the provider could not be asked',
    meaning: 'A question about payments was not answered; one payment at a time probes it until it is back',
  },
  payment_system_down: {
    message: 'a payment system does not answer and is not offered',
    meaning: 'The forms of payers say so; it is asked every 2 seconds, and offered once it answers',
  },
  question_failed: {
    message: 'a question about a payment failed',
    meaning: 'Not the provider but the platform failed, most likely the database',
  },
  payments_not_swept: {
    message: 'the round of questions about payments failed',
    meaning: 'Not the provider but the platform failed, most likely the database',
  },
  callback_refused: {
    message: 'a payment callback with a wrong signature was refused',
    meaning:
      'A forged callback, a clock that is wrong by 5 minutes, or a `PAYMENT_SECRET`, `PAYME_KEY`, `CLICK_SECRET_KEY` or `STRIPE_WEBHOOK_SECRET` that the other side does not have',
  },
  callback_foreign: {
    message: 'a payment callback from a foreign address was refused',
    meaning:
      'A stranger, or a network that `PAYME_ADDRESSES`, `CLICK_ADDRESSES` or `STRIPE_ADDRESSES` lacks; `address` names it',
  },
  callback_unknown: {
    message: 'the provider reports money for an unknown payment',
    meaning: 'Money came for a `reference` that the database does not have; compare with `npm run reconcile`',
  },
  payment_problem: {
    message: 'the provider reports an impossible state',
    meaning:
      'Another amount or currency than was requested, a second charge, a dispute, or a refund that came back; shown as a problem at /admin/payments, and not booked',
  },
  sender_failed: {
    message: 'a sender of codes failed, the next one is asked',
    meaning: 'The bot, or the first sender of `SMS`, did not take a code; `err` names the reason',
  },
  sms_not_sent: {
    message: 'a code was not sent',
    meaning: 'No sender of `SMS` took it; the person was asked to try again',
  },
  codes_refused: {
    message: 'codes were refused because too many are asked for',
    meaning:
      'A flood of requests for codes: visitors from networks nobody has logged in from wait; written once a minute by each process',
  },
  telegram_silent: {
    message: 'the bot could not ask Telegram for updates',
    meaning:
      'Buttons and linking wait; messages are tried again by themselves. With `401` the `TELEGRAM_BOT_TOKEN` is wrong',
  },
  telegram_skipped: {
    message: 'an update of the bot was skipped',
    meaning: 'What somebody wrote or pressed failed three times and had no effect; `err` names the reason',
  },
  telegram_webhook: {
    message: 'the address for updates was not taken by Telegram',
    meaning:
      '`TELEGRAM_WEBHOOK` is `on`, but Telegram refuses `PUBLIC_URL` or does not answer; tried again every 10 seconds',
  },
  picture_missing: {
    message: 'a picture is missing in the store',
    meaning: 'The database knows a picture whose file is gone; restore it from a backup',
  },
  audio_missing: {
    message: 'an audio file is missing in the store',
    meaning: 'The database knows the audio of a post whose file is gone; restore it from a backup',
  },
  audio_not_read: {
    message: 'an audio file could not be looked into',
    meaning:
      'Its thread could not start, or took over eight seconds: the machine is overloaded, or the file was made for that; `err` names the reason',
  },
  picture_not_kept: {
    message: 'a made picture could not be kept',
    meaning: 'The store is full or not to be reached; pictures are made anew each time',
  },
  stop_failed: {
    message: 'could not stop in order',
    meaning: 'Something did not end in time when the process was stopped',
  },
} as const satisfies Readonly<Record<string, LogEvent>>;

const names = new Map<string, string>(Object.entries(logEvents).map(([name, { message }]) => [message, name]));

/** The name that a line is counted under. */
export function logEventOf(message: string): string {
  return names.get(message) ?? 'other';
}
