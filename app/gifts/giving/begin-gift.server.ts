import { findProjectByName } from '#app/creators/creators.server.ts';
import type { Donations } from '#app/donations/donations.server.ts';
import { readLevel } from '#app/memberships/levels-store.server.ts';
import { priceChanged } from '#app/memberships/membership-failures.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { minor, times, toMain } from '#base/money/money.ts';
import { formMessages } from '#base/text/form-rules.ts';
import type { GiftDeps } from '../drawing/draw-gift.server.ts';
import { insertGift } from '../gift/gift-store.server.ts';
import { mostMonths } from '../gift-rules.ts';
import type { giftsCalls } from '../gifts.calls.ts';

export interface BeginDeps extends Pick<GiftDeps, 'clock' | 'timeZone'> {
  readonly createDonation: Donations['create'];
}

type Begun = CallInput<typeof giftsCalls.gift>['body'];

/** Begins gifted months with the donation that pays them, whose id they take: a repeated request begins one gift. */
export async function beginGift({ clock, timeZone, createDonation }: BeginDeps, body: Begun, context: CallContext) {
  const { userName, levelId, price, months, receiver, ...words } = body;
  const most = mostMonths(receiver);
  if (months > most) throw failures.validationFailed({ fields: { months: formMessages.notAbove(most) } });
  const [project, level] = await Promise.all([findProjectByName(context.db, userName), readLevel(context.db, levelId)]);
  if (project === null) throw failures.notFound();
  const { projectId } = project;
  if (level?.projectId !== projectId || level.removedAt !== null) {
    throw failures.notFound({ message: 'Этот уровень автор убрал. Обновите страницу и выберите другой' });
  }
  const asked = minor(level.amount);
  if (asked !== price) throw priceChanged({ details: { amount: toMain(asked) } });
  const { userId: personId } = callerOf(context);
  const kind = 'Months' as const;
  const given = {
    projectId,
    personId,
    kind,
    levelId,
    productId: null,
    delivery: null,
    receiver,
    price,
    months,
    timeZone,
  };
  return createDonation(
    {
      ...words,
      projectId,
      amount: times(price, months),
      gifted: {
        row: { gifted_months: months, gifted_to: receiver },
        begin: async (tx, id) => void (await insertGift(tx, { ...given, id, createdAt: await clock(tx) })),
      },
    },
    context,
  );
}
