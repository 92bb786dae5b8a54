import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeConfig, readConfig } from '#base/config/config.server.ts';

const folder = join(import.meta.dirname, '../../operation/deploy');
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

/** Set by the image or by the way of deployment itself. */
const fixed = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'SANDBOX', 'SANDBOX_PORT', 'DEMO', 'LIMITS', 'DATABASE_URL'];
/** Of a pooler, which neither compose nor Kubernetes brings. */
const pooled = ['DATABASE_LISTEN_URL'];
/** Of the store that `IMAGE_STORE` names. */
const pictureKeys = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

const left = new Set([...fixed, ...pooled]);
const entries = describeConfig().filter(({ name }) => !left.has(name));
const names = [...entries.map(({ name }) => name), ...pictureKeys].sort();

/** The members of a YAML map with their values, by their indent. */
function membersOf(text: string, indent: number): Map<string, string> {
  const lines = text.matchAll(new RegExp(`^ {${indent}}([A-Z][A-Z0-9_]*):(?: (.*))?$`, 'gm'));
  return new Map([...lines].map(([, name = '', value = '']) => [name, value.replace(/^(["'])(.*)\1$/, '$2')]));
}

const compose = () => membersOf(read('compose.yaml').split('\nservices:')[0] ?? '', 4);

test('compose passes every variable of the reference, and demands only what every installation needs', () => {
  const passed = compose();
  expect([...passed.keys()].filter((name) => !fixed.includes(name)).sort()).toEqual(names);
  const demanded = [...passed].flatMap(([name, value]) => (value.includes(':?') ? [name] : []));
  expect(demanded).toEqual(['DATABASE_URL', 'PUBLIC_URL', 'JWT_SECRET', 'METRICS_TOKEN']);
  for (const [name, value] of passed) {
    if (name !== 'DATABASE_URL') expect(value, name).toMatch(new RegExp(`^\\$\\{${name}:[?-]`));
  }
});

test('the example of compose’s settings names every variable', () => {
  const listed = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
  const ofCompose = new Set(['DATABASE_PASSWORD', 'BACKUP_DAYS', 'OPORA_TAG']);
  expect(listed.filter((name) => !ofCompose.has(name)).sort()).toEqual(names);
});

test('Kubernetes passes every variable, the secret ones as secrets', () => {
  const settings = membersOf(read('kubernetes/settings.yaml').split('\ndata:')[1] ?? '', 2);
  const [ofServer = ''] = read('kubernetes/secrets.example.yaml').split('\n---');
  const secrets = membersOf(ofServer.split('\nstringData:')[1] ?? '', 2);
  const secretNames = [...entries.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])), ...pictureKeys];
  expect([...secrets.keys()].sort()).toEqual(secretNames.sort());
  expect([...settings.keys()].sort()).toEqual(names.filter((name) => !secrets.has(name)));
  const image = /^ENV (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '';
  const ofImage = Object.fromEntries(image.split(' ').map((pair) => pair.split('=')));
  const env = { ...ofImage, ...Object.fromEntries([...settings, ...secrets]) };
  expect(readConfig(env)).toMatchObject({ isProduction: true, PAYMENT: ['gateway'] });
  expect(settings.get('TRUST_PROXY')).toBe('1');
});

test('a payment system alone needs no gateway in compose', () => {
  const given = { PUBLIC_URL: 'https://opora.example', JWT_SECRET: 'a-secret-of-its-own-for-tokens', PAYMENT: 'payme' };
  const payme = { PAYME_ID: '0'.repeat(24), PAYME_KEY: 'a key of sixteen signs', SMS_URL: 'https://sms.example' };
  const own: Record<string, string> = { ...given, ...payme, METRICS_TOKEN: 'a-token-of-the-metrics' };
  const passed = [...compose()].map(([name, value]) => {
    const [, fallback = ''] = /:-(.*)\}$/.exec(value) ?? [];
    return [name, own[name] ?? fallback] as const;
  });
  const env = { NODE_ENV: 'production', SANDBOX_PORT: 'off', ...Object.fromEntries(passed), DATABASE_URL: '' };
  expect(readConfig(env)).toMatchObject({ PAYMENT: ['payme'], paymentUrl: null });
});
