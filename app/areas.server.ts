import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Background, BackgroundJob } from '#base/background.server.ts';
import { startJobs } from '#base/background.server.ts';
import { type BoundCall, bindCalls } from '#base/bound-call.server.ts';
import { connectCache } from '#base/cache-tags.server.ts';
import type { Config } from '#base/config.server.ts';
import type { Database, Queryable } from '#base/db.server.ts';
import type { CallServices } from '#base/http.server.ts';
import { sweepIdempotencyKeys } from '#base/idempotency.server.ts';
import type { Listener } from '#base/listener.server.ts';
import { type EventHub, sweepEvents } from '#base/live.server.ts';
import type { Metrics } from '#base/metrics.server.ts';
import type { Limits } from '#base/rate-limit.server.ts';
import { calls } from './calls.ts';
import { type CountryProfile, countryOf } from './country.ts';
import { composeCreatorTools, tellOfGift, tellOfShown } from './creator-tools.server.ts';
import { creatorsHandlers, findCreator } from './creators/creators.server.ts';
import { registerCreatorFiles } from './creators/public-files.server.ts';
import { createDonationOwner } from './donations/donation-owner.server.ts';
import { messageLength } from './donations/donation-settings.server.ts';
import { donationStatistics, sweepDonations } from './donations/donation-statistics.server.ts';
import { createDonationHandlers } from './donations/donations.server.ts';
import { createDonorProofs } from './donations/donor-proof.server.ts';
import { giftTimes } from './donations/gift-times.server.ts';
import { giftWords } from './donations/gift-words.server.ts';
import { createIdentity, type Identity } from './identity/identity.server.ts';
import { createImages, type Images, registerUploads } from './images/images.server.ts';
import { usedProductImages } from './merch/merch.server.ts';
import { merchSitemap } from './merch/merch-sitemap.server.ts';
import { writeAudit } from './moderation/moderation.server.ts';
import { preparePerson } from './new-person.server.ts';
import { usedOrderImages } from './orders/orders.server.ts';
import { callbackVerifier, createPaymentsHandlers } from './payments/payment-callback.server.ts';
import { startPaymentSweeper } from './payments/payment-sweeper.server.ts';
import { Payments } from './payments/payments.server.ts';
import { createPaymentProvider } from './payments/provider-client.server.ts';
import { profileHandlers, usedImages } from './profile/profile.server.ts';
import { createShellHandlers } from './shell/shell.server.ts';
import { composeOrderOwner, composeShop } from './shop.server.ts';
import { composeModeration } from './staff.server.ts';
import { createWatch, type Watch } from './watch.server.ts';
import { widgetVerifiers } from './widgets/widget-key-check.server.ts';
import {
  createWidgetHandlers,
  enqueueAlert,
  usedWidgetImages,
  widgetJobs,
  withdrawAlert,
} from './widgets/widgets.server.ts';

/** What the areas are composed from. */
export interface AreasOptions {
  readonly config: Config;
  readonly db: Database;
  readonly listener: Listener;
  readonly hub: EventHub;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Origin of the payment provider. */
  readonly paymentUrl: string;
  /** The folder with the program's data. */
  readonly dataDir: string;
}

/** The product's areas, put together. */
export interface Areas {
  readonly bound: readonly BoundCall[];
  readonly authenticate: CallServices['authenticate'];
  readonly audit: CallServices['audit'];
  readonly identity: Identity;
  readonly payments: Payments;
  readonly images: Images;
  /** Adds what calls of these areas need to the part of the server below `/api`. */
  register(api: FastifyInstance): void;
  /** Adds what machines read of the public pages: robots, sitemap, link previews. */
  registerFiles(app: FastifyInstance): void;
  startBackground(): Background;
  close(): Promise<void>;
}

/** Payments and gifts: who hears of a gift that is paid or given back, in the transaction that moves it. */
function composeMoney(
  { config, db, limits, log, paymentUrl }: AreasOptions,
  country: CountryProfile,
  answered: Watch['providerAnswered'],
) {
  const { cardSystems } = country;
  const donationOwner = createDonationOwner({
    limits,
    cardSystems,
    whenPaid: [(tx, gift) => enqueueAlert(tx, gift), (tx, gift) => tellOfGift(tx, gift, country.currencyCode)],
    whenRefunded: [(tx, gift) => withdrawAlert(tx, gift)],
  });
  const payments: Payments = new Payments({
    db,
    provider: createPaymentProvider({ url: paymentUrl, secret: config.PAYMENT_SECRET, answered }),
    currency: country.currencyCode,
    callbackUrl: `${config.publicUrl}/api/Payment/Callback`,
    owners: [donationOwner, composeOrderOwner({ limits, log, donationOwner, payments: () => payments, country })],
    log,
  });
  return {
    payments,
    bound: [
      ...bindCalls(
        calls.donations,
        createDonationHandlers({ payments, proofs: createDonorProofs(config.JWT_SECRET), cardSystems }),
      ),
      ...bindCalls(calls.payments, createPaymentsHandlers({ payments }), {
        callback: callbackVerifier(config.PAYMENT_SECRET),
      }),
    ],
  };
}

