import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeConfig, readConfig } from '#base/config/config.server.ts';
import { configurationDocuments, configurationPage } from './configuration.ts';
import { readStartConfig } from './start-config.ts';

/** What is no value of a variable whose form takes almost every text. */
const ofFreeTexts: Readonly<Record<string, string>> = {
  CLICK_SECRET_KEY: 'short',
  DATA_DIR: 'a folder\nin two lines',
  ESKIZ_PASSWORD: 'a password\nin two lines',
  PAYME_PACKAGE_CODE: 'a code\nin two lines',
  PLAYMOBILE_PASSWORD: 'a password\nin two lines',
};

/** A value that a variable of the environment must refuse. */
const nonsenseOf = (name: string): string => ofFreeTexts[name] ?? 'not an address';

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

it.each(describeConfig().map(({ name }) => name))(
  'refuses a nonsense value of %s in one line that names it',
  (name) => {
    expect(() => readStartConfig({ [name]: nonsenseOf(name) })).toThrow(new RegExp(`^${name}: [^\n]{10,}$`));
  },
);

it.each([
  ['TRUST_PROXY', 'proxy.example'],
  ['TRUST_PROXY', '10.0.0.0/8,'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '0'],
  ['IMAGE_STORE', 'ftp://x'],
  ['IMAGE_STORE', 's3:///folder'],
  ['IMAGE_STORE', 's3://bucket/folder?endpoint=s3.example'],
  ['SOURCE_URL', 'git@example.com:opora.git'],
  ['PUBLIC_URL', 'https://opora.example/shop'],
  ['PUBLIC_URL', 'https://opora.example?from=here'],
  ['PUBLIC_URL', 'https://admin:secret@opora.example'],
  ['HOST', 'http://127.0.0.1'],
  ['PORT', ' '],
  ['PORT', '0x50'],
  ['SANDBOX_PORT', '3e3'],
  ['DRAIN_SECONDS', ' '],
  ['TELEGRAM_STAFF_CHAT', ' '],
  ['PAYME_VAT', '1e1'],
  ['METRIKA_ID', '12\n'],
  ['PAYMENT_URL', 'https://pay.example/\nsecond line'],
  ['COUNTRY', 'xx'],
])('refuses %s=%j', (name, value) => {
  expect(() => readStartConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\n]+$`));
});

it('refuses a sandbox at the port of the server', () => {
  expect(() => readStartConfig({ PORT: '3100', SANDBOX_PORT: '3100' })).toThrow(/^SANDBOX_PORT: [^\n]*3100[^\n]*$/);
  expect(readStartConfig({ PORT: '0', SANDBOX_PORT: '0' })).toMatchObject({ PORT: 0, sandboxPort: 0 });
});

it.each(['true', 'false', '1', '127.0.0.1', '10.0.0.0/8, 2001:db8::/32', 'loopback,uniquelocal'])(
  'takes TRUST_PROXY=%s',
  (value) => expect(readStartConfig({ TRUST_PROXY: value }).TRUST_PROXY).toBe(value),
);

it('shows no login and no password of a refused address', () => {
  expect(() => readStartConfig({ PAYMENT_URL: 'ftp://shop:hidden-word@pay.example' })).toThrow(
    /^PAYMENT_URL: (?!.*hidden-word)[^\n]+pay\.example/,
  );
});
