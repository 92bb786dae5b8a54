import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { quantile } from '#test/torture/figures.ts';
import { type Fleet, openFleet } from '#test/torture/fleet/server-fleet.ts';
import { inParallel } from '#test/torture/money/donors.ts';

const program = new URL('page-flooder.ts', import.meta.url).pathname;
const counted = z.record(z.string(), z.number());

interface Flooder {
  switch(isOn: boolean): void;
  /** Ends the program. Returns the counts of requests by kind and by status. */
  end(): Promise<Record<string, number>>;
}

async function startFlooder(port: number, connections: number, projectId: string): Promise<Flooder> {
  const env = {
    PATH: process.env.PATH ?? '',
    FLOOD_PORT: String(port),
    FLOOD_CONNECTIONS: String(connections),
    FLOOD_PROJECT: projectId,
  };
  const child = fork(program, { env });
  await once(child, 'message');
  return {
    switch: (isOn) => void child.send(isOn ? 'on' : 'off'),
    async end() {
      const answered = once(child, 'message');
      child.send('end');
      const [counts] = await answered;
      return counted.parse(counts);
    },
  };
}

/** How long honest people wait for answers, in milliseconds. */
class Waits {
  readonly calls: number[] = [];
  readonly pages: number[] = [];
  readonly refused: string[] = [];

  async note(kind: 'calls' | 'pages', ask: () => Promise<{ status: number }>): Promise<void> {
    const begun = performance.now();
    const { status } = await ask().catch(() => ({ status: 0 }));
    this[kind].push(performance.now() - begun);
    if (status !== 200) this.refused.push(`${kind}: ${status}`);
  }
}

/** Honest people, each from their own network: a donation, a list and a page that is not cached. */
async function browse({ server }: Fleet, creator: SignedIn, waits: Waits, people: readonly number[]): Promise<void> {
  const { projectId } = creator;
  await inParallel(people.length, 3, async (at) => {
    const person = people[at] ?? 0;
    const address = `2001:db8:${(0x1000 + person).toString(16)}:1::1`;
    const body = { projectId, amount: 10_000 };
    const page = `${server.url}/authors?search=honest-${person}`;
    await waits.note('calls', () => server.api('POST ProjectPay/Create', { body }, { address }));
    await waits.note('calls', () => server.api('GET Donate/My', {}, { address, token: creator.token }));
    await waits.note('pages', async () => {
      const response = await fetch(page, { headers: { 'x-forwarded-for': address } });
      await response.arrayBuffer();
      return response;
    });
  });
}

export interface NetworkFlood {
  readonly flooded: Readonly<Record<string, number>>;
  readonly refused: readonly string[];
  /** p99 of honest people with and without the flood, in milliseconds, and the number of their requests under it. */
  readonly calls: { readonly busy: number; readonly quiet: number; readonly count: number };
  readonly pages: { readonly busy: number; readonly quiet: number; readonly count: number };
}

/**
 * Invariant 29: a flood of one /64 beside honest people. Rounds with and without the flood alternate, so that other load on the machine affects
 * both equally.
 */
export async function floodOfOneNetwork(plan: {
  rounds: number;
  people: number;
  connections: number;
}): Promise<NetworkFlood> {
  const fleet = await openFleet({ env: { PAGES: 'built', LIMITS: 'on', LOG_LEVEL: 'error' } });
  try {
    const creator = await signIn(fleet.db, testSecrets.jwt);
    const flooder = await startFlooder(fleet.server.port, plan.connections, creator.projectId);
    const quiet = new Waits();
    const busy = new Waits();
    const warm = new Waits();
    let next = 0;
    const some = () => Array.from({ length: plan.people }, () => (next += 1));
    await browse(fleet, creator, warm, some());
    for (let round = 0; round < plan.rounds; round += 1) {
      await browse(fleet, creator, quiet, some());
      flooder.switch(true);
      await pause(300);
      await browse(fleet, creator, busy, some());
      flooder.switch(false);
      await pause(700);
    }
    const flooded = await flooder.end();
    const figures = (kind: 'calls' | 'pages') => ({
      busy: quantile(busy[kind], 0.99),
      quiet: quantile(quiet[kind], 0.99),
      count: busy[kind].length,
    });
    return { flooded, refused: [...quiet.refused, ...busy.refused], calls: figures('calls'), pages: figures('pages') };
  } finally {
    await fleet.close();
  }
}
