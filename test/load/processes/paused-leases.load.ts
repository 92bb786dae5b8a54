import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { giveUntilAcknowledged, payByCard, testCards } from '#test/load/money/donors.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { shortenAlerts } from '#test/load/widgets/widget-key.ts';
import { RenewedTokens, signIn } from '#test/support/sign-in.ts';
import { type TestApp, testSecrets } from '#test/support/start-app.ts';
import { findAlertLeaseFaults, readMessageFaults, readSteps, recordLeases } from './lease-evidence.ts';
import { LeasePage, PageLog } from './lease-pages.ts';
import { type Lease, stopAtRandom } from './process-stops.ts';

const leases: readonly Lease[] = [
  ['alert', 'id', 'due_at', `state in ('leased', 'playing')`],
  ['webhook_delivery', 'id', 'next_at', 'lease is not null'],
  ['idempotency_key', 'key', 'locked_until', 'answer is null'],
  ['payment', 'id', 'next_check_at', 'next_check_at is not null'],
];

/** A creator's program that is slow, so that processes are stopped while they wait for it, and fails now and then. */
interface SlowReceiver {
  readonly url: string;
  /** How often each message came. */
  readonly attempts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

async function openSlowReceiver(): Promise<SlowReceiver> {
  const attempts = new Map<string, number>();
  const server = createServer((request, response) => {
    const message = String(request.headers['x-opora-delivery'] ?? '');
    const attempt = (attempts.get(message) ?? 0) + 1;
    attempts.set(message, attempt);
    const status = attempt === 1 && randomInt(10) === 0 ? 500 : 200;
    request.resume();
    setTimeout(() => response.writeHead(status).end(), randomInt(20, 700));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    attempts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Donors wait while a stream has so many alerts to show: processes that are stopped all the time show fewer than are given. */
const mostOpen = 20;

/** Creators, their donors and the pages of their streams. */
class LeaseWorld {
  readonly #fleet: Fleet;
  readonly log = new PageLog();
  readonly payIds: string[] = [];
  readonly #pages: LeasePage[] = [];
  readonly #work: Promise<void>[] = [];
  readonly #tokens = new RenewedTokens(testSecrets.jwt);
  #isOn = true;
  replays = 0;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  /** Any process; one that is stopped is given up after a while. */
  readonly #api: TestApp['request'] = async (name, input, settings) => {
    const { servers } = this.#fleet;
    const server = servers[randomInt(servers.length)];
    if (server === undefined) throw new Error('the fleet has no servers');
    const asked = server.api(name, input, settings).catch(() => null);
    const answer = await Promise.race([asked, pause(1_500, null)]);
    if (answer === null) throw new Error('no answer in time');
    return answer;
  };

  async addCreator(receiver: SlowReceiver, number: number): Promise<void> {
    const { servers, server, db } = this.#fleet;
    const { projectId, token } = await signIn(db, testSecrets.jwt);
    const key = await shortenAlerts(server.api, { token });
    const webhook = { url: receiver.url, events: ['donation.paid', 'donation.shown'] };
    await server.api('POST Integration/CreateWebhook', { body: webhook }, { token });
    for (const source of ['a', 'b']) this.#pages.push(new LeasePage(servers, { key, source }, this.log));
    this.#work.push(this.#give(projectId, number), this.#replay(projectId, token));
  }

  async #give(projectId: string, number: number): Promise<void> {
    for (let index = 0; this.#isOn; index += 1) {
      const body = { projectId, amount: 5_000 + index, name: `Донор ${index}`, message: `Слова ${index}` };
      const { payId, paymentUrl } = await giveUntilAcknowledged(this.#api, body, `leases-${number}-${index}`);
      await payByCard(paymentUrl, testCards.noCode);
      this.payIds.push(payId);
      do await pause(randomInt(300, 1_200));
      while (this.#isOn && (await this.#openAlerts(projectId)) > mostOpen);
    }
  }

  async #openAlerts(projectId: string): Promise<number> {
    const { rows } = await this.#fleet.db.pool.query<{ count: number }>(
      `select count(*)::integer as count from alert where project_id = $1 and state in ('queued', 'leased', 'playing')`,
      [projectId],
    );
    return rows[0]?.count ?? 0;
  }

  /** The creator plays again what broke off, and now and then what was shown. */
  async #replay(projectId: string, token: string): Promise<void> {
    while (this.#isOn) {
      await pause(randomInt(50, 250));
      const { rows } = await this.#fleet.db.pool.query<{ id: string }>(
        `select id from alert where project_id = $1 and (state = 'uncertain' or (state = 'shown' and random() < 0.02))
         order by random() limit 1`,
        [projectId],
      );
      if (rows[0] === undefined) continue;
      const body = { action: 'replay', alertId: rows[0].id };
      const replay = (settings: { token: string }) => this.#api('POST Widget/Control', { body }, settings);
      const answer = await this.#tokens.ask(token, replay).catch(() => null);
      if (answer?.status === 200) this.replays += 1;
    }
  }

