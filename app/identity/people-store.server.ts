import sql, { type Sql } from 'sql-template-tag';
import { v7 as uuidV7 } from 'uuid';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Role } from './roles.ts';

/** A user as seen by the areas that manage users. */
export interface Person {
  readonly userId: string;
  readonly phone: string;
  readonly role: Role;
  readonly isConfirmed: boolean;
  readonly isBlocked: boolean;
  readonly blockedReason: string | null;
  readonly createdAt: Date;
}

const columns = `id as "userId", phone, role, phone_confirmed_at is not null as "isConfirmed",
  blocked_at is not null as "isBlocked", blocked_reason as "blockedReason", created_at as "createdAt"`;

/** A user with the password hash. */
export interface PersonWithPassword extends Person {
  readonly passwordHash: string | null;
}

const byId = statement<Person>(`select ${columns} from person where id = $1`);

/** Returns the user of an id. */
export async function findPerson(db: Queryable, userId: string): Promise<Person | null> {
  const [person] = await db.run(byId, [userId]);
  return person ?? null;
}

const selectByPhone = `select ${columns}, password_hash as "passwordHash" from person where phone = $1`;
const byPhone = statement<PersonWithPassword>(selectByPhone);

/** Returns the user of a normalised phone. */
export async function findPersonByPhone(db: Queryable, phone: string): Promise<PersonWithPassword | null> {
  const [person] = await db.run(byPhone, [phone]);
  return person ?? null;
}

const holdByPhone = statement<PersonWithPassword>(`${selectByPhone} for share`);

/** Returns and locks the user of a phone, so that block, password and role cannot change before the session is opened. */
export async function holdPersonByPhone(tx: Tx, phone: string): Promise<PersonWithPassword | null> {
  const [person] = await tx.run(holdByPhone, [phone]);
  return person ?? null;
}

const holdById = statement<Person>(`select ${columns} from person where id = $1 for share`);

/** The same by the id. */
export async function holdPerson(tx: Tx, userId: string): Promise<Person | null> {
  const [person] = await tx.run(holdById, [userId]);
  return person ?? null;
}

const lockByPhone = statement('select pg_advisory_xact_lock(hashtextextended($1, 0))');

/** Serialises simultaneous first logins of one phone until the transaction ends. */
export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await tx.run(lockByPhone, [`person ${phone}`]);
}

const insert = statement<{ id: string }>(`
  insert into person (id, phone, password_hash, role, phone_confirmed_at, created_at)
  select coalesce($6::uuid, uuid_v7()), $1, $2, $3, case when $4 then joined.at end, joined.at
  from (select coalesce($5::timestamptz, now()) as at) joined
  returning id`);

/** Inserts a user and returns the id. A phone that is taken violates `person_phone_key`. */
export async function insertPerson(
  tx: Tx,
  person: { phone: string; passwordHash: string | null; role: Role; isConfirmed: boolean; createdAt: Date | null },
): Promise<string> {
  const [inserted] = await tx.run(insert, [
    person.phone,
    person.passwordHash,
    person.role,
    person.isConfirmed,
    person.createdAt,
    // When somebody joined is read from the id, too.
    person.createdAt && uuidV7({ msecs: person.createdAt.getTime() }),
  ]);
  if (inserted === undefined) throw new Error('the person was not stored');
  return inserted.id;
}

const confirm = statement(`
  update person set phone_confirmed_at = coalesce(phone_confirmed_at, now()),
    password_hash = coalesce($1, password_hash)
  where id = $2`);

/** Marks the phone as confirmed and sets the password if one is given. */
export async function confirmPerson(tx: Tx, userId: string, passwordHash: string | null): Promise<void> {
  await tx.run(confirm, [passwordHash, userId]);
}

const block = statement<{ id: string }>(`
  update person set blocked_at = coalesce(blocked_at, now()),
    blocked_reason = case when $3 and blocked_at is not null then blocked_reason else $1 end
  where id = $2 returning id`);

/** Blocks a user with a reason, which replaces an earlier one unless `keepsEarlier`. Returns false for an unknown user. */
export async function setBlockedRow(
  tx: Tx,
  { userId, reason, keepsEarlier }: { userId: string; reason: string; keepsEarlier: boolean },
): Promise<boolean> {
  return (await tx.run(block, [reason, userId, keepsEarlier])).length === 1;
}

const unblock = statement<{ id: string }>(`
  update person set blocked_at = null, blocked_reason = null
  where id = $1 and ($2::text is null or blocked_reason = $2) returning id`);

/** Unblocks a user; with `reason` only one that is blocked for it. Returns false if there is none. */
export async function clearBlockedRow(tx: Tx, userId: string, reason: string | null): Promise<boolean> {
  return (await tx.run(unblock, [userId, reason])).length === 1;
}

const lockActiveAdmins = statement<{ id: string }>(
  `select id from person where role = 'admin' and blocked_at is null order by id for no key update`,
);

/** Locks all admins who can log in, in a fixed order, and returns their ids, so that two cannot lose the role at the same time. */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  const found = await tx.run(lockActiveAdmins, []);
  return found.map(({ id }) => id);
}

const byIds = statement<Person>(`select ${columns} from person where id = any($1::uuid[])`);

/** Returns the users of some ids; unknown ids are left out. */
export async function readPeople(db: Queryable, userIds: readonly string[]): Promise<Person[]> {
  return db.run(byIds, [userIds]);
}

const allStaff = statement<Person>(`select ${columns} from person where role <> 'user' order by role, phone`);

/** Returns everybody with a role beyond that of a user. */
export async function findStaff(db: Queryable): Promise<Person[]> {
  return db.run(allStaff, []);
}

/** A query of the ids of all who have another role than that of a user: `person_with_role` has them. */
export const peopleOfStaff: Sql = sql`select id from person where role <> 'user'`;

/** A query of the ids of users with a role. */
export function peopleWithRole(role: Role): Sql {
  return role === 'user'
    ? sql`select id from person where role = 'user'`
    : sql`select id from person where role <> 'user' and role = ${role}`;
}

/** A query of the ids of users whose phone contains the digits. */
export function peopleWithPhone(digits: string): Sql {
  return sql`select id from person where phone like ${`%${digits}%`}`;
}

const changeRole = statement<{ before: Role }>(`
  update person set role = $1 from (select id, role from person where id = $2 for no key update) as was
  where person.id = was.id returning was.role as before`);

/** Sets the role of a user and returns the one before; null for an unknown user. */
export async function setRoleRow(tx: Tx, userId: string, role: Role): Promise<Role | null> {
  const [row] = await tx.run(changeRole, [role, userId]);
  return row?.before ?? null;
}
