import { creatorsOf } from '#app/creators/creators.server.ts';
import type { Queryable } from '#base/db/db.server.ts';

/** A user as mentioned in other records. */
export interface Named {
  readonly userId: string;
  readonly userName: string;
  readonly avatar: string | null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the users among some ids; other ids are left out. */
export async function namedPeople(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, Named>> {
  const known = await creatorsOf(db, ids.filter((id) => id !== null && uuid.test(id)).map(String));
  return new Map(
    [...known].map(([userId, { user }]) => [userId, { userId, userName: user.userName, avatar: user.avatar }]),
  );
}
