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
