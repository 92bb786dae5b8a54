import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { inParallel } from '#test/load/money/donors.ts';
import { untilNoneIsOpen } from '#test/load/money/settling.ts';
import { openBalancer } from '#test/load/processes/donors-under-load.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { dataOf, type TestApp } from '#test/support/start-app.ts';
import { ClockSource } from './clock-source.ts';
import { beginStream, type Given, giveAs, refundThere, type Stream } from './donor-world.ts';
import { readProjectionFaults } from './ledger-projection.ts';
import { findUnequalStreams, leftOf } from './seen-figures.ts';

const sources = 5;

/** What is kept under disturbance while donors give. */
interface Disturbed {
  killed: number;
  acts: number;
  /** Readings of the ledger beside the running load. */
  readings: number;
  readonly faults: Record<string, number>;
}

function addFaults(all: Record<string, number>, found: object): void {
  for (const [name, count] of Object.entries(found)) all[name] = (all[name] ?? 0) + Number(count);
}

/** Creators pause their clocks, let them go on and correct them; one that was changed meanwhile is left as it is. */
async function actAsCreator(api: TestApp['request'], { userName, token }: Stream): Promise<boolean> {
  const read = await api('GET Clock/Get', { query: { userName } }, { token }).catch(() => null);
  const clock = read && dataOf(read).clock;
  if (typeof clock !== 'object' || clock === null || !('id' in clock && 'state' in clock && 'own' in clock))
    return false;
  const revision = Object.assign({ revision: 0 }, clock.own).revision;
  const isPaused = clock.state === 'paused';
  const act = isPaused ? { act: 'resume' } : [{ act: 'pause' }, { act: 'correct', seconds: 30 }][revision % 2];
  const body = { clockId: clock.id, revision, ...act };
  return (await api('POST Clock/Control', { body }, { token }).catch(() => null))?.status === 200;
}

/** Kills the servers in turns, plays the creators, and reads the ledger, until the donors have done. */
async function disturb(
  fleet: Fleet,
  streams: readonly Stream[],
  seen: Disturbed,
  isOver: () => boolean,
): Promise<void> {
  const killing = async () => {
    while (!isOver()) {
      await pause(1_500 + Math.random() * 2_000);
      const server = fleet.servers[seen.killed % fleet.servers.length];
      await server?.kill();
      seen.killed += 1;
      await server?.start();
    }
  };
  const acting = async () => {
    for (let at = 0; !isOver(); at += 1) {
      const stream = streams[at % streams.length];
      const server = fleet.servers[at % fleet.servers.length];
      if (stream && server && (await actAsCreator(server.api, stream))) seen.acts += 1;
      await pause(100);
    }
  };
  const reading = async () => {
    while (!isOver()) {
      addFaults(seen.faults, await readProjectionFaults(fleet.db));
      seen.readings += 1;
      await pause(1_000);
    }
  };
  await Promise.all([killing(), acting(), reading()]);
}

/** Waits until the servers know of every payment and refund in the provider's books. */
function untilAgreed({ db, books }: Fleet): Promise<number> {
  return untilNoneIsOpen(async () => {
    const { rows } = await db.pool.query<{ reference: string; left: number }>(
      `select reference, (case status when 'Paid' then amount - refunded else 0 end)::float8 as "left" from payment`,
    );
    const known = new Map(rows.map(({ reference, left }) => [reference, left]));
    // A donation that was given up before it was answered has an unpaid payment there.
    const open = (await books()).filter((book) => (known.get(book.reference) ?? 0) !== leftOf(book));
    return open.length;
  }, 120);
}

/** Milliseconds by which sources of one clock differ at most, once all are connected and had the time to read what has changed last. */
async function spreadsOf(sources: readonly (readonly ClockSource[])[]): Promise<number[]> {
  await untilNoneIsOpen(async () => sources.flat().filter(({ isOpen }) => !isOpen).length, 30);
  // As long as a source whose last question got no answer waits for the next one.
  await pause(5_000);
  const at = performance.now();
  return sources.map((all) => {
    const shown = all.map((source) => source.leftAt(at) ?? Number.POSITIVE_INFINITY);
    return Math.max(...shown) - Math.min(...shown);
  });
}

