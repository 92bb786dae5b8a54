import { randomUUID } from 'node:crypto';
import type { PaidDonation } from '#app/donations/paid-donation.server.ts';
import type { PieceNotice } from '#app/gifts/gift-notices.server.ts';
import type { JointNotice } from '#app/joint/joint-notices.server.ts';
import type { DonorNotice } from '#app/memberships/donor-notice.server.ts';
import type { MovedOrder } from '#app/orders/moved-order.server.ts';
import type { DecidedPayout } from '#app/payouts/payouts.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { createEnqueue } from './outbox/notice-store.server.ts';

/** A donation whose creator has thanked for it. */
interface ThankedDonation {
  readonly payId: string;
  readonly projectId: string;
  /** Null: given by a guest. */
  readonly donorId: string | null;
}

/** Enqueues what people are notified of, each in the transaction of its event. `hasBot`: the platform has a bot. */
export function createNoticeListeners(hasBot: boolean) {
  const { forPerson, forProject, forLostSource, forMembers, forEach } = createEnqueue(hasBot);
  return {
    sendDonation: (tx: Tx, { projectId, donationId }: Pick<PaidDonation, 'projectId' | 'donationId'>) =>
      forProject(tx, projectId, { topic: 'donation', subject: donationId }),
    sendPayout: (tx: Tx, { payoutId, personId, ...data }: DecidedPayout) =>
      forPerson(tx, personId, { topic: 'payout', subject: payoutId, data }),
    /** `decisions`: their ids. Sent when they cannot be undone any more. */
    sendReview: (tx: Tx, { userId, ...data }: { userId: string; decisions: readonly string[] }) =>
      forPerson(tx, userId, { topic: 'review', subject: randomUUID(), data }),
    sendSourceLost: (tx: Tx, { projectId, lostAt }: { projectId: string; lostAt: Date }) =>
      forLostSource(tx, projectId, lostAt),
    /** What a creator has written to his members. */
    sendMessage: (tx: Tx, { messageId, personIds }: { messageId: string; personIds: readonly string[] }) =>
      forMembers(tx, personIds, { topic: 'message', subject: messageId }),
    /** A post that a creator has published. */
    sendPost: (tx: Tx, { postId, personIds }: { postId: string; personIds: readonly string[] }) =>
      forMembers(tx, personIds, { topic: 'post', subject: postId }),
    /** To those who have won a draw, whatever else they want to know. */
    sendWin: (tx: Tx, { drawId, personIds }: { drawId: string; personIds: readonly string[] }) =>
      forEach(
        tx,
        'draw',
        personIds.map((personId) => ({ personId, subject: drawId, data: {} })),
      ),
    /** To those who got a piece of merch, whatever else they want to know. */
    sendPieces: (tx: Tx, notices: readonly PieceNotice[]) =>
      forEach(
        tx,
        'draw',
        notices.map(({ personId, giftId, place, said }) => ({
          personId,
          subject: `${giftId}:${said}`,
          data: { giftId, place, said },
        })),
      ),
    /** To the members of a stream together, whatever else they want to know: it is about their money. */
    sendJoint: (tx: Tx, notices: readonly JointNotice[]) =>
      forEach(
        tx,
        'joint',
        notices.map(({ personId, subject, ...data }) => ({ personId, subject, data })),
      ),
    /** To donors about their monthly support: a charge that comes where they want that, all else always. */
    sendSupport: async (tx: Tx, notices: readonly DonorNotice[]) => {
      for (const [topic, ofTopic] of Map.groupBy(notices, ({ kind }) => (kind === 'soon' ? 'charge' : 'support'))) {
        await forEach(
          tx,
          topic,
          ofTopic.map(({ personId, subject, ...data }) => ({ personId, subject, data })),
        );
      }
    },
    /** To the donor, unless he gave as a guest. */
    sendThanks: async (tx: Tx, { payId, projectId, donorId }: ThankedDonation) => {
      if (donorId !== null) await forPerson(tx, donorId, { topic: 'thanks', subject: payId, data: { projectId } });
    },
    /** To the buyer. */
    sendOrder: (tx: Tx, { userId, ...data }: MovedOrder) =>
      forPerson(tx, userId, { topic: 'order', subject: `${data.orderId}:${data.status}`, data }),
  };
}
