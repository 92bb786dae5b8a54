import { type Queryable, statement } from '#base/db/db.server.ts';

/** What time it is for memberships: that of the database, which all processes share. Tests move it. */
export type Clock = (db: Queryable) => Promise<Date>;

const present = statement<{ now: Date }>('select now() as now');

export const databaseClock: Clock = async (db) => (await db.run(present, []))[0]?.now ?? new Date();
