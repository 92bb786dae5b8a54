import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pageOfCalls } from './form-bridge.ts';
import type { Part, PartResult } from './part.ts';
import type { AttackRole } from './people.ts';
import { startRoleProxy } from './role-proxy.ts';
import { runTool } from './run-tool.ts';
import { sampleOf } from './samples.ts';
import { learnWorld } from './world.ts';

const Flaws = z.record(
  z.string(),
  z.array(z.object({ method: z.string(), path: z.string(), info: z.string(), parameter: z.string().nullable() })),
);
const Report = z.object({ vulnerabilities: Flaws, anomalies: Flaws });

/** What both the pages and the calls are tried with. Left out: ssrf, xxe and log4shell; nikto and wapp, whose lists are fetched from the network. */
const common = ['crlf', 'exec', 'file', 'htaccess', 'methods', 'permanentxss', 'redirect', 'shellshock', 'sql', 'xss'];
const ofCalls = [...common, 'blindsql'];
const ofPages = [...common, 'backup', 'brute_login_form', 'cookieflags', 'csp', 'csrf', 'http_headers'];

/** What is tried on the first role only: it says nothing of who asks. */
const ofAddresses = ['buster'];

interface Scan {
  readonly name: 'pages' | 'calls';
  readonly role: AttackRole;
  readonly start: string;
  readonly modules: readonly string[];
  readonly given: readonly string[];
}

const callsPage = '/attack/calls.html';

function scansOf(role: AttackRole, { isQuick }: Part): Scan[] {
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
      ...{ name: 'pages', role, start: '/' },
      modules: isDeep ? [...ofPages, ...ofAddresses] : ofPages,
      given: [...(isDeep ? long : short), ...crawl, '--max-files-per-dir', '12'],
    },
    { name: 'calls', role, start: callsPage, modules: ofCalls, given: [...(isQuick ? short : long), '-d', '1'] },
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
      const detail = `${scan.role}, ${scan.name}: ${info} (${parameter ?? ''})`;
      part.findings.add({ tool: 'wapiti', what: kind, where, detail: detail.slice(0, 600) });
    }
  }
  return count;
}

async function scan(one: Scan, part: Part): Promise<PartResult> {
  const { target, sessions, calls, findings, secretPlaces, workDir } = part;
  const session = sessions.get(one.role);
  if (session === undefined) throw new Error(`nobody is ${one.role}`);
  const known = await learnWorld(target.url, sessions);
  const proxy = await startRoleProxy({ tool: 'wapiti', targetUrl: target.url, session, findings, secretPlaces });
  const attackable = calls.filter((call) => !call.path.endsWith('/Events'));
  proxy.pages.set(callsPage, pageOfCalls(attackable.map((call) => sampleOf(call, known))));
  const file = join(workDir, `wapiti-${one.role}-${one.name}.json`);
  const began = performance.now();
  try {
    const { output, code } = await runTool(
      'wapiti',
      [
        ...[
          '-u',
          `${proxy.url}${one.start}`,
          '--scope',
          'domain',
          '-m',
          one.modules.join(','),
          '-f',
          'json',
          '-o',
          file,
        ],
        ...['--flush-session', '--store-session', join(workDir, 'wapiti'), '--store-config', join(workDir, 'wapiti')],
        ...['--no-bugreport', '-v', '0', '-t', '20', ...one.given],
      ],
      { seconds: part.isQuick ? 1_200 : 5_400, folder: workDir },
    );
    const text = await readFile(file, 'utf8').catch(() => null);
    const told = output.toString('utf8').slice(-400);
    if (text === null)
      findings.add({ tool: 'wapiti', what: 'not run', where: `${one.role}, ${one.name}`, detail: `${code}: ${told}` });
    const flaws = text === null ? 0 : readReport(text, one, part);
    part.say(`wapiti ${one.role} ${one.name}: ${flaws} in its report`);
    return {
      tool: 'wapiti',
      role: one.role,
      what: `${one.name}: ${one.modules.length} modules`,
      requests: [...proxy.statuses.values()].reduce((sum, count) => sum + count, 0),
      minutes: (performance.now() - began) / 60_000,
    };
  } finally {
    await proxy.close();
  }
}

/** Crawls and attacks the pages and, through a page of links and forms, the calls, as each role. */
export async function runWapiti(part: Part): Promise<PartResult[]> {
  const results: PartResult[] = [];
  for (const role of part.roles) for (const one of scansOf(role, part)) results.push(await scan(one, part));
  return results;
}
