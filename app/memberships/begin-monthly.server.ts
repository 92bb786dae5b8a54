import type { BeginMonthly } from '#app/donations/monthly-donations.server.ts';
import { alreadyMember } from '#app/donations/monthly-failures.ts';
import { failures } from '#base/calls/errors.ts';
import { minor, toMain } from '#base/money/money.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { insertCharge } from './charge-store.server.ts';
import type { Clock } from './clock.server.ts';
import { readLevel } from './levels-store.server.ts';
import { levelGone } from './membership-failures.ts';
import { insertMembership, readLiveMembership } from './membership-store.server.ts';

interface BeginOptions {
  readonly clock: Clock;
  /** The country's time zone. */
  readonly timeZone: string;
}

/** Begins memberships with their first donation, whose id they take: a repeated request begins one. */
export function createBeginMonthly({ clock, timeZone }: BeginOptions): BeginMonthly {
  return async (db, asked) => {
    const { projectId, personId, levelId, amount, name, isAnonymous, system } = asked;
    const level = levelId === null ? null : await readLevel(db, levelId);
    const isOffered = level?.projectId === projectId && level.removedAt === null;
    if (levelId !== null && !isOffered) {
      throw failures.notFound({ message: levelGone });
    }
    if (level !== null && amount < level.amount) {
      const least = formMessages.minimumAmount(toMain(minor(level.amount)));
      throw failures.validationFailed({ message: least, fields: { amount: least } });
    }
    // Whoever was given months goes on with a card.
    const live = await readLiveMembership(db, projectId, personId);
    if (live?.isGifted === false) throw alreadyMember();
    return async (tx, donationId) => {
      const createdAt = await clock(tx);
      await insertMembership(tx, {
        id: donationId,
        projectId,
        personId,
        levelId,
        amount,
        levelAmount: level?.amount ?? null,
        name,
        isAnonymous,
        system,
        timeZone: asked.timeZone ?? timeZone,
        createdAt,
      });
      const charge = { membershipId: donationId, month: 1, donationId, amount };
      await insertCharge(tx, { ...charge, state: 'Open', at: createdAt });
    };
  };
}
