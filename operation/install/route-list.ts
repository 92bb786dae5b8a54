import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What the browser must know of a route; what else React Router says of one is passed through. */
const routeSchema = z.looseObject({
  parentId: z.string().optional(),
  path: z.string().optional(),
  /** Scripts and styles that are loaded with it. */
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
type Route = z.infer<typeof routeSchema>;

/** All routes, as React Router lists them for the browser. */
const routeListSchema = z.looseObject({
  entry: z.looseObject({ imports: z.array(z.string()) }),
  routes: z.record(z.string(), routeSchema),
});
export type RouteList = z.infer<typeof routeListSchema>;

/** The routes around one, which are loaded before it; the nearest first. */
function routesAround({ parentId }: Route, routes: RouteList['routes']): Route[] {
  const parent = parentId === undefined ? undefined : routes[parentId];
  return parent === undefined ? [] : [parent, ...routesAround(parent, routes)];
}

/** Widgets have an entry without a router, and no page leads to them without being loaded anew. */
const isWidget = ({ path }: Route) => path?.startsWith('widgets/') === true;

/** The routes that the site's router can be led to: no widgets, and no layout of them alone. */
function routesOfSite(routes: RouteList['routes']): [string, Route][] {
  const all = Object.entries(routes);
  const isLayoutOfWidgets = (id: string) => {
    const inside = all.filter(([, { parentId }]) => parentId === id);
    return inside.length > 0 && inside.every(([, route]) => isWidget(route));
  };
  return all.filter(([id, route]) => !isWidget(route) && !isLayoutOfWidgets(id));
}

/**
 * The list without what the site's router never needs, and without what is said twice: scripts that every page loads, what a route around has loaded, and what is not so. React Router takes
 * each file once, from the outermost route, and what is missing for false.
 */
export function shortRouteList(list: RouteList): RouteList {
  const short = routesOfSite(list.routes).map(([id, route]): [string, Route] => {
    const around = routesAround(route, list.routes);
    const scripts = new Set([...list.entry.imports, ...around.flatMap(({ imports }) => imports)]);
    const styles = new Set(around.flatMap(({ css }) => css));
    const said = Object.entries(route).filter(([, value]) => value !== false);
    const imports = route.imports.filter((file) => !scripts.has(file));
    return [id, { ...Object.fromEntries(said), imports, css: route.css.filter((file) => !styles.has(file)) }];
  });
  return { ...list, routes: Object.fromEntries(short) };
}

const name = 'window.__reactRouterManifest';
const start = `${name}=`;

/** The script that a page loads. A route's id is its name in the list, and is not written twice. */
export function routeListScript(list: RouteList): string {
  const routes = Object.entries(list.routes).map(([id, route]) => [id, { ...route, id: undefined }]);
  const text = JSON.stringify({ ...list, routes: Object.fromEntries(routes) });
  return `${start}${text};for(const[id,route]of Object.entries(${name}.routes))route.id=id;`;
}

/** Shortens the list of all routes in the browser's build, which every page loads. Throws where there is none. */
export async function shortenRouteList(folder: string): Promise<void> {
  const file = (await readdir(folder)).find((one) => /^manifest-\w+\.js$/.test(one));
  if (file === undefined) throw new Error(`${folder} has no list of routes`);
  const path = join(folder, file);
  const written = await readFile(path, 'utf8');
  if (!written.startsWith(start)) throw new Error(`${path} is no list of routes`);
  const list = routeListSchema.parse(JSON.parse(written.slice(start.length).replace(/;$/, '')));
  await writeFile(path, routeListScript(shortRouteList(list)));
}
