import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { openListener } from './listener.server.ts';

test('a server that accepts a connection and then falls silent does not stop the listening', async () => {
  const { db, url, close } = await openTestDatabase();
  onTestFinished(() => close());
  const target = new URL(url);
  let connections = 0;
  // The second connection is logged in as usual, then its statements get no answer.
  const proxy = createServer((client) => {
    const isSilent = ++connections === 2;
    const server = connect({ port: Number(target.port), host: target.hostname });
    for (const socket of [client, server]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (!(isSilent && bytes.includes('listen "'))) server.write(bytes);
    });
    server.pipe(client);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const listener = await openListener({
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(address.port) }).href,
    log: pino({ level: 'silent' }),
  });
  onTestFinished(() => listener.close());
  const received: string[] = [];
  listener.on('news', (payload) => received.push(payload));
  await db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'opora-listener'
    and datname = current_database()`);
  await expect.poll(() => connections, { timeout: 20_000 }).toBe(3);
  await expect.poll(() => listener.isConnected, { timeout: 5_000 }).toBe(true);
  await db.pool.query(`select pg_notify('news', 'first')`);
  await expect.poll(() => received).toEqual(['first']);
}, 40_000);
