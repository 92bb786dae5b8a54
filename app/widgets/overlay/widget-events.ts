import type { ShownSettings } from '../widget-shapes.ts';

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null;

/** Whether an event's data are settings. */
export function isSettings(data: unknown): data is ShownSettings {
  return isObject(data) && 'alert' in data && 'statistics' in data && 'sticker' in data && 'creator' in data;
}

/** How many alerts wait, according to a `queue` event. */
export function waitingOf(data: unknown): number {
  return isObject(data) && 'waiting' in data && typeof data.waiting === 'number' ? data.waiting : 0;
}

/** The alert of a `control` event; null: none in particular. */
export function alertOf(data: unknown): string | null {
  return isObject(data) && 'alertId' in data && typeof data.alertId === 'string' ? data.alertId : null;
}

export function isSkip(data: unknown): boolean {
  return isObject(data) && 'action' in data && data.action === 'skip';
}
