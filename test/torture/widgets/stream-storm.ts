import { setTimeout as pause } from 'node:timers/promises';
import { appendEvent } from '#base/events/live.server.ts';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { quantile } from '#test/torture/figures.ts';
import { type Fleet, openFleet } from '#test/torture/fleet/server-fleet.ts';
import { inParallel } from '#test/torture/money/donors.ts';
import { giveMeanwhile } from './in-flight.ts';
import { type OpenStream, openStream } from './open-streams.ts';
import { readWidgetKey } from './widget-key.ts';

interface Creator {
  readonly projectId: string;
  readonly key: string;
}

async function makeCreators(fleet: Fleet, count: number): Promise<Creator[]> {
  const creators: Creator[] = [];
  await inParallel(count, 5, async () => {
    const { projectId, token } = await signIn(fleet.db, testSecrets.jwt);
    creators.push({ projectId, key: await readWidgetKey(fleet.server.api, { token }) });
  });
  return creators;
}

async function readMetric(fleet: Fleet, name: string): Promise<number> {
  const text = await (await fetch(`${fleet.server.url}/metrics`)).text();
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`the server has no metric ${name}`);
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

/** All creators, and how many of them have stalled pages beside healthy ones. */
const places = { all: 40, crowded: 2 } as const;

/** For creators with stalled pages: more than the buffers on the way hold (4 MB with both ends on one Linux machine). */
const flood = { batches: 37, atOnce: 20, bytes: 6_000 } as const;

/** Sends long events to the pages of the crowded creators repeatedly, and short events to all others in between. */
async function sendEvents(fleet: Fleet, creators: readonly Creator[]): Promise<void> {
  const send = (projectId: string, times: number, bytes: number) =>
    fleet.db.transaction(async (tx) => {
      const payload = { action: 'none', alertId: 'x'.repeat(bytes) };
      for (let event = 0; event < times; event += 1) await appendEvent(tx, projectId, 'control', payload);
    });
  for (let batch = 0; batch < flood.batches; batch += 1) {
    await inParallel(creators.length, 4, async (at) => {
      const { projectId } = creators[at] ?? { projectId: '' };
      if (at < places.crowded) await send(projectId, flood.atOnce, flood.bytes);
      else await send(projectId, 1, 100);
    });
  }
}

interface Round {
  /** Seconds from the moment when the buffers of a stalled page were full until the last stalled page was dropped. */
  readonly droppedAfter: number;
}

const waitingLimit = 60_000;

/** Stops a tenth of the pages from reading while many events are sent. Resolves when the server has dropped them. */
async function stallSome(fleet: Fleet, creators: readonly Creator[], streams: StreamPlan): Promise<Round> {
  const stalled = await openStreams(fleet, creators.slice(0, places.crowded), streams.stalled);
  for (const stream of stalled) stream.stall();
  const isOver = async () => (await readMetric(fleet, 'opora_event_streams')) <= streams.healthy;
  // So much fills every buffer; the promise counts from then on.
  await sendEvents(fleet, creators);
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
  /** Requests in progress at SIGTERM; fewer than the server has database connections. */
  readonly inFlight: number;
}

export interface StreamStorm {
  readonly rounds: readonly Round[];
  /** Events that healthy pages have received. */
  readonly events: number;
  readonly gaps: number;
  /** Healthy pages that lost their stream. */
  readonly lost: number;
  /** Megabytes of memory: the medians of the first and the last third. */
  readonly memory: { readonly first: number; readonly last: number; readonly most: number };
  readonly ending: Ending;
}

export interface Ending {
  readonly seconds: number;
  readonly code: number | null;
  readonly answered: number;
  /** Acknowledged donations that are not in the database. */
  readonly missing: number;
}

/** Sends SIGTERM while donations are in flight. Returns how the server ended and the results of the donations. */
async function endInFlight(fleet: Fleet, projectId: string, count: number): Promise<Ending> {
  const { server, db } = fleet;
  const { ended, payIds } = await giveMeanwhile(server.api, db, { projectId, count }, () => server.stop());
  const { code, seconds } = await ended;
  const { rows } = await db.pool.query('select from donation where id = any($1)', [payIds]);
  return { code, seconds, answered: payIds.length, missing: payIds.length - rows.length };
}

/** Invariant 19: many open streams, some of which never read, for the given minutes, and then SIGTERM. */
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
    // The first round fills every pool and buffer; after it nothing may grow.
    rounds.push(await stallSome(fleet, creators, plan));
    samples.length = 0;
    const endAt = Date.now() + plan.minutes * 60_000;
    while (Date.now() < endAt) rounds.push(await stallSome(fleet, creators, plan));
    clearInterval(sampling);
    const lost = healthy.filter(({ isEnded }) => isEnded).length;
    const third = Math.ceil(samples.length / 3);
    const late = await openStreams(fleet, creators, plan.stalled);
    for (const stream of late) stream.stall();
    const ending = await endInFlight(fleet, creators[0]?.projectId ?? '', plan.inFlight);
    for (const stream of [...healthy, ...late]) stream.close();
    return {
      rounds,
      lost,
      ending,
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
