import type { Logger } from 'pino';
import { countryOf } from '#app/country.ts';
import { readDonationSettings } from '#app/donations/donation-settings-store.server.ts';
import { insertCode } from '#app/orders/promo-codes/promo-codes-store.server.ts';
import type { Opora } from '#app/server-process.server.ts';
import { readSiteSettings, writeSiteSettings } from '#app/site/site-settings-store.server.ts';
import { siteTag } from '#app/site/site-tag.ts';
import type { Config } from '#base/config/config.server.ts';
import { openDatabase, type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { addAuditTrail } from './audit-trail.ts';
import { addComparedNights, begunInNight } from './compared-nights.ts';
import { demoCreators } from './creators/creators.ts';
import { decideFields } from './creators/decided-fields.ts';
import { askForFields } from './creators/review-fields.ts';
import { addDeliveryPrices } from './delivery-prices.ts';
import { addDonations } from './donations/donation-rows.ts';
import { makeDonations } from './donations/donations.ts';
import { addGivenPieces, chooseGivenPieces } from './donations/given-pieces.ts';
import { addProblems } from './donations/problem-payments.ts';
import { addSharedDonation } from './donations/shared-donation.ts';
import { addUnpaid, makeUnpaid } from './donations/unpaid-donations.ts';
import { demoPassword } from './logins.ts';
import { addMemberships } from './memberships/membership-rows.ts';
import { makeMemberships } from './memberships/memberships.ts';
import { addPostsAndMessages } from './memberships/post-rows.ts';
import { addGoods, storeGoodsPictures } from './merch/merch.ts';
import { addOffers } from './offers.ts';
import { addOrders } from './orders/orders.ts';
import { paidSystems, SystemMix } from './payments/system-mix.ts';
import { addSystemRows } from './payments/system-rows.ts';
import { addPayouts } from './payouts.ts';
import { addPeople } from './people.ts';
import { addPickUps } from './pickup-points.ts';
import { type DemoProvider, enterPayments } from './provider-books.ts';
import { type CreatorPictures, storeCreatorPictures } from './stored-pictures.ts';

/** The part of a running server that creating the demo world needs. */
export type DemoHome = Pick<Opora, 'db'> & {
  readonly areas: Pick<Opora['areas'], 'identity' | 'images' | 'memberships'>;
};

/** The part of the configuration that it needs. `provider`: the payment sandbox, if there is one. */
export type DemoConfig = Pick<Config, 'COUNTRY' | 'JWT_SECRET' | 'PAYMENT' | 'SANDBOX' | 'isProduction'> & {
  readonly provider?: DemoProvider | undefined;
};

/** How to reach an operator who does not exist. */
const demoContacts = {
  company: 'Opora Demo',
  taxNumber: '305123456',
  email: 'help@opora.example',
  phone: '+998 71 200-00-01',
  telegram: 'opora_demo_help',
};

/** Adds the promo code of the demo world: 10 % off everything, for each buyer once. */
async function addPromoCode(tx: Tx): Promise<void> {
  await insertCode(tx, {
    code: 'ОПОРА10',
    percent: 10,
    amount: null,
    sellerId: null,
    minTotal: 0,
    startsAt: null,
    endsAt: null,
    most: null,
    mostEach: 1,
  });
}

const anyPerson = statement<{ found: boolean }>('select exists (select from person) as found');

async function hasPeople(db: Queryable): Promise<boolean> {
  const rows = await db.run(anyPerson, []);
  return rows[0]?.found ?? false;
}

const allowIdleness = statement('set local idle_in_transaction_session_timeout = 0');

const lockDemo = statement(`select pg_advisory_xact_lock(hashtext('demo world'))`);

/** Makes processes that start at the same time wait until this transaction has ended. */
async function lockWorld(tx: Tx): Promise<void> {
  await tx.run(allowIdleness, []);
  await tx.run(lockDemo, []);
}

async function storePictures({ areas }: DemoHome): Promise<ReadonlyMap<string, CreatorPictures>> {
  const stored = await Promise.all(
    demoCreators.map(async (creator) => [creator.userName, await storeCreatorPictures(areas.images, creator)] as const),
  );
  return new Map(stored);
}

async function bring(tx: Tx, home: DemoHome, config: DemoConfig): Promise<number> {
  const country = countryOf(config.COUNTRY);
  const { timeZone } = country;
  const now = new Date();
  const systems = paidSystems(config, country.currencyCode);
  const mix = new SystemMix(systems);
  const [pictures, goods, passwordHash] = await Promise.all([
    storePictures(home),
    storeGoodsPictures(home.areas.images),
    home.areas.identity.hashPassword(demoPassword),
  ]);
  const people = await addPeople(tx, { country, secret: config.JWT_SECRET, passwordHash, now });
  await decideFields(tx, { ...people, pictures, country, now });
  await askForFields(tx, { creators: people.creators, images: home.areas.images, country, now });
  await addGoods(tx, { creators: people.creators, goods, country, now });
  const pickUps = await addPickUps(tx, country);
  const { commissionPercent } = await readDonationSettings(tx);
  const monthly = makeMemberships({ ...people, country, commissionPercent, now });
  await addMemberships(tx, monthly, { secret: config.JWT_SECRET, timeZone });
  await addPostsAndMessages(tx, { ...people, levels: monthly.levels, store: home.areas.memberships, timeZone, now });
  const once = makeDonations({ ...people, country, commissionPercent, mix, now });
  const shared = await addSharedDonation(tx, once, { ...people, commissionPercent, now });
  const world = { ...people, commissionPercent, timeZone, now };
  const begun = begunInNight(shared, { now, timeZone });
  const given = await chooseGivenPieces(tx, begun, world);
  const donations = begun
    .map((donation) => (donation.id === given?.donation.id ? given.donation : donation))
    .concat(monthly.memberships.flatMap((membership) => membership.donations))
    .sort((one, other) => one.paidAt.getTime() - other.paidAt.getTime());
  await addDonations(tx, donations, country.currencyCode);
  if (given !== null) await addGivenPieces(tx, given, world);
  const unpaid = makeUnpaid({ ...people, country, commissionPercent, now, systems }).concat(
    monthly.memberships.flatMap(({ refused }) => refused?.donation ?? []),
  );
  await addUnpaid(tx, unpaid, country.currencyCode);
  const [shown] = people.creators.values();
  if (shown !== undefined) await addOffers(tx, { projectId: shown.projectId, donations, now });
  await addPromoCode(tx);
  await addOrders(tx, { ...people, pickUps, country, mix, now });
  await addSystemRows(tx);
  await addDeliveryPrices(tx, country, pickUps);
  await addPayouts(tx, { ...people, country, now });
  await addProblems(tx, now);
  await addComparedNights(tx, { systems, now, timeZone });
  await addAuditTrail(tx, { ...people, now });
  await writeSiteSettings(tx, { ...(await readSiteSettings(tx)), ...demoContacts });
  if (config.provider !== undefined) await enterPayments(tx, config.provider);
  const projects = [...people.creators.values()].map(({ projectId }) => `project:${projectId}`);
  await dropCached(tx, ['creators', 'ranking', 'home', siteTag, ...projects]);
  return donations.length;
}

/**
 * Fills an empty database with the demo world: people, pictures, 60 products, 40 orders, 400 donations of the past 90 days and
 * monthly support beside them, with what was not paid; the first creator asks, promises, rewards and streams, once together with the second, and viewers were
 * given merch there. Does nothing if
 * there are people already, and in production. Runs in one locked transaction, so that several servers that start together create it once.
 */
export async function seedDemoWorld(home: DemoHome, config: DemoConfig, log: Logger): Promise<void> {
  if (config.isProduction) {
    log.warn('the demo world is not created in production: its passwords are public');
    return;
  }
  if (await hasPeople(home.db)) return;
  const started = performance.now();
  // The server's own connections limit statements to seconds; waiting for another process may take longer.
  const { connectionString: url = '' } = home.db.pool.options;
  const db = openDatabase({
    url,
    isPooled: home.db.isPooled,
    max: 1,
    statementTimeoutMs: 0,
    applicationName: 'opora demo',
  });
  try {
    await db.transaction(async (tx) => {
      await lockWorld(tx);
      if (await hasPeople(tx)) return;
      const donations = await bring(tx, home, config);
      const milliseconds = Math.round(performance.now() - started);
      log.info({ creators: demoCreators.length, donations, milliseconds }, 'the demo world is there');
    });
  } finally {
    await db.close();
  }
}
