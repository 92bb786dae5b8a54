import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { countryOf } from '#app/country.ts';
import { readSettings } from '#app/donations/donation-settings.server.ts';
import type { Opora } from '#app/opora.server.ts';
import { dropCached } from '#base/cache-tags.server.ts';
import type { Config } from '#base/config.server.ts';
import type { Queryable, Tx } from '#base/db.server.ts';
import { demoCreators } from './creators.ts';
import { addGifts } from './gift-rows.ts';
import { makeGifts } from './gifts.ts';
import { demoPassword } from './logins.ts';
import { addGoods, drawGoods } from './merch.ts';
import { addOrders } from './orders.ts';
import { addPeople } from './people.ts';
import { addPickUps } from './pickup-points.ts';
import { type DrawnPictures, drawPictures } from './pictures/drawn-pictures.ts';
import { type DemoProvider, tellProvider } from './provider-books.ts';
import { askForFields } from './review-fields.ts';

/** The part of a running server that the demo world is brought with. */
export type DemoHome = Pick<Opora, 'db'> & { readonly areas: Pick<Opora['areas'], 'identity' | 'images'> };

/** The part of the configuration that it depends on. `provider`: the payment sandbox, where one stands beside. */
export type DemoConfig = Pick<Config, 'COUNTRY' | 'JWT_SECRET' | 'isProduction'> & {
  readonly provider?: DemoProvider | undefined;
};

async function hasPeople(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (select from person) as found`);
  return rows[0]?.found ?? false;
}

/** Others who start at the same time wait here until this transaction has ended. */
async function lockWorld(tx: Tx): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('demo world'))`);
}

async function drawAll({ areas }: DemoHome): Promise<ReadonlyMap<string, DrawnPictures>> {
  const drawn = await Promise.all(
    demoCreators.map(async (creator) => [creator.userName, await drawPictures(areas.images, creator)] as const),
  );
  return new Map(drawn);
}

async function bring(tx: Tx, home: DemoHome, config: DemoConfig): Promise<number> {
  const country = countryOf(config.COUNTRY);
  const now = new Date();
  const [pictures, drawn, passwordHash] = await Promise.all([
    drawAll(home),
    drawGoods(tx, home.areas.images),
    home.areas.identity.hashPassword(demoPassword),
  ]);
  const people = await addPeople(tx, { country, secret: config.JWT_SECRET, passwordHash, pictures, now });
  await askForFields(tx, { creators: people.creators, images: home.areas.images, now });
  await addGoods(tx, { creators: people.creators, drawn, now });
  const pickUps = await addPickUps(tx, country);
  const { commissionPercent } = await readSettings(tx);
  const gifts = makeGifts({ ...people, commissionPercent, now });
  await addGifts(tx, gifts, country.currencyCode);
  await addOrders(tx, { ...people, pickUps, country, now });
  if (config.provider !== undefined) await tellProvider(tx, config.provider);
  const projects = [...people.creators.values()].map(({ projectId }) => `project:${projectId}`);
  await dropCached(tx, ['creators', 'ranking', 'home', ...projects]);
  return gifts.length;
}

/**
 * Fills an empty database with a small believable world: people, pictures, 60 products, 40 orders, 400 gifts over the past 90 days.
 * Where there is anybody already, nothing happens. All of it comes in one transaction, so that it is there wholly or not at all, and once
 * even where several servers start together. Never in production.
 */
export async function seedDemoWorld(home: DemoHome, config: DemoConfig, log: Logger): Promise<void> {
  if (config.isProduction) {
    log.warn('no demo world is brought in production: its passwords are known to everybody');
    return;
  }
  if (await hasPeople(home.db)) return;
  const started = performance.now();
  await home.db.transaction(async (tx) => {
    await lockWorld(tx);
    if (await hasPeople(tx)) return;
    const gifts = await bring(tx, home, config);
    const milliseconds = Math.round(performance.now() - started);
    log.info({ creators: demoCreators.length, gifts, milliseconds }, 'the demo world is there');
  });
}
