import { showChange } from '#app/creators/show-change.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { type DrawRow, markHeld } from '../draw-store.server.ts';
import { digestOf, scoreOf, ticketOf } from '../fair-order.server.ts';
import { insertEntries, insertPlaces, readEntrants } from './entry-store.server.ts';

/** Notifies those who have won. */
export type NotifyWinners = (
  tx: Tx,
  won: { readonly drawId: string; readonly personIds: readonly string[] },
) => Promise<void>;

/** Holds a locked draw that can be held: writes who takes part and who wins, which only the seed and the tickets decide. */
export async function holdDraw(tx: Tx, draw: DrawRow, notify: NotifyWinners): Promise<void> {
  const { id: drawId, seed, ticketKey, projectId, winners } = draw;
  const people = (await readEntrants(tx, drawId)).map((one) => ({
    ...one,
    ticket: ticketOf(ticketKey, { drawId, personId: one.personId }),
  }));
  people.sort((one, other) => Buffer.compare(one.ticket, other.ticket));
  const digest = digestOf(people.map(({ ticket }) => ticket));
  const entries = people.map((one) => ({ ...one, score: scoreOf(seed, digest, one.ticket) }));
  await insertEntries(tx, drawId, entries);
  await markHeld(tx, drawId, digest, entries.length);
  await notify(tx, { drawId, personIds: await insertPlaces(tx, drawId, winners) });
  await showChange(tx, projectId);
}
