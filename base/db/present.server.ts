import { type Queryable, statement } from './db.server.ts';

const present = statement<{ now: Date }>('select now() as now');

/** The database's time, which all processes share: what is compared with stored moments is never the time of one process. */
export async function presentOf(db: Queryable): Promise<Date> {
  const [row] = await db.run(present, []);
  if (row === undefined) throw new Error('the database did not return its time');
  return row.now;
}

const start = statement<{ start: Date }>(`
  select date_trunc($1, now() at time zone $2) at time zone $2 as start`);

/** When the present day or month began in a time zone. */
export async function startOfPart(db: Queryable, part: 'day' | 'month', timeZone: string): Promise<Date> {
  const [row] = await db.run(start, [part, timeZone]);
  if (row === undefined) throw new Error('the database did not return its time');
  return row.start;
}
