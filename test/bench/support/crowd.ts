import { readFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, median, quantile } from '#test/bench/table.ts';
import { type World, widgetKeyOf } from '#test/bench/world.ts';
import { openDonation } from './donation-maker.ts';
import { openPageStream } from './page-stream.ts';
import { startAppOn, startProvider } from './processes.ts';

const creator = 120;
const donations = 7;
/** Pages connect from so many addresses of this machine, which has 28,000 ports at each. */
const addresses = 8;
const openedAtOnce = 64;
const settleMilliseconds = 3_000;

/** Pages with a stream that record when each gets the event of a donation. */
class Crowd {
  readonly #requests: ClientRequest[] = [];
  #times: number[] = [];
  #wanted = 0;
  #began = 0;
  #done: (() => void) | null = null;

  /** Resolves when the stream has sent its first event. */
  async open(app: string, index: number): Promise<void> {
    const localAddress = `127.0.0.${2 + (index % addresses)}`;
    const url = `${app}/api/Widget/Events?key=${widgetKeyOf(creator)}&source=crowd-page-${index}`;
    this.#requests.push(await openPageStream(url, { agent: false, localAddress }, () => this.#receive()));
  }

  /** Milliseconds until each page has got an event that `cause` causes. */
  async listen(cause: () => Promise<void>): Promise<readonly number[]> {
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.#times, this.#wanted, this.#done] = [[], this.#requests.length, resolve];
    this.#began = performance.now();
    await Promise.all([cause(), promise]);
    this.#done = null;
    return this.#times;
  }

  #receive(): void {
    if (this.#done === null) return;
    this.#times.push(performance.now() - this.#began);
    if (this.#times.length === this.#wanted) this.#done();
  }

  close(): void {
    for (const request of this.#requests) request.destroy();
  }
}

/** Resident memory of a process, in kilobytes. */
function residentKilobytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);
}

/** How many files this process, and what it starts, may have open. */
function openFilesLimit(): number {
  const limits = process.platform === 'linux' ? readFileSync('/proc/self/limits', 'utf8') : '';
  return Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? 1_024);
}

/** Opens the pages after the first `from`, up to `count`. */
async function openAll(crowd: Crowd, app: string, from: number, count: number): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await crowd.open(app, next);
    }
  };
  await Promise.all(Array.from({ length: openedAtOnce }, worker));
}

/** 10,000 widget pages, all of one creator, on one process: what each costs, and how soon the last of them gets the event of a donation. */
export async function measureCrowd(world: World, wanted: number): Promise<Figure[]> {
  const count = Math.min(wanted, openFilesLimit() - 1_000);
  const provider = await startProvider();
  const dataDir = join(world.dataDir, 'crowd');
  const app = await startAppOn(world.databaseUrl, provider.url, dataDir);
  const crowd = new Crowd();
  try {
    await (await openDonation(app.url, creator)).pay();
    const began = performance.now();
    // What the start has left behind is used up by the first of them.
    const first = Math.round(count / 5);
    await openAll(crowd, app.url, 0, first);
    await pause(settleMilliseconds);
    const before = residentKilobytes(app.pid);
    await openAll(crowd, app.url, first, count);
    await pause(settleMilliseconds);
    const each = (residentKilobytes(app.pid) - before) / (count - first);
    const opening = (performance.now() - began - 2 * settleMilliseconds) / 1000;
    const last: number[] = [];
    const middle: number[] = [];
    for (let at = 0; at < donations; at += 1) {
      const donation = await openDonation(app.url, creator);
      const times = await crowd.listen(() => donation.pay());
      last.push(quantile(times, 1));
      middle.push(median(times));
    }
    const scale = count < wanted ? `; ${wanted} were wanted, the limit of open files allows ${count}` : '';
    const pages = `${count} pages of one creator on one process${scale}`;
    return [
      {
        what: `memory of the process for each of ${count} widgets`,
        value: each,
        unit: 'KB',
        goal: { is: 'at most', value: 64, margin: 0.2 },
        note: `${Math.round(before / 1024)} MB with a fifth of them; they connected in ${opening.toFixed(0)} s`,
      },
      {
        what: `paid → event at the last of ${count} widgets, median of ${donations} donations`,
        value: median(last),
        unit: 'ms',
        goal: { is: 'below', value: 1_000, margin: 0.5 },
        note: `half of them within ${median(middle).toFixed(0)} ms; ${pages}; the same machine listens`,
      },
    ];
  } finally {
    crowd.close();
    await app.stop();
    await provider.stop();
  }
}
