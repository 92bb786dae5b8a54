import { publishField } from '#app/creators/creators.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { type DecisionRow, insertDecision, putFieldBack, readLatestDecisions } from './decision-store.server.ts';
import type { ReviewedField } from './field-rules.ts';
import { undoTooLate } from './profile-failures.ts';
import { fieldsOf, holdCreator, type SeenField } from './read-profile.server.ts';
import { type FieldRow, readFields } from './review/profile-store.server.ts';

/** Records a decision in the history of a field and returns its id. */
export async function recordDecision(
  tx: Tx,
  userId: string,
  field: SeenField & { readonly name: ReviewedField },
  made: Pick<DecisionRow, 'decision' | 'comment' | 'decidedBy'>,
): Promise<string> {
  return insertDecision(tx, userId, {
    name: field.name,
    value: field.value,
    publishedBefore: field.confirmedValue,
    stateBefore: field.state,
    commentBefore: field.comment,
    requestedAt: field.requestedAt,
    ...made,
  });
}

/** A decision can be undone by the moderator who made it, within 10 minutes and while nothing has changed since. */
function mayTakeBack(
  decision: DecisionRow | undefined,
  row: FieldRow | undefined,
  moderatorId: string,
): decision is DecisionRow {
  if (decision === undefined || row === undefined) return false;
  const isOwn = decision.decidedBy === moderatorId && decision.isRecent;
  const isUnchanged = row.state === decision.decision && row.value === decision.value;
  return isOwn && isUnchanged && row.decidedAt?.getTime() === decision.decidedAt.getTime();
}

/** Undoes decisions: restores the fields and the page. Throws `UndoTooLate`, `NotFound`. */
export async function undoDecisions(
  tx: Tx,
  asked: { userId: string; fields: readonly ReviewedField[]; moderatorId: string },
): Promise<void> {
  const { userId, moderatorId } = asked;
  const names = [...new Set(asked.fields)].sort();
  const creator = await holdCreator(tx, userId);
  const rows = await readFields(tx, userId);
  const decisions = await readLatestDecisions(tx, userId, names);
  const published = fieldsOf(creator, rows);
  for (const name of names) {
    const decision = decisions.find((one) => one.name === name);
    const row = rows.find((one) => one.name === name);
    if (!mayTakeBack(decision, row, moderatorId)) {
      throw undoTooLate({ fields: { [name]: undoTooLate.message } });
    }
    await putFieldBack(tx, userId, decision);
    const shown = published.find((one) => one.name === name)?.confirmedValue;
    if (shown !== decision.publishedBefore) await publishField(tx, userId, name, decision.publishedBefore);
  }
}
