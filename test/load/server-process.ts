/**
 * One server process of the product, for tests that kill it. It is configured by the environment like `main.ts` and needs a migrated
 * database and a provider. `PAGES`: `built` or `none`; `CLOCK=database`: the clock of memberships is a row. It sends `ready` to its parent
 * when it listens, and ends with its parent.
 */
import { startOpora } from '#app/server-process.server.ts';
import { readConfig } from '#base/config/config.server.ts';
import { createLog } from '#base/process/log.server.ts';
import { readArchive } from '../../operation/person/archive/read-archive.ts';
import { movedClock } from './money/moved-clock.ts';

const config = readConfig(process.env);
const log = createLog({ level: config.LOG_LEVEL, pretty: false });
process.on('disconnect', () => process.exit(0));

const opora = await startOpora({
  config,
  databaseUrl: config.DATABASE_URL ?? '',
  paymentUrl: config.paymentUrl ?? '',
  log,
  readArchive,
  pages: process.env.PAGES === 'built' ? 'built' : 'none',
  dataDir: config.DATA_DIR,
  folder: new URL('../..', import.meta.url).pathname,
  ...(process.env.CLOCK === 'database' && { clock: movedClock }),
});
process.send?.('ready');

process.once('SIGTERM', () => {
  void opora.close().then(() => process.exit(0));
});
