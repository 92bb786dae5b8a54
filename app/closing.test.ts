import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signIn } from '#test/sign-in.ts';
import { startApp, testSecrets } from '#test/start-app.ts';

test('a server that is told to end answers what is in flight and does not wait for connections kept open', async () => {
  const app = await startApp({ env: { LIMITS: 'off' } });
  const { projectId } = await signIn(app.db, testSecrets.jwt);
  const holder = await app.db.pool.connect();
  await holder.query('begin');
  await holder.query('lock table donation in exclusive mode');
  const asked = app.api('POST ProjectPay/Create', { body: { projectId, amount: 10_000 } });
  // Of this database: other tests wait for locks on the same server.
  const waiting = `select from pg_locks l join pg_database d on d.oid = l.database
    where not l.granted and d.datname = current_database()`;
  while ((await holder.query(waiting)).rowCount === 0) await pause(20);
  const closed = app.close();
  // The client keeps its connection for 65 seconds after the answer, longer than this test may take.
  await pause(100);
  await holder.query('commit');
  holder.release();
  expect((await asked).status).toBe(200);
  await closed;
});
