import { describe, expect, test } from 'vitest';
import { countedAddress, countedReferrer, isCountedPath } from './counted-address.ts';

const site = 'https://opora.test';
const counted = (address: string) => countedAddress(new URL(address, site));

describe('an address for the counter', () => {
  test.each([
    '/',
    '/dilnoza?tab=merch',
    '/market?category=3&page=2',
    '/authors?utm_source=tg&yclid=12345678901',
    '/?utm_campaign=2026-11-22',
  ])('%s stays whole', (address) => expect(counted(address)).toEqual({ url: `${site}${address}`, isWhole: true }));

  test.each([
    ['/dilnoza?key=secret&tab=about', '/dilnoza?tab=about'],
    ['/dilnoza?proof=abc#token', '/dilnoza'],
    ['/auth?next=%2Forder%2F1', '/auth'],
    ['/reset?code=123456&phone=998901234567&actionId=x', '/reset'],
    ['/authors?search=998901234567', '/authors'],
    ['/market?creator=998901234567&page=2', '/market?page=2'],
    ['/market?utm_content=%2B998+(90)+123-45-67&utm_source=tg', '/market?utm_source=tg'],
    ['/market?utm_source=someone@example.com', '/market'],
    ['/thanks/0190a000-0000-7000-8000-000000000000', '/thanks'],
    ['/order/0190a000-0000-7000-8000-000000000000?payId=1', '/order'],
  ])('%s becomes %s', (address, url) => expect(counted(address)).toEqual({ url: `${site}${url}`, isWhole: false }));

  test('staff, widgets and embeds are not counted', () => {
    const paths = [
      '/admin',
      '/admin/orders',
      '/foo/%41dmin',
      '/widgets',
      '/widgets/sticker',
      '/embed/dilnoza',
      '/telegram',
      '/',
      '/embedded',
    ];
    expect(paths.filter(isCountedPath)).toEqual(['/', '/embedded']);
  });
});

test('a referrer from another site is reduced to its path', () => {
  expect(countedReferrer('https://t.me/s/opora?q=998901234567#x', site)).toBe('https://t.me/s/opora');
  expect(countedReferrer(`${site}/thanks/1?proof=2`, site)).toBe(`${site}/thanks`);
  expect(countedReferrer('', site)).toBe('');
});
