import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { unpackTar } from 'modern-tar';
import { afterEach, expect, test } from 'vitest';
import { filesInClone } from './git-index.server.ts';
import { registerSourceOffer, type SourceOfferOptions, writeSourceList } from './source-offer.server.ts';

const packageFolder = join(import.meta.dirname, '../..');
const ends: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

function serve(options: SourceOfferOptions): FastifyInstance {
  const app = Fastify();
  ends.push(() => app.close());
  registerSourceOffer(app, options);
  return app;
}

async function sourceOf(folder: string) {
  const answer = await serve({ folder, sourceUrl: undefined }).inject('/source');
  const entries = await unpackTar(gunzipSync(answer.rawPayload));
  return new Map(entries.map(({ header, data }) => [header.name, new TextDecoder().decode(data)]));
}

const run = promisify(execFile);

/** A clone of a program, with what an operator may have left beside its sources. */
async function makeProgram(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'opora-source-'));
  ends.push(() => rm(folder, { recursive: true }));
  const git = (...args: string[]) => run('git', args, { cwd: folder });
  const write = async (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  };
  const files = ['app', 'main.ts', 'LICENSE', 'gone'];
  await write({
    'package.json': JSON.stringify({ name: 'opora', version: '1.2.3', files }),
    'package-lock.json': '{}',
    'main.ts': 'as it was',
    LICENSE: 'the license',
    'app/screen.tsx': 'a screen',
    'app/picture.webp': 'a picture',
    'app/removed.ts': 'removed since',
    'app/replaced.ts': 'a link since',
    'notes/plan.md': 'not offered',
  });
  await git('init', '--quiet');
  await git('add', '--all');
  await write({
    'main.ts': 'changed here',
    '.env': 'JWT_SECRET=x',
    'backup.sql': 'people',
    'secrets/key.ts': 'secret',
    'app/secrets.yaml': 'secret',
    'app/service-account.json': 'secret',
    'app/people.sql': 'people',
    'app/notes.md': 'a note',
    'app/.env.ts': 'secret',
    'app/.data/book.json': 'people',
    'app/node_modules/other.js': 'not ours',
  });
  await rm(join(folder, 'app/removed.ts'));
  await rm(join(folder, 'app/replaced.ts'));
  await symlink(join(folder, 'secrets/key.ts'), join(folder, 'app/replaced.ts'));
  return folder;
}

const offeredNames = [
  'LICENSE',
  'app/picture.webp',
  'app/screen.tsx',
  'build/source-files.txt',
  'main.ts',
  'package-lock.json',
  'package.json',
].map((name) => `opora-1.2.3/${name}`);

test('a visitor gets the source of the program that runs, and nothing that only lies in its folders', async () => {
  const folder = await makeProgram();
  const source = await sourceOf(folder);
  expect([...source.keys()].toSorted()).toEqual(offeredNames);
  expect(source.get('opora-1.2.3/main.ts')).toBe('changed here');
});

test('an image and an unpacked archive offer the files that the clone had, and none without a list', async () => {
  const folder = await makeProgram();
  await writeSourceList(folder);
  await rm(join(folder, '.git'), { recursive: true });
  expect([...(await sourceOf(folder)).keys()].toSorted()).toEqual(offeredNames);
  await rm(join(folder, 'build'), { recursive: true });
  expect((await serve({ folder, sourceUrl: undefined }).inject('/source')).statusCode).toBe(503);
});

test.each(['2', '4'])('the files of an index of version %s are those that git names', async (version) => {
  const folder = await mkdtemp(join(tmpdir(), 'opora-source-'));
  ends.push(() => rm(folder, { recursive: true }));
  const git = async (...args: string[]) => (await run('git', args, { cwd: folder, maxBuffer: 1e8 })).stdout;
  await git('clone', '--quiet', '--no-checkout', '--shared', packageFolder, 'clone');
  await git('-C', 'clone', 'reset', '--quiet');
  await git('-C', 'clone', 'update-index', '--index-version', version);
  const named = (await git('-C', 'clone', 'ls-files', '-z')).split('\0').slice(0, -1);
  expect(named.length).toBeGreaterThan(1_000);
  expect(await filesInClone(join(folder, 'clone'))).toEqual(named);
});

test('an operator who publishes the source elsewhere has visitors led there', async () => {
  const app = serve({ folder: packageFolder, sourceUrl: 'https://git.example/opora' });
  const { statusCode, headers } = await app.inject('/source');
  expect([statusCode, headers.location]).toEqual([302, 'https://git.example/opora']);
});

/** Not of the program: what runs it, what it makes, and what belongs to one machine. */
const notOffered = ['deploy', 'node_modules', 'build', 'coverage', 'test-results', 'playwright-report'];

test('the source of this product is whole: every folder and file of its root, its license too', async () => {
  const source = await sourceOf(packageFolder);
  const roots = new Set([...source.keys()].map((name) => name.split('/')[1]));
  const expected = (await readdir(packageFolder)).filter(
    (name) => !name.startsWith('.') && !name.endsWith('.log') && !notOffered.includes(name),
  );
  expect([...roots]).toEqual(expect.arrayContaining(expected));
  const license = [...source].find(([name]) => name.endsWith('/LICENSE'))?.[1];
  expect(license).toMatch(/^\s*GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3, 19 November 2007/);
  expect(license).toContain('13. Remote Network Interaction; Use with the GNU General Public License.');
});
