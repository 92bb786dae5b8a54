import { creatorsOf } from '#app/creators/creators.server.ts';
import type { Queryable } from '#base/db.server.ts';

/** Who somebody is, wherever he is only named. */
export interface Named {
  readonly userId: string;
  readonly userName: string;
  readonly avatar: string | null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The people among some ids; what is no person's id is left out. */
export async function namedPeople(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, Named>> {
  const known = await creatorsOf(db, ids.filter((id) => id !== null && uuid.test(id)).map(String));
  return new Map(
    [...known].map(([userId, { user }]) => [userId, { userId, userName: user.userName, avatar: user.avatar }]),
  );
}
