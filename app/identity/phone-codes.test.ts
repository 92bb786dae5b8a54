import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { newPhone } from '#test/sign-in.ts';
import { createPhoneCodes, type PhoneCodes } from './phone-codes.server.ts';
import { readSecretKeys } from './secret-keys.server.ts';

let database: TestDatabase;
/** As the product has them, and as load tests have them: without budgets. */
let codes: PhoneCodes;
let unbound: PhoneCodes;
const gateway = { isAway: false, texts: new Map<string, string>() };

beforeAll(async () => {
  database = await openTestDatabase();
  const open = (budget: { globalPerHour: number } | null) =>
    createPhoneCodes({
      db: database.db,
      keys: readSecretKeys('a secret of these tests only'),
      gateway: {
        async send({ phone, text }) {
          if (gateway.isAway) throw new Error('the gateway is away');
          gateway.texts.set(phone, text);
        },
      },
      budget,
      publicUrl: 'https://opora.example:8443/shop',
      log: pino({ level: 'silent' }),
    });
  codes = open({ globalPerHour: 1_000 });
  unbound = open(null);
});
beforeEach(() => {
  gateway.isAway = false;
});
afterAll(() => database.close());

let lastAddress = 0;
/** From an address that has asked for nothing yet. */
const requestOf = (phone: string, purpose: 'phone' | 'admin' = 'phone') => ({
  ...{ phone, purpose },
  address: `10.0.${lastAddress >> 8}.${lastAddress++ & 255}`,
});
const codeOf = (phone: string) => /#(\d*)$/.exec(gateway.texts.get(phone) ?? '')?.[1] ?? '';

/** What a code was refused for. */
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => error,
  );

it('has six figures, the noughts that it begins with too', async () => {
  const phones = Array.from({ length: 120 }, newPhone);
  await Promise.all(phones.map((phone) => unbound.send(requestOf(phone))));
  // That none of so many begins with a nought comes about once in 300,000 runs, and lets the test pass.
  expect(phones.map(codeOf).filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  expect(new Set(phones.map(codeOf)).size).toBeGreaterThan(100);
});

it('says what it is for, and which site alone a browser may fill it in on', async () => {
  const [user, moderator] = [newPhone(), newPhone()];
  await codes.send(requestOf(user));
  await codes.send(requestOf(moderator, 'admin'));
  const end = (phone: string) => `${codeOf(phone)}. Никому его не сообщайте\n\n@opora.example #${codeOf(phone)}`;
  expect(gateway.texts.get(user)).toBe(`Opora: код ${end(user)}`);
  expect(gateway.texts.get(moderator)).toBe(`Opora: код входа в управление ${end(moderator)}`);
});

it('may be asked for again at once where the gateway was away, though it counts for the hour', async () => {
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

it('is asked beforehand whether it would be sent, which sends nothing and spends nothing', async () => {
  const phone = newPhone();
  await codes.requireRoom(requestOf(phone));
  await codes.requireRoom(requestOf(phone));
  expect(codeOf(phone)).toBe('');
  await codes.send(requestOf(phone));
  const sent = codeOf(phone);
  expect(await refusalOf(codes.requireRoom(requestOf(phone)))).toMatchObject({ status: 429, code: 'TooManyRequests' });
  expect(await refusalOf(codes.requireRoom(requestOf(phone, 'admin')))).toBe('nothing');
  expect(codeOf(phone)).toBe(sent);
  await unbound.requireRoom(requestOf(phone));
});

it('remembers a long session only where one was asked for', async () => {
  const [short, long] = [newPhone(), newPhone()];
  await codes.send(requestOf(short, 'admin'));
  await codes.send({ ...requestOf(long, 'admin'), remember: true });
  expect(await codes.check(short, 'admin', codeOf(short))).toMatchObject({ remember: false });
  expect(await codes.check(long, 'admin', codeOf(long))).toMatchObject({ remember: true });
});

it('takes nothing with it where what goes alongside fails', async () => {
  const phone = newPhone();
  const failing = codes.send(requestOf(phone), () => Promise.reject(new Error('not stored')));
  await expect(failing).rejects.toThrow('not stored');
  expect(codeOf(phone)).toBe('');
  await codes.send(requestOf(phone));
});
