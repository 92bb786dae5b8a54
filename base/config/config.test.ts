import { expect, test } from 'vitest';
import { readConfig } from './config.server.ts';

const production = {
  NODE_ENV: 'production',
  JWT_SECRET: 'a-secret-of-its-own-for-tokens',
  PAYMENT_SECRET: 'a-secret-of-its-own-for-payments',
  SMS_URL: 'https://sms.example/send',
  SANDBOX_PORT: 'off',
  PAYMENT_URL: 'https://pay.example',
  PUBLIC_URL: 'https://opora.example',
} as const;

test('production starts with secrets of its own and real partners', () => {
  expect(readConfig(production)).toMatchObject({ isProduction: true, sandboxPort: null, LIMITS: true });
});

test('without PUBLIC_URL the site is at HOST and PORT, in brackets where HOST is an IPv6 address', () => {
  expect(readConfig({ HOST: '127.0.0.1', PORT: '3100' }).publicUrl).toBe('http://127.0.0.1:3100');
  expect(readConfig({ HOST: '::1', PORT: '3100' }).publicUrl).toBe('http://[::1]:3100');
});

test('a day for payouts is promised where the operator says so, and in the demo world alone without it', () => {
  expect(readConfig(production).payoutDays).toBeNull();
  expect(readConfig({ ...production, PAYOUT_DAYS: '5' }).payoutDays).toBe(5);
  expect(readConfig({}).payoutDays).toBe(3);
  expect(readConfig({ PAYOUT_DAYS: '1' }).payoutDays).toBe(1);
  expect(readConfig({ DEMO: 'off' }).payoutDays).toBeNull();
  for (const PAYOUT_DAYS of ['0', '31', '1.5', 'three']) {
    expect(() => readConfig({ PAYOUT_DAYS })).toThrow('PAYOUT_DAYS: must be a whole number from 1 to 30');
  }
});

test.each([
  ['JWT_SECRET', { JWT_SECRET: undefined }],
  ['PAYMENT_SECRET', { PAYMENT_SECRET: undefined }],
  ['SMS', { SMS_URL: undefined }],
  ['SANDBOX_PORT', { SANDBOX_PORT: '3001' }],
  ['PAYMENT_URL', { PAYMENT_URL: undefined }],
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['LIMITS', { LIMITS: 'off' }],
])('production refuses to start without a fit %s, and names it', (name, change) => {
  expect(() => readConfig({ ...production, ...change })).toThrow(new RegExp(`^${name}: `, 'm'));
});

test.each([
  [
    'ESKIZ_PASSWORD',
    { SMS: 'telegram-gateway,eskiz', TELEGRAM_GATEWAY_TOKEN: 'one', ESKIZ_EMAIL: 'shop@opora.example' },
  ],
  ['TELEGRAM_GATEWAY_TOKEN', { SMS: 'telegram-gateway' }],
  ['PLAYMOBILE_LOGIN', { SMS: 'playmobile', PLAYMOBILE_PASSWORD: 'secret' }],
  ['TWILIO_FROM', { SMS: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret' }],
  ['SMS_URL', { SMS: 'http' }],
  ['SMS', { SMS: 'pigeon' }],
  ['SMS', { SMS: 'http,http', SMS_URL: 'http://127.0.0.1:9' }],
])('a sender without its %s stops the start with that one line', (name, given) => {
  expect(() => readConfig(given)).toThrow(new RegExp(`^${name}: [^\n]+$`));
});

test('a payment system on offer needs its settings, and the gateway’s only where it is offered', () => {
  expect(() => readConfig({ PAYMENT: 'payme' })).toThrow(/^PAYME_ID: .*\nPAYME_KEY: /);
  expect(() => readConfig({ PAYMENT: 'cash' })).toThrow(/^PAYMENT: /);
  expect(() => readConfig({ PAYMENT: 'click', CLICK_SERVICE_ID: '1' })).toThrow(
    /^CLICK_MERCHANT_ID: .*\nCLICK_MERCHANT_USER_ID: .*\nCLICK_SECRET_KEY: /,
  );
  const payme = { PAYMENT: 'payme', PAYME_ID: '0123456789abcdef01234567', PAYME_KEY: 'a key of sixteen signs' };
  const { PAYMENT } = readConfig({ ...production, ...payme, PAYMENT_URL: undefined, PAYMENT_SECRET: undefined });
  expect(PAYMENT).toEqual(['payme']);
  expect(readConfig({ ...payme, PAYMENT: 'gateway, payme' }).PAYMENT).toEqual(['gateway', 'payme']);
});

test.each([
  ['JWT_SECRET', 'opora-development-jwt-secret'],
  ['PAYMENT_SECRET', 'opora-sandbox-secret'],
])('production refuses the default of %s also beside another one', (name, known) => {
  const both = { ...production, [name]: `a-secret-of-its-own-for-it,${known}` };
  expect(() => readConfig(both)).toThrow(new RegExp(`^${name}: `));
});

test.each([
  ['PAYME_KEY', 'a key of sixteen signs,x'],
  ['PAYME_KEY', ','.repeat(20)],
  ['CLICK_SECRET_KEY', 'a key of eight,x'],
  ['CLICK_SECRET_KEY', 'a key of eight,'],
])('each secret of %s by commas must be long enough: %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `));
});

test('the networks that payment systems call from are checked', () => {
  expect(readConfig({ CLICK_ADDRESSES: '192.0.2.0/24, 2001:db8::1' }).CLICK_ADDRESSES).toBe(
    '192.0.2.0/24, 2001:db8::1',
  );
  expect(() => readConfig({ PAYME_ADDRESSES: 'paycom.uz', CLICK_ADDRESSES: '192.0.2.0/33' })).toThrow(
    /^PAYME_ADDRESSES: .*\nCLICK_ADDRESSES: /,
  );
});

test('the stand-in of Click has settings of its own, which production refuses', () => {
  const config = readConfig({ SANDBOX: 'payme,click', PAYMENT: 'click' });
  const { CLICK_SERVICE_ID, CLICK_MERCHANT_ID, CLICK_MERCHANT_USER_ID, CLICK_SECRET_KEY } = config;
  const own = { CLICK_SERVICE_ID, CLICK_MERCHANT_ID, CLICK_MERCHANT_USER_ID, CLICK_SECRET_KEY };
  expect(() => readConfig({ ...production, PAYMENT: 'click', ...own })).toThrow(/^CLICK_SECRET_KEY: /);
});

test('the stand-in of Stripe has keys of its own, which production refuses', () => {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = readConfig({ SANDBOX: 'stripe', PAYMENT: 'stripe' });
  const own = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET };
  const refused = /^STRIPE_SECRET_KEY: .*\nSTRIPE_WEBHOOK_SECRET: /;
  expect(() => readConfig({ ...production, PAYMENT: 'stripe', ...own })).toThrow(refused);
  expect(() => readConfig({ ...production, PAYMENT: 'stripe' })).toThrow(refused);
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'pk_live_is_public', STRIPE_WEBHOOK_SECRET: 'secret' })).toThrow(
    refused,
  );
});

