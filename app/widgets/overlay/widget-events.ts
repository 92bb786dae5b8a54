import type { ShownSettings } from '../widget-shapes.ts';

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null;

/** Whether an event's data are settings. */
export function isSettings(data: unknown): data is ShownSettings {
  return isObject(data) && 'alert' in data && 'statistics' in data && 'sticker' in data && 'creator' in data;
}

/** What a `queue` event says. */
export interface QueueRing {
  /** Whether an alert waits that a page may get now. */
  readonly isFree: boolean;
  /** The page that asks first; null: any. */
  readonly first: string | null;
}

/** The ring of a `queue` event. A server of an earlier version names no page. */
export function ringOf(data: unknown): QueueRing {
  const waiting = isObject(data) && 'waiting' in data && typeof data.waiting === 'number' ? data.waiting : 0;
  const first = isObject(data) && 'first' in data && typeof data.first === 'string' ? data.first : null;
  const isTaken = isObject(data) && 'isTaken' in data && data.isTaken === true;
  return { isFree: waiting > 0 && !isTaken, first };
}

/** The alert of a `control` event; null: none in particular. */
export function alertOf(data: unknown): string | null {
  return isObject(data) && 'alertId' in data && typeof data.alertId === 'string' ? data.alertId : null;
}

export function isSkip(data: unknown): boolean {
  return isObject(data) && 'action' in data && data.action === 'skip';
}
