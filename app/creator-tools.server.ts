import type { FastifyInstance } from 'fastify';
import type { BackgroundJob } from '#base/background.server.ts';
import { type BoundCall, bindCalls } from '#base/bound-call.server.ts';
import type { Config } from '#base/config.server.ts';
import type { Database, Tx } from '#base/db.server.ts';
import { add, minor, times, toMain } from '#base/money.ts';
import type { Limits } from '#base/rate-limit.server.ts';
import { calls } from './calls.ts';
import type { CountryProfile } from './country.ts';
import { projectOfUser } from './creators/creators.server.ts';
import type { PaidDonation } from './donations/donation-owner.server.ts';
import { createDonorProofs } from './donations/donor-proof.server.ts';
import { giftPage } from './donations/gift-page.server.ts';
import { describeGifts } from './donations/gift-titles.server.ts';
import { createOwnGiftsHandlers } from './donations/own-gifts.server.ts';
import { createIntegrationHandlers, integrationJobs, tellWebhooks } from './integrations/integrations.server.ts';
import { registerReadApi } from './integrations/read-api.server.ts';
import { createSigningSecrets } from './integrations/sealed-secret.server.ts';
import { createLedgerHandlers } from './ledger/statement.server.ts';
import { describeOrders } from './orders/order-titles.server.ts';
import type { PaidOrder } from './orders/orders.server.ts';
import { describePayouts, payoutsHandlers } from './payouts/payouts.server.ts';
import { rewordAlert } from './widgets/second-message.server.ts';
import { shownTimes } from './widgets/shown-gifts.server.ts';

/** Tells a creator's own programs of a gift that has just been paid, as everybody may see it. */
export async function tellOfGift(tx: Tx, gift: PaidDonation, currency: string): Promise<void> {
  const { projectId, donationId: payId, name, amount, message, paidAt } = gift;
  const data = { payId, name, amount: toMain(amount), currency, message, paidAt: paidAt.toISOString() };
  await tellWebhooks(tx, { projectId, event: 'donation.paid', subject: payId, data });
}

/** Tells a creator's own programs of gifts that have just been shown on his stream. */
export async function tellOfShown(
  tx: Tx,
  shown: { projectId: string; gifts: readonly { readonly payId: string; readonly shownAt: Date }[] },
): Promise<void> {
  const { projectId, gifts } = shown;
  for (const { payId, shownAt } of gifts) {
    const data = { payId, shownAt: shownAt.toISOString() };
    await tellWebhooks(tx, { projectId, event: 'donation.shown', subject: payId, data });
  }
}

/** Tells the programs of each seller which of his things were in an order that has just been paid; nothing of the buyer. */
export async function tellOfOrder(tx: Tx, { orderId, number, lines }: PaidOrder, currency: string): Promise<void> {
  for (const [sellerId, own] of Map.groupBy(lines, (line) => line.sellerId)) {
    const project = await projectOfUser(tx, sellerId);
    if (project === null) continue;
    const items = own.map(({ productId, quantity, price }) => ({ productId, quantity, price: toMain(minor(price)) }));
    const total = toMain(add(...own.map(({ price, quantity }) => times(minor(price), quantity))));
    const data = { orderId, number, items, total, currency };
    await tellWebhooks(tx, { projectId: project.projectId, event: 'order.paid', subject: orderId, data });
  }
}

interface CreatorTools {
  readonly bound: readonly BoundCall[];
  readonly jobs: readonly BackgroundJob[];
  /** Adds the read API for stream tools to the part of the server below `/api`. */
  register(api: FastifyInstance): void;
}

/** A creator's money and tools, put together: reports on his gifts, his accounts and payouts, his own programs. */
export function composeCreatorTools(options: {
  readonly config: Pick<Config, 'JWT_SECRET' | 'isProduction' | 'publicUrl'>;
  readonly db: Database;
  readonly limits: Limits;
  readonly country: CountryProfile;
}): CreatorTools {
  const { config, db, limits, country } = options;
  const secrets = createSigningSecrets(config.JWT_SECRET);
  const isOpen = !config.isProduction;
  const proofs = createDonorProofs(config.JWT_SECRET);
  return {
    bound: [
      ...bindCalls(calls.ownGifts, createOwnGiftsHandlers({ rewordAlert, proofs })),
      ...bindCalls(calls.ledger, createLedgerHandlers({ describe: [describeGifts, describeOrders, describePayouts] })),
      ...bindCalls(calls.payouts, payoutsHandlers),
      ...bindCalls(calls.integrations, createIntegrationHandlers({ secrets, isOpen })),
    ],
    jobs: integrationJobs({ db, secrets, isOpen }),
    register: (api) =>
      registerReadApi(api, {
        ...{ db, limits, publicUrl: config.publicUrl, currencyCode: country.currencyCode },
        ...{ giftPage, shownTimes },
      }),
  };
}