test('the stand-in of Payme has a key of its own, which production refuses', () => {
  const { PAYME_ID, PAYME_KEY } = readConfig({ SANDBOX: 'payme', PAYMENT: 'gateway,payme' });
  expect(PAYME_ID).toMatch(/^[0-9a-f]{24}$/);
  expect(() => readConfig({ ...production, PAYMENT: 'payme', PAYME_ID, PAYME_KEY })).toThrow(/^PAYME_KEY: /);
  expect(() => readConfig({ ...production, SANDBOX: 'payme', PAYMENT: 'payme' })).toThrow(/^PAYME_ID: .*\nPAYME_KEY: /);
  expect(() => readConfig({ SANDBOX: 'bank' })).toThrow(/^SANDBOX: /);
});

test('the stand-in of cards by Payme has a key of its own, which production refuses', () => {
  const { PAYME_CARD_ID, PAYME_CARD_KEY } = readConfig({ SANDBOX: 'payme-card', PAYMENT: 'payme-card' });
  const own = { PAYME_CARD_ID, PAYME_CARD_KEY };
  expect(() => readConfig({ ...production, PAYMENT: 'payme-card', ...own })).toThrow(/^PAYME_CARD_KEY: /);
  expect(() => readConfig({ PAYMENT: 'payme-card' })).toThrow(/^PAYME_CARD_ID: .*\nPAYME_CARD_KEY: /);
});

test('the address of a voice has no login, and its key can be sent', () => {
  const voice = { VOICE_URL: 'https://voice.example/speak', VOICE_KEY: 'sk-1/2+3=' };
  expect(readConfig(voice)).toMatchObject(voice);
  expect(readConfig({ VOICE_URL: 'off' }).VOICE_URL).toBe('off');
  for (const login of ['user:password@', 'user@', ':password@']) {
    const read = () => readConfig({ VOICE_URL: `https://${login}voice.example/speak` });
    expect(read).toThrow(/^VOICE_URL: /);
    expect(read).not.toThrow('password');
  }
  for (const key of ['ключ', 'a key', 'key\u007f'])
    expect(() => readConfig({ VOICE_KEY: key })).toThrow(/^VOICE_KEY: /);
});

test('SMS_URL alone is the sender `http`; neither means the outbox', () => {
  expect(readConfig({ SMS_URL: 'http://127.0.0.1:9' }).SMS).toEqual(['http']);
  expect(readConfig({}).SMS).toEqual([]);
  const both = { SMS: 'telegram-gateway, http', TELEGRAM_GATEWAY_TOKEN: 'one', SMS_URL: 'http://127.0.0.1:9' };
  expect(readConfig(both).SMS).toEqual(['telegram-gateway', 'http']);
  expect(readConfig({ SMS_PRICES: 'eskiz:95, twilio:0.0075' }).SMS_PRICES).toEqual(
    new Map([
      ['eskiz', 95],
      ['twilio', 0.0075],
    ]),
  );
});
