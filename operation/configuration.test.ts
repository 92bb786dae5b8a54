import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeConfig, readConfig } from '#base/config/config.server.ts';
import { configurationDocuments, configurationPage } from './configuration.ts';

it('the reference and the README describe every variable as its schema does', async () => {
  for (const { path, text } of configurationDocuments(join(import.meta.dirname, '..'))) {
    expect(await readFile(path, 'utf8'), `${path}: run npm run configuration -- --write`).toBe(text);
  }
});

it('names no secret of ours, and every variable with a sentence', () => {
  const entries = describeConfig();
  const page = configurationPage(entries);
  const fallbacks = Object.values(readConfig({})).filter((value) => String(value).startsWith('opora-'));
  expect(fallbacks.length).toBeGreaterThan(0);
  for (const secret of fallbacks) expect(page).not.toContain(secret);
  for (const { name, description } of entries) {
    expect(description.length).toBeGreaterThan(10);
    expect(page).toContain(`| \`${name}\` |`);
  }
});

it('takes several secrets and refuses a short one among them', () => {
  const long = ['a'.repeat(16), 'b'.repeat(20)].join(', ');
  expect(readConfig({ JWT_SECRET: long }).JWT_SECRET).toBe(long);
  expect(() => readConfig({ JWT_SECRET: `${'a'.repeat(16)},short` })).toThrow('JWT_SECRET: every secret');
  expect(() => readConfig({ PAYMENT_SECRET: `${'a'.repeat(16)},` })).toThrow('PAYMENT_SECRET: every secret');
});
