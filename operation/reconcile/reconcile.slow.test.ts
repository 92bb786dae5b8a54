import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { reconcile } from '#app/payments/books/reconcile.server.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { createLog } from '#base/process/log.server.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { give, givePaid, openMoneyFixture } from '#test/support/money/money-fixture.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { makeDataDir, removeDataDir } from '#test/support/started-program.ts';
import { clientOf, testSecret } from '../../payment-gateway/merchant/test-merchant.ts';
import { startSandboxProcess } from '../install/sandbox-process.ts';
import { lineOf } from './difference-lines.ts';

const fixture = await openMoneyFixture();
afterAll(() => fixture.close());

/** The only system is the gateway. */
async function run(since = new Date(0)) {
  const { db, systems } = fixture;
  const [gateway] = await reconcile({ db, systems, since, pause: async () => undefined });
  if (gateway === undefined) throw new Error('nothing was compared');
  return gateway;
}

it('finds the books equal, then every payment that was changed behind the back of either', async () => {
  const { projectId } = await fixture.person();
  const paid = await givePaid(fixture, { projectId });
  const open = await give(fixture, { projectId });
  expect(await run()).toMatchObject({ system: 'gateway', compared: 2, notCompared: 0, differences: [], why: null });
  expect((await run(new Date(Date.now() + 60_000))).compared).toBe(0);
  await fixture.setFaults({ callbacks: 'drop' });
  await fixture.refundAtProvider(paid.paymentUrl, { amount: 300_000 });
  const [refunded] = (await run()).differences;
  expect(refunded?.kind).toBe('refundedThere');
  expect(refunded && lineOf(refunded)).toContain('here paid 10 000 UZS, there paid 10 000 UZS, refunded 3 000 UZS (');
  await fixture.db.execute(sql`update payment set next_check_at = now() where reference = ${paid.payId}`);
  await fixture.payments.polling.sweep(100);
  expect((await run()).differences).toEqual([]);
  await fixture.db.execute(sql`update payment set refunded = refunded + 1 where reference = ${paid.payId}`);
  expect((await run()).differences).toMatchObject([
    { kind: 'refundedHere', ours: { state: 'paid', amount: 1_000_000, refunded: 300_001 } },
  ]);
  await fixture.db.execute(sql`update payment set amount = amount + 1 where reference = ${paid.payId}`);
  await fixture.db.execute(sql`update payment set provider_id = 'nobody' where reference = ${open.payId}`);
  const { differences } = await run();
  expect(differences.map(({ payment, kind }) => [payment?.reference, kind])).toEqual([
    [paid.payId, 'otherAmount'],
    [open.payId, 'unknownThere'],
  ]);
  await fixture.sandbox.close();
  expect(await run()).toMatchObject({ compared: 0, notCompared: 2, differences: [], why: { reason: 'noAnswer' } });
});

it('asks the sandbox that serves these books, at whatever port another process has started it', async () => {
  const books = await createTestDatabase();
  onTestFinished(() => books.drop());
  const folder = await makeDataDir();
  onTestFinished(() => removeDataDir(folder));
  const dataFile = join(folder, 'payment-gateway.jsonl');
  const log = createLog({ level: 'silent', pretty: false });
  const root = join(import.meta.dirname, '../..');
  const place = { host: '127.0.0.1', port: await freePort(), secret: testSecret, phonePrefix: '+998' };
  const sandbox = await startSandboxProcess({ folder: root, dataFile, log, ...place });
  onTestFinished(() => sandbox.stop());
  const reference = '01a1fc5f-8133-76af-8f84-02f94d350c03';
  const { id } = await clientOf(sandbox.url, 'http://127.0.0.1:9/').create({ reference, amount: 500_000 });
  const db = openDatabase({ url: books.url, max: 1 });
  await db.execute(sql`insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, next_check_at)
    values ('donation', ${reference}, ${id}, 500000, 'UZS', 'Created', now() + interval '1 hour', now())`);
  await db.close();
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PAYMENT_SECRET: testSecret,
    DATA_DIR: folder,
    DATABASE_URL: books.url,
    SANDBOX_PORT: String(await freePort()),
  };
  const command = [join(root, 'operation/operate.ts'), 'reconcile'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env }).catch((error) => error);
  expect(stdout.split('\n')[0]).toBe('gateway: 1 compared, 0 differ');
});
