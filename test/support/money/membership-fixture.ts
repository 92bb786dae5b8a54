import sql from 'sql-template-tag';
import { z } from 'zod';
import { findProject } from '#app/creators/creators.server.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { apiOf, dataOf, startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { askAgain } from './ask-again.ts';

/** Test cards of the gateway by what happens to charges without the payer. */
export const monthlyCards = {
  good: '8600000000000205',
  code: '8600000000000106',
  refused: '8600000000001104',
  refusedTwice: '8600000000001203',
  expired: '8600000000001302',
  lost: '8600000000001401',
  declined: '8600000000001500',
} as const;

const opened = z.object({ payId: z.uuid(), paymentUrl: z.string() });

/** A membership as its donor sees it. */
const own = z.looseObject({
  id: z.string(),
  state: z.string(),
  amount: z.number(),
  newAmount: z.number().nullable(),
  months: z.number(),
  tries: z.number(),
  refusal: z.string().nullable(),
  since: z.string(),
  paidUntil: z.string().nullable(),
  nextChargeAt: z.string().nullable(),
  notice: z.string().nullable(),
  card: z.object({ mask: z.string(), expiry: z.string() }).nullable(),
});

const books = z.object({
  payments: z.array(z.looseObject({ reference: z.string(), status: z.string(), amount: z.number() })),
});

