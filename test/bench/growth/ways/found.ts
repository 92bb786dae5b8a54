import type { Fixture } from '../fixture.ts';

/** A paid donation of project $1 that was not given back, the $2-th of them. */
export const keptDonation = `
  select id from donation where project_id = $1 and number is not null and refunded_at is null order by number offset $2 limit 1`;

export async function foundId(fixture: Fixture, text: string, values: readonly unknown[] = []): Promise<string> {
  const { rows } = await fixture.client.query<{ id: string }>(text, [...values]);
  if (rows[0] === undefined) throw new Error(`nothing is found by ${text}`);
  return rows[0].id;
}
