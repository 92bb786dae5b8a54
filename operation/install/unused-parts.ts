import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** A module that does nothing as the product uses it. */
interface UnusedPart {
  /** The end of its path. */
  readonly end: string;
  /** Of the source that was read when the stand-ins were written. */
  readonly sha256: string;
  /** What stands in for each of its exports. */
  readonly standIns: Readonly<Record<string, string>>;
}

/** Modules of React Router that do nothing as the product uses it. */
const parts: readonly UnusedPart[] = [
  {
    // Nothing is passed as `instrumentations`.
    end: '/react-router/dist/production/lib/router/instrumentation.js',
    sha256: '80f3af8400627f5f86f0e5b8bb3b89350282c742ef8f8b42c02714433aff375c',
    standIns: {
      consumeInstrumentationClientResultMetaReceiver: '() => undefined',
      getRouteInstrumentationUpdates: '() => ({})',
      instrumentClientSideRouter: '(router) => router',
      instrumentHandler: '(handler) => handler',
      instrumentationResultMetaContext: 'undefined',
    },
  },
  {
    // Pages name all routes: `routeDiscovery` is `initial` (react-router.config.ts).
    end: '/react-router/dist/production/lib/dom/ssr/fog-of-war.js',
    sha256: 'eb9a6c534f1fb499f2e1a689e948fa9c882815525bc429e861dea024d2b22a30',
    standIns: {
      URL_LIMIT: '7680',
      getManifestPath: '() => undefined',
      getPartialManifest: '() => undefined',
      getPatchRoutesOnNavigationFunction: '() => undefined',
      getPathsWithAncestors: '() => []',
      handleClientVersionMismatch: '() => undefined',
      isFogOfWarEnabled: '() => false',
      useFogOFWarDiscovery: '() => undefined',
    },
  },
];

const toDo = 'read it again and correct unused-parts.ts';

/** Throws if a module exports something else, or is another one, since an update. */
function checkSource(file: string, { standIns, sha256 }: UnusedPart): void {
  const source = readFileSync(file, 'utf8');
  const list = /export \{ ([^}]*) \};/.exec(source)?.[1] ?? '';
  const found = list.split(', ').toSorted().join(', ');
  if (found !== Object.keys(standIns).toSorted().join(', ')) throw new Error(`${file} exports ${found}: ${toDo}`);
  const hash = createHash('sha256').update(source).digest('hex');
  if (hash !== sha256) throw new Error(`${file} has the hash ${hash}, not ${sha256}: ${toDo}`);
}

/** A Vite plugin that leaves parts of React Router out of the browser's build that it would load and never use. */
export function unusedParts(): Plugin {
  const replaced = new Set<UnusedPart>();
  return {
    name: 'unused-parts',
    apply: 'build',
    load(id) {
      if (this.environment.name !== 'client') return undefined;
      const part = parts.find(({ end }) => id.endsWith(end));
      if (part === undefined) return undefined;
      checkSource(id, part);
      replaced.add(part);
      return Object.entries(part.standIns)
        .map(([name, code]) => `export const ${name} = ${code};`)
        .join('\n');
    },
    buildEnd(error) {
      if (error !== undefined || this.environment.name !== 'client') return;
      const missing = parts.filter((part) => !replaced.has(part)).map(({ end }) => end);
      if (missing.length > 0) throw new Error(`The build has no ${missing.join(', ')}: ${toDo}`);
    },
  };
}
