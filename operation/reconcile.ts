import { Client } from 'pg';
import { type PaymentProvider, ProviderRefusal } from '#app/payments/provider-client.server.ts';

/** A payment of ours that the provider's books see in another way. Amounts in minor units. */
interface Difference {
  readonly paymentId: string;
  readonly reference: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface Reconciliation {
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** Payments about which the provider could not be asked. */
  readonly unanswered: number;
}

interface Row {
  readonly id: string;
  readonly reference: string;
  readonly providerId: string;
  readonly amount: string;
  readonly status: string;
}

const atOnce = 8;
const batch = 200;

/** What counts in the books: whether money came and whether it went back. */
const bookOf = (status: string, amount: string) => {
  const word = status.toLowerCase();
  return word === 'paid' || word === 'refunded' ? `${word} ${amount}` : 'not paid';
};

async function compare(row: Row, provider: PaymentProvider): Promise<Difference | 'equal' | 'unanswered'> {
  const ours = bookOf(row.status, row.amount);
  try {
    const told = await provider.ask(row.providerId);
    const theirs = bookOf(told.status, String(told.amount));
    return ours === theirs ? 'equal' : { paymentId: row.id, reference: row.reference, ours, theirs };
  } catch (error) {
    const isMissing = error instanceof ProviderRefusal && error.status === 404;
    return isMissing ? { paymentId: row.id, reference: row.reference, ours, theirs: 'unknown to them' } : 'unanswered';
  }
}

/**
 * Asks the provider about every payment since a moment, in the order they were made, and reports each that differs. It
 * changes nothing: the server itself takes in what the provider tells it.
 */
export async function reconcile(options: {
  readonly databaseUrl: string;
  readonly provider: PaymentProvider;
  readonly since: Date;
}): Promise<Reconciliation> {
  const { databaseUrl, provider, since } = options;
  const client = new Client({ connectionString: databaseUrl, application_name: 'opora reconcile' });
  await client.connect();
  const differences: Difference[] = [];
  let compared = 0;
  let unanswered = 0;
  try {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { rows } = await client.query<Row>(
        `select id, reference, provider_id as "providerId", amount::text as amount, status from payment
         where id > $1 and created_at >= $2 order by id limit ${batch}`,
        [after, since],
      );
      for (let from = 0; from < rows.length; from += atOnce) {
        for (const result of await Promise.all(rows.slice(from, from + atOnce).map((row) => compare(row, provider)))) {
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
  return { compared, differences, unanswered };
}
