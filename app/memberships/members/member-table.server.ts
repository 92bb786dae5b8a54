import type { Database } from '#base/db/db.server.ts';
import type { ListPlace } from '#base/db/list-place.server.ts';
import { minor, toMain } from '#base/money/money.ts';
import { csvLine, csvMark } from '#base/text/csv.ts';
import type { Locale } from '#base/text/locales.ts';
import { type LevelRow, readLevelsOf } from '../levels-store.server.ts';
import { type ListedMembership, readAllMembers } from '../member-lists-store.server.ts';
import { plannedTerms } from '../membership-steps.server.ts';
import type { MembershipRow } from '../membership-store.server.ts';
import { giftedState, memberHeads, memberStates } from './member-table-words.server.ts';

const batch = 1_000;

interface TableForm {
  readonly time: (moment: Date) => string;
  readonly language: Locale;
}

function lineOf(row: MembershipRow, levels: ReadonlyMap<string, LevelRow>, { time, language }: TableForm): string {
  const next = plannedTerms(row);
  const nameOf = (levelId: string | null) => (levelId === null ? '' : (levels.get(levelId)?.name ?? ''));
  const shown = (moment: Date | null) => (moment === null ? '' : time(moment));
  const cells = [
    shown(row.since),
    row.isAnonymous ? '' : (row.name ?? ''),
    nameOf(row.levelId),
    toMain(minor(row.amount)),
    row.months,
    toMain(minor(row.paidSum)),
    shown(row.lastPaidAt),
    (row.giftedAmount === null || row.state === 'Ended' ? memberStates[row.state] : giftedState)[language],
    row.id,
    next === null ? '' : nameOf(next.levelId),
    next === null ? '' : toMain(minor(next.amount)),
  ];
  return csvLine(cells, language);
}

/** All members of a project as a table, newest first, in pieces. */
export async function* tableOfMembers(db: Database, projectId: string, form: TableForm): AsyncGenerator<string> {
  const heads = memberHeads.map((head) => head[form.language]);
  yield `${csvMark}${csvLine(heads, form.language)}`;
  for (let after: ListPlace | null = null; ; ) {
    const rows: ListedMembership[] = await readAllMembers(db, { projectId, after, take: batch });
    const levels = await readLevelsOf(
      db,
      rows.flatMap((row) => [row, plannedTerms(row) ?? row]),
    );
    yield rows.map((row) => lineOf(row, levels, form)).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = { at: last.placeAt, id: last.id };
  }
}
