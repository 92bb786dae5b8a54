import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#base/config/config.server.ts';
import { doctorKey } from '#base/config/secrets.server.ts';
import { createTestDatabase, onServer } from '#test/support/database/database.ts';
import { clickEnv } from '#test/support/money/click-caller.ts';
import { everySystemEnv } from '#test/support/money/every-system.ts';
import { paymeCardEnv } from '#test/support/money/payme-card-caller.ts';
import { stripeEnv } from '#test/support/money/stripe-scene.ts';
import { newChat, startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import { startStandIn } from '#test/support/senders/service-stand-in.ts';
import { eskiz } from '#test/support/senders/services.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { openReceiver } from '#test/support/tool-fixture.ts';
import { death, sound, startVoiceService, toneWav } from '#test/support/voice-service.ts';
import { backUp } from '../backup.ts';
import { examineAll, runDoctorCommand } from './doctor-command.ts';
import { judgeProxy } from './proxy-check.ts';

const click = { ...clickEnv, PAYMENT: 'gateway,click' };
const payme = { PAYME_ID: '0123456789abcdef01234567', PAYME_KEY: 'a key of sixteen signs' };

const paymeCard = { ...paymeCardEnv, PAYMENT: 'gateway,payme-card' };

const folder = await mkdtemp(join(tmpdir(), 'opora-doctor-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const sms = await openReceiver();
afterAll(() => sms.close());
const app = await startApp({
  env: { ...everySystemEnv, ...payme },
});
afterAll(() => app.close());
await signIn(app.db, testSecrets.jwt, { role: 'admin' });
const place = { databaseUrl: app.databaseUrl, imageFolder: null, log: () => undefined };
await backUp({ ...place, folder: join(folder, 'backups', 'today') });

const environment = () => ({
  PUBLIC_URL: app.url,
  JWT_SECRET: testSecrets.jwt,
  PAYMENT_SECRET: testSecrets.payment,
  SMS_URL: sms.address,
  DATABASE_URL: app.databaseUrl,
});

const placeOf = () => ({
  databaseUrl: app.databaseUrl,
  dataDir: folder,
  paymentUrl: app.sandbox.url,
  sandboxUrl: null,
});

/** The lines of the problems that a change of a healthy installation causes, by check. */
async function problems(
  env: Readonly<Record<string, string>> = {},
  place: { databaseUrl?: string; dataDir?: string; paymentUrl?: string; sandboxUrl?: string; backups?: string } = {},
): Promise<Record<string, string>> {
  const config = readConfig({ ...environment(), ...env });
  const findings = await examineAll(config, { ...placeOf(), backups: join(folder, 'backups'), ...place });
  return Object.fromEntries(findings.flatMap(({ check, state, says }) => (state === 'problem' ? [[check, says]] : [])));
}

test('a healthy installation has no problem', async () => {
  const lines: string[] = [];
  const withPlace = (_config: unknown, work: (place: ReturnType<typeof placeOf>) => Promise<void>) => work(placeOf());
  const words = ['--json', '--backups', join(folder, 'backups')];
  await runDoctorCommand(words, { env: environment(), withPlace, log: (line) => lines.push(line) });
  const { problems: count, findings } = JSON.parse(lines.join('\n'));
  expect(findings.filter(({ state }: { state: string }) => state === 'problem')).toEqual([]);
  expect(count).toBe(0);
  expect(findings.map(({ check }: { check: string }) => check)).toEqual(
    'environment,database,clock,migrations,sealed keys,admin,data folder,disk,pictures,backup,address,proxy,certificate,payments,codes by http,voice of alerts'.split(
      ',',
    ),
  );
});

test.each([
  ['one that is trusted', { address: '203.0.113.9', peer: '127.0.0.1', forwarded: '203.0.113.9' }, 'is trusted'],
  [
    'one that adds to the header',
    { address: '203.0.113.9', peer: '10.0.0.2', forwarded: '192.0.2.77, 203.0.113.9' },
    'is trusted',
  ],
  ['no proxy', { address: '203.0.113.9', peer: '203.0.113.9', forwarded: '192.0.2.77' }, 'there is no proxy'],
])('knows %s from its request', (_name, caller, says) => {
  expect(judgeProxy(caller)).toContain(says);
});

const ownAddress = { address: '127.0.0.1', peer: '127.0.0.1', forwarded: '127.0.0.1' };
const addedOwn = { ...ownAddress, forwarded: '192.0.2.77, 127.0.0.1' };
const twoProxies = { address: '198.51.100.9', peer: '127.0.0.1', forwarded: '192.0.2.77, 203.0.113.9, 198.51.100.9' };

test.each([
  [
    'which writes the header anew for this machine',
    ownAddress,
    '127.0.0.1',
    /^this command has the address .* 127\.0\.0\.1/,
  ],
  ['which is trusted by its number', addedOwn, '1', /^this command has the address .* 127\.0\.0\.1/],
  [
    'which is trusted before one that is not',
    twoProxies,
    '127.0.0.1',
    /^callers count as 198\.51\.100\.9, .* TRUST_PROXY/,
  ],
])('does not judge a proxy %s', (_name, caller, trust, note) => {
  expect(judgeProxy(caller, trust)).toEqual({ note: expect.stringMatching(note) });
});

test.each([
  [
    'is not trusted',
    { address: '10.0.0.2', peer: '::ffff:10.0.0.2', forwarded: '203.0.113.9' },
    /^TRUST_PROXY: .* set it to 10\.0\.0\.2/,
  ],
  [
    'passes on what callers write',
    { address: '192.0.2.77', peer: '10.0.0.2', forwarded: '192.0.2.77, 203.0.113.9' },
    /^TRUST_PROXY: callers can choose/,
  ],
  [
    'is not trusted and is called by this machine',
    { address: '127.0.0.1', peer: '127.0.0.1', forwarded: '192.0.2.77, 127.0.0.1' },
    /^TRUST_PROXY: .* set it to 127\.0\.0\.1/,
  ],
  [
    'removes the header',
    { address: '10.0.0.2', peer: '10.0.0.2', forwarded: '' },
    /^a proxy at 10\.0\.0\.2 removes X-Forwarded-For/,
  ],
])('names what is wrong with a proxy that %s', (_name, caller, fault) => {
  expect(() => judgeProxy(caller)).toThrow(fault);
});

test('the server says whom it takes a caller for to nobody but the doctor', async () => {
  const nonce = '0123456789abcdef0123456789abcdef';
  const askAs = async (key: string) => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'x-doctor-key': key };
    return (await fetch(`${app.url}/health/live?nonce=${nonce}`, { headers })).json();
  };
  expect(await askAs(doctorKey(testSecrets.jwt, nonce))).toMatchObject({ caller: { address: '198.51.100.7' } });
  for (const key of ['', doctorKey('another secret of sixteen', nonce), doctorKey(testSecrets.jwt, 'another')]) {
    expect(await askAs(key)).toEqual({ status: 'live', proof: expect.any(String) });
  }
});

test('an invalid environment is one problem that names the variable', async () => {
  const lines: string[] = [];
  const withPlace = () => Promise.reject(new Error('nothing may be opened'));
  await runDoctorCommand([], { env: { PORT: 'a port' }, withPlace, log: (line) => lines.push(line) });
  expect([process.exitCode, lines]).toEqual([1, [expect.stringMatching(/^PROBLEM environment: PORT: must be/)]]);
  process.exitCode = 0;
});

test('each fault is one line that names its remedy', async () => {
  await expect(problems({ JWT_SECRET: 'another-secret-than-the-servers' })).resolves.toEqual({
    address: expect.stringContaining('another JWT_SECRET'),
  });
  await expect(problems({ PUBLIC_URL: sms.address.replace('/hook', '') })).resolves.toMatchObject({
    address: expect.stringContaining('does not answer as Opora'),
  });
  await expect(problems({ PUBLIC_URL: app.url.replace('http:', 'https:') })).resolves.toMatchObject({
    certificate: expect.stringContaining('does not speak TLS: give the proxy a certificate'),
  });
  await expect(problems({ PAYMENT_SECRET: 'another-secret-than-agreed' })).resolves.toEqual({
    payments: expect.stringMatching(/^PAYMENT_SECRET: the payment gateway refuses it/),
  });
  await expect(problems({}, { paymentUrl: 'http://127.0.0.1:1' })).resolves.toEqual({
    payments: expect.stringMatching(/^PAYMENT_URL: no payment gateway answers/),
  });
  await expect(problems({ PAYMENT: 'gateway,payme', ...payme })).resolves.toEqual({});
  await expect(
    problems({ PAYMENT: 'gateway,payme', ...payme, PAYME_KEY: 'another key than the server' }),
  ).resolves.toEqual({
    'payments by payme': expect.stringMatching(/^PAYME_KEY: the running server has another one/),
  });
  const cards = { ...paymeCard, PAYME_CARD_URL: `${app.sandbox.url}/payme-card/api` };
  await expect(problems(cards)).resolves.toEqual({});
  await expect(problems({ ...cards, PAYME_CARD_KEY: 'another key than the server' })).resolves.toEqual({
    'cards by payme': expect.stringMatching(/^PAYME_CARD_KEY: Payme refuses it/),
    'calls of payme about cards': expect.stringMatching(/^PAYME_CARD_KEY: the running server has another one/),
  });
  const atStandIn = { ...click, CLICK_API_URL: `${app.sandbox.url}/click/v2/merchant` };
  await expect(problems(atStandIn)).resolves.toEqual({});
  await expect(problems({ ...atStandIn, CLICK_SECRET_KEY: 'another key than the server' })).resolves.toEqual({
    'payments by click': expect.stringMatching(/^CLICK_SECRET_KEY: Click refuses it/),
    'calls of click': expect.stringMatching(/^CLICK_SECRET_KEY: the running server has another one/),
  });
  await expect(problems({ ...atStandIn, CLICK_API_URL: 'http://127.0.0.1:1' })).resolves.toEqual({
    'payments by click': expect.stringMatching(/^CLICK_API_URL: nothing answers/),
  });
  const stripe = { ...stripeEnv, STRIPE_API_URL: app.sandbox.url };
  await expect(problems(stripe)).resolves.toEqual({});
  await expect(
    problems({ ...stripe, STRIPE_SECRET_KEY: 'sk_test_another_one', STRIPE_WEBHOOK_SECRET: 'whsec_another_one' }),
  ).resolves.toEqual({
    'payments by stripe': expect.stringMatching(/^STRIPE_SECRET_KEY: Stripe refuses it/),
    'events of stripe': expect.stringMatching(/^STRIPE_WEBHOOK_SECRET: the running server has another one/),
  });
  await expect(problems({ SMS_URL: 'http://127.0.0.1:1/send' })).resolves.toEqual({
    'codes by http': expect.stringMatching(/^http: nothing answers/),
  });
  const voice = await startVoiceService();
  await expect(problems({ VOICE_URL: voice.url })).resolves.toEqual({});
  voice.answer(sound('audio/wav', toneWav().subarray(0, 100)));
  await expect(problems({ VOICE_URL: voice.url })).resolves.toEqual({
    'voice of alerts': expect.stringMatching(/^VOICE_URL: the WAV of VOICE_URL is not one of 16 bits/),
  });
  voice.answer(death);
  await expect(problems({ VOICE_URL: voice.url })).resolves.toEqual({
    'voice of alerts': expect.stringMatching(/^VOICE_URL: fetch failed \(other side closed\): look at the service/),
  });
  voice.answer((response) => response.writeHead(302, { location: '/other' }).end());
  await expect(problems({ VOICE_URL: `${voice.url}?key=in-the-address`, VOICE_KEY: 'in-the-header' })).resolves.toEqual(
    {
      'voice of alerts': expect.stringMatching(/^VOICE_URL: fetch failed \(unexpected redirect\): (?!.*in-the-)/),
    },
  );
  await voice.close();
  await expect(problems({ VOICE_URL: 'http://127.0.0.1:1/speak' })).resolves.toEqual({
    'voice of alerts': expect.stringMatching(/^VOICE_URL: fetch failed \(.*bad port.*\): look/),
  });
  sms.answers.push(502);
  await expect(problems()).resolves.toEqual({ 'codes by http': expect.stringContaining('answers 502') });
  const service = await startStandIn(eskiz);
  const right = { SMS: 'eskiz', ...eskiz.variables(service.url) };
  await expect(problems(right)).resolves.toEqual({});
  await expect(problems({ ...right, ...eskiz.wrongCredentials })).resolves.toEqual({
    'codes by eskiz': expect.stringContaining('correct its login and password'),
  });
  await service.close();
});

test('stand-ins that run here are asked instead of the real systems', async () => {
  const env = { ...everySystemEnv, ...payme, SANDBOX: 'payme,payme-card,click,stripe' };
  /** Where the real systems would be; nothing is there. */
  const real = {
    PAYME_CARD_URL: 'http://127.0.0.1:1/card',
    CLICK_API_URL: 'http://127.0.0.1:1/click',
    STRIPE_API_URL: 'http://127.0.0.1:1',
  };
  const stripeless = { PAYMENT: 'gateway,payme,payme-card,click' };
  await expect(problems({ ...env, ...real }, { sandboxUrl: app.sandbox.url })).resolves.toEqual({});
  await expect(problems({ ...env, ...real, ...stripeless })).resolves.toEqual({
    'cards by payme': expect.stringMatching(/^PAYME_CARD_URL: nothing answers at http:\/\/127\.0\.0\.1:1\/card/),
    'payments by click': expect.stringMatching(/^CLICK_API_URL: nothing answers at http:\/\/127\.0\.0\.1:1\/click/),
  });
  const isReal = { ...env, ...real, ...stripeless, SANDBOX: 'payme-card' };
  await expect(problems(isReal, { sandboxUrl: app.sandbox.url })).resolves.toEqual({
    'payments by click': expect.stringMatching(/^CLICK_API_URL: nothing answers at http:\/\/127\.0\.0\.1:1\/click/),
  });
});

test('an unreachable database is one problem, and the rest is examined all the same', async () => {
  await expect(problems({}, { databaseUrl: 'postgres://opora@127.0.0.1:1/opora' })).resolves.toEqual({
    database: expect.stringMatching(/^DATABASE_URL: nothing listens at 127\.0\.0\.1:1: start PostgreSQL/),
  });
});

test('a data folder that is a file, and missing backups', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  await expect(problems({}, { dataDir: file })).resolves.toEqual({
    'data folder': expect.stringContaining('cannot be written to'),
    pictures: expect.stringContaining('pictures cannot be stored'),
  });
  await expect(problems({}, { backups: join(folder, 'nowhere') })).resolves.toEqual({
    backup: expect.stringContaining('cannot be read'),
  });
  await expect(problems({}, { backups: folder })).resolves.toEqual({
    backup: expect.stringContaining('there is no finished backup'),
  });
});

