import { type Queryable, statement } from '#base/db/db.server.ts';

interface ShownRow extends Record<string, unknown> {
  readonly payId: string;
  readonly shownAt: Date;
}

const shownOf = statement<ShownRow>(`
  select pay_id as "payId", ended_at as "shownAt" from alert
  where pay_id = any ($1::uuid[]) and state = 'shown' and ended_at is not null`);

const donationsOf = statement<ShownRow>(`
  select pay_id as "payId", coalesce(ended_at, now()) as "shownAt" from alert
  where project_id = $1 and (id = $2 or digest_id = $2) and pay_id is not null and state = 'shown'`);

/** Donations of a project that have just been shown on its creator's stream. */
export interface ShownDonations {
  readonly projectId: string;
  readonly donations: readonly { readonly payId: string; readonly shownAt: Date }[];
}

/** Donations of a project whose messages its creator has just approved. */
export interface ApprovedDonations {
  readonly projectId: string;
  readonly payIds: readonly string[];
}

/** When donations were shown on the stream; donations that were not shown are left out. */
export async function shownTimes(db: Queryable, payIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = payIds.length === 0 ? [] : await db.run(shownOf, [payIds]);
  return new Map(rows.map(({ payId, shownAt }) => [payId, shownAt]));
}

/** The donations that an alert or digest has just shown; none for a test. */
export async function donationsShownBy(db: Queryable, projectId: string, alertId: string): Promise<ShownRow[]> {
  return db.run(donationsOf, [projectId, alertId]);
}
