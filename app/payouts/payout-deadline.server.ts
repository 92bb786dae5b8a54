import { dayAfter, dayIn } from '#base/text/days.ts';

/** What the operator has promised to creators. */
export interface PayoutPromise {
  /** Of the country. */
  readonly timeZone: string;
  /** Working days; null: nothing is promised. */
  readonly payoutDays: number | null;
}

const isWorkingDay = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** The last day on which a request of this moment is decided: the day after it is the first that counts, if it is a working day. */
function lastDay(asked: Date, timeZone: string, workingDays: number): string {
  let day = dayIn(timeZone, asked);
  for (let left = workingDays; left > 0; ) {
    day = dayAfter(day, 1);
    if (isWorkingDay(day)) left -= 1;
  }
  return day;
}

/** Until when an undecided request waits; null: there is none. */
export function deadlineOf(asked: Date | null, { timeZone, payoutDays }: PayoutPromise) {
  if (asked === null || payoutDays === null) return { dueDay: null, isOverdue: false };
  const dueDay = lastDay(asked, timeZone, payoutDays);
  return { dueDay, isOverdue: dayIn(timeZone, new Date()) > dueDay };
}
