import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pageOfCalls } from './form-bridge.ts';
import type { Done, Part } from './part.ts';
import { startRoleProxy } from './role-proxy.ts';
import { runTool } from './run-tool.ts';

const Flaws = z.record(
  z.string(),
  z.array(z.object({ method: z.string(), path: z.string(), info: z.string(), parameter: z.string().nullable() })),
);
const Report = z.object({ vulnerabilities: Flaws, anomalies: Flaws });

/** Modules for pages and calls. Left out: ssrf, xxe and log4shell; nikto and wapp, which download lists. */
const common = ['crlf', 'exec', 'file', 'htaccess', 'methods', 'permanentxss', 'redirect', 'shellshock', 'sql', 'xss'];
const ofCalls = [...common, 'blindsql'];
const ofPages = [...common, 'backup', 'brute_login_form', 'cookieflags', 'csp', 'csrf', 'http_headers'];

/** For the first role only, because the result does not depend on the role. */
const ofAddresses = ['buster'];

interface Scan {
  readonly name: 'pages' | 'calls';
  readonly start: string;
  readonly modules: readonly string[];
  readonly given: readonly string[];
}

const callsPage = '/attack/calls.html';

function scansOf({ role, isQuick }: Part): Scan[] {
  const isFirst = role === 'guest';
  const [short, long] = [
    ['--max-scan-time', '40', '--max-attack-time', '15'],
    ['--max-scan-time', '120', '--max-attack-time', '90'],
  ] as const;
  // Pages are rendered as a guest sees them, whoever asks.
  const isDeep = isFirst && !isQuick;
  const crawl = isDeep ? ['-d', '3', '--max-links-per-page', '40'] : ['-d', '2', '--max-links-per-page', '12'];
  return [
    {
      name: 'pages',
      start: '/',
      modules: isDeep ? [...ofPages, ...ofAddresses] : ofPages,
      given: [...(isDeep ? long : short), ...crawl, '--max-files-per-dir', '12'],
    },
    { name: 'calls', start: callsPage, modules: ofCalls, given: [...(isQuick ? short : long), '-d', '1'] },
  ];
}

/** Everything in wapiti's own report, as findings. */
function readReport(text: string, scan: Scan, part: Part): number {
  const report = Report.parse(JSON.parse(text));
  let count = 0;
  for (const [kind, flaws] of [...Object.entries(report.vulnerabilities), ...Object.entries(report.anomalies)]) {
    for (const { method, path, info, parameter } of flaws) {
      count += 1;
      const where = `${method} ${new URL(path, 'http://127.0.0.1').pathname}`;
      const detail = `${part.role}, ${scan.name}: ${info} (${parameter ?? ''})`;
      part.findings.add({ tool: 'wapiti', what: kind, where, detail: detail.slice(0, 600) });
    }
  }
  return count;
}

async function scan(one: Scan, part: Part): Promise<Done> {
  const { role, samples, findings, workDir } = part;
  const proxy = await startRoleProxy(part);
  proxy.pages.set(callsPage, pageOfCalls(samples.filter(({ call }) => !call.path.endsWith('/Events'))));
  const file = join(workDir, `wapiti-${role}-${one.name}.json`);
  const session = join(workDir, 'wapiti');
  const limits = { seconds: part.isQuick ? 1_200 : 5_400, folder: workDir };
  const from = ['-u', `${proxy.url}${one.start}`, '--scope', 'domain', '-m', one.modules.join(','), '-f', 'json'];
  const state = ['-o', file, '--flush-session', '--store-session', session, '--store-config', session];
  const how = ['--no-bugreport', '-v', '0', '-t', '20', ...one.given];
  try {
    const { stdout, stderr, code } = await runTool('wapiti', [...from, ...state, ...how], limits);
    const text = await readFile(file, 'utf8').catch(() => null);
    const detail = `${code}: ${`${stdout}${stderr}`.slice(-400)}`;
    if (text === null) findings.add({ tool: 'wapiti', what: 'not run', where: `${role}, ${one.name}`, detail });
    const flaws = text === null ? 0 : readReport(text, one, part);
    part.say(`wapiti ${role} ${one.name}: ${flaws} in its report`);
    return { what: `${one.name}: ${one.modules.length} modules`, requests: proxy.answers() };
  } finally {
    await proxy.close();
  }
}

/** Crawls and attacks the pages and, through a page of links and forms, the calls. */
export async function* runWapiti(part: Part): AsyncGenerator<Done> {
  for (const one of scansOf(part)) yield await scan(one, part);
}
