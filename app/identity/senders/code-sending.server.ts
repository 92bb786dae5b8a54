import type { Logger } from 'pino';
import type { SenderName } from '#base/config/message-environment.server.ts';
import {
  type AcceptedMessage,
  type Channel,
  type CodeMessage,
  type CodeSender,
  type DeliveryState,
  type FailureReason,
  type MessageSender,
  SendFailure,
} from './message-sender.server.ts';

/** A sent message whose sender can be asked what became of it. */
export interface TraceableMessage {
  readonly sender: CodeSender;
  readonly channel: Channel;
  readonly reference: string;
}

/** Sends codes to phones. */
export interface CodeSending {
  /** Whether one of the senders reaches the phone itself. */
  readonly hasSms: boolean;
  /** Rejects if no sender accepted the message. Null if nothing more will be known of it. `smsFirst`: those that reach the phone itself come first. */
  send(message: CodeMessage, order?: { readonly smsFirst: boolean }): Promise<TraceableMessage | null>;
  /** Asks the sender of a message. Null if it is not in use any more. Throws `SendFailure`. */
  deliveryOf(sender: string, reference: string): Promise<DeliveryState | null>;
}

/** Counts what sending codes brings and costs. Sums are in the currency of the sender. */
export interface CodeMeter {
  tried(sender: CodeSender, outcome: 'accepted' | FailureReason): void;
  paid(sender: SenderName, price: number): void;
  balance(sender: SenderName, sum: number): void;
}

const reasonOf = (error: unknown): FailureReason => (error instanceof SendFailure ? error.reason : 'unknown');

/**
 * Tries the senders in order until one accepts the message, also after an unknown outcome: the same code twice harms nobody, while a person
 * who gets none is locked out (docs/decisions/0029-senders-of-codes.md).
 */
export function createCodeSending(options: {
  readonly senders: readonly MessageSender[];
  readonly meter: CodeMeter;
  /** What one code costs, where the sender does not report it. */
  readonly prices: ReadonlyMap<SenderName, number>;
  readonly log: Logger;
}): CodeSending {
  const { senders, meter, prices, log } = options;
  function count({ name }: MessageSender, { bill }: AcceptedMessage): void {
    meter.tried(name, 'accepted');
    const price = bill?.price ?? prices.get(name);
    if (price !== undefined) meter.paid(name, price);
    if (bill !== undefined && bill.balance !== null) meter.balance(name, bill.balance);
  }
  const bySms = senders.filter(({ channel }) => channel === 'sms');
  const others = senders.filter(({ channel }) => channel !== 'sms');
  return {
    hasSms: bySms.length > 0,
    async send(message, { smsFirst } = { smsFirst: false }) {
      const asked = smsFirst ? [...bySms, ...others] : senders;
      let last: unknown = new Error('there is no sender of codes');
      for (const sender of asked) {
        try {
          const sent = await sender.send(message);
          count(sender, sent);
          const { name, channel } = sender;
          return sender.deliveryOf === undefined ? null : { sender: name, channel, reference: sent.reference };
        } catch (error) {
          meter.tried(sender.name, reasonOf(error));
          if (sender !== asked.at(-1)) log.warn({ err: error }, 'a sender of codes failed, the next one is asked');
          last = error;
        }
      }
      throw last;
    },
    async deliveryOf(name, reference) {
      const sender = senders.find((one) => one.name === name);
      return (await sender?.deliveryOf?.(reference)) ?? null;
    },
  };
}

/** Reads the balance of every sender that reports it. Throws the first failure after all were asked. */
export async function readBalances(
  senders: readonly MessageSender[],
  meter: Pick<CodeMeter, 'balance'>,
): Promise<void> {
  const asked = await Promise.allSettled(
    senders.map(async (sender) => {
      const sum = await sender.readBalance?.();
      if (sum !== undefined) meter.balance(sender.name, sum);
    }),
  );
  for (const answer of asked) if (answer.status === 'rejected') throw answer.reason;
}
