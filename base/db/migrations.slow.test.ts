import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '#test/support/database/database.ts';
import { migrate } from './migrations.server.ts';

let folder: string;

const database = await createTestDatabase();
const client = new Client({ connectionString: database.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

beforeEach(async () => {
  await client.query('drop schema public cascade; create schema public');
  folder = await mkdtemp(join(tmpdir(), 'opora-migrations-'));
  return () => rm(folder, { recursive: true });
});

const put = (name: string, text: string) => writeFile(join(folder, name), text);
/** Waits for locks end at once, when `inPause` is done. */
const run = (inPause: () => Promise<unknown> = async () => undefined) =>
  migrate({ url: database.url, folder, pause: inPause });
const appliedNames = async () => {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name');
  return rows.map(({ name }) => name);
};

test('applies files in the order of their numbers, each once', async () => {
  await put('0002_row.sql', 'insert into thing values (1); insert into thing values (2);');
  await put('0001_table.sql', 'create table thing (id int primary key);');
  await put('readme.md', 'not a migration');
  expect(await run()).toEqual({ applied: ['0001_table.sql', '0002_row.sql'] });
  expect(await run()).toEqual({ applied: [] });
  await put('0003_more.sql', 'insert into thing values (3);');
  expect(await run()).toEqual({ applied: ['0003_more.sql'] });
  expect((await client.query('select id from thing')).rowCount).toBe(3);
});

test('a failed file leaves nothing behind, those before it stay', async () => {
  await put('0001_table.sql', 'create table thing (id int);');
  await put('0002_broken.sql', 'create table other (id int);\n\ninsert into nowhere values (1);');
  await expect(run()).rejects.toThrow(/migration 0002_broken\.sql, line 3, failed: .*nowhere/);
  expect(await appliedNames()).toEqual(['0001_table.sql']);
  expect((await client.query(`select to_regclass('other') as found`)).rows).toEqual([{ found: null }]);
});

test('a file that commits by itself is refused', async () => {
  await put('0001_commits.sql', 'create table thing (id int); commit;');
  await expect(run()).rejects.toThrow('0001_commits.sql failed: it ends the transaction that it runs in');
});

test('accepts a file that does the same as its former text, whose hash it names', async () => {
  const former = 'create table thing (id int);\n';
  await put('0001_table.sql', former);
  await run();
  const sum = createHash('sha256').update(former).digest('hex');
  await put('0001_table.sql', `-- formerly ${sum}, which locked more\n${former}`);
  expect(await run()).toEqual({ applied: [] });
  await put('0001_table.sql', `-- formerly ${'0'.repeat(64)}, which locked more\n${former}`);
  await expect(run()).rejects.toThrow('0001_table.sql changed after being applied');
});

test('refuses a changed file, whatever its ends of lines, and says which', async () => {
  await put('0001_table.sql', 'create table thing (id int);\n');
  await run();
  await put('0001_table.sql', 'create table thing (id int);\r\n');
  expect(await run()).toEqual({ applied: [] });
  await put('0001_table.sql', 'create table thing (id bigint);\n');
  await expect(run()).rejects.toThrow('0001_table.sql changed after being applied');
});

test('refuses a database with migrations that the code lacks, and a file that comes too late', async () => {
  await put('0001_one.sql', 'select 1');
  await put('0003_three.sql', 'select 3');
  await run();
  await put('0002_two.sql', 'select 2');
  await expect(run()).rejects.toThrow('0002_two.sql comes before 0003_three.sql');
  await rm(join(folder, '0002_two.sql'));
  await rm(join(folder, '0003_three.sql'));
  await expect(run()).rejects.toThrow('made by another release: this one does not have 0003_three.sql');
});

test('refuses two files with one number and a name out of form', async () => {
  await put('0001_one.sql', 'select 1');
  await put('0001_other.sql', 'select 1');
  await expect(run()).rejects.toThrow('two migrations');
  await rm(join(folder, '0001_other.sql'));
  await put('later.sql', 'select 1');
  await expect(run()).rejects.toThrow('later.sql');
});

const validIndexes = async () => {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indrelid = 'thing'::regclass and indisvalid`,
  );
  return rows.map(({ name }) => name);
};
const uniqueThing =
  '-- outside a transaction\ncreate unique index concurrently if not exists thing_id\n  on thing (id);\n';

test('a file outside a transaction makes its index beside a writer that is under way', async () => {
  await put('0001_table.sql', 'create table thing (id int);');
  await run();
  await put('0002_index.sql', uniqueThing);
  const writer = new Client({ connectionString: database.url });
  await writer.connect();
  await writer.query('begin');
  await writer.query('insert into thing values (1)');
  const applied = run();
  await expect
    .poll(async () => (await client.query(`select from pg_stat_activity where query like 'create unique%'`)).rowCount)
    .toBe(1);
  // Another writer is not held up by the index that waits for the first.
  await client.query('insert into thing values (2)');
  await writer.query('commit');
  await writer.end();
  expect(await applied).toEqual({ applied: ['0002_index.sql'] });
  expect(await validIndexes()).toEqual(['thing_id']);
});

test('a file outside a transaction goes on after a failure and after a kill, and replaces an unfinished index', async () => {
  await put('0001_table.sql', 'create table thing (id int); insert into thing values (1), (1);');
  await put('0002_index.sql', uniqueThing);
  await expect(run()).rejects.toThrow('migration 0002_index.sql failed: could not create unique index');
  expect(await appliedNames()).toEqual(['0001_table.sql']);
  expect(await validIndexes()).toEqual([]);
  await client.query('truncate thing');
  expect(await run()).toEqual({ applied: ['0002_index.sql'] });
  expect(await validIndexes()).toEqual(['thing_id']);
  // Killed after the index and before the row that records the file.
  await client.query(`delete from schema_migration where name = '0002_index.sql'`);
  expect(await run()).toEqual({ applied: ['0002_index.sql'] });
  await put('0003_drop.sql', '-- outside a transaction\ndrop index concurrently if exists thing_id;');
  await run();
  expect(await validIndexes()).toEqual([]);
});

test('a file outside a transaction may do nothing that is unsafe to repeat', async () => {
  await put('0001_table.sql', 'create table thing (id int);');
  await put('0002_row.sql', `${uniqueThing}insert into thing values (1);`);
  await expect(run()).rejects.toThrow('migration 0002_row.sql failed: outside a transaction it may only');
  expect(await validIndexes()).toEqual([]);
});

/** A session in a transaction that has begun with `statement`, as one of a process that serves. */
async function serving(statement: string) {
  const session = new Client({ connectionString: database.url });
  await session.connect();
  onTestFinished(() => session.end());
  await session.query(`begin; ${statement}`);
  return session;
}

const waitForLock = `select from pg_stat_activity where application_name = 'opora migrations' and wait_event_type = 'Lock'`;

const untilItWaits = () =>
  vi.waitFor(async () => {
    if ((await client.query(waitForLock)).rowCount !== 1) throw new Error('no migration waits for a lock');
  });

test('a file that waits for a reader holds up no other reader, and is applied once the first is done', async () => {
  await put('0001_table.sql', 'create table thing (id int);');
  await run();
  await put('0002_column.sql', 'alter table thing add column name text;');
  const reader = await serving('select from thing');
  const applied = run();
  await untilItWaits();
  await client.query('select from thing');
  await untilItWaits();
  await reader.query('commit');
  expect(await applied).toEqual({ applied: ['0002_column.sql'] });
});

test('a file that would lock itself and a writer out for good gives way', async () => {
  await put('0001_tables.sql', 'create table one (id int); create table other (id int);');
  await run();
  await put('0002_columns.sql', 'alter table one add column name text; alter table other add column name text;');
  const writer = await serving('insert into other values (1)');
  const applied = run();
  await untilItWaits();
  await writer.query('insert into one values (1); commit');
  expect(await applied).toEqual({ applied: ['0002_columns.sql'] });
  expect((await client.query('select from one, other')).rowCount).toBe(1);
});

test('an index whose building a deadlock has ended is dropped and built again', async () => {
  await put(
    '0001_table.sql',
    `create table thing (id int);
    create table held (id int);
    create function free(id int) returns int language plpgsql immutable as $$ begin
      if exists (select from public.held) then raise exception using errcode = 'deadlock_detected'; end if;
      return id;
    end $$;
    insert into thing values (1);
    insert into held values (1);`,
  );
  await run();
  await put(
    '0002_index.sql',
    '-- outside a transaction\ncreate index concurrently if not exists thing_free on thing (free(id));',
  );
  let left: number | null = null;
  const applied = await run(async () => {
    left = (await client.query(`select from pg_index where indrelid = 'thing'::regclass and not indisvalid`)).rowCount;
    await client.query('delete from held');
  });
  expect({ ...applied, left }).toEqual({ applied: ['0002_index.sql'], left: 1 });
  expect(await validIndexes()).toEqual(['thing_free']);
});

test('eight processes at once: each file is applied once and all of them succeed', async () => {
  await put('0001_table.sql', 'create table thing (id int); select pg_sleep(0.3);');
  await put('0002_row.sql', 'insert into thing values (1);');
  await put('0003_index.sql', uniqueThing);
  const script = `
    import { migrate } from '${join(import.meta.dirname, 'migrations.server.ts')}';
    const { applied } = await migrate({ url: process.argv[1], folder: process.argv[2] });
    process.stdout.write(String(applied.length));`;
  const runs = Array.from({ length: 8 }, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, database.url, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const [code] = await once(child, 'close');
    return { code, output };
  });
  const results = await Promise.all(runs);
  expect(results.map(({ code }) => code)).toEqual(Array(8).fill(0));
  expect(results.reduce((sum, { output }) => sum + Number(output), 0)).toBe(3);
  expect(await validIndexes()).toEqual(['thing_id']);
  expect((await client.query('select id from thing')).rowCount).toBe(1);
});
