import { z } from 'zod';
import { file, get, post } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { money } from '#base/money-wire.ts';
import { notRewordable } from './rewording-failures.ts';
import { isTimeZone } from './statistics-period.ts';

const timeZone = z.string().max(60).refine(isTimeZone, { error: 'Неизвестный часовой пояс' });

/** A day of the asked time zone. */
const day = z.iso.date();

const figures = { count: z.int(), amount: money, average: money };

const donors = { newDonors: z.int(), returningDonors: z.int() };

/** A creator's reports on his gifts, and what a donor may still do with his own (extras beside contract, section 6). */
export const ownGiftsCalls = {
  /**
   * The caller's gifts of a period, those given back left out: by day, by hour of the day, and the largest donors. `From` and
   * `To` are days of `TimeZone`, both included, at most three years; without them the last 30 days. Days and hours without
   * gifts are left out. A donor is new on the day (in `total`: in the period) of his first gift to the caller; gifts without a name
   * belong to nobody and make nobody new. Sums in main units. 400 with the fault in `fields`.
   */
  statistics: get('Donate/Statistics', {
    summary: 'Gifts received, by day, hour and donor',
    access: 'user',
    query: z.object({ From: day.optional(), To: day.optional(), TimeZone: timeZone.default('UTC') }),
    answer: z.object({
      from: day,
      to: day,
      timeZone: z.string(),
      total: z.object({ ...figures, ...donors }),
      days: z.array(z.object({ day, ...figures, ...donors })),
      hours: z.array(z.object({ hour: z.int().min(0).max(23), ...figures })),
      top: z.array(z.object({ name: z.string().nullable(), amount: money, count: z.int(), isNew: z.boolean() })),
    }),
    errors: [],
  }),
  /**
   * The caller's gifts of a period as a table (RFC 4180, UTF-8 with a byte order mark, no cell is taken for a formula), newest first,
   * those given back too, sent piece by piece. Sums in main units, times in `TimeZone`; `Search` as in `Donate/My`.
   */
  export: get('Donate/Export', {
    summary: 'Gifts received, as a CSV file',
    access: 'user',
    form: 'file',
    mediaTypes: ['text/csv'],
    query: z.object({
      From: z.iso.datetime({ offset: true }).optional(),
      To: z.iso.datetime({ offset: true }).optional(),
      Search: z.string().trim().max(100).optional(),
      TimeZone: timeZone.default('UTC'),
    }),
    answer: file,
    errors: [failures.notFound],
  }),
  /**
   * Words a gift's message anew after the creator has not let it onto the stream; its donor may, once: logged in, or with the `proof`
   * of Create. The new message waits for the creator's yes as the first one did. 400 with the rule's text in `fields.message`;
   * 404: no such gift of the caller; 409 `NotRewordable`: nothing was rejected, or it has been reworded before.
   */
  reword: post('ProjectPay/Reword', {
    summary: 'Word a rejected message anew',
    access: 'guest',
    body: z.strictObject({ payId: wireId, message: z.string(), proof: z.string().max(100).optional() }),
    freeTexts: ['message'],
    answer: z.object({ payId: wireId, message: z.string() }),
    errors: [failures.notFound, notRewordable],
  }),
};
