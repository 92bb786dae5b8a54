import { peopleNamed } from '#app/creators/all-users-store.server.ts';
import { findCreators } from '#app/creators/creators.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { fieldsOf, type SeenField } from './read-profile.server.ts';
import { type FieldsFilter, readFieldsByState, readUsersByState } from './review/profile-store.server.ts';

/** A user with his fields in a state. */
export interface UserFields {
  readonly userId: string;
  readonly userName: string;
  readonly avatar: string | null;
  /** Whether the user has the verified mark. */
  readonly confirmed: boolean;
  readonly fields: readonly SeenField[];
}

/** `search`: matched in user names and full names, hidden ones included. */
export type StateFilter = Omit<FieldsFilter, 'among'> & { readonly search?: string | undefined };

/** Users with fields in a state, the oldest request first. */
export async function fieldsByState(
  db: Queryable,
  { search = '', ...filter }: StateFilter,
): Promise<{ items: UserFields[]; count: number }> {
  const { userIds, count } = await readUsersByState(db, { ...filter, among: peopleNamed(search) });
  const [rows, people] = await Promise.all([readFieldsByState(db, userIds, filter.state), findCreators(db, userIds)]);
  const items = userIds.flatMap((id) => {
    const creator = people.get(id);
    if (creator === undefined) return [];
    const own = rows.filter(({ userId }) => userId === creator.userId);
    const fields = fieldsOf(creator, own).filter(({ name }) => own.some((row) => row.name === name));
    const { userId, userName, avatar, isVerified } = creator;
    return [{ userId, userName, avatar, confirmed: isVerified, fields }];
  });
  return { items, count };
}
