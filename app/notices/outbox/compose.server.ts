import { z } from 'zod';
import { findProject } from '#app/creators/creators.server.ts';
import type { PaidDonation } from '#app/donations/donation-owner.server.ts';
import { orderStatuses } from '#app/orders/order-status.ts';
import type { StandingDecision } from '#app/profile/decision-store.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import type { Fact } from '../words/notice-text.server.ts';
import type { WaitingNotice } from './notice-store.server.ts';

/** What one message says, and the notices that it settles. `buttonsOf`: the notice of the one donation that it shows. */
export interface Composed {
  /** Null: there is nothing to say any more, as the donations were refunded or the decisions undone. */
  readonly fact: Fact | null;
  readonly noticeIds: readonly string[];
  readonly buttonsOf: string | null;
}

/** What messages are about, read when they are made. */
export interface NoticeSources {
  /** Those of some donations that are not refunded. */
  readDonations(db: Queryable, ids: readonly string[]): Promise<readonly PaidDonation[]>;
  /** Those of some decisions of moderators that hold. */
  readDecisions(db: Queryable, ids: readonly string[]): Promise<readonly StandingDecision[]>;
  /** Those of some messages to members that are not removed. */
  readMessages(db: Queryable, ids: readonly string[]): Promise<readonly { creator: string; text: string }[]>;
  /** Those of some draws that stand. `path`: of the page. */
  readDraws(db: Queryable, ids: readonly string[]): Promise<readonly { creator: string; text: string; path: string }[]>;
  /** Those of some posts that are published. `path`: of the page. */
  readPosts(
    db: Queryable,
    ids: readonly string[],
  ): Promise<readonly { creator: string; title: string; path: string }[]>;
}

/** From this number on waiting donations are joined into one message. */
const burst = 4;

const payout = z.object({ isPaid: z.boolean(), amount: z.int(), reason: z.string().nullable() });
const order = z.object({ orderId: z.string(), number: z.string(), status: z.enum(orderStatuses) });
const thanks = z.object({ projectId: z.string() });
const review = z.object({ decisions: z.array(z.string()) });

function factOf({ topic, data }: WaitingNotice): Fact | null {
  if (topic === 'payout') {
    const { isPaid, amount, reason } = payout.parse(data);
    return { kind: 'payout', isPaid, amount: minor(amount), reason };
  }
  if (topic === 'order') return { kind: 'order', ...order.parse(data) };
  return topic === 'source' ? { kind: 'source' } : null;
}

async function composeReview(
  db: Queryable,
  reviews: readonly WaitingNotice[],
  { readDecisions }: NoticeSources,
): Promise<Composed> {
  const decisions = await readDecisions(
    db,
    reviews.flatMap(({ data }) => review.parse(data).decisions),
  );
  const accepted = decisions.filter(({ decision }) => decision === 'Confirmed').map(({ name }) => name);
  const rejected = decisions.filter(({ decision }) => decision === 'Reject');
  const fact = decisions.length === 0 ? null : ({ kind: 'review', accepted, rejected } as const);
  return { fact, noticeIds: reviews.map(({ id }) => id), buttonsOf: null };
}

async function composeMessage(
  db: Queryable,
  { id, subject }: WaitingNotice,
  { readMessages }: NoticeSources,
): Promise<Composed> {
  const [message] = await readMessages(db, [subject]);
  const fact = message === undefined ? null : ({ kind: 'message', ...message } as const);
  return { fact, noticeIds: [id], buttonsOf: null };
}

async function composePost(
  db: Queryable,
  { id, subject }: WaitingNotice,
  { readPosts }: NoticeSources,
): Promise<Composed> {
  const [post] = await readPosts(db, [subject]);
  const fact = post === undefined ? null : ({ kind: 'post', ...post } as const);
  return { fact, noticeIds: [id], buttonsOf: null };
}

async function composeDraw(
  db: Queryable,
  { id, subject }: WaitingNotice,
  { readDraws }: NoticeSources,
): Promise<Composed> {
  const [draw] = await readDraws(db, [subject]);
  const fact = draw === undefined ? null : ({ kind: 'draw', ...draw } as const);
  return { fact, noticeIds: [id], buttonsOf: null };
}

/** Nothing where the donation was refunded meanwhile, or the creator has no page any more. */
async function thanksOf(
  db: Queryable,
  { subject: payId, data }: WaitingNotice,
  { readDonations }: NoticeSources,
): Promise<Fact | null> {
  const donations = await readDonations(db, [payId]);
  const creator = await findProject(db, thanks.parse(data).projectId);
  if (donations.length === 0 || !creator?.isAvailable) return null;
  return { kind: 'thanks', payId, name: creator.displayName, words: creator.thanksText };
}

/**
 * Chooses what the next message says: the oldest notice, all donations if many wait, or all decisions. Donations and decisions are read now,
 * so that a message has none that were refunded, undone, masked or erased meanwhile. Null: nothing waits.
 */
export async function composeNext(
  db: Queryable,
  waiting: readonly WaitingNotice[],
  sources: NoticeSources,
): Promise<Composed | null> {
  const [first] = waiting;
  if (first === undefined) return null;
  if (first.topic === 'review') {
    return composeReview(
      db,
      waiting.filter(({ topic }) => topic === 'review'),
      sources,
    );
  }
  if (first.topic === 'message') return composeMessage(db, first, sources);
  if (first.topic === 'post') return composePost(db, first, sources);
  if (first.topic === 'draw') return composeDraw(db, first, sources);
  if (first.topic === 'thanks') {
    return { fact: await thanksOf(db, first, sources), noticeIds: [first.id], buttonsOf: null };
  }
  if (first.topic !== 'donation') return { fact: factOf(first), noticeIds: [first.id], buttonsOf: null };
  const donations = waiting.filter(({ topic }) => topic === 'donation');
  const joined = donations.length < burst ? [first] : donations;
  const found = await sources.readDonations(
    db,
    joined.map(({ subject }) => subject),
  );
  const noticeIds = joined.map(({ id }) => id);
  const [only, ...others] = found;
  if (only === undefined) return { fact: null, noticeIds, buttonsOf: null };
  if (others.length > 0) return { fact: { kind: 'donations', donations: found }, noticeIds, buttonsOf: null };
  const shown = joined.find(({ subject }) => subject === only.donationId);
  return { fact: { kind: 'donation', donation: only }, noticeIds, buttonsOf: shown?.id ?? null };
}
