import { createReadStream } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '#base/db/migrations.server.ts';
import { PrimaryClient } from '#base/db/primary-client.server.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { readMigrationNames, readProof, readTables } from './tables.ts';

/** Source and target of a restore. `imageFolder` null: pictures are in an external store. */
export interface RestoreOptions {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly migrations: string;
  readonly imageFolder: string | null;
  readonly log: (line: string) => void;
}

async function refuseUsed(client: Client): Promise<void> {
  const { rows } = await client.query<{ isUsed: boolean }>('select exists (select from person) as "isUsed"');
  if (rows[0]?.isUsed)
    throw new Error('there are people in this database: a backup is restored into an empty one only');
}

async function refuseOther(client: Client, { migrations }: Manifest): Promise<void> {
  const here = await readMigrationNames(client);
  if (here.join() !== migrations.join()) {
    const last = here.at(-1) ?? 'nothing';
    const wanted = migrations.at(-1) ?? 'nothing';
    throw new Error(
      `this release ends with ${last}, the backup with ${wanted}: restore it with the release that made it`,
    );
  }
}

async function copyIn(client: Client, { name, columns }: Manifest['tables'][number], folder: string): Promise<number> {
  const list = columns.map(escapeIdentifier).join(', ');
  const target = client.query(copyFrom(`copy ${escapeIdentifier(name)} (${list}) from stdin`));
  await pipeline(createReadStream(join(folder, `${name}.copy.gz`)), createGunzip(), target);
  return target.rowCount ?? 0;
}

async function fill(client: Client, { tables, sequences }: Manifest, folder: string, log: RestoreOptions['log']) {
  const known = await readTables(client);
  const names = known.map(({ name }) => escapeIdentifier(name)).join(', ');
  for (const { name } of known) await client.query(`alter table ${escapeIdentifier(name)} disable trigger user`);
  // The dictionaries that migrations insert are in the backup too.
  await client.query(`truncate ${names}`);
  for (const { name } of known) {
    const table = tables.find((one) => one.name === name);
    if (table === undefined) throw new Error(`the backup has no table ${name}`);
    const rows = await copyIn(client, table, folder);
    if (rows !== table.rows) throw new Error(`${name}: ${rows} rows came back of ${table.rows}`);
    log(`${name}: ${rows}`);
  }
  // A table with checks that wait for the commit cannot be altered.
  await client.query('set constraints all immediate');
  for (const { name } of known) await client.query(`alter table ${escapeIdentifier(name)} enable trigger user`);
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [escapeIdentifier(name), lastValue, isCalled]);
  }
}

/** Restores a backup into an empty database in one transaction and checks that the sums equal the original's. */
export async function restore({
  databaseUrl,
  folder,
  migrations,
  imageFolder,
  log,
}: RestoreOptions): Promise<Manifest> {
  const made = await readManifest(folder);
  await migrate({ url: databaseUrl, folder: migrations, log });
  const client = new PrimaryClient({ connectionString: databaseUrl, application_name: 'opora restore' });
  await client.connect();
  try {
    await refuseOther(client, made);
    await client.query('begin');
    await refuseUsed(client);
    await fill(client, made, folder, log);
    const proof = await readProof(client);
    if (JSON.stringify(proof) !== JSON.stringify(made.proof) || proof.entries !== '0') {
      throw new Error(`the sums differ: ${JSON.stringify(proof)} and ${JSON.stringify(made.proof)}`);
    }
    if (made.hasImages && imageFolder !== null) await cp(join(folder, 'images'), imageFolder, { recursive: true });
    await client.query('commit');
    await client.query('analyze');
    return made;
  } finally {
    await client.end();
  }
}
