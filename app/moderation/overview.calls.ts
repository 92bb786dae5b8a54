import { z } from 'zod';
import { get, page, paging } from '#base/call.ts';
import { wireId } from '#base/id-wire.ts';
import { auditLine, dashboardDay, staffPayment } from './moderation-shapes.ts';

/** A day of these centuries. */
const day = z.iso.date().refine((text) => text >= '2000' && text < '2999', { error: 'Укажите другую дату' });

/** The page of moderators' lists where none is asked for (specification, point 9). */
const listTake = 10;

/** The longest period of the dashboard. */
export const mostDashboardDays = 366;

/** What waits, what happened, and who did it (contract, section 5; specification, point 4). */
export const overviewCalls = {
  /**
   * What waits for the staff. `version` changes whenever a field is asked for or somebody of the staff does anything: screens
   * that show either load anew when it does. `orders`: how many there are of each status that somebody has to act on.
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
  /** Figures by day of the country's time zone, `From` and `To` included; at most 366 days, default the last 30. */
  dashboard: get('Moderator/Dashboard', {
    summary: 'Figures by day',
    access: 'moderator',
    query: z.object({ From: day.optional(), To: day.optional() }),
    answer: z.object({ from: z.iso.date(), to: z.iso.date(), days: z.array(dashboardDay) }),
    errors: [],
  }),
  /**
   * Who did what to whom and when, the newest first. `Search` is found in calls, inputs and ids, and in the user names of both
   * sides; `UserId`: only what that person did or was done to him (contract, section 5).
   */
  audit: get('Moderator/Audit', {
    summary: 'The trail of what moderators and admins did',
    access: 'moderator',
    query: z.object({
      Search: z.string().trim().max(100).optional(),
      UserId: wireId.optional(),
      ...paging(listTake),
    }),
    answer: page(auditLine),
    errors: [],
  }),
  /**
   * Payments of a state, the newest first: paid ones, those that came to nothing (`failed`), or those that an operator must look
   * at (`problem`). `Kind`: only gifts, or only orders; `From`, `To`: days of their beginning, both included.
   */
  payments: get('Moderator/Payments', {
    summary: 'Payments of a state',
    access: 'moderator',
    query: z.object({
      State: z.enum(['paid', 'failed', 'problem']).default('failed'),
      Kind: z.enum(['donation', 'order']).optional(),
      From: day.optional(),
      To: day.optional(),
      ...paging(listTake),
    }),
    answer: page(staffPayment),
    errors: [],
  }),
};
