import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { appendEvent } from '#base/live.server.ts';
import { signIn } from '#test/sign-in.ts';
import { testSecrets } from '#test/start-app.ts';
import { inParallel } from './donors.ts';
import { quantile } from './figures.ts';
import { type OpenStream, openStream } from './open-streams.ts';
import { type Fleet, openFleet } from './server-fleet.ts';

interface Creator {
  readonly projectId: string;
  readonly key: string;
}

const settings = z.object({ data: z.object({ key: z.string() }) });

async function makeCreators(fleet: Fleet, count: number): Promise<Creator[]> {
  const creators: Creator[] = [];
  await inParallel(count, 5, async () => {
    const { projectId, token } = await signIn(fleet.db, testSecrets.jwt);
    const { body } = await fleet.server.api('GET Widget/Settings', {}, { token });
    creators.push({ projectId, key: settings.parse(body).data.key });
  });
  return creators;
}

async function readMetric(fleet: Fleet, name: string): Promise<number> {
  const text = await (await fetch(`${fleet.server.url}/metrics`)).text();
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`the server does not tell ${name}`);
  return Number(value);
}

let sources = 0;

async function openStreams(fleet: Fleet, creators: readonly Creator[], count: number): Promise<OpenStream[]> {
  const streams: OpenStream[] = [];
  await inParallel(count, 20, async (index) => {
    const creator = creators[index % creators.length];
    sources += 1;
    if (creator) streams.push(await openStream(fleet.server.port, { ...creator, source: `storm-${sources}` }));
  });
  return streams;
}

/** Creators in all, and how many of them have the stalled pages beside healthy ones. */
const places = { all: 40, crowded: 2 } as const;

/** For the crowded ones: more than a machine's buffers on the way take in (4 MB where both ends are on one Linux). */
const flood = { batches: 37, atOnce: 20, bytes: 6_000 } as const;

/** Something long is told to the pages of the crowded creators again and again, something short to all others between. */
async function tellMuch(fleet: Fleet, creators: readonly Creator[]): Promise<void> {
  const tell = (projectId: string, times: number, bytes: number) =>
    fleet.db.transaction(async (tx) => {
      const payload = { action: 'none', alertId: 'x'.repeat(bytes) };
      for (let event = 0; event < times; event += 1) await appendEvent(tx, projectId, 'control', payload);
    });
  for (let batch = 0; batch < flood.batches; batch += 1) {
    await inParallel(creators.length, 4, async (at) => {
      const { projectId } = creators[at] ?? { projectId: '' };
      if (at < places.crowded) await tell(projectId, flood.atOnce, flood.bytes);
      else await tell(projectId, 1, 100);
    });
  }
}

interface Round {
  /** Seconds from the moment when a stalled page took nothing more until the last of them was dropped. */
  readonly droppedAfter: number;
}

const waitingLimit = 60_000;

/** A tenth of the pages stops reading while much is told; resolves when the server has dropped them. */
async function stallSome(fleet: Fleet, creators: readonly Creator[], streams: StreamPlan): Promise<Round> {
  const stalled = await openStreams(fleet, creators.slice(0, places.crowded), streams.stalled);
  for (const stream of stalled) stream.stall();
  const isOver = async () => (await readMetric(fleet, 'opora_event_streams')) <= streams.healthy;
  // So much fills the buffers of every one; from then on the promise counts.
  await tellMuch(fleet, creators);
  const fullAt = performance.now();
  while (!(await isOver()) && performance.now() - fullAt < waitingLimit) await pause(250);
  const isDropped = await isOver();
  for (const stream of stalled) stream.close();
  return { droppedAfter: isDropped ? (performance.now() - fullAt) / 1000 : Number.POSITIVE_INFINITY };
}

interface StreamPlan {
  readonly healthy: number;
  readonly stalled: number;
  readonly minutes: number;
  /** Requests under way when the server is told to end; fewer than it has database connections. */
  readonly inFlight: number;
}

export interface StreamStorm {
  readonly rounds: readonly Round[];
  /** Events that healthy pages have got. */
  readonly events: number;
  readonly gaps: number;
  /** Healthy pages that were cut off. */
  readonly lost: number;
  /** Megabytes of memory, the median of the first third and of the last one. */
  readonly memory: { readonly first: number; readonly last: number; readonly most: number };
  readonly ending: Ending;
}

export interface Ending {
  readonly seconds: number;
  readonly code: number | null;
  readonly answered: number;
  /** Acknowledged gifts that are not in the database. */
  readonly missing: number;
}

const gift = z.object({ data: z.object({ payId: z.string() }) });

/** SIGTERM while requests are held up inside of the server: how it ends, and what became of them. */
async function endInFlight(fleet: Fleet, projectId: string, count: number): Promise<Ending> {
  const holder = await fleet.db.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table donation in exclusive mode');
    const asked = Array.from({ length: count }, (_, index) => {
      const body = { projectId, amount: 5_000 + index };
      return fleet.server.api('POST ProjectPay/Create', { body }, { idempotencyKey: `in-flight-${index}` }).then(
        (answer) => (answer.status === 200 ? gift.parse(answer.body).data.payId : null),
        () => null,
      );
    });
    const waiting = `select from pg_locks where not granted and relation = 'donation'::regclass`;
    while (((await holder.query(waiting)).rowCount ?? 0) < count) await pause(20);
    const ending = fleet.server.stop();
    await pause(500);
    await holder.query('commit');
    const acknowledged = (await Promise.all(asked)).filter((payId) => payId !== null);
    const { code, seconds } = await ending;
    const { rows } = await fleet.db.pool.query('select from donation where id = any($1)', [acknowledged]);
    return { code, seconds, answered: acknowledged.length, missing: acknowledged.length - rows.length };
  } finally {
    holder.release();
  }
}

/** Invariant 19: many open streams of which some never read, for so many minutes, and then the end. */
export async function runStreamStorm(plan: StreamPlan): Promise<StreamStorm> {
  const fleet = await openFleet({ env: { LOG_LEVEL: 'warn' } });
  try {
    const creators = await makeCreators(fleet, places.all);
    const healthy = await openStreams(fleet, creators, plan.healthy);
    const samples: number[] = [];
    const sampling = setInterval(() => {
      void readMetric(fleet, 'process_resident_memory_bytes').then((bytes) => samples.push(bytes / 1_048_576));
    }, 2_000);
    const rounds: Round[] = [];
    // The first round fills every pool and buffer that there is; from then on nothing may grow.
    rounds.push(await stallSome(fleet, creators, plan));
    samples.length = 0;
    const endAt = Date.now() + plan.minutes * 60_000;
    while (Date.now() < endAt) rounds.push(await stallSome(fleet, creators, plan));
    clearInterval(sampling);
    const [lost, third] = [healthy.filter(({ isEnded }) => isEnded).length, Math.ceil(samples.length / 3)];
    const late = await openStreams(fleet, creators, plan.stalled);
    for (const stream of late) stream.stall();
    const ending = await endInFlight(fleet, creators[0]?.projectId ?? '', plan.inFlight);
    for (const stream of [...healthy, ...late]) stream.close();
    return {
      ...{ rounds, lost, ending },
      events: healthy.reduce((sum, { events }) => sum + events, 0),
      gaps: healthy.reduce((sum, { gaps }) => sum + gaps, 0),
      memory: {
        first: quantile(samples.slice(0, third), 0.5),
        last: quantile(samples.slice(-third), 0.5),
        most: quantile(samples, 1),
      },
    };
  } finally {
    await fleet.close();
  }
}
