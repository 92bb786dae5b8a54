import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { openHintSender } from './hints.server.ts';
import { openListener } from './listener.server.ts';

const log = pino({ level: 'silent' });
const stream = '00000000-0000-7000-8000-000000000001';
const run = promisify(execFile);

/** Commits an event and dies before it can send the hint. */
const dyingWriter = `
  import { openDatabase } from '#base/db/db.server.ts';
  import { appendEvent } from '#base/events/live.server.ts';
  const db = openDatabase({ url: process.env.WRITTEN_DATABASE });
  db.onHint(() => process.kill(process.pid, 'SIGKILL'));
  await db.transaction((tx) => appendEvent(tx, '${stream}', 'donation', {}));
`;

test('the hint of a process that is killed after its commit is sent by another within two seconds', async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const listener = await openListener({ url: database.url, log });
  onTestFinished(() => listener.close());
  const sender = await openHintSender({ db: database.db, url: database.url, log, overlapMilliseconds: 0 });
  onTestFinished(() => sender.close());
  const received: number[] = [];
  listener.on('live_event', (payload) => received.push(JSON.parse(payload).number));
  const env = { ...process.env, WRITTEN_DATABASE: database.url };
  const killed = run(process.execPath, ['--input-type=module-typescript', '--eval', dyingWriter], { env });
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' });
  await expect.poll(() => received, { timeout: 2_000 }).toEqual([1]);
});
