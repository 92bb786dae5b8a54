import { type Queryable, statement } from '#base/db/db.server.ts';
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

/** Of `c`: what was paid for when no piece was left, as long as the money is there and none was given since. */
export const isMissed = 'c.missed_at is not null and c.taken_at is null and c.paid_back_at is null';

/** Which choices a list has, and when they were paid. */
const stateOf: Readonly<Record<OwedState, { readonly where: string; readonly paidAt: string }>> = {
  owed: { where: 'c.taken_at is not null and c.given_at is null', paidAt: 'c.taken_at' },
  given: { where: 'c.taken_at is not null and c.given_at is not null', paidAt: 'c.taken_at' },
  all: { where: 'c.taken_at is not null', paidAt: 'c.taken_at' },
  missed: { where: isMissed, paidAt: 'c.missed_at' },
};

/** The statements of one list; each has an index in its order, which alone finds the rows of a page. */
function listOf(state: OwedState, owner: 'project_id' | 'reward_id') {
  const { paidAt, where: isListed } = stateOf[state];
  const where = `c.${owner} = $1 and ${isListed}`;
  const page = (order: 'asc' | 'desc') =>
    statement<OwedRow>(`
      with here as (
        select c.donation_id from reward_choice c where ${where}
        order by ${paidAt} ${order}, c.donation_id ${order} offset $2 limit $3
      )
      select c.donation_id as "donationId", c.reward_id as "rewardId", r.text as reward, c.sum as amount, ${paidAt} as "paidAt",
        c.given_at as "givenAt", c.paid_back_at is not null as "isPaidBack"
      from here join reward_choice c on c.donation_id = here.donation_id join reward r on r.id = c.reward_id
      order by ${paidAt} ${order}, c.donation_id ${order}`);
  const count = statement<{ count: number }>(`select count(*) as count from reward_choice c where ${where}`);
  return { newestFirst: page('desc'), oldestFirst: page('asc'), count };
}

const listsOf = (owner: 'project_id' | 'reward_id') => ({
  owed: listOf('owed', owner),
  given: listOf('given', owner),
  all: listOf('all', owner),
  missed: listOf('missed', owner),
});

const ofProject = listsOf('project_id');
const ofReward = listsOf('reward_id');

interface Asked extends Page {
  readonly projectId: string;
  readonly state: OwedState;
  /** One reward of the project; undefined: all. */
  readonly rewardId: string | undefined;
}

/** What donors have taken from a creator, or have missed, newest first. */
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
