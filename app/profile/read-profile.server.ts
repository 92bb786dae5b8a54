import type { CallResult } from '#base/call.ts';
import type { Queryable } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { findCreator } from '../creators/creators.server.ts';
import { type PublishedField, publishedFields } from '../creators/published-fields.ts';
import { findPerson } from '../identity/identity.server.ts';
import { isRole, sessionRoles } from '../identity/roles.ts';
import { accountsOf } from '../ledger/ledger.server.ts';
import type { FieldState } from './field-rules.ts';
import type { profileCalls } from './profile.calls.ts';
import { type FieldRow, readFields } from './profile-store.server.ts';
import { publishedValues } from './published-values.server.ts';

/** A profile as its handlers answer it: balances in minor units. */
export type OwnProfile = CallResult<(typeof profileCalls)['get']>;

/** A field as a moderator sees it: the value asked for last, beside the one that everybody sees. */
export interface SeenField {
  readonly name: PublishedField;
  readonly value: string;
  readonly state: FieldState;
  readonly comment: string | null;
  readonly confirmedValue: string;
  /** Null: it was never asked for. */
  readonly requestedAt: Date | null;
  /** Null: it waits, or was never asked for. */
  readonly decidedAt: Date | null;
}

type Creator = NonNullable<Awaited<ReturnType<typeof findCreator>>>;

/** All fields of a person, in the order of the profile. */
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

/** The accounts of a person, the one that gifts to his project are credited to bearing the project's id. */
export async function readAccounts(db: Queryable, creator: Creator): Promise<OwnProfile['accounts']> {
  const accounts = await accountsOf(db, creator.userId);
  return accounts.map((account) => ({
    ...account,
    projectId: account.id === creator.accountId ? creator.projectId : null,
  }));
}

/** The person's record of page and project. 404 where there is none. */
export async function requireCreator(db: Queryable, userId: string): Promise<Creator> {
  const creator = await findCreator(db, userId);
  if (creator === null) throw failures.notFound.because();
  return creator;
}

/** What is kept of a person, read at once. 404 where there is none. */
async function readWhole(db: Queryable, userId: string) {
  const [person, creator, rows] = await Promise.all([
    findPerson(db, userId),
    requireCreator(db, userId),
    readFields(db, userId),
  ]);
  if (person === null) throw failures.notFound.because();
  return { person, creator, fields: fieldsOf(creator, rows), accounts: await readAccounts(db, creator) };
}

type Whole = Awaited<ReturnType<typeof readWhole>>;

function profileOf({ person, creator, fields, accounts }: Whole, roles: readonly string[]): OwnProfile {
  const { userId, userName, givenName, surName, patronymic, projectId, accountId, isVerified } = creator;
  return {
    ...{ id: userId, phone: person.phone, userName, givenName, surName, patronymic },
    isAccountActive: !person.isBlocked,
    confirmed: isVerified,
    roles: roles.filter(isRole),
    donate: { id: projectId, accountId },
    fields: fields.map(({ name, value, state, comment }) => ({ name, value, state, comment })),
    accounts,
  };
}

/** The whole profile of a person; `roles`: those of the session that asks. 404 where there is none. */
export async function readProfile(db: Queryable, userId: string, roles: readonly string[]): Promise<OwnProfile> {
  return profileOf(await readWhole(db, userId), roles);
}

/** The same as moderators see it: his role, whatever session he has, and each field beside its page's value. 404 as there. */
export async function readForReview(db: Queryable, userId: string) {
  const whole = await readWhole(db, userId);
  const { role, isBlocked, blockedReason, createdAt } = whole.person;
  const profile = profileOf(whole, sessionRoles(role, true));
  return { ...profile, fields: whole.fields, role, isBlocked, blockedReason, createdAt };
}
