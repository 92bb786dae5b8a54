import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.server.ts';
import { NetworkFairShare } from './network-fair-share.ts';

function openPace() {
  let now = 10_000;
  const pace = new NetworkFairShare('exempt', () => now);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { pace, pass };
}

it('lets a site that is alone work without pauses', () => {
  const { pace } = openPace();
  for (let work = 0; work < 100; work += 1) {
    pace.note('a');
    pace.charge('a', 50);
  }
  expect(pace.waitOf('a')).toBe(0);
});

it('divides the time between active sites beyond a burst, and delays no other', () => {
  const { pace, pass } = openPace();
  for (const site of ['a', 'b']) pace.note(site);
  for (let work = 0; work < 10; work += 1) pace.charge('a', 100);
  // Half of the time each: 1,000 ms of work earn 1,000 ms of pause, of which the burst is 500.
  expect([pace.waitOf('a'), pace.waitOf('b')]).toEqual([500, 0]);
  pass(500);
  expect(pace.waitOf('a')).toBe(0);
  pace.charge('a', 100);
  expect(pace.waitOf('a')).toBe(100);
});

it('leaves every site a fifth of the time, however many are active', () => {
  const { pace } = openPace();
  for (let site = 0; site < 100; site += 1) pace.note(`site ${site}`);
  pace.charge('site 1', 1000);
  expect(pace.waitOf('site 1')).toBe(3500);
});

it('counts a site as active for a second or two after its last request', () => {
  const { pace, pass } = openPace();
  for (const site of ['a', 'b']) pace.note(site);
  pass(1000);
  pace.note('a');
  pace.charge('a', 1000);
  expect(pace.waitOf('a')).toBe(500);
  pass(2500);
  pace.note('a');
  pace.charge('a', 1000);
  expect(pace.waitOf('a')).toBe(0);
});

it('never delays the exempt site', () => {
  const { pace } = openPace();
  for (const site of ['a', 'b', 'exempt']) pace.note(site);
  pace.charge('exempt', 10_000);
  expect(pace.waitOf('exempt')).toBe(0);
});

it('makes a queue give the place of a paused site to others, and come back to it', async () => {
  const { pace, pass } = openPace();
  const queue = new FairQueue({ atOnce: 1, mostWaiting: 10, pace });
  const done: string[] = [];
  const work = (site: string, milliseconds = 0) =>
    queue.run(site, async () => {
      done.push(site);
      pace.charge(site, milliseconds);
    });
  await work('b');
  await work('a', 600);
  const paused = work('a');
  expect(queue.waitingCount).toBe(1);
  await work('b');
  expect(done).toEqual(['b', 'a', 'b']);
  pass(1000);
  await paused;
  expect(done).toEqual(['b', 'a', 'b', 'a']);
});