/** Donors of some numbers give to the streams in turns, and every fifth has an earlier donation refunded, in part or whole. */
async function giveAll(fleet: Fleet, api: TestApp['request'], streams: readonly Stream[], numbers: readonly number[]) {
  const given: Given[] = [];
  let soldOut = 0;
  let refunds = 0;
  await inParallel(numbers.length, 40, async (at) => {
    const index = numbers[at] ?? 0;
    const stream = streams[index % streams.length];
    if (stream === undefined) throw new Error('there are no streams');
    const one = await giveAs(fleet, api, { stream, index, place: Math.floor(index / streams.length) });
    given.push(one.given);
    if (one.isSoldOut) soldOut += 1;
    const earlier = index % 5 === 0 ? given[Math.floor(Math.random() * given.length)] : undefined;
    if (earlier && (await refundThere(earlier, index % 2 === 0 ? 50_000 + index : undefined))) refunds += 1;
  });
  return { given, soldOut, refunds };
}

test('4 and 17: votes, targets, rewards and clocks of many streams are what the ledger says', async () => {
  const donations = scaled(10_000, 160);
  const phases = scaled(5, 2);
  const fleet = await openFleet({ servers: 2 });
  const balancer = await openBalancer(fleet);
  const opened: ClockSource[][] = [];
  try {
    const streams: Stream[] = [];
    for (let index = 0; index < scaled(20, 4); index += 1) streams.push(await beginStream(fleet, index));
    for (const stream of streams) {
      opened.push(Array.from({ length: sources }, () => new ClockSource(stream, balancer.url, balancer.api)));
    }
    const given: Given[] = [];
    const seen: Disturbed = { killed: 0, acts: 0, readings: 0, faults: {} };
    const unequal: string[] = [];
    const spreads: number[] = [];
    let soldOut = 0;
    let refunds = 0;
    let slowest = 0;
    for (let phase = 0; phase < phases; phase += 1) {
      let isOver = false;
      const disturbing = disturb(fleet, streams, seen, () => isOver);
      const numbers = Array.from({ length: donations }, (_, index) => index).filter(
        (index) => index % phases === phase,
      );
      const done = await giveAll(fleet, balancer.api, streams, numbers).finally(() => {
        isOver = true;
      });
      await disturbing;
      given.push(...done.given);
      soldOut += done.soldOut;
      refunds += done.refunds;
      slowest = Math.max(slowest, await untilAgreed(fleet));
      spreads.push(...(await spreadsOf(opened)));
      const books = await Promise.all([
        readProjectionFaults(fleet.db),
        readLedgerFaults(fleet.db),
        readTotalFaults(fleet.db),
      ]);
      for (const faults of books) addFaults(seen.faults, faults);
      unequal.push(...(await findUnequalStreams(fleet, streams, given)));
    }
    prove(4, {
      promise: `${donations} donations in ${streams.length} streams with refunds, two servers killed in turns: votes, targets, rewards and clocks are the ledger's at ${phases} moments of rest and beside the load`,
      none: { ...seen.faults, unequal },
      times: { 'agreed after, s': [slowest, 60] },
      met: {
        given: [given.length, donations],
        refunds,
        'sold out': soldOut,
        'servers killed': [seen.killed, 2],
        'acts on clocks': seen.acts,
        readings: seen.readings,
      },
    });
    prove(17, {
      promise: `${sources} sources of each of ${streams.length} clocks show the same time within 100 ms`,
      times: { 'apart, ms': [Math.max(...spreads), 100] },
      met: { compared: spreads.length, reconnections: opened.flat().reduce((sum, one) => sum + one.reconnections, 0) },
    });
  } finally {
    for (const source of opened.flat()) source.close();
    await balancer.close();
    await fleet.close();
  }
});
