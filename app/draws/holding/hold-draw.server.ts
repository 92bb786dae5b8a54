import { setImmediate } from 'node:timers/promises';
import { showChange } from '#app/creators/show-change.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { type DrawRow, markHeld } from '../draw-store.server.ts';
import { digestOf, scoreOf, ticketOf } from '../fair-order.server.ts';
import { awaitPaymentsOf, insertEntries, insertPlaces, readEntrants } from './entry-store.server.ts';

/** Notifies those who have won. */
export type NotifyWinners = (
  tx: Tx,
  won: { readonly drawId: string; readonly personIds: readonly string[] },
) => Promise<void>;

/** Of entries that are computed and written together: others are answered in between. */
const batch = 5_000;

/** Some of a list at a time. */
function* partsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += batch) yield items.slice(at, at + batch);
}

/** Holds a locked draw that can be held: writes who takes part and who wins, which only the seed and the tickets decide. */
export async function holdDraw(tx: Tx, draw: DrawRow, notify: NotifyWinners): Promise<void> {
  const { id: drawId, seed, ticketKey, projectId, winners } = draw;
  await awaitPaymentsOf(tx, projectId);
  const people = [];
  for (const part of partsOf(await readEntrants(tx, drawId))) {
    for (const one of part) people.push({ ...one, ticket: ticketOf(ticketKey, { drawId, personId: one.personId }) });
    await setImmediate();
  }
  people.sort((one, other) => Buffer.compare(one.ticket, other.ticket));
  const digest = digestOf(people.map(({ ticket }) => ticket));
  for (const part of partsOf(people)) {
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
