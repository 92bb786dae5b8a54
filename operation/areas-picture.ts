/**
 * `npm run picture` checks that the pictures of areas in docs/architecture.md are those of the code; `npm run picture -- --write` draws
 * them anew. The arrows are the imports that dependency-cruiser finds.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { between } from './marked-text.ts';

const cruised = z.object({
  modules: z.array(z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) })),
});

/** The areas that each area uses. */
type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

interface ArrowsOfCode {
  readonly server: Arrows;
  readonly screens: Arrows;
}

const areaOf = (file: string) => /^app\/([^/]+)\//.exec(file)?.[1];

/** The arrows between the areas, by the side of the importing file; tests do not count. */
export async function readArrows(root: string): Promise<ArrowsOfCode> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      '--include-only',
      '^app/',
      '--output-type',
      'json',
      'app',
    ],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  const { modules } = cruised.parse(JSON.parse(stdout));
  const arrowsOf = (files: RegExp): Arrows => {
    const arrows = new Map<string, Set<string>>();
    for (const { source, dependencies } of modules) {
      const from = areaOf(source);
      if (from === undefined || !files.test(source) || source.includes('.test.')) continue;
      const used = arrows.get(from) ?? new Set();
      arrows.set(from, used);
      for (const { resolved } of dependencies) {
        const to = areaOf(resolved);
        if (to !== undefined && to !== from) used.add(to);
      }
    }
    return arrows;
  };
  return { server: arrowsOf(/[.]ts$/), screens: arrowsOf(/[.](tsx|css)$/) };
}

/** Whether a path of arrows leads from one area to another. */
function leads(arrows: Arrows, from: string, to: string): boolean {
  return [...(arrows.get(from) ?? [])].some((next) => next === to || leads(arrows, next, to));
}

/** A Mermaid flowchart without the arrows that a longer path of arrows implies. */
function chartOf(arrows: Arrows): string {
  const lines = [...arrows].sort().flatMap(([from, used]) => {
    const direct = [...used].sort().filter((to) => ![...used].some((via) => via !== to && leads(arrows, via, to)));
    return direct.length === 0 ? [] : [`  ${from} --> ${direct.join(' & ')}`];
  });
  return ['```mermaid', 'flowchart LR', ...lines, '```'].join('\n');
}

/** docs/architecture.md with the pictures of these arrows. */
export async function architecturePage(
  root: string,
  { server, screens }: ArrowsOfCode,
): Promise<{ path: string; text: string }> {
  const path = join(root, 'docs/architecture.md');
  const withServer = between(await readFile(path, 'utf8'), 'areas on the server', chartOf(server));
  return { path, text: between(withServer, 'areas in the browser', chartOf(screens)) };
}

async function main(isToWrite: boolean): Promise<void> {
  const root = join(import.meta.dirname, '..');
  const { path, text } = await architecturePage(root, await readArrows(root));
  if ((await readFile(path, 'utf8')) === text) return;
  if (isToWrite) await writeFile(path, text);
  else process.exitCode = 1;
  process.stdout.write(`${path}: ${isToWrite ? 'written' : 'out of date, run npm run picture -- --write'}\n`);
}

if (import.meta.main) await main(process.argv.includes('--write'));
