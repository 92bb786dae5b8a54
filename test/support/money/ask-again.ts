import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { readById } from '#app/payments/settling/payments-store.server.ts';
import type { TestApp } from '#test/support/start-app.ts';

/** Asks the provider about the payments of a condition, also about those that the app's own sweeper has claimed. */
export async function askAgain({ db, opora }: Pick<TestApp, 'db' | 'opora'>, which: Sql): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from payment where ${which} order by created_at`);
  for (const { id } of rows) {
    const payment = await readById(db, id);
    if (payment) await opora.areas.payments.polling.ask(payment);
  }
}
