import type { TestApp } from '#test/support/start-app.ts';

/** Asks the provider about the payments of a condition in SQL, and again where a job of the app itself was asking about one. */
export async function askAgain(
  { db, opora }: Pick<TestApp, 'db' | 'opora'>,
  which: string,
  values: readonly unknown[] = [],
): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rowCount } = await db.pool.query(`update payment set next_check_at = now() where ${which}`, [...values]);
    const { due } = await opora.areas.payments.polling.sweep(100);
    if (due >= (rowCount ?? 0)) return;
  }
  throw new Error('The payments are always asked about by somebody else');
}
