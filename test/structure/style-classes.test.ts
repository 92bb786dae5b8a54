import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sheetImport = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** The file of a style sheet as a component imports it. */
function sheetOf(specifier: string, component: string): string {
  return specifier.startsWith('#') ? join(root, specifier.slice(1)) : resolve(root, dirname(component), specifier);
}

/** The classes that a component names and its style sheets lack: they are `undefined` and style nothing. */
function missingClasses(component: string): string[] {
  const text = readFileSync(join(root, component), 'utf8');
  const code = text.replace(/^import .*$/gm, '');
  return [...text.matchAll(sheetImport)].flatMap(([, name = '', specifier = '']) => {
    const sheet = readFileSync(sheetOf(specifier, component), 'utf8');
    const named = new Set([...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one = '']) => one));
    return [...named]
      .filter((one) => !new RegExp(`\\.${one}(?![\\w-])`).test(sheet))
      .map((one) => `${component}: ${specifier} has no .${one}`);
  });
}

test('every class that a component names is in its style sheet', () => {
  const components = globSync('{app,base}/**/*.tsx', { cwd: root });
  expect(components.length).toBeGreaterThan(300);
  expect(components.flatMap(missingClasses)).toEqual([]);
});
