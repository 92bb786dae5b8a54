/**
 * `npm run attack`: attacks a server of its own, from outside and as each role, with the tools of Debian. `-- --only sqlmap` (`wapiti`,
 * `slowhttptest`, `zzuf`, or `baseline`: the calls as intended) runs one part, `--quick` a sample of each, `--role guest` one role,
 * `--write` writes the summary into `docs/security.md`. Exits with 1 if a finding is not explained, with 2 if a tool is not installed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { runBaseline } from './baseline.ts';
import type { Tool } from './explained.ts';
import { explanationOf, Findings } from './findings.ts';
import { readCalls } from './openapi.ts';
import type { Done, Part, PartResult } from './part.ts';
import { type AttackRole, openSession, roles, type Session } from './people.ts';
import { summaryOf, writeInto } from './report.ts';
import { isInstalled } from './run-tool.ts';
import { sampleOf } from './samples.ts';
import { readServerLog } from './server-log.ts';
import { runSlow } from './slow.ts';
import { runSqlmap } from './sqlmap.ts';
import { startTarget } from './target.ts';
import { runWapiti } from './wapiti.ts';
import { learnWorld } from './world.ts';
import { runZzuf } from './zzuf.ts';

interface Attack {
  readonly run: (part: Part) => AsyncGenerator<Done>;
  readonly limits: 'on' | 'off';
  /** Default: all roles. */
  readonly roles?: readonly AttackRole[];
}

const attacks: Readonly<Record<Tool, Attack>> = {
  baseline: { run: runBaseline, limits: 'off' },
  sqlmap: { run: runSqlmap, limits: 'off' },
  wapiti: { run: runWapiti, limits: 'off' },
  slowhttptest: { run: runSlow, limits: 'on', roles: ['guest'] },
  zzuf: { run: runZzuf, limits: 'off' },
};
const tools = ['baseline', 'sqlmap', 'wapiti', 'slowhttptest', 'zzuf'] as const;

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    role: { type: 'string' },
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
const wanted = z
  .object({
    only: z.enum(tools).optional(),
    role: z.enum(roles).optional(),
    quick: z.boolean().default(false),
    write: z.boolean().default(false),
  })
  .parse(values);

const findings = new Findings();
const results: PartResult[] = [];
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

let stopTarget = async () => {};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void stopTarget().finally(() => process.exit(130));
  });
}

/** Runs one tool as every role against a server of its own, so that it meets nothing that another tool has left. */
async function attackWith(tool: Tool): Promise<void> {
  const { run, limits, roles: own = roles } = attacks[tool];
  const workDir = await mkdtemp(join(tmpdir(), `opora-attack-${tool}-`));
  say(`${tool}: starting the server, limits ${limits}`);
  const target = await startTarget(workDir, limits);
  stopTarget = () => target.stop();
  try {
    const sessions = new Map<AttackRole, Session>(roles.map((role) => [role, openSession(target.url, role)]));
    const calls = await readCalls(target.url);
    for (const [role, session] of sessions) {
      if (!own.includes(role) || (wanted.role ?? role) !== role) continue;
      const known = await learnWorld(target.url, sessions);
      const samples = calls.map((call) => sampleOf(call, known));
      const secretPlaces = [target.dataDir, `${root}/`];
      const part = {
        tool,
        target,
        role,
        session,
        samples,
        findings,
        secretPlaces,
        workDir,
        isQuick: wanted.quick,
        say,
      };
      let began = performance.now();
      for await (const done of run(part)) {
        results.push({ tool, role, ...done, minutes: (performance.now() - began) / 60_000 });
        say(`${tool} ${role}: ${done.what}`);
        began = performance.now();
      }
    }
    readServerLog(target, tool, sessions.values(), findings);
  } finally {
    await target.stop();
    await rm(workDir, { recursive: true, force: true });
  }
}

const asked = tools.filter((tool) => (wanted.only ?? tool) === tool);
const missing = asked.filter((tool) => tool !== 'baseline' && !isInstalled(tool));
for (const tool of asked) if (!missing.includes(tool)) await attackWith(tool);

const form = [wanted.quick ? 'a sample' : 'full', ...(wanted.role ? [`as ${wanted.role} only`] : [])].join(', ');
for (const tool of new Set(results.map((result) => result.tool))) {
  const summary = summaryOf({ tool, results, findings, form });
  console.log(`\n${summary}`);
  if (wanted.write) await writeInto(join(root, 'docs', 'security.md'), tool, summary);
}
for (const name of missing) console.log(`\nNot run: ${name} is not installed (apt-get install ${name}).`);
const isOpen = findings.all.some(({ finding }) => explanationOf(finding) === null);
process.exitCode = isOpen ? 1 : missing.length > 0 ? 2 : 0;
