import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import sql from 'sql-template-tag';
import { passwords, until } from './database-hosts.ts';
import type { HostsFixture } from './hosts-fixture.ts';

const port = 5444;
const folder = '/var/lib/postgresql/restored';

const before = '00000000-0000-7000-8000-0000000000b1';
const after = '00000000-0000-7000-8000-0000000000a1';

async function countOf(address: string, stream: string): Promise<number> {
  const client = new Client({
    host: address,
    port,
    user: 'postgres',
    password: passwords.superuser,
    database: 'opora',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const text = 'select 1 from event_counter where stream = $1 and not pg_is_in_recovery()';
    return (await client.query(text, [stream])).rows.length;
  } finally {
    await client.end();
  }
}

/** Backs up, writes a row before and one after a moment, and restores to that moment on another host. */
export async function restoreToMoment({ databases, db, primary }: HostsFixture) {
  const from = await primary();
  await from.pgbackrest('backup', '--type=full');
  const write = (stream: string) => db.execute(sql`insert into event_counter (stream, last) values (${stream}, 1)`);
  await write(before);
  await pause(1_000);
  const { rows } = await db.execute<{ at: string }>(sql`select now()::text as at`);
  await pause(1_000);
  await write(after);
  await from.asAdmin((client) => client.query('select pg_switch_wal()'));
  await from.pgbackrest('check');
  const target = databases.find((one) => one !== from);
  if (target === undefined) throw new Error('there is no other host');
  const { host } = target;
  await host.run(['mkdir', '-m', '700', folder], { user: 'postgres' });
  const moment = ['--type=time', `--target=${rows[0]?.at}`, '--target-action=promote'];
  await target.pgbackrest(`--pg1-path=${folder}`, ...moment, 'restore');
  const settings = [
    'archive_mode=off',
    'synchronous_standby_names=',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
  ];
  const server = target.startPostgres(folder, settings);
  try {
    await until('the moment is reached', async () => (await countOf(host.address, before)) === 1, 60).catch(
      () => undefined,
    );
    return { before: await countOf(host.address, before), after: await countOf(host.address, after) };
  } finally {
    server.kill('SIGINT');
    await new Promise((resolve) => server.once('exit', resolve));
    await host.run(['rm', '-rf', folder], { user: 'postgres' });
  }
}
