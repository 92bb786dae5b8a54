import type { DonationWords } from '../widget-deps.server.ts';
import type { LeasedAlert, OwnAlert, QueuedAlert } from '../widget-shapes.ts';
import type { QueueView } from './alert-queue-store.server.ts';

/**
 * Masks an alert for viewers. It was masked when its donation was paid; this also masks stop words that were added while it waited.
 */
export function asShown<Alert extends Pick<LeasedAlert, 'name' | 'message' | 'digest'>>(
  alert: Alert,
  mask: DonationWords['mask'],
): Alert {
  const masked = (text: string | null) => (text === null ? null : mask(text));
  const { name, message, digest } = alert;
  return {
    ...alert,
    name: masked(name),
    message: masked(message),
    digest: digest && { ...digest, names: digest.names.map((one) => mask(one)) },
  };
}

/** An alert for its owner: the donor's own words, and what viewers see where that differs. */
function asWritten(alert: QueuedAlert, { mask, written }: DonationWords): OwnAlert {
  const shown = asShown(alert, mask);
  const { name, message } = (alert.payId === null ? undefined : written.get(alert.payId)) ?? alert;
  const isMasked = name !== shown.name || message !== shown.message;
  return { ...shown, name, message, shown: isMasked ? { name: shown.name, message: shown.message } : null };
}

const alertsIn = ({ current, queued, held, uncertain, ended }: QueueView) =>
  [current, ...queued, ...held, ...uncertain, ...ended].flatMap((alert) => alert ?? []);

/** The donations in a queue. */
export function donationsIn(queue: QueueView): string[] {
  return alertsIn(queue).flatMap(({ payId }) => payId ?? []);
}

/** The texts in a queue that are masked. */
export function textsIn(queue: QueueView): (string | null)[] {
  return alertsIn(queue).flatMap(({ name, message, digest }) => [name, message, ...(digest?.names ?? [])]);
}

/** The queue for its owner. */
export function ownQueue(queue: QueueView, words: DonationWords) {
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
