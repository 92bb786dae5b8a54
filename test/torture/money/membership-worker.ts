/**
 * A server process whose clock of memberships is a row of the database. `npm run torture` kills and stops such processes.
 */
import { startOpora } from '#app/server-process.server.ts';
import { readConfig } from '#base/config/config.server.ts';
import { createLog } from '#base/process/log.server.ts';
import { movedClock } from './moved-clock.ts';

const { DATABASE_URL: databaseUrl = '', PAYMENT_URL: paymentUrl = '', DATA_DIR: dataDir = '' } = process.env;
const opora = await startOpora({
  config: readConfig(process.env),
  databaseUrl,
  paymentUrl,
  dataDir,
  pages: 'none',
  folder: new URL('../../..', import.meta.url).pathname,
  log: createLog({ level: 'silent', pretty: false }, { write: () => undefined }),
  clock: movedClock,
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url: opora.url });
