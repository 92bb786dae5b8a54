import type { Database } from '#base/db/db.server.ts';
import { ledger } from './ledger-projection.ts';
import { type Member, type Share, shareWhole, takeBack } from './shared-sums.ts';

/** A share as it is stored, and as it stands in the ledger; sums in minor units. */
interface StoredShare extends Share {
  /** All that is left of the donation, as the row of the share says. */
  readonly whole: number;
  readonly isPaid: boolean;
  /** What its postings took from the provider, and brought to the creator and the platform. */
  readonly taken: number;
  readonly earned: number;
  readonly kept: number;
}

interface SharedDonation {
  readonly payId: string;
  readonly givenTo: string;
  /** As it was paid. */
  readonly amount: number;
  readonly isPaid: boolean;
  readonly isRefunded: boolean;
  /** The parts that went back, in their order. */
  readonly backs: readonly number[];
  readonly members: readonly Member[];
  readonly shares: readonly StoredShare[];
}

/** The total and the balance of a project, and what the ledger says of its donations that are not shared. */
interface ProjectBooks {
  readonly projectId: string;
  readonly total: number;
  readonly count: number;
  readonly balance: number;
  readonly alone: number;
  readonly aloneCount: number;
  readonly aloneEarned: number;
}

const sharedDonations = `
  with ${ledger}, stored as (
    select coalesce(d.joint_of, d.id) as id, jsonb_agg(jsonb_build_object('projectId', d.project_id,
      'left', case when d.refunded_at is null then d.amount else 0 end,
      'commission', case when d.refunded_at is null then d.commission else 0 end,
      'whole', d.joint_amount, 'isPaid', d.number is not null,
      'taken', coalesce(l."left", 0), 'earned', coalesce(l.earned, 0), 'kept', coalesce(l.kept, 0))) as shares
    from donation d left join ledger l on l.donation_id = d.id where d.joint_id is not null group by 1
  )
  select d.id as "payId", d.project_id as "givenTo", p.amount::float8 as amount, p.status in ('Paid', 'Refunded') as "isPaid",
    p.status = 'Refunded' as "isRefunded", stored.shares,
    coalesce((select jsonb_agg(r.amount order by r.decided_at, r.id) from payment_refund r
      where r.payment_id = p.id and r.state = 'Done'), '[]') as backs,
    (select jsonb_agg(jsonb_build_object('projectId', m.project_id, 'percent', m.percent))
      from joint_member m where m.joint_id = d.joint_id) as members
  from donation d join payment p on p.reference = d.id join stored on stored.id = d.id`;

const projectBooks = `
  with ${ledger}, alone as (
    select d.project_id, sum(l."left") as sum, count(*) filter (where l."left" > 0) as count, sum(l.earned) as earned
    from donation d join ledger l on l.donation_id = d.id where d.joint_id is null group by d.project_id
  )
  select t.project_id as "projectId", t.paid_sum::float8 as total, t.paid_count::float8 as count, b.balance::float8 as balance,
    coalesce(a.sum, 0)::float8 as alone, coalesce(a.count, 0)::float8 as "aloneCount", coalesce(a.earned, 0)::float8 as "aloneEarned"
  from project_total t join project j on j.id = t.project_id join account_balance b on b.id = j.account_id
    left join alone a on a.project_id = t.project_id`;

/** Both at one moment. */
async function readBooks(db: Database) {
  const client = await db.pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows: donations } = await client.query<SharedDonation>(sharedDonations);
    const { rows: projects } = await client.query<ProjectBooks>(projectBooks);
    const { rows: settings } = await client.query<{ percent: number }>(
      'select commission_percent::float8 as percent from donation_settings',
    );
    await client.query('commit');
    return { donations, projects, commissionPercent: settings[0]?.percent ?? 0 };
  } finally {
    client.release();
  }
}

/** What each creator has to have of a donation, by what was paid, what went back, and the percents alone. */
function dueOf({ amount, givenTo, members, backs, isPaid, isRefunded }: SharedDonation, commissionPercent: number) {
  let due = shareWhole({ amount, commissionPercent, givenTo }, members);
  for (const back of backs) due = takeBack(due, back);
  if (isPaid && !isRefunded) return due;
  return due.map(({ projectId }) => ({ projectId, left: 0, commission: 0 }));
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** Whether the rows say what is due; those that are not paid yet are left out, because they have what the donor was shown. */
function areRowsWrong({ shares, isPaid, isRefunded }: SharedDonation, due: readonly Share[]): boolean {
  if (shares.length !== due.length || shares.some((share) => share.isPaid !== isPaid)) return true;
  if (!isPaid) return false;
  const whole = sumOf(due.map(({ left }) => left));
  return due.some(({ projectId, left, commission }) => {
    const share = shares.find((one) => one.projectId === projectId);
    if (share?.left !== left || share.commission !== commission) return true;
    return !isRefunded && left > 0 && share.whole !== whole;
  });
}

function arePostingsWrong({ shares }: SharedDonation, due: readonly Share[]): boolean {
  return due.some(({ projectId, left, commission }) => {
    const share = shares.find((one) => one.projectId === projectId);
    return share?.taken !== left || share.earned !== left - commission || share.kept !== commission;
  });
}

/**
 * How the shares of donations differ from what one reading of the payments, their refunds and the percents says: in their rows, in their postings, in the totals of
 * projects and on the accounts of creators. Everything is 0 at every moment. `left`: of each donation by its id and its project, as it is due.
 */
export async function readShares(db: Database) {
  const { donations, projects, commissionPercent } = await readBooks(db);
  const faults = { 'shares wrong': 0, 'shares posted wrong': 0, 'totals of shares wrong': 0, 'accounts wrong': 0 };
  const left = new Map<string, ReadonlyMap<string, number>>();
  const ofProjects = new Map<string, Share[]>();
  for (const donation of donations) {
    const due = dueOf(donation, commissionPercent);
    if (areRowsWrong(donation, due)) faults['shares wrong'] += 1;
    if (arePostingsWrong(donation, due)) faults['shares posted wrong'] += 1;
    left.set(donation.payId, new Map(due.map((share) => [share.projectId, share.left])));
    for (const share of due) ofProjects.set(share.projectId, [...(ofProjects.get(share.projectId) ?? []), share]);
  }
  for (const { projectId, total, count, balance, alone, aloneCount, aloneEarned } of projects) {
    const shares = (ofProjects.get(projectId) ?? []).filter((share) => share.left > 0);
    const sum = sumOf(shares.map((share) => share.left));
    const earned = sum - sumOf(shares.map(({ commission }) => commission));
    if (total !== alone + sum || count !== aloneCount + shares.length) faults['totals of shares wrong'] += 1;
    if (balance !== aloneEarned + earned) faults['accounts wrong'] += 1;
  }
  const paid = donations.filter(({ isPaid }) => isPaid);
  return {
    faults,
    left,
    paid: paid.length,
    partlyRefunded: paid.filter(({ backs, isRefunded }) => backs.length > 0 && !isRefunded).length,
    refunded: paid.filter(({ isRefunded }) => isRefunded).length,
  };
}
