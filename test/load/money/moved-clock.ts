import type { Clock } from '#app/memberships/clock.server.ts';
import { statement } from '#base/db/db.server.ts';

const moment = statement<{ now: Date }>('select moment as now from torture_clock');

/** The clock that the story of memberships moves, for all processes. */
export const movedClock: Clock = async (db) => {
  const [row] = await db.run(moment, []);
  if (row === undefined) throw new Error('there is no clock');
  return row.now;
};
