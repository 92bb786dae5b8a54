import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { codeText } from '#app/identity/codes/code-text.server.ts';
import { PasswordHashing } from '#app/identity/passwords/password-hashing.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { startIdentityApp } from '#test/support/identity-app.ts';
import { clickEnv } from '#test/support/money/click-caller.ts';
import { paymeCardEnv } from '#test/support/money/payme-card-caller.ts';
import { stripeEnv } from '#test/support/money/stripe-scene.ts';
import { startStandIn } from '#test/support/senders/service-stand-in.ts';
import { eskiz } from '#test/support/senders/services.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { startPaymentSandbox } from '../../payment-gateway/server.ts';
import { parseSettings, withSettings } from './env-file.ts';
import { runSetupCommand } from './setup-command.ts';
import { readSetupWords } from './setup-words.ts';

const database = await openTestDatabase();
const gateway = await startPaymentSandbox({ secret: testSecrets.payment });
const service = await startStandIn(eskiz);
const folder = await mkdtemp(join(tmpdir(), 'opora-setup-'));
afterAll(async () => {
  await database.close();
  await gateway.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

type Line = string | (() => string);

/** Answers the questions of the command in order, then nothing more. */
async function setUp(
  words: readonly string[],
  lines: readonly Line[],
  { input = '', isInteractive = false, tlsFault }: { input?: string; isInteractive?: boolean; tlsFault?: string } = {},
) {
  const said: string[] = [];
  const left = [...lines];
  const terminal = {
    isInteractive,
    say: (line: string) => void said.push(line),
    ask: async (question: string) => {
      said.push(question);
      const line = left.shift() ?? null;
      return typeof line === 'function' ? line() : line;
    },
    close: () => undefined,
  };
  const asked = await readSetupWords(words, async () => input);
  const probe = async () => tlsFault ?? null;
  await runSetupCommand(asked, { terminal, probe, withDatabase: (_config, work) => work(database.url) });
  return { said, left };
}

const lastCode = () => /\d{6}/.exec(service.taken.at(-1)?.content ?? '')?.[0] ?? 'no code';
const eskizAnswers = () => Object.values(eskiz.variables(service.url)).slice(1);

test('eleven answers make a file that only its owner can read, and the first admin', async () => {
  const file = join(folder, 'opora.env');
  await writeFile(file, '# ours\nMAPS_KEY=a-key\n');
  const phone = newPhone();
  const answers = [database.url, 'opora.example', '', gateway.url, testSecrets.payment, 'eskiz', ...eskizAnswers()];
  const { said, left } = await setUp(
    ['--file', file, `ESKIZ_URL=${service.url}`],
    [...answers, phone, lastCode, 'opora', 'a good password of ours'],
  );
  expect(left).toEqual([]);
  expect(said.filter((line) => line.startsWith('  ') && !/docker|cp |node_modules/.test(line))).toEqual([
    expect.stringContaining('8 to 128 characters'),
  ]);
  const text = await readFile(file, 'utf8');
  expect(text.startsWith('# ours\nMAPS_KEY=a-key\n')).toBe(true);
  expect(parseSettings(text)).toMatchObject({
    NODE_ENV: 'production',
    SANDBOX_PORT: 'off',
    TRUST_PROXY: '127.0.0.1',
    COUNTRY: 'uz',
    PUBLIC_URL: 'https://opora.example',
    DATABASE_URL: database.url,
    PAYMENT: 'gateway',
    PAYMENT_SECRET: testSecrets.payment,
    SMS: 'eskiz',
    JWT_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { rows } = await database.db.pool.query(
    'select phone, role, phone_confirmed_at is not null as confirmed, password_hash as hash from person',
  );
  expect(rows).toEqual([{ phone, role: 'admin', confirmed: true, hash: expect.any(String) }]);
  expect(await new PasswordHashing().verify('a good password of ours', rows[0]?.hash)).toBe(true);
  // The login can send its code at once, also after that of a new password.
  const app = await startIdentityApp({ databaseUrl: database.url });
  onTestFinished(() => app.close());
  const body = { phone, password: 'a good password of ours', rememberMe: false };
  expect((await app.ask('GET Sms/SendComfirmCode', { query: { phone } })).status).toBe(200);
  expect((await app.ask('POST Identity/AdminLogin', { body })).status).toBe(200);
  const query = { phone, code: await app.codeOf(phone) };
  expect((await app.ask('GET Identity/ConfirmCodeAdmin', { query })).status).toBe(200);
  expect((await readdir(folder)).sort()).toEqual(['opora.env']);
});

test('the text of the first code is the one that an SMS service approves, with the name of the site', async () => {
  await database.db.pool.query("update site_settings set name = 'Мозаика'");
  await database.db.pool.query(`update person set role = 'user'`);
  const file = join(folder, 'opora.env');
  const answers = ['', '', '', '', '', '', '', '', newPhone(), lastCode, ''];
  const tlsFault = 'the certificate has expired';
  const { said } = await setUp(['--file', file, `ESKIZ_URL=${service.url}`], answers, { tlsFault });
  // It is said, and hinders nothing.
  expect(said).toContainEqual(expect.stringMatching(/opora\.example by TLS: the certificate has expired; go on/));
  const code = lastCode();
  expect(service.taken.at(-1)?.content).toBe(
    codeText({ site: 'Мозаика', purpose: 'phone', code, locale: 'ru', host: 'opora.example' }),
  );
});

test('a second run keeps secrets, asks for no admin, and replaces nothing without a yes', async () => {
  const file = join(folder, 'opora.env');
  const before = await readFile(file, 'utf8');
  const words = ['--file', file, `ESKIZ_URL=${service.url}`, 'PUBLIC_URL=https://other.example'];
  const kept = ['', '', '', '', '', '', ''];
  await expect(setUp(words, [...kept, 'no'])).rejects.toThrow('nothing was written');
  expect(await readFile(file, 'utf8')).toBe(before);
  const { said } = await setUp([...words, '--yes'], kept);
  expect(said).toContain('there is an admin already');
  expect(await readFile(file, 'utf8')).toBe(before.replace('https://opora.example', 'https://other.example'));
});

test('a wrong answer is explained and asked for again; a wrong value given with the command ends it', async () => {
  const file = join(folder, 'again.env');
  const wrong = [
    'postgres://opora@127.0.0.1:1/opora',
    database.url,
    '',
    'opora.example',
    'cash',
    'gateway',
    'http://127.0.0.1:1',
    testSecrets.payment,
    gateway.url,
    'another-secret-than-agreed',
    '',
  ];
  const { said } = await setUp(
    ['--file', file, `ESKIZ_URL=${service.url}`],
    [
      ...wrong,
      testSecrets.payment,
      'pigeon',
      'eskiz',
      'no address',
      'shop@opora.example',
      'wrong-password',
      ...eskizAnswers(),
    ],
  );
  const problems = said.filter((line) => line.startsWith('  ')).map((line) => line.trim().split(':')[0]);
  expect(problems.slice(0, 8)).toEqual([
    'DATABASE_URL',
    'an answer is needed',
    'PAYMENT',
    'PAYMENT_URL',
    'PAYMENT_SECRET',
    'SMS',
    'ESKIZ_EMAIL',
    'eskiz',
  ]);
  const input = 'DATABASE_URL=postgres://opora@127.0.0.1:1/opora';
  await expect(setUp(['--file', file, '--answers', '-'], [], { input })).rejects.toThrow('nothing listens');
  await expect(setUp(['--file', file, 'PUBLIK_URL=https://opora.example'], [])).rejects.toThrow('setup [--file');
});

test('without a terminal it names at once all that is to be given', async () => {
  const file = ['--file', join(folder, 'new.env')];
  const missing = 'give DATABASE_URL, PUBLIC_URL, PAYMENT, PAYMENT_URL, PAYMENT_SECRET, SMS, ADMIN_PHONE by --answers';
  await expect(setUp(file, [])).rejects.toThrow(missing);
  const words = [...file, 'PUBLIC_URL=https://opora.example', 'PAYMENT=stripe', 'SMS=eskiz'];
  await expect(setUp(words, [database.url])).rejects.toThrow(
    'give STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, ESKIZ_EMAIL, ESKIZ_PASSWORD, ADMIN_PHONE by --answers',
  );
  await rm(join(folder, 'new.env.answers'), { force: true });
});

test('a stored value that fails ends it where nobody can give another one', async () => {
  const file = join(folder, 'stale.env');
  const stored = [`DATABASE_URL=${database.url}`, 'PUBLIC_URL=https://opora.example', `PAYMENT_URL=${gateway.url}`];
  const text = [...stored, 'PAYMENT=gateway', 'PAYMENT_SECRET=another-secret-than-agreed', ''].join('\n');
  await writeFile(file, text);
  await expect(setUp(['--file', file], [])).rejects.toThrow('PAYMENT_SECRET');
  expect(await readFile(file, 'utf8')).toBe(text);
});

test.each(['DATABASE_URL=postgres://opora:secret@db/opora', 'PAYMENT_SECRET=a-secret', 'ADMIN_PASSWORD=a-secret'])(
  'the argument %s is refused, because other users see it',
  async (word) => {
    const [name = ''] = word.split('=');
    await expect(readSetupWords([word], async () => '')).rejects.toThrow(`${name} is secret`);
    const { given } = await readSetupWords(['--answers', '-', 'SMS=eskiz'], async () => `# ours\n${word}\n`);
    expect(given).toEqual({ [name]: word.slice(name.length + 1), SMS: 'eskiz' });
  },
);

test('answers survive an interruption, for their owner only', async () => {
  const file = join(folder, 'stopped.env');
  const typed = [database.url, 'opora.example', 'gateway', gateway.url, testSecrets.payment];
  await expect(setUp(['--file', file], typed, { isInteractive: true })).rejects.toThrow(
    'answers so far are the defaults',
  );
  expect((await stat(`${file}.answers`)).mode & 0o777).toBe(0o600);
  const { said } = await setUp(
    ['--file', file, `ESKIZ_URL=${service.url}`],
    ['', '', '', '', '', 'eskiz', ...eskizAnswers()],
  );
  expect(said).toContainEqual(expect.stringContaining('[https://opora.example]'));
  expect(parseSettings(await readFile(file, 'utf8'))).toMatchObject({ PAYMENT_SECRET: testSecrets.payment });
  await expect(stat(`${file}.answers`)).rejects.toThrow('ENOENT');
});

test('Payme alone needs its id and key, and no gateway', async () => {
  const file = join(folder, 'payme.env');
  const answers = [
    database.url,
    'opora.example',
    'payme',
    'no-id',
    '0123456789abcdef01234567',
    'a key of sixteen signs',
    '12',
    '01234567890123456',
    '1504606',
    '12',
  ];
  const { said, left } = await setUp(
    ['--file', file, `ESKIZ_URL=${service.url}`],
    [...answers, 'eskiz', ...eskizAnswers()],
  );
  expect(left).toEqual([]);
  expect(said.filter((line) => line.startsWith('  PAY'))).toEqual([
    expect.stringContaining('PAYME_ID: must be'),
    expect.stringContaining('PAYME_ITEM_CODE: must be 17 digits'),
  ]);
  expect(said).toContainEqual(expect.stringContaining('https://opora.example/api/Payment/Payme'));
  const settings = parseSettings(await readFile(file, 'utf8'));
  expect(settings).toMatchObject({ PAYMENT: 'payme', PAYME_KEY: 'a key of sixteen signs', PAYME_VAT: '12' });
  expect(settings).not.toHaveProperty('PAYMENT_SECRET');
});

test('Click alone needs three numbers and its key, which are tried at once and asked for again together', async () => {
  const { CLICK_SERVICE_ID, CLICK_MERCHANT_ID, CLICK_MERCHANT_USER_ID, CLICK_SECRET_KEY: key } = clickEnv;
  const numbers = { serviceId: CLICK_SERVICE_ID, merchantId: CLICK_MERCHANT_ID, userId: CLICK_MERCHANT_USER_ID };
  const sandbox = await startPaymentSandbox({ click: { ...numbers, key, endpoint: () => 'http://127.0.0.1:9' } });
  const file = join(folder, 'click.env');
  const given = ['--file', file, `ESKIZ_URL=${service.url}`, `CLICK_API_URL=${sandbox.url}/click/v2/merchant`];
  const typed = Object.values(numbers);
  const answers = [
    database.url,
    'opora.example',
    'click',
    'a number',
    ...typed,
    'not the key',
    '',
    '',
    '',
    key,
    '30512345',
    '305123456',
    '10305008002000001',
    '1501',
    '',
    'eskiz',
    ...eskizAnswers(),
  ];
  const { said, left } = await setUp(given, answers);
  expect(left).toEqual([]);
  expect(said.filter((one) => one.startsWith('  ') && !/docker|cp |node_modules/.test(one))).toEqual([
    expect.stringContaining('CLICK_SERVICE_ID: must be a number'),
    expect.stringContaining('CLICK_SECRET_KEY: Click refuses it'),
    expect.stringContaining('CLICK_TAX_NUMBER: must be a TIN'),
  ]);
  const receipts = { CLICK_TAX_NUMBER: '305123456', PAYME_ITEM_CODE: '10305008002000001', PAYME_VAT: '0' };
  expect(parseSettings(await readFile(file, 'utf8'))).toMatchObject({ ...clickEnv, ...receipts, PAYMENT: 'click' });
  await sandbox.close();
});

test('cards by Payme need the id and the key of their cash register, which are tried at once', async () => {
  const { PAYME_CARD_ID: id, PAYME_CARD_KEY: key } = paymeCardEnv;
  const sandbox = await startPaymentSandbox({ paymeCard: { id, key } });
  const file = join(folder, 'payme-card.env');
  const given = ['--file', file, `ESKIZ_URL=${service.url}`, `PAYME_CARD_URL=${sandbox.url}/payme-card/api`];
  const cards = ['payme-card', id, 'a key of somebody else', '', key, ''];
  const { said, left } = await setUp(given, [database.url, 'opora.example', ...cards, 'eskiz', ...eskizAnswers()]);
  expect(left).toEqual([]);
  expect(said).toContainEqual(expect.stringContaining('https://opora.example/api/Payment/PaymeCard'));
  expect(said).toContainEqual(expect.stringContaining('PAYME_CARD_KEY: Payme refuses it'));
  expect(parseSettings(await readFile(file, 'utf8'))).toMatchObject({ ...paymeCardEnv, PAYMENT: 'payme-card' });
  await sandbox.close();
});

test('Stripe alone needs its key, which is tried at once, and the secret of its events', async () => {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = stripeEnv;
  const sandbox = await startPaymentSandbox({ stripe: { key, webhookSecret, endpoint: () => 'http://127.0.0.1:9' } });
  const file = join(folder, 'stripe.env');
  const given = ['--file', file, `ESKIZ_URL=${service.url}`, `STRIPE_API_URL=${sandbox.url}`];
  const stripe = ['stripe', 'sk_test_not_the_key', key, webhookSecret];
  const answers = [database.url, 'opora.example', ...stripe, 'eskiz', ...eskizAnswers()];
  const { said, left } = await setUp(given, answers);
  expect(left).toEqual([]);
  expect(said.filter((one) => one.startsWith('  ') && !/docker|cp |node_modules/.test(one))).toEqual([
    expect.stringContaining('STRIPE_SECRET_KEY: Stripe refuses it'),
  ]);
  expect(parseSettings(await readFile(file, 'utf8'))).toMatchObject({ ...stripeEnv, PAYMENT: 'stripe' });
  await sandbox.close();
});

test('the file keeps comments and foreign lines, and quotes what needs it', () => {
  const text = "# a comment\nA=1\nexport=me\nB='two words'\n";
  const changed = withSettings(text, { B: 'a $b', C: 'x=y' });
  expect(changed).toBe("# a comment\nA=1\nexport=me\nB='a $b'\nC=x=y\n");
  expect(parseSettings(changed)).toEqual({ A: '1', export: 'me', B: 'a $b', C: 'x=y' });
  expect(() => withSettings('', { A: "a'b" })).toThrow('cannot be stored');
});
