import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type RouteList, routeListScript, shortRouteList } from './route-list.ts';

const list: RouteList = {
  entry: { imports: ['react.js', 'site.js'], css: ['site.css'] },
  routes: {
    root: { path: '', hasLoader: true, hasAction: false, imports: ['react.js', 'site.js'], css: ['site.css'] },
    layout: { parentId: 'root', hasLoader: false, imports: ['site.js', 'parts.js'], css: ['site.css', 'parts.css'] },
    screen: {
      parentId: 'layout',
      path: 'basket',
      hasLoader: true,
      imports: ['react.js', 'parts.js', 'basket.js'],
      css: ['site.css', 'parts.css', 'basket.css'],
    },
  },
};

/** The files of matched routes in the order in which the page names them, each once. */
const filesOf = ({ entry, routes }: RouteList, kind: 'imports' | 'css') => [
  ...new Set([...(kind === 'imports' ? entry.imports : []), ...Object.values(routes).flatMap((route) => route[kind])]),
];

test('the list of routes names each file once among routes that are loaded together', () => {
  const short = shortRouteList(list);
  expect(short.routes).toEqual({
    root: { path: '', hasLoader: true, imports: [], css: ['site.css'] },
    layout: { parentId: 'root', imports: ['parts.js'], css: ['parts.css'] },
    screen: { parentId: 'layout', path: 'basket', hasLoader: true, imports: ['basket.js'], css: ['basket.css'] },
  });
  expect(filesOf(short, 'imports')).toEqual(filesOf(list, 'imports'));
  expect(filesOf(short, 'css')).toEqual(filesOf(list, 'css'));
});

test('the list of routes has no widgets and no layout of them alone', () => {
  const widgets = {
    overlay: { parentId: 'root', imports: [], css: [] },
    votes: { parentId: 'overlay', path: 'widgets/votes', imports: ['votes.js'], css: [] },
  };
  expect(shortRouteList({ ...list, routes: { ...list.routes, ...widgets } })).toEqual(shortRouteList(list));
});

test('the script gives each route its id', () => {
  const routes = { root: { id: 'root', path: '', imports: [], css: [] }, menu: { id: 'menu', imports: [], css: [] } };
  const shown = { ...list, routes };
  const script = routeListScript(shown);
  expect(script).not.toContain('"id"');
  const loaded: unknown = runInNewContext(`const window = {}; ${script} JSON.stringify(window.__reactRouterManifest)`);
  expect(JSON.parse(String(loaded))).toEqual(shown);
});
