import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyedHash, plainHash, readSecretKeys } from './secret-keys.server.ts';

const secret = 'a secret of these tests only';

const derived = (purpose: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, 'opora identity', purpose, bytes));

// A changed key would log out all users and invalidate every pending code.
it('derives the same key for a purpose in every release, and no two purposes share one', () => {
  const { current } = readSecretKeys(secret);
  const purposes = {
    accessToken: 'access token',
    refreshToken: 'refresh token',
    smsCode: 'sms code',
    address: 'address',
    outbox: 'outbox',
  } as const;
  const { id, ...made } = current;
  const exported = Object.fromEntries(Object.entries(made).map(([name, key]) => [name, key.export()]));
  expect(exported).toEqual(
    Object.fromEntries(Object.entries(purposes).map(([name, purpose]) => [name, derived(purpose, 32)])),
  );
  expect(id).toBe(derived('key id', 9).toString('base64url'));
});

it('reads several secrets and uses the first', () => {
  const keys = readSecretKeys(`the new secret,${secret}`);
  expect(keys.current).toBe(keys.all[0]);
  expect(keys.all.map(({ id }) => id)).toEqual([
    readSecretKeys('the new secret').current.id,
    readSecretKeys(secret).current.id,
  ]);
});

it('hashes parts with unambiguous boundaries', () => {
  const { address } = readSecretKeys(secret).current;
  expect(keyedHash(address, 'ab', 'c')).toEqual(
    createHmac('sha256', derived('address', 32)).update('["ab","c"]').digest(),
  );
  expect(keyedHash(address, 'ab', 'c')).not.toEqual(keyedHash(address, 'a', 'bc'));
  expect(plainHash('a token')).toEqual(createHash('sha256').update('a token').digest());
});
