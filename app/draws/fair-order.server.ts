import { createHash, createHmac } from 'node:crypto';

interface Person {
  readonly drawId: string;
  readonly personId: string;
}

/**
 * Stands for a person: the first 16 bytes of an HMAC-SHA256 under a key of the draw that is never published, so that nobody chooses a ticket, or can try
 * whose it is.
 */
export function ticketOf(ticketKey: Buffer, { drawId, personId }: Person): Buffer {
  return createHmac('sha256', ticketKey).update(`${drawId}:${personId}`).digest().subarray(0, 16);
}

/** SHA-256 of the tickets in their order, as hexadecimal lines without an end of the last one. */
export function digestOf(tickets: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const [at, ticket] of tickets.entries()) hash.update(`${at === 0 ? '' : '\n'}${ticket.toString('hex')}`);
  return hash.digest();
}

/** What decides of a ticket: HMAC-SHA256 of the digest and the ticket under the seed. The lowest wins, then the next one. */
export function scoreOf(seed: Buffer, digest: Buffer, ticket: Buffer): Buffer {
  return createHmac('sha256', seed)
    .update(`${digest.toString('hex')}:${ticket.toString('hex')}`)
    .digest();
}

/** What is published of a seed before the draw is held. */
export const seedHashOf = (seed: Buffer): Buffer => createHash('sha256').update(seed).digest();

/** Of entries that are computed and written together: others are answered in between. */
const batch = 5_000;

/** Some of a list of entries at a time. */
export function* entryParts<Entry>(entries: readonly Entry[]): Generator<readonly Entry[]> {
  for (let at = 0; at < entries.length; at += batch) yield entries.slice(at, at + batch);
}
