import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { openDonation } from '#test/bench/support/donation-maker.ts';
import { inTurns } from '#test/bench/support/load.ts';
import type { Figure } from './table.ts';
import type { World } from './world.ts';

const run = promisify(execFile);
const clients = 8;
const seconds = 4;
/** Donations go to the first creators, as the statements for pgbench do. */
const creators = 50;

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Debian keeps PostgreSQL's programs out of PATH. */
async function findPgbench(): Promise<string | null> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions.map((one) => join(debian, one, 'bin'))];
  for (const folder of folders) {
    const path = join(folder, 'pgbench');
    if (await isProgram(path)) return path;
  }
  return null;
}

async function pgbenchRate(program: string, databaseUrl: string): Promise<number> {
  const file = join(import.meta.dirname, 'support/donation-statements.sql');
  const { stdout } = await run(program, [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-f',
    file,
    databaseUrl,
  ]);
  const rate = /tps = ([\d.]+) \(without/.exec(stdout)?.[1];
  if (rate === undefined || !/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench failed:\n${stdout}`);
  return Number(rate);
}

/** Donations made and paid a second by 8 clients, each of which waits for the answers. */
async function donationRate(app: string, during: number): Promise<number> {
  const began = performance.now();
  let done = 0;
  const client = async (first: number) => {
    for (let at = first; performance.now() - began < during * 1000; at += clients) {
      const donation = await openDonation(app, 1 + ((at * 7) % creators));
      await donation.pay();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  return done / ((performance.now() - began) / 1000);
}

/** A donation made and paid through the product against the same statements run by pgbench, as many clients at once. */
export async function measureDonations(app: string, world: World): Promise<Figure> {
  const figure = {
    what: 'ProjectPay/Create + paid callback / pgbench',
    unit: 'ratio',
    goal: { is: 'at least', value: 0.3, margin: 0.15 },
  } as const;
  const program = await findPgbench();
  if (program === null) {
    const rate = await donationRate(app, seconds);
    return { ...figure, value: null, note: `no pgbench on this machine; ${Math.round(rate)} donations/s` };
  }
  await donationRate(app, 1);
  const { ratio, note } = await inTurns(
    () => donationRate(app, seconds),
    () => pgbenchRate(program, world.databaseUrl),
    'donations/s',
  );
  await world.query(`update alert set state = 'skipped', reason = 'skipped', ended_at = now() where state = 'queued'`);
  return { ...figure, value: ratio, note };
}
