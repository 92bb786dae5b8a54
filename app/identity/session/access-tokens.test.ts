import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSecretKeys } from '../secret-keys.server.ts';
import { createAccessTokens } from './access-tokens.server.ts';

const keys = readSecretKeys('a secret of these tests only,the secret before it');
const tokens = createAccessTokens(keys);
const caller = { userId: crypto.randomUUID(), sessionId: crypto.randomUUID(), roles: ['user', 'admin'] };
const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-05T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

/** A token signed with the right key but with wrong members. */
async function sign(members: Readonly<Record<string, unknown>>, leave: readonly string[] = []): Promise<string> {
  const whole = { ...decodeJwt(await tokens.issue(caller)), ...members };
  const payload = Object.fromEntries(Object.entries(whole).filter(([name]) => !leave.includes(name)));
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: keys.current.id })
    .sign(keys.current.accessToken);
}

it('names user, session and roles for 15 minutes', async () => {
  const token = await tokens.issue(caller);
  expect(await tokens.read(token)).toEqual(caller);
  wait(15 * 60_000 - 1);
  expect(await tokens.read(token)).toEqual(caller);
  wait(1);
  expect(await tokens.read(token)).toBeNull();
});

it('can end its session for as long as the longest session lasts', async () => {
  const token = await tokens.issue(caller);
  wait(500 * hour);
  expect(await tokens.read(token)).toBeNull();
  expect(await tokens.readExpired(token)).toEqual(caller);
  wait(15 * 60_000);
  expect(await tokens.readExpired(token)).toBeNull();
  expect(await tokens.readExpired(`${token.slice(0, -4)}AAAA`)).toBeNull();
});

it('is rejected if a member is missing or malformed, even if the signature is right', async () => {
  expect(await tokens.read(await sign({}))).toEqual(caller);
  const wrong = await Promise.all([
    ...['exp', 'iat', 'sub', 'sid', 'roles', 'iss', 'aud'].map((member) => sign({}, [member])),
    ...[{ sub: 'somebody' }, { sid: 'a session' }, { roles: 'admin' }, { roles: [1] }].map((members) => sign(members)),
  ]);
  for (const token of wrong) expect(await tokens.read(token), JSON.stringify(decodeJwt(token))).toBeNull();
});

it('is verified with any listed secret and signed with the first', async () => {
  const before = createAccessTokens(readSecretKeys('the secret before it'));
  expect(await tokens.read(await before.issue(caller))).toEqual(caller);
  expect(await before.read(await tokens.issue(caller))).toBeNull();
});

it('is rejected if it is any other text', async () => {
  const [header = '', payload = '', signature = ''] = (await tokens.issue(caller)).split('.');
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const texts = [
    '',
    'ё',
    '\u0000',
    ' ',
    '%',
    'a',
    'ab=',
    encode('null'),
    encode('[]'),
    encode('{}'),
    encode('{"alg":'),
  ];
  const odd = [
    ...texts.flatMap((text) => [text, `${text}.${payload}.${signature}`, `${header}.${text}.${signature}`]),
    ...texts.map((text) => `${header}.${payload}.${text}`),
    ...[
      '{"alg":"HS256"}',
      '{"alg":7}',
      '{"alg":"HS256","kid":["a"]}',
      '{"alg":"HS256","crit":["b64"],"b64":false}',
    ].map((text) => `${encode(text)}.${payload}.${signature}`),
    '..',
    '....',
    `${header}.${payload}`,
    `${header}.${payload}.${signature}.${signature}`,
  ];
  for (const text of odd) {
    expect(await tokens.read(text), text).toBeNull();
    expect(await tokens.readExpired(text), text).toBeNull();
  }
});

it('is not treated as forged if the server itself fails, which would log out all users unnoticed', async () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const unfit = createAccessTokens({ current: keys.current, all: [{ ...keys.current, accessToken: publicKey }] });
  await expect(unfit.read(await tokens.issue(caller))).rejects.toThrow(TypeError);
});
