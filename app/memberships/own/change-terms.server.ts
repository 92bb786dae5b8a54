import { amountFault } from '#app/donations/donation-checks.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { minor, toMain } from '#base/money/money.ts';
import { type LevelRow, shareLevel } from '../levels-store.server.ts';
import { giftedMonths, levelGone, membershipMoved, priceChanged } from '../membership-failures.ts';
import { stayed } from '../membership-steps.server.ts';
import { type MembershipRow, saveMembership } from '../membership-store.server.ts';
import { agreedTerms, isSameChoice, type Terms, withNextTerms } from '../membership-terms.ts';
import type { ownMembershipsCalls } from '../own-memberships.calls.ts';
import { lockOwn } from './lock-own.server.ts';

/** Without it somebody could choose again and again just then when the month is charged, and never pay it. */
const choices: Budget = {
  name: 'membership-terms',
  points: 20,
  seconds: 3_600,
  message: 'Не больше 20 смен уровня или суммы в час. Подождите немного',
};

type Asked = CallInput<typeof ownMembershipsCalls.changeTerms>['body'];

/** Whether a member may choose a level: one that its creator offers, or that the member has although it was removed. */
function mayChoose(row: MembershipRow, level: LevelRow | null): level is LevelRow {
  if (level === null || level.projectId !== row.projectId) return false;
  return level.removedAt === null || level.id === row.levelId || level.id === agreedTerms(row).levelId;
}

/** The terms that a donor asks for. What the donor has agreed to before may be asked for again, whatever it costs by now. */
async function askedTerms(tx: Tx, row: MembershipRow, { levelId, amount }: Asked): Promise<Terms> {
  const asked = { levelId, amount };
  const known = [agreedTerms(row), row].find((terms) => isSameChoice(terms, asked));
  if (known !== undefined) return known;
  const level = levelId === null ? null : await shareLevel(tx, levelId);
  if (levelId !== null && !mayChoose(row, level)) throw failures.validationFailed({ fields: { levelId: levelGone } });
  if (level !== null && level.amount !== amount) {
    throw priceChanged({ details: { amount: toMain(minor(level.amount)) } });
  }
  const fault = await amountFault(tx, amount);
  if (fault !== null) throw failures.validationFailed({ message: fault, fields: { amount: fault } });
  return { ...asked, levelAmount: level?.amount ?? null };
}

/** Sets what a membership gives from its next charge on; one that its donor has left goes on. */
export async function changeTerms(asked: Asked, context: CallContext) {
  await context.limits.spend(choices, callerOf(context).userId);
  return context.transaction(async (tx) => {
    const row = await lockOwn(tx, context, asked.membershipId);
    if (row.state === 'Ended') throw membershipMoved();
    if (row.giftedAmount !== null) throw membershipMoved({ message: giftedMonths });
    const going = row.state === 'Leaving' ? stayed(row) : row;
    await saveMembership(tx, withNextTerms(going, await askedTerms(tx, row, asked)));
    return { state: going.state };
  });
}
