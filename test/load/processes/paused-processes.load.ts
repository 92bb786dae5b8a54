import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { z } from 'zod';
import { prove, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet, type ServerProcess } from '#test/load/server-fleet.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { RenewedTokens } from '#test/support/sign-in.ts';
import { type ApiAnswer, testSecrets } from '#test/support/start-app.ts';
import { type ActKind, openPausedWorld, type PausedAct } from './paused-acts.ts';
import { type Lease, stopAtRandom } from './process-stops.ts';

/** A request that succeeded, with every answer that it ever got. */
interface DoneAct {
  readonly act: PausedAct;
  readonly body: unknown;
  readonly answers: ApiAnswer[];
}

const basketAnswer = z.object({ data: z.object({ orderId: z.string() }) });
const order = z.object({ orderId: z.string() });
const refund = z.object({ data: z.object({ refundId: z.string() }) });
const donation = z.object({ data: z.object({ payId: z.string() }) });
const payout = z.object({ data: z.object({ id: z.string() }) });

/** Counts the effects beyond one for each act; a negative number says that effects are missing. */
async function countSecondEffects(fleet: Fleet, done: readonly DoneAct[]): Promise<Record<string, number>> {
  const of = (kind: ActKind) => done.filter(({ act }) => act.kind === kind);
  const ask = async (query: string, values: readonly unknown[]) => {
    const { rows } = await fleet.db.pool.query<{ count: number }>(`select (${query})::float8 as count`, [...values]);
    return rows[0]?.count ?? Number.NaN;
  };
  const payouts = new Set(of('payout').map(({ body }) => payout.parse(body).data.id));
  const baskets = new Set(of('basket').map(({ body }) => basketAnswer.parse(body).data.orderId));
  const orders = new Set(of('order').map(({ act }) => order.parse(act.body).orderId));
  const refunds = new Set(of('refund').map(({ body }) => refund.parse(body).data.refundId));
  const donations = new Set(of('donation').map(({ body }) => donation.parse(body).data.payId));
  const pieces = await ask('select coalesce(sum(quantity), 0) from order_line where order_id = any ($1)', [
    [...baskets],
  ]);
  const steps = await ask('select count(*) from order_step where status = 1 and order_id = any ($1)', [[...orders]]);
  const payments = await ask('select count(*) from payment where reference = any ($1)', [[...orders, ...donations]]);
  const books = (await fleet.books()).filter(({ reference }) => orders.has(reference) || donations.has(reference));
  return {
    payouts: (await ask('select count(*) from payout', [])) - of('payout').length,
    equalPayouts: of('payout').length - payouts.size,
    pieces: pieces - of('basket').length,
    orders: steps - of('order').length,
    refunds: (await ask('select count(*) from order_refund', [])) - of('refund').length,
    equalRefunds: of('refund').length - refunds.size,
    auditLines:
      (await ask(`select count(*) from audit where call = 'POST Order/RefundLines'`, [])) - of('refund').length,
    donations: (await ask('select count(*) from donation', [])) - of('donation').length,
    payments: payments - orders.size - donations.size,
    gateway: books.length - orders.size - donations.size,
  };
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

test('26: a process that is stopped and continues causes no second effect', async () => {
  const plan = { pauses: scaled(980, 15), longPauses: scaled(20, 0) };
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
    const working = Promise.all(Array.from({ length: 12 }, client));
    const stopping = stopAtRandom(fleet, plan, { leases, onStop: (server) => clients.stopped(server) });
    // A client that fails ends the run at once.
    await Promise.race([stopping, working]);
    isOver = true;
    await working;
    await clients.compare();
    const done = { payout: 0, basket: 0, order: 0, refund: 0, donation: 0 };
    for (const { act } of clients.done) done[act.kind] += 1;
    const least = Object.entries(done).map(([kind, count]) => [kind, [count, 3] as const] as const);
    prove(26, {
      promise: `${plan.pauses} stops at random moments, each longer than claims last, and ${plan.longPauses} of 31 to 45 s, on three processes: one effect per key, stored answers never change`,
      none: {
        ...(await countSecondEffects(fleet, clients.done)),
        ...(await readLedgerFaults(fleet.db)),
        ...(await readTotalFaults(fleet.db)),
        'answers that changed': clients.changed,
      },
      met: { 'requests in a stopped process': [clients.caught, plan.pauses], ...Object.fromEntries(least) },
      shown: { 'late answers': clients.late },
    });
  } finally {
    for (const server of fleet.servers) server.resume();
    await fleet.close();
  }
});
