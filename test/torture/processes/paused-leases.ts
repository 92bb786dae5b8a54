import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { RenewedTokens, signIn } from '#test/support/sign-in.ts';
import { type TestApp, testSecrets } from '#test/support/start-app.ts';
import { type Fleet, openFleet } from '#test/torture/fleet/server-fleet.ts';
import { giveUntilAcknowledged, payByCard, testCards } from '#test/torture/money/donors.ts';
import { shortenAlerts } from '#test/torture/widgets/widget-key.ts';
import {
  type AlertLeaseFaults,
  findAlertLeaseFaults,
  findMessageLeaseFaults,
  type MessageLeaseFaults,
  readSteps,
  readWrites,
  recordLeases,
} from './lease-evidence.ts';
import { LeasePage, PageLog } from './lease-pages.ts';
import { openSlowReceiver, type SlowReceiver } from './lease-receiver.ts';
import { type Lease, type StopPlan, stopAtRandom } from './process-stops.ts';

const leases: readonly Lease[] = [
  ['alert', 'id', 'due_at', `state in ('leased', 'playing')`],
  ['webhook_delivery', 'id', 'next_at', 'lease is not null'],
  ['idempotency_key', 'key', 'locked_until', 'answer is null'],
  ['payment', 'id', 'next_check_at', 'next_check_at is not null'],
];

export interface PausedLeases {
  readonly donations: number;
  /** Alerts that were replayed by their creators. */
  readonly replays: number;
  readonly late: number;
  /** Reports of a lost lease that a stopped process refused when it continued. */
  readonly lateRefused: number;
  /** Messages that another process took over while the first one was still at work. */
  readonly takenOver: number;
  readonly sentAgain: number;
  readonly playedTwice: number;
  readonly alerts: AlertLeaseFaults;
  readonly messages: MessageLeaseFaults;
  /** Effects that are missing at the end: alerts, messages, ends of both. */
  readonly missing: Readonly<Record<string, number>>;
}

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
      await pause(randomInt(300, 1_200));
    }
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

/** Invariant 26: processes are stopped with reports of alerts and messages of webhooks in progress; others take these over meanwhile. */
export async function runPausedLeases(plan: StopPlan & { readonly creators: number }): Promise<PausedLeases> {
  const fleet = await openFleet({ servers: 3, env: { LOG_LEVEL: 'warn' } });
  const receiver = await openSlowReceiver();
  const world = new LeaseWorld(fleet);
  try {
    await recordLeases(fleet.db);
    for (let number = 0; number < plan.creators; number += 1) await world.addCreator(receiver, number);
    await Promise.race([stopAtRandom(fleet, plan, { leases, onStop: () => undefined }), world.working]);
    await world.endGiving();
    const missing = await settle(fleet);
    await world.closePages();
    const { takenOver, ...messages } = findMessageLeaseFaults(await readWrites(fleet.db));
    const { sent, played, late, lateRefused } = world.log;
    return {
      donations: world.payIds.length,
      replays: world.replays,
      late,
      lateRefused,
      takenOver,
      messages,
      missing,
      alerts: findAlertLeaseFaults(await readSteps(fleet.db), sent),
      playedTwice: played.length - new Set(played).size,
      sentAgain: [...receiver.attempts.values()].reduce((sum, attempts) => sum + attempts - 1, 0),
    };
  } finally {
    for (const server of fleet.servers) server.resume();
    await world.closePages();
    await fleet.close();
    await receiver.close();
  }
}
