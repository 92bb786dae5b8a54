import { z } from 'zod';
import { findProject } from '#app/creators/creators.server.ts';
import type { PaidDonation } from '#app/donations/paid-donation.server.ts';
import { type PieceNews, pieceNoticeKinds } from '#app/gifts/gift-notices.server.ts';
import { type JointNews, jointNoticeKinds } from '#app/joint/joint-notices.server.ts';
import { type DonorNews, donorNoticeKinds } from '#app/memberships/donor-notice.server.ts';
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

const payout = z.object({ isPaid: z.boolean(), amount: z.int(), reason: z.string().nullable() });
const order = z.object({
  orderId: z.string(),
  number: z.string(),
  status: z.enum(orderStatuses),
  isGiven: z.boolean().default(false),
});
const thanks = z.object({ projectId: z.string() });
const review = z.object({ decisions: z.array(z.string()) });
const joint = z.object({
  kind: z.enum(jointNoticeKinds),
  jointId: z.string(),
  projectId: z.string(),
  aboutId: z.string(),
});
/** A draw that somebody has won has no data. */
const piece = z.object({ giftId: z.string(), place: z.int(), said: z.enum(pieceNoticeKinds) });
const support = z.object({
  kind: z.enum(donorNoticeKinds),
  membershipId: z.string(),
  month: z.int(),
  tries: z.int(),
});

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
  /** What there is to say of a piece of merch to whoever got it; null: nothing any more. */
  readPieceNews(db: Queryable, asked: z.output<typeof piece>): Promise<PieceNews | null>;
  /** What there is to say of a stream together to one of its members; null: nothing any more. */
  readJointNews(db: Queryable, asked: z.output<typeof joint>): Promise<JointNews | null>;
  /** What there is to say of a membership to its donor; null: nothing any more. */
  readDonorNews(db: Queryable, asked: z.output<typeof support>): Promise<DonorNews | null>;
  /** Those of some posts that are published. `path`: of the page. */
  readPosts(
    db: Queryable,
    ids: readonly string[],
  ): Promise<readonly { creator: string; title: string; path: string }[]>;
}

/** From this number on waiting donations are joined into one message. */
const burst = 4;

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

/** The one of what is read by its id as a fact; null: there is none any more. */
const only = <Kind extends string, Said extends object>(kind: Kind, [said]: readonly Said[]) =>
  said === undefined ? null : { kind, ...said };

/** What a notice says that is sent by itself. */
async function factOf(db: Queryable, notice: WaitingNotice, sources: NoticeSources): Promise<Fact | null> {
  const { topic, subject, data } = notice;
  switch (topic) {
    case 'payout': {
      const { isPaid, amount, reason } = payout.parse(data);
      return { kind: 'payout', isPaid, amount: minor(amount), reason };
    }
    case 'order':
      return { kind: 'order', ...order.parse(data) };
    case 'source':
      return { kind: 'source' };
    case 'message':
      return only('message', await sources.readMessages(db, [subject]));
    case 'post':
      return only('post', await sources.readPosts(db, [subject]));
    case 'draw': {
      const asked = piece.safeParse(data);
      if (!asked.success) return only('draw', await sources.readDraws(db, [subject]));
      const news = await sources.readPieceNews(db, asked.data);
      return news && { kind: 'piece', ...news };
    }
    case 'joint': {
      const news = await sources.readJointNews(db, joint.parse(data));
      return news && { kind: 'joint', ...news };
    }
    case 'support':
    case 'charge': {
      const news = await sources.readDonorNews(db, support.parse(data));
      return news && { kind: 'support', ...news };
    }
    case 'thanks':
      return thanksOf(db, notice, sources);
    default:
      return null;
  }
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
  if (first.topic !== 'donation') {
    return { fact: await factOf(db, first, sources), noticeIds: [first.id], buttonsOf: null };
  }
  const donations = waiting.filter(({ topic }) => topic === 'donation');
  const joined = donations.length < burst ? [first] : donations;
  const found = await sources.readDonations(
    db,
    joined.map(({ subject }) => subject),
  );
  const noticeIds = joined.map(({ id }) => id);
  const [single, ...others] = found;
  if (single === undefined) return { fact: null, noticeIds, buttonsOf: null };
  if (others.length > 0) return { fact: { kind: 'donations', donations: found }, noticeIds, buttonsOf: null };
  const shown = joined.find(({ subject }) => subject === single.donationId);
  return { fact: { kind: 'donation', donation: single }, noticeIds, buttonsOf: shown?.id ?? null };
}
