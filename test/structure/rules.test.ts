import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean);
const ends = '{ts,tsx,mjs,css,sql,md,grit,yml,yaml}';
const files = globSync(`**/{,.}*.${ends}`, {
  cwd: root,
  exclude: ignored.map((name) => name.replace(/\/$/, '')),
});
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The anchor of a heading, as code hosts make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

function anchorsOf(file: string): Set<string> {
  return new Set([...read(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
}

/** Why a reference to a document or one of its headings leads nowhere; null where it does not. */
function brokenBecause(target: string): string | null {
  const [file = '', anchor] = target.split('#');
  if (!existsSync(join(root, file))) return 'no such document';
  return anchor === undefined || anchorsOf(file).has(anchor) ? null : 'no such heading';
}

/** Everything a file refers to, relative to the package: documents named in code, and the links of a document. */
function referencesIn(file: string): string[] {
  const text = read(file);
  const named = file.endsWith('.md')
    ? []
    : [...text.matchAll(/\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g)].map(([found]) => found);
  const links = file.endsWith('.md') ? [...text.matchAll(/\]\(([^)\s:]+\.md(?:#[^)\s]+)?|#[^)\s]+)\)/g)] : [];
  const targets = links.map(([, link = '']) =>
    link.startsWith('#') ? `${file}${link}` : normalize(join(dirname(file), link)),
  );
  return [...named, ...targets];
}

test('every reference to a document leads to a document and a heading that are there', () => {
  const broken = files.flatMap((file) =>
    referencesIn(file).flatMap((target) => {
      const why = brokenBecause(target);
      return why === null ? [] : [`${file} → ${target}: ${why}`];
    }),
  );
  expect(broken).toEqual([]);
});

test('nothing refers to a document that is not in the repository', () => {
  const own = 'test/structure/rules.test.ts';
  const absent = files
    .filter((file) => file !== own)
    .filter((file) => /\bcontract,? sections? \d|\bspecification,? (point|section)s? \d/i.test(read(file)));
  expect(absent).toEqual([]);
});
