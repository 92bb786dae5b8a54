import type { CountryProfile } from '#app/country.ts';
import { findCreatorByName } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput, CallResult } from '#base/calls/call.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { dayAfter, dayIn } from '#base/text/days.ts';
import { startOfDay } from '#base/text/time-zones.ts';
import type { promoCodesCalls } from '../promo-codes.calls.ts';
import type { CodeTerms } from './discounts.ts';
import { promoCodeOver, promoCodeSpent, promoCodeTaken, promoCodeUnknown } from './promo-code-failures.ts';
import { type CodeRow, findCode, insertCode, readCodes, takeUse, turnCode } from './promo-codes-store.server.ts';

/** Codes that one network may try, right or wrong, so that nobody finds them by guessing. */
const tries: Budget = {
  name: 'promo-code-tries',
  points: 30,
  seconds: 600,
  message: 'За последние 10 минут было слишком много попыток ввести промокод. Попробуйте позже',
};

/** A code that may be used now. */
interface UsableCode extends CodeTerms {
  readonly id: number;
  readonly code: string;
}

/** Spends a try of the caller's network. */
export function spendCodeTry({ limits, network }: Pick<CallContext, 'limits' | 'network'>): Promise<void> {
  return limits.spendByNetwork(tries, network);
}

/** Finds a code that a person, or a guest, may use now; throws why not. */
export async function usableCode(db: Queryable, code: string, userId: string | null): Promise<UsableCode> {
  const found = await findCode(db, code, userId);
  if (!found?.isKnown) throw promoCodeUnknown();
  if (found.isOver) throw promoCodeOver();
  if (found.isSpent) throw promoCodeSpent();
  const { id, percent, amount, sellerId, minTotal } = found;
  return {
    id,
    code: found.code,
    percent,
    amount: amount === null ? null : minor(amount),
    sellerId,
    minTotal: minor(minTotal),
  };
}

/** Counts the use of a code by an order; throws when another order was faster. */
export async function takeCode(tx: Tx, use: { codeId: number; orderId: string; userId: string }): Promise<void> {
  const taken = await takeUse(tx, use);
  if (taken === 'over') throw promoCodeOver();
  if (taken === 'spent') throw promoCodeSpent();
}

type View = CallResult<typeof promoCodesCalls.createPromoCode>;

/** Days are those of the country; the last one counts as a whole. */
function viewOf({ percent, amount, minTotal, startsAt, endsAt, ...row }: CodeRow, timeZone: string): View {
  const { id, code, sellerUserName, most, mostEach, used, isActive } = row;
  return {
    id,
    code,
    percent,
    sellerUserName,
    most,
    mostEach,
    used,
    isActive,
    amount: amount === null ? null : minor(amount),
    minTotal: minor(minTotal),
    from: startsAt && dayIn(timeZone, startsAt),
    until: endsAt && dayAfter(dayIn(timeZone, endsAt), -1),
  };
}

async function sellerOf(tx: Tx, userName: string | null): Promise<string | null> {
  if (userName === null) return null;
  const seller = await findCreatorByName(tx, userName);
  if (seller !== null) return seller.userId;
  throw failures.validationFailed({ fields: { sellerUserName: 'Такого автора нет' } });
}

async function create(
  tx: Tx,
  { sellerUserName, from, until, ...code }: CallInput<typeof promoCodesCalls.createPromoCode>['body'],
  timeZone: string,
): Promise<View> {
  const row = await insertCode(tx, {
    ...code,
    sellerId: await sellerOf(tx, sellerUserName),
    startsAt: from === null ? null : startOfDay(from, timeZone),
    endsAt: until === null ? null : startOfDay(dayAfter(until, 1), timeZone),
  });
  if (row === null) throw promoCodeTaken({ fields: { code: 'Такой промокод уже есть' } });
  return viewOf(row, timeZone);
}

/** Answers the calls of promo codes. */
export function createPromoCodeHandlers({
  timeZone,
}: Pick<CountryProfile, 'timeZone'>): Handlers<typeof promoCodesCalls> {
  return {
    checkPromoCode: async ({ body: { code } }, context) => {
      await spendCodeTry(context);
      const { id: _, ...terms } = await usableCode(context.db, code, context.caller?.userId ?? null);
      return terms;
    },
    promoCodes: async ({ query: { Skip: skip, Take: take } }, { db }) => {
      const { items, count } = await readCodes(db, { skip, take });
      return { items: items.map((row) => viewOf(row, timeZone)), count };
    },
    createPromoCode: ({ body }, context) =>
      context.transaction(async (tx) => {
        const view = await create(tx, body, timeZone);
        context.note({ subject: String(view.id) });
        return view;
      }),
    turnPromoCode: ({ body: { id, isActive } }, context) =>
      context.transaction(async (tx) => {
        const code = await turnCode(tx, id, isActive);
        if (code === null) throw failures.notFound();
        context.note({ subject: String(id), details: { code } });
        return {};
      }),
  };
}
