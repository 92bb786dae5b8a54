import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mayCall } from './baseline.ts';
import type { Done, Part } from './part.ts';
import type { AttackRole } from './people.ts';
import { type RoleProxy, startRoleProxy } from './role-proxy.ts';
import { eachOf, runTool, timeIsOver } from './run-tool.ts';
import type { Sample } from './samples.ts';

/** `deep`: every technique on every member; `short`: for roles that run the same statements as another one. */
type Depth = 'deep' | 'short';

interface Job {
  readonly sample: Sample;
  readonly depth: Depth;
}

const settings: Readonly<Record<Depth, { given: readonly string[]; seconds: number }>> = {
  deep: { given: ['--technique=BEUST', '--level=2', '--risk=2'], seconds: 600 },
  short: { given: ['--technique=BE', '--level=1', '--risk=1'], seconds: 90 },
};
const quickSettings = { given: ['--technique=BEUST', '--level=1', '--risk=1'], seconds: 60 };

/** The roles for which a call runs statements of their own. */
function deepRoles(access: Sample['call']['access']): readonly AttackRole[] {
  if (access === 'guest' || access === 'key') return ['guest'];
  if (access === 'user') return ['creator', 'moderator'];
  return [access];
}

const hasInput = ({ call, query, body }: Sample) =>
  !call.isUpload && (query.length > 0 || body !== undefined || Object.keys(call.params).length > 0);

/** Each request of a stream would last until it is cut. */
const isStream = ({ call }: Sample) => call.path.endsWith('/Events');

function jobsOf(samples: readonly Sample[], role: AttackRole, isQuick: boolean): Job[] {
  const attackable = samples.filter((sample) => hasInput(sample) && !isStream(sample));
  const jobs = attackable.map(
    (sample): Job => ({
      sample,
      depth: deepRoles(sample.call.access).includes(role) ? 'deep' : 'short',
    }),
  );
  if (!isQuick) return jobs;
  return jobs
    .filter(({ sample, depth }) => depth === 'deep' && mayCall(role, sample.call))
    .filter((_, at) => at % 6 === 0);
}

/** The request as sqlmap reads it from a file. A member of the path is marked as one to be tried. */
function requestFile({ call, target, body }: Sample, proxy: RoleProxy): string {
  const marked = Object.keys(call.params).length > 0 ? target.replace(/(?=\?|$)/, '*') : target;
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${call.method} ${marked} HTTP/1.1`,
    `Host: ${new URL(proxy.url).host}`,
    ...(body === undefined ? [] : ['Content-Type: application/json']),
    'Accept: */*',
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

interface Outcome {
  readonly kind: 'clean' | 'cut' | 'not run' | 'found';
  readonly detail: string;
}

/** The result by sqlmap's own report: a log with injection points, or a last line that there are none. */
function outcomeOf(output: string, log: string, wasCut: boolean): Outcome {
  if (log.trim() !== '') return { kind: 'found', detail: log.trim().slice(0, 1_000) };
  if (/identified the following injection point/.test(output)) return { kind: 'found', detail: output.slice(-1_000) };
  if (/all tested parameters do not appear to be injectable/.test(output)) return { kind: 'clean', detail: '' };
  if (wasCut) return { kind: 'cut', detail: '' };
  return { kind: 'not run', detail: output.trim().split('\n').slice(-4).join(' ').slice(-400) };
}

async function attackCall(job: Job, proxy: RoleProxy, folder: string, part: Part): Promise<Outcome> {
  const { given, seconds } = part.isQuick ? quickSettings : settings[job.depth];
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'request.txt');
  await writeFile(file, requestFile(job.sample, proxy));
  const outputDir = join(folder, 'out');
  const from = ['-r', file, '--batch', '--ignore-stdin', '--disable-coloring', '--flush-session'];
  const how = ['--ignore-code=*', '--timeout=20', '--retries=1', '--keep-alive', '--dbms=PostgreSQL', ...given];
  const limits = { seconds, folder };
  const { stdout, stderr, code } = await runTool('sqlmap', [...from, `--output-dir=${outputDir}`, ...how], limits);
  const log = await readFile(join(outputDir, '127.0.0.1', 'log'), 'utf8').catch(() => '');
  const outcome = outcomeOf(`${stdout}${stderr}`, log, code === timeIsOver);
  await rm(folder, { recursive: true, force: true });
  return outcome;
}

/** Tries every member of every call for SQL injection. */
export async function* runSqlmap(part: Part): AsyncGenerator<Done> {
  const { role, samples, findings, workDir, isQuick } = part;
  const proxy = await startRoleProxy(part);
  const counts = { clean: 0, cut: 0, 'not run': 0, found: 0 };
  try {
    await eachOf(jobsOf(samples, role, isQuick).entries(), 2, async ([number, job]) => {
      const { kind, detail } = await attackCall(job, proxy, join(workDir, `sqlmap-${role}-${number}`), part);
      counts[kind] += 1;
      const { name } = job.sample.call;
      const what = kind === 'found' ? 'injection' : kind;
      if (kind === 'found' || kind === 'not run')
        findings.add({ tool: 'sqlmap', what, where: name, detail: `${role}: ${detail}` });
      part.say(`sqlmap ${role} ${name}: ${kind}`);
    });
  } finally {
    await proxy.close();
  }
  const cut = counts.cut > 0 ? [`${counts.cut} ended by their time`] : [];
  yield { what: [`${counts.clean} calls clean`, ...cut].join(', '), requests: proxy.answers() };
}
