import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { RenewedTokens } from '#test/support/sign-in.ts';
import { type ApiAnswer, testSecrets } from '#test/support/start-app.ts';
import { type Fleet, openFleet, type ServerProcess } from '#test/torture/fleet/server-fleet.ts';
import { type ActKind, openPausedWorld, type PausedAct } from './paused-acts.ts';
import { countSecondEffects, type DoneAct } from './paused-evidence.ts';
import { type Lease, type StopPlan, stopAtRandom } from './process-stops.ts';

export interface PausedPlan extends StopPlan {
  readonly clients: number;
}

export interface PausedResult {
  readonly done: Readonly<Record<ActKind, number>>;
  /** Requests whose process was stopped while they were in progress. */
  readonly caught: number;
  /** Requests that their process answered after another one had answered the same request. */
  readonly late: number;
  /** Answers to one request that differ from its first one. */
  readonly changed: number;
  readonly second: Awaited<ReturnType<typeof countSecondEffects>>;
  readonly ledger: Awaited<ReturnType<typeof readLedgerFaults>>;
  readonly totals: Awaited<ReturnType<typeof readTotalFaults>>;
}

/** Shorter than a stop, so that the retry arrives while the first try is stopped. */
const patience = 250;

/** The clients. A client that gets no answer in time sends the request to another process under the same key. */
class Clients {
  readonly #servers: readonly ServerProcess[];
  readonly #stops = new Map<ServerProcess, number>();
  readonly done: DoneAct[] = [];
  readonly #late: Promise<unknown>[] = [];
  readonly #tokens = new RenewedTokens(testSecrets.jwt);
  caught = 0;
  late = 0;
  changed = 0;

  constructor(servers: readonly ServerProcess[]) {
    this.#servers = servers;
  }

  stopped(server: ServerProcess): void {
    this.#stops.set(server, (this.#stops.get(server) ?? 0) + 1);
  }

  async #try({ call, body, token, key }: Omit<PausedAct, 'kind'>, answers: ApiAnswer[]): Promise<ApiAnswer | null> {
    const server = this.#servers[randomInt(this.#servers.length)];
    if (server === undefined) throw new Error('the fleet has no servers');
    const stops = this.#stops.get(server);
    const asked = this.#tokens
      .ask(token, (settings) => server.api(call, { body }, { ...settings, idempotencyKey: key }))
      .catch(() => null);
    const answer = await Promise.race([asked, pause(patience, 'late' as const)]);
    if (this.#stops.get(server) !== stops) this.caught += 1;
    if (answer !== 'late') return answer;
    this.#late.push(
      asked.then((one) => {
        if (one?.status !== 200) return;
        this.late += 1;
        answers.push(one);
      }),
    );
    return null;
  }

  /** Returns the first successful answer. */
  async ask(act: Omit<PausedAct, 'kind'>, answers: ApiAnswer[] = []): Promise<unknown> {
    for (const giveUpAt = Date.now() + 240_000; Date.now() < giveUpAt; await pause(randomInt(5, 60))) {
      const answer = await this.#try(act, answers);
      if (answer?.status === 200) {
        answers.push(answer);
        return answer.body;
      }
      // 408: the process was stopped for so long while it read the request that it dropped it.
      const isFinal = answer !== null && answer.status < 500 && answer.status !== 409 && answer.status !== 408;
      if (isFinal) throw new Error(`${act.call} was refused: ${JSON.stringify(answer.body)}`);
    }
    throw new Error(`${act.call} was not done in 4 minutes`);
  }

  async work(act: PausedAct): Promise<void> {
    const answers: ApiAnswer[] = [];
    const body = await this.ask(act, answers);
    this.done.push({ act, body, answers });
  }

  /** Sends every request once more, and compares all answers that it ever got. */
  async compare(): Promise<void> {
    await Promise.all(this.#late);
    for (const { act, answers } of this.done) await this.ask(act, answers);
    for (const { answers, body } of this.done) {
      this.changed += answers.filter((one) => JSON.stringify(one.body) !== JSON.stringify(body)).length;
    }
  }
}

const leases: readonly Lease[] = [
  ['idempotency_key', 'key', 'locked_until', 'answer is null'],
  ['payment', 'id', 'next_check_at', 'next_check_at is not null'],
  ['payment_refund', 'id', 'next_try_at', 'next_try_at is not null'],
];

/** Makes claims slow, so that many stops fall between a claim and its effect. */
async function slowClaims({ db }: Fleet): Promise<void> {
  await db.pool.query(`
    create function slow_claim() returns trigger language plpgsql as $$ begin
      perform pg_sleep(random() * 0.1);
      return new;
    end $$;
    create trigger slow_claim after insert on idempotency_key for each row execute function slow_claim()`);
}

/** Invariant 26: processes are stopped (SIGSTOP) at random moments and continue, while others process the retries of their clients. */
export async function runPausedProcesses(plan: PausedPlan): Promise<PausedResult> {
  const fleet = await openFleet({ servers: 3 });
  try {
    await slowClaims(fleet);
    const clients = new Clients(fleet.servers);
    const world = await openPausedWorld(fleet, (act) => clients.ask(act));
    let isOver = false;
    let next = 0;
    const client = async () => {
      while (!isOver) {
        const index = next;
        next += 1;
        await clients.work(await world.next(index));
      }
    };
    const working = Promise.all(Array.from({ length: plan.clients }, client));
    const stopping = stopAtRandom(fleet, plan, { leases, onStop: (server) => clients.stopped(server) });
    // A client that fails ends the run at once.
    await Promise.race([stopping, working]);
    isOver = true;
    await working;
    await clients.compare();
    const done = { payout: 0, basket: 0, order: 0, refund: 0, donation: 0 };
    for (const { act } of clients.done) done[act.kind] += 1;
    return {
      done,
      caught: clients.caught,
      late: clients.late,
      changed: clients.changed,
      second: await countSecondEffects(fleet, clients.done),
      ledger: await readLedgerFaults(fleet.db),
      totals: await readTotalFaults(fleet.db),
    };
  } finally {
    for (const server of fleet.servers) server.resume();
    await fleet.close();
  }
}
