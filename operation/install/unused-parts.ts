import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Modules of React Router that do nothing as the product uses it, by their end, and what stands in for each of their exports. */
const standIns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Nothing is passed as `instrumentations`.
  'react-router/dist/production/lib/router/instrumentation.js': {
    consumeInstrumentationClientResultMetaReceiver: '() => undefined',
    getRouteInstrumentationUpdates: '() => ({})',
    instrumentClientSideRouter: '(router) => router',
    instrumentHandler: '(handler) => handler',
    instrumentationResultMetaContext: 'undefined',
  },
  // Pages name all routes: `routeDiscovery` is `initial` (react-router.config.ts).
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': {
    URL_LIMIT: '7680',
    getManifestPath: '() => undefined',
    getPartialManifest: '() => undefined',
    getPatchRoutesOnNavigationFunction: '() => undefined',
    getPathsWithAncestors: '() => []',
    handleClientVersionMismatch: '() => undefined',
    isFogOfWarEnabled: '() => false',
    useFogOFWarDiscovery: '() => undefined',
  },
};

/** Throws if a module exports something else since an update: it has to be read again then. */
function checkExports(file: string, known: readonly string[]): void {
  const list = /export \{ ([^}]*) \};/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const found = list.split(', ').toSorted().join(', ');
  if (found !== known.toSorted().join(', ')) throw new Error(`${file} exports ${found}: see unused-parts.ts`);
}

/** A Vite plugin that leaves parts of React Router out of the browser's build that it would load and never use. */
export function unusedParts(): Plugin {
  return {
    name: 'unused-parts',
    apply: 'build',
    load(id) {
      if (this.environment.name !== 'client') return undefined;
      const standIn = Object.entries(standIns).find(([end]) => id.endsWith(`/${end}`))?.[1];
      if (standIn === undefined) return undefined;
      checkExports(id, Object.keys(standIn));
      return Object.entries(standIn)
        .map(([name, code]) => `export const ${name} = ${code};`)
        .join('\n');
    },
  };
}
