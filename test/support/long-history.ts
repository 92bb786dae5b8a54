import type { SignedIn } from './sign-in.ts';
import type { TestApp } from './start-app.ts';

/** History of a creator that is longer than what a connection holds: `count` lines with messages of `letters`. */
export async function importLongHistory(
  { db }: TestApp,
  { projectId }: SignedIn,
  { count, letters }: { readonly count: number; readonly letters: number },
): Promise<void> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into donation_import (project_id, source, file_name, count) values ($1, 'DonationAlerts', 'long.csv', $2) returning id`,
    [projectId, count],
  );
  await db.pool.query(
    `insert into imported_donation (id, project_id, import_id, donor_key, name, message, amount, given_at)
     select gen_random_uuid(), $1, $2, 'name:' || n % 100, 'Донатер ' || n % 100, repeat('я', $4::integer), 100 * n, now() - n * interval '1 minute'
     from generate_series(1, $3::integer) n`,
    [projectId, rows[0]?.id, count, letters],
  );
}
