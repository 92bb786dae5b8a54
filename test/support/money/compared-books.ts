import { reconcile, type SystemResult } from '#app/payments/books/reconcile.server.ts';
import { PaymentSystems } from '#app/payments/payment-system.server.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { createPaymentSystems } from '#app/payments/systems/create-systems.server.ts';
import type { AskedPayment, BookedPayment } from '#app/payments/systems/system-books.server.ts';
import { readConfig } from '#base/config/config.server.ts';
import { standInAddresses, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { everySystemEnv } from './every-system.ts';

type App = Pick<TestApp, 'db' | 'url' | 'sandbox'>;

/** The systems as the command makes them. */
export function systemsOf({ db, url, sandbox }: App, more: Readonly<Record<string, string>> = {}): PaymentSystems {
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: new URL(url).port,
    SANDBOX_PORT: 'off',
    PAYMENT_URL: sandbox.url,
    PAYMENT_SECRET: testSecrets.payment,
    ...standInAddresses(sandbox.url),
    ...everySystemEnv,
    ...more,
  });
  return createPaymentSystems({ db, config, paymentUrl: sandbox.url });
}

/** Compares the books of one system alone, without a wait before the second look. */
export async function compareOne(
  app: App,
  { name, since, systems = systemsOf(app) }: { name: PaymentSystemName; since: Date; systems?: PaymentSystems },
): Promise<SystemResult> {
  const only = new PaymentSystems([systems.of(name)], [name]);
  const results = await reconcile({ db: app.db, systems: only, since, pause: async () => undefined });
  const found = results.find(({ system }) => system === name);
  if (found === undefined) throw new Error(`${name} was not compared`);
  return found;
}

/** How payments differ, by what they are for. */
export const kindsOf = ({ differences }: SystemResult) =>
  Object.fromEntries(differences.map(({ payment, kind }) => [payment?.reference ?? 'unknown', kind]));

/** Changes a payment of ours behind the back of the server, which asks about it no more. */
export const falsify = ({ db }: App, reference: string, change: string) =>
  db.pool.query(`update payment set next_check_at = null, ${change} where reference = $1`, [reference]);

/** What the books of its system say of a payment, by its list or an answer; what took no money is left out. */
export async function bookedFor(app: App, reference: string): Promise<readonly BookedPayment[]> {
  const { rows } = await app.db.pool.query<AskedPayment & { system: PaymentSystemName }>(
    `select system, provider_id as "providerId", created_at as "createdAt", expires_at as "expiresAt" from payment where reference = $1`,
    [reference],
  );
  const [own] = rows;
  if (own === undefined) throw new Error(`no payment of ${reference}`);
  const { books } = systemsOf(app).of(own.system);
  if (books === undefined) throw new Error(`${own.system} has no books`);
  const period = { from: own.createdAt, to: new Date() };
  const all = books.kind === 'list' ? await Array.fromAsync(books.list(period)) : await books.find(own);
  return all.filter(({ providerId, state }) => providerId === own.providerId && state !== 'unpaid');
}
