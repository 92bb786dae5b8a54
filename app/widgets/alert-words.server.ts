import type { QueueView } from './alert-queue-store.server.ts';
import type { GiftWords } from './widget-deps.server.ts';
import type { LeasedAlert, OwnAlert, QueuedAlert } from './widget-shapes.ts';

/**
 * An alert as viewers see and hear it. It was masked when its gift was paid; the words that were added while it waited are masked
 * here.
 */
export function asShown<Alert extends LeasedAlert>(alert: Alert, mask: GiftWords['mask']): Alert {
  const masked = (text: string | null) => (text === null ? null : mask(text));
  const { name, message, digest } = alert;
  return {
    ...alert,
    name: masked(name),
    message: masked(message),
    digest: digest && { ...digest, names: digest.names.map((one) => mask(one)) },
  };
}

/** An alert as its owner reads it: what the donor has written, and what viewers see of it where that differs. */
function asWritten(alert: QueuedAlert, { mask, written }: GiftWords): OwnAlert {
  const shown = asShown(alert, mask);
  const { name, message } = (alert.payId === null ? undefined : written.get(alert.payId)) ?? alert;
  const isMasked = name !== shown.name || message !== shown.message;
  return { ...shown, name, message, shown: isMasked ? { name: shown.name, message: shown.message } : null };
}

/** The gifts whose words a queue's owner reads. */
export function giftsIn({ current, queued, held, uncertain, ended }: QueueView): string[] {
  return [current, ...queued, ...held, ...uncertain, ...ended].flatMap((alert) => alert?.payId ?? []);
}

/** The queue with its alerts as their owner reads them. */
export function ownQueue(queue: QueueView, words: GiftWords) {
  const own = (alerts: readonly QueuedAlert[]) => alerts.map((alert) => asWritten(alert, words));
  return {
    ...queue,
    current: queue.current && asWritten(queue.current, words),
    queued: own(queue.queued),
    held: own(queue.held),
    uncertain: own(queue.uncertain),
    ended: own(queue.ended),
  };
}
