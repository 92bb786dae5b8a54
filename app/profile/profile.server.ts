import { changeProjectAccount, publishField, usedCreatorImages } from '#app/creators/creators.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { type ArchiveDeps, createArchiveHandlers } from './archive/archive-handlers.server.ts';
import { type DecisionRow, readDecisions, reviewBacklog, standingDecisions } from './decision-store.server.ts';
import { mayTakeUserName, updateProfile } from './edit/update-profile.server.ts';
import { recordDecision } from './field-history.server.ts';
import type { FieldState, ReviewedField } from './field-rules.ts';
import { preparePerson } from './new-person.server.ts';
import { profileCalls } from './profile.calls.ts';
import { decidedMeanwhile, fieldChanged } from './profile-failures.ts';
import {
  fieldsOf,
  holdCreator,
  type OwnProfile,
  readAccounts,
  readProfile,
  requireCreator,
  type SeenField,
} from './read-profile.server.ts';
import { decideField, readFields, readUsedPictures } from './review/profile-store.server.ts';

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

/** A function that runs in the transaction that changes the accent or the ikat of a creator's page; an error undoes it. */
type LookListener = (tx: Tx, userId: string) => Promise<void>;

/** Answers every call of the own profile (docs/rules.md#profile). */
const handlersWith = (lookListeners: readonly LookListener[], archive: ArchiveDeps): Handlers<typeof profileCalls> => ({
  get: async (_input, context) => ownProfile(context.db, context),
  getAccounts: async (_input, context) =>
    readAccounts(context.db, await requireCreator(context.db, callerOf(context).userId)),
  update: async ({ body }, context) => {
    const { userId } = callerOf(context);
    await context.limits.spend(changesBudget, userId);
    return context.transaction(async (tx) => {
      const { hasNewLook } = await updateProfile(tx, userId, body);
      if (hasNewLook) for (const listener of lookListeners) await listener(tx, userId);
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
  ...createArchiveHandlers(archive),
});

function ownProfile(db: Queryable, context: CallContext): Promise<OwnProfile> {
  const { userId, roles } = callerOf(context);
  return readProfile(db, userId, roles);
}

/** A moderator's decision. `values`, `states`: what was shown, by name of the field; without a state the field must wait for a decision. */
export interface Decision {
  readonly userId: string;
  readonly fields: readonly ReviewedField[];
  readonly values?: Readonly<Partial<Record<string, string>>> | undefined;
  readonly states?: Readonly<Partial<Record<string, FieldState>>> | undefined;
  readonly moderatorId: string;
}

type Reviewed = SeenField & { readonly name: ReviewedField };

/** Whether a field already is what a decision would make it. */
type IsDecided = (field: SeenField) => boolean;
const isConfirmed: IsDecided = ({ state }) => state === 'Confirmed';
const isEmpty: IsDecided = ({ state, value }) => state === 'Confirmed' && value === '';

/** What is not as the moderator was shown it, in words. */
function changeOf(field: SeenField, { values = {}, states = {} }: Decision, isDecided: IsDecided): string | null {
  const { name, value, state } = field;
  if (values[name] !== undefined && values[name] !== value) return fieldChanged.message;
  const isAsShown = states[name] === undefined ? state === 'Awaiting' || isDecided(field) : states[name] === state;
  return isAsShown ? null : decidedMeanwhile;
}

/**
 * The fields that a decision would change, held until the transaction ends. Throws `FieldChanged` with the fields as they are when one is not
 * as the moderator was shown it.
 */
async function fieldsUnder(tx: Tx, decision: Decision, isDecided: IsDecided): Promise<Reviewed[]> {
  const { userId, fields } = decision;
  const creator = await holdCreator(tx, userId);
  const all = fieldsOf(creator, await readFields(tx, userId));
  const wanted = [...new Set(fields)].sort().flatMap((name): Reviewed[] => {
    const field = all.find((one) => one.name === name);
    return field === undefined ? [] : [{ ...field, name }];
  });
  const texts = wanted.flatMap((field) => {
    const text = changeOf(field, decision, isDecided);
    return text === null ? [] : [[field.name, text] as const];
  });
  if (texts.length === 0) return wanted.filter((field) => !isDecided(field));
  const changed = new Map(texts);
  throw fieldChanged({
    message: [...new Set(changed.values())].join('. '),
    fields: Object.fromEntries(changed),
    details: { fields: wanted.filter(({ name }) => changed.has(name)) },
  });
}

/**
 * Confirms fields: their values become public at once. What is confirmed already stays as it is. Throws `FieldChanged` where a value or a
 * state is not the one of `values` or `states`, without a state where the field does not wait (docs/rules.md#review), `NotFound` for an unknown person. Returns the ids of the decisions.
 */
export async function confirmFields(tx: Tx, decision: Decision): Promise<string[]> {
  const { userId, moderatorId } = decision;
  const decisions: string[] = [];
  for (const field of await fieldsUnder(tx, decision, isConfirmed)) {
    const { name, value } = field;
    await decideField(tx, { userId, name, value, state: 'Confirmed', comment: null }, moderatorId);
    const made = { decision: 'Confirmed', comment: null, decidedBy: moderatorId } as const;
    decisions.push(await recordDecision(tx, userId, field, made));
    await publishField(tx, userId, name, value);
  }
  return decisions;
}

/**
 * Rejects fields, each with its comment for the owner. The page keeps the value confirmed before; where it is the confirmed
 * value itself that is rejected, it is taken off the page. An empty field cannot be rejected and stays. Throws and returns as `confirmFields`.
 */
export async function rejectFields(
  tx: Tx,
  decision: Decision & { readonly comments: Readonly<Partial<Record<string, string>>> },
): Promise<string[]> {
  const { userId, moderatorId, comments } = decision;
  const decisions: string[] = [];
  for (const field of await fieldsUnder(tx, decision, isEmpty)) {
    const { name, value, state } = field;
    const comment = comments[name]?.trim() || null;
    await decideField(tx, { userId, name, value, state: 'Reject', comment }, moderatorId);
    const made = { decision: 'Reject', comment, decidedBy: moderatorId } as const;
    decisions.push(await recordDecision(tx, userId, field, made));
    if (state === 'Confirmed') await publishField(tx, userId, name, '');
  }
  return decisions;
}

/** Decisions about a person's fields, newest first, and their total `count`. 404 if there is no such person. */
export async function fieldHistory(
  db: Queryable,
  userId: string,
  page: { skip: number; take: number },
): Promise<{ items: FieldDecision[]; count: number }> {
  await requireCreator(db, userId);
  return readDecisions(db, userId, page);
}

/** A decision of a moderator about a field, with the previous value. */
export type FieldDecision = DecisionRow;

/** Returns the pictures that public pages or pending proposals use, which must not be deleted. */
export async function usedImages(db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  return new Set([...(await usedCreatorImages(db, names)), ...(await readUsedPictures(db, names))]);
}

export type { ReadArchive } from './archive/archive-handlers.server.ts';

/** The running area. */
export type Profile = ReturnType<typeof createProfile>;

/** Creates the area. */
export function createProfile(archive: ArchiveDeps) {
  const lookListeners: LookListener[] = [];
  return {
    calls: bindCalls(profileCalls, handlersWith(lookListeners, archive)),
    onLookChanged: (listener: LookListener) => void lookListeners.push(listener),
    preparePerson,
    usedImages,
    standingDecisions,
    reviewBacklog,
  } satisfies Area & Record<string, unknown>;
}
