import type { Queryable } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';

/** What time it is for memberships: that of the database, which all processes share. Tests move it. */
export type Clock = (db: Queryable) => Promise<Date>;

export const databaseClock: Clock = presentOf;
