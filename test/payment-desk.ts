import { randomUUID } from 'node:crypto';
import { type PaymentOwner, Payments } from '#app/payments/payments.server.ts';
import {
  type PaymentProvider,
  type ProviderPayment,
  ProviderUnavailable,
  type RefusedCard,
} from '#app/payments/provider-client.server.ts';
import { createLog } from '#base/log.server.ts';
import { minor } from '#base/money.ts';
import type { TestDatabase } from './database.ts';

type News = Parameters<PaymentOwner['whenPaid']>[1];

/** A provider who does not answer. */
export const silence = () => Promise.reject(new ProviderUnavailable('silence'));

/** A provider whom nobody should ask: our own mistake where the payments pass it on, a warning in the log where they do not. */
export const unexpected = () => Promise.reject(new Error('nobody should have asked the provider for this'));

/** A thing has no row of its own. */
const ownerInsert = 'select $1::jsonb';

/** What the payments of a desk are over. */
export const deskAmount = minor(500_000);

/** An hour from now. */
export const inAnHour = () => new Date(Date.now() + 3_600_000);

/** Payments of things on a real database, with a provider whose every answer a test writes itself. */
export class PaymentDesk {
  readonly database: TestDatabase;
  /** What the owner was told, in its order. */
  readonly told: [string, News][] = [];
  readonly #lines: string[] = [];
  readonly provider: { -readonly [Name in keyof PaymentProvider]: PaymentProvider[Name] } = {
    payerUrl: (id) => `https://pay.example/${id}`,
    ...{ create: unexpected, ask: unexpected, refund: unexpected },
  };
  readonly payments: Payments;

  constructor(database: TestDatabase) {
    this.database = database;
    const hear = (what: string) => async (_: unknown, news: News) => void this.told.push([what, news]);
    const owner = {
      ...{ kind: 'thing', whenPaid: hear('paid'), whenFailed: hear('failed') },
      ...{ whenExpired: hear('expired'), whenRefunded: hear('refunded') },
      whenRefused: async (_: unknown, news: News, cards: readonly RefusedCard[]) =>
        void this.told.push([`refused ${cards.map(({ prefix }) => prefix).join(' ')}`, news]),
    };
    this.payments = new Payments({
      ...{ db: database.db, provider: this.provider, currency: 'UZS', owners: [owner] },
      callbackUrl: 'https://opora.example/callback',
      log: createLog({ level: 'info', pretty: false }, { write: (line) => void this.#lines.push(line) }),
    });
  }

  /** What was logged: the level (40: warning, 50: error), the message, and what it is about. */
  get logged(): Record<string, unknown>[] {
    return this.#lines.map((line) => Object.assign({}, JSON.parse(line)));
  }

  /** Asks for a payment of a thing, as whoever sells it does. */
  ask(reference: string, kind = 'thing') {
    const asked = { kind, reference, amount: deskAmount, description: 'Вещь' };
    return this.payments.openPayment(this.database.db, asked, { insert: ownerInsert, row: {} });
  }

  /** A payment that the provider has just opened. */
  async open({ kind = 'thing', expiresAt = inAnHour() } = {}) {
    const [reference, id] = [randomUUID(), randomUUID()];
    this.provider.create = async () => ({ id, expiresAt });
    return { ...(await this.ask(reference, kind)), reference, id };
  }

  /** How a payment stands in the database. */
  async rowOf(paymentId: string) {
    const { rows } = await this.database.db.pool.query<{ status: string; problem: string | null; isAsked: boolean }>(
      'select status, problem, next_check_at is not null as "isAsked" from payment where id = $1',
      [paymentId],
    );
    return rows[0];
  }

  /** Lets these payments alone be due to be asked about, and their payers' time be over where it is said. */
  async makeDue(ids: readonly string[], isTimeOver = false): Promise<void> {
    await this.database.db.pool.query(
      `update payment set next_check_at = now() + case when id = any ($1) then interval '-1 second' else interval '1 hour' end,
         expires_at = case when id = any ($1) and $2 then now() - interval '2 minutes' else expires_at end
       where next_check_at is not null`,
      [ids, isTimeOver],
    );
  }
}

/** What the provider says of a payment. */
export const said = (
  { id, reference }: { readonly id: string; readonly reference: string },
  status: ProviderPayment['status'],
  more: Partial<ProviderPayment> = {},
): ProviderPayment => ({
  ...{ id, reference, status, amount: deskAmount, currency: 'UZS', cardPrefix: '8600', refusals: [] },
  ...more,
});
