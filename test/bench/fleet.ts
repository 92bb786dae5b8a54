import { availableParallelism, loadavg } from 'node:os';
import { z } from 'zod';
import { openDonation, send } from '#test/bench/support/donation-maker.ts';
import { packageFolder, startProvider } from '#test/bench/support/processes.ts';
import { paymentSecret } from '#test/bench/tokens.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { type RunningFleet, startFleet } from '#test/torture/processes/fleet.ts';
import { type Figure, median } from './table.ts';
import { creatorCount, makeWorld, projectIdOf, type World } from './world.ts';

/** Fewer cores than this leave none for the second process beside the load, HAProxy and PostgreSQL. */
const coresNeeded = 4;
const clients = 16;
const seconds = 4;
const rounds = 3;
const leastGain = 1.6;

interface Measured {
  /** A second. */
  readonly rate: number;
  /** Milliseconds of the server processes for one of them. */
  readonly cpu: number;
}

const cpuLine = z.coerce.number();

async function cpuOf(fleet: RunningFleet): Promise<number> {
  const spent = await Promise.all(
    fleet.members.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return cpuLine.parse(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
    }),
  );
  return spent.reduce((sum, one) => sum + one, 0);
}

/** How many of the work is done, and what the servers spend on it. */
async function rateOf(fleet: RunningFleet, during: number, work: (index: number) => Promise<void>): Promise<Measured> {
  const before = await cpuOf(fleet);
  const began = performance.now();
  let done = 0;
  let next = 0;
  const client = async () => {
    while (performance.now() - began < during * 1000) {
      next += 1;
      await work(next);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const passed = (performance.now() - began) / 1000;
  return { rate: done / passed, cpu: (((await cpuOf(fleet)) - before) * 1000) / done };
}

interface Fleets {
  readonly one: RunningFleet;
  readonly two: RunningFleet;
}

let turn = 0;
const works: readonly { what: string; work(fleet: RunningFleet, index: number): Promise<void> }[] = [
  {
    what: 'lists of donations, each another one',
    async work(fleet, index) {
      const query = `projectId=${projectIdOf(1 + (index % creatorCount))}&Skip=${(turn * 50_000 + index) % 90_000}&Take=10`;
      const answer = await fetch(`${fleet.url}/api/ProjectPay/List?${query}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`a list was answered ${answer.status}`);
    },
  },
  {
    what: 'widgets that ask for the next alert',
    async work(fleet, index) {
      const body = JSON.stringify({
        key: `key-of-bench-${1 + (index % creatorCount)}`,
        source: 'bench-fleet-page',
        isVisible: true,
      });
      await send(`${fleet.url}/api/Widget/Next`, body);
    },
  },
  {
    what: 'donations made and paid',
    async work(fleet, index) {
      const donation = await openDonation(fleet.url, 1 + (index % 50));
      await donation.pay();
    },
  },
];

function figuresOf(what: string, pairs: readonly { one: Measured; two: Measured }[]): Figure[] {
  const cores = availableParallelism();
  const gain = median(pairs.map(({ one, two }) => two.rate / one.rate));
  const thrift = median(pairs.map(({ one, two }) => one.cpu / two.cpu));
  const of = (side: 'one' | 'two', value: keyof Measured) => median(pairs.map((pair) => pair[side][value]));
  const rates = `${of('two', 'rate').toFixed(0)} against ${of('one', 'rate').toFixed(0)} a second`;
  const load = loadavg()[0]?.toFixed(1);
  const shared = `${cores} cores for the load, HAProxy, PostgreSQL and the servers, load average ${load}`;
  return [
    {
      what: `2 processes / 1: ${what}`,
      value: cores >= coresNeeded ? gain : null,
      unit: 'ratio',
      goal: { is: 'at least', value: leastGain, margin: 0.15 },
      note: `${gain.toFixed(2)}: ${rates}; ${shared}`,
    },
    {
      what: `CPU of the servers, 1 process / 2: ${what}`,
      value: thrift,
      unit: 'ratio',
      // Two processes that spend no more on one piece of work can do twice as much, where each has a core.
      goal: { is: 'at least', value: leastGain / 2, margin: 0.15 },
      note: `${of('one', 'cpu').toFixed(2)} ms with one, ${of('two', 'cpu').toFixed(2)} ms with two; load average ${load}`,
    },
  ];
}

async function openFleet(processes: number, world: World, paymentUrl: string): Promise<RunningFleet> {
  const ports = await Promise.all(Array.from({ length: processes + 1 }, freePort));
  const [port = 0, ...own] = ports;
  return startFleet({
    folder: packageFolder,
    processes,
    host: '127.0.0.1',
    port,
    ports: own,
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: 'off',
      DEMO: 'off',
      LIMITS: 'off',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: world.dataDir,
      PAYMENT_URL: paymentUrl,
      PAYMENT_SECRET: paymentSecret,
    },
    changed: () => undefined,
    log: () => undefined,
    said: (line) => void (line.startsWith('{') && process.stderr.write(`${line}\n`)),
  });
}

async function compare({ one, two }: Fleets): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, work } of works) {
    const measure = (fleet: RunningFleet, during: number) => {
      turn += 1;
      return rateOf(fleet, during, (index) => work(fleet, index));
    };
    await measure(one, 1);
    await measure(two, 1);
    const pairs: { one: Measured; two: Measured }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({ one: await measure(one, seconds), two: await measure(two, seconds) });
    }
    figures.push(...figuresOf(what, pairs));
  }
  return figures;
}

/** What a second process brings: the same load through HAProxy on one and on two processes, in turns, on one database. */
export async function measureFleet(): Promise<Figure[]> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const world = await makeWorld(() => undefined);
    stops.push(() => world.stop());
    for (let creator = 1; creator <= 3; creator += 1) await world.addDonations(creator, 1_000);
    const provider = await startProvider();
    stops.push(() => provider.stop());
    const one = await openFleet(1, world, provider.url);
    stops.push(() => one.stop());
    const two = await openFleet(2, world, provider.url);
    stops.push(() => two.stop());
    return await compare({ one, two });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
