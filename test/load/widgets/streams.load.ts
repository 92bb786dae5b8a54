import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { z } from 'zod';
import { appendEvent } from '#base/events/live.server.ts';
import { inParallel } from '#test/load/money/donors.ts';
import { prove, quantile, scale, scaled } from '#test/load/prove.ts';
import { readMemory, readMetric } from '#test/load/read-metric.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
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

const waitingLimit = 60_000;

/**
 * Stops a tenth of the pages from reading while many events are sent, until the server has dropped them. Returns the seconds from the
 * moment when the buffers of a stalled page were full.
 */
async function stallSome(fleet: Fleet, creators: readonly Creator[], streams: StreamPlan): Promise<number> {
  const stalled = await openStreams(fleet, creators.slice(0, places.crowded), streams.stalled);
  for (const stream of stalled) stream.stall();
  const isOver = async () => (await readMetric(fleet.server.url, 'opora_event_streams')) <= streams.healthy;
  // So much fills every buffer; the promise counts from then on.
  await sendEvents(fleet, creators);
  const fullAt = performance.now();
  while (!(await isOver()) && performance.now() - fullAt < waitingLimit) await pause(250);
  const isDropped = await isOver();
  for (const stream of stalled) stream.close();
  return isDropped ? (performance.now() - fullAt) / 1_000 : Number.POSITIVE_INFINITY;
}

interface StreamPlan {
  readonly healthy: number;
  readonly stalled: number;
}

const donation = z.object({ data: z.object({ payId: z.string() }) });

/**
 * Stops the server while donations wait inside it for a table lock, which is released a moment later. Returns how it ended, and the
 * acknowledged donations.
 */
async function stopInFlight({ server, db }: Fleet, projectId: string, count: number) {
  const holder = await db.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table donation in exclusive mode');
    const asked = Array.from({ length: count }, (_, at) => {
      const body = { projectId, amount: 5_000 + at };
      return server.api('POST ProjectPay/Create', { body }).catch(() => null);
    });
    const waiting = `select from pg_locks where not granted and relation = 'donation'::regclass`;
    while (((await holder.query(waiting)).rowCount ?? 0) < count) await pause(20);
    const ended = server.stop();
    await pause(500);
    await holder.query('commit');
    const good = (await Promise.all(asked)).filter((answer) => answer?.status === 200);
    return { ...(await ended), payIds: good.map((answer) => donation.parse(answer?.body).data.payId) };
  } finally {
    holder.release(true);
  }
}

/** Megabytes that the median of the last third may lie above that of the first. */
const flat = 30;
const inFlight = 10;

test('19: streams of which a tenth is stalled, and the end of the process', async () => {
  const streams = scaled(1_000, 50);
  const minutes = 30 * scale;
  const plan = { healthy: streams * 0.9, stalled: streams * 0.1 };
  const fleet = await openFleet({ env: { LOG_LEVEL: 'warn' } });
  try {
    const creators = await makeCreators(fleet, places.all);
    const healthy = await openStreams(fleet, creators, plan.healthy);
    const samples: number[] = [];
    const sampling = setInterval(() => {
      void readMemory(fleet.server.url).then((megabytes) => samples.push(megabytes));
    }, 2_000);
    const droppedAfter: number[] = [];
    // The first round fills every pool and buffer; after it nothing may grow.
    droppedAfter.push(await stallSome(fleet, creators, plan));
    samples.length = 0;
    const endAt = Date.now() + minutes * 60_000;
    while (Date.now() < endAt) droppedAfter.push(await stallSome(fleet, creators, plan));
    clearInterval(sampling);
    const lost = healthy.filter(({ isEnded }) => isEnded).length;
    const third = Math.ceil(samples.length / 3);
    const late = await openStreams(fleet, creators, plan.stalled);
    for (const stream of late) stream.stall();
    // Fewer requests are in progress than the server has database connections.
    const { code, seconds, payIds } = await stopInFlight(fleet, creators[0]?.projectId ?? '', inFlight);
    const { rows } = await fleet.db.pool.query('select from donation where id = any($1)', [payIds]);
    for (const stream of [...healthy, ...late]) stream.close();
    const events = healthy.reduce((sum, stream) => sum + stream.events, 0);
    const memory = [samples.slice(0, third), samples.slice(-third)].map((some) => quantile(some, 0.5));
    const [first = 0, last = 0] = memory;
    prove(19, {
      promise: `${streams} streams, a tenth stalled, for ${minutes.toFixed(1)} min: memory flat, the others miss nothing`,
      none: { gaps: healthy.reduce((sum, { gaps }) => sum + gaps, 0), 'healthy streams lost': lost },
      most: samples.length < 10 ? {} : { 'memory up, MB': [last - first, flat] },
      times: { 'stalled dropped after, s': [Math.max(...droppedAfter), 30] },
      met: { events, stalled: droppedAfter.length * plan.stalled },
      shown: { 'most memory, MB': Math.max(0, ...samples) },
    });
    prove(19, {
      promise: `SIGTERM with all streams open and ${inFlight} donations in flight: ended within 10 s, nothing in flight lost`,
      none: { 'exit status': code ?? -1, missing: payIds.length - rows.length },
      most: { 'seconds to end': [seconds, 10] },
      met: { 'acknowledged in flight': [payIds.length, inFlight] },
    });
  } finally {
    await fleet.close();
  }
});
