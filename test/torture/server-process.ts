/**
 * One server process of the product, for tests that kill it: configured by the environment like `main.ts`, on a migrated
 * database and with a provider that are there already. `PAGES`: `built` or `none`. Tells its parent when it listens, and ends with it.
 */
import { startOpora } from '#app/opora.server.ts';
import { readConfig } from '#base/config.server.ts';
import { createLog } from '#base/log.server.ts';

const config = readConfig(process.env);
const log = createLog({ level: config.LOG_LEVEL, pretty: false });
process.on('disconnect', () => process.exit(0));

const opora = await startOpora({
  config,
  databaseUrl: config.DATABASE_URL ?? '',
  paymentUrl: config.paymentUrl ?? '',
  log,
  pages: process.env.PAGES === 'built' ? 'built' : 'none',
  dataDir: config.DATA_DIR,
  folder: new URL('../..', import.meta.url).pathname,
});
process.send?.('ready');

process.once('SIGTERM', () => {
  void opora.close().then(() => process.exit(0));
});
