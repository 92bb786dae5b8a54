import type { SQL } from 'drizzle-orm';
import type { Queryable } from '#base/db/db.server.ts';
import type { CreatorPage } from './list/creator-list-store.server.ts';
import { type EverybodyFilter, namedLike, readEverybody, readNewByDay } from './list/everybody-store.server.ts';

/** A page of all users for moderators: also blocked and unlisted ones, with hidden names. */
export async function everybody(db: Queryable, filter: EverybodyFilter, page: CreatorPage) {
  return readEverybody(db, filter, page);
}

/** A query of the ids of users by name, hidden names included, to narrow another query. Null if the search is empty. */
export function peopleNamed(search: string): SQL | null {
  return namedLike(search);
}

/** New users by day (`2026-01-31`) of a time zone; `listed`: those that the public list shows now. */
export async function newPeopleByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  return readNewByDay(db, asked);
}