/** Gives a card, and its code, to a payment at the gateway. */
export async function giveCard(paymentUrl: string, pan: string, expiry = '1290'): Promise<void> {
  const send = (body: unknown) =>
    fetch(paymentUrl, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await send({ card: { pan, expiry }, payment_system: 'uzcard' });
  await send({ otp: '123456' });
}

/** The jobs whose steps tests take themselves: taken by the server as well, at moments of its own, they would be races. */
const stepsOfTests = [
  'charges of memberships',
  'cards of memberships',
  'removed cards of memberships',
  'ended memberships',
  'gifted months',
  'paid gifted months',
  'pieces of gifts',
  'notices to donors',
];

/**
 * The real app with a clock of memberships that the test moves, and the real payment sandbox. `env`: other settings. `jobPace`: of the jobs
 * that go on by themselves.
 */
export async function openMembershipFixture(env: Readonly<Record<string, string>> = {}, jobPace = 1) {
  const clock = { now: new Date('2027-01-31T10:00:00.000Z') };
  const provider = { aheadMs: 0 };
  const app = await startApp({
    env: { LIMITS: 'off', LOG_LEVEL: 'info', ...env },
    jobPace,
    clock: async () => clock.now,
    sandbox: { now: () => Date.now() + provider.aheadMs },
    async prepare({ areas: { memberships, gifts } }) {
      for (const step of stepsOfTests) {
        const { jobs } = gifts.jobs.some(({ name }) => name === step) ? gifts : memberships;
        const at = jobs.findIndex(({ name }) => name === step);
        if (at < 0) throw new Error(`the server has no job «${step}»`);
        jobs.splice(at, 1);
      }
    },
  });
  return new MembershipFixture(app, { clock, provider });
}

interface FixtureClocks {
  readonly clock: { now: Date };
  /** How far the provider's clock is ahead. */
  readonly provider?: { aheadMs: number };
}

/** The calls of donors and creators, and the time. */
export class MembershipFixture {
  readonly app: TestApp;
  readonly clock: { now: Date };
  readonly #provider: { aheadMs: number };
  readonly api: ReturnType<typeof apiOf>;

  constructor(app: TestApp, { clock, provider = { aheadMs: 0 } }: FixtureClocks) {
    this.app = app;
    this.clock = clock;
    this.#provider = provider;
    this.api = apiOf(app.url);
  }

  person(role: 'user' | 'moderator' | 'admin' = 'user'): Promise<SignedIn> {
    return signIn(this.app.db, testSecrets.jwt, { role });
  }

  async begin(donor: SignedIn, projectId: string, more: Readonly<Record<string, unknown>> = {}) {
    const body = { userName: await this.userNameOf(projectId), amount: 10_000, name: 'Азиз', ...more };
    return opened.parse(dataOf(await this.as(donor, 'POST Membership/Create', { body })));
  }

  /** Begins monthly support whose first month is paid with a card, and waits until the card is saved. */
  async join(donor: SignedIn, projectId: string, pan: string = monthlyCards.good, more: Record<string, unknown> = {}) {
    const { payId, paymentUrl } = await this.begin(donor, projectId, more);
    await giveCard(paymentUrl, pan);
    await this.api('GET ProjectPay/Status', { query: { payId } });
    await this.app.opora.areas.memberships.cards.sweep();
    return this.mine(donor);
  }

  /** A new donor, who joins a new creator on 31 January 2027. */
  async joined(pan: string = monthlyCards.good, more: Record<string, unknown> = {}) {
    this.clock.now = new Date('2027-01-31T10:00:00Z');
    const creator = await this.person();
    const donor = await this.person();
    const membership = await this.join(donor, creator.projectId, pan, more);
    return { creator, donor, membership, id: membership.id };
  }

  async userNameOf(projectId: string): Promise<string> {
    const found = await findProject(this.app.db, projectId);
    if (found === null) throw new Error(`there is no project ${projectId}`);
    return found.userName;
  }

  async mine(donor: SignedIn) {
    const answer = await this.api('GET Membership/My', {}, { token: donor.token });
    const [newest] = z.object({ items: z.array(own) }).parse(dataOf(answer)).items;
    if (newest === undefined) throw new Error('the donor has no membership');
    return newest;
  }

  as(person: SignedIn, name: string, input: Parameters<TestApp['request']>[1] = {}) {
    return this.api(name, input, { token: person.token });
  }

  /** What goes wrong at the provider from now on. */
  async setFaults(faults: unknown): Promise<void> {
    await fetch(`${this.app.sandbox.url}/control/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
  }

  /** Moves the clock and lets all that is due happen. Answers that were lost are asked for. */
  async moveTo(moment: string): Promise<void> {
    this.clock.now = new Date(moment);
    await this.work();
  }

  async work(): Promise<void> {
    const { charging } = this.app.opora.areas.memberships;
    await charging.run();
    await this.freeLeases();
    await charging.run();
    await charging.settleEnded();
  }

  /** Lets pauses after unknown outcomes be over. */
  async freeLeases(): Promise<void> {
    await this.app.db.pool.query('update membership set leased_until = null');
  }

  /** Charges what is due, once: a charge whose answer is lost is not asked for. */
  async chargeOnce(moment: string): Promise<void> {
    this.clock.now = new Date(moment);
    await this.app.opora.areas.memberships.charging.run();
  }

  /** Asks the provider about all payments whose outcome is not known. */
  async askProvider(): Promise<void> {
    await askAgain(this.app, sql`status in ('Created', 'Expired')`);
  }

  /** Lets the time of all open payments run out at the provider. */
  async expirePayments(): Promise<void> {
    this.#provider.aheadMs += 3_600_000;
    await this.askProvider();
  }

  /** Begins to change the card of a membership and gives it to the provider. Returns the saving's id. */
  async giveOtherCard(donor: SignedIn, membershipId: string, pan: string): Promise<string> {
    const answer = await this.as(donor, 'POST Membership/ChangeCard', { body: { membershipId } });
    const { cardId, paymentUrl } = z.object({ cardId: z.uuid(), paymentUrl: z.string() }).parse(dataOf(answer));
    await giveCard(paymentUrl, pan);
    return cardId;
  }

  async paidThere(membershipId: string): Promise<string[]> {
    const { rows } = await this.app.db.pool.query<{ id: string }>(
      'select donation_id as id from membership_charge where membership_id = $1',
      [membershipId],
    );
    const response = await fetch(`${this.app.sandbox.url}/control/books`, {
      headers: { authorization: `Bearer ${testSecrets.payment}` },
    });
    const own = new Set(rows.map(({ id }) => id));
    const { payments } = books.parse(await response.json());
    return payments
      .filter(({ reference, status }) => own.has(reference) && status === 'paid')
      .map((one) => one.reference);
  }

  async balanceOf({ accountId }: SignedIn): Promise<number> {
    const { rows } = await this.app.db.pool.query<{ balance: string }>('select balance from account where id = $1', [
      accountId,
    ]);
    return Number(rows[0]?.balance);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
