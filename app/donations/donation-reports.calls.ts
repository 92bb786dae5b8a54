import { z } from 'zod';
import { file, get, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { fileLanguage } from '#base/calls/language-wire.ts';
import { dayOrMoment, sentDay, timeZone } from '#base/calls/moment-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { searchText, seenText } from '#base/calls/text-wire.ts';
import { importsCalls } from './imports/imports.calls.ts';
import { notRewordable } from './thanks/rewording-failures.ts';

const day = z.iso.date();

const figures = { count: z.int(), amount: money, average: money };

const donors = { newDonors: z.int(), returningDonors: z.int() };

const monthly = { monthlyCount: z.int(), monthlyAmount: money };

/** Calls for a creator's reports on donations and imported history, and for a donor's second wording. */
export const donationReportsCalls = {
  /**
   * The caller's donations of a period without refunded ones: by day, by hour of the week, and the largest donors. `From` and
   * `To` are days of `TimeZone` (by default the country's), both included, at most three years; without them the last 30 days. Days and hours without
   * donations are left out; `weekday`: 1 for Monday to 7. A donor is new on the day (in `total`: in the period) of the first donation to the caller; donations without a
   * name count for no donor. `monthlyCount` and `monthlyAmount`: those of them that paid months of memberships. Sums in main units. 400 with the fault in `fields`.
   */
  statistics: get('Donate/Statistics', {
    summary: 'Donations received, by day, hour and donor',
    access: 'user',
    query: z.object({ From: sentDay.optional(), To: sentDay.optional(), TimeZone: timeZone.optional() }),
    answer: z.object({
      from: day,
      to: day,
      timeZone: z.string(),
      total: z.object({ ...figures, ...donors, ...monthly }),
      days: z.array(z.object({ day, ...figures, ...donors, ...monthly })),
      hours: z.array(z.object({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23), ...figures })),
      top: z.array(z.object({ name: z.string().nullable(), amount: money, count: z.int(), isNew: z.boolean() })),
    }),
    errors: [],
  }),
  /**
   * The caller's donations of a period as a table (docs/rules.md#tables), newest first, including refunded ones, streamed. Days and times of `TimeZone`, by default the country's; the rest as in
   * `Donate/My`.
   */
  export: get('Donate/Export', {
    summary: 'Donations received, as a CSV file',
    access: 'user',
    form: 'file',
    mediaTypes: ['text/csv'],
    query: z.object({
      From: dayOrMoment.optional(),
      To: dayOrMoment.optional(),
      Search: searchText().max(100).optional(),
      TimeZone: timeZone.optional(),
      Language: fileLanguage,
    }),
    answer: file,
    errors: [failures.notFound],
  }),
  /**
   * Replaces a message that the creator has rejected. Its donor may do so once, logged in or with the `proof`
   * of Create. The new message awaits the creator's approval like the first one. 400 with the rule's text in `fields.message`;
   * 404: no such donation of the caller; 409 `NotRewordable`: the message was not rejected, or was replaced before.
   */
  reword: post('ProjectPay/Reword', {
    summary: 'Word a rejected message anew',
    access: 'guest',
    body: z.strictObject({ payId: wireId, message: seenText(), proof: z.string().max(100).optional() }),
    freeTexts: ['message'],
    answer: z.object({ payId: wireId, message: z.string() }),
    errors: [failures.notFound, notRewordable],
  }),
  /**
   * Thanks for a donation that the caller received; its donor reads it on the page of thanks. Thanking again changes nothing. 404: no such
   * donation of the caller, or it is not paid or was refunded (docs/rules.md#donations).
   */
  thank: post('Donate/Thank', {
    summary: 'Thank for a donation',
    access: 'user',
    body: z.strictObject({ payId: wireId }),
    answer: z.object({ payId: wireId, thankedAt: z.iso.datetime() }),
    errors: [failures.notFound],
  }),
  ...importsCalls,
};
