import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { escapeIdentifier } from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { migrate } from '#base/db/migrations.server.ts';
import { onServer, type TestServer, withDatabase } from '#test/support/database/database.ts';
import { makeMemoryFolder } from '#test/support/database/memory-folder.ts';

const folderOf = (relative: string) => join(import.meta.dirname, '../..', relative);

/** A process that cleans up when this one ends, however it ends: its standard input closes then. */
function startCleaner() {
  const cleaner = spawn(process.execPath, [folderOf('test/run/clean-up-after-tests.ts')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  cleaner.unref();
  return {
    send: (line: { folder: string } | { url: string; prefix: string }) =>
      cleaner.stdin.write(`${JSON.stringify(line)}\n`),
    finish: async () => {
      cleaner.ref();
      const ended = once(cleaner, 'exit');
      cleaner.stdin.end();
      await ended;
    },
  };
}

type Cleaner = ReturnType<typeof startCleaner>;

/** A server for this run only, in a temporary folder. */
async function startServer(cleaner: Cleaner): Promise<EmbeddedPostgres> {
  const dataDir = await makeMemoryFolder('opora-test-');
  cleaner.send({ folder: dataDir });
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  cleaner.send({ folder: server.folder });
  return server;
}

async function makeTemplate(server: TestServer): Promise<void> {
  const { url, template } = server;
  const name = escapeIdentifier(template);
  await onServer(url, (client) => client.query(`create database ${name}`));
  await migrate({ url: withDatabase(url, template), folder: folderOf('migrations') });
  await onServer(url, (client) => client.query(`alter database ${name} with allow_connections false`));
}

/** Vitest's global set-up: one server and one migrated template a run, or the server at `TEST_DATABASE_URL`. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cleaner = startCleaner();
  const prefix = `opora_test_${randomBytes(4).toString('hex')}_`;
  const given = process.env.TEST_DATABASE_URL;
  let embedded: EmbeddedPostgres | undefined;
  const tearDown = async () => {
    await embedded?.stop();
    await cleaner.finish();
  };
  try {
    if (given) cleaner.send({ url: given, prefix });
    else embedded = await startServer(cleaner);
    const server = { url: embedded?.url ?? given ?? '', prefix, template: `${prefix}template` };
    await makeTemplate(server);
    project.provide('testServer', server);
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}
