import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PageContext } from '#app/page-context.ts';
import { parametersOf, routeParameters } from '#app/page-parameters.ts';
import routes from '#app/routes.ts';
import { createBuiltRenderer } from '#base/pages/render/page-renderer.server.ts';
import type { RenderPage } from '#base/pages/render/render-page.server.ts';
import { buildShell, emptyServices } from '#test/support/shell-server.ts';

const folder = join(import.meta.dirname, '../..');

/** The path of every screen; `*` matches no route. */
function pathsOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const own = index === true ? [''] : path === undefined || path.endsWith('*') ? [] : [path];
    return [...own, ...pathsOf(children)];
  });
}

/** Every name that a screen reads of its address, as the sources spell it. */
function namesRead(): ReadonlySet<string> {
  const files = globSync(['app/**/*.{ts,tsx}', 'base/ui/**/*.{ts,tsx}'], { cwd: folder });
  const reads = /(?:[pP]arams|search)\.(?:get|has)\('(\w+)'\)|useAddressFilter\('(\w+)'|useTypedSearch\('(\w+)'/g;
  const found = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(reads)].map(([, ...names]) => names.find(Boolean) ?? ''),
  );
  return new Set(found);
}

describe('the query parameters that a route reads', () => {
  test('are listed for every route', () => {
    expect(Object.keys(routeParameters).toSorted()).toEqual(pathsOf(routes).toSorted());
  });

  test.each([
    ['/', []],
    ['/market', ['category', 'creator', 'order', 'search', 'who', 'page']],
    ['/Market', ['category', 'creator', 'order', 'search', 'who', 'page']],
    ['/market.data', ['category', 'creator', 'order', 'search', 'who', 'page', '_routes']],
    ['/_.data', ['_routes']],
    ['/merch/0198', ['color', 'size']],
    ['/dilnoza', ['tab']],
    ['/dilnoza.data', ['tab', '_routes']],
    ['/dilnoza/posts', ['after']],
    ['/dilnoza/posts/0198', []],
    ['/profile/members/posts/0198', []],
    ['/admin/order/0198', []],
    ['/a/b', undefined],
    ['/market/x', undefined],
    ['/widgets/notification', []],
    ['/widgets/x', undefined],
  ])('of %s is found by its path', (path, names) => expect(parametersOf(path)).toEqual(names));
});

describe('a route that names no parameter', () => {
  let render: RenderPage;
  beforeAll(async () => {
    await buildShell();
    render = await createBuiltRenderer(join(folder, 'build/server/index.js'));
  }, 600_000);

  const page: PageContext = {
    services: emptyServices,
    locale: 'ru',
    nonce: 'nonce',
    tag: () => {},
    noStore: () => {},
    report: () => {},
  };
  const shown = async (path: string, search: string) => {
    const response = await render(new Request(`http://opora.test/${path}${search}`), page);
    return response.text();
  };

  const silent = Object.entries(routeParameters).flatMap(([path, names]) => (names.length === 0 ? [path] : []));
  const names = namesRead();
  test('is tried with every name that some screen reads', () => expect(names.size).toBeGreaterThan(20));

  test.each(silent)('/%s is rendered alike whatever its query holds', async (path) => {
    const all = [...names].map((name) => `${name}=queue`).join('&');
    const place = path.replace(/:\w+/, '0198');
    expect(await shown(place, `?${all}`)).toBe(await shown(place, ''));
  });
});
