// Runs beside the tests and removes what they leave, once its standard input ends: at the end of the run, or when the
// test runner was killed. Each line says what to remove.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { z } from 'zod';

const lineShape = z.union([
  z.strictObject({ folder: z.string() }),
  z.strictObject({ url: z.string(), prefix: z.string() }),
]);

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Ends the server whose cluster is in the folder at once: nothing of it will be read again. */
async function stopServer(cluster: string): Promise<void> {
  const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''), 10);
  if (!(pid > 0) || !isAlive(pid)) return;
  process.kill(pid, 'SIGQUIT');
  for (let tries = 0; tries < 200 && isAlive(pid); tries++) await pause(25);
}

async function removeFolder(folder: string): Promise<void> {
  for (const cluster of [join(folder, 'cluster'), join(folder, 'postgres', 'cluster')]) await stopServer(cluster);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows)
    await client.query(`drop database if exists ${escapeIdentifier(datname)} with (force)`);
  await client.end();
}

// Ctrl+C reaches the whole group of the terminal; the end of the input is what counts.
process.on('SIGINT', () => undefined);
const lines = await Array.fromAsync(createInterface({ input: process.stdin }));
for (const line of lines.map((text) => lineShape.parse(JSON.parse(text))).reverse()) {
  if ('folder' in line) await removeFolder(line.folder);
  else await dropDatabases(line.url, line.prefix);
}
