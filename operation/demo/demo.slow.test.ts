import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#base/config/config.server.ts';
import { readLedgerFaults } from '#test/support/money/money-faults.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { makeDataDir, removeDataDir, startProgram } from '#test/support/started-program.ts';
import { seedDemoWorld } from '../../demo/demo-world.ts';
import { buildIfStale } from '../install/build-if-stale.ts';
import { runDemoCommand } from './demo-command.ts';

const logins = ['998900000001', '998900000002', '998900000003', '998900000004'];
const tokens = z.object({ data: z.object({ token: z.string(), refreshToken: z.string() }) });

await buildIfStale(join(import.meta.dirname, '../..'), () => undefined);
const folder = await makeDataDir();
afterAll(() => removeDataDir(folder));
const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
await seedDemoWorld(app.opora, readConfig({ JWT_SECRET: testSecrets.jwt }), pino({ level: 'silent' }));

async function demo(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const images = await mkdtemp(join(tmpdir(), 'opora-demo-'));
  const place = { databaseUrl: app.databaseUrl, imageFolder: images, imageStore: undefined, timeZone: 'UTC' };
  await runDemoCommand({ ...place, log: (line) => lines.push(line) }, words);
  await rm(images, { recursive: true, force: true });
  return lines;
}

const login = (phone: string) =>
  app.api('POST Identity/Token', { body: { phone, password: 'opora-demo', rememberMe: false } });

function startInProduction() {
  const partners = { PAYMENT_URL: 'https://pay.example', SMS_URL: 'https://sms.example', SANDBOX_PORT: 'off' };
  const site = { NODE_ENV: 'production', PUBLIC_URL: 'https://opora.example' };
  return startProgram({ env: { ...partners, ...site, DATABASE_URL: app.databaseUrl, DATA_DIR: folder } });
}

test('production refuses to start while demo accounts have their password, and names them and the command', async () => {
  const program = await startInProduction();
  expect(await program.ended()).toBe(1);
  const line = program.failures().trimEnd();
  expect(line.split('\n')).toHaveLength(1);
  for (const phone of logins) expect(line).toContain(phone);
  expect(line).toContain('998900000003 (dilnoza)');
  expect(line).toContain('npm run demo -- lock');
});

test('nothing is removed without a yes', async () => {
  await expect(demo('remove')).rejects.toThrow('demo remove --yes');
  expect((await login('998900000003')).status).toBe(200);
});

test('locked demo accounts are out at once, and production starts', async () => {
  const { token, refreshToken } = tokens.parse((await login('998900000003')).body).data;
  const holder = await app.db.pool.connect();
  await holder.query('begin');
  const held = await holder.query(`select user_id as id from creator where user_name = 'dilnoza' for update`);
  const locking = demo('lock');
  await until(async () => {
    const waiting = await app.db.pool.query(
      `select from pg_stat_activity where application_name = 'opora demo' and wait_event_type = 'Lock'`,
    );
    return waiting.rows.length > 0;
  });
  // Pages are locked before people, as in every transaction.
  await holder.query('select from person where id = $1 for update nowait', [held.rows[0]?.id]);
  await holder.query('commit');
  holder.release();
  expect(await locking).toEqual(['27 people of the demo world are locked out']);
  for (const phone of logins) expect((await login(phone)).status).not.toBe(200);
  const body = { accessToken: token, refreshToken };
  expect((await app.api('POST Identity/RefreshToken', { body })).status).toBe(401);
  const { rows } = await app.db.pool.query('select from person where role <> $1 or password_hash is not null', [
    'user',
  ]);
  expect(rows).toHaveLength(0);
  const program = await startInProduction();
  await program.ready();
  program.child.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
});

test('the demo world is forgotten: no names and no goods, the books whole', async () => {
  const before = await app.db.pool.query('select count(*) as entries, sum(amount) as sum from entry');
  expect(await demo('remove', '--yes')).toHaveLength(1);
  const after = await app.db.pool.query('select count(*) as entries, sum(amount) as sum from entry');
  expect(after.rows).toEqual(before.rows);
  expect(await readLedgerFaults(app.db)).toEqual({ entrySum: 0, wrongBalances: 0, unbalanced: 0 });
  const { rows: left } = await app.db.pool.query(
    `select from person where phone like '9989000000%'
     union all select from creator where user_name in ('dilnoza', 'madaminov', 'bekzod')
     union all select from product where deleted_at is null`,
  );
  expect(left).toHaveLength(0);
  expect(await demo('list')).toEqual(['0 people of the demo world']);
});
