import { call } from '#app/call.ts';
import type { PickUpPoint } from './delivery.calls.ts';

/** The open points, and the chosen one if it is no longer open. */
export interface OpenPickUps {
  readonly points: readonly PickUpPoint[];
  readonly closed: PickUpPoint | null;
}

let asked: Promise<readonly PickUpPoint[]> | null = null;

/** React may begin to draw a screen several times before it is shown: one question is under way at a time. */
function loadOpen(): Promise<readonly PickUpPoint[]> {
  asked ??= call('GET PickUp', { query: { IsActive: true } })
    .then(({ items }) => items)
    .finally(() => {
      asked = null;
    });
  return asked;
}

/** Loads the open points; null if that fails. `chosen`: the point chosen before. */
export async function loadPickUps(chosen: number | null): Promise<OpenPickUps | null> {
  try {
    const points = await loadOpen();
    if (chosen === null || points.some(({ id }) => id === chosen)) return { points, closed: null };
    return { points, closed: await call('GET PickUp/{id}', { params: { id: chosen } }).catch(() => null) };
  } catch {
    return null;
  }
}
