import { minor } from '#base/money/money.ts';
import type { MembersByMonth } from '../totals-store.server.ts';

/** The share of `ended` in those at the start, in percent with one decimal. */
function churnOf(ended: number, atStart: number): number | null {
  return atStart <= 0 ? null : Math.min(100, Math.round((ended / atStart) * 1_000) / 10);
}

/** What members bring by month: from what there is now back over the months of these names, `2026-11-01`, the present one last. */
export function revenueOf({ members, gifted, amount, rows }: MembersByMonth, names: readonly string[]) {
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  let atEnd = members - gifted;
  const months = names.toReversed().map((name) => {
    const { recurring = 0, charges = 0, started = 0, ended = 0 } = byMonth.get(name) ?? {};
    const atStart = atEnd - started + ended;
    atEnd = atStart;
    const churn = churnOf(ended, atStart);
    return { month: name.slice(0, 7), recurring: minor(recurring), charges, started, ended, churn };
  });
  return { now: { members, gifted, recurring: minor(amount) }, months: months.reverse() };
}
