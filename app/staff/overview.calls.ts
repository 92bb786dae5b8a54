import { z } from 'zod';
import { get, page, paging } from '#base/calls/call.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { searchText } from '#base/calls/text-wire.ts';
import { auditLine, dashboardDay, staffPayment } from './staff-shapes.ts';

/** A day of these centuries. */
const day = z.iso.date().refine((text) => text >= '2000' && text < '2999', { error: 'Укажите другую дату' });

/** The default page size of lists for staff (docs/rules.md#page-sizes). */
const listTake = 10;

/** The longest period of the dashboard. */
export const mostDashboardDays = 366;

/** Pending work, figures and the audit trail (docs/rules.md#staff). */
export const overviewCalls = {
  /**
   * Pending work of the staff. `version` changes with every request for review and every audited call; screens that show either reload
   * then. `orders`: the number of orders in each status that staff must act on.
   */
  counts: get('Moderator/Counts', {
    summary: 'What waits for moderators',
    access: 'moderator',
    answer: z.object({
      people: z.int(),
      fields: z.int(),
      oldest: z.iso.datetime().nullable(),
      orders: z.array(z.object({ status: z.int(), count: z.int() })),
      failedPayments: z.int().meta({ description: 'Payments that failed within 24 hours' }),
      problemPayments: z.int().meta({ description: 'Payments that an operator must look at' }),
      version: z.string(),
    }),
    errors: [],
  }),
  /** Figures by day in the time zone of the country, `From` and `To` inclusive; at most 366 days, default the last 30. */
  dashboard: get('Moderator/Dashboard', {
    summary: 'Figures by day',
    access: 'moderator',
    query: z.object({ From: day.optional(), To: day.optional() }),
    answer: z.object({ from: z.iso.date(), to: z.iso.date(), days: z.array(dashboardDay) }),
    errors: [],
  }),
  /**
   * The audit trail, newest first. `Search` is matched in calls, inputs and ids, and in the user names of both sides; `UserId`: only lines
   * with that user as actor or subject (docs/rules.md#staff).
   */
  audit: get('Moderator/Audit', {
    summary: 'The trail of what moderators and admins did',
    access: 'moderator',
    query: z.object({
      Search: searchText().max(100).optional(),
      UserId: wireId.optional(),
      ...paging(listTake),
    }),
    answer: page(auditLine),
    errors: [],
  }),
  /**
   * Payments in a state, newest first: `paid` (also refunded in part), `refunded` (as a whole), `failed`, or `problem` for those that an
   * operator must look at. `Kind`: only donations, or only orders; `From`, `To`: days of their creation, inclusive.
   */
  payments: get('Moderator/Payments', {
    summary: 'Payments of a state',
    access: 'moderator',
    query: z.object({
      State: z.enum(['paid', 'refunded', 'failed', 'problem']).default('failed'),
      Kind: z.enum(['donation', 'order']).optional(),
      From: day.optional(),
      To: day.optional(),
      ...paging(listTake),
    }),
    answer: page(staffPayment),
    errors: [],
  }),
};
