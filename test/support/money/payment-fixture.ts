import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { donationLine, type TaxItem } from '#app/payments/payment-lines.ts';
import {
  type PaymentSystem,
  PaymentSystems,
  type ProviderPayment,
  ProviderUnavailable,
  type RefusedCard,
} from '#app/payments/payment-system.server.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { type PaymentOwner, Payments } from '#app/payments/payments.server.ts';
import { minor } from '#base/money/money.ts';
import { createLog } from '#base/process/log.server.ts';
import { type ProcessClock, processClock } from '#base/process/process-clock.server.ts';
import { openTestDatabase, type TestDatabase } from '#test/support/database/database.ts';

type News = Parameters<PaymentOwner['whenPaid']>[1];

export const silence = () => Promise.reject(new ProviderUnavailable('silence'));

/** A provider that must not be called: the call fails the test, or shows as a warning in the log. */
export const unexpected = () => Promise.reject(new Error('the provider must not be called here'));

/** A thing has no row. */
const ownerInsert = 'select $1::jsonb';

export const fixtureAmount = minor(500_000);

export const inAnHour = () => new Date(Date.now() + 3_600_000);

/** Payments of things on a real database, with a provider whose answers the test writes. */
export class PaymentFixture {
  readonly database: TestDatabase;
  /** The notices that the owner has received, in order. */
  readonly notices: [string, News][] = [];
  readonly #lines: string[] = [];
  readonly provider: { -readonly [Name in keyof PaymentSystem]: PaymentSystem[Name] } = {
    name: 'gateway',
    way: 'card',
    browserOrigins: [],
    asksFirst: false,
    refundsParts: true,
    paidUrl: (id) => `https://pay.example/${id}`,
    open: unexpected,
    ask: unexpected,
    refund: unexpected,
  };
  readonly payments: Payments;
  /** The time and the waits of the process. */
  clock: ProcessClock = processClock;
  /** Whether things take money now. */
  takesMoney = true;

  /** `others`: systems on offer beside the gateway. */
  constructor(database: TestDatabase, others: readonly PaymentSystem[] = [], taxItem: TaxItem | null = null) {
    this.database = database;
    const note = (what: string) => async (_: unknown, news: News) => void this.notices.push([what, news]);
    const owner = {
      kind: 'thing',
      accepts: async () => this.takesMoney,
      whenPaid: note('paid'),
      whenFailed: note('failed'),
      whenExpired: note('expired'),
      whenRefunded: note('refunded'),
      whenProviderRefunded: note('reduced'),
      whenRefused: async (_: unknown, news: News, cards: readonly RefusedCard[]) =>
        void this.notices.push([`refused ${cards.map(({ prefix }) => prefix).join(' ')}`, news]),
    };
    this.payments = new Payments({
      db: database.db,
      systems: new PaymentSystems([this.provider, ...others], ['gateway', ...others.map(({ name }) => name)]),
      currency: 'UZS',
      timeZone: 'Asia/Tashkent',
      secret: 'a secret',
      publicUrl: 'https://opora.example',
      taxItem,
      receiptHours: 24,
      processClock: { now: () => this.clock.now(), pause: (milliseconds) => this.clock.pause(milliseconds) },
      log: createLog({ level: 'info', pretty: false }, { write: (line) => void this.#lines.push(line) }),
    });
    this.payments.addOwner(owner);
  }

  /** The log lines: level (40: warning, 50: error), message and details. */
  get logged(): Record<string, unknown>[] {
    return this.#lines.map((line) => Object.assign({}, JSON.parse(line)));
  }

  async ask(reference: string, kind = 'thing', system?: PaymentSystemName) {
    const asked = {
      kind,
      reference,
      amount: fixtureAmount,
      lines: [donationLine({ taxNumber: null }, fixtureAmount)],
      description: 'Вещь',
      returnPath: `/things/${reference}`,
      system,
    };
    const write = await this.payments.openPayment(asked, { insert: ownerInsert, row: {} });
    return write(this.database.db);
  }

  async open({ kind = 'thing', expiresAt = inAnHour() } = {}) {
    const reference = randomUUID();
    const id = randomUUID();
    this.provider.open = async () => ({ id, expiresAt, payerUrl: `https://pay.example/${id}` });
    return { ...(await this.ask(reference, kind)), reference, id };
  }

  async rowOf(paymentId: string) {
    const { rows } = await this.database.db.pool.query<{ status: string; problem: string | null; isAsked: boolean }>(
      'select status, problem, next_check_at is not null as "isAsked" from payment where id = $1',
      [paymentId],
    );
    return rows[0];
  }

  /** Makes exactly these payments due for the sweeper, and expired by our clock if `isTimeOver`. */
  async makeDue(ids: readonly string[], isTimeOver = false): Promise<void> {
    await this.database.db.pool.query(
      `update payment set next_check_at = now() + case when id = any ($1) then interval '-1 second' else interval '1 hour' end,
         expires_at = case when id = any ($1) and $2 then now() - interval '2 minutes' else expires_at end
       where next_check_at is not null`,
      [ids, isTimeOver],
    );
  }
}

export const said = (
  { id, reference }: { readonly id: string; readonly reference: string },
  status: ProviderPayment['status'],
  more: Partial<ProviderPayment> = {},
): ProviderPayment => ({
  system: 'gateway',
  id,
  reference,
  status,
  amount: fixtureAmount,
  currency: 'UZS',
  cardPrefix: '8600',
  refusals: [],
  refundedAmount: null,
  ...more,
});

/**
 * The fixture of the running test, on a database that the tests of a file share.
 *
 * @param others systems on offer beside the gateway
 * @param taxItem what tax receipts call all that is sold
 */
export function paymentFixture(
  others: (database: TestDatabase) => readonly PaymentSystem[] = () => [],
  taxItem: TaxItem | null = null,
) {
  let database: TestDatabase;
  let fixture: PaymentFixture;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => {
    fixture = new PaymentFixture(database, others(database), taxItem);
  });
  return () => fixture;
}
