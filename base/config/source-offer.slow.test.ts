import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { unpackTar } from 'modern-tar';
import { afterEach, expect, test } from 'vitest';
import { registerSourceOffer, type SourceOfferOptions } from './source-offer.server.ts';

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

/** A program with what an operator may have left beside its sources. */
async function makeProgram(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'opora-source-'));
  ends.push(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'app/.data'), { recursive: true });
  await mkdir(join(folder, 'app/node_modules'));
  await mkdir(join(folder, 'secrets'));
  const files = {
    'package.json': JSON.stringify({ name: 'opora', version: '1.2.3', files: ['app', 'main.ts', 'LICENSE', 'gone'] }),
    'package-lock.json': '{}',
    'main.ts': 'changed here',
    LICENSE: 'the license',
    '.env': 'JWT_SECRET=x',
    'backup.sql': 'people',
    'secrets/key.ts': 'secret',
    'app/screen.tsx': 'a screen',
    'app/.env.ts': 'secret',
    'app/production.env': 'secret',
    'app/server.key': 'secret',
    'app/people.dump': 'people',
    'app/.data/book.json': 'people',
    'app/node_modules/other.js': 'not ours',
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  await symlink(join(folder, 'secrets/key.ts'), join(folder, 'app/link.ts'));
  return folder;
}

test('a visitor gets the source of the program that runs, and nothing that only lies beside it', async () => {
  const source = await sourceOf(await makeProgram());
  expect([...source.keys()].toSorted()).toEqual(
    ['LICENSE', 'app/screen.tsx', 'main.ts', 'package-lock.json', 'package.json'].map((name) => `opora-1.2.3/${name}`),
  );
  expect(source.get('opora-1.2.3/main.ts')).toBe('changed here');
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