function composeIdentity({ config, db, log }: AreasOptions, country: CountryProfile) {
  const identity = createIdentity({
    db,
    jwtSecret: config.JWT_SECRET,
    country,
    publicUrl: config.publicUrl,
    smsUrl: config.SMS_URL ?? null,
    hasLimits: config.LIMITS,
    preparePerson,
    userNameOf: async (queryable, userId) => (await findCreator(queryable, userId))?.userName ?? null,
    print: (line) => process.stdout.write(`${line}\n`),
    log,
  });
  const { handlers, outboxHandlers } = identity;
  const outbox = outboxHandlers === null || config.isProduction ? [] : bindCalls(calls.outbox, outboxHandlers);
  return { identity, bound: [...bindCalls(calls.identity, handlers), ...outbox] };
}

/** Which of some pictures anything refers to: each area with pictures answers for its own. */
async function findUsedImages(db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  const used = await Promise.all(
    [usedImages, usedWidgetImages, usedProductImages, usedOrderImages].map((find) => find(db, names)),
  );
  return new Set(used.flatMap((some) => [...some]));
}

const minute = 60_000;

/** Puts the areas together: which hears of what, and who answers which call. */
export function composeAreas(options: AreasOptions): Areas {
  const { config, db, hub, listener, log, paymentUrl, dataDir } = options;
  const country = countryOf(config.COUNTRY);
  const watch = createWatch(options);
  const { payments, bound: moneyCalls } = composeMoney(options, country, watch.providerAnswered);
  const { identity, bound: identityBound } = composeIdentity(options, country);
  const shop = composeShop({ db, country, payments });
  const tools = composeCreatorTools({ config, db, limits: options.limits, country });
  const images = createImages({ db, log, dataDir, store: config.IMAGE_STORE });
  const caches = [identity.sessionCache, images.cache].map((cache) => connectCache(listener, cache));
  const widgetHandlers = createWidgetHandlers({
    hub,
    secret: config.JWT_SECRET,
    publicUrl: config.publicUrl,
    currency: country.currencyLabel,
    timeZone: country.timeZone,
    donationStatistics,
    giftTimes,
    giftWords,
    whenShown: async (tx, shown) => {
      await tellOfShown(tx, shown);
      await watch.shown(tx, { projectId: shown.projectId, payIds: shown.gifts.map(({ payId }) => payId) });
    },
  });
  const jobs: BackgroundJob[] = [
    { name: 'old idempotency keys', everyMilliseconds: 10 * minute, run: () => sweepIdempotencyKeys(db) },
    { name: 'old events', everyMilliseconds: 10 * minute, run: () => sweepEvents(db) },
    { name: 'old addresses of gifts', everyMilliseconds: 60 * minute, run: () => sweepDonations(db) },
    { name: 'old sessions and codes', everyMilliseconds: 60 * minute, run: () => identity.sweep() },
    { name: 'unused pictures', everyMilliseconds: 60 * minute, run: () => images.sweepUnusedImages(findUsedImages) },
    ...widgetJobs(db),
    ...shop.jobs,
    ...tools.jobs,
    ...watch.jobs,
  ];
  return {
    bound: [
      ...identityBound,
      ...bindCalls(calls.profile, profileHandlers),
      ...bindCalls(calls.creators, creatorsHandlers),
      ...composeModeration(country),
      ...moneyCalls,
      ...tools.bound,
      ...bindCalls(calls.widgets, widgetHandlers, widgetVerifiers(db)),
      ...shop.bound,
      ...bindCalls(calls.images, images.handlers),
      ...bindCalls(calls.shell, createShellHandlers({ config, country, paymentUrl, messageLength })),
    ],
    identity,
    payments,
    images,
    authenticate: identity.authenticate,
    audit: writeAudit,
    register(api) {
      registerUploads(api);
      tools.register(api);
    },
    registerFiles: (app) =>
      registerCreatorFiles(app, {
        ...{ db, publicUrl: config.publicUrl, otherPages: [merchSitemap] },
        readImage: (name) => images.readImage(name),
      }),
    startBackground() {
      const work = [startJobs(jobs, log), startPaymentSweeper({ payments, log })];
      return { stop: async () => void (await Promise.all(work.map((one) => one.stop()))) };
    },
    async close() {
      watch.stop();
      for (const cache of caches) cache.disconnect();
    },
  };
}
