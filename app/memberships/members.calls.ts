import { z } from 'zod';
import { file, get } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { fileLanguage } from '#base/calls/language-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { instant, membershipState } from './membership-shapes.ts';

/**
 * A member for the creator. `name` is null for an anonymous one. `sum`: paid so far without refunds, in main units. `isGifted`: somebody else has paid, nothing is charged. `next`: what
 * the next charge brings, null where it is the same; `level` null in it: a sum of the member's own.
 */
const member = z.object({
  id: wireId,
  name: z.string().nullable(),
  level: z.string().nullable(),
  amount: money,
  next: z.object({ level: z.string().nullable(), amount: money }).nullable(),
  state: membershipState,
  isGifted: z.boolean(),
  since: instant,
  months: z.int(),
  sum: money,
  lastPaidAt: instant.nullable(),
  nextChargeAt: instant.nullable(),
});

const month = z.string().regex(/^\d{4}-\d\d$/);

/** How many months are asked for. */
export const askedMonths = z.object({ Months: z.int().min(1).max(36).default(12) });

/** Members now and by month: see `Membership/Revenue`. */
export const membersByMonth = z.object({
  now: z.object({ members: z.int(), gifted: z.int(), recurring: money }),
  months: z.array(
    z.object({
      month,
      recurring: money,
      charges: z.int(),
      started: z.int(),
      ended: z.int(),
      churn: z.number().nullable(),
    }),
  ),
});

/** A creator's members and the money that they bring every month (docs/rules.md#memberships). */
export const membersCalls = {
  /**
   * The caller's members, newest first. `After`: the `next` of the page before; `next` is null on the last page. `State`: by default all
   * that have not ended. `count`: all of these states (docs/rules.md#memberships).
   */
  members: get('Membership/Members', {
    summary: 'Own members',
    access: 'user',
    query: z.object({
      State: membershipState.exclude(['Pending']).optional(),
      After: z.string().max(200).optional(),
      Take: z.int().min(1).max(100).default(20),
    }),
    answer: z.object({ items: z.array(member), count: z.int(), next: z.string().nullable() }),
    errors: [],
  }),
  /**
   * Recurring revenue by month of the country's time zone, the present month last. `recurring`: what the months paid in it brought, without
   * refunds; `started`, `ended`: members who came and went, or whose payment paused; whoever pays again after a pause has come again. `churn`: the ended ones in percent of those at its start, null without any. `now`:
   * members who have what they pay for, `gifted` of them by others, and what those who have not left give every month. Gifted months count neither as revenue nor in `churn` (docs/rules.md#memberships).
   */
  revenue: get('Membership/Revenue', {
    summary: 'Recurring revenue and churn by month',
    access: 'user',
    query: askedMonths,
    answer: membersByMonth,
    errors: [failures.notFound],
  }),
  /**
   * The caller's members as a table (docs/rules.md#tables), newest first, ended ones too, streamed (docs/rules.md#memberships).
   */
  exportMembers: get('Membership/Export', {
    summary: 'Own members, as a CSV file',
    access: 'user',
    form: 'file',
    mediaTypes: ['text/csv'],
    query: z.object({ Language: fileLanguage }),
    answer: file,
    errors: [failures.notFound],
  }),
};
