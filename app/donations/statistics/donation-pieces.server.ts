/**
 * SQL of the donations `d` of project `$1` between two numbers without refunded ones. They are read in pieces in the order of the index, so
 * that wrong statistics of the table cannot mislead the planner.
 */
export const piecesOf = (first: string, last: string): string => `
  generate_series(${first}::bigint, ${last}::bigint, 1000) as piece (first), lateral (
    select d.donor_key, d.amount, d.paid_at, d.number from donation d
    where d.project_id = $1 and d.number is not null and d.refunded_at is null
      and d.number >= piece.first and d.number < piece.first + 1000 and d.number <= ${last}
    order by d.number limit 1000) d`;
