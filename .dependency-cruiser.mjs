import { screenArrows, serverArrows } from './areas.ts';

const areas = Object.keys(serverArrows).join('|');
const TEST = '[.]test[.]tsx?$';
const SERVER = '[.]server[.]ts$';
const TOOLS = '^(test|e2e|bench|seed|scripts|attack|mutation)/';

const error = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

/** One rule an area: whatever it uses of app/ beyond itself and its arrows is an error. */
function arrowRules(kind, arrows, from) {
  return Object.entries(arrows).map(([area, used]) =>
    error(
      `${kind}-arrow-of-${area}`,
      `Not in areas.ts: ${area} may use ${used.join(', ') || 'base only'} (${kind} side).`,
      { path: `^app/${area}/${from.path}`, pathNot: from.pathNot },
      { path: `^app/(?!(?:${[area, ...used].join('|')})/)[^/]+/` },
    ),
  );
}

const layers = [
  error('no-circles', 'Modules must not use each other in a circle.', {}, { circular: true }),
  error(
    'resolvable',
    'The import leads nowhere.',
    { pathNot: '^(vite|vitest|lingui|react-router)[^/]*[.]config[.]ts$' },
    { couldNotResolve: true, pathNot: '[+]types/|^virtual:|[?]' },
  ),
  error('base-knows-no-product', 'base/ never imports app/.', { path: '^base/', pathNot: TEST }, { path: '^app/' }),
  error(
    'sandbox-imports-nothing',
    'payment-sandbox/ stands in for an outside company: it imports nothing of ours.',
    { path: '^payment-sandbox/', pathNot: TEST },
    { path: '^(app|base|main[.]ts|seed|test|e2e)' },
  ),
  error(
    'nobody-imports-sandbox',
    'payment-sandbox/ is reached over HTTP only; tests may start it.',
    { pathNot: `^payment-sandbox/|${TOOLS}|${TEST}` },
    { path: '^payment-sandbox/' },
  ),
  error(
    'no-tools-in-product',
    'The product never imports its tests, measurements or scripts; only main.ts brings the demo world.',
    { path: '^(app|base|payment-sandbox)/', pathNot: TEST },
    { path: TOOLS },
  ),
  error(
    'browser-imports-no-server',
    'A browser file never imports *.server.ts.',
    {
      path: '^(app|base)/.*[.]tsx?$',
      pathNot: `${SERVER}|${TEST}|-(screen|layout)[.]tsx$|^app/(root[.]tsx|routes[.]ts|entry[.]server[.]tsx|calls[.]ts)$`,
    },
    { path: SERVER },
  ),
  error(
    'loader-of-own-area',
    'A route module may import, for its loader, the server files of its own area and of base only.',
    { path: '^app/([^/]+)/.*-(screen|layout)[.]tsx$' },
    { path: SERVER, pathNot: '^base/|^app/$1/' },
  ),
  error('server-imports-no-tsx', 'Node cannot run .tsx.', { path: SERVER }, { path: '[.]tsx$' }),
];

const borders = [
  error('known-area', 'A folder of app/ that areas.ts does not name.', { path: `^app/(?!(?:${areas})/)[^/]+/` }, {}),
  error(
    'public-face-of-an-area',
    'Of another area only <area>.calls.ts, pure rules, <area>.server.ts and *.public.tsx may be used.',
    { path: '^app/([^/]+)/', pathNot: TEST },
    {
      path: '^app/[^/]+/',
      pathNot: [
        '^app/$1/',
        '^app/([^/]+)/\\1[.]server[.]ts$',
        '[.]public[.]tsx$',
        '^app/.*(?<![.]server|[.]test)[.]ts$',
      ],
    },
  ),
  error(
    'stores-and-tables-are-private',
    "An area's store and tables belong to it alone.",
    { path: '^(base/|main[.]ts|app/[^/]+$)' },
    { path: '^app/[^/]+/.*(-store|[.]tables)[.]server[.]ts$' },
  ),
  ...arrowRules('server', serverArrows, { path: '.*[.]ts$', pathNot: TEST }),
  ...arrowRules('screen', screenArrows, { path: '.*[.](tsx|css)$', pathNot: TEST }),
];

export default {
  forbidden: [...layers, ...borders],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|coverage|node_modules|[.]data|[.]react-router|test-results|playwright-report)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts', '.css'],
    },
  },
};
