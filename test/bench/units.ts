/**
 * `node test/bench/units.ts`: the CPU that one unit of work costs the server and the database. Time of the CPU, not
 * of the clock, so that a busy machine changes little.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { loadavg } from 'node:os';
import { idOf, widgetKeyOf } from '#test/bench/growth/ids.ts';
import { userNameOf } from '#test/bench/growth/values.ts';
import { openDonation, send } from '#test/bench/support/donation-maker.ts';
import { startAppOn, startProvider } from '#test/bench/support/processes.ts';
import { cpuOf } from '#test/bench/support/processor-time.ts';
import { inParallel } from '#test/load/money/donors.ts';
import { creatorCount, makeWorld } from './world.ts';

const clients = 8;

function databaseProcesses(folder: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => {
    try {
      const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
      return isPostgres && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

async function read(url: string): Promise<void> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`);
}

const world = await makeWorld();
const provider = await startProvider();
const app = await startAppOn(world.databaseUrl, provider.url, world.dataDir);
const languages = ['', '?lang=uz', '?lang=en'];

const units: Readonly<Record<string, { count: number; work(index: number): Promise<void> }>> = {
  'warm-up': { count: 300, work: async (index) => (await openDonation(app.url, 60 + (index % 50))).pay() },
  'page of a creator, rendered': {
    count: (creatorCount - 20) * languages.length,
    work: (index) => {
      const creator = 1 + (index % (creatorCount - 20));
      return read(`${app.url}/${userNameOf(creator)}${languages[Math.floor(index / (creatorCount - 20))] ?? ''}`);
    },
  },
  'page of a creator, cached': { count: 10_000, work: () => read(`${app.url}/${userNameOf(1)}`) },
  'list of donations, not cached': {
    count: 2_000,
    work: (index) =>
      read(`${app.url}/api/ProjectPay/List?projectId=${idOf.project(1 + (index % 3))}&Skip=${index}&Take=10`),
  },
  'donation made and paid': {
    count: 1_500,
    work: async (index) => (await openDonation(app.url, 1 + (index % 50))).pay(),
  },
  'question of a widget for the next alert': {
    count: 3_000,
    work: async (index) => {
      const page = { key: widgetKeyOf(60 + (index % 100)), source: 'bench-units-page', isVisible: true };
      await send(`${app.url}/api/Widget/Next`, JSON.stringify(page));
    },
  },
};

try {
  for (const [what, { count, work }] of Object.entries(units)) {
    const database = () => databaseProcesses(world.dataDir).reduce((sum, pid) => sum + cpuOf(pid), 0);
    const before = [cpuOf(app.pid), database()] as const;
    const began = performance.now();
    await inParallel(count, clients, work);
    const seconds = (performance.now() - began) / 1_000;
    const [server, postgres] = [cpuOf(app.pid) - before[0], database() - before[1]].map((spent) =>
      (spent / count).toFixed(3),
    );
    console.log(`${what}: server ${server} ms, database ${postgres} ms; ${(count / seconds).toFixed(0)} a second`);
  }
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await app.stop();
  await provider.stop();
  await world.stop();
}
