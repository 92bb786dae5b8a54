import { readFile } from 'node:fs/promises';
import { Pool } from 'pg';
import type { Batches } from '#test/bench/recorded.ts';
import { envelope, serve } from './bare-server.ts';

/**
 * A process of its own: runs the statements that the product runs for a path, with the same values, behind nothing but
 * `node:http` and `pg`, and sends the rows. Given the database and a file of statements by path.
 */
const [databaseUrl, file = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString: databaseUrl, max: 20, options: '-c TimeZone=UTC' });
const batches: Readonly<Record<string, Batches>> = JSON.parse(await readFile(file, 'utf8'));

async function rowsOf(path: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const batch of batches[path] ?? []) {
    const answers = await Promise.all(
      batch.map(({ name, text, values }) => pool.query({ ...(name && { name }), text, values: [...values] })),
    );
    rows.push(...answers.map((answer) => answer.rows));
  }
  return rows;
}

await serve(envelope(({ url = '' }) => rowsOf(url)));
