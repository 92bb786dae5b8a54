import { call } from '../call.ts';

/** What the queue's screens begin with. */
export async function loadQueue(signal: AbortSignal) {
  const [queue, { key, currency }] = await Promise.all([
    call('GET Widget/Queue', {}, { signal }),
    call('GET Widget/Settings', {}, { signal }),
  ]);
  return { queue, key, currency };
}
