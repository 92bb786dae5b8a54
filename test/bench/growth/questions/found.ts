import type { Fixture } from '../fixture.ts';

/** A paid donation of project $1 that was not given back, the $2-th of them. */
export const keptDonation = `
  select id from donation where project_id = $1 and number is not null and refunded_at is null order by number offset $2 limit 1`;

export async function foundId(fixture: Fixture, text: string, values: readonly unknown[] = []): Promise<string> {
  const { rows } = await fixture.client.query<{ id: string }>(text, [...values]);
  if (rows[0] === undefined) throw new Error(`nothing is found by ${text}`);
  return rows[0].id;
}

/**
 * The place of the `at`-th page before the last of a list that goes on after a place, as the list's `next` names it. `list`: its moments as
 * `at` with their ids, the oldest first; undefined where it has fewer rows.
 */
export async function placeNearEnd(
  fixture: Fixture,
  list: string,
  values: readonly unknown[],
  rows: number,
): Promise<string | undefined> {
  const found = await fixture.client.query<{ place: string }>(
    `select floor(extract(epoch from at) * 1000000)::bigint || '.' || id as place from (${list}) list offset ${rows} limit 1`,
    [...values],
  );
  return found.rows[0]?.place;
}
