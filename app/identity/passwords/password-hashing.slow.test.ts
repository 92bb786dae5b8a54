import { describe, expect, it } from 'vitest';
import { weakPassword } from '../identity-failures.ts';
import { refuseWeakPassword } from './common-passwords.server.ts';
import { PasswordHashing } from './password-hashing.server.ts';

// Created with the reference implementation: `printf password | argon2 somesalt -id -t 2 -k 65536 -p 1` (its own test vector).
const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

describe('password hashing', () => {
  it('verifies hashes of the reference implementation', async () => {
    const hashing = new PasswordHashing();
    expect(await hashing.verify('password', reference)).toBe(true);
    expect(await hashing.verify('Password', reference)).toBe(false);
  });

  it('verifies its own salted hashes, and treats different encodings of a letter as equal', async () => {
    const hashing = new PasswordHashing();
    const first = await hashing.hash('Ёжик в тумане');
    const second = await hashing.hash('Ёжик в тумане');
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await hashing.verify('Ёжик в тумане'.normalize('NFD'), first)).toBe(true);
    expect(await hashing.verify('ёжик в тумане', first)).toBe(false);
    expect(await hashing.verify('Ёжик в тумане', null)).toBe(false);
  });

  it('refuses at once when the queue is full, and serves the queued ones', async () => {
    const hashing = new PasswordHashing(1);
    const hash = await hashing.hash('one password');
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => hashing.verify('one password', hash)));
    const served = answers.filter(({ status }) => status === 'fulfilled');
    expect(served.length).toBe(33);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 503, retryAfter: 2 },
    });
    expect(await hashing.verify('one password', hash)).toBe(true);
  });
});

describe('weak passwords', () => {
  const isRefused = (password: string) => {
    try {
      refuseWeakPassword(password);
      return false;
    } catch (error) {
      return weakPassword.is(error);
    }
  };

  it('are those of the wrong length and the most common ones', () => {
    for (const weak of [
      '',
      '1234567',
      '😀'.repeat(7),
      'x'.repeat(129),
      'password',
      'PassWord1',
      'iloveyou1',
      '123456789',
    ]) {
      expect(isRefused(weak), weak).toBe(true);
    }
    for (const fine of ['😀'.repeat(8), 'x'.repeat(128), 'верная лошадь 47', 'opora-demo']) {
      expect(isRefused(fine), fine).toBe(false);
    }
  });
});
