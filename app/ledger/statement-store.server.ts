import { type Queryable, statement } from '#base/db/db.server.ts';
import type { Period } from '#base/text/time-zones.ts';

export interface StatementRow extends Record<string, unknown> {
  /** The posting's id. */
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly amount: number;
  /** The account's balance after this posting. */
  readonly balance: number;
}

/** All entries of an account by the month, each with what is newer than it. */
const monthsOfAccount = `
  month_of as materialized (
    select month, sum(entries) over newest - entries as "before", sum(amount) over newest - amount as newer
    from account_month where account_id = $1 window newest as (order by month desc)
  )`;

/** How many entries of the account have an id that `sign` an id: whole months, and single entries of the one that contains it. */
const newerThan = (sign: '>' | '>=', id: string): string => `(
  coalesce((select sum(entries) from account_month where account_id = $1 and month > uuid_month(${id})), 0)
  + (select count(*) from entry e where e.account_id = $1 and e.posting_id ${sign} ${id}
      and e.posting_id < uuid_from(date_trunc('month', uuid_month(${id}) + interval '32 days', 'UTC'))))::bigint`;

/**
 * A posting's id contains its time, so a period is a range of ids, and one index yields order, amounts and balances. The months of the
 * account say in which of them the page begins, so that no more than one month is read. Exported so that a test can explain it.
 */
export const statementPage = statement<StatementRow>(`
  with ${monthsOfAccount}, place as materialized (
    select ${newerThan('>', '$3')} + $4::bigint as skip
  ), here as materialized (
    select newer, (select skip from place) - "before" as skip,
      uuid_from(date_trunc('month', month + interval '32 days', 'UTC')) as "end"
    from month_of where "before" <= (select skip from place) order by month limit 1
  ), page as materialized (
    select e.posting_id, e.amount from entry e
    where e.account_id = $1 and e.posting_id >= $2 and e.posting_id < (select "end" from here)
    order by e.posting_id desc offset (select skip from here) limit $5
  ), passed as materialized (
    select coalesce(sum(e.amount), 0) as amount from entry e
    where e.account_id = $1 and e.posting_id > (select posting_id from page order by posting_id desc limit 1)
      and e.posting_id < (select "end" from here)
  )
  select p.id, p.kind, p.reference, page.amount,
    ((select balance from account where id = $1) - (select newer from here) - (select amount from passed)
      - coalesce(sum(page.amount) over (order by page.posting_id desc rows between unbounded preceding and 1 preceding), 0)
    )::bigint as balance
  from page join posting p on p.id = page.posting_id
  order by page.posting_id desc`);

const entriesOfAccount = statement<{ count: number }>('select entries as count from account where id = $1');

export const statementCount = statement<{ count: number }>(`
  select greatest(0, ${newerThan('>=', '$2')} - ${newerThan('>', '$3')})::bigint as count`);

/** The range of posting ids of a period, both included. */
export function idsOfPeriod({ from, to }: Period): [first: string, last: string] {
  const stamp = (milliseconds: number) => {
    const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}`;
  };
  return [
    from === null ? '00000000-0000-0000-0000-000000000000' : `${stamp(from.getTime())}-7000-8000-000000000000`,
    to === null ? 'ffffffff-ffff-ffff-ffff-ffffffffffff' : `${stamp(to.getTime() - 1)}-7fff-bfff-ffffffffffff`,
  ];
}

/** The time of a posting, taken from its id. */
export function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** The movements of an account, newest first, each with the balance after it, and their count in the period. */
export async function readStatement(
  db: Queryable,
  asked: { accountId: string; period: Period; skip: number; take: number },
): Promise<{ items: StatementRow[]; count: number }> {
  const { accountId, period, skip, take } = asked;
  const where = [accountId, ...idsOfPeriod(period)];
  const [items, counted] = await Promise.all([
    db.run(statementPage, [...where, skip, take]),
    period.from === null && period.to === null ? db.run(entriesOfAccount, [accountId]) : db.run(statementCount, where),
  ]);
  return { items, count: counted[0]?.count ?? 0 };
}
