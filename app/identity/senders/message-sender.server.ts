import type { SenderName } from '#base/config/message-environment.server.ts';

/** Who sends a code: a service of `SMS`, or the platform's own bot. */
export type CodeSender = SenderName | 'telegram-bot';

/** Where a message arrives. */
export type Channel = 'sms' | 'telegram';

/** A code and the text that names it, for one phone. */
export interface CodeMessage {
  /** The same for every attempt to send it. */
  readonly id: string;
  /** Normalised: digits only. */
  readonly phone: string;
  readonly text: string;
  /** The code that the text holds. */
  readonly code: string;
}

/** A message that a service has accepted. */
export interface AcceptedMessage {
  /** The service's own id of the message, for `deliveryOf`. */
  readonly reference: string;
  /** What it cost and what is left on the account, where the service answers both at once. */
  readonly bill?: { readonly price: number; readonly balance: number | null };
}

/** What became of an accepted message. */
export type DeliveryState = 'sent' | 'delivered' | 'read' | 'failed';

/** A service that sends codes. */
export interface MessageSender {
  readonly name: SenderName;
  readonly channel: Channel;
  /** Throws `SendFailure`. */
  send(message: CodeMessage): Promise<AcceptedMessage>;
  /** Absent where the service cannot be asked. Throws `SendFailure`. */
  deliveryOf?(reference: string): Promise<DeliveryState>;
  /** What is left on the account. Absent where the service cannot be asked. Throws `SendFailure`. */
  readBalance?(): Promise<number>;
}

/**
 * Why a message was not sent. Only after `unknown` it may have been sent all the same: the service answered too late, with an error of its own
 * or with something unreadable.
 */
export type FailureReason = 'number' | 'credentials' | 'balance' | 'rateLimit' | 'refused' | 'unreachable' | 'unknown';

/** A service did not accept a message. The text never holds what the service answered, which may repeat the code. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  readonly sender: CodeSender;
  readonly reason: FailureReason;

  constructor(sender: CodeSender, reason: FailureReason, detail: string, cause?: unknown) {
    super(`${sender}: ${reason} (${detail})`, { cause });
    this.sender = sender;
    this.reason = reason;
  }
}
