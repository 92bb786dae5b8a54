import { randomUUID } from 'node:crypto';
import type { EndedNotice, PaidMonthNotice, RefusedMonthNotice } from '#app/memberships/membership-events.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { toMain } from '#base/money/money.ts';
import { enqueueWebhooks } from './webhook-events.server.ts';

/** Sends what happens to the memberships of a creator to his webhooks; sums in main units of `currency`. */
export function membershipWebhooks(currency: string) {
  const common = ({
    membershipId,
    levelId,
    amount,
    months,
    isGifted,
  }: EndedNotice | PaidMonthNotice | RefusedMonthNotice) => ({
    membershipId,
    levelId,
    amount: toMain(amount),
    currency,
    months,
    gifted: isGifted,
  });
  const paid = (notice: PaidMonthNotice) => {
    const { name, donationId: payId, paidUntil } = notice;
    return { ...common(notice), name, payId, paidUntil: paidUntil.toISOString() };
  };
  return {
    async sendStarted(tx: Tx, notice: PaidMonthNotice): Promise<void> {
      const messages = [{ subject: notice.membershipId, data: paid(notice) }];
      await enqueueWebhooks(tx, { projectId: notice.projectId, event: 'membership.started', messages });
    },
    async sendCharged(tx: Tx, notice: PaidMonthNotice): Promise<void> {
      const messages = [{ subject: notice.donationId, data: paid(notice) }];
      await enqueueWebhooks(tx, { projectId: notice.projectId, event: 'membership.charged', messages });
    },
    async sendFailed(tx: Tx, notice: RefusedMonthNotice): Promise<void> {
      const { projectId, refusal, tries, nextTryAt } = notice;
      const data = { ...common(notice), refusal, tries, nextTryAt: nextTryAt?.toISOString() ?? null };
      // Each refused try is a message of its own.
      const messages = [{ subject: randomUUID(), data }];
      await enqueueWebhooks(tx, { projectId, event: 'membership.failed', messages });
    },
    async sendEnded(tx: Tx, notice: EndedNotice): Promise<void> {
      const { projectId, membershipId, reason } = notice;
      const messages = [{ subject: membershipId, data: { ...common(notice), reason } }];
      await enqueueWebhooks(tx, { projectId, event: 'membership.ended', messages });
    },
  };
}
