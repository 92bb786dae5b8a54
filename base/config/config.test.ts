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

test.each([
  ['JWT_SECRET', { JWT_SECRET: undefined }],
  ['PAYMENT_SECRET', { PAYMENT_SECRET: undefined }],
  ['SMS_URL', { SMS_URL: undefined }],
  ['SANDBOX_PORT', { SANDBOX_PORT: '3001' }],
  ['PAYMENT_URL', { PAYMENT_URL: undefined }],
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['LIMITS', { LIMITS: 'off' }],
])('production refuses to start without a fit %s, and names it', (name, change) => {
  expect(() => readConfig({ ...production, ...change })).toThrow(new RegExp(`^${name}: `, 'm'));
});
