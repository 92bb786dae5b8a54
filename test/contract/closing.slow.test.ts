import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

/** Holds every new donation of an app until it is let go. */
async function holdDonations(app: TestApp) {
  const holder = await app.db.pool.connect();
  await holder.query('begin');
  await holder.query('lock table donation in exclusive mode');
  // Of this database: other tests wait for locks on the same server.
  const waiting = `select from pg_locks l join pg_database d on d.oid = l.database
    where not l.granted and d.datname = current_database()`;
  return {
    async untilOneWaits() {
      while ((await holder.query(waiting)).rowCount === 0) await pause(20);
    },
    async letGo() {
      await holder.query('commit');
      holder.release();
    },
  };
}

const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

test('a stopping server answers requests in flight and does not wait for idle connections', async () => {
  const app = await startApp({ env: { LIMITS: 'off' } });
  const { projectId } = await signIn(app.db, testSecrets.jwt);
  const donations = await holdDonations(app);
  const asked = app.api('POST ProjectPay/Create', { body: { projectId, amount: 10_000 } });
  await donations.untilOneWaits();
  const closed = app.close();
  // The client keeps its connection for 65 seconds after the answer, longer than this test may take.
  await pause(100);
  await donations.letGo();
  expect((await asked).status).toBe(200);
  await closed;
});

test('a request on an open connection to a stopping server is refused in the envelope, and the connection ends', async () => {
  const app = await startApp({ env: { LIMITS: 'off' } });
  const { projectId } = await signIn(app.db, testSecrets.jwt);
  const donations = await holdDonations(app);
  const port = Number(new URL(app.url).port);
  const socket = connect(port, '127.0.0.1');
  const body = JSON.stringify({ projectId, amount: 10_000 });
  const head = 'POST /api/ProjectPay/Create HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  await donations.untilOneWaits();
  const closed = app.close();
  while (await takesConnections(port)) await pause(20);
  // Sent while the answer before it is still awaited: the connection is not idle.
  socket.write('GET /api/Widget/Events?key=x HTTP/1.1\r\nHost: x\r\n\r\n');
  await pause(100);
  await donations.letGo();
  const [first = '', second = ''] = (await text(socket)).split(/(?=HTTP\/1\.1 )/);
  expect(first).toMatch(/^HTTP\/1.1 200 /);
  expect(second).toMatch(/^HTTP\/1.1 503 /);
  for (const header of [/x-request-id: [\da-f-]{36}/i, /retry-after: \d+/i, /connection: close/i]) {
    expect(second).toMatch(header);
  }
  expect(JSON.parse(second.slice(second.indexOf('{')))).toMatchObject({
    success: false,
    data: null,
    error: { code: 'ServiceUnavailable' },
  });
  await closed;
});
