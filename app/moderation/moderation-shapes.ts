import { z } from 'zod';
import { user } from '#app/creators/creators.calls.ts';
import { publishedFields } from '#app/creators/published-fields.ts';
import { roles } from '#app/identity/roles.ts';
import { fieldStates, reviewedFields } from '#app/profile/field-rules.ts';
import { profile } from '#app/profile/profile.calls.ts';
import { wireId } from '#base/id-wire.ts';
import { money } from '#base/money-wire.ts';

const instant = z.iso.datetime();

/** A name of a field that moderators decide about. */
export const reviewedField = z.enum(reviewedFields);

/** The state of a field, in the words of the wire. */
export const fieldState = z.enum(fieldStates);

/** Who somebody is, wherever he is only named. */
export const named = z.object({ userId: wireId, userName: z.string(), avatar: z.string().nullable() });

/**
 * A field as a moderator sees it: `value` was asked for last, `confirmedValue` is what everybody sees; `requestedAt`: when it
 * was asked for, null where never; `decidedAt`: null where it waits.
 */
export const seenField = z
  .object({
    name: z.enum(publishedFields),
    value: z.string(),
    state: fieldState,
    comment: z.string().nullable(),
    confirmedValue: z.string(),
    requestedAt: instant.nullable(),
    decidedAt: instant.nullable(),
  })
  .meta({ id: 'SeenField' });

/** A profile as moderators see it; `roles`: what he may be in a session with the second factor. */
export const moderatedProfile = profile
  .extend({
    fields: z.array(seenField),
    avatar: z.string().nullable(),
    isBlocked: z.boolean(),
    blockedReason: z.string().nullable(),
    role: z.enum(roles),
    createdAt: instant,
  })
  .meta({ id: 'ModeratedProfile' });

/** Somebody in the list of everybody: a `User` with his names although he hides them, and what only moderators see. */
export const listedPerson = user
  .extend({
    phone: z.string(),
    role: z.enum(roles),
    isBlocked: z.boolean(),
    createdAt: instant,
    awaiting: z.int().meta({ description: 'How many of his fields wait for a moderator' }),
  })
  .meta({ id: 'ListedPerson' });

/** A decision about a field; `mayUndo`: the caller made it and may still take it back. */
export const fieldDecision = z
  .object({
    id: wireId,
    name: reviewedField,
    value: z.string(),
    publishedBefore: z.string(),
    decision: z.enum(['Confirmed', 'Reject']),
    comment: z.string().nullable(),
    by: named.nullable(),
    requestedAt: instant.nullable(),
    decidedAt: instant,
    undoneAt: instant.nullable(),
    mayUndo: z.boolean(),
  })
  .meta({ id: 'FieldDecision' });

/**
 * One line of the trail. `subject`: the id of whom or what it was about; `person`: who that is, where it is a person; `input`: what
 * was sent, amounts in main units.
 */
export const auditLine = z
  .object({
    id: wireId,
    at: instant,
    call: z.string(),
    actor: named.nullable(),
    subject: z.string().nullable(),
    person: named.nullable(),
    input: z.unknown(),
    details: z.unknown(),
  })
  .meta({ id: 'AuditLine' });

/** A gift received or given; `other`: the creator it was given to, or its donor where he was logged in. */
export const personGift = z
  .object({
    id: wireId,
    amount: money,
    name: z.string().nullable(),
    message: z.string().nullable(),
    isAnonymous: z.boolean(),
    isRefunded: z.boolean(),
    paidAt: instant,
    other: named.nullable(),
  })
  .meta({ id: 'PersonGift' });

/** A payment. `problem`: why an operator must look at it. `reference`: the gift's or the order's id. */
export const staffPayment = z
  .object({
    id: wireId,
    kind: z.string(),
    reference: z.string(),
    amount: money,
    status: z.string(),
    problem: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'StaffPayment' });

/** A day of the dashboard, `2026-01-31`; `reviewSeconds`: the median from a wish to the decision, null where none was made. */
export const dashboardDay = z
  .object({
    day: z.iso.date(),
    gifts: z.int(),
    giftSum: money,
    orders: z.int(),
    orderSum: money,
    registered: z.int(),
    creators: z.int(),
    decisions: z.int(),
    reviewSeconds: z.int().nullable(),
    failedPayments: z.int(),
  })
  .meta({ id: 'DashboardDay' });
