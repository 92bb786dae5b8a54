import { setImmediate } from 'node:timers/promises';
import { showChange } from '#app/creators/show-change.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { type DrawRow, markHeld } from '../draw-store.server.ts';
import { digestOf, entryParts, scoreOf, ticketOf } from '../fair-order.server.ts';
import { awaitPaymentsOf, insertEntries, insertPlaces, readEntrants } from './entry-store.server.ts';

/** Notifies those who have won. */
export type NotifyWinners = (
  tx: Tx,
  won: { readonly drawId: string; readonly personIds: readonly string[] },
) => Promise<void>;

/** Holds a locked draw that can be held: writes who takes part and who wins, which only the seed and the tickets decide. */
export async function holdDraw(tx: Tx, draw: DrawRow, notify: NotifyWinners): Promise<void> {
  const { id: drawId, seed, ticketKey, projectId, winners } = draw;
  await awaitPaymentsOf(tx, projectId);
  const people = [];
  for (const part of entryParts(await readEntrants(tx, drawId))) {
    for (const one of part) people.push({ ...one, ticket: ticketOf(ticketKey, { drawId, personId: one.personId }) });
    await setImmediate();
  }
  people.sort((one, other) => Buffer.compare(one.ticket, other.ticket));
  const digest = digestOf(people.map(({ ticket }) => ticket));
  for (const part of entryParts(people)) {
    await insertEntries(
      tx,
      drawId,
      part.map((one) => ({ ...one, score: scoreOf(seed, digest, one.ticket) })),
    );
  }
  await markHeld(tx, drawId, digest, people.length);
  await notify(tx, { drawId, personIds: await insertPlaces(tx, drawId, winners) });
  await showChange(tx, projectId);
}
