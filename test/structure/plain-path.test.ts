import { afterEach, describe, expect, test } from 'vitest';
import { plainPath } from '#base/text/plain-path.ts';
import { closePageServers, echo, startPages } from '#test/support/page-server.ts';

afterEach(closePageServers);

describe('an address in other letters than its route', () => {
  test('redirects to the page’s own address with its query, without rendering', async () => {
    const seen: string[] = [];
    const { ask, answered } = await startPages(
      (request, page) => {
        seen.push(request.url);
        return echo(request, page);
      },
      { plainPath },
    );
    for (const [path, to] of [
      ['/Profile?section=x', '/profile?section=x'],
      ['/ADMIN/orders', '/admin/orders'],
      ['/%6Frders', '/orders'],
      ['/Merch/AbC', '/merch/AbC'],
      ['/authors/?page=2', '/authors?page=2'],
      ['/dilnoza/', '/dilnoza'],
      ['/Market//', '/market'],
    ] as const) {
      const { status, headers, body } = await ask(path);
      expect([status, headers.location, body.length]).toEqual([301, to, 0]);
    }
    expect((await ask('/Profile', {}, 'HEAD')).status).toBe(301);
    expect([seen, new Set(answered)]).toEqual([[], new Set(['page 301'])]);
    for (const path of ['/profile?section=x', '/Dilnoza', '/merch/AbC']) expect((await ask(path)).status).toBe(200);
  });

  test.each(['/Widgets/notification', '/w%69dgets/notification'])(
    'keeps the key of a widget to itself: %s',
    async (path) => {
      const { ask } = await startPages(echo, { plainPath });
      const { status, headers } = await ask(`${path}?key=secret`);
      expect([status, headers.location]).toEqual([301, '/widgets/notification?key=secret']);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
    },
  );
});

describe('the plain path', () => {
  test.each([
    ['/Profile', '/profile'],
    ['/ADMIN/orders', '/admin/orders'],
    ['/%70rofile/', '/profile'],
    ['/dilnoza/', '/dilnoza'],
    ['/merch/AbC///', '/merch/AbC'],
    ['/W%69dgets/notification', '/widgets/notification'],
    ['/Merch/AbC', '/merch/AbC'],
    ['/Order/0198-AB', '/order/0198-AB'],
  ])('of %s is %s', (path, plain) => expect(plainPath(path)).toBe(plain));

  test.each([
    '/',
    '/profile',
    '/Dilnoza',
    '/profile/Dilnoza',
    '//Profile',
    '//evil.test/',
    '/\\evil.test/',
    '//',
    '/x/Profile',
    '/%',
    '/%E0%A4',
    '/Profile.data',
  ])('of %s is itself', (path) => expect(plainPath(path)).toBe(path));
});
