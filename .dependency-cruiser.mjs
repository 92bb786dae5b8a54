import { screenArrows, serverArrows } from './app/areas.ts';

const areas = Object.keys(serverArrows).join('|');
const TEST = '[.]test[.]tsx?$';
const SERVER = '[.]server[.]ts$';
const TOOLS = '^(test|demo)/';

const error = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

/** One rule an area: whatever it uses of app/ beyond itself and its arrows is an error. */
function arrowRules(kind, arrows, from) {
  return Object.entries(arrows).map(([area, used]) =>
    error(
      `${kind}-arrow-of-${area}`,
      `Not in app/areas.ts: ${area} may use ${used.join(', ') || 'base only'} (${kind} side).`,
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
    'gateway-imports-nothing',
    'payment-gateway/ stands in for an outside company: it imports nothing of ours.',
    { path: '^payment-gateway/', pathNot: TEST },
    { path: '^(app|base|main[.]ts|demo|test)' },
  ),
  error(
    'nobody-imports-gateway',
    'payment-gateway/ is reached over HTTP only; tests may start it.',
    { pathNot: `^payment-gateway/|${TOOLS}|${TEST}` },
    { path: '^payment-gateway/' },
  ),
  error(
    'no-tools-in-product',
    'The product never imports its tests or measurements; only main.ts brings the demo world.',
    { path: '^(app|base|payment-gateway)/', pathNot: TEST },
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
  error(
    'known-area',
    'A folder of app/ that app/areas.ts does not name.',
    { path: `^app/(?!(?:${areas})/)[^/]+/` },
    {},
  ),
  error(
    'rooms-are-private',
    'Of another area only the files that stand directly in its folder may be used.',
    { path: '^app/([^/]+)/', pathNot: TEST },
    { path: '^app/[^/]+/[^/]+/', pathNot: '^app/$1/' },
  ),
  error(
    'composition-uses-roots',
    'The files directly in app/ use only files that stand directly in the folder of an area.',
    { path: '^app/[^/]+$', pathNot: '^app/routes[.]ts$' },
    { path: '^app/[^/]+/[^/]+/' },
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
