import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { isDeep, type Page, shorterDirection } from '#base/db/deep-paging.server.ts';
import type { OwedState } from '../reward-rules.ts';

/** A reward that a donation has taken; the amount in minor units. */
export interface OwedRow extends Record<string, unknown> {
  readonly donationId: string;
  readonly rewardId: string;
  readonly reward: string;
  /** What is left of the donation. */
  readonly amount: number;
  readonly paidAt: Date;
  readonly givenAt: Date | null;
  readonly isPaidBack: boolean;
}

const stateOf: Readonly<Record<OwedState, string>> = {
  owed: 'and c.given_at is null',
  given: 'and c.given_at is not null',
  all: '',
};

/** The statements of one list; each has an index in its order, which alone finds the rows of a page. */
function listOf(state: OwedState, owner: 'project_id' | 'reward_id') {
  const where = `c.${owner} = $1 and c.taken_at is not null ${stateOf[state]}`;
  const page = (order: 'asc' | 'desc') =>
    statement<OwedRow>(`
      with here as (
        select c.donation_id from reward_choice c where ${where}
        order by c.taken_at ${order}, c.donation_id ${order} offset $2 limit $3
      )
      select c.donation_id as "donationId", c.reward_id as "rewardId", r.text as reward, c.sum as amount, c.taken_at as "paidAt",
        c.given_at as "givenAt", c.paid_back_at is not null as "isPaidBack"
      from here join reward_choice c on c.donation_id = here.donation_id join reward r on r.id = c.reward_id
      order by c.taken_at ${order}, c.donation_id ${order}`);
  const count = statement<{ count: number }>(`select count(*) as count from reward_choice c where ${where}`);
  return { newestFirst: page('desc'), oldestFirst: page('asc'), count };
}

const listsOf = (owner: 'project_id' | 'reward_id') => ({
  owed: listOf('owed', owner),
  given: listOf('given', owner),
  all: listOf('all', owner),
});

const ofProject = listsOf('project_id');
const ofReward = listsOf('reward_id');

interface Asked extends Page {
  readonly projectId: string;
  readonly state: OwedState;
  /** One reward of the project; undefined: all. */
  readonly rewardId: string | undefined;
}

/** What donors have taken from a creator, newest first. */
export async function readOwed(
  db: Queryable,
  { projectId, state, rewardId, skip, take }: Asked,
): Promise<{ items: readonly OwedRow[]; count: number }> {
  const { newestFirst, oldestFirst, count } = (rewardId === undefined ? ofProject : ofReward)[state];
  const of = rewardId ?? projectId;
  if (isDeep({ skip, take })) {
    const all = (await db.run(count, [of]))[0]?.count ?? 0;
    const way = shorterDirection({ skip, take }, all);
    const rows = await db.run(way.isFromEnd ? oldestFirst : newestFirst, [of, way.skip, way.take]);
    return { items: way.isFromEnd ? rows.toReversed() : rows, count: all };
  }
  const [items, counted] = await Promise.all([db.run(newestFirst, [of, skip, take]), db.run(count, [of])]);
  return { items, count: counted[0]?.count ?? 0 };
}

/** In an order, so that two that mark the same ones do not wait for each other. */
const lock = statement<{ id: string; isTaken: boolean }>(`
  select donation_id as id, taken_at is not null as "isTaken" from reward_choice
  where project_id = $1 and donation_id = any ($2::uuid[]) and sum is not null order by donation_id for no key update`);

const give = statement(`
  update reward_choice set given_at = clock_timestamp()
  where donation_id = any ($1::uuid[]) and taken_at is not null and given_at is null`);

/** What was paid back after it was given is free again. */
const keep = statement(`
  update reward_choice set given_at = null, taken_at = case when paid_back_at is null then taken_at end
  where donation_id = any ($1::uuid[]) and given_at is not null`);

/** Locks the choices of a project's donations which took a reward when they were paid; `isTaken`: and still have it. */
export async function lockTaken(tx: Tx, projectId: string, donationIds: readonly string[]) {
  return tx.run(lock, [projectId, donationIds]);
}

/** Marks locked choices as given, or as not given after all. */
export async function markGiven(tx: Tx, donationIds: readonly string[], isGiven: boolean): Promise<void> {
  await tx.run(isGiven ? give : keep, [donationIds]);
}
