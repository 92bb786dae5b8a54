import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { readSecretKeys } from '../secret-keys.server.ts';
import type { CodeSending } from '../senders/code-sending.server.ts';
import { createPhoneCodes } from './phone-codes.server.ts';

const texts = new Map<string, string>();
const gateway: { isAway: boolean; sent: Awaited<ReturnType<CodeSending['send']>> } = { isAway: false, sent: null };

const database = await openTestDatabase();
afterAll(() => database.close());
const sending = {
  hasSms: true,
  async send({ phone, text }) {
    if (gateway.isAway) throw new Error('the gateway is away');
    texts.set(phone, text);
    return gateway.sent;
  },
  deliveryOf: async () => null,
} satisfies CodeSending;
const open = (globalPerHour: number | null) =>
  createPhoneCodes({
    db: database.db,
    keys: readSecretKeys('a secret of these tests only'),
    sending,
    sendByWays: async ({ message }) => ({ sent: await sending.send(message), chatId: null }),
    budget: globalPerHour === null ? null : { globalPerHour, onFull: () => undefined },
    publicUrl: 'https://opora.example:8443/shop',
    siteName: async () => 'Мозаика',
    log: pino({ level: 'silent' }),
  });
/** With budgets as in the product, and without them as in load tests. */
const codes = open(100_000);
const unbound = open(null);
beforeEach(() => {
  gateway.isAway = false;
  gateway.sent = null;
});

let lastAddress = 0;
/** From an address without earlier requests. */
const requestOf = (phone: string, purpose: 'phone' | 'admin' = 'phone') => ({
  phone,
  purpose,
  network: `10.0.${lastAddress >> 8}.${lastAddress++ & 255}`,
  browserTokens: [],
  locale: 'ru' as const,
});
const codeOf = (phone: string) => /#(\d*)$/.exec(texts.get(phone) ?? '')?.[1] ?? '';

/** The failure of a refused code. */
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => error,
  );

it('has six digits, leading zeros included', async () => {
  const phones = Array.from({ length: 120 }, newPhone);
  await Promise.all(phones.map((phone) => unbound.send(requestOf(phone))));
  // The probability that none of so many begins with a zero is about 1 in 300,000; the test passes then, too.
  expect(phones.map(codeOf).filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  expect(new Set(phones.map(codeOf)).size).toBeGreaterThan(100);
});

it('is sent and valid even if the reference of its sender cannot be stored', async () => {
  const phone = newPhone();
  gateway.sent = { sender: 'eskiz', channel: 'sms', reference: '\0' };
  expect(await codes.send(requestOf(phone))).toEqual({ codeSent: true, resendIn: 60 });
  expect(await codes.check(phone, 'phone', codeOf(phone), '10.0.0.1')).toMatchObject({ triesLeft: expect.any(Number) });
  expect(await refusalOf(codes.send(requestOf(phone)))).toMatchObject({ status: 429 });
});

it('names its purpose and the only site that a browser may fill it in on', async () => {
  const user = newPhone();
  const moderator = newPhone();
  await codes.send(requestOf(user));
  await codes.send(requestOf(moderator, 'admin'));
  const end = (phone: string) => `${codeOf(phone)}. Никому его не сообщайте\n\n@opora.example #${codeOf(phone)}`;
  expect(texts.get(user)).toBe(`Мозаика: код подтверждения ${end(user)}`);
  expect(texts.get(moderator)).toBe(`Мозаика: код входа в управление ${end(moderator)}`);
});

it.each([
  ['uz', 'tasdiqlash kodi', 'Uni hech kimga aytmang'],
  ['en', 'confirmation code', 'Do not share it with anyone'],
] as const)('is sent in the language of its reader: %s', async (locale, words, warning) => {
  const phone = newPhone();
  await codes.send({ ...requestOf(phone), locale });
  const code = codeOf(phone);
  expect(texts.get(phone)).toBe(`Мозаика: ${words} ${code}. ${warning}\n\n@opora.example #${code}`);
});

it('may be requested again at once after a gateway failure, but counts for the hour', async () => {
  const phone = newPhone();
  gateway.isAway = true;
  for (let tries = 0; tries < 4; tries++) {
    expect(await refusalOf(codes.send(requestOf(phone)))).toMatchObject({ status: 503, code: 'SmsUnavailable' });
  }
  gateway.isAway = false;
  await codes.send(requestOf(phone));
  expect(codeOf(phone)).not.toBe('');
  expect(await refusalOf(codes.send(requestOf(phone)))).toMatchObject({
    status: 429,
    message: expect.stringContaining('за час'),
  });
});

it('can be checked for room without sending or counting anything', async () => {
  const phone = newPhone();
  await codes.requireRoom(requestOf(phone));
  await codes.requireRoom(requestOf(phone));
  expect(codeOf(phone)).toBe('');
  await codes.send(requestOf(phone));
  const sent = codeOf(phone);
  expect(await refusalOf(codes.requireRoom(requestOf(phone)))).toMatchObject({ status: 429, code: 'TooManyRequests' });
  expect(codeOf(phone)).toBe(sent);
  await unbound.requireRoom(requestOf(phone));
});

it.each(['phone', 'admin'] as const)(
  'is sent once a minute after one for %s; hours are counted per purpose',
  async (sent) => {
    const phone = newPhone();
    await codes.send(requestOf(phone, sent));
    const text = texts.get(phone);
    expect(await refusalOf(codes.send(requestOf(phone)))).toMatchObject({
      status: 429,
      message: expect.stringContaining('через минуту'),
      retryAfter: expect.toSatisfy((seconds: number) => seconds > 50 && seconds <= 60),
    });
    expect(texts.get(phone)).toBe(text);
    await database.db.execute(
      sql`update sms_sent set sent_at = sent_at - interval '60 seconds' where phone = ${phone}`,
    );
    await codes.send(requestOf(phone));
    expect(texts.get(phone)).not.toBe(text);
  },
);

it('of the second factor, which follows a right password, waits for none that strangers ask for', async () => {
  const phone = newPhone();
  await codes.send(requestOf(phone));
  await codes.send(requestOf(phone, 'admin'));
  expect(await refusalOf(codes.send(requestOf(phone, 'admin')))).toMatchObject({ status: 429 });
});

it('stores that a long session was requested', async () => {
  const short = newPhone();
  const long = newPhone();
  await codes.send(requestOf(short, 'admin'));
  await codes.send({ ...requestOf(long, 'admin'), remember: true });
  expect(await codes.check(short, 'admin', codeOf(short), '10.9.9.9')).toMatchObject({ remember: false });
  expect(await codes.check(long, 'admin', codeOf(long), '10.9.9.9')).toMatchObject({ remember: true });
});

it('is not stored or counted if the work in its transaction fails', async () => {
  const phone = newPhone();
  const failing = codes.send(requestOf(phone), () => Promise.reject(new Error('not stored')));
  await expect(failing).rejects.toThrow('not stored');
  expect(codeOf(phone)).toBe('');
  await codes.send(requestOf(phone));
});
