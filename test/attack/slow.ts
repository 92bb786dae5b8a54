import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Part, PartResult } from './part.ts';
import { runTool } from './run-tool.ts';

interface SlowTest {
  readonly name: string;
  readonly target: string;
  readonly given: readonly string[];
}

/** The three ways to hold connections for as long as possible. */
const tests: readonly SlowTest[] = [
  { name: 'slow headers', target: '/', given: ['-H', '-i', '2', '-x', '24'] },
  {
    name: 'slow body',
    target: '/api/Identity/Token',
    given: ['-B', '-i', '2', '-s', '8192', '-t', 'POST', '-f', 'application/json'],
  },
  { name: 'slow read', target: '/', given: ['-X', '-w', '16', '-y', '64', '-n', '2', '-z', '16', '-k', '3'] },
];

const connections = 500;

interface Probe {
  readonly status: number;
  readonly milliseconds: number;
}

/** What one of the others gets meanwhile, over a connection of his own. */
function probe(url: string): Promise<Probe> {
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, milliseconds: performance.now() - began });
    const sent = request(url, { agent: false, timeout: 10_000 }, (answer) => {
      answer.resume();
      answer.once('end', () => done(answer.statusCode ?? 0));
      answer.once('error', () => done(0));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => done(0));
    sent.end();
  });
}

const places = ['/', '/api/Config', '/dilnoza', '/api/User/List?Take=10'] as const;

async function watch(url: string, isOver: () => boolean): Promise<Probe[]> {
  const seen: Probe[] = [];
  for (let number = 0; !isOver(); number += 1) {
    seen.push(await probe(`${url}${places[number % places.length]}`));
    await pause(100);
  }
  return seen;
}

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);

/** Seconds in which slowhttptest itself was not answered, out of all, by its table. */
function unavailableSeconds(table: string): readonly [lost: number, all: number] {
  const rows = table
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','));
  return [rows.filter((row) => Number(row.at(-1)) === 0).length, rows.length];
}

async function runOne(test: SlowTest, part: Part): Promise<PartResult> {
  const { target, findings, workDir, isQuick } = part;
  const prefix = join(workDir, test.name.replace(' ', '-'));
  const seconds = isQuick ? 20 : 60;
  const before = await target.memory();
  let isOver = false;
  const began = performance.now();
  const watching = watch(target.url, () => isOver);
  const run = await runTool(
    'slowhttptest',
    [
      ...['-c', String(connections), '-r', '250', '-l', String(seconds), '-p', '5', '-g', '-o', prefix],
      ...['-u', `${target.url}${test.target}`, ...test.given],
    ],
    { seconds: seconds + 60, folder: workDir },
  );
  isOver = true;
  const seen = await watching;
  const after = await target.memory();
  const table = await readFile(`${prefix}.csv`, 'utf8').catch(() => '');
  const [lost, all] = unavailableSeconds(table);
  const add = (what: string, detail: string) => findings.add({ tool: 'slow', what, where: test.name, detail });
  if (all === 0) add('not run', run.output.toString('utf8').slice(-400));
  if (lost > 0) add('not available', `slowhttptest was not answered in ${lost} of ${all} seconds`);
  const refused = seen.filter(({ status }) => status !== 200);
  if (refused.length > 0) add('others refused', `${refused.length} of ${seen.length}: ${refused[0]?.status}`);
  const times = seen.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  if (at(times, 0.95) > 1_000) add('others wait', `95 % of others are answered in ${at(times, 0.95)} ms`);
  if (after - before > 200) add('memory', `grew from ${before} to ${after} MB`);
  part.say(
    `slowhttptest ${test.name}: others p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, ${lost} of ${all} s lost`,
  );
  return {
    tool: 'slow',
    role: 'guest',
    what: `${test.name}, ${connections} connections: others p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, memory ${before} → ${after} MB`,
    requests: seen.length,
    minutes: (performance.now() - began) / 60_000,
  };
}

/** Holds hundreds of connections open in the three slow ways and looks whether others are served as if nothing were. */
export async function runSlow(part: Part): Promise<PartResult[]> {
  const results: PartResult[] = [];
  for (const test of tests) results.push(await runOne(test, part));
  return results;
}
