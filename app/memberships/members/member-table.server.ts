import type { Database } from '#base/db/db.server.ts';
import { csvLine, csvMark } from '#base/text/csv.ts';
import { minor, toMain } from '#base/text/money.ts';
import { readLevelsOf } from '../levels-store.server.ts';
import { type ListPlace, readAllMembers } from '../member-lists-store.server.ts';
import type { MembershipState } from '../membership-state.ts';
import type { MembershipRow } from '../membership-store.server.ts';

const headings = [
  'С какого дня',
  'Имя',
  'Уровень',
  'В месяц',
  'Месяцев',
  'Всего',
  'Последнее списание',
  'Состояние',
  'Номер',
];

/** As on the screen of the members. */
const stateWords: Readonly<Record<MembershipState, string>> = {
  Pending: 'Ждёт оплаты',
  Active: 'Действует',
  Overdue: 'Списание не прошло',
  Paused: 'На паузе',
  Leaving: 'Заканчивается',
  Ended: 'Закончилась',
};

const batch = 1_000;

function lineOf(row: MembershipRow, level: string, time: Intl.DateTimeFormat): string {
  const shown = (moment: Date | null) => (moment === null ? '' : time.format(moment).replace(',', ''));
  return csvLine([
    shown(row.since),
    row.isAnonymous ? '' : (row.name ?? ''),
    level,
    toMain(minor(row.amount)),
    row.months,
    toMain(minor(row.paidSum)),
    shown(row.lastPaidAt),
    stateWords[row.state],
    row.id,
  ]);
}

/** All members of a project as a table, newest first, in pieces; times in the time zone. */
export async function* tableOfMembers(db: Database, projectId: string, timeZone: string): AsyncGenerator<string> {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  yield `${csvMark}${csvLine(headings)}`;
  for (let after: ListPlace | null = null; ; ) {
    const rows: MembershipRow[] = await readAllMembers(db, { projectId, after, take: batch });
    const levels = await readLevelsOf(db, rows);
    yield rows.map((row) => lineOf(row, levels.get(row.levelId ?? '')?.name ?? '', time)).join('');
    const last = rows.at(-1);
    if (last === undefined || last.since === null || rows.length < batch) return;
    after = { at: last.since, id: last.id };
  }
}
