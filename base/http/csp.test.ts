import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CspOptions, createCsp } from './csp.server.ts';

const hstsOf = (options: Partial<CspOptions>) =>
  new Map(createCsp({ secret: 'a secret', ...options }).headers({ widget: false })).get('Strict-Transport-Security');

test('browsers are bound to https on this host alone, unless the operator asks for all below it', () => {
  expect(hstsOf({})).toBeUndefined();
  expect(hstsOf({ httpsBelow: true })).toBeUndefined();
  expect(hstsOf({ https: true })).toBe('max-age=31536000');
  expect(hstsOf({ https: true, httpsBelow: true })).toBe('max-age=31536000; includeSubDomains');
});

const secret = 'the-secret-of-this-test-0123456789';

test('the nonce comes from a key of its own: who has the secret as an HMAC key cannot compute it', () => {
  const csp = createCsp({ secret });
  const html = `<script nonce="${csp.placeholder}">1</script>`;
  const { nonce } = csp.seal(html);
  const plain = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32);
  expect(nonce).toMatch(/^[\w-]{32}$/);
  expect(nonce).not.toBe(plain(html));
  expect(csp.placeholder).not.toBe(`nonce-${plain('the place of the nonce')}`);
});

test('processes with the same secret in use agree on a nonce, whatever secrets are on their way out', () => {
  const before = createCsp({ secret });
  const after = createCsp({ secret: `${secret},an-older-secret-0123456789` });
  expect(after.placeholder).toBe(before.placeholder);
  expect(after.seal('a page').nonce).toBe(before.seal('a page').nonce);
  expect(createCsp({ secret: 'another' }).seal('a page').nonce).not.toBe(before.seal('a page').nonce);
});
