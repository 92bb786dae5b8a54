/**
 * `npm run attack`: attacks a server of its own, from outside and as each role, with what Debian offers. `-- --only sqlmap`
 * (`wapiti`, `slow`, `zzuf`, or `baseline`: the calls unharmed) runs one part, `--quick` a sample of each, `--role guest` one role,
 * `--write` puts the summary into `docs/security.md`. Ends with 1 where a finding is not explained, with 2 where a tool is not installed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { runBaseline } from './baseline.ts';
import { explanationOf, Findings } from './findings.ts';
import { readCalls } from './openapi.ts';
import type { Part, PartResult } from './part.ts';
import { type AttackRole, openSession, roles } from './people.ts';
import { summaryOf, writeInto } from './report.ts';
import { commands, isInstalled } from './run-tool.ts';
import { sampleOf } from './samples.ts';
import { readServerLog } from './server-log.ts';
import { runSlow } from './slow.ts';
import { runSqlmap } from './sqlmap.ts';
import { startTarget } from './target.ts';
import type { Tool } from './tool.ts';
import { runWapiti } from './wapiti.ts';
import { learnWorld } from './world.ts';
import { runZzuf } from './zzuf.ts';

const root = join(import.meta.dirname, '../..');
const partNames = ['sqlmap', 'wapiti', 'slow', 'zzuf'] as const;
type PartName = (typeof partNames)[number];

const Wanted = z.object({
  only: z.enum(['baseline', ...partNames]).optional(),
  role: z.enum(roles).optional(),
  quick: z.boolean().default(false),
  write: z.boolean().default(false),
});

const given = parseArgs({
  options: {
    only: { type: 'string' },
    role: { type: 'string' },
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
const wanted = Wanted.parse(given.values);

/** The world as each role sees it when nobody attacks: what is refused, and how many calls get past their checks. */
async function runPlain(part: Part): Promise<PartResult[]> {
  const known = await learnWorld(part.target.url, part.sessions);
  const samples = part.calls.map((call) => sampleOf(call, known));
  const results: PartResult[] = [];
  for (const role of part.roles) {
    const session = part.sessions.get(role);
    if (session === undefined) continue;
    const began = performance.now();
    const { target, findings, secretPlaces } = part;
    const plain = await runBaseline({ url: target.url, session, samples, findings, secretPlaces });
    const done = plain.filter(({ status }) => status === 200).length;
    const refused = plain.filter(({ status }) => status === 401 || status === 403).length;
    const what = `${done} of ${plain.length} calls done, ${refused} refused`;
    results.push({
      tool: 'baseline',
      role,
      what,
      requests: plain.length,
      minutes: (performance.now() - began) / 60_000,
    });
    part.say(`unharmed calls, ${role}: ${what}`);
  }
  return results;
}

const parts: Readonly<Record<PartName, { limits: 'on' | 'off'; run(part: Part): Promise<PartResult[]> }>> = {
  sqlmap: { limits: 'off', run: runSqlmap },
  wapiti: { limits: 'off', run: runWapiti },
  zzuf: { limits: 'off', run: runZzuf },
  slow: { limits: 'on', run: runSlow },
};

const findings = new Findings();
const results: PartResult[] = [];
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

let stopTarget = async () => {};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void stopTarget().finally(() => process.exit(130));
  });
}

/** One part against a server of its own, so that none meets what another has left behind. */
async function attackWith(tool: Tool, limits: 'on' | 'off', run: (part: Part) => Promise<PartResult[]>): Promise<void> {
  const workDir = await mkdtemp(join(tmpdir(), `opora-attack-${tool}-`));
  say(`${tool}: starting the server, limits ${limits}`);
  const target = await startTarget(workDir, limits);
  stopTarget = () => target.stop();
  try {
    const sessions = new Map<AttackRole, ReturnType<typeof openSession>>(
      roles.map((role) => [role, openSession(target.url, role)]),
    );
    const calls = await readCalls(target.url);
    const secretPlaces = [target.dataDir, `${root}/`];
    const asked = wanted.role === undefined ? roles : [wanted.role];
    const part = { target, sessions, roles: asked, calls, findings, secretPlaces, workDir, isQuick: wanted.quick, say };
    results.push(...(await run(part)));
    await readServerLog(target, tool, sessions.values(), findings);
  } finally {
    await target.stop();
    await rm(workDir, { recursive: true, force: true });
  }
}

const missing: string[] = [];
const isAsked = (tool: Tool) => wanted.only === undefined || wanted.only === tool;
if (isAsked('baseline')) await attackWith('baseline', 'off', runPlain);
for (const name of partNames.filter(isAsked)) {
  if (await isInstalled(name)) await attackWith(name, parts[name].limits, parts[name].run);
  else missing.push(commands[name].package);
}

const left = [wanted.quick ? 'a sample' : 'full', ...(wanted.role ? [`as ${wanted.role} only`] : [])];
const form = left.join(', ');
const ran: Tool[] = [...new Set(results.map(({ tool }) => tool))];
for (const tool of ran) {
  const summary = summaryOf({ tool, results, findings, form });
  console.log(`\n${summary}`);
  if (wanted.write) await writeInto(join(root, 'docs', 'security.md'), tool, summary);
}
for (const name of missing) console.log(`\nNot run: ${name} is not installed (apt-get install ${name}).`);
const isOpen = findings.all.some(({ finding }) => explanationOf(finding) === null);
process.exitCode = isOpen ? 1 : missing.length > 0 ? 2 : 0;
