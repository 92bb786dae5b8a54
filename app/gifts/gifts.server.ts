import type { CountryProfile } from '#app/country.ts';
import type { Donations } from '#app/donations/donations.server.ts';
import { lockTotalsOf } from '#app/donations/donations-store.server.ts';
import { type Clock, databaseClock } from '#app/memberships/clock.server.ts';
import type { MembershipEvents } from '#app/memberships/membership-events.server.ts';
import type { QuoteDelivery } from '#app/orders/quote-delivery.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { Config } from '#base/config/config.server.ts';
import { createDerivedProofs } from '#base/config/derived-proofs.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import type { OrderingDeps } from './choosing/order-piece.server.ts';
import { stepDueGifts } from './drawing/draw-gift.server.ts';
import { settleDuePieces } from './drawing/due-pieces.server.ts';
import { giftPayments, openPaidGifts } from './drawing/gift-payments.server.ts';
import { endGiftsOfProject } from './gift/gift-endings-store.server.ts';
import { createGiftHandlers } from './gift-handlers.server.ts';
import { type NotifyWinners, readPieceNews } from './gift-notices.server.ts';
import { giftsCalls } from './gifts.calls.ts';
import type { PiecesDeps } from './giving/piece-terms.server.ts';

interface GiftsOptions {
  readonly db: Database;
  readonly config: Pick<Config, 'JWT_SECRET' | 'DRAWS'>;
  readonly country: Pick<CountryProfile, 'timeZone' | 'phonePattern'>;
  readonly createDonation: Donations['create'];
  /** Of memberships, which gifted months begin. */
  readonly events: MembershipEvents;
  readonly highestPickUp: PiecesDeps['highestPickUp'];
  readonly quoteDelivery: QuoteDelivery;
  readonly placeGiven: OrderingDeps['placeGiven'];
  /** By default the database's. */
  readonly clock?: Clock | undefined;
}

/** The running area. */
export type Gifts = ReturnType<typeof createGifts>;

/** Creates the area. */
export function createGifts({ config, country, clock = databaseClock, ...options }: GiftsOptions) {
  const listeners: NotifyWinners[] = [];
  const notify: NotifyWinners = async (tx, notices) => {
    if (notices.length > 0) for (const listener of listeners) await listener(tx, notices);
  };
  const { timeZone, phonePattern } = country;
  const deps = { ...options, clock, notify, timeZone, phonePattern, isOn: config.DRAWS };
  const secrets = createDerivedProofs(config.JWT_SECRET, 'opora links to gifted months');
  return {
    calls: bindCalls(giftsCalls, createGiftHandlers({ ...deps, secrets })),
    jobs: [
      { name: 'gifted months', everyMilliseconds: 1_000, run: () => stepDueGifts(deps) },
      { name: 'paid gifted months', everyMilliseconds: 60_000, run: () => openPaidGifts(deps) },
      { name: 'pieces of gifts', everyMilliseconds: 5_000, run: () => settleDuePieces(deps) },
    ],
    /** Opens, and withdraws, what donations give to others. */
    payments: giftPayments(deps),
    /** Has all who pay, draw, take and withdraw wait. Whoever ends what a project gives comes here before its products are locked. */
    lockAllOf: lockTotalsOf,
    /** Ends all that a project gives, because its creator is blocked; what was taken ends with all memberships. */
    endAllOf: async (tx: Tx, projectId: string) => endGiftsOfProject(tx, projectId, await clock(tx)),
    /** Runs in the transaction in which somebody is drawn, or reminded. */
    onNoticed: (listener: NotifyWinners) => void listeners.push(listener),
    readNews: readPieceNews,
    /** For tests that move the clock: one round of each job. */
    stepGifts: () => stepDueGifts(deps),
    openPaidGifts: () => openPaidGifts(deps),
    settleDuePieces: () => settleDuePieces(deps),
  } satisfies Area & Record<string, unknown>;
}
