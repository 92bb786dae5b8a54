import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '#test/bench/table.ts';
import type { Done, Part } from './part.ts';
import { runTool } from './run-tool.ts';

/** The three ways to hold connections for as long as possible: the path and the options of slowhttptest. */
const tests = {
  'slow headers': ['/', '-H', '-i', '2', '-x', '24'],
  'slow body': ['/api/Identity/Token', ...'-B -i 2 -s 8192 -t POST -f application/json'.split(' ')],
  'slow read': ['/', ...'-X -w 16 -y 64 -n 2 -z 16 -k 3'.split(' ')],
} as const;

const connections = 500;
const places = ['/', '/api/Config', '/dilnoza', '/api/User/List?Take=10'] as const;

interface Probe {
  readonly status: number;
  readonly milliseconds: number;
}

/** Other users meanwhile, each on a connection of their own; slowhttptest itself sees any answer as a good one. */
async function watch(url: string, isOver: () => boolean): Promise<Probe[]> {
  const seen: Probe[] = [];
  for (; !isOver(); await pause(100)) {
    const began = performance.now();
    const how = { headers: { connection: 'close' }, signal: AbortSignal.timeout(10_000) };
    const answer = await fetch(`${url}${places[seen.length % places.length]}`, how).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    seen.push({ status: answer?.status ?? 0, milliseconds: performance.now() - began });
  }
  return seen;
}

async function runOne(name: keyof typeof tests, part: Part): Promise<Done> {
  const { target, findings, workDir, isQuick } = part;
  const [path, ...given] = tests[name];
  const prefix = join(workDir, name.replace(' ', '-'));
  const seconds = isQuick ? 20 : 60;
  const before = await target.memory();
  let isOver = false;
  const watching = watch(target.url, () => isOver);
  const common = ['-c', String(connections), '-r', '250', '-l', String(seconds), '-p', '5', '-g', '-o', prefix];
  const { stdout, stderr } = await runTool('slowhttptest', [...common, '-u', `${target.url}${path}`, ...given], {
    seconds: seconds + 60,
    folder: workDir,
  });
  isOver = true;
  const seen = await watching;
  const after = await target.memory();
  const table = await readFile(`${prefix}.csv`, 'utf8').catch(() => '');
  const rows = table.trim().split('\n').slice(1);
  const lost = rows.filter((row) => row.endsWith(',0')).length;
  const add = (what: string, detail: string) => findings.add({ tool: 'slowhttptest', what, where: name, detail });
  if (rows.length === 0) add('not run', `${stdout}${stderr}`.slice(-400));
  if (lost > 0) add('not available', `slowhttptest was not answered in ${lost} of ${rows.length} seconds`);
  const refused = seen.filter(({ status }) => status !== 200);
  if (refused.length > 0) add('others refused', `${refused.length} of ${seen.length}: ${refused[0]?.status}`);
  const times = seen.map(({ milliseconds }) => milliseconds);
  const p50 = Math.round(quantile(times, 0.5));
  const p95 = Math.round(quantile(times, 0.95));
  if (p95 > 1_000) add('others wait', `95 % of others are answered in ${p95} ms`);
  if (after - before > 200) add('memory', `grew from ${before} to ${after} MB`);
  const others = `others p50 ${p50} ms, p95 ${p95} ms`;
  const what = `${name}, ${connections} connections: ${others}, memory ${before} → ${after} MB`;
  return { what, requests: seen.length };
}

/** Holds hundreds of connections open in the three slow ways and checks that others are served as before. */
export async function* runSlow(part: Part): AsyncGenerator<Done> {
  for (const name of ['slow headers', 'slow body', 'slow read'] as const) yield await runOne(name, part);
}
