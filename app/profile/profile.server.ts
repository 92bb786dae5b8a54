import type { Handlers } from '#base/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/call-context.server.ts';
import type { Queryable, Tx } from '#base/db.server.ts';
import type { Budget } from '#base/rate-limit.server.ts';
import { changeProjectAccount, findCreator, publishField, usedCreatorImages } from '../creators/creators.server.ts';
import type { ReviewedField } from './field-rules.ts';
import type { profileCalls } from './profile.calls.ts';
import { fieldChanged } from './profile-failures.ts';
import {
  decideField,
  type FieldsFilter,
  lockFields,
  readFields,
  readFieldsByState,
  readUsedPictures,
  readUsersByState,
} from './profile-store.server.ts';
import {
  fieldsOf,
  type OwnProfile,
  readAccounts,
  readProfile,
  requireCreator,
  type SeenField,
} from './read-profile.server.ts';
import { mayTakeUserName, updateProfile } from './update-profile.server.ts';

const changesBudget: Budget = {
  name: 'profile-changes',
  points: 120,
  seconds: 600,
  message: 'Слишком много изменений подряд. Подождите несколько минут',
};

const namesBudget: Budget = {
  name: 'user-name-checks',
  points: 240,
  seconds: 600,
  message: 'Слишком много проверок подряд. Подождите несколько минут',
};

/** Answers every call of the own profile (contract, section 3). */
export const profileHandlers: Handlers<typeof profileCalls> = {
  get: async (_input, context) => ownProfile(context.db, context),
  getAccounts: async (_input, context) =>
    readAccounts(context.db, await requireCreator(context.db, callerOf(context).userId)),
  update: async ({ body }, context) => {
    const { userId } = callerOf(context);
    await context.limits.spend(changesBudget, userId);
    return context.transaction(async (tx) => {
      await updateProfile(tx, userId, body);
      return ownProfile(tx, context);
    });
  },
  checkUserName: async ({ query }, context) => {
    const { userId } = callerOf(context);
    await context.limits.spend(namesBudget, userId);
    return { isFree: await mayTakeUserName(context.db, userId, query.userName) };
  },
  changeAccount: async ({ query }, context) => {
    const { userId } = callerOf(context);
    return context.transaction(async (tx) => {
      const accounts = await readAccounts(tx, await requireCreator(tx, userId));
      const ownAccountIds = accounts.filter(({ isActive }) => isActive).map(({ id }) => id);
      await changeProjectAccount(tx, { userId, projectId: query.id, accountId: query.account, ownAccountIds });
      return {};
    });
  },
};

function ownProfile(db: Queryable, context: CallContext): Promise<OwnProfile> {
  const { userId, roles } = callerOf(context);
  return readProfile(db, userId, roles);
}

/** All fields of a person beside their confirmed values, for moderators; 404 where there is none. */
export async function seenFields(db: Queryable, userId: string): Promise<SeenField[]> {
  return fieldsOf(await requireCreator(db, userId), await readFields(db, userId));
}

/** A moderator's decision. `values`: what he was shown, by name of the field; left out: whatever is there. */
export interface Decision {
  readonly userId: string;
  readonly fields: readonly ReviewedField[];
  readonly values?: Readonly<Partial<Record<string, string>>> | undefined;
  readonly moderatorId: string;
}

/** The fields that a decision is about, held until the transaction ends. Throws `FieldChanged`. */
async function fieldsUnder(tx: Tx, { userId, fields, values = {} }: Decision): Promise<Map<ReviewedField, SeenField>> {
  const rows = await lockFields(tx, userId, fields);
  const all = fieldsOf(await requireCreator(tx, userId), rows);
  const wanted = new Map<ReviewedField, SeenField>();
  for (const name of [...new Set(fields)].sort()) {
    const field = all.find((one) => one.name === name);
    if (field !== undefined) wanted.set(name, field);
  }
  const changed = [...wanted].filter(([name, { value }]) => values[name] !== undefined && values[name] !== value);
  if (changed.length === 0) return wanted;
  throw fieldChanged.because({ fields: Object.fromEntries(changed.map(([name]) => [name, fieldChanged.message])) });
}

/**
 * Confirms fields: their values become public at once, also of those rejected before. What is confirmed already stays as it
 * is. Throws `FieldChanged` where a value is not the one of `values` (contract, section 5), `NotFound` for an unknown person.
 */
export async function confirmFields(tx: Tx, decision: Decision): Promise<void> {
  const { userId, moderatorId } = decision;
  for (const [name, { value, state }] of await fieldsUnder(tx, decision)) {
    if (state === 'Confirmed') continue;
    await decideField(tx, { userId, name, value, state: 'Confirmed', comment: null }, moderatorId);
    await publishField(tx, userId, name, value);
  }
}

/**
 * Rejects fields, each with its comment for the owner. The page keeps the value confirmed before; where it is the confirmed
 * value itself that is rejected, it is taken off the page. An empty field cannot be rejected and stays. Throws as `confirmFields`.
 */
export async function rejectFields(
  tx: Tx,
  decision: Decision & { readonly comments: Readonly<Partial<Record<string, string>>> },
): Promise<void> {
  const { userId, moderatorId, comments } = decision;
  for (const [name, { value, state }] of await fieldsUnder(tx, decision)) {
    if (state === 'Confirmed' && value === '') continue;
    const comment = comments[name]?.trim() || null;
    await decideField(tx, { userId, name, value, state: 'Reject', comment }, moderatorId);
    if (state === 'Confirmed') await publishField(tx, userId, name, '');
  }
}

/** A person with his fields in a state. */
export interface UserFields {
  readonly userId: string;
  readonly userName: string;
  readonly avatar: string | null;
  readonly fields: readonly SeenField[];
}

/** People with fields in a state, who asked first comes first; `count` is all that match (contract, section 5). */
export async function fieldsByState(
  db: Queryable,
  filter: FieldsFilter,
): Promise<{ items: UserFields[]; count: number }> {
  const { userIds, count } = await readUsersByState(db, filter);
  const rows = await readFieldsByState(db, userIds, filter.state);
  const people = await Promise.all(userIds.map((userId) => findCreator(db, userId)));
  const items = people.flatMap((creator) => {
    if (creator === null) return [];
    const own = rows.filter(({ userId }) => userId === creator.userId);
    const fields = fieldsOf(creator, own).filter(({ name }) => own.some((row) => row.name === name));
    return [{ userId: creator.userId, userName: creator.userName, avatar: creator.avatar, fields }];
  });
  return { items, count };
}

/** Which of the pictures a public page shows or somebody has asked for: they must not be swept. */
export async function usedImages(db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  return new Set([...(await usedCreatorImages(db, names)), ...(await readUsedPictures(db, names))]);
}
