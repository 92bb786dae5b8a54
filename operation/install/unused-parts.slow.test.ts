import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unusedParts } from './unused-parts.ts';

const library = join(import.meta.dirname, '../../node_modules/react-router/dist/production/lib');
const files = ['router/instrumentation.js', 'dom/ssr/fog-of-war.js'];

let root = '';
/** Where the build finds a part of the library. */
const placeOf = (file: string) => join(root, 'react-router/dist/production/lib', file);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'opora-parts-'));
  for (const file of files) {
    await mkdir(dirname(placeOf(file)), { recursive: true });
    await cp(join(library, file), placeOf(file));
  }
});
afterEach(() => rm(root, { recursive: true }));

/** Builds a page that loads these files whole. */
async function buildWith(used: readonly string[]): Promise<void> {
  const input = join(root, 'page.js');
  const lines = used.map((file, at) => `import * as part${at} from '${placeOf(file)}';\nconsole.log(part${at});`);
  await writeFile(input, lines.join('\n'));
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [unusedParts()],
    build: { write: false, rolldownOptions: { input } },
  });
}

test('a build with all the known modules goes through', async () => {
  await expect(buildWith(files)).resolves.toBeUndefined();
});

test('a build stops where one of them is no longer found', async () => {
  await expect(buildWith(files.slice(0, 1))).rejects.toThrow(/The build has no .*fog-of-war/);
});

test('a build stops where one of them does something else, or exports something else', async () => {
  const [file = ''] = files;
  const source = await readFile(placeOf(file), 'utf8');
  await writeFile(placeOf(file), source.replace('lazy: []', 'lazy: [1]'));
  await expect(buildWith(files)).rejects.toThrow(/instrumentation\.js has the hash/);
  await writeFile(placeOf(file), source.replace('export { ', 'export { createContext, '));
  await expect(buildWith(files)).rejects.toThrow(/instrumentation\.js exports .*createContext/);
});
