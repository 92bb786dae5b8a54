import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import setUpTests from '#test/support/global-setup.ts';

/** Sets up the tests as usual, but on a database that syncs to disk as in production. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return setUpTests(project);
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-torture-'));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  process.env.TEST_DATABASE_URL = server.url;
  const tearDown = await setUpTests(project);
  return async () => {
    await tearDown();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    if (server.folder !== dataDir) await rm(server.folder, { recursive: true, force: true });
  };
}
