import { findProjects } from '#app/creators/creators.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { readCharge } from '../charge-store.server.ts';
import type { Clock } from '../clock.server.ts';
import type { DonorNews, DonorNotice } from '../donor-notice.server.ts';
import { readLevel } from '../levels-store.server.ts';
import { isValidAt } from '../membership-notices.ts';
import { isNewPrice, nextChargeOf } from '../membership-steps.server.ts';
import { type MembershipRow, readMembership } from '../membership-store.server.ts';
import { agreedTerms } from '../membership-terms.ts';

type Said = DonorNews['said'];

type Asked = Pick<DonorNotice, 'kind' | 'membershipId' | 'month' | 'tries'>;

async function refusalSaid(db: Queryable, { id }: MembershipRow, { month, tries }: Asked): Promise<Said | null> {
  const charge = await readCharge(db, id, month);
  if (charge === null || charge.tries !== tries) return null;
  return charge.refusal === 'CardMissing' ? 'refusedWithoutCard' : 'refused';
}

/** What a notice of a plan says; null: the month has been paid, or is charged by now. */
function planSaid({ cardExpiry }: MembershipRow, { kind }: Asked, at: Date): Said | null {
  if (kind === 'soon') return 'soon';
  if (cardExpiry === null) return 'cardMissing';
  return isValidAt(cardExpiry, at) ? null : 'cardExpires';
}

async function newPriceOf(db: Queryable, row: MembershipRow): Promise<number | null> {
  const { levelId } = agreedTerms(row);
  const level = levelId === null ? null : await readLevel(db, levelId);
  return level !== null && isNewPrice(row, level) ? level.amount : null;
}

/** What a notice of an asked kind says of a membership as it is now; null: nothing any more. */
async function saidOf(db: Queryable, row: MembershipRow, asked: Asked, now: Date): Promise<Said | null> {
  const { state, months, dueAt, endReason, giftedAmount } = row;
  const isOfMonth = months + 1 === asked.month;
  switch (asked.kind) {
    case 'refused':
      return state === 'Overdue' && isOfMonth ? refusalSaid(db, row, asked) : null;
    case 'paused':
      return state === 'Paused' && isOfMonth ? 'paused' : null;
    case 'soon':
    case 'card':
      return state === 'Active' && isOfMonth && dueAt !== null && dueAt > now ? planSaid(row, asked, dueAt) : null;
    case 'price':
      return state === 'Ended' || state === 'Leaving' ? null : 'newPrice';
    case 'ended':
      if (state !== 'Ended') return null;
      return endReason === 'CreatorGone' ? 'ended' : endReason === 'StaffStopped' ? 'stopped' : null;
    case 'gifted':
      return state === 'Leaving' && giftedAmount !== null ? 'gifted' : null;
  }
}

/** Makes what reads a notice when it is sent: whatever the donor has settled meanwhile is not said. */
export function createDonorNews(clock: Clock) {
  return async (db: Queryable, asked: Asked): Promise<DonorNews | null> => {
    const row = await readMembership(db, asked.membershipId);
    if (row === null) return null;
    const said = await saidOf(db, row, asked, await clock(db));
    const creator = (await findProjects(db, [row.projectId])).get(row.projectId)?.displayName;
    if (said === null || creator === undefined) return null;
    const price = said === 'newPrice' ? await newPriceOf(db, row) : null;
    if (said === 'newPrice' && price === null) return null;
    const newAmount = price === null ? null : minor(price);
    const at = said === 'gifted' ? row.paidUntil : nextChargeOf(row);
    return { said, creator, amount: minor(agreedTerms(row).amount), newAmount, at, path: '/memberships' };
  };
}
