import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#test/support/database/database.ts';
import { givePaid, openMoneyFixture } from '#test/support/money/money-fixture.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { inOrder, readTables, transientTables } from './tables.ts';

const migrations = new URL('../migrations', import.meta.url).pathname;

const folder = await mkdtemp(join(tmpdir(), 'opora-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function contents(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found: Record<string, string> = {};
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query<{ all: string }>(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as "all" from "${name}" t`,
      );
      found[name] = rows[0]?.all ?? '';
    }
    return found;
  } finally {
    await client.end();
  }
}

/** A database with a world, and an empty one. */
async function twoDatabases() {
  const source = await createTestDatabase();
  onTestFinished(() => source.drop());
  const fixture = await openMoneyFixture({ databaseUrl: source.url });
  onTestFinished(() => fixture.close());
  const target = await createTestDatabase();
  onTestFinished(() => target.drop());
  return { source, target, fixture };
}

it('a backup comes back whole into an empty database, row by row, and goes on from there', async () => {
  const { source, target, fixture } = await twoDatabases();
  const images = join(folder, 'images-of-the-source');
  const { projectId } = await fixture.person();
  await givePaid(fixture, { projectId, message: 'с табуляцией\tи \\ чертой' });
  const to = join(folder, 'whole');
  await writeFile(join(await mkdtemp(images), 'one'), 'picture');
  const made = await backUp({ databaseUrl: source.url, folder: to, imageFolder: images, log: () => undefined });
  expect(made.proof.entries).toBe('0');
  expect(Number(made.proof.paid)).toBeGreaterThan(0);
  const options = { databaseUrl: target.url, folder: to, migrations, imageFolder: null, log: () => undefined };
  await restore(options);
  expect(await contents(target.url)).toEqual(await contents(source.url));
  await expect(restore(options)).rejects.toThrow('into an empty one only');
  await expect(backUp({ ...options, databaseUrl: source.url })).rejects.toThrow('is not empty');
  const again = await openMoneyFixture({ databaseUrl: target.url });
  await givePaid(again, { projectId });
  await again.close();
});

it('what donors said to the voice of the server is in no backup', async () => {
  expect(transientTables).toEqual(['alert_speech']);
  const { source, target, fixture } = await twoDatabases();
  const { projectId } = await fixture.person();
  await fixture.db.pool.query(
    `insert into alert_speech (name, project_id, hash, language, rate, by_service, text, next_at)
     values ('speech-not-in-a-backup', $1, sha256(''), 'ru', 1, false, 'слова донатера', now() + interval '1 hour')`,
    [projectId],
  );
  const to = join(folder, 'without-speech');
  const made = await backUp({ databaseUrl: source.url, folder: to, imageFolder: null, log: () => undefined });
  expect(made.tables).toContainEqual(expect.objectContaining({ name: 'alert_speech', rows: 0 }));
  expect(gunzipSync(await readFile(join(to, 'alert_speech.copy.gz'))).toString()).toBe('');
  await restore({ databaseUrl: target.url, folder: to, migrations, imageFolder: null, log: () => undefined });
  const restored = await contents(target.url);
  const original = await contents(source.url);
  expect(restored.alert_speech).not.toBe(original.alert_speech);
  expect({ ...restored, alert_speech: '' }).toEqual({ ...original, alert_speech: '' });
});

it('a backup whose balances of the platform were changed is refused', async () => {
  const { source, target, fixture } = await twoDatabases();
  const { projectId } = await fixture.person();
  await givePaid(fixture, { projectId });
  const to = join(folder, 'changed');
  await backUp({ databaseUrl: source.url, folder: to, imageFolder: null, log: () => undefined });
  const parts = join(to, 'account_part.copy.gz');
  const rows = gunzipSync(await readFile(parts)).toString();
  await writeFile(parts, gzipSync(rows.replace(/^([^\t]+\t\d+\t)-?\d+/m, '$17')));
  const options = { databaseUrl: target.url, folder: to, migrations, imageFolder: null, log: () => undefined };
  await expect(restore(options)).rejects.toThrow('the sums differ');
});

it('a backup that was not finished, or a broken one, changes nothing', async () => {
  const target = await createTestDatabase();
  onTestFinished(() => target.drop());
  const to = join(folder, 'broken');
  const options = { databaseUrl: target.url, folder: to, migrations, imageFolder: null, log: () => undefined };
  await expect(restore(options)).rejects.toThrow('no finished backup');
  await backUp({ ...options, databaseUrl: target.url });
  const [file = ''] = (await readdir(to)).filter((name) => name.startsWith('donation_settings'));
  await writeFile(join(to, file), 'no archive');
  await expect(restore(options)).rejects.toThrow();
  const client = new Client({ connectionString: target.url });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as count from donation_settings');
  await client.end();
  expect(rows).toEqual([{ count: 1 }]);
});

it('tables come after those that they reference, and a circle is reported', () => {
  const references = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'c' },
  ];
  expect(inOrder(['a', 'b', 'c'], references)).toEqual(['c', 'b', 'a']);
  expect(() => inOrder(['a', 'b', 'c'], [...references, { from: 'c', to: 'a' }])).toThrow('a → b → c → a');
});
