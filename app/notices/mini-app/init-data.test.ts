import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initDataOf, signed } from '#test/support/notices/init-data.ts';
import { testBot } from '#test/support/notices/telegram-stand-in.ts';
import { readInitData } from './init-data.server.ts';

const { token } = testBot;
const now = () => Math.floor(Date.now() / 1_000);
const read = (initData: string) => readInitData(initData, { token, now: now() });
const codeOf = (initData: string): string => {
  try {
    read(initData);
    return 'accepted';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'other';
  }
};
const invalid = 'TelegramDataInvalid';
const expired = 'TelegramDataExpired';

describe('what Telegram has signed', () => {
  it('is read as it documents it, with fields that are not known yet', () => {
    expect(read(initDataOf({ chatId: 42, more: { start_param: 'nilufar', chat_instance: '-7' } })).telegramId).toBe(42);
  });

  it('is refused with one sign changed, left out or put in, wherever that is', () => {
    const whole = initDataOf({ chatId: 42, more: { start_param: 'nilufar' } });
    const same = new URLSearchParams(whole).toString();
    const at = fc.nat({ max: whole.length - 1 });
    const sign = fc.constantFrom(...'abcdef0123456789&=%+-_ Aя\0\n');
    const changed = fc.tuple(at, sign, fc.constantFrom(0, 1)).map(([place, one, gone]) => ({
      text: whole.slice(0, place) + one + whole.slice(place + gone),
      gone,
    }));
    const isRefused = ({ text }: { text: string }) => {
      // Another spelling of the same fields is no change.
      if (text === whole || new URLSearchParams(text).toString() === same) return;
      expect(codeOf(text), text).toBe(invalid);
    };
    fc.assert(fc.property(changed, isRefused), { numRuns: 3_000 });
    const left = fc.tuple(at, fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(left, ([place, count]) => isRefused({ text: whole.slice(0, place) + whole.slice(place + count) })),
    );
  });

  it('is refused in every byte of the hash', () => {
    const whole = initDataOf({ chatId: 42 });
    const start = whole.indexOf('hash=') + 5;
    for (let at = start; at < start + 64; at += 1) {
      const other = whole[at] === '0' ? '1' : '0';
      expect(codeOf(whole.slice(0, at) + other + whole.slice(at + 1))).toBe(invalid);
    }
  });

  it('is refused from another bot, with a name twice, and without what is needed', () => {
    const other = '700100201:AAanother-token-of-another-bot_0123456789';
    const user = JSON.stringify({ id: 42, first_name: 'Дилноза' });
    const date = String(now());
    const whole = initDataOf({ chatId: 42 });
    for (const wrong of [
      initDataOf({ chatId: 42, token: other }),
      `${whole}&user=${encodeURIComponent(user)}`,
      `user=${encodeURIComponent(user)}&${whole}`,
      whole.replace(/hash=/, 'HASH='),
      whole.replace(/&?hash=\w+/, ''),
      whole.toUpperCase(),
      `${whole}&hash=${/hash=(\w+)/.exec(whole)?.[1]}`,
      `hash=${'0'.repeat(64)}&${whole}`,
      whole.replace(/hash=(\w+)/, (_all, hash: string) => `hash=${hash.toUpperCase()}`),
      whole.replace('auth_date=', '%61uth_date='),
      whole.replace('auth_date=', 'auth_date=+'),
      whole.replace('&', '&&'),
      whole.replace('=', '%3D'),
      whole.replace(/signature=[^&]*&?/, ''),
      signed({ user }),
      signed({ auth_date: date }),
      signed({ user: 'null', auth_date: date }),
      signed({ user: '{"id":"42"}', auth_date: date }),
      signed({ user: '{"id":-42}', auth_date: date }),
      signed({ user: '{"id":4.2}', auth_date: date }),
      signed({ user: '{"id":1e300}', auth_date: date }),
      signed({ user: '{"id":9007199254740993}', auth_date: date }),
      signed({ user: '{"id":[42]}', auth_date: date }),
      signed({ user: '{"__proto__":{"id":42}}', auth_date: date }),
      signed({ user: '[42]', auth_date: date }),
      signed({ user, auth_date: `-${date}` }),
      signed({ user, auth_date: ` ${date}` }),
      signed({ user, auth_date: '9'.repeat(40) }),
      signed({ user, auth_date: date }, ''),
      signed({ user, auth_date: `${date}.5` }),
      signed({ user, auth_date: '1e9' }),
      signed({ user, auth_date: `${date}\n` }),
      signed({ user, auth_date: date, note: 'a\0b' }),
      signed({ user, auth_date: date, __proto: 'a' }),
      '%',
      '=',
      '&',
    ]) {
      expect(codeOf(wrong), wrong).toBe(invalid);
    }
  });

  it('is valid for an hour, and a minute before its time', () => {
    expect(codeOf(initDataOf({ chatId: 42, age: 3_590 }))).toBe('accepted');
    expect(codeOf(initDataOf({ chatId: 42, age: 3_605 }))).toBe(expired);
    expect(codeOf(initDataOf({ chatId: 42, age: -50 }))).toBe('accepted');
    expect(codeOf(initDataOf({ chatId: 42, age: -70 }))).toBe(expired);
    expect(codeOf(initDataOf({ chatId: 42, more: { auth_date: '0' } }))).toBe(expired);
    expect(codeOf(initDataOf({ chatId: 42, more: { auth_date: '9'.repeat(12) } }))).toBe(expired);
  });
});
