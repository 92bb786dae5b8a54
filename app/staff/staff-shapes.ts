import { z } from 'zod';
import { user } from '#app/creators/creators.calls.ts';
import { publishedFields } from '#app/creators/published-fields.ts';
import { roles } from '#app/identity/roles.ts';
import { fieldStates, reviewedFields } from '#app/profile/field-rules.ts';
import { profile } from '#app/profile/profile.calls.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';

const instant = z.iso.datetime();

/** The name of a reviewed field. */
export const reviewedField = z.enum(reviewedFields);

/** The state of a field, in the words of the wire. */
export const fieldState = z.enum(fieldStates);

/** A user as mentioned in other records. */
export const named = z.object({ userId: wireId, userName: z.string(), avatar: z.string().nullable() });

/**
 * A field as a moderator sees it: `value` was requested last, `confirmedValue` is public; `requestedAt`: null if never requested;
 * `decidedAt`: null while pending.
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

/**
 * A profile as moderators see it; `roles`: those of a session with the second factor; `mayDecide`: whether the caller may decide about the
 * user.
 */
export const moderatedProfile = profile
  .extend({
    fields: z.array(seenField),
    avatar: z.string().nullable(),
    isBlocked: z.boolean(),
    blockedReason: z.string().nullable(),
    role: z.enum(roles),
    mayDecide: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'ModeratedProfile' });

/** A user in the list of all users: a `User` with hidden names, and what only moderators see. */
export const listedPerson = user
  .extend({
    phone: z.string(),
    role: z.enum(roles),
    isBlocked: z.boolean(),
    createdAt: instant,
    awaiting: z.int().meta({ description: 'How many of his fields wait for a moderator' }),
  })
  .meta({ id: 'ListedPerson' });

/** A decision about a field; `mayUndo`: the caller made it and may still undo it. */
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
 * A line of the audit trail. `subject`: the id of the user or thing concerned; `person`: the user, if it is one; `input`: as sent, amounts
 * in main units.
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

/** A donation received or given; `other`: its creator, or its donor, who was logged in. `whole`: all that was given where it was shared in a stream together, else null. */
export const personDonation = z
  .object({
    id: wireId,
    amount: money,
    name: z.string().nullable(),
    message: z.string().nullable(),
    isAnonymous: z.boolean(),
    isRefunded: z.boolean(),
    whole: money.nullable(),
    paidAt: instant,
    other: named.nullable(),
  })
  .meta({ id: 'PersonDonation' });

/**
 * A payment. `refunded`: the sum of partial refunds. `problem`: why an operator must look at it. `reference`: the id of the donation or the
 * order. `receivers`: the creator of a donation, or those whose products an order has. `monthly`: which month of monthly support it pays, of
 * whom, and the state of that; null: none.
 */
export const staffPayment = z
  .object({
    id: wireId,
    kind: z.string(),
    reference: z.string(),
    receivers: z.array(named),
    monthly: z.object({ month: z.int(), donorId: wireId, state: z.string() }).nullable(),
    amount: money,
    refunded: money,
    status: z.string(),
    system: z.string(),
    /** A code, and behind spaces what is known of it, with sums in minor units: `OtherAmount 100 500000`. */
    problem: z.string().nullable(),
    /** The fiscal receipts that will not come, of the payment or of its refund, and why. */
    waived: z.array(z.object({ kind: z.enum(['Paid', 'Refunded']), reason: z.string() })),
    createdAt: instant,
  })
  .meta({ id: 'StaffPayment' });

/** A day of the dashboard, `2026-01-31`; `reviewSeconds`: the median from a request to the decision, null without decisions. */
export const dashboardDay = z
  .object({
    day: z.iso.date(),
    donations: z.int(),
    donationSum: money,
    orders: z.int(),
    orderSum: money,
    registered: z.int(),
    creators: z.int(),
    decisions: z.int(),
    reviewSeconds: z.int().nullable(),
    failedPayments: z.int(),
  })
  .meta({ id: 'DashboardDay' });
