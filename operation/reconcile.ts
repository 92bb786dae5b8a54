import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { type PaymentSystems, ProviderRefusal } from '#app/payments/systems/payment-system.server.ts';
import { PrimaryClient } from '#base/db/primary-client.server.ts';

/** A payment that differs from the provider's books. Amounts in minor units. */
interface Difference {
  readonly paymentId: string;
  readonly reference: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface Reconciliation {
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** Payments whose state the provider did not return. */
  readonly unanswered: number;
  /** How many payments have no other books than ours, by their system: it cannot be asked. */
  readonly notCompared: ReadonlyMap<PaymentSystemName, number>;
}

interface Row {
  readonly id: string;
  readonly reference: string;
  readonly system: PaymentSystemName;
  readonly providerId: string;
  readonly amount: string;
  readonly status: string;
  /** The sum of partial refunds. */
  readonly refunded: string;
}

const atOnce = 8;
const batch = 200;

/** The compared state: whether money came, and how much of it was refunded; null: the provider does not report partial refunds. */
const bookOf = (status: string, amount: string, refunded: string | null) => {
  const word = status.toLowerCase();
  if (word !== 'paid') return word === 'refunded' ? `refunded ${amount}` : 'not paid';
  return refunded === null || refunded === '0' ? `paid ${amount}` : `paid ${amount}, refunded ${refunded}`;
};

const isAsked = (systems: PaymentSystems, name: PaymentSystemName) =>
  systems.all.every((system) => system.name !== name || system.isNeverAsked !== true);

async function compare(row: Row, systems: PaymentSystems): Promise<Difference | 'equal' | 'unanswered'> {
  let ours = bookOf(row.status, row.amount, row.refunded);
  try {
    const answer = await systems.of(row.system).ask(row.providerId);
    if (answer.refundedAmount === null) ours = bookOf(row.status, row.amount, null);
    const theirs = bookOf(answer.status, String(answer.amount), answer.refundedAmount?.toString() ?? null);
    return ours === theirs ? 'equal' : { paymentId: row.id, reference: row.reference, ours, theirs };
  } catch (error) {
    const isMissing = error instanceof ProviderRefusal && error.status === 404;
    return isMissing ? { paymentId: row.id, reference: row.reference, ours, theirs: 'unknown to them' } : 'unanswered';
  }
}

/**
 * Compares every payment since a moment with the books of its system, oldest first, and reports each that differs. A system that cannot be
 * asked would be compared with our own notes of its calls, so that its payments are counted only. It changes nothing: the server itself
 * applies what the provider reports.
 */
export async function reconcile(options: {
  readonly databaseUrl: string;
  readonly systems: PaymentSystems;
  readonly since: Date;
}): Promise<Reconciliation> {
  const { databaseUrl, systems, since } = options;
  const client = new PrimaryClient({ connectionString: databaseUrl, application_name: 'opora reconcile' });
  await client.connect();
  const differences: Difference[] = [];
  const notCompared = new Map<PaymentSystemName, number>();
  let compared = 0;
  let unanswered = 0;
  try {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { rows } = await client.query<Row>(
        `select id, reference, system, provider_id as "providerId", amount::text as amount, status, refunded::text as refunded from payment
         where id > $1 and created_at >= $2 order by id limit $3`,
        [after, since, batch],
      );
      const asked = rows.filter(({ system }) => isAsked(systems, system));
      for (const { system } of rows) {
        if (!isAsked(systems, system)) notCompared.set(system, (notCompared.get(system) ?? 0) + 1);
      }
      for (let from = 0; from < asked.length; from += atOnce) {
        for (const result of await Promise.all(asked.slice(from, from + atOnce).map((row) => compare(row, systems)))) {
          compared += 1;
          if (result === 'unanswered') unanswered += 1;
          else if (result !== 'equal') differences.push(result);
        }
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) break;
      after = last.id;
    }
  } finally {
    await client.end();
  }
  return { compared, differences, unanswered, notCompared };
}
