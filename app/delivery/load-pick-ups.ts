import { call } from '#app/call.ts';
import type { PickUpPoint } from './delivery.calls.ts';

/** The open points, and the chosen one if it is no longer open. */
export interface OpenPickUps {
  readonly points: readonly PickUpPoint[];
  readonly closed: PickUpPoint | null;
}

/** Loads the open points; null if that fails. `chosen`: the point chosen before. */
export async function loadPickUps(chosen: number | null): Promise<OpenPickUps | null> {
  try {
    const { items: points } = await call('GET PickUp', { query: { IsActive: true } });
    if (chosen === null || points.some(({ id }) => id === chosen)) return { points, closed: null };
    return { points, closed: await call('GET PickUp/{id}', { params: { id: chosen } }).catch(() => null) };
  } catch {
    return null;
  }
}
