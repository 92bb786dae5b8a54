import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#base/db/db.server.ts';
import { migrate } from '#base/db/migrations.server.ts';
import { type ReplicatedPair, startReplicatedPair } from '#test/support/database/replicated-pair.ts';
import { newTransaction, paymeCaller, paymeEnv } from '#test/support/money/payme-caller.ts';
import { openedOf } from '#test/support/shop-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

let pair: ReplicatedPair;
let app: TestApp;
let creator: SignedIn;

// In a hook: where it fails, the others still end the servers, which do not go with this process.
beforeAll(async () => {
  pair = await startReplicatedPair();
  await migrate({ url: pair.url, folder: new URL('../../migrations', import.meta.url).pathname });
  app = await startApp({ databaseUrl: pair.url, env: { ...paymeEnv, LIMITS: 'off' } });
  creator = await signIn(app.db, testSecrets.jwt, { userName: 'kamola' });
});

afterAll(() => pair?.close());
afterAll(() => app?.close());

/** Does the work while an operator cancels every wait for the standby. */
async function withCancelledWaits<Result>(work: () => Promise<Result>): Promise<Result> {
  const operator = openDatabase({ url: pair.url, max: 1 });
  let isOver = false;
  const cancelling = (async () => {
    for (; !isOver; await pause(20)) {
      await operator.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await cancelling;
    await operator.close();
  }
}

const give = (system: string, idempotencyKey: string) =>
  app.api(
    'POST ProjectPay/Create',
    { body: { projectId: creator.projectId, amount: 10_000, name: idempotencyKey, system } },
    { idempotencyKey },
  );

test('a donation that no standby has got is never acknowledged, however often it is asked for', async () => {
  await pair.stopStandby();
  const answers = await withCancelledWaits(async () => {
    const first = await give('gateway', 'key of one');
    return [first, await give('gateway', 'key of one')];
  });
  await pair.startStandby();
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect(JSON.stringify(answers)).toContain('мы не знаем, сохранилось ли это');
  expect((await give('gateway', 'key of one')).status).toBe(200);
  const { rows } = await app.db.execute<{ n: number }>(
    sql`select count(*) as n from donation where name = 'key of one'`,
  );
  expect(rows[0]?.n).toBe(1);
});

test('Payme is not answered that its transaction is performed before a standby has it', async () => {
  const payme = paymeCaller(app.url);
  const { paymentUrl } = openedOf(await give('payme', 'key of two'));
  const transaction = newTransaction(paymentUrl, 1_000_000);
  const { id } = transaction;
  await payme.call('CreateTransaction', transaction);
  const perform = () => payme.codeOf('PerformTransaction', { id });
  await pair.stopStandby();
  const codes = await withCancelledWaits(async () => [
    await perform(),
    await perform(),
    await payme.codeOf('CheckTransaction', { id }),
    await payme.codeOf('CreateTransaction', transaction),
  ]);
  await pair.startStandby();
  expect(codes).toEqual([-32_400, -32_400, -32_400, -32_400]);
  expect(await perform()).toBeNull();
  expect((await payme.call('CheckTransaction', { id })).result).toMatchObject({ state: 2 });
});
