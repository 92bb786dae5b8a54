import { type Queryable, statement } from '#base/db/db.server.ts';
import { isFar, shorterWay } from '#base/db/far-page.server.ts';

export interface StatementRow extends Record<string, unknown> {
  /** The posting's id. */
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly amount: number;
  /** The account's balance after this posting. */
  readonly balance: number;
}

/** A posting's id contains its time, so a period is a range of ids, and one index yields order, amounts and balances. */
const statementPage = statement<StatementRow>(`
  with page as materialized (
    select e.posting_id, e.amount from entry e
    where e.account_id = $1 and e.posting_id >= $2 and e.posting_id <= $3
    order by e.posting_id desc offset $4 limit $5
  ), newer as materialized (
    select coalesce(sum(e.amount), 0) as amount from entry e
    where e.account_id = $1 and e.posting_id > (select posting_id from page order by posting_id desc limit 1)
  )
  select p.id, p.kind, p.reference, page.amount,
    ((select balance from account where id = $1) - (select amount from newer)
      - coalesce(sum(page.amount) over (order by page.posting_id desc rows between unbounded preceding and 1 preceding), 0)
    )::bigint as balance
  from page join posting p on p.id = page.posting_id
  order by page.posting_id desc`);

/** The same, counted from the account's first entry. Accounts start empty, so the running sum is the balance. */
const statementEnd = statement<StatementRow>(`
  with walked as (
    select e.posting_id, e.amount, sum(e.amount) over (order by e.posting_id) as balance
    from entry e where e.account_id = $1 order by e.posting_id offset $2 limit $3
  )
  select p.id, p.kind, p.reference, walked.amount, walked.balance::bigint as balance
  from walked join posting p on p.id = walked.posting_id
  order by walked.posting_id desc`);

const entriesOfAccount = statement<{ count: number }>('select entries as count from account where id = $1');

const statementCount = statement<{ count: number }>(`
  select count(*) as count from entry e where e.account_id = $1 and e.posting_id >= $2 and e.posting_id <= $3`);

/** The range of posting ids of a period; null: no bound on that side. */
function idsOfPeriod(from: Date | null, to: Date | null): [first: string, last: string] {
  const stamp = (moment: Date) => {
    const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}`;
  };
  return [
    from === null ? '00000000-0000-0000-0000-000000000000' : `${stamp(from)}-7000-8000-000000000000`,
    to === null ? 'ffffffff-ffff-ffff-ffff-ffffffffffff' : `${stamp(to)}-7fff-bfff-ffffffffffff`,
  ];
}

/** The time of a posting, taken from its id. */
export function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** The movements of an account, newest first, each with the balance after it, and their count in the period. */
export async function readStatement(
  db: Queryable,
  asked: { accountId: string; from: Date | null; to: Date | null; skip: number; take: number },
): Promise<{ items: StatementRow[]; count: number }> {
  const { accountId, from, to, skip, take } = asked;
  if (from === null && to === null && isFar(asked)) {
    const count = (await db.run(entriesOfAccount, [accountId]))[0]?.count ?? 0;
    const way = shorterWay({ skip, take }, count);
    if (way.isFromEnd) return { items: await db.run(statementEnd, [accountId, way.skip, way.take]), count };
  }
  const where = [asked.accountId, ...idsOfPeriod(asked.from, asked.to)];
  const [items, counted] = await Promise.all([
    db.run(statementPage, [...where, asked.skip, asked.take]),
    from === null && to === null ? db.run(entriesOfAccount, [accountId]) : db.run(statementCount, where),
  ]);
  return { items, count: counted[0]?.count ?? 0 };
}
