import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { CountedRequests } from './counted-requests.ts';

const database = await openTestDatabase({ max: 1 });
afterAll(() => database.close());
const counted = new CountedRequests(database.db.pool);
afterAll(() => counted.stop());

test('a statement that waits for the connection of another request is counted for its own', async () => {
  const { pool } = database.db;
  const port = await freePort();
  const server = createServer(async (_request, response) => {
    await pool.query('select 1');
    response.end();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const busy = await pool.connect();
  const answer = fetch(`http://127.0.0.1:${port}/waits`);
  while (pool.waitingCount === 0) await new Promise(setImmediate);
  busy.release();
  await (await answer).text();
  expect(counted.of('GET', '/waits')).toEqual(['select 1']);
  await new Promise((resolve) => server.close(resolve));
});
