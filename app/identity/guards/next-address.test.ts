import { expect, it } from 'vitest';
import { isSignInPath, nextSearch, readNextAddress } from './next-address.ts';

it.each([
  '/',
  '/profile',
  '/dilnoza?tab=merch#donations',
  '/authors?search=%D0%B4%D0%B8%D0%BB',
  '/authority',
  '/a?next=//evil.example',
])('returns to %s', (address) => expect(readNextAddress(address)).toBe(address));

it.each([
  null,
  '',
  'profile',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/%2e//evil.example',
  '/x/..//evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '/auth',
  '/auth/reset',
  '/registration?next=/profile',
  '/identify',
])('ignores %j', (address) => {
  expect(readNextAddress(address)).toBeNull();
});

it('recognises the login screens and builds the way back', () => {
  expect([isSignInPath('/auth/identify'), isSignInPath('/reset'), isSignInPath('/authors')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(nextSearch('/authors?a=1&b=2')).toBe('?next=%2Fauthors%3Fa%3D1%26b%3D2');
  expect(nextSearch('/') + nextSearch(null)).toBe('');
});
