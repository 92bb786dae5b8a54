import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { PrimaryClient } from '#base/db/primary-client.server.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { readMigrationNames, readProof, readTables, type Table, transientTables } from './tables.ts';

/** Source and target of a backup; the target folder is new or empty. `imageFolder` null: pictures are in an external store. */
export interface BackupOptions {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly imageFolder: string | null;
  readonly log: (line: string) => void;
}

async function copyOut(client: Client, { name, columns }: Table, folder: string): Promise<number> {
  const list = columns.map(escapeIdentifier).join(', ');
  const rows = `select ${list} from ${escapeIdentifier(name)} where ${!transientTables.includes(name)}`;
  const source = client.query(copyTo(`copy (${rows}) to stdout`));
  await pipeline(source, createGzip({ level: 5 }), createWriteStream(join(folder, `${name}.copy.gz`)));
  return source.rowCount;
}

async function readSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows: names } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${escapeIdentifier(name)}`,
    );
    const [row] = rows;
    if (row !== undefined) sequences.push({ name, ...row });
  }
  return sequences;
}

/**
 * Copies a snapshot of the whole database, and the pictures, while the product runs. Pictures are copied after the database: a surplus
 * picture is harmless, a missing one is not.
 */
export async function backUp({ databaseUrl, folder, imageFolder, log }: BackupOptions): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty: give every backup a folder of its own`);
  const client = new PrimaryClient({ connectionString: databaseUrl, application_name: 'opora backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const tables: Manifest['tables'] = [];
    for (const table of await readTables(client)) {
      const rows = await copyOut(client, table, folder);
      tables.push({ name: table.name, columns: [...table.columns], rows });
      log(`${table.name}: ${rows}`);
    }
    const hasImages = imageFolder !== null && (await stat(imageFolder).catch(() => null)) !== null;
    const made: Manifest = {
      madeAt: new Date().toISOString(),
      migrations: await readMigrationNames(client),
      tables,
      sequences: await readSequences(client),
      proof: await readProof(client),
      hasImages,
    };
    if (hasImages) await cp(imageFolder, join(folder, 'images'), { recursive: true });
    await writeManifest(folder, made);
    return made;
  } finally {
    await client.end();
  }
}
