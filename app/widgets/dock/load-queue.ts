import { call } from '#app/call.ts';

/** Loads the first data of the queue's screens. */
export async function loadQueue(signal: AbortSignal) {
  const [queue, { key, currency, creator }] = await Promise.all([
    call('GET Widget/Queue', {}, { signal }),
    call('GET Widget/Settings', {}, { signal }),
  ]);
  return { queue, key, currency, userName: creator.userName };
}