test('a database without migrations, and without an admin', async () => {
  const empty = await createTestDatabase();
  await onServer(empty.url, (client) => client.query('delete from schema_migration where name > $1', ['0002']));
  await expect(problems({}, { databaseUrl: empty.url })).resolves.toEqual({
    migrations: expect.stringContaining('restart the server'),
    admin: expect.stringContaining('opora admin grant <phone> admin'),
  });
  await empty.drop();
});

test('the bot and its place in the chat of the staff are tried', async () => {
  const telegram = await startTelegram();
  const inside = newChat();
  const outside = newChat();
  telegram.set(outside, { kind: 'blocked' });
  const staffChat = (chat: number) => ({ ...telegram.variables, TELEGRAM_STAFF_CHAT: String(chat) });
  await expect(problems(staffChat(inside))).resolves.toEqual({});
  await expect(problems(staffChat(outside))).resolves.toEqual({
    'chat of the staff': expect.stringMatching(/^TELEGRAM_STAFF_CHAT: the bot is not in the chat/),
  });
  const token = '700100200:AAanother-token-than-that-of-the-bot_012';
  await expect(problems({ ...telegram.variables, TELEGRAM_BOT_TOKEN: token })).resolves.toEqual({
    'notices by Telegram': expect.stringMatching(/^TELEGRAM_BOT_TOKEN: Telegram refuses it/),
  });
  await telegram.close();
  await expect(problems(telegram.variables)).resolves.toEqual({
    'notices by Telegram': `TELEGRAM_API_URL: no Bot API answers at ${telegram.url}: look at the network, or correct the address`,
  });
});
