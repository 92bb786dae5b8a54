import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { idOf } from '#test/bench/growth/ids.ts';
import { fillDatabase } from '#test/bench/growth/open-fixture.ts';

/** Of a million donations, 200,000 people and all that belongs to them. */
const share = 0.01;

/** How many creators there are; the first of all people. */
export const creatorCount = 200;

/** A database of the measurements' own, as durable as the product's, full of creators. */
export interface World {
  readonly databaseUrl: string;
  readonly dataDir: string;
  query(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** A product, from 0 to 90, that is sold and made to order. */
export const productIdOf = (n: number) => idOf.product(7 + 20 * n);

/** Makes the world in a temporary folder; `stop` removes it. */
export async function makeWorld(): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-bench-'));
  // PostgreSQL's user has to pass through it where root measures.
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const databaseUrl = await fillDatabase(server.url, { name: 'bench', share, say: () => undefined });
  const client = new Client({ connectionString: databaseUrl, application_name: 'opora bench' });
  await client.connect();
  await client.query('update creator set is_blocked = false where is_blocked');
  return {
    databaseUrl,
    dataDir,
    query: async (text) => void (await client.query(text)),
    async stop() {
      await client.end();
      await server.stop();
      await rm(server.folder, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
