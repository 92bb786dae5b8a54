import { setVerified } from '#app/creators/creators.server.ts';
import { mayDecideAbout, requireAuthorityOver } from '#app/identity/authority.server.ts';
import { findPeople } from '#app/identity/identity.server.ts';
import { findPerson } from '#app/identity/people-store.server.ts';
import { undoDecisions } from '#app/profile/field-history.server.ts';
import { fieldsByState } from '#app/profile/fields-by-state.server.ts';
import { confirmFields, fieldHistory, rejectFields } from '#app/profile/profile.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { namedPeople } from '../named-people.server.ts';
import type { reviewCalls } from './review.calls.ts';

/** A moderator's decisions about fields of a person's profile. */
export interface ReviewResult {
  readonly userId: string;
  /** Their ids. */
  readonly decisions: readonly string[];
}

type ReviewedListener = (tx: Tx, result: ReviewResult) => Promise<void>;

interface Seen {
  readonly requestedAt: Date | null;
  readonly decidedAt: Date | null;
}

/** Converts the times of a field for the wire. */
export function fieldOnWire<Field extends Seen>({ requestedAt, decidedAt, ...field }: Field) {
  return {
    ...field,
    requestedAt: requestedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

/** Handlers of the review. `whenReviewed` runs in the transaction of a decision that changes something. */
export const createReviewHandlers = (whenReviewed: ReviewedListener): Handlers<typeof reviewCalls> => ({
  fieldsByState: async ({ query: { State, Search, Skip, Take } }, context) => {
    const asked = { state: State, search: Search, skip: Skip, take: Take };
    const { items, count } = await fieldsByState(context.db, asked);
    const caller = callerOf(context);
    const people = await findPeople(
      context.db,
      items.map(({ userId }) => userId),
    );
    return {
      count,
      items: items.map((item) => {
        const person = people.get(item.userId);
        const mayDecide = person !== undefined && mayDecideAbout(caller, person);
        return { ...item, mayDecide, fields: item.fields.map(fieldOnWire) };
      }),
    };
  },
  confirm: async ({ body: { userId, fields, confirmed, values, states } }, context) => {
    await requireAuthorityOver(context, userId);
    context.note({ subject: userId });
    const moderatorId = callerOf(context).userId;
    await context.transaction(async (tx) => {
      const decisions =
        fields.length === 0 ? [] : await confirmFields(tx, { userId, fields, values, states, moderatorId });
      if (decisions.length > 0) await whenReviewed(tx, { userId, decisions });
      if (confirmed != null) await setVerified(tx, userId, confirmed);
    });
    return {};
  },
  reject: async ({ body: { userId, fields, comments, values, states } }, context) => {
    await requireAuthorityOver(context, userId);
    context.note({ subject: userId });
    const moderatorId = callerOf(context).userId;
    await context.transaction(async (tx) => {
      const decisions = await rejectFields(tx, { userId, fields, comments, values, states, moderatorId });
      if (decisions.length > 0) await whenReviewed(tx, { userId, decisions });
    });
    return {};
  },
  undo: async ({ body: { userId, fields } }, context) => {
    await requireAuthorityOver(context, userId);
    context.note({ subject: userId });
    const moderatorId = callerOf(context).userId;
    await context.transaction((tx) => undoDecisions(tx, { userId, fields, moderatorId }));
    return {};
  },
  history: async ({ query: { userId, Skip, Take } }, context) => {
    const { items, count } = await fieldHistory(context.db, userId, { skip: Skip, take: Take });
    const caller = callerOf(context);
    const person = await findPerson(context.db, userId);
    const mayDecide = person !== null && mayDecideAbout(caller, person);
    const people = await namedPeople(
      context.db,
      items.map(({ decidedBy }) => decidedBy),
    );
    return {
      count,
      items: items.map((one) => ({
        id: one.id,
        name: one.name,
        value: one.value,
        publishedBefore: one.publishedBefore,
        decision: one.decision,
        comment: one.comment,
        by: people.get(one.decidedBy) ?? null,
        requestedAt: one.requestedAt?.toISOString() ?? null,
        decidedAt: one.decidedAt.toISOString(),
        undoneAt: one.undoneAt?.toISOString() ?? null,
        mayUndo: mayDecide && one.decidedBy === caller.userId && one.isRecent && one.undoneAt === null,
      })),
    };
  },
});
