import { type Queryable, statement } from '#base/db/db.server.ts';

const known = statement<{ number: number }>('select number from person_number where person_id = $1');

const give = statement('insert into person_number (person_id) values ($1) on conflict (person_id) do nothing');

/** The numeric id of a person for stream tools, assigned on the first request and never changed. */
export async function numberOfPerson(db: Queryable, personId: string): Promise<number> {
  const found = (await db.run(known, [personId]))[0];
  if (found) return found.number;
  await db.run(give, [personId]);
  return numberOfPerson(db, personId);
}