  /** A donor or creator that fails ends the run. */
  get working(): Promise<unknown> {
    return Promise.all(this.#work);
  }

  async endGiving(): Promise<void> {
    this.#isOn = false;
    await this.working;
  }

  async closePages(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#pages.map((page) => page.close()));
  }
}

const openWork = `
  select (select count(*) from donation where paid_at is null)::integer as unpaid,
    (select count(*) from alert where state in ('queued', 'leased', 'playing'))::integer as "openAlerts",
    (select count(*) from webhook_delivery where state = 'waiting')::integer as "openMessages",
    ((select count(*) from donation where paid_at is not null) - (select count(*) from alert))::integer as alerts,
    ((select count(*) from donation where paid_at is not null)
      - (select count(*) from webhook_delivery where event = 'donation.paid'))::integer as "paidMessages",
    ((select count(distinct alert) from alert_step where state = 'shown')
      - (select count(*) from webhook_delivery where event = 'donation.shown'))::integer as "shownMessages"`;

/** Waits until everything has come to its end, at most 90 s; returns what is missing then. */
async function settle({ db }: Fleet): Promise<Record<string, number>> {
  for (const giveUpAt = Date.now() + 90_000; ; await pause(500)) {
    // The next attempt need not wait for its pause.
    await db.pool.query(
      `update webhook_delivery set next_at = now() where state = 'waiting' and lease is null and next_at > now()`,
    );
    const { rows } = await db.pool.query<Record<string, number>>(openWork);
    const missing = rows[0] ?? {};
    if (Object.values(missing).every((count) => count === 0) || Date.now() > giveUpAt) return missing;
  }
}

test('26: a lease of an alert or webhook message that a stopped process has lost writes nothing', async () => {
  const plan = { pauses: scaled(990, 20), longPauses: scaled(10, 0) };
  const fleet = await openFleet({ servers: 3, env: { LOG_LEVEL: 'warn' } });
  const receiver = await openSlowReceiver();
  const world = new LeaseWorld(fleet);
  try {
    await recordLeases(fleet.db);
    for (let number = 0; number < 6; number += 1) await world.addCreator(receiver, number);
    await Promise.race([stopAtRandom(fleet, plan, { leases, onStop: () => undefined }), world.working]);
    await world.endGiving();
    const missing = await settle(fleet);
    await world.closePages();
    const { takenOver, ...messages } = await readMessageFaults(fleet.db);
    const { sent, played, late, lateRefused } = world.log;
    const again = [...receiver.attempts.values()].reduce((sum, attempts) => sum + attempts - 1, 0);
    prove(26, {
      promise: `${plan.pauses} stops at random moments, each longer than leases last, and ${plan.longPauses} of 31 to 45 s, over alerts and webhooks of three processes: each step by the holder of its lease, each effect once`,
      none: {
        ...findAlertLeaseFaults(await readSteps(fleet.db), sent),
        ...messages,
        ...missing,
        'played twice': played.length - new Set(played).size,
      },
      met: {
        'reports of a lost lease refused': [lateRefused, plan.pauses / 20],
        'messages taken over from a process at work': [takenOver, plan.pauses / 10],
        replays: world.replays,
      },
      shown: { donations: world.payIds.length, 'late answers': late, 'messages sent again': again },
    });
  } finally {
    for (const server of fleet.servers) server.resume();
    await world.closePages();
    await fleet.close();
    await receiver.close();
  }
});
