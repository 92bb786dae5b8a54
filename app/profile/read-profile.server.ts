import { findCreator, lockCreator } from '#app/creators/creators-store.server.ts';
import { type PublishedField, publishedFields } from '#app/creators/published-fields.ts';
import { findPerson } from '#app/identity/people-store.server.ts';
import { isRole, sessionRoles } from '#app/identity/roles.ts';
import { accountsOf } from '#app/ledger/ledger.server.ts';
import type { CallResult } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import type { FieldState } from './field-rules.ts';
import type { profileCalls } from './profile.calls.ts';
import { type FieldRow, readFields } from './review/profile-store.server.ts';
import { publishedValues } from './review/published-values.server.ts';

/** A profile as returned by handlers: balances in minor units. */
export type OwnProfile = CallResult<(typeof profileCalls)['get']>;

/** A field as a moderator sees it: the latest requested value and the published one. */
export interface SeenField {
  readonly name: PublishedField;
  readonly value: string;
  readonly state: FieldState;
  readonly comment: string | null;
  readonly confirmedValue: string;
  /** Null: it was never requested. */
  readonly requestedAt: Date | null;
  /** Null: it is pending, or was never requested. */
  readonly decidedAt: Date | null;
}

type Creator = NonNullable<Awaited<ReturnType<typeof findCreator>>>;

/** All fields of a user, in the order of the profile. */
export function fieldsOf(creator: Creator, rows: readonly FieldRow[]): SeenField[] {
  const published = publishedValues(creator);
  return publishedFields.map((name) => {
    const row = rows.find((one) => one.name === name);
    const confirmedValue = published[name];
    const { requestedAt = null, decidedAt = null } = row ?? {};
    if (row === undefined || row.state === 'Confirmed') {
      return { name, value: confirmedValue, state: 'Confirmed', comment: null, confirmedValue, requestedAt, decidedAt };
    }
    const { value, state, comment } = row;
    return { name, value, state, comment, confirmedValue, requestedAt, decidedAt };
  });
}

/** The accounts of a user. The one that his donations are credited to has the id of the project. */
export async function readAccounts(db: Queryable, creator: Creator): Promise<OwnProfile['accounts']> {
  const accounts = await accountsOf(db, creator.userId);
  return accounts.map((account) => ({
    ...account,
    projectId: account.id === creator.accountId ? creator.projectId : null,
  }));
}

/** Returns the page and project of a user. Throws `NotFound`. */
export async function requireCreator(db: Queryable, userId: string): Promise<Creator> {
  const creator = await findCreator(db, userId);
  if (creator === null) throw failures.notFound();
  return creator;
}

/**
 * Like `requireCreator`; locks the row until the transaction ends. Every change of fields and every decision takes this lock first, because
 * a field that was never requested has no row of its own to lock. Throws `NotFound`.
 */
export async function holdCreator(tx: Tx, userId: string): Promise<Creator> {
  const creator = await lockCreator(tx, userId);
  if (creator === null) throw failures.notFound();
  return creator;
}

/** Reads all records of a user at once. Throws `NotFound`. */
async function readWhole(db: Queryable, userId: string) {
  const [person, creator, rows] = await Promise.all([
    findPerson(db, userId),
    requireCreator(db, userId),
    readFields(db, userId),
  ]);
  if (person === null) throw failures.notFound();
  return { person, creator, fields: fieldsOf(creator, rows), accounts: await readAccounts(db, creator) };
}

type Whole = Awaited<ReturnType<typeof readWhole>>;

function profileOf({ person, creator, fields, accounts }: Whole, roles: readonly string[]): OwnProfile {
  const { userId, userName, givenName, surName, patronymic, projectId, accountId, isVerified } = creator;
  return {
    id: userId,
    phone: person.phone,
    userName,
    givenName,
    surName,
    patronymic,
    isAccountActive: !person.isBlocked,
    confirmed: isVerified,
    roles: roles.filter(isRole),
    donate: { id: projectId, accountId },
    fields: fields.map(({ name, value, state, comment }) => ({ name, value, state, comment })),
    accounts,
  };
}

/** The profile of a user; `roles`: those of the session. Throws `NotFound`. */
export async function readProfile(db: Queryable, userId: string, roles: readonly string[]): Promise<OwnProfile> {
  return profileOf(await readWhole(db, userId), roles);
}

/**
 * The profile as moderators see it: with the role of the user, whatever his session, and the published value of each field. Throws
 * `NotFound`.
 */
export async function profileForReview(db: Queryable, userId: string) {
  const whole = await readWhole(db, userId);
  const { role, isBlocked, blockedReason, createdAt } = whole.person;
  const profile = profileOf(whole, sessionRoles(role, true));
  return { ...profile, fields: whole.fields, role, isBlocked, blockedReason, createdAt };
}
